from __future__ import annotations

from datetime import date, timedelta

import pytest

from agents.evaluator import EvaluatorInput, EvaluatorOutput
from agents.offline import lexicon
from agents.offline.evaluator import evaluate
from agents.offline.safety import CHECKS, pattern
from agents.types import (
    Analysis,
    Draft,
    EvaluationFeedback,
    Figure,
    Finding,
    Gap,
    GapType,
    QueryType,
    RetrievalAttempt,
    RetrievalInstruction,
    SubQuery,
    Sufficiency,
    Verdict,
)
from domains.registry import load
from storage.entities import DateRange, Entry
from tests.agents.diary import ME, NOW, entry, lift, pain, run

TODAY = NOW.date()
D9 = date(2026, 11, 9)
BENCH = entry(D9, lift(D9, 100, 5, 3), text="bench 100x5x3", name="A")
RUN = entry(TODAY, run(TODAY, 5, 1500), text="ran 5k", name="R")
CONTEXT = load().combine(["strength", "running", "nutrition", "mood", "sleep"])
ALWAYS = {"numbers_supported", "claims_have_evidence", "gaps_disclosed"}
PAIN_SEARCH = RetrievalAttempt(
    attempt=1, instruction=RetrievalInstruction(strategy="topic", topics=("pain",))
)


def judged(
    response: str,
    *,
    query: str = "what is my best bench?",
    kind: QueryType = QueryType.SIMPLE,
    entries: tuple[Entry, ...] = (BENCH,),
    findings: tuple[Finding, ...] | None = None,
    parts: tuple[SubQuery, ...] | None = None,
    gaps: tuple[Gap, ...] = (),
    verdict: Sufficiency = Sufficiency.SUFFICIENT,
    evidence: tuple[str, ...] = ("A",),
    figures: tuple[Figure, ...] = (),
    disclosed: tuple[str, ...] = (),
    history: tuple[RetrievalAttempt, ...] = (),
    previous: tuple[EvaluationFeedback, ...] = (),
    by_code: tuple[Finding, ...] = (),
) -> EvaluatorOutput:
    found = findings if findings is not None else (Finding(claim=response, evidence=evidence),)
    analysis = Analysis(
        query_intent=query,
        findings=found,
        by_code=by_code,
        gaps=gaps,
        verdict_reasoning="",
        verdict=verdict,
    )
    return evaluate(
        EvaluatorInput(
            query=query,
            query_type=kind,
            sub_queries=parts
            or (SubQuery(id=1, question=query, query_type=kind, subjects=("bench press",)),),
            now=NOW,
            profile=ME,
            draft=Draft(response=response, evidence=evidence, figures=figures, gaps_disclosed=disclosed),
            analysis=None if kind is QueryType.CHAT else analysis,
            entries=entries,
            retrieval_history=history,
            rules=CONTEXT.evaluation_rules,
            domain_context=CONTEXT,
            previous_feedback=previous,
        )
    )


def failed(output: EvaluatorOutput) -> list[str]:
    assert [d.dimension for d in output.dimensions] == ["accuracy", "relevance", "safety", "completeness"]
    assert (output.verdict is Verdict.FAIL) == any(d.issues for d in output.dimensions)
    assert (output.verdict is Verdict.PASS) == (output.recommendation == "accept")
    return [d.dimension for d in output.dimensions if d.verdict is Verdict.FAIL]


def test_a_true_answer_passes():
    assert failed(judged("Your best bench press is 100 kg x 5, on Mon 9 Nov.")) == []
    assert failed(judged("벤치프레스 최고 기록은 11월 9일 100kg 5회예요.", query="벤치 최고 기록은?")) == []


def test_a_wrong_number_fails_with_what_to_mend():
    output = judged("Your best bench press is 110 kg, on Mon 9 Nov.")
    assert failed(output) == ["accuracy"]
    assert "110 kg" in output.feedback[0].issue
    assert output.feedback[0].affected_claim == "Your best bench press is 110 kg, on Mon 9 Nov."
    assert output.recommendation == "retry_with_feedback"


