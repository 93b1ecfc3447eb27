"""`python -m tests.driver.nest FD CAPTURE PYTEST_ARGUMENTS…`: the forkserver of pytest's workers.

It has imported and collected the tests that were asked for, and read the product's words, once. Where there
is something to tell about them a worker collects by itself, and tells it as if nobody had tried.
"""

from __future__ import annotations

import asyncio
import gc
import sys
from contextlib import suppress

from tests.driver import collecting
from tests.driver.forkserver import serve, warmed


def _nothing(_: None) -> None:
    """Holds of everything."""


def _prepare() -> None:
    with suppress(Exception, SystemExit):
        collecting.collect(sys.argv[2:])
    gc.disable()
    from hypothesis import given, strategies  # noqa: PLC0415 - pytest rewrites it

    asyncio.run(warmed())
    given(strategies.none())(_nothing)()  # the first property looks for constants in all modules


if __name__ == "__main__":
    serve(_prepare)
