"""Coaches, versions of their templates and reports, what they noted; the end of a wake is one transaction."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields, replace
from datetime import datetime

from storage.coach import CoachNote, CoachReport, CoachRow, QueuedWake, Rating, TemplateRow, WakeEnd, WakeRow
from storage.connection import Transaction
from storage.errors import Outdated
from storage.query import Query, columns_of, insert, listed
from storage.store import Store
from storage.wakes import digest

MOST_OF_ONE = 20
"""Coaches of a person at a time."""
_COACH = tuple(one.name for one in fields(CoachRow))
_TEMPLATE = tuple(one.name for one in fields(TemplateRow))
_REPORT = tuple(one.name for one in fields(CoachReport))
_NOTE = tuple(one.name for one in fields(CoachNote))
_SAVE = f"""
    {insert("coaches", _COACH)}
    ON CONFLICT (id) DO UPDATE
    SET name = excluded.name, status = excluded.status, automatic = excluded.automatic, body = excluded.body
    WHERE user_id = excluded.user_id
"""
_UNSUBSCRIBE = "DELETE FROM coach_subscriptions WHERE user_id = :whose AND coach_id = :coach"
_SUBSCRIBE = insert("coach_subscriptions", ("user_id", "token", "coach_id"))
_UNQUEUE = "DELETE FROM wake_queue WHERE user_id = :whose AND coach_id = :coach"
_COACHES = Query[str, int, str, str, str, bool, str, datetime, datetime | None](
    f"SELECT {listed(_COACH)} FROM coaches"
)
_OF_USER = _COACHES.then("WHERE user_id = :whose AND status <> 'deleted' ORDER BY made_at, id")
_EVERY = _COACHES.then("WHERE user_id = :whose ORDER BY made_at, id")
_ONE = _COACHES.then("WHERE id = :coach AND user_id = :whose")
_TEMPLATES = Query[int, str, int, str, datetime, str, bool](
    f"SELECT {listed(_TEMPLATE)} FROM coach_templates"
)
_ACTIVE = _TEMPLATES.then("WHERE user_id = :whose AND name = :name AND active LIMIT 1")
_VERSIONS = _TEMPLATES.then("WHERE user_id = :whose AND name = :name ORDER BY version DESC")
_TEMPLATES_OF = _TEMPLATES.then("WHERE user_id = :whose ORDER BY name, version")
_LAST_VERSION = Query[int]("""
    SELECT coalesce(max(version), 0) FROM coach_templates
    WHERE user_id = :whose AND name = :name
""")
_ADD_TEMPLATE = insert("coach_templates", _TEMPLATE)
_NONE_ACTIVE = "UPDATE coach_templates SET active = 0 WHERE user_id = :whose AND name = :name"
_ACTIVATE = """
    UPDATE coach_templates SET active = 1
    WHERE user_id = :whose AND name = :name AND version = :version
"""
_REPORTS = Query[str, int, int, str, datetime, str](f"SELECT {listed(_REPORT)} FROM coach_reports")
_REPORTS_OF = _REPORTS.then("""
    WHERE coach_id = :coach AND user_id = :whose
    ORDER BY version DESC LIMIT :most
""")
_REPORTS_OF_USER = _REPORTS.then("WHERE user_id = :whose ORDER BY coach_id, version")
_ADD_REPORT = insert("coach_reports", _REPORT)
_NOTES = Query[str, str, int, str, str, datetime, str](f"SELECT {listed(_NOTE)} FROM coach_notes")
_NOTES_OF = _NOTES.then("""
    WHERE user_id = :whose AND coach_id = :coach AND kind <> 'rating'
    ORDER BY at DESC, id DESC LIMIT :most
""")
_NOTES_OF_USER = _NOTES.then("WHERE user_id = :whose ORDER BY at, id")
_RATINGS_OF = _NOTES.then("WHERE user_id = :whose AND coach_id = :coach AND kind = 'rating' ORDER BY at, id")
_ADD_NOTE = f"{insert('coach_notes', _NOTE)} ON CONFLICT (id) DO NOTHING"
_RATE = f"""
    {insert("coach_notes", _NOTE)}
    ON CONFLICT (id) DO UPDATE SET at = excluded.at, text = excluded.text
    WHERE user_id = excluded.user_id