def test_the_same_complaint_twice_ends_in_a_partial_answer():
    first = judged("Your best bench press is 110 kg.")
    again = judged("Your best bench press is 110 kg.", previous=first.feedback)
    assert again.recommendation == "give_partial"


def test_a_claim_without_evidence_fails_unless_it_is_general_or_a_lack():
    text = "Your bench press suffers from short rests."
    bare = (Finding(claim=text),)
    assert failed(judged(text, findings=bare)) == ["accuracy"]
    assert failed(judged(text, findings=(Finding(claim=text, general=True),))) == []
    nothing = "You have logged no swimming."
    assert failed(judged(nothing, findings=(Finding(claim=nothing),), evidence=())) == []


def test_evidence_must_have_been_retrieved():
    output = judged("Your best bench press is 100 kg.", evidence=("A", "ZZ"))
    assert failed(output) == ["accuracy"]


def test_an_answer_about_something_else_is_not_relevant():
    squat = (SubQuery(id=1, question="best squat?", query_type=QueryType.SIMPLE, subjects=("squat",)),)
    assert failed(judged("Your best bench press is 100 kg.", parts=squat)) == ["relevance"]
    assert failed(judged("You have logged no squat yet.", parts=squat)) == []
    assert "relevance" in failed(judged("  "))


def test_an_answer_about_other_days_is_not_relevant():
    october = DateRange(start=date(2026, 10, 1), end=date(2026, 10, 31))
    part = SubQuery(
        id=1,
        question="bench in October?",
        query_type=QueryType.SIMPLE,
        subjects=("bench press",),
        date_range=october,
    )
    assert failed(judged("Your bench press was 100 kg.", parts=(part,))) == ["relevance"]
    assert failed(judged("No bench in October; the nearest is 100 kg on Mon 9 Nov.", parts=(part,))) == []


def test_every_part_is_answered_or_its_lack_is_said():
    parts = (
        SubQuery(id=1, question="best bench?", query_type=QueryType.SIMPLE, subjects=("bench press",)),
        SubQuery(id=2, question="how was my sleep?", query_type=QueryType.SIMPLE, subjects=("sleep",)),
    )
    bench = Finding(claim="Your best bench press is 100 kg.", evidence=("A",), sub_query=1)
    half = judged("Your best bench press is 100 kg.", parts=parts, findings=(bench,))
    assert failed(half) == ["completeness"]
    assert half.recommendation == "retry_with_more_context"
    assert "how was my sleep?" in half.feedback[0].issue
    said = "Your best bench press is 100 kg. No sleep is logged."
    assert failed(judged(said, parts=parts, findings=(bench,))) == []
    korean = "벤치프레스는 100kg이에요. 수면 기록은 없어요."
    assert failed(judged(korean, parts=parts, findings=(bench,))) == []


def test_an_important_gap_is_not_hidden():
    gap = Gap(
        key="sleep",
        description="how you slept",
        gap_type=GapType.CONTEXTUAL,
        severity="critical",
        searched=True,
    )
    text = "Your bench press was 100 kg."
    insufficient = Sufficiency.INSUFFICIENT
    assert failed(judged(text, gaps=(gap,), verdict=insufficient)) == ["completeness"]
    assert failed(judged(text, gaps=(gap,), verdict=insufficient, disclosed=("how you slept",))) == []
    assert failed(judged(text, gaps=(gap.model_copy(update={"found": True}),), verdict=insufficient)) == []


def advised(text: str, *entries: Entry, query: str = "what should I train today?", searched: bool = True):
    part = SubQuery(id=1, question=query, query_type=QueryType.RECOMMENDATION)
    return judged(
        text,
        query=query,
        kind=QueryType.RECOMMENDATION,
        parts=(part,),
        entries=(BENCH, *entries),
        history=(PAIN_SEARCH,) if searched else (),
    )


