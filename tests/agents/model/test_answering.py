"""Analysis and answer from one call."""

from __future__ import annotations

import pytest

from agents.analyzer import AnalyzerInput, AnalyzerOutput
from agents.evaluator import EvaluatorInput
from agents.model import answering
from agents.model.analyzer import FindingWire, GapWire
from agents.model.answering import AnsweringWire
from agents.offline.engine import OfflineEngine
from agents.session import Session, enter
from agents.types import GapType, QueryType, Sufficiency, Verdict
from tests.agents.diary import NOW
from tests.agents.model.played import asked

Material = tuple[AnalyzerInput, AnalyzerOutput]
GOOD = "Your best bench press is 195 lb, on Mon 9 Nov."
BEST = FindingWire(claim=GOOD, refs=["F1"], confidence="high")
ASKS = GapWire(key="mood", description="the mood", gap_type=GapType.SUBJECTIVE, severity="critical")


@pytest.fixture
async def pr() -> Material:
    _, engine = await asked("lifter", "what's my bench PR?")
    return engine.analyzed[-1]


def said(response: str, *used: str, gaps: tuple[GapWire, ...] = ()) -> AnsweringWire:
    return AnsweringWire(
        query_intent="to know",
        findings=[BEST],
        gaps=list(gaps),
        response=response,
        used=list(used),
        verdict_reasoning="",
        verdict=Sufficiency.SUFFICIENT,
    )


def test_the_verdict_comes_after_its_reasons_and_before_the_message():
    names = list(AnsweringWire.model_json_schema()["properties"])
    order = ["findings", "gaps", "verdict_reasoning", "verdict", "response"]
    assert [name for name in names if name in order] == order


async def test_one_answer_becomes_two_and_passes_the_evaluator(pr: Material):
    given, floor = pr
    analysis, draft = answering.output(said(f"{GOOD} [F1]", "F1"), given, floor)
    assert draft is not None
    assert draft.response == GOOD
    assert draft.evidence == floor.findings[0].evidence
    judged = await OfflineEngine().evaluate(
        EvaluatorInput(
            query=given.query,
            query_type=QueryType.SIMPLE,
            sub_queries=given.sub_queries,
            now=given.now,
            profile=given.profile,
            draft=draft,
            analysis=analysis,
            entries=given.entries,
            retrieval_history=given.retrieval_history,
            domain_context=given.domain_context,
        )
    )
    assert judged.verdict is Verdict.PASS


def test_an_answer_without_references_rests_on_its_findings(pr: Material):
    given, floor = pr
    _, draft = answering.output(said(GOOD, "X9"), given, floor)
    assert draft is not None
    assert draft.figures == floor.findings[0].figures


async def test_a_figure_that_is_used_without_naming_it_still_carries_the_answer():
    _, engine = await asked("lifter", "why did bench feel heavy this week?")
    given, floor = engine.analyzed[-1]
    usual = next(f for finding in floor.findings for f in finding.figures if f.what == "usual sleep")
    told = said("You slept less than the usual 7.4 h.", "E1")
    told = told.model_copy(update={"findings": [FindingWire(claim="You trained.", refs=["E1"])]})
    analysis, draft = answering.output(told, given, floor)
    assert all(usual not in finding.figures for finding in analysis.findings)
    assert draft is not None
    assert usual in draft.figures


@pytest.mark.parametrize("response", ["", "```json\n{}\n```", "Ваш лучший жим лёжа девятого ноября."])
def test_no_message_no_draft(pr: Material, response: str):
    analysis, draft = answering.output(said(response, "F1"), *pr)
    assert draft is None
    assert analysis.verdict is Sufficiency.SUFFICIENT


def test_where_something_critical_is_missing_there_is_no_draft(pr: Material):
    analysis, draft = answering.output(said(GOOD, "F1", gaps=(ASKS,)), *pr)
    assert draft is None
    assert analysis.verdict is Sufficiency.INSUFFICIENT


def test_code_in_the_forms_of_a_model_leaves_the_message_to_code(pr: Material):
    given, floor = pr
    analysis, draft = answering.output(answering.wire(floor, given), given, floor)
    assert draft is None
    assert [f.claim for f in analysis.findings] == [f.claim for f in floor.findings]


async def test_the_message_shows_while_it_is_written(pr: Material):
    given, floor = pr
    shown: list[str] = []
    enter(Session(turn_id="t", user_id=1, chat_id=1, sent_at=NOW, preview=shown.append))
    partial = answering.ask(given, floor).partial
    assert partial is not None
    partial(AnsweringWire.model_construct(query_intent="to know"))
    partial(AnsweringWire.model_construct(response="You did it on E1. Up 999 lb. So"))
    first = min(e.day for e in given.entries)
    assert shown == [f"You did it on {first:%a} {first.day} {first:%b}."]


async def test_nothing_shows_when_the_person_will_be_asked(pr: Material):
    shown: list[str] = []
    enter(Session(turn_id="t", user_id=1, chat_id=1, sent_at=NOW, preview=shown.append))
    partial = answering.ask(*pr).partial
    assert partial is not None
    partial(AnsweringWire.model_construct(gaps=[ASKS], response=f"{GOOD} And"))
    assert shown == []


def test_without_a_preview_nothing_is_streamed(pr: Material):
    assert answering.ask(*pr).partial is None
