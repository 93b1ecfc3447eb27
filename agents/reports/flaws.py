"""What is odd in a log: the same twice, values far from the usual, two names of one thing."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from difflib import SequenceMatcher
from statistics import median
from typing import Literal

from agents.changes.rewriting import says_again, words_of
from agents.facts import is_training
from storage.entities import Entry, Frozen, Measure
from units import KG_PER_LB

_LEAST = 8
"""Values that say what is usual."""
_FAR = math.log(2.5)
"""How many times the usual is odd, whatever the spread."""
_SPREADS = 6
"""Times the usual spread (1.4826 x the median of distances) that is odd."""
_NORMAL = 1.4826
_RARE = 0.05
"""The share of values beyond which they are no slips but a second kind."""
_NEAR = math.log(1.6)
_SLIPS = (0.1, 10.0, 0.01, 100.0)
"""A digit too many or too few, or a point that was left out."""
_SAME_MESSAGE = timedelta(minutes=2)
_LEAST_WORDS = 12
_ALIKE = 0.88
_LEAST_LETTERS = 6
_MOST_NAMES = 400

Field = Literal["weight", "reps", "distance_m", "duration_s", "value"]
_FIELDS: tuple[Field, ...] = ("weight", "reps", "distance_m", "duration_s", "value")


class Twice(Frozen):
    """Two entries that say the same of one day; the second is the later one."""

    day: date
    first: str
    second: str
    name: str
    words: str
    """What the second says."""


class Odd(Frozen):
    """A value far from the usual. `becomes`: what it would be without a slip, where that is usual."""

    entry: str
    day: date
    name: str
    field: Field
    was: float
    unit: str
    usual: float
    n: int
    becomes: float | None = None


class TwoNames(Frozen):
    """`name` is likely `into` written otherwise; how many entries have each."""

    name: str
    into: str
    entries: tuple[str, ...]
    count: int


@dataclass(frozen=True, slots=True)
class Flaws:
    """All of a log, the newest first."""

    twice: tuple[Twice, ...]
    odd: tuple[Odd, ...]
    names: tuple[TwoNames, ...]

    def __bool__(self) -> bool:
        return bool(self.twice or self.odd or self.names)


def flaws_in(entries: Sequence[Entry], is_known: Callable[[str], bool]) -> Flaws:
    """Of live entries; `is_known`: whether a name is one of ours, not the person's own spelling."""
    live = [one for one in entries if not one.deleted and one.measures]
    newest = [*reversed(live)]
    return Flaws(
        tuple(sorted(_twice(live), key=lambda one: one.day, reverse=True)),
        tuple(sorted(_odd(live), key=lambda one: one.day, reverse=True)),
        tuple(_two_names(newest, is_known)),
    )


# --- The same twice -----------------------------------------------------------------------------------------


def _twice(entries: Sequence[Entry]) -> Iterator[Twice]:
    by_day: dict[date, list[Entry]] = defaultdict(list)
    for one in entries:
        by_day[one.day].append(one)
    for day, those in by_day.items():
        left = sorted(those, key=lambda one: (one.logged_at, one.id))
        while len(left) > 1:
            first, *rest = left
            again = [one for one in rest if _is_again(first, one)]
            for one in again:
                name, words = first.measures[0].name, words_of(one)
                yield Twice(day=day, first=first.id, second=one.id, name=name, words=words)
            left = [one for one in rest if one not in again]


def _is_again(first: Entry, second: Entry) -> bool:
    """Sets are done again and again, so of them only the same words at once are the same."""
    if not says_again(first, second):
        return False
    at_once = second.logged_at - first.logged_at <= _SAME_MESSAGE
    same_words = first.text.casefold().split() == second.text.casefold().split()
    if same_words and at_once and len(first.text) >= _LEAST_WORDS:
        return True
    return all(_once_a_day(one) for one in first.measures)


def _once_a_day(measure: Measure) -> bool:
    """Whether nobody does the very same twice: a night, a weight, a run to the second."""
    if not is_training(measure):
        return measure.name in ("sleep", "body weight", "steps", "resting heart rate")
    return bool(measure.distance_m and measure.duration_s)


# --- Far from the usual -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Value:
    """In one unit for all, and how it was written."""

    entry: Entry
    measure: Measure
    common: float
    written: float


