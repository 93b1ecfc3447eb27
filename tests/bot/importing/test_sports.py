"""What recorders call an activity, under our names; and which two are one."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from agents.twins import Twins
from bot.importing.naming import Sports
from domains import registry
from storage.imports import Bout

SPORTS = Sports(registry.load())
NINE = datetime(2026, 3, 2, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("sport", "title", "name", "domain"),
    [
        ("running", "", "run", "running"),
        ("Treadmill Running", "", "run", "running"),
        ("biking", "", "ride", "cycling"),
        ("virtual ride", "", "ride", "cycling"),
        ("lap swimming", "", "swim", "swimming"),
        ("indoor rowing", "", "row", "rowing"),
        ("traditional strength training", "", "strength training", "general"),
        ("e_biking", "", "e-bike ride", "general"),
        ("stair climbing", "", "stair climber", "general"),
        ("hang gliding", "", "hang gliding", "general"),
        ("activity", "Afternoon Ride", "ride", "cycling"),
        ("activity", "오후 달리기", "run", "running"),
        ("activity", "Run and ride", "activity", "general"),
        ("activity", "around the lake", "activity", "general"),
    ],
)
def test_names(sport: str, title: str, name: str, domain: str):
    named = SPORTS.of(sport, title)
    assert (named.name, named.domain) == (name, domain)


def bout(
    name: str = "run",
    metres: float | None = 5000,
    seconds: float | None = 1500,
    started: datetime | None = NINE,
) -> Bout:
    return Bout(name, date(2026, 3, 2), metres, seconds, started)


@pytest.mark.parametrize(
    ("here", "comes", "same"),
    [
        (bout(started=None), bout(metres=5120, seconds=1530), True),
        (bout(metres=None, seconds=1800, started=None), bout(seconds=1723), True),
        (bout(seconds=None, started=None), bout(), True),
        (bout(metres=8000, started=None), bout(), False),
        (bout(metres=None, seconds=None, started=None), bout(), False),
        (bout("walk", started=None), bout(), False),
        (bout("activity", started=NINE + timedelta(seconds=40)), bout(), True),
        (bout(started=NINE + timedelta(hours=8)), bout(), False),
        (bout(seconds=300), bout(seconds=3000), False),
    ],
)
def test_twins(here: Bout, comes: Bout, *, same: bool):
    assert Twins.of([here]).has(comes) is same


def test_a_message_stands_for_one_activity():
    twins = Twins.of([bout(started=None)])
    assert [twins.has(bout()), twins.has(bout(started=NINE + timedelta(hours=8)))] == [True, False]
