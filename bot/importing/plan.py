"""What an import would do: the entries it would add, and everything to be told before it does."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from itertools import count
from typing import get_args

from ulid import ULID

from agents.goals.brought import goals_brought
from agents.profile import Profile
from agents.twins import Twins
from agents.work import Services
from bot.importing.diary import Diary, ReadNote
from bot.importing.naming import Naming
from bot.importing.once_a_day import OnceADay
from bot.importing.weighings import weighed
from bot.importing.workouts import entry_of, moment
from bot.people.preferences import Offers, chosen_by
from bot.replies.console_ids import chat_of, message_of
from bot.replies.problems import problem_told
from bot.texts import wording
from storage.as_of import AsOf
from storage.entities import ContextVersion, DateRange, Effects, Entry, Imported, Preferences, User
from storage.goal import GoalRow
from storage.importers.model import Asked, Choices, OwnExport, Problem, Problems, Reading, Weighing, Workout
from storage.importers.own import ENTRIES
from storage.importers.pile import Pile
from storage.importers.words import Measured
from storage.imports import Bout

THREAD = "import"
_ANYTHING = Offers(answers=True, any_language=True)
_ULID = re.compile("[0-7][0-9A-HJKMNP-TV-Z]{25}")
_LONGEST_MEMORY = 200_000
_HIGHEST_VERSION = 1_000_000
_MOST_NAMES = 10_000
MOST_OF_DAY = 1_000
"""Entries; the vault has a file a day."""
OF_BODY: frozenset[str] = frozenset(get_args(Measured))
_MOST_TWINS = 5
_BREATH = 20
"""Notes read before others get their turn."""


@dataclass(frozen=True, slots=True)
class Whose:
    """For whom; `token` names the import, so that doing it again continues it and undoing finds it."""

    user_id: int
    token: str

    @property
    def chat_id(self) -> int:
        """No chat of Telegram's."""
        return chat_of(self.user_id, THREAD)

    @property
    def message_id(self) -> int:
        """The import as the one message that all its entries came with."""
        return message_of(self.token)


@dataclass(slots=True)
class Plan:
    """All of it is counted before anything is written."""

    choices: Choices
    new: Pile[Imported] = field(default_factory=lambda: Pile(Imported))
    sources: list[str] = field(default_factory=list[str])
    workouts: int = 0
    sets: int = 0
    activities: int = 0
    twins: int = 0
    """Activities that the log has already, by a message or another file; `told_twice` names some."""
    told_twice: list[tuple[str, date]] = field(default_factory=list[tuple[str, "date"]])
    weighings: int = 0
    days: int = 0
    """Days of which a phone tells figures."""
    unkept: Counter[str] = field(default_factory=Counter[str])
    notes: int = 0
    unread: int = 0
    """Notes in which nothing was understood; their words are kept."""
    own: int = 0
    known: int = 0
    changed: int = 0
    """Known, and changed in the app since."""
    grown: int = 0
    """Known, and gone on with since: what is new at the end is among the new."""
    left_out: int = 0
    """Measures of which their day has one already, and which count once a day."""
    timers: int = 0
    as_of: AsOf | None = None
    first: date | None = None
    last: date | None = None
    mapped: set[str] = field(default_factory=set[str])
    unmapped: set[str] = field(default_factory=set[str])
    problems: Problems = field(default_factory=Problems)
    of_day: Counter[date] = field(default_factory=Counter["date"])
    asks: set[Asked] = field(default_factory=set["Asked"])
    assumes_weight: bool = False
    preferences: Preferences | None = None
    memory: ContextVersion | None = None
    goals: Sequence[GoalRow] = ()

    @property
    def is_empty(self) -> bool:
        """Whether nothing to import was found at all."""
        return not (self.workouts or self.activities or self.weighings or self.days or self.notes or self.own)

    def add(self, item: Imported, file: str, line: int) -> None:
        """Something new; nobody logs so much on one day that it would be left out."""
        day = item.entry.day
        self.of_day[day] += 1
        if self.of_day[day] > MOST_OF_DAY:
            if self.of_day[day] == MOST_OF_DAY + 1:
                value = f"{MOST_OF_DAY:,}"
                self.problems.append(Problem(file, line, "too_many_of_day", value, day.isoformat()))
            return
        self.new.append(item)
        self.first, self.last = min(self.first or day, day), max(self.last or day, day)

    def effects(self, user: User, *, remembers: bool, aims: bool) -> Effects:
        """What is to be written. Settings, memory and goals come along where the person has none."""
        effects = Effects(as_of=self.as_of, imported=self.new, goals=() if aims else self.goals)
        if self.preferences is not None:
            brought = {
                field: value
                for field, value in self.preferences.model_dump(exclude_none=True).items()
                if chosen_by(field, value, _ANYTHING) is not None
            }
            wanted = Preferences.model_validate({**brought, **user.preferences.model_dump(exclude_none=True)})
            if wanted != user.preferences:
                effects.users.append(user.model_copy(update={"preferences": wanted}))
        if self.memory is not None and not remembers:
            effects.contexts.append(self.memory.model_copy(update={"user_id": user.id, "cause": "import"}))
        return effects


