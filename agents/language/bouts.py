"""Phrases of runs, rides, swims and other bouts: distance, time and pace, repetitions, and what follows from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from importlib.resources import files
from typing import cast

import yaml
from pydantic import BaseModel, ConfigDict

from agents.language.atoms import Atom
from agents.language.rules import Rule
from storage.entities import Certainty, DistanceUnit, Measure
from units import HOUR_S, METRES

Roles = Sequence[tuple[str, Atom]]
_UNITS = frozenset(METRES)


class Kind(BaseModel):
    """What bouts of one name can be: see `data/bouts.yaml`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    speed: tuple[float, float]
    lap: float = 0.0
    per: float = 0.0
    bare: float = 0.0
    metres: bool = False
    """Whether "45m" are metres, not minutes."""


class _Kinds(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    usual: Kind
    nameless: Kind
    kinds: dict[str, Kind]


@cache
def _kinds() -> _Kinds:
    path = files("agents.language").joinpath("data", "bouts.yaml")
    return _Kinds.model_validate(yaml.safe_load(path.read_text("utf-8")))


def kind_of(name: str) -> Kind:
    """What bouts of this name can be; "" for one without a name."""
    return _kinds().kinds.get(name, _kinds().usual) if name else _kinds().nameless


@dataclass(frozen=True, slots=True)
class Bout:
    """A bout in the making, or `sets` repetitions of one."""

    way: float | None = None
    unit: DistanceUnit | None = None
    time: float | None = None
    clock: bool = False
    """The time was written as a clock of two parts: minutes and seconds, or hours and minutes."""
    pace: float | None = None
    per: float = 0.0
    """Metres that the pace is told for; 0 where nobody said."""
    laps: float | None = None
    sets: int = 1
    each: tuple[float, ...] = ()
    """The time of each repetition."""
    apart: bool = False
    """A warm-up or cool-down: nothing that follows belongs to it."""
    raced: bool = False
    """The distance is that of a race's name."""
    rested: bool = False
    """A rest between its repetitions was told."""
    day: date = date.min
    inferred: frozenset[str] = frozenset()

    @property
    def empty(self) -> bool:
        """Whether it holds no figure worth storing."""
        return self.way is None and self.time is None and self.laps is None

    @property
    def certainty(self) -> dict[str, Certainty]:
        """How what was not written is known."""
        return dict.fromkeys(sorted(self.inferred), "inferred")


NO_BOUT = Bout()
_AFRESH = 0.5
_IMPOSSIBLE = 3.0
_LONGEST_TIME = 36 * HOUR_S
_MOST_METRES = 400_000.0
_LONGEST_REPEAT = 5000.0
_LONGEST_REST = 601.0
_LONGEST_FLOAT = 800.0


def grown(bout: Bout, rule: Rule, roles: Roles, kind: Kind) -> tuple[Bout, bool, float] | None:
    """The bout after one more phrase, whether that begins another one, and what it costs; None where it cannot be."""
    beside = _BESIDE.get(rule.does)
    if beside is not None:
        after = beside(bout, rule, roles, kind)
        return None if after is None else (after, False, _unlikely(after, kind) if after is not bout else 0.0)
    said = _said(rule, roles, kind)
    if said is None:
        return None
    after = _joined(bout, said, kind)
    if after is None:
        alike = bout.day != said.day or bout.apart or said.apart or bout.sets > 1
        return said, True, (0.1 if alike else _AFRESH) + _unlikely(said, kind)
    return after, bout.empty, _unlikely(after, kind)


def bouts_of(name: str, phrases: Sequence[tuple[Rule, Roles]], race: float | None = None) -> list[Bout]:
    """The bouts that the phrases of one name tell, in order; `race` is the distance that the name itself says."""
    kind = kind_of(name)
    found: list[Bout] = []
    bout = NO_BOUT
    for rule, roles in phrases:
        step = grown(bout, rule, roles, kind)
        if step is None:
            continue
        after, fresh, _ = step
        if fresh and not bout.empty:
            found.append(bout)
        bout = after
    found.append(bout)
    return [one for each in found if not each.empty for one in _repeated(settled(_raced(each, race), kind))]


def bouts_told(
    name: Atom | None, phrases: Sequence[tuple[Rule, Roles]], rounds: int | None = None
) -> list[Measure]:
    """The measures that the phrases of a name tell; without one those that can only be runs."""
    if name is None or name.named is None:
        found = bouts_of("", phrases)
        days = {one.day for one in found if nameless(one)}
        return [_measure("run", "running", one) for one in found if one.way is not None and one.day in days]
    found = bouts_of(name.named.name, phrases, name.amount if name.has("RACE") else None)
    if rounds:
        found = [one if one.sets > 1 else replace(one, sets=rounds) for one in found]
    return [_measure(name.named.name, name.named.domain, one) for one in found]


def _measure(name: str, domain: str, bout: Bout) -> Measure:
    laps = bout.laps if bout.way is None else None
    return Measure(
        domain=domain, name=name, day=bout.day, sets=bout.sets, distance_m=bout.way, distance_unit=bout.unit,
        duration_s=bout.time, value=laps, unit=None if laps is None else "laps", certainty=bout.certainty,
    )  # fmt: skip


def _raced(bout: Bout, race: float | None) -> Bout:
    if race is None or bout.way is not None or bout.time is None or bout.apart or bout.sets > 1:
        return bout
    return replace(bout, way=race, unit=None, inferred=bout.inferred | {"distance_m"})


def _repeated(bout: Bout) -> list[Bout]:
    return [replace(bout, time=time, sets=1) for time in bout.each] if bout.each else [bout]


def nameless(bout: Bout) -> bool:
    """Whether a bout without a name can only be a run."""
    if bout.rested and bout.sets > 1 and (bout.way or 0.0) >= _LEAST_REPEAT:
        return True
    kind = kind_of("")
    done = settled(bout, kind)
    seconds = done.each[0] if done.each else done.time
    if not done.way or not seconds or not kind.speed[0] <= done.way / seconds <= kind.speed[1]:
        return False
    return done.way * max(done.sets, len(done.each)) >= _LEAST_NAMELESS


_LEAST_NAMELESS = 800.0
_LEAST_REPEAT = 150.0


# What a phrase says by itself


def _said(rule: Rule, roles: Roles, kind: Kind) -> Bout | None:
    """The bout that the phrase alone would be."""
    said: Bout | None = Bout(
        day=roles[0][1].day if roles else date.min, apart=rule.does in ("apart", "twice")
    )
    ambiguous = rule.does in ("at", "pace")
    for role, atom in roles:
        fill = _pace_told if ambiguous and role == "time" else _FILLS[role]
        said = fill(said, atom, kind) if said is not None else None
    if said is None:
        return None
    match rule.does:
        case "repeats":
            return said if said.sets > 1 or said.way is None else None
        case "bare":
            return said if kind.metres or said.way is None else None
        case "race" if rule.value:
            long = said.time is not None and (said.time >= HOUR_S or (said.clock and 60 <= said.time < 240))
            return replace(said, way=rule.value, unit=None) if long else None
        case "twice":
            return replace(said, sets=2)
        case "track":
            laps = said.laps or 0.0
            return replace(said, way=laps * kind_of("run").lap, unit="m", laps=None, inferred=_INFERRED_WAY)
        case _:
            return said


_INFERRED_WAY = frozenset(("distance_m",))
_MINUTES = 60.0


def _way_told(bout: Bout, atom: Atom, kind: Kind) -> Bout | None:
    value = atom.value * (1000.0 if atom.has("K", "KILO") else 1.0)
    if (
        atom.unit == "m"
        and value < 100
        and not kind.metres
        and bout.sets == 1
        and bout.time is None
        and value % 25
    ):
        return replace(bout, time=value * _MINUTES)
    unit = "km" if atom.has("K", "KILO") else atom.unit if atom.unit in _UNITS else None
    if bout.way is not None or value > _MOST_METRES or (atom.has("DIST") and unit is None):
        return None
    return replace(bout, way=value, unit=cast("DistanceUnit | None", unit))


def _bare_told(bout: Bout, atom: Atom, kind: Kind) -> Bout | None:
    if not kind.bare or atom.value < kind.bare or atom.value % kind.bare or atom.value > _LONGEST_REPEAT:
        return None
    return replace(bout, way=atom.value, unit="m", inferred=bout.inferred | {"distance_unit"})


def _time_told(bout: Bout, atom: Atom, kind: Kind) -> Bout | None:
    if bout.time is not None:
        return replace(bout, each=(*bout.each, atom.value))
    if atom.value <= 0 or atom.value > _LONGEST_TIME:
        return None
    return replace(bout, time=atom.value, clock=atom.has("CLOCK") and len(atom.parts) == 2)


def _clock_told(bout: Bout, atom: Atom, kind: Kind) -> Bout | None:
    return replace(bout, each=(*bout.each, atom.value))


def _pace_told(bout: Bout, atom: Atom, kind: Kind) -> Bout | None:
    if bout.pace is not None or atom.value <= 0:
        return None
    return replace(bout, pace=atom.value, per=METRES.get(atom.unit, 0.0) if atom.has("PACE") else 0.0)


def _laps_told(bout: Bout, atom: Atom, kind: Kind) -> Bout | None:
    return replace(bout, laps=atom.value) if atom.value > 0 else None


def _sets_told(bout: Bout, atom: Atom, kind: Kind) -> Bout | None:
    return replace(bout, sets=int(atom.value)) if 1 <= atom.value <= 100 else None


def _race_told(bout: Bout, atom: Atom, kind: Kind) -> Bout | None:
    return None if atom.amount is None else replace(bout, way=atom.amount, raced=True)


_FILLS: Mapping[str, Callable[[Bout, Atom, Kind], Bout | None]] = {
    "dist": _way_told, "metres": _bare_told, "time": _time_told, "clock": _clock_told, "pace": _pace_told,
    "laps": _laps_told, "sets": _sets_told, "times": _sets_told, "race": _race_told, "half": lambda bout, *_: bout,
}  # fmt: skip


# What a phrase says of the bout before it


def _rest(bout: Bout, rule: Rule, roles: Roles, kind: Kind) -> Bout | None:
    """A recovery between repetitions."""
    atom = roles[0][1]
    longest = _LONGEST_REST if atom.has("TIME", "CLOCK") else _LONGEST_FLOAT
    value = atom.value * (1000.0 if atom.has("K") else 1.0)
    return replace(bout, rested=True) if (bout.sets > 1 or bout.each) and value <= longest else None


def _part(bout: Bout, rule: Rule, roles: Roles, kind: Kind) -> Bout | None:
    """A part of the way that was told before."""
    value = roles[0][1].value * (1000.0 if roles[0][1].has("K") else 1.0)
    return bout if bout.way is not None and value < bout.way else None


def _climb(bout: Bout, rule: Rule, roles: Roles, kind: Kind) -> Bout | None:
    return (
        bout
        if bout.way is not None and roles[0][1].unit in ("m", "ft") and bout.unit in ("km", "mi")
        else None
    )


def _took(bout: Bout, rule: Rule, roles: Roles, kind: Kind) -> Bout | None:
    """A time without its sign or unit: `3 miler in 28`, `parkrun 27.14`."""
    if bout.way is None or bout.sets > 1:
        return None
    if bout.time is not None:
        return bout if rule.cost < _CERTAIN else None
    atom = roles[0][1]
    whole, _, tail = atom.text.partition(".")
    if len(tail) == 2 and tail < "60" and whole.isdecimal():
        seconds = int(whole) * 60.0 + int(tail)
    elif not tail and rule.cost < _CERTAIN:
        seconds = atom.value * _MINUTES
    else:
        return None
    low, high = kind.speed
    return replace(bout, time=seconds) if seconds and low <= bout.way / seconds <= high else None


_CERTAIN = 0.5


def _splits(bout: Bout, rule: Rule, roles: Roles, kind: Kind) -> Bout | None:
    """Times of repetitions, or of parts of a way that add up."""
    said = _said(replace_does(rule), roles, kind)
    if said is None:
        return None
    own = said.way is not None
    base = said if own else bout
    if own and not bout.empty:
        return None
    total = sum(said.each)
    whole, count = settled(replace(base, each=()), kind), len(said.each)
    if whole.time is not None:
        return bout if abs(total - whole.time) <= 0.02 * whole.time else None
    if whole.way is None:
        return None
    per = METRES.get(whole.unit or "", 0.0)
    if whole.sets == count or (whole.sets == 1 and whole.unit == "m" and whole.way <= _LONGEST_REPEAT / 2):
        return replace(base, each=said.each)
    adds_up = whole.sets == 1 and (count == 2 or (per > 1 and round(whole.way / per, 1) == count))
    return replace(base, time=total, inferred=base.inferred | {"duration_s"}) if adds_up else None


def replace_does(rule: Rule) -> Rule:
    """The row as one that only tells its figures."""
    return rule.model_copy(update={"does": "bout"})


def _nothing(bout: Bout, rule: Rule, roles: Roles, kind: Kind) -> Bout | None:
    return bout


def _strides(bout: Bout, rule: Rule, roles: Roles, kind: Kind) -> Bout | None:
    return bout if bout.way is not None else None


_BESIDE: Mapping[str, Callable[[Bout, Rule, Roles, Kind], Bout | None]] = {
    "rest": _rest, "part": _part, "climb": _climb, "took": _took, "splits": _splits, "nothing": _nothing,
    "strides": _strides,
}  # fmt: skip


# Together


def _joined(bout: Bout, said: Bout, kind: Kind) -> Bout | None:
    """Both as one bout; None where what is said is another one."""
    if bout.empty and bout.pace is None:
        return said
    if bout.apart or said.apart or (bout.day != said.day and bout.day != date.min) or _begins(bout, said):
        return None
    if said.time is not None and bout.pace is not None and not bout.per and bout.sets > 1:
        return None
    if said.time is not None and bout.time is not None:
        return bout if said.way is None and _is_pace(bout, said.time) else None
    if said.way is not None and bout.way is not None and not (bout.raced and bout.time is None):
        return None
    return replace(
        bout,
        way=said.way if bout.way is None else bout.way, unit=said.unit if bout.way is None else bout.unit,
        time=said.time if bout.time is None else bout.time, clock=bout.clock or said.clock,
        pace=said.pace if bout.pace is None else bout.pace, per=said.per if bout.pace is None else bout.per,
        laps=said.laps if bout.laps is None else bout.laps, sets=max(bout.sets, said.sets),
        inferred=bout.inferred | said.inferred,
    )  # fmt: skip


def _begins(bout: Bout, said: Bout) -> bool:
    """Whether repetitions begin, or end, between the two."""
    if said.sets > 1:
        return bout.sets > 1 or bout.time is not None or (bout.way is not None and said.way is None)
    return bool(bout.each) or (bout.sets > 1 and said.way is not None)


def _is_pace(bout: Bout, seconds: float) -> bool:
    """Whether a second time is only what the first one and the way give."""
    done = settled(bout, kind_of("run"))
    if not done.way or not done.time:
        return False
    return any(abs(done.time / done.way * per - seconds) <= 0.03 * seconds for per in _PACES)


_PACES = (1000.0, METRES["mi"], 500.0, 100.0)


def _unlikely(bout: Bout, kind: Kind) -> float:
    """What a bout costs that nobody could do."""
    done = settled(bout, kind)
    seconds = done.each[0] if done.each else done.time
    if done.way is None or not seconds:
        short = done.sets == 1 and ((done.way or _SHORTEST) < _SHORTEST or (seconds or 60.0) < 60.0)
        return 1.0 if short and done.pace is None else 0.0
    low, high = kind.speed
    return 0.0 if low <= done.way / seconds <= high else _IMPOSSIBLE


_SHORTEST = 100.0


def settled(bout: Bout, kind: Kind) -> Bout:
    """What a two-part clock meant, laps multiplied, and the third of distance, time and pace."""
    bout = _by_pace(_in_hours(_by_laps(bout, kind), kind), kind)
    return bout


def _by_laps(bout: Bout, kind: Kind) -> Bout:
    laps = bout.laps
    if not laps or bout.way is None:
        return bout
    if laps > 1 and bout.way <= kind.lap:
        return replace(bout, way=laps * bout.way, laps=None, inferred=bout.inferred | _INFERRED_WAY)
    return replace(bout, laps=None)


def _in_hours(bout: Bout, kind: Kind) -> Bout:
    if not bout.clock or not bout.time:
        return bout
    too_fast = bout.way is not None and bout.way / bout.time > kind.speed[1]
    alone = bout.way is None and bout.time < 4 * _MINUTES and bout.pace is None and bout.sets == 1
    if not too_fast and not alone:
        return bout
    return replace(bout, time=bout.time * 60, clock=False, inferred=bout.inferred | {"duration_s"})


def _by_pace(bout: Bout, kind: Kind) -> Bout:
    if bout.pace is None or bout.each:
        return bout
    per = bout.per or kind.per or (METRES["mi"] if bout.unit == "mi" else 1000.0)
    if bout.way is not None and bout.time is None:
        each = bout.sets > 1 and not bout.per and _is_time_of_each(bout, kind)
        seconds = bout.pace if each else round(bout.pace * bout.way / per, 1)
        return replace(bout, time=seconds, inferred=bout.inferred | {"duration_s"})
    if bout.time is not None and bout.way is None:
        unit: DistanceUnit = "mi" if per > 1000 else "km"
        more = {"distance_m", "distance_unit"}
        return replace(
            bout, way=round(bout.time / bout.pace * per, 1), unit=unit, inferred=bout.inferred | more
        )
    return bout


_SLOWEST_REPEAT = 2.2
"""Metres a second of a repetition run: what is slower is a pace."""


def _is_time_of_each(bout: Bout, kind: Kind) -> bool:
    """Whether what looks like a pace is the time of each repetition: `6x800 @ 3:10`, not `8x400 @ 4:30`."""
    way, pace = bout.way or 0.0, bout.pace or 1.0
    if kind.per:
        return way <= kind.per or way / pace <= kind.speed[1]
    return _SLOWEST_REPEAT <= way / pace <= kind.speed[1]
