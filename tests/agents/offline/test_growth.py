"""Reading takes work in proportion to the length: counted in calls, and in time only as a generous ratio."""

from __future__ import annotations

import sys
from types import FrameType

import pytest

from benchmarks.parsing import DIARY, HOSTILE, growth, parsed

SHORT, TIMES = 500, 4


def calls(text: str) -> int:
    """How many functions are called, Python's own included, while a text is parsed."""
    count = 0

    def counting(_: FrameType, event: str, __: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(counting)
    try:
        parsed(text)
    finally:
        sys.setprofile(before)
    return count


def long(piece: str, length: int) -> str:
    return piece * max(1, length // len(piece))


@pytest.mark.parametrize("piece", [DIARY, *HOSTILE], ids=repr)
def test_four_times_the_length_is_about_four_times_the_calls(piece: str) -> None:
    short = max(SHORT, 2 * len(piece))
    parsed(long(piece, short))
    few, many = calls(long(piece, short)), calls(long(piece, TIMES * short))
    assert many <= 1.6 * TIMES * few, f"{few} calls, then {many}"


@pytest.mark.parametrize("piece", [DIARY, *HOSTILE], ids=repr)
def test_no_regular_expression_runs_away(piece: str) -> None:
    """What happens inside of one call: 4 is linear, 16 would be quadratic; noise decides nothing."""
    ratio, _ = growth(piece, short=max(1_000, len(piece)), rounds=3)
    assert ratio < 3 * TIMES, f"four times the length takes {ratio:.1f} times as long"