@dataclass(slots=True)
class Planner:
    """Makes the plan of one reading."""

    services: Services
    profile: Profile
    whose: Whose
    _parts: Iterator[int] = field(default_factory=count)

    async def plan(self, reading: Reading, choices: Choices) -> Plan:
        """Nothing is written."""
        plan = Plan(choices, problems=reading.problems, timers=reading.timers, asks=set(reading.asks))
        plan.unkept = reading.unkept
        plan.as_of = await self.services.db.entries.as_of_now(self.whose.user_id)
        once = await OnceADay.of(self.services, self.whose.user_id, _daily(reading))
        if choices.distance_unit or choices.weight_unit or "weight_unit" in plan.asks:
            plan.asks.discard("distance_unit")  # miles go with pounds
        if reading.own is not None:
            await self._own(reading.own, plan, once)
        await self._workouts(reading.workouts, plan)
        await self._weighings(reading.weighings, plan, once)
        await self._notes(reading, plan, once)
        plan.left_out = once.left_out
        plan.problems.sort(key=lambda problem: (problem.file, problem.line))
        return plan

    async def _workouts(self, workouts: Sequence[Workout], plan: Plan) -> None:
        if not workouts:
            return
        naming = Naming(self.services.registry)
        known = await self.services.db.imports.imported_contents(self.whose.user_id)
        twins = await self._twins(workouts)
        await asyncio.to_thread(self._look_at, workouts, known, naming, twins, plan)

    async def _twins(self, workouts: Sequence[Workout]) -> Twins:
        """What the log has on days of activities; nothing is asked for where there are none."""
        days = [workout.day for workout in workouts if workout.rows[0].bout]
        if not days:
            return Twins()
        span = DateRange(start=min(days), end=max(days))
        return Twins.of(await self.services.db.imports.bouts(self.whose.user_id, span))

    def _look_at(
        self,
        workouts: Sequence[Workout],
        known: Mapping[str, str],
        naming: Naming,
        twins: Twins,
        plan: Plan,
    ) -> None:
        seen: set[bytes] = set()
        fresh = Pile(Workout)
        for workout in workouts:
            bout = workout.rows[0].bout
            plan.activities += bout
            plan.workouts += not bout
            plan.sets += 0 if bout else len(workout.rows)
            plan.assumes_weight |= any(row.weight and row.weight_unit is None for row in workout.rows)
            if workout.source not in plan.sources:
                plan.sources.append(workout.source)
            key = bytes.fromhex(workout.key)
            if key in seen:
                plan.problems.append(Problem(workout.file, workout.line, "twice"))
            else:
                fresh.extend(_news(workout, known, plan))
            seen.add(key)
            for row in workout.rows:
                named = naming.of_row(row, workout.title)
                _remember(plan.mapped if named.known else plan.unmapped, row.exercise)
        fresh.sort(key=lambda workout: moment(workout.day, workout.at, plan.choices.zone))
        for w in fresh:
            entry = entry_of(w, self._blank(w.day), naming, plan.choices)
            if w.rows[0].bout and _is_twin(entry, twins, plan):
                continue
            plan.add(Imported(entry, w.key, w.content, _ulid()), w.file, w.line)

    async def _weighings(self, weighings: Sequence[Weighing], plan: Plan, once: OnceADay) -> None:
        if not weighings:
            return
        registry = self.services.registry
        known = await self.services.db.imports.imported(self.whose.user_id, [each.key for each in weighings])
        for weighing in weighings:
            of_body = all(body.name in OF_BODY for body in weighing.values)
            plan.weighings += of_body
            plan.days += not of_body
            plan.assumes_weight |= any(body.unit is None and body.name in OF_BODY for body in weighing.values)
            if weighing.source not in plan.sources:
                plan.sources.append(weighing.source)
            if weighing.key in known:
                plan.known += 1
                plan.changed += known[weighing.key] != weighing.content
                continue
            entry = once.counted(weighed(weighing, self._blank(weighing.day), registry, plan.choices))
            if not entry.measures:
                continue
            plan.add(Imported(entry, weighing.key, weighing.content, _ulid()), weighing.file, weighing.line)

    async def _notes(self, reading: Reading, plan: Plan, once: OnceADay) -> None:
        if not reading.notes:
            return
        diary = Diary(self.services.registry, self.profile)
        plan.sources.append("Markdown")
        plan.notes = len(reading.notes)
        keys = [note.key for note in reading.notes]
        known = await self.services.db.imports.imported(self.whose.user_id, [f"{key}:0" for key in keys])
        seen: set[str] = set()
        notes = sorted(reading.notes, key=lambda note: moment(note.day, note.at, plan.choices.zone))
        for number, note in enumerate(notes):
            if number % _BREATH == 0:
                await asyncio.sleep(0)
            if f"{note.key}:0" in known:
                plan.known += 1
                continue
            if note.key in seen:
                continue
            seen.add(note.key)
            read = await diary.read(note, plan.choices)
            if read.asks_weight and plan.choices.weight_unit is None:
                plan.asks.add("weight_unit")
            plan.assumes_weight |= read.asks_weight
            plan.unread += not any(entry.measures for entry in read.entries)
            for item in self._note_entries(read, plan, once):
                plan.add(item, note.file, note.line)

    def _note_entries(self, read: ReadNote, plan: Plan, once: OnceADay) -> Iterator[Imported]:
        note = read.note
        for number, parsed in enumerate(read.entries):
            entry = self._blank(parsed.day).model_copy(
                update={
                    "logged_at": moment(note.day, note.at, plan.choices.zone),
                    "text": parsed.text,
                    "domains": parsed.domains,
                    "measures": parsed.measures,
                    "problems": parsed.problems,
                    "confidence": read.confidence,
                }
            )
            told = [problem_told(problem, wording(self.profile.language)) for problem in parsed.problems]
            plan.problems += [Problem(note.file, note.line, "note", problem) for problem in told]
            yield Imported(once.counted(entry), f"{note.key}:{number}", "", _ulid())

    async def _own(self, own: OwnExport, plan: Plan, once: OnceADay) -> None:
        """Entries under their own ids, which tell that they are here already."""
        db = self.services.db
        user_id = self.whose.user_id
        plan.sources.append("Swealog")
        plan.own = len(own.entries)
        ids = [entry.id for entry in own.entries]
        here = await db.imports.entry_ids(user_id, ids)
        origins = {entry_id: (key, content) for key, content, entry_id in own.imported}
        keys = (origins[known][0] if known in origins else f"own:{known}" for known in ids)
        known = await db.imports.imported(user_id, keys)
        if isinstance(own.entries, Pile):
            own.entries.sort(key=lambda entry: (entry.day, entry.logged_at, entry.part))
        for number, entry in enumerate(own.entries, 1):
            key, content = origins.get(entry.id, (f"own:{entry.id}", ""))
            if entry.id in here or key in known:
                plan.known += 1
                continue
            blank = self._blank(entry.day)
            here_now = {
                "id": entry.id if _ULID.fullmatch(entry.id) else blank.id,
                "user_id": blank.user_id,
                "chat_id": blank.chat_id,
                "message_id": blank.message_id,
                "part": blank.part,
                "revision": 1,
            }
            brought = once.counted(entry, as_exported=True).model_copy(update=here_now)
            plan.add(Imported(brought, key, content, _ulid()), ENTRIES, number)
        plan.preferences = own.preferences
        plan.goals = goals_brought(own.goals, user_id, self.services.clock())
        plan.memory = own.memory if own.memory is not None and _is_sound(own.memory) else None

    def _blank(self, day: date) -> Entry:
        return Entry(
            id=_ulid(),
            user_id=self.whose.user_id,
            chat_id=self.whose.chat_id,
            message_id=self.whose.message_id,
            part=next(self._parts),
            day=day,
            logged_at=datetime.now(UTC),
            text="",
        )


