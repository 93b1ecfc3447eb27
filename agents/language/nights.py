"""Sleep: hours, times of day, naps, quality; what was told of one night together."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from agents.language.atoms import Atom
from agents.language.fits import hour_of, hours_of
from agents.language.metric_figures import SLEEP_QUALITY
from agents.language.named import Named
from agents.language.said import Said, measured
from storage.entities import Measure

_SLEEP = Named("sleep", "sleep", "metrics", "duration", "h")
_BED = Named("bed time", "sleep", "metrics", "time", "h")
_WAKE = Named("wake time", "sleep", "metrics", "time", "h")
_WAKINGS = Named("night wakings", "sleep", "metrics", "integer")
_NIGHTLY = ("SLEEP", "SLEEP_QUALITY", "BED", "RESTLESS")
_FIRST_TO_BED, _AFTER_NOON, _LONGEST = 6, 13, 14
_LAST_WAKING = 8
"""Of an afternoon, after a night at work."""
_LISTED, _LINKS, _TIMES = 4, ("COMMA", "AND"), ("NUM", "CLOCK", "HOUR")
_HOUR, _NEAR = 60, 1.0
"""Minutes of an hour, and hours between a night as reckoned and as said."""


def slept(one: Said) -> list[Measure]:
    """`slept 7h`, `7:40 of sleep`; `7 hours last night` where nothing else takes the hours."""
    if one.one("clock") is not None:
        return _between(one)
    figure = one.one("hours", "number", "time")
    hours = hours_of(figure) if figure is not None else None
    if figure is None or hours is None or any(atom.has("NAP") for atom in one.before(3)):
        return []
    if figure.has("NUM") and (to_bed := _told_to_bed(one, figure)) is not None:
        return to_bed
    alone = one.one("time") is not None
    if alone and any(atom.named is not None or atom.has("MEAL", "DIST", "K") for atom in one.clause()):
        return []
    sure = not (alone or figure.has("NUM"))
    qualities = [measured(figure, SLEEP_QUALITY, None, None, atom.text) for atom in one.all("quality")]
    return [measured(figure, _SLEEP, round(hours, 2), "h", sure=sure), *qualities, *woken(one)]


def woken(one: Said) -> list[Measure]:
    """`woke up 3 times`; `up twice` only of a night."""
    often, wake = one.one("often", "times", "folds"), one.one("wake")
    doubtful = wake is not None and wake.has("FILLER")
    if often is None or (doubtful and not any(at.night or at.has(*_NIGHTLY) for at in one.sentence())):
        return []
    value = one.piece.rule.values["ONCE"] if often.has("ONCE") else often.value
    return [measured(often, _WAKINGS, value, None)]


def _told_to_bed(one: Said, figure: Atom) -> list[Measure] | None:
    """`slept at 3`, `asleep 2ish`: when; nothing of `fed at 4.15 so slept in bits`; None for hours."""
    name = one.one("sleep")
    if name is not None and figure.start < name.start and figure.clause != name.clause:
        return []
    after = next(one.after(1), None)
    about = name is not None and name.has("BED") and after is not None and after.has("ISH")
    if not (about or one.atoms[one.piece.end - 2].has("AT")) or hour_of(figure) is None:
        return None
    return [measured(figure, _BED, round(_at_night(figure, by_day=_by_day(one)) % 24, 2), "h")]


def _between(one: Said) -> list[Measure]:
    """`slept 11pm-6:30`, `nap 1-2:15`: the hours between two times of day, or several."""
    clocks = [hour_of(atom) or 0.0 for atom in one.all("clock")]
    stretches = [_hours(start, end) for start, end in zip(clocks[::2], clocks[1::2], strict=True)]
    name = one.one("sleep") or one.first
    if name.named is not None and name.has("NAP"):
        short = sum(hours % 12 for hours in stretches)  # `from 2 to 3pm`
        return [measured(name, name.named, round(short * _HOUR), "min")]
    return [measured(name, _SLEEP, round(sum(stretches), 2), "h")] if all(stretches) else []


def _hours(start: float, end: float) -> float:
    hours = (end - start) % 24
    return max(hours - 12 if hours > _LONGEST else hours, 0.0)


def _before_noon(bed: Said, told: Measure, end: float) -> float:
    """`in bed by 9, up at 3pm`: to bed in the morning, not eighteen hours before."""
    start, clock = told.value or 0.0, bed.one("clock", "told")
    said = clock is None or clock.has("SAID") or start < 12
    return start if said or end < _AFTER_NOON or (end - start) % 24 <= _LONGEST else start - 12


def bed(one: Said) -> list[Measure]:
    """`bed at 11:30pm`."""
    return [
        measured(one.first, _BED, round(_at_night(atom, by_day=_by_day(one)) % 24, 2), "h")
        for atom in one.all("clock") + one.all("told")
    ]


def _by_day(one: Said) -> bool:
    """Whether somebody sleeps after a night at work."""
    return any(atom.has("NIGHT_SHIFT") for atom in one.sentence())


def _at_night(clock: Atom, *, by_day: bool) -> float:
    """When one goes to bed at 11 or at half past 12, said without the half of the day."""
    hour = hour_of(clock) or 0.0
    if hour >= _AFTER_NOON or clock.has("SAID") or (by_day and hour >= _FIRST_TO_BED):
        return hour
    return hour + 12 if _FIRST_TO_BED <= hour < 12 else hour % 12 if hour >= 12 else hour


def wake(one: Said) -> list[Measure]:
    """`up at 6am`."""
    clocks = one.all("clock") + one.all("told")
    rest = one.atoms[one.piece.end : one.piece.end + _LISTED]
    listed = all(atom.has(*(_TIMES if at % 2 else _LINKS)) for at, atom in enumerate(rest))
    if listed and len(rest) == _LISTED:  # `up at 1, 3 and 5`: a night with a child
        return []
    later = 12 if _by_day(one) else 0
    hours = [(hour_of(atom) or 0.0, atom.has("SAID")) for atom in clocks]
    woken = [hour + later if hour <= _LAST_WAKING and not said else hour for hour, said in hours]
    return [measured(one.first, _WAKE, round(hour, 2), "h") for hour in woken]


def quality(one: Said) -> list[Measure]:
    """`slept badly`: beside a word of sleep."""
    near = [*list(one.before(3)), *list(one.after(5))]
    told = one.first.has("BAD_NIGHT") or any(atom.has("SLEEP") for atom in near)
    if not told or _only_opens(one):
        return []
    return [measured(one.first, SLEEP_QUALITY, None, None, one.first.text)]


def _only_opens(one: Said) -> bool:
    """Whether it is how one begins to speak: `well I slept six hours`."""
    slept = any(atom.has("SLEPT") for atom in one.after(5)) and not any(
        atom.has("SLEEP") for atom in one.before(3)
    )
    return slept and one.first.has("OPENS")


def joined_nights(told: Sequence[tuple[Said, list[Measure]]]) -> list[Measure]:
    """All measures in order; bed and waking are a night, and a night that is told twice is one."""
    found: list[Measure] = []
    reckoned: list[Measure] = []
    to_bed: tuple[Said, Measure] | None = None
    for one, measures in told:
        for measure in measures:
            found.append(measure)
            if measure.name == "bed time":
                to_bed = (one, measure)
            elif (
                measure.name == "wake time"
                and to_bed is not None
                and one.first.sentence - to_bed[0].first.sentence <= 1
            ):
                hours = _hours(to_bed[1].value or 0.0, measure.value or 0.0)
                if hours:
                    reckoned.append(measured(one.first, _SLEEP, round(hours, 2), "h", sure=False))
                    found.append(reckoned[-1])
                    fits = _before_noon(*to_bed, measure.value or 0.0)
                    kept = {"day": found[-1].day, "value": fits}
                    found[found.index(to_bed[1])] = to_bed[1].model_copy(update=kept)
                to_bed = None
    return _told_once(found, reckoned)


def _told_once(found: Sequence[Measure], reckoned: Sequence[Measure]) -> list[Measure]:
    """Without nights that are reckoned where hours were said, or said again."""
    guesses = {id(one) for one in reckoned}
    said = [one.value or 0.0 for one in found if one.name == "sleep" and id(one) not in guesses][:_MANY]
    nights: set[tuple[date, float | None]] = set()
    kept: list[Measure] = []
    for measure in found:
        if measure.name == "sleep":
            near = any(abs(hours - (measure.value or 0)) <= _NEAR for hours in said)
            if (measure.day, measure.value) in nights or (id(measure) in guesses and near):
                continue
            nights.add((measure.day, measure.value))
        kept.append(measure)
    return kept


_MANY = 20
