"""Programmes of a person: what there is, what begins with which loads, what comes next."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from importlib.resources import files as packaged_files
from pathlib import Path

from agents.gym.coming import Coming, Week, Weekday
from agents.gym.course import Lifted, Start, coming, lines_of, week
from agents.gym.gear import convert, gear_of
from agents.gym.programme import Programme, Wave
from agents.gym.reading import LONGEST, ProgrammeError, read_programme
from agents.gym.rules import DoneSet, Line
from agents.latest import by_identity
from agents.profile import Profile
from storage.entities import A_SET_FAILED, DateRange, Entry, Measure, WeightUnit
from storage.measures import Measures
from storage.programme_rows import ProgrammeRow
from storage.programmes import Programmes

_STRENGTH = timedelta(days=180)
"""Days back from which a maximum is estimated."""
_MOST_REPS = 12
_RUN = "run"


@dataclass(frozen=True, slots=True)
class Offered:
    """A programme that can be begun. `key` finds it again; `own` was sent by the person."""

    key: str
    programme: Programme
    own: bool = False


@dataclass(frozen=True, slots=True)
class Offers:
    """What there is, and what was wrong with files."""

    programmes: tuple[Offered, ...]
    problems: tuple[ProgrammeError, ...] = ()

    def called(self, said: str) -> Offered | None:
        """By key or name; a person's own before others."""
        own_first = sorted(self.programmes, key=lambda one: not one.own)
        return next((one for one in own_first if one.key == said or one.programme.is_called(said)), None)

    @property
    def by_maxima(self) -> Offered | None:
        """The only one that goes by training maxima: what is meant by those alone."""
        waves = [
            one
            for one in self.programmes
            if any(isinstance(rule, Wave) for rule in one.programme.rules.values())
        ]
        return waves[0] if len(waves) == 1 else None


@dataclass(frozen=True, slots=True)
class Begin:
    """How a programme would begin. `unknown`: lifts whose maximum nobody knows, without which it can't."""

    start: Start
    unknown: tuple[str, ...] = ()


@by_identity(2)
def _packaged(terms: Mapping[str, str]) -> tuple[Offered, ...]:
    found = sorted(packaged_files("agents.gym.programmes").iterdir(), key=lambda one: one.name)
    return tuple(
        Offered(one.name.removesuffix(".yaml"), read_programme(one.read_text("utf-8"), one.name, terms))
        for one in found
        if one.name.endswith(".yaml")
    )


class TrainingPlans:
    """Works on rows and files; `folder` holds programmes for everybody."""

    def __init__(
        self, programmes: Programmes, measures: Measures, terms: Mapping[str, str], folder: Path
    ) -> None:
        self.programmes = programmes
        self._measures = measures
        self.terms = terms
        self._folder = folder

    async def offers(self, user_id: int) -> Offers:
        """All that this person can begin: the packaged ones, those of the folder, their own."""
        shared, problems = self._shared()
        own: list[Offered] = []
        for row in await self.programmes.files(user_id):
            try:
                read = read_programme(row.body, row.name, self.terms)
            except ProgrammeError as error:
                problems.append(error)
            else:
                own.append(Offered(row.token, read, own=True))
        return Offers((*_packaged(self.terms), *shared, *own), tuple(problems))

    def _shared(self) -> tuple[list[Offered], list[ProgrammeError]]:
        found: list[Offered] = []
        problems: list[ProgrammeError] = []
        paths = sorted([*self._folder.glob("*.yaml"), *self._folder.glob("*.yml")])
        for path in paths if self._folder.is_dir() else ():
            try:
                with path.open(encoding="utf-8") as file:
                    text = file.read(LONGEST + 1)
                found.append(Offered(path.stem[:40], read_programme(text, path.name, self.terms)))
            except ProgrammeError as error:
                problems.append(error)
            except (OSError, UnicodeDecodeError):
                problems.append(ProgrammeError(path.name, 1, "yaml"))
        return found, problems

    async def begin(
        self,
        profile: Profile,
        programme: Programme,
        today: date,
        *,
        loads: Mapping[str, float] | None = None,
        days: Sequence[Weekday] = (),
    ) -> Begin:
        """How it would begin: with the `loads` said (by lift, in the gear's unit), else by what was done."""
        gear = gear_of(profile)
        first = _next_monday(today) if programme.weeks else today
        start = Start(programme=programme, unit=gear.unit, first_day=first, days=tuple(days))
        lines = {line.key: line for lines in lines_of(start, gear).values() for line in lines}
        best = await self._maxima(profile.user_id, sorted(programme.lifts), today, gear.unit)
        said = _said(lines.values(), loads or {})
        chosen: dict[str, float] = {}
        unknown: list[str] = []
        for key, line in lines.items():
            lift = line.lift.lift
            load = said.get(key) or _beginning(line, best.get(lift))
            if load is not None:
                chosen[key] = load
            elif isinstance(line.rule, Wave):
                unknown.append(lift)
        start = start.model_copy(update={"loads": chosen})
        return Begin(start, tuple(dict.fromkeys(unknown)))

    async def from_now_on(self, start: Start, user_id: int, today: date) -> Start:
        """A start that was proposed, begun now: what was done before does not count."""
        if start.programme.weeks:
            is_past = start.first_day < today - timedelta(days=today.weekday())
            return start.model_copy(update={"first_day": _next_monday(today)}) if is_past else start
        span = DateRange(start=today, end=today)
        rows = await self._measures.measures(user_id, sorted(start.programme.lifts), span)
        before = tuple(dict.fromkeys(row.entry_id for row in rows))
        return start.model_copy(update={"first_day": today, "before": before})

    async def _maxima(
        self, user_id: int, lifts: Sequence[str], today: date, unit: WeightUnit
    ) -> dict[str, float]:
        """Estimated one-repetition maxima (Epley), by lift."""
        rows = await self._measures.measures(user_id, lifts, DateRange(start=today - _STRENGTH, end=today))
        best: dict[str, float] = {}
        for measure in (row.measure for row in rows):
            if measure.weight and measure.reps and measure.reps <= _MOST_REPS:
                load = convert(measure.weight, measure.weight_unit or unit, unit)
                estimate = load * (1 + (measure.reps - 1) / 30)
                best[measure.name] = max(best.get(measure.name, 0.0), estimate)
        return best

    async def comes(
        self, profile: Profile, today: date, lift: str = ""
    ) -> tuple[Start, Coming | Week] | None:
        """The programme that is followed, and what comes next, of a `lift` or of all; None: none is."""
        row = await self.programmes.running(profile.user_id)
        if row is None:
            return None
        start = begun_as(row)
        return start, await self.next(start, profile, today, lift=lift)

    async def after(
        self,
        row: ProgrammeRow,
        profile: Profile,
        today: date,
        entries: Sequence[Entry],
        former: Sequence[Entry] = (),
    ) -> Coming | Week | None:
        """What comes next with these entries as they are here; None where none is of the programme."""
        start = begun_as(row)
        named = {measure.name for entry in (*entries, *former) for measure in entry.measures}
        if named.isdisjoint(start.programme.lifts or (_RUN,)):
            return None
        return await self.next(start, profile, today, entries)

    async def next(
        self, start: Start, profile: Profile, today: date, changed: Sequence[Entry] = (), *, lift: str = ""
    ) -> Coming | Week:
        """What comes next, with `changed` entries as they are here."""
        done = await self._done(start, profile.user_id, today, changed)
        if start.programme.weeks:
            runs = ((one.day, one.distance_m) for one in done if one.distance_m is not None)
            return week(start, runs, today)
        gear = gear_of(profile)
        start = in_unit(start, gear.unit)
        return coming(start, _by_day(done, start.unit), today, gear, lift)

    async def _done(self, start: Start, user_id: int, today: date, changed: Sequence[Entry]) -> list[Measure]:
        """Sets and runs since it was begun, one each, as they are once `changed` is stored."""
        names = sorted(start.programme.lifts or {_RUN})
        span = DateRange(start=start.first_day, end=max(today, start.first_day))
        rows = await self._measures.measures(user_id, names, span)
        anew = {*start.before, *(entry.id for entry in changed)}
        done = [row.measure for row in rows if row.entry_id not in anew]
        live = (entry for entry in changed if not entry.deleted and entry.id not in start.before)
        new = (m for entry in live for m in entry.measures if m.name in names)
        done += [measure for measure in new if span.start <= measure.day <= span.end]
        return [measure for measure in done if not measure.warmup]


