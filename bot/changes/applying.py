"""An item carried out as if the person had done it, and taken back: as effects, nothing is written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, time

from pydantic import Field

from agents.changes.checking import Present, Why
from agents.changes.items import (
    GoalItem,
    Item,
    MemoryItem,
    MergeItem,
    ProgrammeItem,
    ReminderItem,
    RemoveItem,
    SessionItem,
    TextItem,
    TypoItem,
    UnitItem,
)
from agents.changes.rewriting import corrected, removed, renamed
from agents.goals.standing import body_of, told_of
from agents.keeping import taught
from agents.memory import TAUGHT, Category, opened, updated_with
from agents.offline.parser import parse
from agents.parser import ParserInput
from agents.reminders.plan import Plan, next_due
from agents.reminders.rows import changed, plan_of, row_of
from agents.steps.revising import revision_of
from agents.types import ContextUpdate
from agents.vocabulary import ALIAS, in_context, own_terms
from bot.people.goals import GoalDesk
from bot.people.sources import gym_book
from bot.people.state import BotState, with_preference
from bot.replies.change_pages import SetPage
from bot.texts import wording
from bot.texts.html import plain
from storage.cases import EDITED
from storage.entities import ContextVersion, Effects, Entry, Frozen, Preferences, Revision
from storage.programme_rows import ProgrammeRow
from storage.proposal import ProposalRow
from storage.reminder import ReminderRow

_MORNING = time(8)


class Left(Frozen):
    """What carrying out an item has left behind, for taking it back: a row's result.

    `before` and `after` are what stood there and what was put there, None for nothing.
    """

    token: str = ""
    before: str | None = None
    after: str | None = None
    entries: dict[str, int] = Field(default_factory=dict[str, int])
    """The revisions that were made, by entry."""


@dataclass(frozen=True, slots=True)
class Applying:
    """For one person, at one moment."""

    state: BotState
    present: Present
    language: str

    @property
    def at(self) -> datetime:
        """When it is done: of all that one tap confirms."""
        return self.present.now

    async def apply(self, row: ProposalRow, item: Item, effects: Effects) -> Left | Why:
        """Add to the effects what the item changes; or why it can't be."""
        match item:
            case GoalItem():
                done = await self._goal(row, item, effects)
            case ReminderItem():
                done = await self._reminder(row, item.plan, item.replaces, effects)
            case SessionItem():
                done = await self._reminder(row, _as_reminder(item, self.language), "", effects)
            case MergeItem():
                done = await self._merge(item, effects)
            case TypoItem() | TextItem() | RemoveItem():
                done = await self._entry(item, effects)
            case UnitItem():
                done = await self._unit(item, effects)
            case MemoryItem():
                done = await self._memory(item, effects)
            case ProgrammeItem():
                done = await self._programme(row, item, effects)
        return done

    async def _goal(self, row: ProposalRow, item: GoalItem, effects: Effects) -> Left | Why:
        user_id = self.present.user_id
        if item.replaces:
            before = await self.state.db.goals.goal(user_id, item.replaces)
            if before is None:
                return "unknown"
            after = replace(before, name=item.goal.name, body=body_of(item.goal), made_at=self.at)
        else:
            found = await GoalDesk(self.state).book(user_id).fitted(item.goal, row.token[-16:])
            if isinstance(found, str):
                return "full" if found == "full" else "out_of_range"
            before = await self.state.db.goals.goal(user_id, found[0].token)
            after = replace(found[0], made_at=self.at)
        effects.goals = [*effects.goals, after]
        return Left(token=after.token, before=None if before is None else before.body, after=after.body)

    async def _reminder(self, row: ProposalRow, plan: Plan, replaces: str, effects: Effects) -> Left | Why:
        due = next_due(plan, self.at, self.present.profile.zone)
        before = await self.state.db.reminders.reminder(self.present.user_id, replaces) if replaces else None
        if due is None or (replaces and before is None):
            return "past" if due is None else "unknown"
        after = changed(before, due=due, plan=plan) if before is not None else self._new(row, plan, due)
        effects.reminders = [*effects.reminders, after]
        return Left(token=after.id, before=None if before is None else before.body, after=after.body)

    def _new(self, row: ProposalRow, plan: Plan, due: datetime) -> ReminderRow:
        return row_of(row.token, self.present.user_id, "reminder", plan, due, self.at)

    async def _merge(self, item: MergeItem, effects: Effects) -> Left:
        entries = await self.present.named(item.name)
        changes = [self._revision(renamed(entry, item), item) for entry in entries]
        known = await self.state.db.contexts.context(self.present.user_id)
        budget = self.state.services.limits.global_context_tokens
        local = self.present.profile.local(self.at)
        alias = taught(known, self.present.user_id, {item.name: item.into}, local, budget)
        effects.contexts += [alias] if alias is not None else []
        await self._revise(entries, changes, effects)
        return Left(token=item.name, after=item.into, entries=_numbers(changes))

    async def _entry(self, item: TypoItem | TextItem | RemoveItem, effects: Effects) -> Left | Why:
        found = await self.state.db.entries.entries(self.present.user_id, [item.entry_id])
        if not found:
            return "foreign"
        after = await self._after(found[0], item)
        if after is None:
            return "changed"
        changes = [self._revision(after, item)]
        await self._revise(found, changes, effects)
        return Left(entries=_numbers(changes))

    async def _after(self, entry: Entry, item: TypoItem | TextItem | RemoveItem) -> Entry | None:
        match item:
            case TypoItem():
                return corrected(entry, item)
            case RemoveItem():
                return removed(entry)
            case TextItem():
                return await self._read_anew(entry, item)

    async def _read_anew(self, entry: Entry, item: TextItem) -> Entry | None:
        """As its new words say; of several days the one that it was about, or the first."""
        profile, memory = await self.state.services.person(self.present.user_id)
        registry = self.state.services.registry
        context = in_context(registry.combine(registry.domains), own_terms(memory))
        read = parse(
            ParserInput(
                text=item.text, now=profile.local(entry.logged_at), profile=profile, domain_context=context,
                global_context=memory,
            )
        )  # fmt: skip
        if not read.entries:
            return None
        one = next((one for one in read.entries if one.day == entry.day), read.entries[0])
        return entry.model_copy(
            update={
                "day": one.day, "measures": one.measures, "domains": one.domains, "problems": one.problems,
                "notes": (*entry.notes, f"{EDITED}{item.text}"), "revision": entry.revision + 1,
            }
        )  # fmt: skip

    def _revision(self, after: Entry, item: MergeItem | TypoItem | TextItem | RemoveItem) -> Revision:
        """As a correction in so many words would be."""
        if isinstance(item, TextItem):
            return revision_of(after, self.at, "edit", f"{EDITED}{item.text}")
        page = SetPage(wording(self.language), self.present.profile, self.at, (), ())
        note = plain(page.what(item))
        return revision_of(
            after.model_copy(update={"notes": (*after.notes, note)}), self.at, "correction", note
        )

    async def _revise(self, before: Sequence[Entry], changes: Sequence[Revision], effects: Effects) -> None:
        """With the goals that had been reached by what is no longer so."""
        effects.revisions += changes
        profile, now = self.present.profile, [one.entry for one in changes]
        found = await told_of(self.state.db, profile, self.present.today, self.at, now, before)
        effects.goals = [*effects.goals, *(row for row, told in found if told.news == "lost")]

    async def _unit(self, item: UnitItem, effects: Effects) -> Left:
        user = await self.state.user(self.present.user_id)
        chosen = Preferences.model_validate({item.field: item.unit})
        await self.state.prefer(with_preference(user, chosen), effects)
        return Left(token=item.field, before=getattr(user.preferences, item.field), after=item.unit)

    async def _memory(self, item: MemoryItem, effects: Effects) -> Left | Why:
        version = await self.present.remembered(item)
        if version is None:
            return "nothing_changes"
        effects.contexts.append(version)
        before = opened(await self.state.db.contexts.context(self.present.user_id))
        line = before.find(item.category, item.key)
        return Left(token=item.key, before=None if line is None else line.value, after=item.value)

    async def _programme(self, row: ProposalRow, item: ProgrammeItem, effects: Effects) -> Left:
        user_id, name = self.present.user_id, item.start.programme.name
        running = await self.state.db.programmes.running(user_id)
        text = item.start.model_dump_json(exclude_defaults=True)
        proposed = ProgrammeRow(row.token, user_id, "proposed", name, self.at, None, text)
        book = gym_book(self.state.services, self.state.gym, user_id)
        begun = await book.begun(proposed, self.present.today, self.at)
        effects.programmes = [*effects.programmes, begun]
        return Left(token=begun.token, before=None if running is None else running.token, after=begun.body)


