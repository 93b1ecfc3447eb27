"""Phrases of bouts: each fills the bout before it, begins another one, or is beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import cast

from agents.language.atoms import Atom
from agents.language.bouts import (
    NO_BOUT,
    Bout,
    Kind,
    at_least_an_hour,
    counted_once,
    is_usual,
    joined,
    kind_of,
    pace_off,
    settled,
    sport_of,
    unlikely_bout,
)
from agents.language.fits import hour_of
from agents.language.rules import Rule
from agents.shown import show
from storage.entities import DistanceUnit, Measure
from storage.problems import Misread
from units import HOUR_S, METRES

Roles = Sequence[tuple[str, Atom]]
_UNITS = frozenset(METRES)
_MINUTE = 60.0
_AFRESH = 0.5
_ALIKE = 0.1
"""What another bout of one name costs where repetitions, warm-ups or days part them."""
_LONGEST_TIME = 36 * HOUR_S
_MOST_METRES = 400_000.0
_LONGEST_REPEAT, _LONGEST_BARE = 5000.0, 240.0
_LONGEST_ROUNDS = 3 * HOUR_S
_LONGEST_REST = 601.0
_LONGEST_FLOAT = 800.0
_RESTED, _DRILLED = 150.0, 60.0
"""Metres, or a minute, of repetitions that are run: with rests between them; up hills, or sprints."""
_MOST_SETS = 100
_HALF = 21_097.5
_SPLIT = ("clock", "part", "seconds")


def grown(bout: Bout, rule: Rule, roles: Roles, kind: Kind) -> tuple[Bout, bool, float] | None:
    """The bout after one more phrase, whether that begins another, and what it costs; None if it can't be."""
    beside = _BESIDE.get(rule.does)
    if beside is not None:
        after = beside(bout, rule, roles, kind)
        cost = 0.0 if after is None or after is bout else unlikely_bout(after, kind)
        return None if after is None else (after, False, cost)
    said = _said(rule, roles, kind)
    if said is None:
        return None
    kind = kind_of("swim") if kind is kind_of("") and "yd" in (bout.unit, said.unit) else kind
    after = joined(bout, said)
    if after is None:
        alike = bout.day != said.day or bout.apart or said.apart or bout.sets > 1
        return said, True, (_ALIKE if alike else _AFRESH) + unlikely_bout(said, kind)
    return after, bout.empty, unlikely_bout(after, kind)


def bouts_told(
    name: Atom | None,
    phrases: Sequence[tuple[Rule, Roles]],
    rounds: int | None = None,
    sport: str = "",
) -> list[Measure]:
    """The measures that the phrases of a name tell; without one those that can only be of one sport.

    `sport`: what else the message says that was done.
    """
    if name is None or name.named is None:
        return list(_nameless(_bouts(kind_of(""), phrases), sport))
    kind = kind_of(name.named.name)
    race = name.amount if name.has("RACE") else None
    measures: list[Measure] = []
    for bout in counted_once([settled(_raced(one, race), kind) for one in _bouts(kind, phrases)]):
        again = rounds if rounds and rounds * (bout.time or 0.0) <= _LONGEST_ROUNDS else 1
        done = replace(bout, sets=again) if bout.sets == 1 else bout
        measures += _measures(name.named.name, name.named.domain, done)
    return measures


def paces_off(name: Atom | None, phrases: Sequence[tuple[Rule, Roles]]) -> Iterator[tuple[date, Misread]]:
    """The paces of a name that do not fit its ways and times, each with the one that does."""
    kind = kind_of(name.named.name if name is not None and name.named is not None else "")
    for bout in _bouts(kind, phrases):
        off = pace_off(settled(bout, kind), kind)
        if off is not None:
            told, fits, per = off
            yield bout.day, Misread("pace", f"{show(told, f's/{per}')}|{show(fits, f's/{per}')}")


DOMAINS = {"run": "running", "row": "rowing", "swim": "swimming", "ride": "cycling"}
"""Of what is done where no name says so."""


def _nameless(bouts: Sequence[Bout], said: str) -> Iterator[Measure]:
    """Those without a name: each of its sport, a way alone of its day's; of what was said where that fits."""
    days = {one.day: sport for one in bouts if (sport := sport_of(one)) not in ("", "swim")}
    for one in counted_once(bouts):
        way = settled(one, kind_of("")).way
        sport = sport_of(one) or (days.get(one.day, "") if way is not None else "")
        name = said if said and is_usual(one, kind_of(said)) else sport
        if sport:
            yield from _measures(name, DOMAINS[name], settled(one, kind_of(name)))


