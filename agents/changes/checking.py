"""Whether an item may be proposed, and whether it still fits once the person says yes: the same looks."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Literal

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
    about,
)
from agents.changes.rewriting import corrected, says_again, words_of
from agents.goals.standing import body_of
from agents.impossible import impossible
from agents.memory import TAUGHT, opened, updated_with
from agents.memory.text import key_of
from agents.profile import Profile
from agents.reminders.plan import LONGEST_TEXT, is_rule, next_due
from agents.types import ContextUpdate
from agents.vocabulary import ALIAS
from agents.work import Services
from storage.entities import ContextVersion, DateRange, Entry, Measure
from storage.goals import MOST_OF_ONE as MOST_GOALS
from storage.reminders import MOST_OF_ONE as MOST_REMINDERS

if TYPE_CHECKING:
    from agents.goals.goal import Goal

Why = Literal[
    "unreadable", "too_many", "foreign", "markup", "out_of_range", "past", "unknown", "nothing_changes",
    "changed", "full", "declined", "waiting",
]  # fmt: skip
"""Why an item is refused. `foreign`: an entry that is not the person's, or is gone. `changed`: what it is
about says something else. `declined`: the same was, on the same facts; `waiting`: the same is asked."""
MOST_MERGED = 500
"""Entries that one merge may rename."""
_YEAR = timedelta(days=366)
_LARGEST = 1e6
_HEAVIEST = 1000.0
_MARKUP = re.compile(
    r"<[a-zA-Z/!?]|\]\(|\b(?:https?|tg|javascript)\s*:\s*/*|\bt\.me/"
    r"|[\x00-\x08\x0b-\x1f\x7f\u200b-\u200f\u202a-\u202e\u2066-\u2069]"
)
"""Tags, links and letters that are not seen: nothing of that belongs into a proposal."""


def has_markup(text: str) -> bool:
    """Whether there is anything in it that belongs into no proposal."""
    return _MARKUP.search(text) is not None


@dataclass(frozen=True, slots=True)
class Present:
    """A person as of now, whom items are held against."""

    services: Services
    profile: Profile
    now: datetime

    @property
    def user_id(self) -> int:
        """Whose items they are."""
        return self.profile.user_id

    @property
    def today(self) -> date:
        """On their clock."""
        return self.profile.local(self.now).date()

    async def entries(self, item: Item) -> dict[str, Entry] | None:
        """Those that it is about; None: one of them is not the person's, or is gone."""
        ids = about(item)
        found = (
            {one.id: one for one in await self.services.db.entries.entries(self.user_id, ids)} if ids else {}
        )
        return found if len(found) == len(ids) else None

    async def refused(self, item: Item) -> Why | None:
        """Why it can't be done; None: it can."""
        if any(map(has_markup, _texts(item.model_dump(exclude=_OWN_WORDS.get(item.kind))))):
            return "markup"
        entries = await self.entries(item)
        if entries is None:
            return "foreign"
        if isinstance(item, TypoItem):
            return self._typo(item, entries[item.entry_id])
        if isinstance(item, TextItem):
            return _text(item, entries[item.entry_id])
        if isinstance(item, RemoveItem):
            return _remove(item, entries[item.entry_id], entries[item.twin])
        return await self._of_person(item)

    async def _of_person(
        self,
        item: GoalItem | MemoryItem | MergeItem | ProgrammeItem | ReminderItem | SessionItem | UnitItem,
    ) -> Why | None:
        match item:
            case SessionItem():
                why = _when(item.day, self.today)
            case UnitItem():
                why = self._unit(item)
            case ProgrammeItem():
                why = await self._programme(item)
            case GoalItem():
                why = await self._goal(item)
            case ReminderItem():
                why = await self._reminder(item)
            case MergeItem():
                why = await self._merge(item)
            case MemoryItem():
                why = None if await self.remembered(item) is not None else "nothing_changes"
        return why

    def _typo(self, item: TypoItem, entry: Entry) -> Why | None:
        after = corrected(entry, item)
        if after is None:
            return "changed"
        if item.becomes == item.was:
            return "nothing_changes"
        domains = self.services.registry.domains
        wrong = not _is_amount(item.becomes) or any(
            impossible(domains.get(one.domain), one) for one in after.measures if one.name == item.name
        )
        return "out_of_range" if wrong else None

    def _unit(self, item: UnitItem) -> Why | None:
        if item.unit not in _UNITS[item.field]:
            return "out_of_range"
        return "nothing_changes" if getattr(self.profile, item.field) == item.unit else None

    async def _goal(self, item: GoalItem) -> Why | None:
        goal = item.goal
        if goal.by is not None and (late := _when(goal.by, self.today, years=10)):
            return late
        if await self._is_beyond(goal):
            return "out_of_range"
        rows = await self.services.db.goals.of_user(self.user_id)
        if any(row.body == body_of(goal) for row in rows):
            return "nothing_changes"
        if item.replaces:
            found = next((row for row in rows if row.token == item.replaces), None)
            return "unknown" if found is None or found.reached_at is not None else None
        return "full" if len(rows) >= MOST_GOALS else None

    async def _is_beyond(self, goal: Goal) -> bool:
        """Whether no measure of that name could have such a value."""
        if not _is_amount(goal.target) or goal.change is not None:
            return True
        domain = await self._domain(goal.name)
        if goal.quantity in ("weight", "e1rm"):
            return goal.target > _HEAVIEST
        if goal.kind not in ("level", "average") or domain is None:
            return False
        value = Measure(
            domain=domain, name=goal.name, day=self.today, value=goal.target, unit=goal.unit or None
        )
        return bool(impossible(self.services.registry.domains.get(domain), value))

    async def _domain(self, name: str) -> str | None:
        logged = await self.services.db.measures.logged_measures(self.user_id)
        mine = next((one.domain for one in logged if one.name == name), None)
        known = self.services.registry.vocabulary
        return mine or next((domain for domain, words in known.items() if name in words.values()), None)

    async def _reminder(self, item: ReminderItem) -> Why | None:
        plan, rows = item.plan, self.services.db.reminders
        if not 0 < len(plan.text) <= LONGEST_TEXT or (plan.rule and not is_rule(plan.rule)):
            return "out_of_range"
        due = next_due(plan, self.now, self.profile.zone)
        if due is None:
            return "past"
        if due > self.now + 5 * _YEAR:
            return "out_of_range"
        if item.replaces:
            row = await rows.reminder(self.user_id, item.replaces)
            return "unknown" if row is None or row.status != "set" else None
        return "full" if await rows.count(self.user_id) >= MOST_REMINDERS else None

    async def _merge(self, item: MergeItem) -> Why | None:
        if item.name == item.into:
            return "nothing_changes"
        domain, into = await self._domain(item.name), await self._domain(item.into)
        if domain is None or domain != into:
            return "unknown"
        count = len(await self.named(item.name))
        return "unknown" if not count else "out_of_range" if count > MOST_MERGED else None

    async def named(self, name: str) -> list[Entry]:
        """All entries with a measure of that name."""
        rows = await self.services.db.measures.measures(self.user_id, [name], _ALWAYS)
        ids = dict.fromkeys(row.entry_id for row in rows)
        return await self.services.db.entries.entries(self.user_id, ids)

    async def remembered(self, item: MemoryItem) -> ContextVersion | None:
        """The memory with that line; None: it knows it, or may not hold it."""
        if key_of(item.key).startswith(ALIAS):
            return None
        current = await self.services.db.contexts.context(self.user_id)
        line = ContextUpdate(
            category=item.category, key=item.key, value=item.value, confidence="certain", source=TAUGHT
        )
        known = opened(current).find(item.category, item.key)
        if known is not None and known.value == item.value:
            return None
        return updated_with(
            current,
            self.user_id,
            (line,),
            now=self.profile.local(self.now),
            cause="proposed",
            token_budget=self.services.limits.global_context_tokens,
        )

    async def _programme(self, item: ProgrammeItem) -> Why | None:
        if not all(_is_amount(load) and load <= _HEAVIEST for load in item.start.loads.values()):
            return "out_of_range"
        running = await self.services.db.programmes.running(self.user_id)
        same = running is not None and running.body == item.start.model_dump_json(exclude_defaults=True)
        return "nothing_changes" if same else None


