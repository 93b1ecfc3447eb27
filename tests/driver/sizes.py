"""How long the long runs are: short in `make test`, whole in `make soak`, something between in CI.

The environment variable SOAK chooses: not set, `ci` or `whole`. A test whose size is here bears the mark
`soak`; so does every property (hypothesis). Only those run in a soak.
"""

from __future__ import annotations

import os
import random
from typing import Literal, cast

Length = Literal["short", "ci", "whole"]
LENGTH: Length = cast("Length", os.environ.get("SOAK") or "short")
assert LENGTH in {"short", "ci", "whole"}, f"SOAK is ci or whole, not {LENGTH}"
SOAK = LENGTH != "short"
SOAK_SECONDS = float(os.environ.get("SOAK_SECONDS") or "inf")
"""After so many seconds a soak begins no more tests; it says how many it left out."""

SOAK_SEED = int(os.environ.setdefault("SOAK_SEED", str(random.randrange(10**6))))  # noqa: S311
"""Of the order of a soak's tests, so that each bounded one runs others; all workers of pytest inherit it."""


def size(short: int, ci: int, whole: int) -> int:
    """Of the three the one that was asked for."""
    return {"short": short, "ci": ci, "whole": whole}[LENGTH]


def examples(count: int) -> int:
    """Of a property of which it takes more than usual."""
    return size(max(25, count // 6), count, 10 * count)
