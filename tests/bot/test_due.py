from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.people.due import ObserverSection, next_due


@pytest.mark.parametrize(
    ("after", "zone", "due"),
    [
        (datetime(2026, 11, 21, 3, 0, tzinfo=UTC), "UTC", datetime(2026, 11, 21, 4, 0, tzinfo=UTC)),
        (datetime(2026, 11, 21, 4, 0, tzinfo=UTC), "UTC", datetime(2026, 11, 22, 4, 0, tzinfo=UTC)),
        (datetime(2026, 11, 21, 12, 0, tzinfo=UTC), "Asia/Seoul", datetime(2026, 11, 21, 19, 0, tzinfo=UTC)),
        # the night the clocks go back in Berlin: 04:00 is 03:00 UTC again
        (
            datetime(2026, 10, 24, 12, 0, tzinfo=UTC),
            "Europe/Berlin",
            datetime(2026, 10, 25, 3, 0, tzinfo=UTC),
        ),
    ],
)
def test_the_hour_of_the_users_own_day(after: datetime, zone: str, due: datetime):
    assert next_due(after, zone, ObserverSection(hour=4)) == due


def test_days_between_two_runs():
    after = datetime(2026, 11, 21, 4, 0, 30, tzinfo=UTC)
    assert next_due(after, "UTC", ObserverSection(hour=4, every_days=7)) == datetime(
        2026, 11, 27, 4, tzinfo=UTC
    )
