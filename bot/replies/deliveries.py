"""What `swealog doctor` tells about replies that have not arrived and updates that can't be read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.replies.verdicts import is_unreachable
from storage.errors import StorageError
from storage.outbox import Undelivered
from storage.preparation import FILE_NAME
from storage.stores import Stores

LONG = timedelta(minutes=5)
"""Whoever asked has been waiting for so long that the operator should know."""
_SHOWN = 5
_REASONS = 5


@dataclass(frozen=True, slots=True)
class Deliveries:
    """What stands in the database, newest last. Never the words of anybody."""

    failed: Sequence[Undelivered] = ()
    waiting: Sequence[Undelivered] = ()
    unread: int = 0

    @property
    def says(self) -> str:
        """In one line."""
        parts: list[str] = []
        if self.failed:
            reasons = Counter(_why(row) for row in self.failed).most_common(_REASONS)
            told = ", ".join(f"{reason} ({count})" for reason, count in reasons)
            parts.append(f"{len(self.failed)} could not be delivered: {told}")
        if self.waiting:
            parts.append(f"{len(self.waiting)} have been waiting for more than 5 minutes")
        if self.unread:
            parts.append(f"{self.unread} updates of Telegram can't be read and are kept for a newer version")
        return "; ".join(parts) or "all delivered or on their way"

    @property
    def lines(self) -> tuple[str, ...]:
        """The newest, one by one: when it was written, for which chat, what became of it."""
        return (
            *(_line(row, "not delivered") for row in _newest(self.failed)),
            *(_line(row, f"waiting, {row.attempts} tries") for row in _newest(self.waiting)),
        )


def _newest(rows: Sequence[Undelivered]) -> list[Undelivered]:
    return list(rows[: -_SHOWN - 1 : -1])


def _line(row: Undelivered, state: str) -> str:
    late = " (sent after all when they write again within a day)" if is_unreachable(row.error or "") else ""
    when = row.created_at.astimezone(UTC)
    return f"{when:%Y-%m-%d %H:%M} UTC, chat {row.chat_id}, {state}: {_why(row)}{late}"


def _why(row: Undelivered) -> str:
    return row.error or ("no reason was given" if row.attempts else "not tried yet")


async def deliveries(data_dir: Path, now: datetime) -> Deliveries | None:
    """None: the database can't be looked at."""
    if not (data_dir / FILE_NAME).exists():
        return Deliveries()
    try:
        async with Stores.opened(data_dir) as db:
            return Deliveries(
                failed=await db.outbox.undeliverable(),
                waiting=await db.outbox.waiting(now - LONG),
                unread=len(await db.inbox.updates_aside()),
            )
    except StorageError:
        return None
