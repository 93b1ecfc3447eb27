"""Reading takes work in proportion to the length, counted in calls.

What happens inside of one call is timed in tests/benchmarks: test_no_run_of_letters_makes_reading_quadratic.
"""

from __future__ import annotations

import pytest

from benchmarks.parsing import DIARY, HOSTILE, parsed
from tests.driver.counting import calls
from tests.driver.sizes import size

SHORT, TIMES = size(300, 500, 2_000), 4


def long(piece: str, length: int) -> str:
    return piece * max(1, length // len(piece))


@pytest.mark.soak
@pytest.mark.parametrize("piece", [DIARY, *HOSTILE], ids=repr)
def test_four_times_the_length_is_about_four_times_the_calls(piece: str) -> None:
    short = max(SHORT, 2 * len(piece))
    parsed(long(piece, short))
    few = calls(lambda: parsed(long(piece, short)))
    many = calls(lambda: parsed(long(piece, TIMES * short)))
    assert many <= 1.6 * TIMES * few, f"{few} calls, then {many}"
