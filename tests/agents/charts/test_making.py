"""What charts show, as values: the same that the words below them tell."""

from __future__ import annotations

from datetime import date, timedelta
from statistics import fmean

import pytest

from agents.charts.chart import NoChart
from agents.charts.spec import Dot
from agents.facts import Units, band, by_day, epley, records, samples, series, trend
from agents.facts.effects import TooFew
from agents.offline.charts.asked import course_of
from agents.offline.charts.courses import MOST_DOTS, thinned
from agents.offline.charts.service import chart_of
from evals.playing import everything
from storage.entities import DateRange, Measure
from tests.agents.charts.diaries import AWAY, FIRST, LAST, NOW, asked, drawn, half_a_year, me
from tests.agents.diary import entry, lift, sleep


def bench():
    found = samples(half_a_year(), lambda one: one.name == "bench press")
    return series(found, "bench press", "e1rm", Units("kg", "km"))


def test_a_lift_is_its_daily_best_with_band_records_and_gap():
    chart = drawn("bench")
    whole, spec = bench(), chart.spec
    daily = by_day(whole)
    assert (spec.kind, spec.title, spec.unit, spec.zone) == ("line", "Bench press", "kg", "Europe/Berlin")
    assert [(dot.day, dot.value) for dot in spec.lines[0].dots] == [(p.day, p.value) for p in daily.points]
    assert [dot.entries for dot in spec.lines[0].dots] == [p.entries for p in daily.points]
    assert {dot.day for dot in spec.lines[0].dots if dot.record} == {p.day for p in records(whole)}
    assert [(e.day, e.low, e.high) for e in spec.band] == [(e.day, e.low, e.high) for e in band(daily)]
    (gap,) = spec.gaps
    assert AWAY[0] >= gap.start >= AWAY[0] - timedelta(days=3)
    assert AWAY[1] <= gap.end <= AWAY[1] + timedelta(days=3)


def test_its_caption_tells_the_slope_and_interval_of_the_band():
    chart, change = drawn("bench"), trend(bench())
    assert not isinstance(change, TooFew)
    assert f"+{change.slope:.1f} kg a week over {change.n} days" in chart.caption
    assert f"95 % interval +{change.low:.1f} kg to +{change.high:.1f} kg" in chart.caption
    best = records(bench())[-1]
    told = f"Rings are records: {len(records(bench()))} of them here, the last one {best.value:.1f} kg"
    assert told in chart.caption
    assert "The shaded band is the 95 % interval of the line." in chart.caption
    assert chart.legend in chart.caption
    assert chart.evidence[0] == best.entries[0]
    assert chart.spec.alt.startswith("Line chart of Bench press, Estimated 1RM, Wed 1 Apr")


def test_every_number_of_a_caption_stands_on_a_claim():
    for text in ("bench", "body weight", "sleep against bench", "calendar", "muscles"):
        chart = drawn(text)
        told = [chart.caption[one.start : one.end] for one in chart.claims]
        assert all(any(letter.isdigit() for letter in one) for one in told), told
        bare = chart.caption
        for one in sorted(chart.claims, key=lambda claim: -claim.start):
            bare = bare[: one.start] + bare[one.end :]
        left = {word.strip("().,") for word in bare.split() if any(letter.isdigit() for letter in word)}
        assert left <= {"1RM"}, (text, left)


def test_three_months_are_three_months():
    spec = drawn("bench 3m").spec
    assert spec.span == DateRange(start=date(2026, 8, 22), end=LAST)
    assert all(spec.span.start <= dot.day <= spec.span.end for dot in spec.lines[0].dots)
    assert drawn("벤치 3개월").spec.span == spec.span


def test_what_is_asked_for_the_year_ends_today():
    assert drawn("bench this year").spec.span == DateRange(start=date(2026, 1, 1), end=LAST)


def test_body_weight_moves_with_its_average():
    spec = drawn("body weight").spec
    dots, average = spec.lines[0].dots, spec.lines[0].average
    assert len(dots) == len(average)
    last = [dot.value for dot in dots if (LAST - dot.day).days < 8][-4:]
    window = [dot.value for dot in dots if 0 <= (average[-1].day - dot.day).days < 7]
    assert average[-1].value == pytest.approx(fmean(window))
    assert len(last) >= 3
    assert not any(dot.record for dot in dots)


def test_a_pace_has_its_unit_and_faster_is_a_record():
    spec = drawn("runs").spec
    assert spec.unit == "s/km"
    values = [dot.value for dot in spec.lines[0].dots]
    held = values[0]
    for dot in spec.lines[0].dots[1:]:
        assert dot.record == (dot.value < held * 0.999)
        held = min(held, dot.value)


def test_two_lifts_are_two_lines():
    spec = drawn("bench and squat").spec
    assert [line.name for line in spec.lines] == ["bench press", "squat"]
    assert spec.band == ()


def test_sleep_against_bench_has_a_dot_for_each_day_with_both():
    chart = drawn("sleep against bench")
    spec = chart.spec
    nights = {m.day: m.value for one in half_a_year() for m in one.measures if m.name == "sleep"}
    daily = by_day(bench())
    assert spec.kind == "scatter"
    assert spec.mark == 6
    assert [(dot.x, dot.value) for dot in spec.lines[0].dots] == [
        (nights[point.day], point.value) for point in daily.points
    ]
    below = [dot.value for dot in spec.lines[0].dots if dot.x is not None and dot.x < 6]
    assert next(one.value for one in spec.levels if one.side) == pytest.approx(fmean(below))
    assert f"n = {len(daily.points)}" in spec.subtitle
    assert "g = " in spec.subtitle
    assert f"on the {len(below)} days" in chart.caption
    assert "The effect size is g = " in chart.caption


