"""While years of entries are in memory the garbage collector rests: looking through them all stops everybody.

Entries hold no cycles, so they go by themselves; of 6,000 each full look takes 25 to 100 ms.
"""

from __future__ import annotations

import gc
from collections.abc import Generator
from contextlib import contextmanager

_resting = 0
"""How many charts are being made; all on one loop."""


@contextmanager
def collector_rests() -> Generator[None]:
    """Until the last of those that want it has left; one that is off already stays off."""
    global _resting  # noqa: PLW0603 - the collector is one for the process, too
    ours = _resting > 0 or gc.isenabled()
    _resting += ours
    gc.disable()
    try:
        yield
    finally:
        _resting -= ours
        if ours and not _resting:
            gc.enable()