def _odd(entries: Sequence[Entry]) -> Iterator[Odd]:
    series: dict[tuple[str, Field, str], list[_Value]] = defaultdict(list)
    for entry in entries:
        for one in entry.measures:
            for field in _FIELDS:
                written = getattr(one, field)
                if written and not one.warmup:
                    key = (
                        one.name,
                        field,
                        "" if field != "value" or one.unit in _WEIGHTS else one.unit or "",
                    )
                    series[key].append(_Value(entry, one, _in_common(one, field, written), float(written)))
    found = [odd for (name, field, _), values in series.items() for odd in _far_off(name, field, values)]
    moved = Counter((one.entry, one.name) for one in found if one.field in _OF_A_WAY)
    return (one for one in found if one.field not in _OF_A_WAY or moved[one.entry, one.name] < len(_OF_A_WAY))


_WEIGHTS = ("kg", "lb")
_OF_A_WAY = ("distance_m", "duration_s")
"""Where both are far from the usual it is a longer way, and no slip."""


def _in_common(measure: Measure, field: Field, written: float) -> float:
    unit = measure.weight_unit if field == "weight" else measure.unit
    return written * KG_PER_LB if field in ("weight", "value") and unit == "lb" else float(written)


def _far_off(name: str, field: Field, values: Sequence[_Value]) -> Iterator[Odd]:
    if len(values) < _LEAST or any(one.common <= 0 for one in values):
        return
    logs = [math.log(one.common) for one in values]
    middle = median(logs)
    spread = _NORMAL * median(abs(one - middle) for one in logs)
    bound = max(_FAR, _SPREADS * spread)
    far = [one for one, log in zip(values, logs, strict=True) if abs(log - middle) > bound]
    if len(far) > max(1, _RARE * len(values)):
        return
    for one in far:
        scale = one.written / one.common
        yield Odd(
            entry=one.entry.id, day=one.measure.day, name=name, field=field, was=one.written,
            unit=_unit(one.measure, field), usual=round(math.exp(middle) * scale, 2), n=len(values),
            becomes=_without_slip(one, middle, spread),
        )  # fmt: skip


def _unit(measure: Measure, field: Field) -> str:
    units = {"weight": measure.weight_unit or "", "reps": "reps", "distance_m": "m", "duration_s": "s"}
    return units.get(field, measure.unit or "")


def _without_slip(value: _Value, middle: float, spread: float) -> float | None:
    fitting = [
        slip for slip in _SLIPS if abs(math.log(value.common * slip) - middle) <= max(_NEAR, 3 * spread)
    ]
    return round(value.written * fitting[0], 2) if len(fitting) == 1 else None


# --- Two names ----------------------------------------------------------------------------------------------


def _two_names(newest: Sequence[Entry], is_known: Callable[[str], bool]) -> Iterator[TwoNames]:
    held: dict[str, list[str]] = defaultdict(list)
    for entry in newest:
        for name in dict.fromkeys(one.name for one in entry.measures if is_training(one)):
            held[name].append(entry.id)
    names = sorted(held, key=lambda name: (not is_known(name), -len(held[name]), name))[:_MOST_NAMES]
    into: dict[str, str] = {}
    for at, name in enumerate(names):
        if not is_known(name) and (other := _meant(name, [one for one in names[:at] if one not in into])):
            into[name] = other
            yield TwoNames(name=name, into=other, entries=tuple(held[name]), count=len(held[name]))


def _meant(name: str, others: Collection[str]) -> str | None:
    plain = _plain(name)
    words = sorted(plain.split())
    for other in others:
        same = _plain(other)
        if sorted(same.split()) == words or same.replace(" ", "") == plain.replace(" ", ""):
            return other
    if len(plain) < _LEAST_LETTERS:
        return None
    close = [
        (SequenceMatcher(None, plain, _plain(one)).ratio(), one) for one in others if _may_be(plain, one)
    ]
    likeness, other = max(close, default=(0.0, ""))
    return other if likeness >= _ALIKE else None


def _may_be(plain: str, other: str) -> bool:
    """Whether a slip of the finger lies between: the same number of words, the same first letter."""
    same = _plain(other)
    return same[:1] == plain[:1] and len(same.split()) == len(plain.split())


def _plain(name: str) -> str:
    words = name.casefold().replace("-", " ").split()
    return " ".join(
        one[:-1] if len(one) > 3 and one.endswith("s") and not one.endswith("ss") else one for one in words
    )
