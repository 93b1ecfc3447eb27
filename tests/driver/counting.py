"""Work counted in calls: a busy machine makes it no more."""

from __future__ import annotations

from collections.abc import Callable
from cProfile import Profile


def calls(work: Callable[[], object]) -> int:
    """How many functions are called, Python's own included."""
    profile = Profile()
    profile.runcall(work)
    return sum(one.callcount for one in profile.getstats())
