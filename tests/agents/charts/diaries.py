"""A diary of half a year: bench and squat, nights, weight, runs; nothing for a month of it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from functools import cache

from agents.charts.chart import Chart, NoChart
from agents.offline.charts.asked import asked_in
from agents.offline.charts.service import chart_of
from agents.planner import LoggedMeasure, PlannerInput
from agents.profile import Profile
from evals.playing import everything
from storage.entities import Entry, Measure
from tests.agents.diary import entry, lift, run, sleep

NOW = datetime(2026, 11, 21, 18, tzinfo=UTC)
FIRST, LAST = date(2026, 4, 1), date(2026, 11, 21)
AWAY = (date(2026, 7, 10), date(2026, 8, 8))
LOGGED = (
    ("bench press", "strength"),
    ("squat", "strength"),
    ("run", "running"),
    ("sleep", "sleep"),
    ("body weight", "general"),
)


def me(language: str = "en", **chosen: str) -> Profile:
    given = {"user_id": 1, "weight_unit": "kg", "time_zone": "Europe/Berlin", "language": language, **chosen}
    return Profile.model_validate(given)


@cache
def half_a_year() -> tuple[Entry, ...]:
    return tuple(_entries())


def _entries() -> Iterator[Entry]:
    draw = random.Random(3)  # noqa: S311 - a diary, no secret
    for n in range((LAST - FIRST).days + 1):
        day = FIRST + timedelta(days=n)
        if AWAY[0] <= day <= AWAY[1]:
            continue
        measures: list[Measure] = [sleep(day, hours := round(draw.gauss(7, 1), 1))]
        if n % 2 == 0:
            kilos = round(84 - n * 0.015 + draw.gauss(0, 0.5), 1)
            measures.append(Measure(domain="general", name="body weight", day=day, value=kilos, unit="kg"))
        if n % 3 == 0:
            load = round((80 + n * 0.1 + (hours - 7) * 2 + draw.gauss(0, 2)) / 2.5) * 2.5
            measures += [lift(day, load, 5, 3), lift(day, load + 20, 5, 3, name="squat")]
        if n % 4 == 1:
            measures.append(run(day, 5, round(1650 - n + draw.gauss(0, 30))))
        yield entry(day, *measures)


def asked(
    text: str, entries: tuple[Entry, ...] | None = None, profile: Profile | None = None
) -> Chart | NoChart:
    """What somebody gets who writes this."""
    profile, context = profile or me(), everything()
    found = half_a_year() if entries is None else entries
    names = dict.fromkeys((m.name, m.domain) for one in found for m in one.measures) or dict.fromkeys(LOGGED)
    logged = tuple(LoggedMeasure(name=name, domain=domain, entries=9) for name, domain in names)
    given = PlannerInput(
        query=text, now=NOW, profile=profile, domain_context=context, logged=logged, may_expand=False
    )
    wanted = asked_in(text, given)
    return NoChart() if wanted is None else chart_of(wanted, found, profile, context, NOW)


def drawn(text: str, entries: tuple[Entry, ...] | None = None, profile: Profile | None = None) -> Chart:
    found = asked(text, entries, profile)
    assert isinstance(found, Chart), found
    return found
