"""A way to write sets is asked about once and remembered; what was logged before tells it too."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from agents.notation import order_chosen
from agents.offline.parser import parse
from agents.parser import ParserInput, ParserOutput
from agents.profile import Profile
from domains.registry import load
from storage.entities import Entry, Measure

_DOMAINS = load()
_EVERYTHING = _DOMAINS.combine([info.name for info in _DOMAINS.infos])
_NOW = datetime(2026, 11, 21, 10, 0, tzinfo=UTC)


def _read(text: str, **given: object) -> ParserOutput:
    base: dict[str, object] = {"text": text, "now": _NOW, "profile": Profile(user_id=1)}
    return parse(ParserInput.model_validate(base | {"domain_context": _EVERYTHING} | given))


def _sets(output: ParserOutput) -> tuple[int, int | None]:
    (measure,) = output.entries[0].measures
    return measure.sets, measure.reps


def test_two_readings_are_asked_about() -> None:
    (doubt,) = _read("pull-ups 8x3").uncertain
    assert doubt.options == ("8 sets of 3", "3 sets of 8")


@pytest.mark.parametrize(("answer", "sets"), [("8 sets of 3", (8, 3)), ("3 sets of 8", (3, 8))])
def test_the_answer_decides_and_nothing_is_asked_again(answer: str, sets: tuple[int, int]) -> None:
    read = _read("pull-ups 8x3", resolved={"notation": answer})
    assert _sets(read) == sets
    assert read.uncertain == ()
    assert read.entries[0].measures[0].certainty == {}


def test_what_was_chosen_once_holds_for_other_numbers() -> None:
    read = _read("pull-ups 7x4", profile=Profile(user_id=1, set_order="reps first"))
    assert _sets(read) == (4, 7)
    assert read.uncertain == ()
    assert read.entries[0].measures[0].certainty == {"sets": "inferred", "reps": "inferred"}


def test_the_same_sets_logged_before_tell() -> None:
    done = Measure(domain="strength", name="pull-up", day=date(2026, 11, 14), sets=3, reps=8)
    before = Entry(
        id="1", user_id=1, chat_id=1, message_id=1, day=done.day, logged_at=_NOW, text="", measures=(done,)
    )
    assert _sets(_read("pull-ups 8x3", recent_entries=(before,))) == (3, 8)


@pytest.mark.parametrize(
    ("text", "answer", "order"),
    [
        ("bench 8x3", "3 sets of 8", "reps first"),
        ("bench 8 x 3 yesterday", "8 sets of 3", "sets first"),
        ("벤치 8x3", "8회 3세트", "reps first"),
        ("bench 5x5", "5 sets of 5", None),
        ("bench 8x3", "squat", None),
        ("", "3 sets of 8", None),
    ],
)
def test_an_answer_tells_the_order(text: str, answer: str, order: str | None) -> None:
    assert order_chosen(text, answer) == order


def test_options_are_in_the_writers_language_and_understood_in_it() -> None:
    korean = Profile(user_id=1, language="ko")
    (doubt,) = _read("턱걸이 8x3", profile=korean).uncertain
    assert (doubt.question, doubt.options) == ("풀업: 어느 쪽인가요?", ("8세트 x 3회", "3세트 x 8회"))
    read = _read("턱걸이 8x3", profile=korean, resolved={"notation": doubt.options[1]})
    assert _sets(read) == (3, 8)
    assert read.uncertain == ()
