"""The logistic function."""

from math import exp

_MOST = 30.0
"""Beyond it nothing changes that could be told from 0 or 1."""


def logistic(total: float) -> float:
    """The probability whose log odds these are; without an overflow, however many."""
    return 1 / (1 + exp(-max(-_MOST, min(_MOST, total))))
