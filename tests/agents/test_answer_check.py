"""Whether an answer of figures answers what was asked, by its words."""

from __future__ import annotations

from datetime import date

import pytest

from agents.answer_check import doubtful, missed, strayed, told
from agents.evaluator import EvaluatorInput
from agents.types import (
    Analysis,
    Draft,
    Figure,
    FigureRequest,
    Finding,
    Quantity,
    QueryType,
    Statistic,
    SubQuery,
    Sufficiency,
)
from domains.registry import load
from storage.entities import DateRange
from tests.agents.diary import ME, NOW, entry, lift, run, sleep

D2, D9, D16 = (date(2026, 11, day) for day in (2, 9, 16))
ENTRIES = (
    entry(D2, lift(D2, 90, 5), lift(D2, 130, 3, name="squat"), text="bench 90x5, squat 130x3", name="A"),
    entry(D9, lift(D9, 100, 5), lift(D9, 120, 3, name="squat"), text="bench 100x5, squat 120x3", name="B"),
    entry(D16, run(D16, 5, 1500), sleep(D16, 7.5), text="ran 5k, slept 7.5", name="C"),
)
OCTOBER = DateRange(start=date(2026, 10, 1), end=date(2026, 10, 31))
NOVEMBER = DateRange(start=date(2026, 11, 1), end=date(2026, 11, 30))
BEST = Figure(
    value=100,
    unit="kg",
    what="heaviest bench press",
    entries=("B",),
    day=D9,
    role="max",
    measure="bench press",
)
SQUAT = Figure(
    value=130, unit="kg", what="heaviest squat", entries=("A",), day=D2, role="max", measure="squat"
)
SLEPT = Figure(value=7.5, unit="h", what="average sleep", entries=("C",), role="average", measure="sleep")
FIRST = Figure(
    value=90, unit="kg", what="first bench press", entries=("A",), day=D2, role="first", measure="bench press"
)
LAST = Figure(
    value=100, unit="kg", what="last bench press", entries=("B",), day=D9, role="last", measure="bench press"
)
RAN = Figure(value=5, unit="km", what="sum distance of run", entries=("C",), role="sum", measure="run")
BEFORE = Figure(
    value=3, unit="km", what="sum distance of run", entries=("C",), role="sum", measure="run", span=OCTOBER
)


def part(
    number: int,
    about: str,
    statistic: Statistic = "max",
    quantity: Quantity = "weight",
    *,
    days: DateRange | None = None,
    versus: DateRange | None = None,
    kind: QueryType = QueryType.SIMPLE,
) -> SubQuery:
    request = FigureRequest(
        statistic=statistic, measure=about, quantity=quantity, date_range=days, versus=versus
    )
    return SubQuery(
        id=number,
        question=f"{about}?",
        query_type=kind,
        subjects=(about,),
        figures=(request,),
        date_range=days,
    )


def answered(response: str, *asked: tuple[SubQuery, tuple[Figure, ...]]) -> EvaluatorInput:
    findings = tuple(
        Finding(claim=what.what, evidence=what.entries, figures=(what,), sub_query=one.id)
        for one, figures in asked
        for what in figures
    )
    return EvaluatorInput(
        query=" and ".join(one.question for one, _ in asked),
        query_type=asked[0][0].query_type,
        sub_queries=tuple(one for one, _ in asked),
        now=NOW,
        profile=ME,
        draft=Draft(
            response=response,
            figures=tuple(what for _, figures in asked for what in figures),
            evidence=("A", "B", "C"),
        ),
        analysis=Analysis(
            query_intent="", findings=findings, verdict_reasoning="", verdict=Sufficiency.SUFFICIENT
        ),
        entries=ENTRIES,
        domain_context=load().combine(["strength", "running", "sleep"]),
    )


BENCH, SLEEP = (part(1, "bench press"), (BEST,)), (part(2, "sleep", "average", "value"), (SLEPT,))


@pytest.mark.parametrize(
    ("response", "parts"),
    [
        ("Your best bench press is 100 kg. You averaged 7.5 h of sleep.", []),
        ("100 kg, on 9 November. You slept 7 h 30 min on average.", []),
        ("벤치 최고는 100kg이고 수면은 평균 7.5시간이에요.", []),
        ("Your best bench press is 100 kg.", [2]),
        ("You slept 7.5 h.", [1]),
        ("Your best squat is 130 kg. You trained on two days.", [1, 2]),
        ("스쿼트는 130kg까지 하셨어요.", [1, 2]),
    ],
)
def test_each_part_is_named_or_its_figure_said(response: str, parts: list[int]):
    assert [one.id for one in missed(answered(response, BENCH, SLEEP))] == parts


