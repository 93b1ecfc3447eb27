"""What the memory counts is counted again from all current rows, whenever entries came, changed or went.

Records, the last day of a pain and the average sleep are no opinions: the rows say what they are. A version
that somebody else saved meanwhile is no loss: it is counted again on top of it, until nothing differs.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date, datetime, timedelta

from agents.facts import Sample, is_training
from agents.facts.milestones import Milestones, counted
from agents.facts.nights import WINDOW, sleep_lately
from agents.memory import RECORD, RECOUNTED, Category, GlobalContext, MemoryLine, opened, updated_with
from agents.observer import ObserverOutput
from agents.profile import Profile
from agents.types import ContextUpdate
from agents.work import Services
from storage.entities import Confidence, DateRange, Entry
from storage.errors import StorageError

logger = logging.getLogger(__name__)

PAIN = " pain"
SLEEP = "average sleep"
SEEN_AGAIN = timedelta(days=28)
"""So often it is noted of a record that its exercise is still trained."""
_TRIES = 8
"""Others may save a version at the same moment."""


async def remember(  # noqa: PLR0917 - who, what, when
    services: Services,
    profile: Profile,
    changed: Collection[Entry] | None,
    now: datetime,
    cause: str,
    learnt: ObserverOutput | None = None,
    fresh: Collection[str] | None = None,
    author: str = "",
) -> bool:
    """Save what was learnt, with all that rests on the changed entries counted again; whether it changed.

    `changed` are the entries as they were and as they are; None counts every line again. `fresh` are
    exercises that get a line even if they had none; with None nothing new gets one. `author`: the coach that
    proposed the changes. Raises StorageError.
    """
    db = services.db
    saved = False
    for _ in range(_TRIES):
        current = await db.contexts.context(profile.user_id)
        updates = await _counted(services, profile, opened(current), changed, now.date(), fresh)
        told = [one for one in learnt.updates if one.source != RECOUNTED] if learnt and not saved else []
        version = updated_with(
            current,
            profile.user_id,
            (*told, *updates),
            now=now,
            cause=cause,
            token_budget=services.limits.global_context_tokens,
        )
        if version is None:
            return saved
        saved = await db.contexts.save_context(version, author) or saved
    return saved


async def remember_change(
    services: Services, user_id: int, changed: Collection[Entry], cause: str, author: str = ""
) -> None:
    """After a change outside a turn, which stands whatever comes of this: the weekly run counts again.

    An import adds no line of its own: a memory that comes with it is the one of these entries.
    """
    profile = await services.profile(user_id)
    now = profile.local(services.clock())
    live = None if cause == "import" else trained(entry for entry in changed if not entry.deleted)
    try:
        await remember(services, profile, changed, now, cause, fresh=live, author=author)
    except StorageError:
        logger.warning("the memory of %s was not counted again: left to the weekly run", user_id)


def trained(entries: Iterable[Entry]) -> set[str]:
    """The exercises of these entries."""
    return {measure.name for entry in entries for measure in entry.measures if is_training(measure)}


def may_change(entry: Entry, line: MemoryLine | None) -> bool:
    """Whether a log that breaks no record may: of a day before one that is told, or in another unit."""
    if line is None:
        return False
    if entry.day.isoformat() < max(_DAY.findall(line.value), default="9"):
        return True
    units = {unit for m in entry.measures for unit in (m.weight_unit, m.distance_unit) if unit is not None}
    return not all(re.search(rf"[ /0]{unit}\b", line.value) for unit in units)


_DAY = re.compile(r"\d{4}-\d\d-\d\d")


async def _counted(  # noqa: PLR0917 - of whom, what, when
    services: Services,
    profile: Profile,
    context: GlobalContext,
    changed: Collection[Entry] | None,
    today: date,
    fresh: Collection[str] | None,
) -> list[ContextUpdate]:
    names = None if changed is None else {m.name for entry in changed for m in entry.measures}
    lines = {line.key.removesuffix(RECORD): line for line in context.lines if line.key.endswith(RECORD)}
    wanted = sorted((set(lines) if names is None else names & set(lines)) | set(fresh or ()))
    updates: list[ContextUpdate] = []
    if wanted:
        rows = await services.db.measures.standings(profile.user_id, wanted)
        found = {one.name: one for one in counted(rows, profile)}
        updates += [update for name in wanted for update in _record(lines.get(name), found.get(name), today)]
    if names is None or "pain" in names:
        told = () if fresh is None else changed
        updates += _pains(context, await services.db.measures.last_pains(profile.user_id), told)
    line = context.find("fact", SLEEP)
    if line is not None and (names is None or "sleep" in names):
        updates += await _sleep(services, profile, line, today)
    return updates


def _record(line: MemoryLine | None, best: Milestones | None, today: date) -> Iterator[ContextUpdate]:
    if best is None and line is not None:
        yield _update("fact", line.key, line.value, "certain", withdrawn=True)
    elif best is not None and (line is None or line.value != best.text or today - line.last >= SEEN_AGAIN):
        yield _update("fact", f"{best.name}{RECORD}", best.text, "certain")


def _pains(
    context: GlobalContext, last: dict[str, date], changed: Collection[Entry] | None
) -> Iterator[ContextUpdate]:
    """Where it hurt and when last; fades by itself when it is not heard of again."""
    told = {
        measure.text
        for entry in changed or ()
        if not entry.deleted
        for measure in entry.measures
        if measure.name == "pain" and measure.text and measure.value != 0
    }
    lines = {line.key.removesuffix(PAIN): line for line in context.lines if _is_pain(line)}
    for where in sorted(told | set(lines)):
        line, day = lines.get(where), last.get(where)
        value = f"last logged {day}"
        if day is None and line is not None:
            yield _update("insight", line.key, line.value, "tentative", withdrawn=True)
        elif day is not None and (line is None or line.value != value):
            yield _update("insight", f"{where}{PAIN}", value, "tentative")


def _is_pain(line: MemoryLine) -> bool:
    return line.category == "insight" and line.source == RECOUNTED and line.key.endswith(PAIN)


async def _sleep(
    services: Services, profile: Profile, line: MemoryLine, today: date
) -> Sequence[ContextUpdate]:
    """The average as the rows say it now, or none any more."""
    span = DateRange(start=today - WINDOW, end=today)
    rows = await services.db.measures.measures(profile.user_id, ["sleep"], span)
    nights = [Sample(row.entry_id, row.measure.day, row.measure) for row in rows]
    now = sleep_lately([one for one in nights if one.measure.value is not None], today, profile)
    if now is None:
        return [_update("fact", line.key, line.value, "certain", withdrawn=True)]
    return [_update("fact", line.key, now, "certain", line.source)] if now != line.value else []


def _update(
    category: Category,
    key: str,
    value: str,
    confidence: Confidence,
    source: str = RECOUNTED,
    *,
    withdrawn: bool = False,
) -> ContextUpdate:
    return ContextUpdate(
        category=category,
        key=key,
        value=value,
        confidence=confidence,
        source=source,
        withdrawn=withdrawn,
    )
