"""When somebody looked at the scores of the sealed third: once a day at most, each look in a log."""

from __future__ import annotations

import csv
from datetime import UTC, date, datetime
from pathlib import Path

LOG = Path(__file__).parent / "data" / "looks.csv"


def looked(today: date, log: Path = LOG) -> str | None:
    """The score of today's look; None where there was none."""
    if not log.exists():
        return None
    with log.open(encoding="utf-8", newline="") as file:
        return next((score for day, score in csv.reader(file) if day == str(today)), None)


def remember(score: str, today: date, log: Path = LOG) -> None:
    """Add today's look."""
    with log.open("a", encoding="utf-8", newline="") as file:
        csv.writer(file).writerow((str(today), score))


def today() -> date:
    """In UTC, whoever looks from wherever."""
    return datetime.now(UTC).date()