def test_how_many_entries_carry_a_figure_is_not_the_figure():
    several = SLEPT.model_copy(update={"entries": ("A", "B", "C")})
    given = answered("You trained three times.", (SLEEP[0], (several,)))
    assert [one.id for one in missed(given)] == [2]


@pytest.mark.parametrize(
    ("response", "wrong"),
    [
        ("In November you ran 5 km.", True),
        ("On 16 November you ran 5 km.", True),
        ("11월에 5km 뛰셨어요.", True),
        ("In October you ran 5 km.", False),
        ("You ran 5 km.", False),
        ("From 1 to 31 October you ran 5 km; the last was on 16 November.", False),
        ("10월에 5km 뛰셨어요.", False),
    ],
)
def test_the_days_are_those_asked_about(response: str, wrong: bool):
    asked = part(1, "run", "sum", "distance", days=OCTOBER)
    assert (strayed(answered(response, (asked, (RAN,)))) is not None) == wrong
    assert strayed(answered(response, (part(1, "run", "sum", "distance"), (RAN,)))) is None


@pytest.mark.parametrize(
    ("response", "wrong"),
    [
        ("100 kg x 5, on Monday 9 November.", False),
        ("100 kg x 5, on Monday 2 November.", True),
        ("Bench press: 100 kg (2 November).", True),
        ("11월 2일에 벤치 100kg을 하셨어요.", True),
        ("11월 9일에 벤치 100kg을 하셨어요.", False),
        ("It went from 90 kg on 2 November to 100 kg on 9 November.", False),
        ("Since 2 November your best is 100 kg.", False),
        ("11월 2일부터 최고는 100kg이에요.", False),
        ("Squat: 130 kg on 2 November. Bench press: 100 kg on 9 November.", False),
        ("You ran 5 km on 16 November after 7.5 h of sleep.", False),
    ],
)
def test_the_day_beside_a_number_is_its_own(response: str, wrong: bool):
    given = answered(response, BENCH, (part(3, "squat"), (SQUAT,)))
    assert bool(told(given).refusals) == wrong


WANTS = "I want 100 kg again"
"""Words whose number belongs to another day."""


@pytest.mark.parametrize(("marks", "refused"), [("“{}”", False), ("«{}»", False), ("{}", True)])
def test_words_of_an_entry_are_quoted_as_they_are(marks: str, refused: bool):
    wrote = entry(D16, text=WANTS, name="D")
    given = answered(f"• Mon 16 Nov: {marks.format(WANTS)}", (part(1, "bench press", days=NOVEMBER), (BEST,)))
    given = given.model_copy(update={"entries": (*ENTRIES, wrote)})
    assert bool(told(given).refusals) == refused
    invented = given.model_copy(update={"entries": ENTRIES})
    assert told(invented).refusals


TREND = (part(1, "bench press", "trend", kind=QueryType.COMPARISON), (FIRST, LAST))
SINCE = (
    part(1, "bench press", "last"),
    (Figure(value=12, unit="days", what="days since the last bench press", entries=("B",)),),
)
VERSUS = (
    part(1, "run", "sum", "distance", days=NOVEMBER, versus=OCTOBER, kind=QueryType.COMPARISON),
    (RAN, BEFORE),
)


@pytest.mark.parametrize(
    ("response", "asked", "unsure"),
    [
        ("Your best bench press is 100 kg, on 9 November.", BENCH, False),
        ("100 kg.", BENCH, False),
        ("Your bench press went well on 9 November.", BENCH, True),
        ("You never did a bench press of 200 kg.", BENCH, False),
        ("You last did the bench press on 9 November.", SINCE, False),
        ("You last did the bench press on 2 November.", SINCE, True),
        ("Your bench press was 90 kg on 2 November.", BENCH, True),
        ("Your bench press is going up: 90 kg to 100 kg.", TREND, False),
        ("Your bench press is going down: 90 kg to 100 kg.", TREND, True),
        ("벤치가 늘고 있어요: 90kg에서 100kg.", TREND, False),
        ("벤치가 줄고 있어요: 90kg에서 100kg.", TREND, True),
        ("You ran 5 km in November against 3 km in October, 2 km more.", VERSUS, False),
        ("You ran less in November: 5 km against 3 km.", VERSUS, True),
        ("You ran more in November.", VERSUS, True),
        ("11월에 5km로 10월 3km보다 더 적게 뛰셨어요.", VERSUS, True),
    ],
)
def test_what_a_model_should_look_at(response: str, asked: tuple[SubQuery, tuple[Figure, ...]], unsure: bool):
    assert doubtful(answered(response, asked)) == unsure
