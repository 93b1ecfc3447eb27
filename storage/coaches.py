"""Coaches, versions of their templates and reports, what they noted; the end of a wake is one transaction."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from storage.coach import CoachNote, CoachReport, CoachRow, QueuedWake, Rating, TemplateRow, WakeEnd, WakeRow
from storage.connection import Transaction
from storage.errors import Outdated
from storage.query import Column, Table, insert
from storage.store import Store
from storage.wakes import digest

MOST_OF_ONE = 20
"""Coaches of a person at a time."""
_COACHES = Table("coaches", CoachRow)
_TEMPLATES = Table("coach_templates", TemplateRow)
_REPORTS = Table("coach_reports", CoachReport)
_NOTES = Table("coach_notes", CoachNote)
_WAKES = Table("wake_queue", QueuedWake)
_SAVE = f"""
    {_COACHES.insert}
    ON CONFLICT (id) DO UPDATE
    SET name = excluded.name, status = excluded.status, automatic = excluded.automatic, body = excluded.body
    WHERE user_id = excluded.user_id
"""
_UNSUBSCRIBE = "DELETE FROM coach_subscriptions WHERE user_id = :whose AND coach_id = :coach"
_SUBSCRIBE = insert("coach_subscriptions", ("user_id", "token", "coach_id"))
_UNQUEUE = "DELETE FROM wake_queue WHERE user_id = :whose AND coach_id = :coach"
_OF_USER = _COACHES.where("WHERE user_id = :whose AND status <> 'deleted' ORDER BY made_at, id")
_EVERY = _COACHES.where("WHERE user_id = :whose ORDER BY made_at, id")
_ONE = _COACHES.where("WHERE id = :coach AND user_id = :whose")
_ACTIVE = _TEMPLATES.where("WHERE user_id = :whose AND name = :name AND active LIMIT 1")
_VERSIONS = _TEMPLATES.where("WHERE user_id = :whose AND name = :name ORDER BY version DESC")
_TEMPLATES_OF = _TEMPLATES.where("WHERE user_id = :whose ORDER BY name, version")
_LAST_VERSION = Column[int]("""
    SELECT coalesce(max(version), 0) FROM coach_templates
    WHERE user_id = :whose AND name = :name
""")
_ADD_TEMPLATE = _TEMPLATES.insert
_NONE_ACTIVE = "UPDATE coach_templates SET active = 0 WHERE user_id = :whose AND name = :name"
_ACTIVATE = """
    UPDATE coach_templates SET active = 1
    WHERE user_id = :whose AND name = :name AND version = :version
"""
_REPORTS_OF = _REPORTS.where("""
    WHERE coach_id = :coach AND user_id = :whose
    ORDER BY version DESC LIMIT :most
""")
_REPORTS_OF_USER = _REPORTS.where("WHERE user_id = :whose ORDER BY coach_id, version")
_REPORTED_SINCE = Column[int]("SELECT count(*) FROM coach_reports WHERE user_id = :whose AND at > :since")
_ADD_REPORT = _REPORTS.insert
_NOTES_OF = _NOTES.where("""
    WHERE user_id = :whose AND coach_id = :coach AND kind <> 'rating'
    ORDER BY at DESC, id DESC LIMIT :most
""")
_NOTES_OF_USER = _NOTES.where("WHERE user_id = :whose ORDER BY at, id")
_RATINGS_OF = _NOTES.where("WHERE user_id = :whose AND coach_id = :coach AND kind = 'rating' ORDER BY at, id")
_ADD_NOTE = f"{_NOTES.insert} ON CONFLICT (id) DO NOTHING"
_RATE = f"""
    {_NOTES.insert}
    ON CONFLICT (id) DO UPDATE SET at = excluded.at, text = excluded.text
    WHERE user_id = excluded.user_id
"""
_END = """
    UPDATE wakes SET ended_at = :at, outcome = :outcome, cost_usd = :cost
    WHERE id = :id AND user_id = :whose AND ended_at IS NULL
"""
_UNSEEN = "UPDATE coaches SET outdated_at = coalesce(outdated_at, :at) WHERE id = :coach AND user_id = :whose"
_QUEUE_NEXT = f"""
    {_WAKES.insert}
    ON CONFLICT (coach_id, kind) DO NOTHING