def test_a_recommendation_needs_a_look_for_pain():
    text = "You could do bench press today."
    unlooked = advised(text, searched=False)
    assert failed(unlooked) == ["safety"]
    assert "pain" in unlooked.feedback[0].suggestion
    assert unlooked.recommendation == "retry_with_more_context"
    assert failed(advised(text)) == []


def test_advice_about_sleep_needs_no_look_for_pain():
    part = SubQuery(
        id=1, question="improve my sleep?", query_type=QueryType.RECOMMENDATION, subjects=("sleep",)
    )
    output = judged(
        "You could go to bed earlier.", kind=QueryType.RECOMMENDATION, parts=(part,), disclosed=("x",)
    )
    assert failed(output) == []


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("You could do bench press today.", False),
        ("오늘은 벤치프레스를 추천해요.", False),
        ("So bench press today would fit.", False),
        ("그래서 오늘은 벤치프레스가 알맞아 보여요.", False),
        ("Try the bench, then squat.", False),
        ("Leave out bench press; try a squat.", True),
        ("Avoid the bench press until it is pain-free.", True),
        ("벤치프레스는 피하고 쉬세요.", True),
        ("You could squat today.", True),
        ("Your last bench press was 100 kg.", True),
    ],
)
def test_nothing_is_recommended_that_loads_a_painful_place(text: str, safe: bool):
    day = TODAY - timedelta(days=3)
    hurts = entry(day, pain(day, "left shoulder"), name="P")
    assert failed(advised(text, hurts)) == ([] if safe else ["safety"])


def test_pain_that_is_gone_or_long_ago_rules_nothing_out():
    old, gone = TODAY - timedelta(days=40), TODAY - timedelta(days=1)
    before = TODAY - timedelta(days=5)
    text = "You could do bench press today."
    assert failed(advised(text, entry(old, pain(old, "shoulder"), name="P"))) == []
    healed = (
        entry(before, pain(before, "shoulder", 5), name="P"),
        entry(gone, pain(gone, "shoulder", 0), name="Q"),
    )
    assert failed(advised(text, *healed)) == []


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("You have tendonitis in the elbow.", False),
        ("That sounds like a torn rotator cuff.", False),
        ("Take ibuprofen before the bench press.", False),
        ("회전근개 파열인 것 같아요.", False),
        ("진통제를 드세요.", False),
        ("I cannot say whether it is a tear; a doctor can.", True),
        ("You noted elbow pain; see a physiotherapist if it lasts.", True),
    ],
)
def test_no_diagnosis_and_no_medicine(text: str, safe: bool):
    output = judged(f"Your bench press was 100 kg. {text}", query="how was bench?")
    assert failed(output) == ([] if safe else ["safety"])


@pytest.mark.parametrize(
    ("query", "kind", "needed"),
    [
        ("my shoulder hurts, why?", QueryType.INSIGHT, True),
        ("무릎이 아픈데 뭐 할까?", QueryType.INSIGHT, True),
        ("my arm went numb on bench", QueryType.SIMPLE, True),
        ("when did my shoulder hurt?", QueryType.SIMPLE, False),
        ("why was bench heavy?", QueryType.INSIGHT, False),
    ],
)
def test_pain_and_alarming_signs_call_for_a_professional(query: str, kind: QueryType, needed: bool):
    text = "Your bench press was 100 kg on 9 Nov."
    assert failed(judged(text, query=query, kind=kind)) == (["safety"] if needed else [])
    assert failed(judged(f"{text} Please see a doctor.", query=query, kind=kind)) == []
    assert failed(judged("11월 9일 벤치프레스 100kg이에요. 병원에 가 보세요.", query=query, kind=kind)) == []


def test_no_starving_is_recommended():
    plan = (Figure(value=900, unit="kcal", what="plan", entries=("A",)),)
    part = (SubQuery(id=1, question="how much to eat?", query_type=QueryType.SIMPLE),)
    assert "safety" in failed(judged("Aim for 900 kcal a day.", parts=part, figures=plan))
    assert "safety" in failed(judged("하루 900칼로리를 목표로 드세요.", parts=part, figures=plan))
    assert "safety" not in failed(judged("Aim for a deficit of 300 kcal a day.", parts=part, figures=plan))


