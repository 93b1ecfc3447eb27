"""What a part wants, and the figures that narrow it: marks, loads, distances."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import cast

from agents.language.atoms import Atom
from agents.offline.questions.annotated import Read
from agents.offline.questions.frames import (
    Aim,
    Mark,
    Per,
    Where,
)
from agents.offline.questions.mentions import GOES_FAR
from agents.offline.questions.question_rules import Match, decided, question_rules
from agents.types import Quantity, Statistic
from units import METRES

WEEKLY = "/week"
"""The unit of a mark that is so many days a week."""


def narrowed(read: Read) -> tuple[Where, frozenset[str]]:
    """What the figures of a part say, and the signs of it."""
    where = Where()
    moved = all(one.name in GOES_FAR for one in read.subjects)
    places = range(len(read.atoms))
    event = next((at for at in places if _leads_to_an_event(read.atoms, at)), len(places))
    matches = [one for one in read.matches if one.start < event or one.row.does not in _RACES]
    for match in matches:
        figure = match.roles[0][1] if match.roles else read.atoms[match.start]
        take = _TAKES.get(match.row.does)
        bare = match.row.does == "nth_bare" and (read.subjects or len(read.atoms) > _LONGEST_PLACE)
        if take is not None and (moved or match.row.does != "race_ko") and not bare:
            where = take(where, match, figure)
    if read.subjects and moved and where.mark is not None and where.mark.unit == "kg":
        where = replace(where, mark=replace(where.mark, unit="km"))  # "10키로" of a run
    told = {match.row.does for match in matches}
    told |= {"marked"} if where.mark is not None else set[str]()
    told |= {"placed"} if where.ranks else set[str]()
    told |= {"race"} if where.distance_m is not None else set[str]()
    return where, frozenset(told)


_RACES = ("race", "race_m", "races", "half", "marathon")


def _leads_to_an_event(atoms: Sequence[Atom], at: int) -> bool:
    """`since the half`: the race is a day there, and no distance that is asked about."""
    sides = ("SINCE", "BEFORE", "AFTER", "NIGHT_BEFORE", "NIGHT_AFTER")
    return atoms[at].has(*sides) and at + 1 < len(atoms) and atoms[at + 1].has("THE", "I")


def _marked(where: Where, match: Match, figure: Atom) -> Where:
    does = match.row.does
    least, strict = does in ("over", "at_least"), does in ("over", "below")
    return replace(where, mark=Mark(figure.value, _unit_name(figure.unit), least, strict))


def _paced(where: Where, match: Match, figure: Atom) -> Where:
    seconds = figure.value if figure.has("CLOCK") else figure.value * 60
    per = next((one for role, one in match.roles if role == "dunit"), None)
    unit = "" if per is None else "mi" if per.has("U_MI") else "km"
    least = match.row.does == "pace_above"
    return replace(where, mark=Mark(seconds, f"s/{unit}", least=least, strict=not least))


def _newest(where: Where, _: Match, figure: Atom) -> Where:
    several = figure.text.isdecimal() or figure.value > 1
    return replace(where, newest=int(figure.value) or None) if several else where


def _nth(where: Where, match: Match, figure: Atom) -> Where:
    """The place that is named, or all up to it."""
    place = int(figure.value) or question_rules().ranks.get(figure.text, 0)
    if not 1 < place <= _LAST_PLACE:
        return where
    return replace(where, ranks=tuple(range(1, place + 1)) if match.row.does == "top" else (place,))


_LAST_PLACE = 5
_LONGEST_PLACE = 4
"""Spans of a part that only names a place: "and the second?"."""


def _weekly(where: Where, match: Match, figure: Atom) -> Where:
    value = figure.value or float(question_rules().counted.get(figure.text, 0))
    value += match.row.does == "weekly_over"
    return replace(where, mark=Mark(value, WEEKLY, least=True))


def _of_reps(where: Where, match: Match, figure: Atom) -> Where:
    reps = {"triple": 3, "double": 2}.get(match.row.does) or figure.value
    single = reps == 1 and match.end - match.start > 1
    return replace(where, reps=int(reps)) if reps == int(reps) and 1 <= reps <= 30 and not single else where


def _loaded(where: Where, _: Match, figure: Atom) -> Where:
    heavy = 10 <= figure.value < 1000
    return replace(where, load=figure.value, unit=_unit_name(figure.unit)) if heavy else where


def _race(where: Where, _: Match, figure: Atom) -> Where:
    if figure.unit in ("m", "yd") and figure.value < _SHORTEST_RACE:
        return where
    return replace(where, distance_m=figure.value * METRES.get(figure.unit, 1.0))


_SHORTEST_RACE = 100


def _in_metres(where: Where, _: Match, figure: Atom) -> Where:
    """`best 1500 time`, which swimmers and those on a track say without a unit."""
    return replace(where, distance_m=figure.value) if figure.value >= _SHORTEST_RACE else where


_TAKES: dict[str, Callable[[Where, Match, Atom], Where]] = {
    **dict.fromkeys(("over", "at_least", "below", "at_most"), _marked),
    **dict.fromkeys(("pace_below", "pace_above"), _paced),
    **dict.fromkeys(("reps", "triple", "double"), _of_reps),
    "newest": _newest,
    **dict.fromkeys(("nth", "nth_high", "nth_low", "nth_bare", "top"), _nth),
    "last_time": lambda where, _match, _figure: replace(where, newest=2),
    **dict.fromkeys(("weekly", "weekly_over"), _weekly),
    "load": _loaded,
    **dict.fromkeys(("race", "races"), _race),
    "race_m": _in_metres,
    "race_ko": lambda where, _, figure: replace(where, distance_m=figure.value * METRES["km"]),
    "half": lambda where, _match, _figure: replace(where, distance_m=21_097.5),
    "marathon": lambda where, _match, _figure: replace(where, distance_m=42_195.0),
}
"""What is made of a figure, by what its pattern says."""


def _unit_name(unit: str) -> str | None:
    return {"": None, "pieces": None, "weight": "kg"}.get(unit, unit)


def wanted(signs: frozenset[str]) -> tuple[Aim, Statistic | None, Quantity | None, Per | None]:
    """Aim, statistic, quantity and per, as the tables decide by the signs."""
    rules = question_rules()
    aim, statistic = decided(rules.aims, signs), decided(rules.statistics, signs)
    quantity, per = decided(rules.quantities, signs), decided(rules.pers, signs)
    named = quantity.is_ if quantity else None
    if statistic is not None and not (
        statistic.is_ == "frequency" and named in ("distance", "duration", "volume")
    ):
        named = statistic.quantity or named
    return (
        cast("Aim", aim.is_ if aim else "figure"),
        statistic.is_ if statistic else None,
        cast("Quantity | None", named),
        cast("Per | None", per.is_ if per else None),
    )


@dataclass(frozen=True, slots=True)
class Asked:
    """What is wanted, and what narrows it."""

    where: Where
    statistic: Statistic | None
    quantity: Quantity | None


def by_figures(asked: Asked, signs: frozenset[str], read: Read) -> Asked:
    """What figures say of what is wanted: a mark is reached or counted, the best 5 km is the fastest."""
    if asked.statistic == "reached" or ("HITTING" in signs and "BETTER" not in signs):
        asked = replace(asked, where=_reached(asked.where, read))
    if asked.where.reps is not None and asked.quantity == "reps":
        asked = replace(asked, quantity=None)  # "my best set of 8 reps" wants the load
    asked = _ranked(_every(asked, signs), signs, read)
    mark = asked.where.mark
    if mark is not None and mark.unit == WEEKLY:
        return Asked(replace(asked.where, reps=None, distance_m=None), "reached", "days")
    asked = _by_mark(asked, signs)
    if "LAST_REST" in signs:
        return Asked(replace(asked.where, newest=1), "rest_days", "days")
    return _by_load(_by_distance(_by_newest(asked), signs))


def _by_mark(asked: Asked, signs: frozenset[str]) -> Asked:
    """Where the days that meet a mark are counted, that is what is wanted."""
    mark, statistic = asked.where.mark, asked.statistic
    if mark is None:
        return asked
    paced = (mark.unit or "").startswith("s/")
    if any(signs >= one for one in _JUDGES) and signs.isdisjoint(_ELSE):
        return replace(
            asked, where=replace(asked.where, mark=None)
        )  # what it is held against chooses no days
    asked = replace(asked, quantity="pace" if paced else asked.quantity)
    summed = (statistic, asked.quantity) == ("sum", None)
    if not signs.isdisjoint(_COUNTING) and (summed or statistic in _COUNTABLE):
        asked = replace(asked, statistic="count", quantity="days")
    return replace(asked, where=replace(asked.where, reps=None)) if mark.unit == "reps" else asked


_JUDGES = (frozenset({"AVERAGE", "start.AUX"}), frozenset({"AVERAGE", "end.OVER_TAIL"}))
"""Of `is my average sleep above seven hours?`."""
_COUNTING = frozenset({"HOW_MANY", "HOW_OFTEN", "COUNT_WORD", "OFTEN"})
_ELSE = _COUNTING | {"PACE", "TREND", "two"}
"""What a mark chooses days of all the same: `did my average pace over 10k improve`."""
_COUNTABLE = ("reached", "frequency", "list", "record", None)


def _every(asked: Asked, signs: frozenset[str]) -> Asked:
    """`did I run every week`: once in each of them."""
    each = "EVERY_WEEK" in signs and not signs.isdisjoint(("start.AUX", "DID"))
    each = each and signs.isdisjoint(("TREND", "BETTER", "GAINED"))
    if not each or asked.where.mark is not None or asked.statistic not in (None, "list", "frequency"):
        return asked
    return replace(asked, where=replace(asked.where, mark=Mark(1, WEEKLY, least=True)))


def _ranked(asked: Asked, signs: frozenset[str], read: Read) -> Asked:
    """`is 20k a lot for me`: on how many days it was as much."""
    names = {one.name for one in read.subjects}
    judged = not signs.isdisjoint(("RANKED", "EVERY_DAY"))
    if not signs >= {"start.AUX", "figure"} or not judged or len(names) > 1 or asked.where.mark is not None:
        return asked
    where = _reached(asked.where, read)
    few = where.mark is not None and where.mark.unit is None and where.mark.value < _FEW
    few = few and "lifted" in signs and names.isdisjoint(_CUPS)
    if where.mark is None or few or asked.statistic not in (None, "list", "record", "average"):
        return asked
    return Asked(replace(where, ranked="RANKED" in signs), "count", "days")


_CUPS = frozenset({"coffee", "alcohol", "water"})
_FEW = 40
"""Repetitions of all sets or of one, which nobody can tell."""


def _by_newest(asked: Asked) -> Asked:
    if asked.where.newest is None:
        return asked
    statistic = "list" if asked.statistic in (None, "last", "record") else asked.statistic
    return replace(asked, where=replace(asked.where, reps=None), statistic=statistic)


def _by_distance(asked: Asked, signs: frozenset[str]) -> Asked:
    """A race's distance is that of a best time, and nothing where distances are added or compared."""
    where, statistic = asked.where, asked.statistic
    if where.distance_m is None:
        return asked
    if (statistic, asked.quantity) == ("sum", "duration") and "TOTAL" not in signs:
        return replace(asked, statistic="last")  # "how long did the 10k take"
    fast = statistic != "reached" or (where.mark is not None and not where.mark.least)
    whole = statistic == "sum" and "TOTAL" not in signs
    if not fast or whole or "FARTHEST" in signs:
        return replace(asked, where=replace(where, distance_m=None))
    if statistic in ("record", "min", None):
        return replace(asked, statistic=statistic or "record", quantity="pace")
    return asked


def _by_load(asked: Asked) -> Asked:
    """A load chooses the sets whose repetitions are asked for."""
    where = asked.where
    if where.load is None:
        return asked
    if asked.quantity != "reps":
        return replace(asked, where=replace(where, load=None, unit=None))
    single = asked.statistic in ("record", "max", "min", "last", "first", "trend")
    return replace(asked, where=replace(where, mark=None), statistic=asked.statistic if single else "list")


def _reached(where: Where, read: Read) -> Where:
    """Any figure is the mark of what was or was not reached."""
    if where.mark is not None:
        return where
    figure = next((one for one in read.atoms if one.has("FIG", "A_UNIT") and not one.has("CLOCK")), None)
    if figure is None:
        return replace(where, mark=Mark(where.distance_m, "m", least=True)) if where.distance_m else where
    reps = where.reps if not figure.has("F_REPS") else None
    return replace(
        where, mark=Mark(figure.value, _unit_name(figure.unit), least=True), reps=reps, distance_m=None
    )
