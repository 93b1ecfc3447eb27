"""What a reader finds, before it is anybody's entry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, time, timedelta, tzinfo
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, Literal, Protocol, Self

from storage.entities import ContextVersion, DistanceUnit, Entry, Preferences, WeightUnit
from storage.goal import GoalRow
from storage.importers.pile import Pile
from storage.importers.words import Measured

MOST_PROBLEMS = 1_000
_DIGITS = 32
SetKind = Literal["normal", "warmup", "drop", "failure"]
Asked = Literal["weight_unit", "distance_unit", "date_order"]
ProblemKind = Literal[
    "no_date", "unread_date", "impossible_date", "no_exercise", "not_done", "bad_weight", "bad_distance",
    "bad_repetitions", "bad_time", "bad_rpe", "bad_set", "bad_measurement", "unknown_measurement",
    "too_many_cells", "too_many_rows", "rows_before", "unread_rest", "twice", "unknown_file",
    "no_day", "correction", "too_long", "too_many_notes", "note",
    "damaged_zip", "not_unpacked", "too_many_files", "too_much", "too_big", "outside", "unread_file",
    "too_many_sets", "too_much_text", "too_many_of_day",
    "damaged", "unsafe", "no_times", "times_backwards", "bad_place", "no_activity", "fit_too_big",
    "health_too_big",
    "not_entries", "unread_entry", "unsound_entry", "too_many_entries", "unread_person",
]  # fmt: skip


Daily = Literal[
    "sleep", "nap", "resting pulse", "hrv", "steps", "water", "kcal", "protein", "carbs", "fat", "fiber",
]  # fmt: skip
"""What a phone knows of a day."""


class Member(Protocol):
    """What can be opened again and again."""

    def open(self) -> BinaryIO:
        """From its beginning."""
        ...


@dataclass(frozen=True, slots=True)
class File:
    """A file. `name` is a label with forward slashes; nothing is ever written under it."""

    name: str
    content: bytes | Path | Member

    def open(self) -> BinaryIO:
        """To be read from its beginning, as often as needed. Raises OSError."""
        match self.content:
            case bytes():
                return BytesIO(self.content)
            case Path():
                return self.content.open("rb")
            case _:
                return self.content.open()


@dataclass(frozen=True, slots=True)
class Choices:
    """What a file may leave open; None is not known."""

    weight_unit: WeightUnit | None = None
    distance_unit: Literal["km", "mi"] | None = None
    date_order: Literal["DMY", "MDY"] | None = None
    zone: tzinfo = UTC
    """Where moments that are written with an offset are looked at."""
    today: date = date.max

    @property
    def latest(self) -> date:
        """Later days are not believed; somewhere it is tomorrow already."""
        return self.today + timedelta(days=1) if self.today < date.max else self.today


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that was left out or changed, and why. `line` 0 is the file as a whole.

    The edge has the words: `value` is what was found or a limit, `detail` what a library says about it.
    """

    file: str
    line: int
    kind: ProblemKind
    value: str = ""
    detail: str = ""


class Problems(list[Problem]):
    """The first so many; `more` counts the rest, of which a big file may have millions."""

    more: int = 0

    def append(self, problem: Problem, /) -> None:
        """Add one."""
        if len(self) < MOST_PROBLEMS:
            super().append(problem)
        else:
            self.more += 1

    def __iadd__(self, others: Iterable[Problem], /) -> Self:  # type: ignore[override]
        """Add each."""
        for problem in others:
            self.append(problem)
        self.more += others.more if isinstance(others, Problems) else 0
        return self

    @property
    def all(self) -> int:
        """How many there were."""
        return len(self) + self.more


@dataclass(frozen=True, slots=True)
class Row:
    """A set or a bout. A unit of None was written nowhere."""

    exercise: str
    line: int
    weight: float | None = None
    weight_unit: WeightUnit | None = None
    reps: int | None = None
    distance: float | None = None
    distance_unit: DistanceUnit | None = None
    seconds: float | None = None
    rpe: float | None = None
    kind: SetKind = "normal"
    note: str = ""
    pulse: float | None = None
    """Beats a minute, on average."""
    bout: bool = False
    """An activity that was recorded as such: a run, a ride; no set."""