"""
_END = """
    UPDATE wakes SET ended_at = :at, outcome = :outcome, cost_usd = :cost
    WHERE id = :id AND user_id = :whose AND ended_at IS NULL
"""
_FAILED = "UPDATE coaches SET outdated_at = coalesce(outdated_at, :at) WHERE id = :coach AND user_id = :whose"
_QUEUE_NEXT = f"""
    {insert("wake_queue", tuple(one.name for one in fields(QueuedWake)))}
    ON CONFLICT (coach_id, kind) DO NOTHING
"""


class Coaches(Store):
    """Their rows."""

    async def of_user(self, user_id: int) -> list[CoachRow]:
        """Those that were not deleted, the oldest first."""
        rows = await self.database.look_up(lambda tx: tx.rows(_OF_USER, {"whose": user_id}))
        return [_coach(row) for row in rows]

    async def every(self, user_id: int) -> list[CoachRow]:
        """Also those that were deleted."""
        rows = await self.database.read(lambda tx: tx.rows(_EVERY, {"whose": user_id}))
        return [_coach(row) for row in rows]

    async def coach(self, user_id: int, coach_id: str) -> CoachRow | None:
        """One of this person's, deleted or not."""
        row = await self.database.look_up(lambda tx: tx.first(_ONE, {"coach": coach_id, "whose": user_id}))
        return None if row is None else _coach(row)

    async def save(
        self, row: CoachRow, tokens: Iterable[str] | None = None, wakes: Iterable[QueuedWake] = ()
    ) -> None:
        """A new or changed one. `tokens`: what it watches from now on; None: as before.

        One that was deleted watches nothing, and nothing waits for it. `wakes`: what waits for it now.
        """
        await self.database.write(lambda tx: _save(tx, row, tokens, wakes))

    async def template(self, user_id: int, name: str) -> TemplateRow | None:
        """The version that holds now."""
        key = {"whose": user_id, "name": name}
        row = await self.database.look_up(lambda tx: tx.first(_ACTIVE, key))
        return None if row is None else TemplateRow(*row)

    async def template_versions(self, user_id: int, name: str) -> list[TemplateRow]:
        """All of a name, the newest first."""
        rows = await self.database.read(lambda tx: tx.rows(_VERSIONS, {"whose": user_id, "name": name}))
        return [TemplateRow(*row) for row in rows]

    async def templates(self, user_id: int) -> list[TemplateRow]:
        """All versions of all names."""
        rows = await self.database.read(lambda tx: tx.rows(_TEMPLATES_OF, {"whose": user_id}))
        return [TemplateRow(*row) for row in rows]

    async def add_template(self, row: TemplateRow) -> TemplateRow:
        """A new version, which holds from now on; its number is the next, whatever the row's says."""
        return await self.database.write(lambda tx: add_template(tx, row))

    async def reports(self, user_id: int, coach_id: str, most: int = 10) -> list[CoachReport]:
        """The newest version first."""
        key = {"coach": coach_id, "whose": user_id, "most": most}
        rows = await self.database.read(lambda tx: tx.rows(_REPORTS_OF, key))
        return [CoachReport(*row) for row in rows]

    async def every_report(self, user_id: int) -> list[CoachReport]:
        """All versions of all reports."""
        rows = await self.database.read(lambda tx: tx.rows(_REPORTS_OF_USER, {"whose": user_id}))
        return [CoachReport(*row) for row in rows]

    async def notes(self, user_id: int, coach_id: str, most: int = 20) -> list[CoachNote]:
        """The newest first, but ratings."""
        key = {"coach": coach_id, "whose": user_id, "most": most}
        rows = await self.database.read(lambda tx: tx.rows(_NOTES_OF, key))
        return [_note(row) for row in rows]

    async def rate(self, wake: WakeRow, rating: Rating, at: datetime) -> None:
        """What the person thinks of a wake's report, in place of what they thought before."""
        note = CoachNote(
            digest(wake.id, "rating"), wake.coach_id, wake.user_id, wake.id, "rating", at, rating
        )
        await self.database.write(lambda tx: tx.execute(_RATE, columns_of(note, _NOTE)))

    async def ratings(self, user_id: int, coach_id: str) -> dict[str, str]:
        """A coach's, by the wake whose report was rated."""
        key = {"whose": user_id, "coach": coach_id}
        rows = await self.database.read(lambda tx: tx.rows(_RATINGS_OF, key))
        return {one.wake_id: one.text for one in map(_note, rows)}

    async def every_note(self, user_id: int) -> list[CoachNote]:
        """All, the oldest first."""
        rows = await self.database.read(lambda tx: tx.rows(_NOTES_OF_USER, {"whose": user_id}))
        return [_note(row) for row in rows]


