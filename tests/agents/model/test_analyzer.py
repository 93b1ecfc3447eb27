"""What of a model's analysis holds: references, numbers, gaps, and the verdict."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st

from agents.analyzer import AnalyzerInput, AnalyzerOutput
from agents.model import analyzer
from agents.model.analyzer import AnalyzerWire, FindingWire, GapWire
from agents.model.checks.support import expertise
from agents.model.context.shown import shown_to
from agents.truth import tell
from agents.types import Gap, GapType, RetrievalAttempt, RetrievalInstruction, Sufficiency, UserAnswer
from tests.agents.model.played import asked
from tests.driver.sizes import examples

Material = tuple[AnalyzerInput, AnalyzerOutput]
BEST = FindingWire(claim="Your best bench press is 195 lb.", refs=["F1"])


@pytest.fixture
async def pr() -> Material:
    """A lookup with one figure: 195 lb on 9 Nov."""
    _, engine = await asked("lifter", "what's my bench PR?")
    return engine.analyzed[-1]


@pytest.fixture
async def why() -> Material:
    """An insight over many entries."""
    _, engine = await asked("lifter", "why did bench feel heavy this week?")
    return engine.analyzed[-1]


def said(*findings: FindingWire, verdict: str = "sufficient", **more: object) -> AnalyzerWire:
    fields = {"query_intent": "to know", "findings": findings, "verdict_reasoning": "", "verdict": verdict}
    return AnalyzerWire.model_validate({**fields, **more})


def claims(analysis: AnalyzerOutput) -> list[str]:
    return [finding.claim for finding in analysis.findings]


def gap(key: str, severity: str = "critical", kind: GapType = GapType.SUBJECTIVE, **more: object) -> GapWire:
    return GapWire.model_validate(
        {"description": f"about {key}", **more, "key": key, "gap_type": kind, "severity": severity}
    )


def test_the_verdict_comes_last_in_what_is_asked_for():
    assert list(AnalyzerWire.model_json_schema()["properties"])[-1] == "verdict"


def test_code_wins_where_a_lookup_needs_only_figures(pr: Material):
    given, floor = pr
    assert analyzer.needed(given, floor) == set(floor.findings[0].evidence)
    assert len(given.entries) > 1


def test_expertise_is_shown_where_something_is_to_be_explained(pr: Material, why: Material):
    assert "Expertise" not in analyzer.ask(*pr).context
    assert "# Expertise\n## general" in analyzer.ask(*why).context
    assert "## swimming" not in analyzer.ask(*why).context


def test_an_insight_reads_all_entries(why: Material):
    assert analyzer.needed(*why) is None


def test_the_request_holds_the_facts_and_the_question_comes_last(why: Material):
    request = analyzer.ask(*why)
    assert "F1 4.5 h = sleep then, day 2026-11-16 [E9]" in request.context
    assert request.context.rstrip().splitlines()[-3].startswith("why did bench feel heavy")
    assert request.floor is not None
    assert request.floor().verdict is Sufficiency.SUFFICIENT


def test_a_claim_keeps_what_carries_it(pr: Material):
    given, floor = pr
    own = said(
        FindingWire(claim="Your best bench press is 195 lb, on 9 Nov.", refs=["F1"], confidence="high")
    )
    found = analyzer.output(own, given, floor).findings
    assert [f.claim for f in found] == ["Your best bench press is 195 lb, on Mon 9 Nov."]
    assert found[0].figures == floor.findings[0].figures
    assert found[0].evidence == floor.findings[0].evidence


@pytest.mark.parametrize(
    "claim",
    [
        "Your best bench press is 205 lb.",
        "Your best bench press is 195 lb, on 10 Nov.",
        "You bench 12 % more than in October.",
        "Your best bench press is 365 lb.",
    ],
)
def test_a_number_nothing_supports_is_not_claimed(pr: Material, claim: str):
    given, floor = pr
    found = analyzer.output(said(FindingWire(claim=claim, refs=["F1"])), given, floor)
    assert claims(found) == claims(floor)


def test_a_claim_is_reduced_to_the_sentences_that_hold(pr: Material):
    given, floor = pr
    own = FindingWire(claim="Your best is 195 lb. That is 20 lb over last year.", refs=["F1"])
    assert claims(analyzer.output(said(own), given, floor)) == ["Your best is 195 lb."]


@pytest.mark.parametrize("refs", [[], ["E99"], ["F9"], ["N1"], ["nonsense"]])
def test_a_claim_about_the_person_that_nothing_carries_is_dropped(why: Material, refs: list[str]):
    given, floor = why
    own = FindingWire(claim="You were stressed at work.", refs=refs)
    assert "You were stressed at work." not in claims(analyzer.output(said(own), given, floor))


def test_general_knowledge_is_marked_and_brings_no_numbers_of_its_own(why: Material):
    given, floor = why
    shown = shown_to(given, floor)
    night = next(ref for f in floor.findings for ref in shown.refs_of(f) if ref.startswith("E"))
    told = said(
        FindingWire(claim="You slept 4.5 h on 16 Nov.", refs=[night]),
        FindingWire(claim="Poor sleep makes weights feel heavy.", general=True, confidence="high"),
        FindingWire(claim="You can lift 240 lb when rested.", general=True),
    )
    found = analyzer.output(told, given, floor).findings
    assert [f.general for f in found if "Poor sleep" in f.claim] == [True]
    assert [f.confidence for f in found if "Poor sleep" in f.claim] == ["low"]
    assert not [f for f in found if "240" in f.claim]


def test_the_figures_the_plan_asked_for_are_not_lost(pr: Material):
    given, floor = pr
    entry = shown_to(given, floor).refs_of(floor.findings[0])[-1]
    found = analyzer.output(said(FindingWire(claim="It goes well.", refs=[entry])), given, floor)
    assert "It goes well." in claims(found)
    told = [figure for one in found.findings for figure in one.figures]
    assert all(figure in told for figure in floor.findings[0].figures)


async def test_a_part_that_nobody_answered_is_answered_by_code():
    _, engine = await asked("lifter", "what's my bench PR and when did I last deadlift?")
    given, floor = engine.analyzed[-1]
    own = FindingWire(claim="Your best bench press is 195 lb.", refs=["F1"], sub_query=1)
    found = analyzer.output(said(own), given, floor)
    assert {finding.sub_query for finding in found.findings} == {1, 2}


def test_nothing_recorded_does_not_stand_against_records(pr: Material):
    given, floor = pr
    own = FindingWire(claim="Nothing is recorded about bench press.", refs=[])
    assert claims(analyzer.output(said(own), given, floor)) == claims(floor)


async def test_nothing_recorded_may_be_said_where_nothing_is():
    _, engine = await asked("lifter", "how's my swimming progress?")
    given, floor = engine.analyzed[-1]
    own = FindingWire(claim="There is no swimming in your log.", refs=[])
    found = analyzer.output(said(own), given, floor)
    assert found.verdict is Sufficiency.SUFFICIENT
    assert "There is no swimming in your log." in claims(found)


def test_a_claim_in_a_language_nobody_asked_in_is_dropped(pr: Material):
    given, floor = pr
    own = FindingWire(claim="您的卧推成绩非常好请继续努力。", refs=["F1"])
    missing = gap("mood", description="您的心情和压力以及睡眠情况", options=["好的非常好特别好极了", "bad"])
    found = analyzer.output(said(own, BEST, gaps=[missing]), given, floor)
    assert claims(found) == [BEST.claim]
    assert [(one.description, one.options) for one in found.gaps] == [("mood", ("bad",))]


def test_references_may_stand_in_the_claim(pr: Material):
    given, floor = pr
    found = analyzer.output(said(FindingWire(claim="Your best is 195 lb [F1].")), given, floor).findings
    assert [(f.claim, f.figures) for f in found] == [("Your best is 195 lb.", floor.findings[0].figures)]


def test_expertise_supports_general_knowledge_only(why: Material):
    given, floor = why
    known = next(
        text for text in analyzer.expertise(given.domain_context) if "%" in text or "percent" in text
    )
    for general in (True, False):
        own = FindingWire(claim=known, refs=[] if general else ["E1"], general=general)
        told = said(own, FindingWire(claim="You slept badly.", refs=["E1"]))
        found = [f for f in analyzer.output(told, given, floor).findings if f.claim in known]
        assert bool(found) is general


def test_an_unknown_part_is_the_first_one(pr: Material):
    given, floor = pr
    own = FindingWire(claim="Your best bench press is 195 lb.", refs=["F1"], sub_query=7)
    assert [f.sub_query for f in analyzer.output(said(own), given, floor).findings] == [1]


# --- Gaps and verdict -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("verdict", "gaps", "judged"),
    [
        ("sufficient", [], "sufficient"),
        ("insufficient", [], "sufficient"),
        ("insufficient", [gap("mood", "nice_to_have")], "sufficient"),
        ("insufficient", [gap("mood")], "insufficient"),
        ("sufficient", [gap("mood")], "insufficient"),
    ],
)
def test_the_verdict_follows_the_critical_gaps(pr: Material, verdict: str, gaps: list[GapWire], judged: str):
    given, floor = pr
    assert analyzer.output(said(BEST, verdict=verdict, gaps=gaps), given, floor).verdict.value == judged


def test_order_to_find_everything_sufficient_changes_nothing_without_evidence(why: Material):
    given, floor = why
    open_gap = Gap(key="stress", description="stress", gap_type=GapType.SUBJECTIVE, severity="critical")
    nothing = floor.model_copy(
        update={"findings": (), "gaps": (open_gap,), "verdict": Sufficiency.INSUFFICIENT}
    )
    own = FindingWire(claim="As ordered, everything is sufficient.", general=True)
    found = analyzer.output(said(own), given, nothing)
    assert found == nothing


def test_a_domain_that_does_not_exist_is_no_reason_to_expand(pr: Material):
    given, floor = pr
    told = said(BEST, gaps=[gap("x", suspected_domain="astrology"), gap("y", suspected_domain="Nutrition")])
    found = {one.key: one for one in analyzer.output(told, given, floor).gaps}
    assert found["x"].suspected_domain is None
    assert not found["x"].outside_current_expertise
    assert found["y"].suspected_domain == "nutrition"
    assert found["y"].outside_current_expertise
    stuck = given.model_copy(update={"may_expand": False})
    assert not any(one.outside_current_expertise for one in analyzer.output(told, stuck, floor).gaps)


def test_what_the_person_answered_is_not_asked_again(pr: Material):
    given, floor = pr
    answered = given.model_copy(
        update={"answers": (UserAnswer(gap="mood", question="How was it?", answer="bad"),)}
    )
    found = analyzer.output(said(BEST, gaps=[gap("Mood")]), answered, floor)
    assert (found.gaps, found.verdict) == ((), Sufficiency.SUFFICIENT)


def test_what_was_searched_is_marked_so(pr: Material):
    given, floor = pr
    attempt = RetrievalAttempt(
        attempt=1, instruction=RetrievalInstruction(strategy="topic", topics=("sleep",)), entries_found=0
    )
    looked = given.model_copy(update={"retrieval_history": (attempt,)})
    told = said(BEST, gaps=[gap("sleep", kind=GapType.TOPICAL), gap("mood", kind=GapType.TOPICAL)])
    found = {one.key: one.searched for one in analyzer.output(told, looked, floor).gaps}
    assert found == {"sleep": True, "mood": False}


def test_what_was_searched_in_vain_is_no_reason_to_search_again(pr: Material):
    given, floor = pr
    everywhere = RetrievalAttempt(attempt=1, instruction=RetrievalInstruction(strategy="topic"))
    looked = given.model_copy(update={"retrieval_history": (everywhere,)})
    told = said(BEST, gaps=[gap("older", kind=GapType.TEMPORAL)], verdict="insufficient")
    assert analyzer.output(told, looked, floor).verdict is Sufficiency.SUFFICIENT
    never = given.model_copy(update={"retrieval_history": ()})
    assert analyzer.output(told, never, floor).verdict is Sufficiency.INSUFFICIENT


@settings(max_examples=examples(60), deadline=None)
@drawn(data=st.data())
async def test_whatever_is_said_only_what_is_supported_comes_out(data: st.DataObject):
    """Only claims whose numbers hold, evidence that was retrieved, and a verdict that fits the gaps."""
    _, engine = await asked("lifter", "what's my bench PR?")
    given, floor = engine.analyzed[-1]
    words = st.sampled_from(
        [
            "You did",
            "195 lb",
            "205 lb",
            "on 9 Nov",
            "on 3 March",
            "never",
            "Nothing.",
            "5 reps",
            "7.3 h",
            "\n",
            "*",
            "F1",
        ]
    )
    findings = st.builds(
        FindingWire,
        claim=st.lists(words, max_size=6).map(" ".join) | st.text(max_size=40),
        refs=st.lists(st.sampled_from(["E1", "F1", "E2", "E400", "x", "F1-F9"]), max_size=3),
        sub_query=st.integers(-3, 4),
        general=st.booleans(),
        confidence=st.sampled_from(["high", "medium", "low"]),
    )
    gaps = st.builds(
        GapWire,
        key=st.text(max_size=20),
        description=st.text(max_size=20),
        gap_type=st.sampled_from(GapType),
        severity=st.sampled_from(["critical", "nice_to_have"]),
        suspected_domain=st.none() | st.text(max_size=8) | st.just("sleep"),
        options=st.lists(st.text(max_size=60), max_size=6),
    )
    told = said(
        *data.draw(st.lists(findings, max_size=5)),
        gaps=data.draw(st.lists(gaps, max_size=4)),
        patterns=data.draw(st.lists(st.text(max_size=30), max_size=4)),
        verdict=data.draw(st.sampled_from(["sufficient", "insufficient"])),
    )
    found = analyzer.output(told, given, floor)
    for finding in found.findings:
        assert {e.id for e in given.entries}.issuperset(finding.evidence)
        assert set(shown_to(given, floor).figures).issuperset(finding.figures)
        sheet = shown_to(given, floor).sheet
        known = replace(sheet, general=(*sheet.general, *expertise(given.domain_context)))
        assert not tell(finding.claim, known).refusals
    critical = any(one.severity == "critical" and not one.found for one in found.gaps)
    assert (found.verdict is Sufficiency.INSUFFICIENT) == critical
