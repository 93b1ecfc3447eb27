"""What wakes coaches: written in the transaction of the change itself, so that no kill loses any.

A change of somebody's log emits tokens (`user`, `domain:strength`, `exercise:bench press`, `metric:sleep`,
`goal:ID`, `memory`, `calendar`). Those that a coach subscribed to merge into the one wake that waits for it,
due `THROTTLE` after the first of them; of a coach that is not to wake by itself the report is out of date
from then on. Whoever has no coach pays one look at an index.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from hashlib import blake2b

from storage.coach import QueuedWake, WakeReason, WakeRow
from storage.connection import Transaction
from storage.entities import ContextVersion, Entry
from storage.goal import GoalRow
from storage.proposal import Settled
from storage.query import Column, Query, Table
from storage.store import Store

THROTTLE = timedelta(seconds=120)
USER, MEMORY, CALENDAR = "user", "memory", "calendar"
_QUEUED = Table("wake_queue", QueuedWake)
_LOG = Table("wakes", WakeRow)
_WATCHED = Column[int]("SELECT 1 FROM coach_subscriptions WHERE user_id = :whose LIMIT 1")
_MATCHING = Query[str, str, bool]("""
    SELECT s.token, c.id, c.automatic AND c.status = 'active'
    FROM coach_subscriptions AS s
    JOIN coaches AS c ON c.id = s.coach_id AND c.user_id = s.user_id
    WHERE s.user_id = :whose AND s.token IN (SELECT value FROM json_each(:tokens))
""")
_OUT_OF_DATE = """
    UPDATE coaches SET outdated_at = :now
    WHERE id = :coach AND user_id = :whose AND outdated_at IS NULL
"""
_ONE = _QUEUED.where("WHERE coach_id = :coach AND kind = :kind AND user_id = :whose")
_DUE = _QUEUED.where("""
    WHERE due_at <= :now OR due_at > :latest OR (due_at > :soon AND kind <> 'scheduled')
    ORDER BY due_at, coach_id LIMIT :most OFFSET :skip
""")
_NEXT = Column[datetime]("SELECT due_at FROM wake_queue WHERE due_at > :now ORDER BY due_at LIMIT 1")
_SAVE = f"""
    {_QUEUED.insert}
    ON CONFLICT (coach_id, kind) DO UPDATE
    SET reason = excluded.reason, tokens = excluded.tokens, batch = excluded.batch,
        changes = excluded.changes, queued_at = excluded.queued_at, due_at = excluded.due_at
    WHERE user_id = excluded.user_id
"""
_TAKEN = """
    DELETE FROM wake_queue
    WHERE coach_id = :coach AND kind = :kind AND user_id = :whose AND batch = :batch
"""
_CLEAR = "DELETE FROM wake_queue WHERE coach_id = :coach AND user_id = :whose AND kind <> 'scheduled'"
_RUNNING = _LOG.where("WHERE ended_at IS NULL ORDER BY began_at")
_RUNNING_OF = _LOG.where("WHERE coach_id = :coach AND user_id = :whose AND ended_at IS NULL")
_OF_COACH = _LOG.where("""
    WHERE user_id = :whose AND coach_id = :coach
    ORDER BY began_at DESC LIMIT :most
""")
_OF_USER = _LOG.where("WHERE user_id = :whose ORDER BY began_at")
_BEGIN = f"{_LOG.insert} ON CONFLICT (run_key) DO NOTHING"
_AGAIN = """
    UPDATE wakes SET attempts = attempts + 1
    WHERE id = :id AND user_id = :whose AND ended_at IS NULL
"""
_UP_TO_DATE = "UPDATE coaches SET outdated_at = NULL WHERE id = :coach AND user_id = :whose"


@dataclass(frozen=True, slots=True)
class Change:
    """Something of a person's that was committed. `mark` is this change's alone."""

    user_id: int
    mark: str
    tokens: frozenset[str]
    reason: WakeReason = "subscription"


class Wakes(Store):
    """What waits and what ran."""

    async def due(self, now: datetime, most: int = 100, skip: int = 0) -> list[QueuedWake]:
        """What has waited long enough, the longest first; also what a clock that was wrong set too far."""
        latest, soon = now + _FARTHEST, now + 2 * THROTTLE
        return await self._all(_DUE, now=now, latest=latest, soon=soon, most=most, skip=skip)

    async def next_due(self, now: datetime) -> datetime | None:
        """When the next one after `now` is due."""
        return await self._first(_NEXT, now=now)

    async def waiting(self, user_id: int, coach_id: str, kind: str) -> QueuedWake | None:
        """One of this person's."""
        return await self._first(_ONE, coach=coach_id, kind=kind, whose=user_id)

    async def ask(self, queued: QueuedWake) -> None:
        """Wait for this; a request takes the place of the changes that waited, which it looks at, too."""

        def work(tx: Transaction) -> None:
            if queued.kind == "asked":
                tx.execute(_CLEAR, {"coach": queued.coach_id, "whose": queued.user_id})
            tx.execute(_SAVE, _QUEUED.values(queued))

        await self.database.write(work)

    async def begin(self, queued: QueuedWake, wake: WakeRow) -> bool:
        """Take it from the queue and note that it is at work, before it is; False: it is not to run now.

        One wake of a coach is at work at a time, and no batch twice. What the coach is told of from here on
        waits for its next one.
        """
        return await self.database.write(lambda tx: _begin(tx, queued, wake))

    async def running(self) -> list[WakeRow]:
        """What was at work when the process died."""
        return await self._all(_RUNNING)

    async def again(self, wake: WakeRow) -> None:
        """It is begun once more."""
        await self._run(_AGAIN, id=wake.id, whose=wake.user_id)

    async def log(self, user_id: int, coach_id: str, most: int = 50) -> list[WakeRow]:
        """A coach's, the newest first."""
        return await self._all(_OF_COACH, whose=user_id, coach=coach_id, most=most)

    async def every(self, user_id: int) -> list[WakeRow]:
        """All of a person's, the oldest first."""
        return await self._all(_OF_USER, whose=user_id)


