"""What an inline button carries (at most 64 bytes), written and read in one place."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass
from hashlib import sha256
from typing import Any, ClassVar, Literal, get_args

from agents.session import Mode
from storage.entities import Button


@dataclass(frozen=True, slots=True)
class _Tap:
    """Written as its letter and its fields, with colons between."""

    LETTER: ClassVar[str]

    @property
    def data(self) -> str:
        """What the button carries."""
        return f"{self.LETTER}:{self._rest()}"

    def _rest(self) -> str:
        return ":".join(map(str, astuple(self)))

    def button(self, label: str) -> Button:
        """What is tapped."""
        return Button(label=label, data=self.data)


@dataclass(frozen=True, slots=True)
class AnswerTap(_Tap):
    """A choice for a question; `option` None is Skip."""

    LETTER = "q"
    token: str
    option: int | None

    def _rest(self) -> str:
        return f"{self.token}:{'skip' if self.option is None else self.option}"


EntryAct = Literal["undo", "fix", "evidence", "keep"]
"""`keep`: what gave way to it counts as well."""


@dataclass(frozen=True, slots=True)
class EntryTap(_Tap):
    """A button about an entry. `revision` is the one it was shown for."""

    act: EntryAct
    entry_id: str
    revision: int | None = None

    @property
    def data(self) -> str:
        """What the button carries."""
        behind = "" if self.revision is None else f":{self.revision}"
        return f"{_letter(_ENTRY_ACTS, self.act)}:{self.entry_id}{behind}"


@dataclass(frozen=True, slots=True)
class ModeTap(_Tap):
    """Answer the question of a turn in this way."""

    LETTER = "m"
    turn_id: str
    mode: Mode


@dataclass(frozen=True, slots=True)
class DetailsTap(_Tap):
    """Show how the answer of a turn was worked out."""

    LETTER = "d"
    turn_id: str


ImportAct = Literal["go", "no", "look", "undo"]


@dataclass(frozen=True, slots=True)
class ImportTap(_Tap):
    """A button of an import: do it, drop it, look again with these choices, take it back."""

    LETTER = "i"
    token: str
    act: ImportAct
    weight_unit: Literal["kg", "lb"] | None = None
    distance_unit: Literal["km", "mi"] | None = None
    date_order: Literal["DMY", "MDY"] | None = None

    def _rest(self) -> str:
        chosen = (self.weight_unit, self.distance_unit, self.date_order)
        letters = "".join(_letter(known, one) for known, one in zip(_CHOICES, chosen, strict=True))
        return f"{self.token}:{letters}:{self.act}"


MemoryAct = Literal[
    "main", "difference", "history", "archive", "to_pin", "to_forget", "pin", "forget", "back"
]


@dataclass(frozen=True, slots=True)
class MemoryTap(_Tap):
    """A button of /context: show a page, or change the version it was shown for.

    `about` is a page's number, a version's or a line's mark (`bot.people.memory`).
    """

    LETTER = "c"
    owner: int
    act: MemoryAct
    version: int
    about: str = ""

    def _rest(self) -> str:
        return f"{self.owner}:{_letter(_MEMORY_ACTS, self.act)}:{self.version}:{self.about}"


@dataclass(frozen=True, slots=True)
class ForgetTap(_Tap):
    """Delete nothing; no later than `until`, seconds since the epoch. What deletes is typed, never tapped."""

    LETTER = "x"
    until: int

    def _rest(self) -> str:
        return f"{self.until}:no"


@dataclass(frozen=True, slots=True)
class AccessTap(_Tap):
    """A button of /people, or the one that lets a group in; what it does is in storage."""

    LETTER = "a"
    token: str


Turn = Literal["a+", "a-", "b+", "b-", "c+", "c-", "d+", "d-", "e+", "e-", "f+", "f-"]  # settings, by place
Verdict = Literal["yes", "time", "no", "all", "later", "talk", "try", "paid", "roll"] | Turn


@dataclass(frozen=True, slots=True)
class ProposalTap(_Tap):
    """A button below what was proposed; `time`: another one; `all`, `later`: of a set; else of a template."""

    LETTER = "p"
    token: str
    verdict: Verdict


GoalAct = Literal[
    "edit", "up", "down", "sooner", "later", "open", "drop", "keep", "list", "until", "kg", "lb"
]


@dataclass(frozen=True, slots=True)
class GoalTap(_Tap):
    """A button of /goal; `token` is "all" for the list. `day`: of `until`, in ISO form."""

    LETTER = "g"
    token: str
    act: GoalAct
    day: str = ""

    def _rest(self) -> str:
        return ":".join(filter(None, (self.token, self.act, self.day)))


Stretch = Literal["1m", "3m", "1y", "all"]


@dataclass(frozen=True, slots=True)
class ChartTap(_Tap):
    """Draw a thing (`what` is a hash of its name) over a stretch of time."""

    LETTER = "v"
    what: str
    stretch: Stretch


@dataclass(frozen=True, slots=True)
class AnswerChartTap(_Tap):
    """Draw what the answer of a turn told."""

    LETTER = "h"
    turn_id: str


@dataclass(frozen=True, slots=True)
class SaidTap(_Tap):
    """Lead back to a message of this chat."""

    LETTER = "t"
    message_id: int


GymAct = Literal["start", "no", "stop", "go", "show", "list"]


@dataclass(frozen=True, slots=True)
class GymTap(_Tap):
    """A button about a programme: of `show` `ref` is which one, else the row."""

    LETTER = "w"
    act: GymAct
    ref: str


@dataclass(frozen=True, slots=True)
class FollowUpTap(_Tap):
    """Ask a question that an answer suggested; `at`: which of the turn's."""

    LETTER = "n"
    turn_id: str
    at: int