def _bouts(kind: Kind, phrases: Sequence[tuple[Rule, Roles]]) -> list[Bout]:
    found: list[Bout] = []
    bout = NO_BOUT
    for rule, roles in phrases:
        step = grown(bout, rule, roles, kind)
        if step is None:
            continue
        if step[1]:
            found.append(bout)
        bout = step[0]
    return [one for one in (*found, bout) if not one.empty]


def _raced(bout: Bout, race: float | None) -> Bout:
    """A time beside a race's name is that of its distance."""
    if race is None or bout.way is not None or bout.time is None or bout.apart or bout.sets > 1:
        return bout
    return replace(bout, way=race, inferred=bout.inferred | {"distance_m"})


def _measures(name: str, domain: str, bout: Bout) -> list[Measure]:
    laps = bout.laps if bout.way is None else None
    whole = Measure(
        domain=domain, name=name, day=bout.day, sets=bout.sets, distance_m=bout.way, distance_unit=bout.unit,
        duration_s=bout.time, value=laps, unit=None if laps is None else "laps", certainty=bout.certainty,
    )  # fmt: skip
    each = [whole.model_copy(update={"duration_s": time, "sets": 1}) for time in bout.each]
    return each or [whole]


# What a phrase says by itself


def _said(rule: Rule, roles: Roles, kind: Kind) -> Bout | None:
    """The bout that the phrase alone would be; none of several days is."""
    if len({atom.day for _, atom in roles}) > 1:
        return None
    whole = _WHOLE.get(rule.does)
    if whole is not None:
        return whole(roles, kind)
    of_pace = {"time": "pace", "clock": "pace"} if rule.does in _OF_PACE else {}
    told = [(of_pace.get(role, role), atom) for role, atom in roles]
    said = _filled(Bout(day=roles[0][1].day if roles else date.min), told, kind)
    finish = _FINISHES.get(rule.does)
    return finish(said, rule) if said is not None and finish is not None else said


_OF_PACE = frozenset(("at", "pace"))


def _filled(bout: Bout, roles: Roles, kind: Kind) -> Bout | None:
    for role, atom in roles:
        fill = _FILLS.get(role)
        after = fill(bout, atom, kind) if fill is not None else bout
        if after is None:
            return None
        bout = after
    return bout


def _hours(roles: Roles, _kind: Kind) -> Bout | None:
    """`tennis 6-7:30pm`, `from 7 to 8`, `19:00-20:30`: between two times of day."""
    start, end = [hour_of(atom) for role, atom in roles if role != "from"]
    if start is None or end is None:
        return None
    atoms = [atom for _, atom in roles]
    clocks = all(atom.has("CLOCK") and not atom.parts[-1] % 5 for atom in atoms)
    hours = (end - start) % 12
    said = clocks or any(atom.has("FROM", "SAID") for atom in atoms)
    fits = said and _LEAST_HOURS <= hours <= _MOST_HOURS
    return Bout(day=roles[0][1].day, time=round(hours * HOUR_S)) if fits else None


_LEAST_HOURS, _MOST_HOURS = 0.2, 8.0


def _minutes(roles: Roles, kind: Kind) -> Bout | None:
    """`ran 5k 26`: a way and the minutes that it took, where one is usually so fast."""
    bout, seconds = _way_told(Bout(day=roles[0][1].day), roles[0][1], kind), roles[1][1].value * _MINUTE
    if bout is None or bout.way is None or bout.unit not in _PACED or not seconds:
        return None
    timed = replace(bout, time=seconds, inferred=frozenset(("duration_s",)))
    return timed if is_usual(timed, kind) else None


_PACED = ("km", "mi")
_WHOLE: Mapping[str, Callable[[Roles, Kind], Bout | None]] = {"hours": _hours, "minutes": _minutes}


def _repetitions(said: Bout, rule: Rule) -> Bout | None:
    return said if said.sets > 1 or said.way is None else None


def _race(said: Bout, rule: Rule) -> Bout | None:
    """A half marathon takes at least an hour."""
    return said if said.way != _HALF or at_least_an_hour(said) else None


_FINISHES: Mapping[str, Callable[[Bout, Rule], Bout | None]] = {
    "repeats": _repetitions, "race": _race,
    "apart": lambda said, _: replace(said, apart=True), "whole": lambda said, _: replace(said, whole=True),
    "both": lambda said, _: replace(said, way=said.way and 2 * said.way, time=said.time and 2 * said.time),
}  # fmt: skip


