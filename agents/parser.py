"""Parser: the user's words become entries; what cannot be read is said, never dropped or invented."""

from __future__ import annotations

from datetime import date, datetime
from typing import Literal

from pydantic import Field

from agents.profile import Profile
from domains.model import ActiveDomainContext
from storage.entities import Entry, Frozen, Measure
from storage.problems import Problem


class ParserInput(Frozen):
    """A log, or a correction of one."""

    text: str
    now: datetime
    profile: Profile
    domain_context: ActiveDomainContext
    global_context: str = ""
    recent_entries: tuple[Entry, ...] = ()
    """Newest first; where a correction looks for its target, and how the writer writes."""
    looked_back: bool = True
    """False when nobody has looked for `recent_entries` yet, as most logs are clear without them."""
    correction: bool = False
    target_entry: Entry | None = None
    """Known when the message is a reply to, or an edit of, the entry's own message."""
    among: bool = False
    """The message replied to is about these `recent_entries`, and one of them is meant."""
    says_anew: bool = False
    """It was asked for as what the target should say: it may say all of it anew."""
    replies_elsewhere: bool = False
    """It replies to a message that is about no entry: only what it names itself tells which one is meant."""
    resolved: dict[str, str] = Field(default_factory=dict[str, str])
    """What the user chose when asked: `Uncertainty.key` to the option ("notation": "3 sets of 5")."""


class ParsedEntry(Frozen):
    """What was understood about one day. `text` is the user's words for that day, verbatim."""

    day: date
    text: str
    domains: tuple[str, ...] = ()
    measures: tuple[Measure, ...] = ()
    problems: tuple[Problem, ...] = ()
    """For the user: what was not understood or is impossible."""
    unread: tuple[str, ...] = ()
    """Figures that stand in no measure, as written ("hr 145")."""
    notes: tuple[str, ...] = ()
    """Assumptions made, also for the user ("no unit written: taken as kg, like last time")."""


MOVED = "day: "
"""Leads the part of a correction's note that tells another day."""
NOTHING_BEFORE = "There is no earlier log that this could correct."


class Correction(Frozen):
    """A correction found its entry. `measures` is the whole new state of that entry."""

    target_entry_id: str
    day: date
    measures: tuple[Measure, ...]
    note: str
    """The difference in words: "bench press: weight 85 → 185"."""
    action: Literal["change", "delete"] = "change"


Doubted = Literal[
    "weight_unit", "notation", "exercise", "target", "date", "jump", "twin", "done", "metric", "unit",
    "either",
]  # fmt: skip
"""What can be in doubt about a log."""


class Uncertainty(Frozen):
    """Something worth asking the user about a log, with the likely answers."""

    key: Doubted
    question: str
    options: tuple[str, ...]


class ParserOutput(Frozen):
    """Entries (one a day), or a correction. Nothing understood gives an entry with no measures."""

    entries: tuple[ParsedEntry, ...] = ()
    correction: Correction | None = None
    correction_problem: Problem | None = None
    """Why a correction could not be applied, for the user: a value that it would give, or a sentence."""
    uncertain: tuple[Uncertainty, ...] = ()
    needs_recent: bool = False
    """The writer's recent entries, not looked for yet, might settle this: to be read again with them."""
    confidence: float = Field(ge=0, le=1)
