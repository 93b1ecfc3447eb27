"""While a chart is computed beside the loop, the loop comes first: for the interpreter and for the collector.

A thread that computes is asked for the interpreter after half a millisecond instead of five, so that a log's
many short turns do not wait behind it. Entries of years are not looked through for garbage: they hold no
cycles, so they go by themselves; of 6,000 each full look takes 25 to 100 ms.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass

_SWITCHES = 0.0005
"""Seconds."""


@dataclass(slots=True)
class _Held:
    """How many charts are being made, all on one loop, and how things were before the first."""

    charts: int = 0
    collects: bool = False
    switches: float = 0.005


_held = _Held()


@contextmanager
def gently() -> Generator[None]:
    """Until the last chart that is being made has left; then all is as it was."""
    if not _held.charts:
        _held.collects, _held.switches = gc.isenabled(), sys.getswitchinterval()
        gc.disable()
        sys.setswitchinterval(_SWITCHES)
    _held.charts += 1
    try:
        yield
    finally:
        _held.charts -= 1
        if not _held.charts:
            sys.setswitchinterval(_held.switches)
            if _held.collects:
                gc.enable()
