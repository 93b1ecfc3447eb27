"""What jobs delivered to a person, as if the bot had said it: found again by what it says."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import TYPE_CHECKING

from storage.entities import Message
from storage.job import DELIVERED, JobRow
from storage.outbox import OutboxRows
from storage.stores import Stores
from storage.vault import FOLDER as VAULT

if TYPE_CHECKING:
    from agents.tools.catalogue.conversation import ResultsOf

_MOST = 50
"""Jobs of a person that are looked through, the newest."""


def job_results(db: Stores, data_dir: Path) -> ResultsOf:
    """A message a paragraph, of the one that delivered it."""

    async def of(user_id: int) -> list[Message]:
        rows = [one for one in await db.jobs.of_user(user_id, _MOST) if one.status in DELIVERED]
        if not rows:
            return []
        from agents.jobs.results import folder_of, result_of  # noqa: PLC0415 - only where a job delivered

        folder, said = folder_of(data_dir / VAULT, user_id), list[Message]()
        for row in rows:
            place, found = await _place(db.outbox, row), await asyncio.to_thread(result_of, folder, row.id)
            if place is None or found is None:
                continue
            message = Message(
                chat_id=row.chat_id, message_id=place, user_id=user_id, role="assistant", text="",
                at=row.ended_at or row.updated_at,
            )  # fmt: skip
            said += [message.model_copy(update={"text": block}) for block in found.blocks()]
        return said

    return of


def done_key(job_id: str, corrections: int) -> str:
    """Of what delivers a job; each of its files has its number behind it."""
    return f"job:{job_id}:done:{corrections}"


async def delivered_as(outbox: OutboxRows, row: JobRow) -> frozenset[int]:
    """The messages that brought what a job made, before each correction and after the last."""
    times = json.loads(row.body).get("corrections", 0) + 1
    keys = [f"{done_key(row.id, time)}{end}" for time in range(times) for end in ("", ":0", ":1")]
    sent = [await outbox.shown_as(key) for key in keys]
    return frozenset(shown for one in sent if one is not None for shown in one.message_ids)


async def _place(outbox: OutboxRows, row: JobRow) -> int | None:
    """The message of the last file, below which the buttons are."""
    corrections = json.loads(row.body).get("corrections", 0)
    sent = await outbox.shown_as(f"{done_key(row.id, corrections)}:1")
    return sent.message_ids[-1] if sent is not None and sent.message_ids else None