@dataclass(frozen=True, slots=True)
class SettingTap(_Tap):
    """A button of /settings."""

    LETTER = "s"
    field: str
    value: str


@dataclass(frozen=True, slots=True)
class PageTap(_Tap):
    """Read a page of notes out; `key`: what is left of its id, which may be a long path."""

    LETTER = "b"
    key: str


def key_of(page_id: str) -> str:
    """What stands for a page among those of its person."""
    return sha256(page_id.encode()).hexdigest()[:12]


_Rates = Literal["good", "bad"]
_Links = Literal["read", "unread"]
_OfCoach = Literal[
    "open", "now", "auto", "manual", "pause", "resume", "history", "inside", "drop", "back", "list",
    "templates",
]  # fmt: skip
CoachAct = _OfCoach | _Rates | _Links


@dataclass(frozen=True, slots=True)
class CoachTap(_Tap):
    """A button of /coaches; `coach_id` is "all" for the lists.

    `about`: the wake whose report is rated, or the other coach whose reports it is to read, or no longer.
    """

    LETTER = "o"
    coach_id: str
    act: CoachAct
    about: str = ""

    def _rest(self) -> str:
        return f"{self.coach_id}:{self.act}" + (f":{self.about}" if self.about else "")


ReminderAct = Literal[
    "done", "snooze", "10", "60", "tomorrow", "stop", "again", "undo", "time", "text", "delete", "open",
    "list", "resume", "back", "c0", "c1", "c2",
]  # fmt: skip
"""`back`: as it was before it was moved or stopped; `c0` and so on: one of the times that may be meant."""


@dataclass(frozen=True, slots=True)
class ReminderTap(_Tap):
    """A button of a reminder; `several`: of one among others, so that the message has to stay as it is."""

    LETTER = "r"
    reminder_id: str
    act: ReminderAct
    several: bool = False

    def _rest(self) -> str:
        return f"{self.reminder_id}:{self.act}{'+' if self.several else ''}"


JobAct = Literal["pause", "resume", "stop", "accept", "change", "show", "o0", "o1", "o2", "o3", "o4", "o5"]
"""`o0` and so on: an answer to what the job asks. `show`: its progress here and now."""


@dataclass(frozen=True, slots=True)
class JobTap(_Tap):
    """A button of a job."""

    LETTER = "j"
    job_id: str
    act: JobAct


@dataclass(frozen=True, slots=True)
class NewJobTap(_Tap):
    """Begin a job of a type."""

    LETTER = "j:new"
    kind: str


AnyTap = (
    AccessTap | AnswerChartTap | AnswerTap | ChartTap | CoachTap | DetailsTap | EntryTap | FollowUpTap
    | ForgetTap | GoalTap | GymTap | ImportTap | JobTap | MemoryTap | ModeTap | NewJobTap | PageTap
    | ProposalTap | ReminderTap | SaidTap | SettingTap
)  # fmt: skip

_ENTRY_ACTS: dict[str, EntryAct] = {"u": "undo", "f": "fix", "e": "evidence", "k": "keep"}
_MEMORY_ACTS: dict[str, MemoryAct] = {
    "m": "main", "d": "difference", "h": "history", "a": "archive", "p": "to_pin", "f": "to_forget",
    "P": "pin", "F": "forget", "B": "back",
}  # fmt: skip
_CHOICES: tuple[dict[str, Any], ...] = (
    {"k": "kg", "l": "lb", "-": None},
    {"k": "km", "m": "mi", "-": None},
    {"d": "DMY", "m": "MDY", "-": None},
)


def _letter(known: dict[str, Any], meant: str | None) -> str:
    return next(letter for letter, one in known.items() if one == meant)


