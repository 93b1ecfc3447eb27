"""A bout: a run, a ride, a swim. Distance, time and pace, and what follows from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from math import inf

from pydantic import BaseModel, ConfigDict

from agents.language.files import read_data
from storage.entities import Certainty, DistanceUnit
from units import HOUR_S, METRES


class Kind(BaseModel):
    """What bouts of one name can be: see `data/bouts.yaml`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    speed: tuple[float, float]
    lap: float = 0.0
    per: float = 0.0
    bare: float = 0.0
    metres: bool = False
    carries: bool = False
    climbs: bool = False
    minutes: float = 0.0
    possible: tuple[float, float] = (inf, 0.0)
    alone: tuple[float, float, float] | None = None


class _Kinds(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    usual: Kind
    nameless: Kind
    kinds: dict[str, Kind]


@cache
def _kinds() -> _Kinds:
    return read_data(_Kinds, "bouts.yaml")


def kind_of(name: str) -> Kind:
    """What bouts of this name can be; "" for one without a name."""
    return _kinds().kinds.get(name, _kinds().usual) if name else _kinds().nameless


@dataclass(frozen=True, slots=True)
class Bout:
    """A bout in the making, or `sets` repetitions of one. Metres and seconds."""

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
    run_from: float = inf
    """Metres from which on its repetitions can only be run: a rest between them was told, or hills."""
    whole: bool = False
    """Said to be all of it together: `total 12k`."""
    day: date = date.min
    inferred: frozenset[str] = frozenset()

    @property
    def empty(self) -> bool:
        """Whether it holds no figure worth storing."""
        return self.way is None and self.time is None and self.laps is None

    @property
    def seconds(self) -> float | None:
        """The time of one repetition."""
        return self.each[0] if self.each else self.time

    @property
    def certainty(self) -> dict[str, Certainty]:
        """How what was not written is known."""
        return dict.fromkeys(sorted(self.inferred), "inferred")


NO_BOUT = Bout()
_INFERRED_WAY = frozenset(("distance_m",))
_MINUTE = 60.0
_SHORT_CLOCK = 4 * _MINUTE
"""A clock alone of less is hours and minutes: `ride 2:30`."""
_SLOWEST_REPEAT = 2.2
"""Metres a second of a repetition run: what is slower is a pace."""
_IMPOSSIBLE, _OTHER = 3.0, 1.2
_ODD = 1.0
_SHORTEST = 100.0
_LEAST_SWUM = 150.0
_SAME = 0.03
"""The share by which a pace may differ from what distance and time give."""
_NEAR = 5.0
"""Seconds that a time is rounded by."""
_PER = {1000.0: "km", METRES["mi"]: "mi"}
_PACES = (1000.0, METRES["mi"], 500.0, 100.0)


def settled(bout: Bout, kind: Kind) -> Bout:
    """What a two-part clock meant, laps multiplied, and the third of distance, time and pace."""
    return _by_pace(_in_hours(_as_pace(_by_laps(bout, kind), kind), kind), kind)


def _as_pace(bout: Bout, kind: Kind) -> Bout:
    """`8k 5'50`: minutes and seconds that are too few for the way, and as hours too many, are its pace."""
    low, high = kind.speed
    if bout.way is None or not bout.time or bout.pace is not None or bout.way / bout.time <= high:
        return bout
    per = kind.per or (METRES["mi"] if bout.unit == "mi" else 1000.0)
    hours = bout.clock and bout.way / bout.time / 60 >= low
    paced = bout.sets == 1 and not hours and low <= per / bout.time <= high
    return replace(bout, time=None, clock=False, pace=bout.time) if paced else bout


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
    alone = bout.way is None and bout.time < _SHORT_CLOCK and bout.pace is None and bout.sets == 1
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
        way = round(bout.time / bout.pace * per, 1)
        more = {"distance_m", "distance_unit"}
        return replace(bout, way=way, unit="mi" if per > 1000 else "km", inferred=bout.inferred | more)
    return bout


def pace_off(bout: Bout, kind: Kind) -> tuple[float, float, str] | None:
    """The pace that was told, what way and time give, and per what, where they do not fit."""
    if bout.pace is None or bout.way is None or bout.time is None or bout.each or bout.sets > 1:
        return None
    per = bout.per or kind.per or (METRES["mi"] if bout.unit == "mi" else 1000.0)
    if per not in _PER:
        return None
    off = abs(bout.pace * bout.way / per - bout.time)
    return (bout.pace, bout.time / bout.way * per, _PER[per]) if off > max(_NEAR, _SAME * bout.time) else None


def _is_time_of_each(bout: Bout, kind: Kind) -> bool:
    """Whether what looks like a pace is the time of each repetition: `6x800 @ 3:10`, not `8x400 @ 4:30`."""
    way, pace = bout.way or 0.0, bout.pace or 1.0
    if kind.per:
        return way <= kind.per or way / pace <= kind.speed[1]
    return _SLOWEST_REPEAT <= way / pace <= kind.speed[1]


def unlikely_bout(bout: Bout, kind: Kind) -> float:
    """What a bout costs that nobody could do, or that is too short for one."""
    done = settled(bout, kind)
    seconds = done.seconds
    if done.way is not None and seconds:
        speed = done.way / seconds
        if kind.speed[0] <= speed <= kind.speed[1]:
            return 0.0
        return _OTHER if kind.possible[0] <= speed <= kind.possible[1] else _IMPOSSIBLE
    short = (done.way or _SHORTEST) < _SHORTEST or (seconds or _MINUTE) < _MINUTE
    return _ODD if short and done.sets == 1 and done.pace is None else 0.0


def sport_of(bout: Bout) -> str:
    """What a bout without a name can only be: a swim, a run, a ride; "" for what may be several."""
    if _is_swum(bout):
        return "swim"
    if bout.sets > 1 and (bout.way or bout.time or 0.0) >= bout.run_from:
        return "run"
    done = settled(bout, kind_of(""))
    if not done.way or not done.seconds:
        return ""
    speed, whole = done.way / done.seconds, done.way * max(done.sets, len(done.each))
    found = [name for name, low, high, least in _nameless() if low <= speed <= high and whole >= least]
    return found[-1 if done.sets > 1 or done.each else 0] if found else ""


@cache
def _nameless() -> tuple[tuple[str, float, float, float], ...]:
    """The kinds that need no name, with their speeds and least way."""
    return tuple((name, *kind.alone) for name, kind in _kinds().kinds.items() if kind.alone is not None)


def _is_swum(bout: Bout) -> bool:
    """Yards, as fast as one swims, or lengths of a pool."""
    kind = kind_of("swim")
    done = settled(bout, kind)
    if bout.laps and bout.way and bout.way <= kind.lap:
        return (done.way or 0.0) >= _LEAST_SWUM
    if done.unit != "yd" or not done.way or not done.seconds or done.way < _LEAST_SWUM:
        return False
    return kind.speed[0] <= done.way / done.seconds <= kind.speed[1]


def is_usual(bout: Bout, kind: Kind) -> bool:
    """Whether a way and its time are what most have, if both were told."""
    done = settled(bout, kind)
    if not done.way or not done.seconds:
        return True
    return 2 * kind.speed[0] <= done.way / done.seconds <= 0.75 * kind.speed[1]


def joined(bout: Bout, said: Bout) -> Bout | None:
    """Both as one bout; None where what is said is another one."""
    if bout.empty and bout.pace is None:
        return said
    if bout.apart or said.apart or bout.day not in (said.day, date.min) or _begins(bout, said):
        return None
    if said.time is not None and bout.time is not None:
        return bout if said.way is None and _is_pace(bout, said.time) else None
    if said.way is not None and bout.way is not None and not (bout.raced and bout.time is None):
        return None
    first, then = (bout, said) if bout.way is not None else (said, bout)
    timed, paced = (bout if bout.time is not None else said), (bout if bout.pace is not None else said)
    return replace(
        first, time=timed.time, clock=timed.clock, pace=paced.pace, per=paced.per, day=bout.day,
        laps=bout.laps or said.laps, sets=max(bout.sets, said.sets), whole=bout.whole or said.whole,
        run_from=min(bout.run_from, said.run_from), inferred=first.inferred | then.inferred,
    )  # fmt: skip


def _begins(bout: Bout, said: Bout) -> bool:
    """Whether repetitions begin, or end, between the two."""
    if said.sets > 1:
        return bout.sets > 1 or bout.time is not None or (bout.way is not None and said.way is None)
    paced = bout.sets > 1 and bout.pace is not None and not bout.per
    return bool(bout.each) or (bout.sets > 1 and said.way is not None) or (paced and said.time is not None)


def _is_pace(bout: Bout, seconds: float) -> bool:
    """Whether a second time is only what the first one and the way give."""
    done = settled(bout, kind_of("run"))
    if not done.way or not done.time:
        return False
    return any(abs(done.time / done.way * per - seconds) <= _SAME * seconds for per in _PACES)


def counted_once(bouts: Sequence[Bout]) -> list[Bout]:
    """A whole that its parts come to is left out, or what they leave of it is kept; a timed one has them."""
    whole = max(bouts, key=lambda one: one.way or 0.0, default=NO_BOUT)
    parts = [one for one in bouts if one is not whole and one.day == whole.day]
    if not whole.way or whole.sets > 1 or whole.each or not parts:
        return list(bouts)
    left = whole.way - sum((one.way or 0.0) * max(one.sets, len(one.each)) for one in parts)
    comes_to = abs(left) <= _SAME * whole.way
    listed = len(parts) > 1 and any(one.apart or one.sets > 1 for one in parts)
    if not (whole.whole and left >= 0) and not (comes_to and listed):
        return list(bouts)
    if whole.time is not None:
        return [one for one in bouts if one not in parts]
    rest = replace(whole, way=round(left, 1), inferred=whole.inferred | _INFERRED_WAY)
    return [rest if one is whole else one for one in bouts if one is not whole or not comes_to]


def at_least_an_hour(bout: Bout) -> bool:
    """Whether the time is that of a long race: an hour or more, or a clock that may be hours and minutes."""
    seconds = bout.time or 0.0
    return seconds >= HOUR_S or (bout.clock and _MINUTE <= seconds < _SHORT_CLOCK)