def test_two_times_have_the_values_that_the_words_compare():
    chart = drawn("did I bench heavier in October than in September?")
    assert [level.span for level in chart.spec.levels] == [
        DateRange(start=date(2026, 10, 1), end=date(2026, 10, 31), description="in October"),
        DateRange(start=date(2026, 9, 1), end=date(2026, 9, 30), description="in September"),
    ]
    assert all(level.label in chart.caption for level in chart.spec.levels)


def test_the_calendar_counts_sets_by_day():
    spec = drawn("calendar 1m").spec
    days = {m.day for one in half_a_year() for m in one.measures if m.domain != "sleep" and m.value is None}
    assert {dot.day for dot in spec.lines[0].dots} == {day for day in days if spec.span.start <= day <= LAST}
    both = next(day for day in days if (day - FIRST).days % 12 == 9 and spec.span.start <= day)
    assert next(dot.value for dot in spec.lines[0].dots if dot.day == both) == 7


def test_muscles_are_hard_sets_a_week():
    spec = drawn("muscles").spec
    assert len(spec.weeks) == 8
    assert all(week.weekday() == 0 for week in spec.weeks)
    chest = next(row for row in spec.rows if row.name == "chest")
    lifted = [m for one in half_a_year() for m in one.measures if m.name == "bench press"]
    assert chest.values == tuple(
        sum(m.sets for m in lifted if week <= m.day < week + timedelta(days=7)) for week in spec.weeks
    )
    triceps = next(row for row in spec.rows if row.name == "triceps")
    assert triceps.values in (chest.values, tuple(value / 2 for value in chest.values))


def test_one_value_is_a_dot_and_says_so():
    chart = drawn("bench", (entry(LAST, lift(LAST, 100, 5)),))
    assert [dot.value for dot in chart.spec.lines[0].dots] == [epley(100, 5)]
    assert chart.caption == "Estimated 1RM. One day so far: 116.7 kg on Sat 21 Nov. A line needs more days."


def test_a_drop_after_an_injury_has_the_line_since():
    days = [FIRST + timedelta(days=7 * n) for n in range(24)]
    loads = [100 + n for n in range(12)] + [70 + n for n in range(12)]
    chart = drawn(
        "bench", tuple(entry(day, lift(day, load, 5)) for day, load in zip(days, loads, strict=True))
    )
    assert chart.spec.broke == days[12]
    assert chart.spec.band[0].day == days[12]
    assert "129.5 kg" in chart.caption  # where it was before


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("rowing", "You have logged no rowing."),
        ("bench next month", "still to come"),
        ("flurb", ""),
        ("<b>", ""),
        ("bench 999y", None),
        ("3m", ""),
    ],
)
def test_what_can_not_be_drawn_is_a_sentence(text: str, says: str | None):
    found = asked(text)
    if says is None:
        assert not isinstance(found, NoChart)
        return
    assert isinstance(found, NoChart)
    assert says in found.said


def test_more_values_than_a_screen_shows():
    days = [LAST - timedelta(days=n) for n in range(1500)]
    measures = [lift(day, 60 + (day.toordinal() * 7 + n) % 50, 5) for day in days for n in range(5)]
    entries = tuple(entry(day, *measures[5 * at : 5 * at + 5]) for at, day in enumerate(days))
    chart = drawn("bench", entries)
    dots = chart.spec.lines[0].dots
    assert len(dots) <= MOST_DOTS * 2
    assert dots[-1].day == LAST
    assert max(dot.value for dot in dots) == epley(109, 5)
    assert len(chart.spec.model_dump_json(exclude_defaults=True)) < 100_000


def test_thinning_keeps_ends_extremes_and_records():
    dots = [Dot(day=FIRST + timedelta(days=n), value=float(n % 97)) for n in range(4000)]
    dots[1234] = dots[1234].model_copy(update={"value": 500.0, "record": True})
    kept = thinned(dots)
    assert len(kept) <= MOST_DOTS + 2
    assert (kept[0], kept[-1]) == (dots[0], dots[-1])
    assert dots[1234] in kept
    assert [dot.day for dot in kept] == sorted(dot.day for dot in kept)


def test_names_of_ones_own_stay_as_they_are():
    named = "벤치 <b>$x$</b>"
    days = [FIRST + timedelta(days=n) for n in range(3)]
    given = tuple(
        entry(day, Measure(domain="strength", name=named, day=day, weight=50 + n, weight_unit="kg", reps=5))
        for n, day in enumerate(days)
    )
    chart = chart_of(course_of(named, "strength", None), given, me(), everything(), NOW)
    assert not isinstance(chart, NoChart)
    assert chart.spec.title == named
    assert len(chart.spec.lines[0].dots) == 3


def test_korean_words_below_a_korean_wish():
    chart = drawn("벤치 그래프 보여줘", profile=me("ko"))
    assert "95% 구간" in chart.caption
    assert chart.spec.months[0] == "1월"
    assert "동그라미는 기록이에요" in chart.caption


def test_a_night_told_twice_is_one_dot():
    day = LAST
    chart = drawn("sleep", (entry(day, sleep(day, 7), sleep(day, 7)),))
    assert [dot.value for dot in chart.spec.lines[0].dots] == [7]