_FARTHEST = timedelta(days=400)


def entries_changed(
    tx: Transaction,
    stored: Iterable[Entry],
    revised: Iterable[tuple[Entry, Entry, str]],
    now: datetime,
    author: str = "",
    *,
    heard: bool = False,
) -> None:
    """New entries, and changed ones as they were, as they are, and why. `author`: see `emit`.

    `heard`: from a voice note or picture.
    """
    reason: WakeReason = "content" if heard else "subscription"
    new, changed = [*stored], [*revised]
    for user_id in dict.fromkeys(one.user_id for one in (*new, *(after for _, after, _ in changed))):
        if tx.first(_WATCHED, {"whose": user_id}) is None:
            continue
        changes = [
            Change(user_id, f"{one.id}:{one.revision}", tokens_of(one), reason)
            for one in new
            if one.user_id == user_id
        ]
        changes += [
            Change(
                user_id, f"{after.id}:{after.revision}", tokens_of(before) | tokens_of(after),
                "content" if cause == "reading" else reason,
            )
            for before, after, cause in changed
            if after.user_id == user_id
        ]  # fmt: skip
        emit(tx, user_id, changes, now, author)


def goal_changed(row: GoalRow, now: datetime) -> Change:
    """A goal was set, changed, reached or dropped."""
    mark = digest(row.token, row.body, str(row.reached_at), str(row.dropped_at), now.isoformat())
    return Change(row.user_id, mark, frozenset({USER, f"goal:{row.token}"}))


def memory_changed(version: ContextVersion) -> Change:
    """There is a new version of what is remembered."""
    return Change(version.user_id, f"memory:{version.version}", frozenset({USER, MEMORY}))


def calendar_changed(done: Settled) -> Change:
    """An event was written, changed or taken out, as the person confirmed or took back."""
    mark = digest(done.token, done.status, done.at.isoformat())
    return Change(done.user_id, mark, frozenset({USER, CALENDAR}))


def tokens_of(entry: Entry) -> frozenset[str]:
    """What an entry tells of: its person, its domains, each exercise and metric."""
    named = {f"{'exercise' if one.value is None else 'metric'}:{one.name}" for one in entry.measures}
    domains = {f"domain:{one}" for one in (*entry.domains, *(measure.domain for measure in entry.measures))}
    return frozenset({USER, *named, *domains})


def emit(tx: Transaction, user_id: int, changes: Sequence[Change], now: datetime, author: str = "") -> None:
    """Wake who watches these. `author` is the coach whose own write it is: that one is never woken by it."""
    if not changes or tx.first(_WATCHED, {"whose": user_id}) is None:
        return
    every = sorted(set[str]().union(*(one.tokens for one in changes)))
    found: dict[str, tuple[bool, set[str]]] = {}
    for token, coach_id, automatic in tx.rows(_MATCHING, {"whose": user_id, "tokens": json.dumps(every)}):
        found.setdefault(coach_id, (automatic, set()))[1].add(token)
    for coach_id, (automatic, tokens) in found.items():
        tx.execute(_OUT_OF_DATE, {"now": now, "coach": coach_id, "whose": user_id})
        if automatic and coach_id != author:
            key = {"coach": coach_id, "kind": "changes", "whose": user_id}
            row = tx.first(_ONE, key)
            start = QueuedWake(coach_id, "changes", user_id, "subscription", "[]", "", 0, now, now + THROTTLE)
            waits = row or start
            merged = _merged(waits, [one for one in changes if one.tokens & tokens], tokens)
            tx.execute(_SAVE, _QUEUED.values(merged))


def _merged(waits: QueuedWake, changes: Sequence[Change], tokens: set[str]) -> QueuedWake:
    """With more changes; due when it was."""
    batch, reason = waits.batch, waits.reason
    for one in changes:
        batch = digest(batch, one.mark)
        reason = one.reason if one.reason == "content" else reason
    known = tokens.union(json.loads(waits.tokens))
    return replace(
        waits, reason=reason, tokens=json.dumps(sorted(known), ensure_ascii=False), batch=batch,
        changes=waits.changes + len(changes),
    )  # fmt: skip


def digest(*parts: str) -> str:
    """Of texts in their order."""
    return blake2b("\n".join(parts).encode(), digest_size=12).hexdigest()


def _begin(tx: Transaction, queued: QueuedWake, wake: WakeRow) -> bool:
    key = {"coach": queued.coach_id, "whose": queued.user_id}
    if tx.first(_RUNNING_OF, key) is not None:
        return False
    if not tx.execute(_TAKEN, {**key, "kind": queued.kind, "batch": queued.batch}):
        return False
    if not tx.execute(_BEGIN, _LOG.values(wake)):
        return False
    tx.execute(_UP_TO_DATE, key)
    return True
