"""Made-up entries in any number: one person, 30 a day, sixteen kinds of sentences, some with a rare word."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from itertools import islice

from ulid import ULID

from benchmarks.messages import logs
from storage.entities import Entry, Measure

USER = 1001
LAST_DAY = date(2026, 11, 20)
A_DAY = 30
RARE = 997
"""Every so many entries one says a word that no other says: "zercher0", "zercher1" …"""
TOPICS = (
    ("strength", "bench press"),
    ("strength", "squat"),
    ("running", "run"),
    ("sleep", "sleep"),
    ("strength", "bench press"),
    ("strength", "deadlift"),
    ("general", "body weight"),
    ("strength", "overhead press"),
    ("swimming", "swim"),
    ("nutrition", "kcal"),
    ("running", "run"),
    ("strength", "barbell row"),
    ("mood", "mood"),
    ("strength", "pull-up"),
    ("cycling", "ride"),
    ("strength", "squat"),
)
"""What the sentences of `benchmarks.messages` are about, in their order."""


def entries(number: int) -> Iterator[Entry]:
    """Oldest first; the last ones are about LAST_DAY."""
    first = LAST_DAY - timedelta(days=(number - 1) // A_DAY)
    for index, text in enumerate(islice(logs(), number)):
        day = first + timedelta(days=index // A_DAY)
        domain, name = TOPICS[index % len(TOPICS)]
        rare = f" zercher{index // RARE}" if index % RARE == 0 else ""
        yield Entry(
            id=str(ULID()),
            user_id=USER,
            chat_id=USER,
            message_id=index + 1,
            day=day,
            logged_at=datetime(day.year, day.month, day.day, 12, index % 60, tzinfo=UTC),
            text=f"{text}{rare}",
            domains=(domain,),
            measures=(
                Measure(domain=domain, name=name, day=day, weight=100 + index % 90, weight_unit="lb", reps=5),
            ),
        )