def _numbers(changes: Sequence[Revision]) -> dict[str, int]:
    return {one.entry_id: one.revision for one in changes}


def _as_reminder(item: SessionItem, language: str) -> Plan:
    """Where no calendar is: on its day it is told of."""
    return Plan(text=item.title, language=language, start=item.day, times=(item.at or _MORNING,))


@dataclass(frozen=True, slots=True)
class TakingBack:
    """Of one person. Each adds to the effects; False: it was changed since, and stays."""

    state: BotState
    present: Present

    async def take_back(self, item: Item, left: Left, effects: Effects) -> bool:
        """What stood before stands again."""
        match item:
            case GoalItem():
                back = await self._goal(left, effects)
            case ReminderItem() | SessionItem():
                back = await self._reminder(left, effects)
            case MergeItem():
                back = await self._entries(left, effects)
                await self._forget("preference", f"{ALIAS}{left.token}", None, effects)
            case TypoItem() | TextItem() | RemoveItem():
                back = await self._entries(left, effects)
            case UnitItem():
                back = await self._unit(left, effects)
            case MemoryItem():
                back = await self._forget(item.category, item.key, left.before, effects, item.value)
            case ProgrammeItem():
                back = await self._programme(left, effects)
        return back

    async def _goal(self, left: Left, effects: Effects) -> bool:
        row = await self.state.db.goals.goal(self.present.user_id, left.token)
        if row is None or row.dropped_at is not None or row.body != left.after:
            return False
        effects.goals = [await self.state.db.goals.taken_back(row, self.present.now)]
        return True

    async def _reminder(self, left: Left, effects: Effects) -> bool:
        row = await self.state.db.reminders.reminder(self.present.user_id, left.token)
        if row is None or row.status != "set" or row.body != left.after:
            return False
        if left.before is None:
            effects.reminders = [changed(row, status="stopped")]
            return True
        plan = plan_of(replace(row, body=left.before))
        due = next_due(plan, self.present.now, self.present.profile.zone)
        effects.reminders = [changed(row, status="set" if due else "over", due=due, plan=plan)]
        return True

    async def _entries(self, left: Left, effects: Effects) -> bool:
        """Those that nobody has changed since; whether that is all of them."""
        rows = self.state.db.entries
        back: list[Revision] = []
        for entry_id, revision in left.entries.items():
            history = await rows.revisions(self.present.user_id, entry_id)
            before = next((one.entry for one in reversed(history) if one.revision < revision), None)
            made = next((one.entry for one in history if one.revision == revision), None)
            if before is None or made is None or not _is_as(history[-1].entry, made):
                continue
            restored = before.model_copy(update={"revision": history[-1].revision + 1})
            note = f"revision {revision} taken back"
            undone = revision_of(restored, self.present.now, "undo", note)
            back.append(undone.model_copy(update={"undoes": revision}))
        effects.revisions += back
        return len(back) == len(left.entries)

    async def _unit(self, left: Left, effects: Effects) -> bool:
        user = await self.state.user(self.present.user_id)
        if getattr(user.preferences, left.token) != left.after:
            return False
        preferences = user.preferences.model_copy(update={left.token: left.before})
        await self.state.prefer(user.model_copy(update={"preferences": preferences}), effects)
        return True

    async def _forget(
        self, category: Category, key: str, before: str | None, effects: Effects, after: str | None = None
    ) -> bool:
        """A line of the memory goes, or says again what it said."""
        current = await self.state.db.contexts.context(self.present.user_id)
        line = opened(current).find(category, key)
        if line is None or (after is not None and line.value != after):
            return False
        update = ContextUpdate(
            category=line.category, key=line.key, value=before or line.value, confidence="certain",
            source=TAUGHT, withdrawn=before is None,
        )  # fmt: skip
        version = self._next(current, update)
        effects.contexts += [version] if version is not None else []
        return version is not None

    def _next(self, current: ContextVersion | None, update: ContextUpdate) -> ContextVersion | None:
        return updated_with(
            current,
            self.present.user_id,
            (update,),
            now=self.present.profile.local(self.present.now),
            cause="undo",
            token_budget=self.state.services.limits.global_context_tokens,
        )

    async def _programme(self, left: Left, effects: Effects) -> bool:
        rows = self.state.db.programmes
        row = await rows.programme(self.present.user_id, left.token)
        if row is None or row.status != "running":
            return False
        stopped = replace(row, status="stopped", ended_at=self.present.now)
        former = await rows.programme(self.present.user_id, left.before) if left.before else None
        again = [replace(former, status="running", ended_at=None)] if former is not None else []
        effects.programmes = [stopped, *again]
        return True


def _is_as(now: Entry, made: Entry) -> bool:
    """Whether it still says what was made of it, whatever came and went since."""
    return (now.deleted, now.day, now.measures, now.notes) == (
        made.deleted, made.day, made.measures, made.notes,
    )  # fmt: skip