def _one_of(*acts: object) -> str:
    """A group of a pattern: these words and no others."""
    parts = [part for act in acts for part in get_args(act) or (act,)]
    return f"({'|'.join(re.escape(str(word)) for part in parts for word in get_args(part) or (part,))})"


_Groups = tuple[Any, ...]
_Made = Callable[[_Groups], AnyTap]


def _of(kind: Callable[..., AnyTap]) -> _Made:
    return lambda found: kind(*found)


def _entry(letter: str) -> _Made:
    act: EntryAct = _ENTRY_ACTS[letter]
    return lambda found: EntryTap(act, found[0], int(found[1]) if found[1] else None)


def _import(found: _Groups) -> ImportTap:
    token, letters, act = found
    return ImportTap(token, act, *(known[letter] for known, letter in zip(_CHOICES, letters, strict=True)))


_ID = "([0-9A-HJKMNP-TV-Z]{26})"
_COACH = "[0-9a-f]{16}"
_RATED = f"{_one_of(_Rates)}:[0-9a-f]{{24}}"
_LINKED = f"{_one_of(_Links)}:{_COACH}"
_KINDS: dict[str, tuple[str, _Made]] = {
    "q": (
        r"([A-Za-z0-9_-]{8,40}):(skip|\d{1,3})",
        lambda found: AnswerTap(found[0], None if found[1] == "skip" else int(found[1])),
    ),
    **{letter: (rf"{_ID}(?::(\d{{1,9}}))?", _entry(letter)) for letter in _ENTRY_ACTS},
    "d": (_ID, _of(DetailsTap)),
    "m": (f"{_ID}:{_one_of(Mode)}", _of(ModeTap)),
    "i": (f"{_ID}:([kl-][km-][dm-]):{_one_of(ImportAct)}", _import),
    "c": (
        rf"(\d{{1,20}}):{_one_of(*_MEMORY_ACTS)}:(\d{{1,9}}):([0-9a-f]{{0,12}})",
        lambda found: MemoryTap(int(found[0]), _MEMORY_ACTS[found[1]], int(found[2]), found[3]),
    ),
    "a": (r"([A-Za-z0-9_-]{22})", _of(AccessTap)),
    "p": (f"([0-9a-f]{{24}}):{_one_of(Verdict)}", _of(ProposalTap)),
    "g": (
        rf"([0-9a-f]{{16}}|all):{_one_of(GoalAct)}(?::(\d{{4}}-\d\d-\d\d))?",
        lambda found: GoalTap(found[0], found[1], found[2] or ""),
    ),
    "n": (rf"{_ID}:(\d{{1,2}})", lambda found: FollowUpTap(found[0], int(found[1]))),
    "t": (r"(\d{1,16})", lambda found: SaidTap(int(found[0]))),
    "b": ("([0-9a-f]{12})", _of(PageTap)),
    "o": (
        f"((?:{_COACH}|all):{_one_of(_OfCoach)}|{_COACH}:(?:{_RATED}|{_LINKED}))",
        lambda found: CoachTap(*found[0].split(":")),
    ),
    "v": (f"([0-9a-f]{{12}}):{_one_of(Stretch)}", _of(ChartTap)),
    "h": (_ID, _of(AnswerChartTap)),
    "w": (rf"{_one_of(GymAct)}:([\w.-]{{1,40}})", _of(GymTap)),
    "r": (
        rf"([0-9a-f]{{24}}):{_one_of(ReminderAct)}(\+?)",
        lambda found: ReminderTap(found[0], found[1], bool(found[2])),
    ),
    "j": (
        f"{_ID}:{_one_of(JobAct)}|new:([a-z][a-z0-9_]{{1,30}})",
        lambda found: NewJobTap(found[2]) if found[2] else JobTap(found[0], found[1]),
    ),
    "x": (r"(\d{1,12}):no", lambda found: ForgetTap(int(found[0]))),
    "s": ("([a-z_]{2,20}):([A-Za-z0-9_/+-]{0,40})", _of(SettingTap)),
}
"""By the first letter: the form of what stands behind it, and what its groups make."""
FORM = "(?a)" + "|".join(f"{letter}:(?:{form})" for letter, (form, _) in _KINDS.items())
"""Whatever a button of ours may carry."""


def read(data: str) -> AnyTap | None:
    """What was tapped; None for anything we never wrote."""
    letter, _, rest = data.partition(":")
    if letter not in _KINDS:
        return None
    form, made = _KINDS[letter]
    found = re.fullmatch(form, rest, re.ASCII)
    return made(found.groups()) if found is not None else None


def reminder_of(buttons: Sequence[str]) -> ReminderTap | None:
    """The only reminder that the buttons of a message are about."""
    taps = [tap for data in buttons if isinstance(tap := read(data), ReminderTap)]
    return taps[0] if len({tap.reminder_id for tap in taps}) == 1 else None
