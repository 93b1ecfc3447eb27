"""How often code is certain, and how often it is certain and wrong."""

from __future__ import annotations

import asyncio

import pytest

from agents.model.certainty import (
    is_applied,
    is_certain_correction,
    is_certain_log,
    is_certain_reading,
    is_small_talk,
)
from agents.offline.engine import OfflineEngine
from agents.parser import Correction, ParserInput, ParserOutput
from agents.profile import Profile
from agents.router import RouterInput, RouterOutput
from agents.types import InputType
from domains.registry import load
from evals.cases import Parsing, Routing
from evals.loading import EXAMPLES, read
from evals.rows import NOW, judge
from tests.evals.scores import is_played, reading

_DOMAINS = load()
_ENGINE = OfflineEngine()


Read = tuple[RouterOutput, ParserOutput]


_NOBODY = Profile(user_id=1)


async def _routed(text: str, *, reply: bool = False) -> RouterOutput:
    return await _ENGINE.route(
        RouterInput(
            text=text,
            profile=_NOBODY,
            available_domains=_DOMAINS.infos,
            vocabulary=_DOMAINS.vocabulary,
            replied_to="bench 85x5" if reply else None,
            replied_to_entry=reply,
        )
    )


async def _heard(text: str, *, reply: bool = False) -> Read:
    routed = await _routed(text, reply=reply)
    return routed, await _parsed(text, routed)


async def _parsed(text: str, routed: RouterOutput) -> ParserOutput:
    context = _DOMAINS.combine(routed.selected_domains)
    given = ParserInput(text=routed.log_portion or text, now=NOW, profile=_NOBODY, domain_context=context)
    return await _ENGINE.parse(given)


def _read(text: str) -> Read:
    return asyncio.run(_heard(text))


def _certain(text: str) -> bool:
    return _is_certain(*_read(text))


def _is_certain(routed: RouterOutput, parsed: ParserOutput) -> bool:
    return is_certain_log(routed, parsed)


@pytest.mark.parametrize(
    "text",
    [
        "bench 185x5x3",
        "squat 110kg 5x5",
        "dl 3x5 @ 140 + 1x8 @ 120",
        "ran 5k in 25:30",
        "slept 7h",
        "yesterday bench 100kg x5",
        "pullups 8/7/6 w/ 10kg",
        "rowed 2k in 7:45, then 500m in 1:40",
        "12,000 steps, 3 l water",
        "벤치 80kg 5회 3세트",
        "체중 78.5kg",
    ],
)
def test_plain_notation_is_certain(text: str) -> None:
    assert _certain(text)


@pytest.mark.parametrize(
    "text",
    [
        "planned 5x5 squat 100kg, managed only 3 sets",
        "squat 100x5, but yesterday it was 105x5",
        "bench 100x5 got stuck on the 6th",
        "bench press 3 x 8 x 60kg, felt a twinge in left shoulder on the last one",
        "스쿼트 100kg 5회 3세트 마지막은 친구가 잡아줌",
        "should do deadlift 140x5 tomorrow",
        "what's my bench PR?",
        "bench 185x5x3, is that a record?",
        "the squat was 230",
        "",
    ],
)
def test_what_code_may_have_passed_over_is_not(text: str) -> None:
    assert not _certain(text)


def test_a_unit_nobody_wrote_is_asked_for_whoever_reads() -> None:
    profile = Profile(user_id=1)
    context = _DOMAINS.combine(("strength",))
    given = ParserInput(text="bench 85x5x3", now=NOW, profile=profile, domain_context=context)
    parsed = asyncio.run(_ENGINE.parse(given))

    assert [doubt.key for doubt in parsed.uncertain] == ["weight_unit"]
    assert is_certain_reading(parsed)


def test_a_correction_is_certain_by_its_words_and_applied_when_it_found_its_entry() -> None:
    routed, _ = _read("actually it was 115 not 112.5")
    fits = Correction(target_entry_id="1", day=NOW.date(), measures=(), note="")

    assert is_certain_correction(routed)
    assert not is_certain_correction(_read("bench 185x5x3")[0])
    assert is_applied(ParserOutput(correction=fits, confidence=0.9))
    assert not is_applied(ParserOutput(correction_problem="nothing fits", confidence=0.2))


@pytest.mark.parametrize(("text", "certain"), [("thanks!", True), ("안녕", True), ("slept 7h", False)])
def test_small_talk(text: str, certain: bool) -> None:
    assert is_small_talk(_read(text)[0]) is certain


def _logs() -> list[tuple[bool, bool]]:
    """Of each training log of somebody nothing is known about: whether code is certain, and whether right."""
    found: list[tuple[bool, bool]] = []
    for one in read(EXAMPLES, "parsing", Parsing):
        case = one.example
        if not is_played(case.key):
            continue
        if not case.holds or case.units or case.after or case.at or case.order != "DMY" or case.held_out:
            continue
        routed, parsed = asyncio.run(_routed(case.text)), reading(case)
        measures = [measure for entry in parsed.entries for measure in entry.measures]
        _, extra, missed = judge(case.holds, measures)
        found.append((_is_certain(routed, parsed), not extra and not missed))
    return found


@pytest.mark.soak
def test_certain_logs_are_right_and_many() -> None:
    """The weights saw these; `python -m evals.confidence` says what holds for files that they did not see."""
    logs = _logs()
    wrong = [certain for certain, right in logs if not right]
    right = [certain for certain, right in logs if right]

    assert sum(wrong) <= 0.02 * sum(certain for certain, _ in logs)
    assert sum(wrong) <= 0.1 * len(wrong)
    assert sum(right) >= 0.6 * len(right)


async def test_certain_kinds_of_message_are_right() -> None:
    examples = [one.example for one in read(EXAMPLES, "routing", Routing)]
    routed = [(case, await _routed(case.text, reply=case.reply)) for case in examples]
    reports = [(case, route) for case, route in routed if route.input_type is InputType.LOG]
    logs = [case for case, route in reports if is_certain_log(route, await _parsed(case.text, route))]
    chats = [case for case, route in routed if is_small_talk(route)]
    corrections = [case for case, route in routed if is_certain_correction(route)]
    wrong = [
        case.text
        for kind, cases in (
            (InputType.LOG, logs),
            (InputType.CHAT, chats),
            (InputType.CORRECTION, corrections),
        )
        for case in cases
        if case.is_ is not kind
    ]
    certain = len(logs) + len(chats) + len(corrections)

    assert len(wrong) <= certain * 0.02, wrong
    assert certain >= len(examples) * 0.2
