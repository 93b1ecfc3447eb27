"""The planner and the clarifier played by a model: what exists is searched, and searched before asked."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.clarifier import ClarifierInput
from agents.model import clarifier, planner
from agents.model.clarifier import ClarifierWire
from agents.model.planner_wire import PlannerWire
from agents.offline.clarifier import clarify
from agents.planner import PlannerOutput
from agents.types import GapType, UserAnswer
from tests.agents.model.given import (
    LIMITS,
    LOGGED,
    REGISTRY,
    SEARCHED,
    SLEEP_GAP,
    TODAY,
    TWO_LIFTS,
    to_clarify,
    to_plan,
)
from tests.agents.model.wires import answers
from tests.driver.sizes import examples

QUESTIONS = (
    "what is my bench PR?",
    "how did I sleep this week compared to last week?",
    "why was I so weak on Friday?",
    "what should I train today?",
    "is it getting better?",
    "my squat record and my average sleep in October?",
)
WORDS = (*QUESTIONS, "bench press", "Squat", "sleep", "strength", "astrology", "2026-11-01", "2026-11-22",
         "1066-01-01", "mood", "")  # fmt: skip
DAYS = {"start": "2026-11-01", "end": "2026-11-22"}


def planned(query: str, told: dict[str, object], **other: object) -> tuple[PlannerOutput, PlannerOutput]:
    """The plan that comes of a model's answer, and code's."""
    asked, floor = to_plan(query, **other)
    part = {"type": "simple", "about": ["bench press"]}
    wire = PlannerWire.model_validate({"reasoning": "so", "parts": [part], "next_action": "retrieve", **told})
    return planner.output(wire, asked, floor), floor


@pytest.mark.parametrize("query", QUESTIONS)
def test_what_code_plans_comes_through_the_wire(query: str) -> None:
    asked, floor = to_plan(query)
    echoed = planner.output(planner.wire(floor, asked), asked, floor)
    assert echoed.next_action == floor.next_action
    assert [part.figures for part in echoed.sub_queries] == [part.figures for part in floor.sub_queries]
    assert [part.subjects for part in echoed.sub_queries] == [part.subjects for part in floor.sub_queries]
    assert {topic for i in floor.instructions for topic in i.topics} <= {
        topic for i in echoed.instructions for topic in i.topics
    }


@settings(max_examples=examples(150), deadline=None)
@given(st.sampled_from(QUESTIONS), answers(PlannerWire, WORDS), st.booleans(), st.booleans(), st.booleans())
def test_any_answer_gives_a_sound_plan(
    query: str, answer: PlannerWire, may_expand: bool, searched: bool, few_domains: bool
) -> None:
    other: dict[str, object] = {"may_expand": may_expand}
    if searched:
        other |= {"retrieval_history": (SEARCHED,), "gaps": (SLEEP_GAP,)}
    if few_domains:
        other |= {"domain_context": REGISTRY.combine(("strength",))}
    asked, floor = to_plan(query, **other)
    plan = planner.output(answer, asked, floor)
    context = asked.domain_context
    names = {*context.vocabulary.values(), *context.domains_loaded}
    names |= {name for measure in LOGGED for name in (measure.name, measure.domain)}
    names |= {topic for search in floor.instructions for topic in search.topics}
    names |= {name for part in floor.sub_queries for name in part.subjects}
    names |= {figure.measure for part in floor.sub_queries for figure in part.figures}
    assert 0 < len(plan.sub_queries) <= 5
    assert [part.id for part in plan.sub_queries] == list(range(1, len(plan.sub_queries) + 1))
    for part in plan.sub_queries:
        assert set(part.subjects) <= names
        assert {figure.measure for figure in part.figures} <= names
    for search in plan.instructions:
        assert set(search.topics) <= names
        span = search.date_range
        assert span is None or date(1980, 1, 1) <= span.start <= span.end
        assert 1 <= search.sub_query <= len(plan.sub_queries)
    assert set(plan.domain_expansion) <= {info.name for info in context.available_domains}
    assert may_expand or plan.next_action != "expand_domain" or plan == floor
    match plan.next_action:
        case "retrieve":
            assert plan.instructions
        case "clarify":
            assert plan.ask
            assert all(not gap.retrievable for gap in plan.ask)
        case "expand_domain":
            assert plan.domain_expansion
        case "synthesize":
            assert searched or plan == floor


def test_figures_bring_the_searches_they_rest_on() -> None:
    plan, _ = planned(
        "bench record, and sleep now and in October?",
        {
            "parts": [
                {
                    "type": "simple",
                    "about": ["BENCH"],
                    "figures": [{"statistic": "record", "quantity": "weight", "measure": "bench"}],
                },
                {
                    "type": "comparison",
                    "question": "sleep now and in October",
                    "figures": [
                        {
                            "statistic": "average",
                            "quantity": "value",
                            "measure": "sleep",
                            "days": DAYS,
                            "versus": {"start": "2026-10-01", "end": "2026-10-31"},
                        }
                    ],
                },
            ]
        },
    )
    bench, sleep = plan.instructions
    assert (bench.topics, bench.everything, bench.date_range) == (("bench press",), True, None)
    assert sleep.topics == ("sleep",)
    assert sleep.date_range is not None
    assert (sleep.date_range.start, sleep.date_range.end) == (date(2026, 10, 1), TODAY)
    assert plan.query_type == "comparison"


def test_an_empty_plan_is_codes() -> None:
    plan, floor = planned("what is my bench PR?", {"parts": [], "next_action": "synthesize"})
    assert plan == floor
    plan, floor = planned("is it getting better?", {"parts": [], "next_action": "clarify"})
    assert plan.next_action in (floor.next_action, "retrieve")


def test_what_can_be_searched_is_searched_before_it_is_asked() -> None:
    gap = {"key": "sleep", "what": "how you slept", "kind": "subjective", "critical": True}
    told: dict[str, object] = {
        "searches": [{"topics": ["sleep"], "days": DAYS}],
        "gaps": [gap],
        "next_action": "clarify",
    }
    plan, _ = planned("why was I so weak on Friday?", told)
    assert plan.next_action == "retrieve"
    assert not plan.ask
    plan, _ = planned(
        "why was I so weak on Friday?",
        {"gaps": [gap], "next_action": "clarify"},
        retrieval_history=(SEARCHED,),
    )
    assert plan.next_action == "clarify"
    assert [asked.key for asked in plan.ask] == ["sleep"]


def test_a_gap_that_can_be_looked_up_is_not_asked_and_an_answered_one_not_again() -> None:
    gap = {"key": "food", "what": "what you ate", "kind": "topical", "critical": True}
    told: dict[str, object] = {"gaps": [gap], "next_action": "clarify"}
    plan, _ = planned("why was I so weak on Friday?", told, retrieval_history=(SEARCHED,))
    assert plan.next_action != "clarify" or "food" not in [asked.key for asked in plan.ask]
    answered = UserAnswer(gap="sleep", question="How did you sleep?", answer="badly")
    plan, _ = planned(
        "why was I so weak on Friday?",
        {"gaps": [{**gap, "key": "sleep", "kind": "subjective"}], "next_action": "clarify"},
        retrieval_history=(SEARCHED,),
        answers=(answered,),
    )
    assert "sleep" not in [asked.key for asked in plan.ask]


def test_a_loaded_domain_is_not_loaded_again() -> None:
    plan, _ = planned(
        "what is my bench PR?", {"expand": ["strength", "astrology"], "next_action": "expand_domain"}
    )
    assert plan.next_action == "retrieve"
    plan, _ = planned(
        "what is my bench PR?",
        {"expand": ["strength", "Sleep"], "next_action": "expand_domain"},
        domain_context=REGISTRY.combine(("strength",)),
    )
    assert plan.domain_expansion == ("sleep",)


def test_a_search_is_not_made_twice() -> None:
    plan, _ = planned(
        "what is my bench PR?", {"searches": [{"topics": ["bench press"]}]}, retrieval_history=(SEARCHED,)
    )
    assert not any(i.topics == ("bench press",) and not i.everything for i in plan.instructions)


def test_days_the_wrong_way_round_are_turned() -> None:
    plan, _ = planned(
        "bench?",
        {"searches": [{"topics": ["bench press"], "days": {"start": "2026-11-20", "end": "2026-11-01"}}]},
    )
    span = plan.instructions[0].date_range
    assert span is not None
    assert (span.start, span.end) == (date(2026, 11, 1), date(2026, 11, 20))


def test_the_planner_sees_what_there_is_and_no_entry() -> None:
    asked, floor = to_plan("what is my bench PR?", global_context="likes mornings")
    ask = planner.ask(asked, floor, limits=LIMITS)
    assert "bench press (strength): 30" in ask.context
    assert "likes mornings" in ask.context
    assert TWO_LIFTS.text not in ask.context
    injected = planner.ask(asked, floor, "Logged so far: bench press", limits=LIMITS)
    assert "likes mornings" not in injected.context
    assert ask.instructions == injected.instructions


GAPS = (
    SLEEP_GAP,
    SLEEP_GAP.model_copy(
        update={"key": "which subject", "gap_type": GapType.CLARIFICATION, "options": ("bench", "squat")}
    ),
    SLEEP_GAP.model_copy(update={"key": "food", "gap_type": GapType.TOPICAL}),
)


@settings(max_examples=examples(200), deadline=None)
@given(
    answers(ClarifierWire, ("sleep", "which subject", "food", "How did you sleep?", "well", "")),
    st.booleans(),
)
def test_any_answer_gives_sound_questions(answer: ClarifierWire, asked_before: bool) -> None:
    previous = (
        (UserAnswer(gap="other", question="How did you sleep?", answer="well"),) if asked_before else ()
    )
    asked = ClarifierInput.model_validate({**dict(to_clarify(*GAPS)), "previous": previous})
    worded = clarifier.output(answer, asked, clarify(asked))
    assert 0 < len(worded.questions) <= 2
    for question in worded.questions:
        assert question.gap in ("sleep", "which subject")
        assert question.question
        assert len(question.options) <= 4
        assert all(0 < len(option) <= 40 for option in question.options)
        assert not (asked_before and question.question == "How did you sleep?")
        if question.gap == "which subject":
            assert question.options == ("bench", "squat")
    assert worded.context_explanation
    assert worded.fallback_action


def test_what_code_asks_comes_through_the_wire() -> None:
    asked = to_clarify(*GAPS)
    floor = clarify(asked)
    assert clarifier.output(clarifier.wire(floor, asked), asked, floor) == floor


def test_the_clarifier_is_shown_only_what_nobody_could_look_up() -> None:
    asked = to_clarify(*GAPS)
    ask = clarifier.ask(asked, clarify(asked), limits=LIMITS)
    assert "sleep: how you slept" in ask.context
    assert "food" not in ask.context
