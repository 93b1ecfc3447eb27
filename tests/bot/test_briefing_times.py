"""When what comes by itself is due: on the person's clock, over its changes, and never in quiet hours."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from agents.profile import Profile
from bot.people.briefing_page import typed
from bot.people.due import briefing_due, quiet_until


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


BERLIN = Profile(user_id=1, time_zone="Europe/Berlin", digest="sun-02", morning="07", checkins="18")


@pytest.mark.parametrize(
    ("after", "due"),
    [
        ("2026-11-22T00:59", "2026-11-22T01:00"),  # 2:00 in winter
        ("2026-11-22T01:00", "2026-11-29T01:00"),
        ("2026-03-28T12:00", "2026-03-29T01:00"),  # skipped: 2:00 is 3:00
        ("2026-10-25T00:30", "2026-11-01T01:00"),  # 2:00 came twice, the first one counted
        ("2026-10-24T12:00", "2026-10-25T00:00"),
    ],
)
def test_the_review_follows_the_clock_of_the_wall(after: str, due: str) -> None:
    assert briefing_due("digest", BERLIN, utc(after)) == utc(due)


def test_a_day_of_23_hours_has_one_morning() -> None:
    first = briefing_due("morning", BERLIN, utc("2026-03-28T05:00"))
    assert first is not None
    assert first == utc("2026-03-28T06:00")
    assert briefing_due("morning", BERLIN, first) == utc("2026-03-29T05:00")
    assert briefing_due("morning", BERLIN.model_copy(update={"morning": "off"}), first) is None


@pytest.mark.parametrize(
    ("quiet", "now", "until"),
    [
        ("22-08", "2026-11-22T21:30", "2026-11-23T07:00"),
        ("22-08", "2026-11-22T03:00", "2026-11-22T07:00"),
        ("22-08", "2026-11-22T12:00", None),
        ("13-15", "2026-11-22T12:30", "2026-11-22T14:00"),
        ("off", "2026-11-22T03:00", None),
    ],
)
def test_quiet_hours_end(quiet: str, now: str, until: str | None) -> None:
    found = quiet_until(BERLIN.model_copy(update={"quiet": quiet}), utc(now))
    assert found == (None if until is None else utc(until))


@pytest.mark.parametrize(
    ("field", "words", "value"),
    [
        ("digest", "fri 19", "fri-19"),
        ("digest", "Sunday 18:00", "sun-18"),
        ("digest", "금요일 9", "fri-09"),
        ("digest", "off", "off"),
        ("morning", "7", "07"),
        ("digest", "19", None),
        ("morning", "fri 7", None),
        ("morning", "25", None),
        ("checkins", "soon", None),
        ("quiet", "22-7", "22-07"),
        ("quiet", "23:00 - 9:00", "23-09"),
        ("quiet", "off", "off"),
        ("quiet", "22", None),
        ("quiet", "22-24", None),
    ],
)
def test_what_is_typed_behind_settings(field: str, words: str, value: str | None) -> None:
    found = typed(field, words)
    assert (None if found is None else found.model_dump()[field]) == value