_UNITS = {"weight_unit": ("kg", "lb"), "distance_unit": ("km", "mi")}
_ALWAYS = DateRange(start=date.min, end=date.max)


def _remove(item: RemoveItem, entry: Entry, twin: Entry) -> Why | None:
    """Only what stays said by another entry of the day may go."""
    if entry.id == twin.id:
        return "nothing_changes"
    is_as_told = (words_of(entry), entry.day) == (item.was, item.day) and says_again(twin, entry)
    return None if is_as_told else "changed"


_OWN_WORDS: Mapping[str, set[str]] = {"text": {"was", "text", "reason"}, "remove": {"was"}}
"""Fields that are the person's own words, by the kind of item: whatever stands in them."""


def _text(item: TextItem, entry: Entry) -> Why | None:
    if words_of(entry) != item.was:
        return "changed"
    return "nothing_changes" if item.text.strip() == item.was.strip() else None


def _when(day: date, today: date, years: int = 1) -> Why | None:
    if day < today:
        return "past"
    return "out_of_range" if day > today + years * _YEAR else None


def _is_amount(value: float) -> bool:
    return math.isfinite(value) and 0 < value <= _LARGEST


def _texts(tree: object) -> Iterator[str]:
    match tree:
        case str():
            yield tree
        case dict():
            for value in tree.values():  # pyright: ignore[reportUnknownVariableType] - any JSON
                yield from _texts(value)  # pyright: ignore[reportUnknownArgumentType] - any JSON
        case list() | tuple():
            for value in tree:  # pyright: ignore[reportUnknownVariableType] - any JSON
                yield from _texts(value)  # pyright: ignore[reportUnknownArgumentType] - any JSON
        case _:
            return