@dataclass(frozen=True, slots=True)
class Workout:
    """Rows that belong together. `at` is local; None where the app keeps days only."""

    source: str
    file: str
    line: int
    day: date
    at: time | None
    title: str
    note: str
    rows: tuple[Row, ...]
    begins: int = 0
    """How many of its rows were imported before these, under a key of their own."""

    @property
    def key(self) -> str:
        """The same workout in any later export, whatever units that is in."""
        return _digest(self.source, self.day, self.at, self.title, *filter(None, [self.begins]))

    @property
    def content(self) -> str:
        """Tells a workout from itself before it was changed in the app; units do not count."""
        return _digest(*map(_told, self.rows))

    def after(self, content: str) -> Workout | None:
        """What was added at the end since its content was this; None: nothing, or something else changed."""
        so_far = sha256()
        for count, row in enumerate(self.rows[:-1], 1):
            so_far.update(f"{chr(0) if count > 1 else ''}{_told(row)}".encode())
            if so_far.hexdigest()[:_DIGITS] == content:
                rest, begins = self.rows[count:], self.begins + count
                return replace(self, rows=rest, line=rest[0].line, note="", begins=begins)
        return None

    def before(self, begins: int) -> Workout:
        """Only its first rows."""
        return replace(self, rows=self.rows[:begins])


@dataclass(frozen=True, slots=True)
class Body:
    """One measurement of the body. A unit of None was written nowhere."""

    name: Measured | Daily
    value: float
    unit: str | None
    of_day: bool = False
    """The day's total, which what is told of its parts is in already."""


@dataclass(frozen=True, slots=True)
class Weighing:
    """What was measured at one time."""

    source: str
    file: str
    line: int
    day: date
    at: time | None
    values: tuple[Body, ...]
    note: str = ""

    @property
    def key(self) -> str:
        """The same weighing in any later export."""
        return _digest("body", self.source, self.day, self.at)

    @property
    def content(self) -> str:
        """Tells it from itself before it was changed in the app."""
        return _digest(*((body.name, body.value, body.unit) for body in self.values))


@dataclass(frozen=True, slots=True)
class Note:
    """Somebody's words about a day."""

    file: str
    line: int
    day: date
    at: time | None
    text: str

    @property
    def key(self) -> str:
        """The same words about the same day are the same note, in whatever file."""
        return _digest("note", self.day, self.at, " ".join(self.text.split()))


@dataclass(frozen=True, slots=True)
class OwnExport:
    """What /export wrote."""

    entries: Sequence[Entry] = ()
    preferences: Preferences | None = None
    memory: ContextVersion | None = None
    imported: tuple[tuple[str, str, str], ...] = ()
    """Key, content and entry id of what had been imported before it was exported."""
    goals: tuple[GoalRow, ...] = ()


@dataclass(slots=True)
class Reading:
    """All that was found, and what has to be known before it can be stored."""

    workouts: Pile[Workout] = field(default_factory=lambda: Pile(Workout))
    weighings: Pile[Weighing] = field(default_factory=lambda: Pile(Weighing))
    notes: Pile[Note] = field(default_factory=lambda: Pile(Note))
    own: OwnExport | None = None
    problems: Problems = field(default_factory=Problems)
    timers: int = 0
    """Rows about resting, which are nothing to log."""
    unkept: Counter[str] = field(default_factory=Counter[str])
    """Records of kinds that nothing here is kept of, by kind."""
    asks: set[Asked] = field(default_factory=set["Asked"])

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to store."""
        return not (self.workouts or self.weighings or self.notes or (self.own and self.own.entries))

    def take(self, found: Workout | Problem) -> None:
        """Add a workout, or why there is none."""
        if isinstance(found, Problem):
            self.problems.append(found)
        else:
            self.workouts.append(found)

    def add(self, other: Reading) -> None:
        """Take in what another file held."""
        self.workouts.extend(other.workouts)
        self.weighings.extend(other.weighings)
        self.notes.extend(other.notes)
        self.own = self.own or other.own
        self.problems += other.problems
        self.timers += other.timers
        self.unkept += other.unkept
        self.asks |= other.asks


def _told(row: Row) -> str:
    return str((row.exercise, row.reps, row.kind, row.seconds and round(row.seconds)))


def _digest(*parts: object) -> str:
    return sha256("\0".join(map(str, parts)).encode()).hexdigest()[:_DIGITS]


def suffix_of(name: str) -> str:
    """The ending in lower case, with its dot."""
    _, dot, ending = name.rpartition("/")[2].rpartition(".")
    return f".{ending.casefold()}" if dot else ""


def by_name(files: Sequence[File]) -> list[File]:
    """In an order that does not depend on how they were packed."""
    return sorted(files, key=lambda file: file.name)