def _way_told(bout: Bout, atom: Atom, kind: Kind) -> Bout | None:
    if bout.way is not None:
        return None
    if atom.has("K", "KILO"):
        far = atom.value * 1000.0
        return replace(bout, way=far, unit="km") if far <= _MOST_METRES else None
    if _is_minutes(bout, atom, kind):
        return replace(bout, time=atom.value * _MINUTE)
    if atom.unit not in _UNITS or atom.value > _MOST_METRES:
        return None
    return replace(bout, way=atom.value, unit=cast("DistanceUnit", atom.unit))


def _is_minutes(bout: Bout, atom: Atom, kind: Kind) -> bool:
    """`ran 45m`; of what has no way also `yoga 75m`."""
    short = atom.value <= _LONGEST_BARE if kind.minutes else atom.value < 100 and atom.value % 25 != 0
    return atom.unit == "m" and short and not kind.metres and bout.sets == 1 and bout.time is None


def _bare_told(bout: Bout, atom: Atom, kind: Kind) -> Bout | None:
    if not kind.bare or atom.value < kind.bare or atom.value % kind.bare or atom.value > _LONGEST_REPEAT:
        return None
    return replace(bout, way=atom.value, unit="m", inferred=bout.inferred | {"distance_unit"})


def _hundreds_told(bout: Bout, atom: Atom, kind: Kind) -> Bout | None:
    """Repetitions called by their way: `400s`, `800 reps`."""
    return None if atom.value % 100 else replace(bout, way=atom.value, unit="m")


def _length_told(bout: Bout, atom: Atom, kind: Kind) -> Bout | None:
    if kind.minutes and bout.empty and kind.minutes <= atom.value <= _LONGEST_BARE and not atom.value % 5:
        return replace(bout, time=atom.value * _MINUTE, inferred=bout.inferred | {"duration_s"})
    return _bare_told(bout, atom, kind) if kind.metres else None


def _time_told(bout: Bout, atom: Atom, kind: Kind) -> Bout | None:
    if not 0 < atom.value <= _LONGEST_TIME:
        return None
    return replace(bout, time=atom.value, clock=atom.has("CLOCK") and len(atom.parts) == 2)


def _pace_told(bout: Bout, atom: Atom, kind: Kind) -> Bout | None:
    if atom.value <= 0:
        return None
    return replace(bout, pace=atom.value, per=METRES.get(atom.unit, 0.0) if atom.has("PACE") else 0.0)


def _laps_told(bout: Bout, atom: Atom, kind: Kind) -> Bout | None:
    return replace(bout, laps=atom.value) if atom.value > 0 else None


def _sets_told(bout: Bout, atom: Atom, kind: Kind) -> Bout | None:
    return replace(bout, sets=int(atom.value)) if 1 <= atom.value <= _MOST_SETS else None


_FILLS: Mapping[str, Callable[[Bout, Atom, Kind], Bout | None]] = {
    "dist": _way_told, "hundreds": _hundreds_told, "metres": _bare_told, "length": _length_told,
    "half": lambda bout, _atom, _kind: replace(bout, way=_HALF),
    "time": _time_told, "pace": _pace_told,
    "laps": _laps_told, "sets": _sets_told, "times": _sets_told, "often": _sets_told,
    "drill": lambda bout, _atom, _kind: replace(bout, run_from=_DRILLED),
    "race": lambda bout, atom, _kind: replace(bout, way=atom.amount, raced=True) if atom.amount else None,
}  # fmt: skip


# What a phrase says of the bout before it


def _metres(atom: Atom) -> float:
    return atom.value * (1000.0 if atom.has("K") else 1.0)


def _rest(bout: Bout, rule: Rule, roles: Roles, kind: Kind) -> Bout | None:
    """A recovery between repetitions."""
    atom = roles[0][1]
    longest = _LONGEST_REST if atom.has("TIME", "CLOCK") else _LONGEST_FLOAT
    fits = (bout.sets > 1 or bout.each) and _metres(atom) <= longest
    return replace(bout, run_from=min(bout.run_from, _RESTED)) if fits else None


