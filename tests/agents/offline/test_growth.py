"""Reading takes work in proportion to the length, counted in calls.

What happens inside of one call is timed in tests/benchmarks: test_no_run_of_letters_makes_reading_quadratic.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime
from time import process_time

import pytest

from agents.notes.intelligence.held import _WITH_UNIT  # pyright: ignore[reportPrivateUsage]
from agents.offline.questions.annotated import Known
from agents.offline.questions.reader import read_question
from agents.truth.names import _NAME  # pyright: ignore[reportPrivateUsage]
from agents.truth.rendering import _PARTICLE  # pyright: ignore[reportPrivateUsage]
from agents.truth.scene import RACE
from benchmarks.parsing import DIARY, HOSTILE, parsed, routed
from domains.registry import load
from tests.driver.counting import calls
from tests.driver.sizes import size

SHORT, TIMES = size(200, 500, 2_000), 4
EACH = size(3, 1, 1)
"""Of the pieces each one so far on; all of them in a soak."""


def long(piece: str, length: int) -> str:
    return piece * max(1, length // len(piece))


@pytest.mark.soak
@pytest.mark.parametrize(
    "piece", [DIARY, *HOSTILE, "벤치 80kg 5회 3세트, ", "ran 5k in 25:30, "][::EACH], ids=repr
)
def test_four_times_the_length_is_about_four_times_the_calls(piece: str) -> None:
    short, longer = (long(piece, times * max(SHORT, 2 * len(piece))) for times in (1, TIMES))
    parsed(short)
    few, many = calls(lambda: parsed(short)), calls(lambda: parsed(longer))
    assert many <= 1.3 * len(longer) / len(short) * few, f"{few} calls, then {many}"


def test_no_short_message_keeps_the_router_busy() -> None:
    """Longer ones are spared its patterns; one that reads a number in two ways takes minutes here."""
    routed("bench 185x5x3")
    spent: dict[str, float] = {}
    for piece in (*HOSTILE, "5 x", "5 x 5 ", "5kg x ", "5회 x"):
        begun = process_time()
        routed(long(piece, 50))
        spent[piece] = process_time() - begun
    assert {piece: seconds for piece, seconds in spent.items() if seconds > 0.5} == {}


KNOWN = Known(
    datetime(2026, 3, 11, 12, tzinfo=UTC),
    (*load().vocabulary.values(),),
    ("bench press", "running", "sleep", "pain"),
)
ASKED = (
    "the day before ", "on monday ", "on the 12th ", "week of oct 12 ", "2 years ago ", "best squat, ", "5k ",
    "벤치 최고 기록이랑 ", "the day i ", "before the race ", "long run ", "last three ", "? ",
    "how much did i bench yesterday? ",
)  # fmt: skip
_LINEAR, _QUADRATIC = 4, 16
_BAR = (_LINEAR + _QUADRATIC) / 2


def _seconds(text: str) -> float:
    begun = process_time()
    read_question(text, KNOWN)
    return process_time() - begun


@pytest.mark.soak
@pytest.mark.parametrize("piece", ASKED[::EACH])
def test_four_times_the_question_takes_about_four_times_as_long(piece: str) -> None:
    short = max(2_000, 2 * len(piece))
    _seconds(long(piece, short))
    ratios = (_seconds(long(piece, _LINEAR * short)) / _seconds(long(piece, short)) for _ in range(3))
    assert any(one < _BAR for one in ratios)


@pytest.mark.parametrize(
    ("pattern", "letter"),
    [
        (_WITH_UNIT, "1"),
        (RACE, "1"),
        (_PARTICLE, "a"),
        (_NAME, "a"),
        (_NAME, "1"),
    ],
)
def test_a_run_of_one_character_is_looked_through_once(pattern: re.Pattern[str], letter: str) -> None:
    def spent(length: int) -> float:
        begun = process_time()
        assert pattern.search(letter * length) is None
        return process_time() - begun

    assert any(spent(16_000) < max(_BAR * spent(4_000), 0.02) for _ in range(3))


def test_the_words_of_a_domain_are_made_ready_once_for_all_choices_of_domains() -> None:
    question = "how much did i bench yesterday?"
    read_question(question, KNOWN)
    fewer = replace(KNOWN, vocabularies=KNOWN.vocabularies[1:], own={"bp": "bench press"})
    for known in (KNOWN, fewer):
        assert calls(lambda known=known: read_question(question, known)) < sum(map(len, known.vocabularies))