def _news(workout: Workout, known: Mapping[str, str], plan: Plan) -> Iterator[Workout]:
    """What of a workout is to be imported: all of it, what was added at its end since, or nothing."""
    if workout.key not in known:
        ends = range(1, len(workout.rows)) if known else ()
        later = next((end for end in ends if replace(workout, begins=end).key in known), None)
        yield workout if later is None else workout.before(later)
        return
    plan.known += 1
    part = workout
    while known[part.key] != part.content:
        grown = part.after(known[part.key])
        if grown is None:
            plan.changed += 1
            return
        part = grown
        if part.key not in known:
            plan.grown += 1
            yield part
            return


def _daily(reading: Reading) -> frozenset[str]:
    """Names of what a phone tells of days."""
    told = {body.name for weighing in reading.weighings for body in weighing.values}
    return frozenset(told - OF_BODY)


def _is_twin(entry: Entry, twins: Twins, plan: Plan) -> bool:
    """Whether the log has this activity already, which the preview then says."""
    done = entry.measures[0]
    bout = Bout(done.name, entry.day, done.distance_m, done.duration_s, entry.logged_at)
    if not twins.has(bout):
        twins.brought(bout)
        return False
    plan.twins += 1
    if len(plan.told_twice) < _MOST_TWINS:
        plan.told_twice.append((done.name, entry.day))
    return True


def _remember(names: set[str], name: str) -> None:
    """The preview shows a few of them and says how many there are."""
    if len(names) < _MOST_NAMES:
        names.add(name)


def _is_sound(memory: ContextVersion) -> bool:
    """The file may have been written by anybody."""
    return (
        len(memory.content) + len(memory.archive) <= _LONGEST_MEMORY
        and 0 < memory.version < _HIGHEST_VERSION
        and memory.at.tzinfo is not None
    )


def _ulid() -> str:
    return str(ULID())