def _next_monday(today: date) -> date:
    """Today, where it is one."""
    return today + timedelta(days=-today.weekday() % 7)


def begun_as(row: ProgrammeRow) -> Start:
    """From a row's body."""
    return Start.model_validate_json(row.body)


def in_unit(start: Start, unit: WeightUnit) -> Start:
    """With its loads in that unit: the person may have got other plates since."""
    if start.unit == unit:
        return start
    loads = {key: convert(load, start.unit, unit) for key, load in start.loads.items()}
    return start.model_copy(update={"unit": unit, "loads": loads})


def _said(lines: Collection[Line], loads: Mapping[str, float]) -> dict[str, float]:
    """By line, what was said of its lift: its heaviest sets have that load, others their share of it."""
    heaviest = {
        lift: max((_share(line) for line in lines if line.lift.lift == lift), default=0.0) for lift in loads
    }
    found: dict[str, float] = {}
    for line in lines:
        load, share = loads.get(line.lift.lift), _share(line)
        if load is not None:
            most = heaviest[line.lift.lift]
            lighter = line.loadable(load * share / most) if 0 < share < most else None
            found[line.key] = load if lighter is None else lighter
    return found


def _share(line: Line) -> float:
    """Of an estimated maximum, percent that it begins with; 0: its rule says none."""
    return getattr(line.rule, "begin", None) or 0.0


def _beginning(line: Line, best: float | None) -> float | None:
    """What to begin with: a share of the maximum, else the bare bar; None: nobody can tell."""
    begin = getattr(line.rule, "begin", None)
    if begin is None:
        return None
    if isinstance(line.rule, Wave):
        return None if best is None else round(best * begin / 100)
    if best is None:
        return line.gear.bar if line.lift.plates else None
    return line.loadable(best * begin / 100)


def _by_day(done: Sequence[Measure], unit: WeightUnit) -> dict[date, Lifted]:
    days: dict[date, dict[str, list[DoneSet]]] = {}
    for measure in done:
        if measure.reps is None:
            continue
        load = None if measure.weight is None else convert(measure.weight, measure.weight_unit or unit, unit)
        sets = days.setdefault(measure.day, {}).setdefault(measure.name, [])
        load = None if load is None else round(load, 2)
        sets += [DoneSet(load, measure.reps)] * measure.sets
        sets += [DoneSet(load, 0)] * (measure.text == A_SET_FAILED)
    return {day: dict(lifted) for day, lifted in days.items()}
