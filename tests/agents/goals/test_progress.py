"""When a line reaches its goal, by a fit worked out by hand; and nothing where it can't be said."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.facts.arrival import Arrival, NoArrival, arrival
from agents.facts.samples import Point, Sample, Series, Units
from agents.goals.goal import Goal
from agents.goals.progress import Progress, progress_of_days, progress_of_work
from agents.goals.standing import standing
from agents.profile import Profile
from agents.truth import Sheet, slotted
from bot.replies.achievements import progress_line
from bot.texts import wording
from bot.texts.html import plain
from storage.entities import Effects, Measure
from storage.stores import Stores
from tests.storage.things import entry

START = date(2026, 9, 7)
KG = Units("kg", "km", "kg")


def of(values: Sequence[float], step: int = 7) -> Series:
    points = [Point(START + timedelta(days=step * at), value, (f"e{at}",)) for at, value in enumerate(values)]
    return Series("bench press", "weight", "kg", tuple(points))


def test_a_straight_line_arrives_on_its_day_without_a_margin() -> None:
    found = arrival(of([80, 81, 82, 83, 84]), 90)
    assert isinstance(found, Arrival)
    assert (found.day, found.low, found.high, found.n) == (
        START + timedelta(weeks=10), START + timedelta(weeks=10), START + timedelta(weeks=10), 5,
    )  # fmt: skip


def test_the_margin_is_where_the_band_crosses() -> None:
    values = [80.0, 81.5, 81.0, 83.5, 83.0, 85.5]
    found = arrival(of(values), 95)
    assert isinstance(found, Arrival)
    n, xs = len(values), list(range(len(values)))
    mean_x, mean_y = sum(xs) / n, sum(values) / n
    sxx = sum((x - mean_x) ** 2 for x in xs)
    slope = sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, values, strict=True)) / sxx
    left = sum((y - mean_y - slope * (x - mean_x)) ** 2 for x, y in zip(xs, values, strict=True))
    spread = 2.776 * math.sqrt(left / (n - 2))
    for day, side in ((found.low, 1), (found.high, -1)):  # the upper edge is there first
        x = (day - START).days / 7
        edge = mean_y + slope * (x - mean_x) + side * spread * math.sqrt(1 / n + (x - mean_x) ** 2 / sxx)
        assert edge == pytest.approx(95, abs=0.15)


@pytest.mark.parametrize(
    ("values", "why"),
    [
        ([80, 82, 84], "few"),
        ([80, 85, 79, 84, 80, 85], "flat"),
        ([90, 89, 88, 87, 86], "away"),
        ([80, 80.05, 80.1, 80.15, 80.2], "far"),
    ],
)
def test_what_can_not_be_said_is_said(values: list[float], why: str) -> None:
    assert arrival(of(values), 100) == NoArrival(why, len(values))  # pyright: ignore[reportArgumentType]


@given(st.lists(st.floats(60, 120), min_size=4, max_size=20), st.floats(60, 140))
def test_an_arrival_lies_within_its_own_band(values: list[float], target: float) -> None:
    found = arrival(of(values), target)
    if isinstance(found, Arrival):
        assert found.low <= found.day <= found.high


def sets(*loads: float, start: date = START) -> list[Sample]:
    return [
        Sample(
            f"e{at}",
            start + timedelta(weeks=at),
            Measure(
                domain="strength", name="bench press", day=start + timedelta(weeks=at), weight=load,
                weight_unit="kg", reps=5, sets=5,
            ),
        )
        for at, load in enumerate(loads)
    ]  # fmt: skip


BENCH = Goal(kind="best", name="bench press", quantity="weight", target=100, unit="kg", made=START)


def test_it_is_reached_from_the_day_it_was_made_on_and_a_kilogram_is_2_2_pounds() -> None:
    today = START + timedelta(weeks=5)
    done = sets(100, 90, 91, 92, 93)
    assert progress_of_work(BENCH, done, today, KG).is_reached
    later = BENCH.model_copy(update={"made": START + timedelta(days=1)})
    assert not progress_of_work(later, done, today, KG).is_reached
    pounds = later.model_copy(update={"target": 198.4, "unit": "lb"})
    assert progress_of_work(pounds, sets(80, 90), today, Units("lb", "km")).is_reached


def test_repetitions_are_part_of_it_and_an_old_line_is_not_followed() -> None:
    today = START + timedelta(weeks=6)
    assert progress_of_work(BENCH.model_copy(update={"reps": 8}), sets(110), today, KG).now is None
    stale = progress_of_work(BENCH, sets(80, 82, 84, 86, 88), today + timedelta(weeks=4), KG)
    assert (stale.course, stale.now) == ("few", 88)


def test_weeks_in_a_row_and_days_in_a_row() -> None:
    monday = date(2026, 11, 23)
    days = {monday - timedelta(days=back): (f"e{back}",) for back in (0, 3, 4, 7, 10, 11, 12, 18, 19, 20, 25)}
    weekly = Goal(kind="frequency", name="training", target=3, unit="days", made=START)
    now = progress_of_days(weekly, days, monday)
    assert (now.now, now.weeks, now.is_reached) == (1, 3, False)
    row = Goal(kind="streak", name="training", target=2, unit="days", made=START)
    assert progress_of_days(row, days, monday).now == 1
    assert progress_of_days(row, days, monday - timedelta(days=10)).is_reached


@pytest.mark.parametrize("language", ["en", "ko"])
def test_every_number_of_a_line_is_a_figure_or_a_day_of_it(language: str) -> None:
    """By the check of answers: a number without a slot is a defect."""
    today = START + timedelta(weeks=5)
    progress = progress_of_work(BENCH, sets(80, 81.5, 82, 83.5, 84, 85.5), today, KG)
    assert progress.course == "arrives"
    _held(progress, language)
    _held(progress_of_work(BENCH, sets(90, 80, 90, 80, 91), today, KG), language)


def _held(progress: Progress, language: str) -> None:
    line = plain(progress_line(progress, wording(language)))
    days = tuple(day for day in (progress.arrives, progress.goal.by) if day)
    sheet = Sheet(
        today=progress.today,
        figures=progress.figures,
        language=language,
        weight_unit=Profile(user_id=1).weight_unit,
    )
    head = (
        line.partition(wording(language).short_day(days[0], progress.today))[0]
        if days
        else line.partition("(n")[0]
    )
    told = slotted(head, sheet)
    assert told is not None
    assert str(progress.n) in line


async def test_a_streak_is_counted_beyond_what_is_looked_at_first(tmp_path: Path) -> None:
    db = await Stores.open(tmp_path)
    today = date(2026, 11, 22)
    entries = [
        entry(
            back + 1,
            "run",
            measures=(
                Measure(domain="running", name="run", day=today - timedelta(days=back), distance_m=1000),
            ),
        ).model_copy(update={"day": today - timedelta(days=back)})
        for back in range(150)
    ]
    await db.turns.apply(Effects(entries=entries))
    row = Goal(kind="streak", name="training", target=200, unit="days", made=START)
    weekly = Goal(kind="frequency", name="run", target=5, unit="days", made=START)
    profile = Profile(user_id=entries[0].user_id)
    assert (await standing(db.measures, profile, row, today)).now == 150
    assert (await standing(db.measures, profile, weekly, today)).weeks == 21
    await db.close()
