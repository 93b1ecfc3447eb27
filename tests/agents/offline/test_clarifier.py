from __future__ import annotations

from datetime import date

import pytest

from agents.clarifier import ClarifierInput, ClarifierOutput
from agents.offline.clarifier import clarify
from agents.offline.lexicon import languages
from agents.types import Gap, GapType, RetrievalAttempt, RetrievalInstruction, UserAnswer
from storage.entities import DateRange
from tests.agents.diary import ME


def gap(
    key: str,
    kind: GapType = GapType.SUBJECTIVE,
    description: str = "",
    options: tuple[str, ...] = (),
    critical: bool = True,
) -> Gap:
    return Gap(
        key=key,
        description=description or key,
        gap_type=kind,
        severity="critical" if critical else "nice_to_have",
        options=options,
    )


def asked(
    *gaps: Gap,
    query: str = "why was bench heavy?",
    previous: tuple[UserAnswer, ...] = (),
    days: DateRange | None = None,
) -> ClarifierOutput:
    instruction = RetrievalInstruction(strategy="date_range", date_range=days)
    history = (RetrievalAttempt(attempt=1, instruction=instruction),) if days else ()
    return clarify(
        ClarifierInput(query=query, profile=ME, gaps=gaps, retrieval_history=history, previous=previous)
    )


@pytest.mark.parametrize(
    ("key", "question", "options"),
    [
        ("sleep", "Roughly how long did you sleep last night?", ("under 6 h", "6-7 h", "over 7 h")),
        ("stress", "How stressful was it lately?", ("calm", "some stress", "very stressful")),
        ("food", "How did you eat lately?", ("less than usual", "as usual", "more than usual")),
        ("period", "Which period do you mean?", ("this week", "last week", "the last month", "all time")),
    ],
)
def test_each_kind_has_its_question_and_options(key: str, question: str, options: tuple[str, ...]):
    (only,) = asked(gap(key)).questions
    assert (only.question, only.options, only.gap) == (question, options, key)


def test_korean_questions_are_asked_in_korean():
    output = asked(gap("sleep"), query="벤치가 왜 무거웠지?")
    assert output.questions[0].question == "어젯밤에 얼마나 주무셨나요?"
    assert output.questions[0].options == ("6시간 미만", "6-7시간", "7시간 넘게")
    assert "건너뛰면" in output.fallback_action


def test_options_of_the_gap_come_first():
    which = gap(
        "which subject", GapType.CLARIFICATION, "what the question is about", ("bench press", "squat")
    )
    output = asked(which)
    assert output.questions[0].question == "Which one do you mean?"
    assert output.questions[0].options == ("bench press", "squat")
    assert "more than one way" in output.context_explanation


def test_the_days_in_question_are_named():
    week = DateRange(start=date(2026, 11, 9), end=date(2026, 11, 15))
    assert asked(gap("stress"), days=week).questions[0].question == (
        "How stressful was it between 9 Nov and 15 Nov?"
    )
    one = DateRange(start=date(2026, 11, 9), end=date(2026, 11, 9))
    assert (
        asked(gap("수면"), query="왜?", days=one).questions[0].question
        == "11월 9일 무렵에 얼마나 주무셨나요?"
    )


def test_only_gaps_that_nobody_can_look_up_are_asked_the_critical_first():
    output = asked(gap("mood", critical=False), gap("sleep", GapType.TOPICAL), gap("stress"))
    assert [question.gap for question in output.questions] == ["stress", "mood"]
    assert [question.required for question in output.questions] == [True, False]


def test_nothing_is_asked_twice():
    told = UserAnswer(gap="stress", question="How stressful was it lately?", answer="calm")
    assert asked(gap("stress"), gap("sleep"), previous=(told,)).questions[0].gap == "sleep"
    assert asked(gap("work stress"), previous=(told,)).questions == ()
    assert len(asked(gap("stress"), gap("stress at work")).questions) == 1


def test_an_unknown_kind_is_asked_in_its_own_words():
    assert asked(gap("shoes", description="Which shoes did you wear?")).questions[0].question == (
        "Which shoes did you wear?"
    )
    assert asked(gap("weather", description="the weather {that} day")).questions[0].question == (
        "Could you tell me: the weather {that} day?"
    )


def test_every_language_has_the_same_kinds():
    assert {"en", "ko"} <= set(languages("clarifier"))


def test_what_was_looked_at_is_said_and_nothing_more():
    def why(*topics: str) -> str:
        made = tuple(
            RetrievalAttempt(attempt=1, instruction=RetrievalInstruction(strategy="topic", topics=(topic,)))
            for topic in topics
        )
        given = ClarifierInput(query="why?", profile=ME, gaps=(gap("stress"),), retrieval_history=made)
        return clarify(given).context_explanation

    assert why("bench press", "sleep") == (
        "I looked at training, sleep in your log and nothing stood out, so I ask you."
    )
    assert "looked" not in why()
