"""Words of answers: particles, dates, sets, and what a reply does with findings."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

import agents.offline
from agents.facts import units_of
from agents.offline import lexicon
from agents.offline.answers.wording import Wording, fill, phrases
from agents.offline.lexicon import Language, language_of
from agents.offline.synthesizer import synthesize
from agents.profile import Profile
from agents.synthesizer import SynthesizerInput
from agents.types import (
    Analysis,
    EvaluationFeedback,
    Figure,
    Finding,
    Gap,
    GapType,
    QueryType,
    Sufficiency,
)
from domains.registry import load
from storage.entities import DateRange
from tests.agents.offline.asker import measure

EN_DASH = " \u2013 "
TODAY = date(2026, 11, 21)
CONTEXT = load().combine(["strength", "running", "sleep"])


def wording(language: Language) -> Wording:
    return Wording(language, CONTEXT, TODAY)


@pytest.mark.parametrize("name", ["sentences", "why", "advice", "kinds", "gaps", "chat", "chat_cues"])
def test_both_languages_say_the_same_things(name: str) -> None:
    assert set(getattr(phrases("en"), name)) == set(getattr(phrases("ko"), name))


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("스쿼트", "스쿼트는"),
        ("체중", "체중은"),
        ("50 kg", "50 kg은"),
        ("5 km", "5 km는"),
        ("run (easy)", "run (easy)는"),
    ],
)
def test_particles_fit_the_word(word: str, said: str) -> None:
    assert fill("{word}(은/는)", word=word).lower() == said.lower()


def test_days_and_periods() -> None:
    english, korean = wording("en"), wording("ko")
    assert english.day(date(2026, 11, 17)) == "Tue 17 Nov"
    assert english.day(date(2025, 11, 17)) == "Mon 17 Nov 2025"
    assert korean.day(date(2026, 11, 17)) == "11월 17일(화)"
    week = DateRange(start=date(2026, 11, 9), end=date(2026, 11, 15), description="last week (9-15 Nov)")
    assert english.period(week) == " last week (Mon 9 Nov" + EN_DASH + "Sun 15 Nov)"
    october = DateRange(start=date(2026, 10, 1), end=date(2026, 10, 31), description="October")
    assert english.period(october).startswith(" in October (")


@pytest.mark.parametrize(
    ("notation", "english", "korean"),
    [
        ("squat weight=100kg reps=5 sets=3", "100 kg for 3\u00d75", "100 kg 5회 3세트"),
        ("squat weight=100kg reps=1", "100 kg for 1 rep", "100 kg 1회"),
        ("pull-up reps=10 sets=2", "2\u00d710", "10회 2세트"),
        ("run distance=5km duration=25:00", "5 km in 25:00, 5:00/km", "5 km, 25:00(5:00/km)"),
        ("ride distance=30km duration=1:00:00", "30 km in 1:00:00, 30 km/h", "30 km, 1:00:00(30 km/h)"),
        ("sleep value=7.5h", "7.5 h", "7.5시간"),
    ],
)  # fmt: skip
def test_measures(notation: str, english: str, korean: str) -> None:

    told = measure(notation, TODAY)
    units = units_of([told], Profile(user_id=1))
    assert wording("en").measure(told, units) == english
    assert wording("ko").measure(told, units) == korean


def test_the_language_is_that_of_the_question() -> None:
    assert [language_of(text, "ko") for text in ("벤치 PR", "bench PR", "315?")] == ["ko", "en", "ko"]


def told(*findings: Finding, **more: object) -> str:
    analysis = Analysis(
        query_intent="", findings=findings, verdict_reasoning="", verdict=Sufficiency.SUFFICIENT
    )
    given = SynthesizerInput(
        query="how is my bench?",
        query_type=QueryType.SIMPLE,
        now=datetime(2026, 11, 21, tzinfo=UTC),
        profile=Profile(user_id=1),
        analysis=analysis,
    )
    return synthesize(given.model_copy(update=more)).response


def test_what_the_evaluator_refused_is_left_out() -> None:
    refused = EvaluationFeedback(
        issue="wrong", suggestion="leave it out", affected_claim="You lifted 500 lb."
    )
    text = told(
        Finding(claim="You lifted 500 lb."), Finding(claim="Your best is 200 lb."), feedback=(refused,)
    )
    assert text == "Your best is 200 lb."


def test_the_parts_of_a_question_stand_on_lines_of_their_own() -> None:
    assert told(Finding(claim="A."), Finding(claim="B."), Finding(claim="C.", sub_query=2)) == "A. B.\nC."


def test_a_partial_answer_names_what_is_missing() -> None:
    gap = Gap(key="sleep", description="how you slept", gap_type=GapType.TOPICAL, severity="critical")
    text = told(Finding(claim="Your best is 200 lb."), is_partial=True, unanswered_gaps=(gap,))
    assert (
        text
        == "Here is what I can say: Your best is 200 lb.\nTo say more I would need to know how you slept."
    )


def test_no_findings_is_said() -> None:
    assert told() == "I found nothing in your log that answers this."


def test_figures_and_evidence_are_handed_on_once() -> None:
    figure = Figure(value=200, unit="lb", what="heaviest bench press", entries=("a",))
    given = Finding(claim="A.", evidence=("a", "b"), figures=(figure,))
    analysis = Analysis(
        query_intent="", findings=(given, given), verdict_reasoning="", verdict=Sufficiency.SUFFICIENT
    )
    draft = synthesize(
        SynthesizerInput(
            query="bench?",
            query_type=QueryType.SIMPLE,
            now=datetime(2026, 11, 21, tzinfo=UTC),
            profile=Profile(user_id=1),
            analysis=analysis,
        )
    )
    assert (draft.figures, draft.evidence) == ((figure,), ("a", "b"))


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("hi", "Hello"),
        ("thanks a lot", "welcome"),
        ("what can you do", "/undo"),
        ("고마워", "천만에요"),
        ("k", "Good"),
    ],
)
def test_small_talk(query: str, expected: str) -> None:
    assert expected in told(query=query, query_type=QueryType.CHAT, analysis=None)


@pytest.mark.parametrize("subject", ["alarms", "corrections", "polar", "router", "safety"])
def test_code_names_all_that_a_file_of_words_has(subject: str):
    code = "".join(path.read_text("utf-8") for path in Path(agents.offline.__file__).parent.rglob("*.py"))
    for language in lexicon.languages(subject):
        file = lexicon.load(subject, language, lexicon.Named[Any])
        assert [name for name in file.named if not re.search(rf"\b{name}\b", code)] == []