"""


class Coaches(Store):
    """Their rows."""

    async def of_user(self, user_id: int) -> list[CoachRow]:
        """Those that were not deleted, the oldest first."""
        return await self._few(_OF_USER, whose=user_id)

    async def every(self, user_id: int) -> list[CoachRow]:
        """Also those that were deleted."""
        return await self._all(_EVERY, whose=user_id)

    async def coach(self, user_id: int, coach_id: str) -> CoachRow | None:
        """One of this person's, deleted or not."""
        return await self._first(_ONE, coach=coach_id, whose=user_id)

    async def save(
        self, row: CoachRow, tokens: Iterable[str] | None = None, wakes: Iterable[QueuedWake] = ()
    ) -> None:
        """A new or changed one. `tokens`: what it watches from now on; None: as before.

        One that was deleted watches nothing, and nothing waits for it. `wakes`: what waits for it now.
        """
        await self.database.write(lambda tx: _save(tx, row, tokens, wakes))

    async def template(self, user_id: int, name: str) -> TemplateRow | None:
        """The version that holds now."""
        return await self._first(_ACTIVE, whose=user_id, name=name)

    async def template_versions(self, user_id: int, name: str) -> list[TemplateRow]:
        """All of a name, the newest first."""
        return await self._all(_VERSIONS, whose=user_id, name=name)

    async def templates(self, user_id: int) -> list[TemplateRow]:
        """All versions of all names."""
        return await self._all(_TEMPLATES_OF, whose=user_id)

    async def add_template(self, row: TemplateRow) -> TemplateRow:
        """A new version, which holds from now on; its number is the next, whatever the row's says."""
        return await self.database.write(lambda tx: add_template(tx, row))

    async def reports(self, user_id: int, coach_id: str, most: int = 10) -> list[CoachReport]:
        """The newest version first."""
        return await self._all(_REPORTS_OF, coach=coach_id, whose=user_id, most=most)

    async def reported(self, user_id: int, since: datetime) -> bool:
        """Whether a coach of this person's wrote a report after that moment."""
        return (await self._all(_REPORTED_SINCE, whose=user_id, since=since))[0] > 0

    async def every_report(self, user_id: int) -> list[CoachReport]:
        """All versions of all reports."""
        return await self._all(_REPORTS_OF_USER, whose=user_id)

    async def notes(self, user_id: int, coach_id: str, most: int = 20) -> list[CoachNote]:
        """The newest first, but ratings."""
        return await self._all(_NOTES_OF, coach=coach_id, whose=user_id, most=most)

    async def rate(self, wake: WakeRow, rating: Rating, at: datetime) -> None:
        """What the person thinks of a wake's report, in place of what they thought before."""
        note = CoachNote(
            digest(wake.id, "rating"), wake.coach_id, wake.user_id, wake.id, "rating", at, rating
        )
        await self.database.write(lambda tx: tx.execute(_RATE, _NOTES.values(note)))

    async def ratings(self, user_id: int, coach_id: str) -> dict[str, str]:
        """A coach's, by the wake whose report was rated."""
        rows = await self._all(_RATINGS_OF, whose=user_id, coach=coach_id)
        return {one.wake_id: one.text for one in rows}

    async def every_note(self, user_id: int) -> list[CoachNote]:
        """All, the oldest first."""
        return await self._all(_NOTES_OF_USER, whose=user_id)


def end_wakes(tx: Transaction, ends: Iterable[WakeEnd]) -> None:
    """How wakes ended, with what they wrote. Raises Outdated for one that has ended already."""
    for end in ends:
        wake = end.wake
        key: dict[str, object] = {"whose": wake.user_id, "coach": wake.coach_id}
        ended = {"id": wake.id, "at": end.at, "outcome": end.outcome, "cost": end.cost_usd, **key}
        if not tx.execute(_END, ended):
            raise Outdated
        if end.outcome in ("failed", "off"):
            tx.execute(_UNSEEN, {**key, "at": end.at})
        if end.report is not None:
            last = tx.first(_REPORTS_OF, {**key, "most": 1})
            version = last.version + 1 if last else 1
            report = CoachReport(wake.coach_id, version, wake.user_id, wake.id, end.at, end.report)
            tx.execute(_ADD_REPORT, _REPORTS.values(report))
        tx.execute_many(_ADD_NOTE, [_NOTES.values(one) for one in end.notes])
        row = tx.first(_ONE, key)
        if row is None or row.status != "active":
            continue
        if end.next_due is not None:
            _queue(tx, scheduled(row, end.at, end.next_due))
        if end.watched is not None:
            _watch(tx, row, end.watched)


def scheduled(coach: CoachRow, now: datetime, due: datetime) -> QueuedWake:
    """The coach's own next time."""
    batch = digest(coach.id, due.isoformat())
    return QueuedWake(coach.id, "scheduled", coach.user_id, "scheduled", "[]", batch, 0, now, due)


def add_template(tx: Transaction, row: TemplateRow) -> TemplateRow:
    """See `Coaches.add_template`."""
    key = {"whose": row.user_id, "name": row.name}
    last = tx.first(_LAST_VERSION, key)
    tx.execute(_NONE_ACTIVE, key)
    row = replace(row, version=(last or 0) + 1, active=True)
    tx.execute(_ADD_TEMPLATE, _TEMPLATES.values(row))
    return row


def save_templates(tx: Transaction, rows: Iterable[TemplateRow]) -> None:
    """Versions that hold from now on: the next one, or one that was before. Raises Outdated for any other."""
    for row in rows:
        last = tx.first(_LAST_VERSION, {"whose": row.user_id, "name": row.name})
        number = last or 0
        if row.version > number + 1:
            raise Outdated
        if row.version == number + 1:
            add_template(tx, row)
        else:
            activate_template(tx, row.user_id, row.name, row.version)


def activate_template(tx: Transaction, user_id: int, name: str, version: int) -> None:
    """See `Coaches.activate`. Raises Outdated where there is no such version."""
    key = {"whose": user_id, "name": name}
    tx.execute(_NONE_ACTIVE, key)
    if not tx.execute(_ACTIVATE, {**key, "version": version}):
        raise Outdated


def _save(tx: Transaction, row: CoachRow, tokens: Iterable[str] | None, wakes: Iterable[QueuedWake]) -> None:
    key = {"whose": row.user_id, "coach": row.id}
    tx.execute(_SAVE, _COACHES.values(row))
    if row.status == "deleted":
        tokens = ()
    if row.status != "active":
        tx.execute(_UNQUEUE, key)
    if tokens is not None:
        _watch(tx, row, tokens)
    for one in wakes:
        _queue(tx, one)


def _watch(tx: Transaction, row: CoachRow, tokens: Iterable[str]) -> None:
    tx.execute(_UNSUBSCRIBE, {"whose": row.user_id, "coach": row.id})
    watched = [{"user_id": row.user_id, "token": one, "coach_id": row.id} for one in dict.fromkeys(tokens)]
    tx.execute_many(_SUBSCRIBE, watched)


def _queue(tx: Transaction, wake: QueuedWake) -> None:
    tx.execute(_QUEUE_NEXT, _WAKES.values(wake))