def end_wakes(tx: Transaction, ends: Iterable[WakeEnd]) -> None:
    """How wakes ended, with what they wrote. Raises Outdated for one that has ended already."""
    for end in ends:
        wake = end.wake
        key: dict[str, object] = {"whose": wake.user_id, "coach": wake.coach_id}
        ended = {"id": wake.id, "at": end.at, "outcome": end.outcome, "cost": end.cost_usd, **key}
        if not tx.execute(_END, ended):
            raise Outdated
        if end.outcome == "failed":
            tx.execute(_FAILED, {**key, "at": end.at})
        if end.report is not None:
            last = tx.first(_REPORTS_OF, {**key, "most": 1})
            version = last[1] + 1 if last else 1
            report = CoachReport(wake.coach_id, version, wake.user_id, wake.id, end.at, end.report)
            tx.execute(_ADD_REPORT, columns_of(report, _REPORT))
        tx.execute_many(_ADD_NOTE, [columns_of(one, _NOTE) for one in end.notes])
        row = tx.first(_ONE, key)
        if end.next_due is not None and row is not None and row[4] == "active":
            _queue(tx, scheduled(_coach(row), end.at, end.next_due))


def scheduled(coach: CoachRow, now: datetime, due: datetime) -> QueuedWake:
    """The coach's own next time."""
    batch = digest(coach.id, due.isoformat())
    return QueuedWake(coach.id, "scheduled", coach.user_id, "scheduled", "[]", batch, 0, now, due)


def add_template(tx: Transaction, row: TemplateRow) -> TemplateRow:
    """See `Coaches.add_template`."""
    key = {"whose": row.user_id, "name": row.name}
    last = tx.first(_LAST_VERSION, key)
    tx.execute(_NONE_ACTIVE, key)
    row = replace(row, version=(last[0] if last else 0) + 1, active=True)
    tx.execute(_ADD_TEMPLATE, columns_of(row, _TEMPLATE))
    return row


def save_templates(tx: Transaction, rows: Iterable[TemplateRow]) -> None:
    """Versions that hold from now on: the next one, or one that was before. Raises Outdated for any other."""
    for row in rows:
        last = tx.first(_LAST_VERSION, {"whose": row.user_id, "name": row.name})
        number = last[0] if last else 0
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
    tx.execute(_SAVE, columns_of(row, _COACH))
    if row.status == "deleted":
        tokens = ()
    if row.status != "active":
        tx.execute(_UNQUEUE, key)
    if tokens is not None:
        tx.execute(_UNSUBSCRIBE, key)
        watched = [
            {"user_id": row.user_id, "token": one, "coach_id": row.id} for one in dict.fromkeys(tokens)
        ]
        tx.execute_many(_SUBSCRIBE, watched)
    for one in wakes:
        _queue(tx, one)


def _queue(tx: Transaction, wake: QueuedWake) -> None:
    tx.execute(_QUEUE_NEXT, {one.name: getattr(wake, one.name) for one in fields(QueuedWake)})


def _coach(row: Sequence[object]) -> CoachRow:
    return CoachRow(*row)  # pyright: ignore[reportArgumentType] - as it was stored


def _note(row: Sequence[object]) -> CoachNote:
    return CoachNote(*row)  # pyright: ignore[reportArgumentType] - as it was stored