def _beside(bout: Bout, rule: Rule, roles: Roles, kind: Kind) -> Bout | None:
    """A climb (`13k +520m`), a part of the way that was told before, a load that is carried."""
    role, atom = roles[0]
    match role:
        case "rise" | "climbed":
            fits = bout.unit in ("km", "mi") and atom.unit in ("m", "ft") and (role == "rise" or kind.climbs)
        case "stretch":
            fits = _metres(atom) < bout.way if bout.way is not None else bout.time is not None
        case "lap":
            fits = bout.way is not None and atom.value < (bout.time or _LONGEST_TIME)
        case "sets":
            whole = max(bout.way or 0.0, bout.time or 0.0) if bout.sets == 1 and not bout.apart else 0.0
            part = next((_metres(one) for other, one in roles if other in _EACH), whole)
            fits = atom.value * part < whole
        case "mass":
            fits = kind.carries and (bout.way is not None or not atom.has("KILO"))
        case _:
            fits = True
    return bout if fits else None


_EACH = ("dist", "metres", "inner", "number")


def _took(bout: Bout, rule: Rule, roles: Roles, kind: Kind) -> Bout | None:
    """A time without its sign or unit: `3 miler in 28`, `parkrun 27.14`; a second one is somebody's."""
    if bout.way is None or bout.sets > 1:
        return None
    told = roles[0][0] == "minutes"
    if bout.time is not None:
        return bout if told else None
    whole, _, tail = roles[0][1].text.partition(".")
    if len(roles) > 1:
        minutes, seconds = [atom.value for _, atom in roles]
        if not whole.replace(" ", "").isalpha() or seconds >= _MINUTE:
            return None
        seconds += minutes * _MINUTE
    elif len(tail) == 2 and tail < "60" and whole.isdecimal():
        seconds = int(whole) * _MINUTE + int(tail)
    else:
        seconds = roles[0][1].value * _MINUTE if told else 0.0
    low, high = kind.speed
    return replace(bout, time=seconds) if seconds and low <= bout.way / seconds <= high else None


def _splits(bout: Bout, rule: Rule, roles: Roles, kind: Kind) -> Bout | None:
    """Times of repetitions, or of parts of a way that add up."""
    times = tuple([atom.value for role, atom in roles if role in _SPLIT])
    own = [(role, atom) for role, atom in roles if role not in _SPLIT]
    base = _filled(Bout(day=roles[0][1].day), own, kind) if own else bout
    whole, bare = settled(base or NO_BOUT, kind), roles[-1][0] == "seconds"
    could_be = all(_could_be(whole, time, kind) for time in times)
    if base is None or base.way is None or (own and not bout.empty) or (bare and not could_be):
        return None
    if whole.time is not None:
        return bout if abs(sum(times) - whole.time) <= _ROUNDED * whole.time else None
    short = whole.sets == 1 and whole.unit == "m" and base.way <= _LONGEST_REPEAT / 2
    if whole.sets == len(times) or short:
        return replace(base, each=times)
    per = METRES.get(whole.unit or "", 0.0)
    counted = per > 1 and round(base.way / per, 1) == len(times)
    parts = whole.sets == 1 and (counted or roles[0][0] == "part")
    if not parts and whole.sets == 1 and could_be:
        return replace(base, each=times)
    if not parts and (whole.sets > 1 or not _are_halves(times)):
        return None
    return replace(base, time=sum(times), inferred=base.inferred | {"duration_s"})


def _could_be(whole: Bout, time: float, kind: Kind) -> bool:
    """Whether the whole way can be done in that time: `mile repeats: 6:30, 6:28`."""
    return kind.speed[0] <= (whole.way or 0.0) / time <= min(kind.speed[1], _FASTEST)


_FASTEST = 7.0
_ROUNDED = 0.02
_UNLIKE = 1.5
"""How many times longer one half of a way may take than the other."""


def _are_halves(times: Sequence[float]) -> bool:
    """Whether these may be the times of two halves."""
    return len(times) == 2 and max(times) < _UNLIKE * min(times)


_BESIDE: Mapping[str, Callable[[Bout, Rule, Roles, Kind], Bout | None]] = {
    "rest": _rest, "beside": _beside, "took": _took, "splits": _splits,
}  # fmt: skip


def without_laps_told(told: Sequence[tuple[int, Measure]]) -> list[tuple[int, Measure]]:
    """Without a way reckoned from laps where it is said, too: `16 lengths, 25m pool so 400m`."""
    said = {
        (one.name, one.day, round(one.distance_m or 0.0))
        for _, one in told
        if "distance_m" not in one.certainty
    }
    return [
        (at, one)
        for at, one in told
        if one.duration_s is not None
        or "distance_m" not in one.certainty
        or (one.name, one.day, round(one.distance_m or 0.0)) not in said
    ]