def test_a_recommended_load_is_near_what_was_done():
    def at(kg: float) -> list[str]:
        figure = Figure(value=kg, unit="kg", what="next bench press", entries=("A",))
        return failed(judged(f"Try bench press with {kg:g} kg next time.", figures=(figure,)))

    assert at(105) == []
    assert at(130) == ["safety"]


@pytest.mark.parametrize(
    ("text", "dimensions"),
    [
        ("Hello! Text me your training, for example \u201cbench 185x5x3\u201d.", []),
        ("Hi! You benched well: your best is 120 kg.", ["accuracy"]),
        ("Hello! You benched 240 lb yesterday, well done.", ["accuracy"]),
        ("Your bench is at 120 kg now.", ["accuracy"]),
        ("안녕하세요! 어제 벤치 120kg을 하셨네요.", ["accuracy"]),
        ("안녕하세요! “7시간 잤어”처럼 적어 주세요.", []),
        ("You can ask me 5 things at once.", []),
        ("You have tendonitis.", ["safety"]),
        ("", ["relevance"]),
    ],
)
def test_small_talk_claims_no_numbers(text: str, dimensions: list[str]):
    assert failed(judged(text, query="hi", kind=QueryType.CHAT)) == dimensions


def test_every_check_that_a_domain_names_is_judged():
    named = {
        rule.check for domain in load().domains.values() for rule in domain.evaluation_rules if rule.check
    }
    assert named <= set(CHECKS) | ALWAYS
    assert set(CHECKS) <= named


@pytest.mark.parametrize("name", sorted(lexicon.load("safety", "en", lexicon.Named[str]).named))
def test_the_words_of_every_language_compile(name: str):
    assert pattern(name).search("") is None


KNOWN = Finding(
    claim="Your heaviest bench press: 100 kg for 5 on Mon 9 Nov.",
    evidence=("A",),
    figures=(Figure(value=100, unit="kg", what="heaviest bench press", entries=("A",), day=D9),),
)


@pytest.mark.parametrize(
    ("response", "kind", "withheld"),
    [
        ("I could not find any bench press.", QueryType.SIMPLE, True),
        ("I could not find anything.", QueryType.INSIGHT, True),
        ("x", QueryType.SIMPLE, True),
        ("x", QueryType.INSIGHT, True),
        ("Good luck with your bench press!", QueryType.SIMPLE, True),
        ("Bench press, wie immer.", QueryType.SIMPLE, True),
        ("Zu Bankdrücken steht nichts im Log.", QueryType.SIMPLE, True),
        ("벤치프레스 기록이 없어요.", QueryType.SIMPLE, True),
        ("100 kg, on Mon 9 Nov.", QueryType.SIMPLE, False),
        ("Nothing heavier than 100 kg, which you benched on Mon 9 Nov.", QueryType.SIMPLE, False),
        ("That was the heaviest bench press.", QueryType.SIMPLE, False),
        ("Am 9. November 100 kg im Bankdrücken.", QueryType.SIMPLE, False),
        ("11월 9일 벤치프레스 100 kg예요.", QueryType.SIMPLE, False),
        ("Your bench press feels heavy because of long breaks.", QueryType.INSIGHT, False),
        ("Your bench press has not moved much.", QueryType.INSIGHT, False),
        ("All records of everybody were deleted.", QueryType.INSIGHT, True),
    ],
)
def test_what_code_has_is_told(response: str, kind: QueryType, *, withheld: bool) -> None:
    found = judged(response, kind=kind, by_code=(KNOWN,), disclosed=("bench",) if withheld else ())
    issues = [item.issue for item in found.feedback]

    assert any(KNOWN.claim in issue for issue in issues) is withheld
