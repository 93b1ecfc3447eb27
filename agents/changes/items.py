"""What can be proposed: one class a kind, each with why and the entries that say so.

An item holds all that applying it needs, as it was when it was proposed; whether it still fits is looked at
again when the person says yes.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, time
from hashlib import sha256
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from agents.goals.goal import Goal
from agents.gym.course import Start
from agents.memory.lines import Category
from agents.reminders.plan import Plan
from storage.entities import Frozen

LONGEST_REASON = 300
MOST_EVIDENCE = 12
Amount = Literal["weight", "reps", "sets", "rpe", "distance_m", "duration_s", "value"]
"""A field of a measure that may hold a typo."""
Setting = Literal["weight_unit", "distance_unit"]
_Text = Annotated[str, Field(min_length=1, max_length=200)]
_Name = Annotated[str, Field(min_length=1, max_length=80)]
_Id = Annotated[str, Field(pattern=r"^[0-9A-HJKMNP-TV-Z]{26}$")]


class _Item(Frozen):
    reason: Annotated[str, Field(max_length=LONGEST_REASON)] = ""
    """Why, in the person's language: a clause that stands behind the change."""
    evidence: Annotated[tuple[_Id, ...], Field(max_length=MOST_EVIDENCE)] = ()
    """Ids of the entries that it rests on."""


class GoalItem(_Item):
    """A goal; with `replaces` (a goal's token) that goal has another target or day."""

    kind: Literal["goal"] = "goal"
    goal: Goal
    replaces: Annotated[str, Field(max_length=24)] = ""


class ReminderItem(_Item):
    """A reminder; with `replaces` (its id) that one says something else or comes at another time."""

    kind: Literal["reminder"] = "reminder"
    plan: Plan
    replaces: Annotated[str, Field(max_length=24)] = ""


class SessionItem(_Item):
    """Something to do on a day: in the person's calendar where there is one, else a reminder.

    Without `at` it takes whole days (a deload: `days=7`), and a reminder comes in the morning.
    """

    kind: Literal["session"] = "session"
    title: _Text
    day: date
    at: time | None = None
    minutes: Annotated[int, Field(ge=5, le=600)] = 60
    days: Annotated[int, Field(ge=1, le=21)] = 1


class MergeItem(_Item):
    """Two names of one exercise: what was logged as `name`, and will be, is `into`."""

    kind: Literal["merge"] = "merge"
    name: _Name
    into: _Name


class TypoItem(_Item):
    """A figure that is likely a slip: of the measures `name` of an entry, `field` is not `was`."""

    kind: Literal["typo"] = "typo"
    entry_id: _Id
    name: _Name
    field: Amount
    was: float
    becomes: float


class TextItem(_Item):
    """Other words for an entry, which is then read from them: `was` is what it says now, `text` instead."""

    kind: Literal["text"] = "text"
    entry_id: _Id
    was: Annotated[str, Field(max_length=20_000)]
    text: Annotated[str, Field(min_length=1, max_length=20_000)]


class RemoveItem(_Item):
    """An entry that another (`twin`) says again: it is taken out. `was` is what it says, `day` its day."""

    kind: Literal["remove"] = "remove"
    entry_id: _Id
    twin: _Id
    day: date
    was: Annotated[str, Field(max_length=20_000)]


class UnitItem(_Item):
    """The unit in which the person lifts or runs where none is written, as chosen in /settings."""

    kind: Literal["unit"] = "unit"
    field: Setting
    unit: Literal["kg", "lb", "km", "mi"]


class MemoryItem(_Item):
    """A line of the memory."""

    kind: Literal["memory"] = "memory"
    category: Category
    key: _Name
    value: _Text


class ProgrammeItem(_Item):
    """A training programme begun, from the day on which the person says yes."""

    kind: Literal["programme"] = "programme"
    start: Start


Item = Annotated[
    GoalItem
    | ReminderItem
    | SessionItem
    | MergeItem
    | TypoItem
    | TextItem
    | RemoveItem
    | UnitItem
    | MemoryItem
    | ProgrammeItem,
    Field(discriminator="kind"),
]
"""Any of them; `ITEM` reads one from JSON."""
ITEM: TypeAdapter[Item] = TypeAdapter(Item)


def about(item: Item) -> tuple[str, ...]:
    """The entries that it changes or rests on."""
    target = (item.entry_id,) if isinstance(item, TypoItem | TextItem | RemoveItem) else ()
    twin = (item.twin,) if isinstance(item, RemoveItem) else ()
    return tuple(dict.fromkeys((*target, *twin, *item.evidence)))


def mark(item: Item, revisions: Mapping[str, int]) -> str:
    """The same for the same change on the same facts, however it is worded; `revisions` of its entries."""
    says = item.model_dump_json(exclude={"reason"})
    facts = ",".join(f"{entry}:{revisions.get(entry, 0)}" for entry in sorted(about(item)))
    return sha256(f"{says}|{facts}".encode()).hexdigest()[:24]
