"""Whether entries and figures bear out what is claimed without a figure: a ratio, or that all days had it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from itertools import combinations

from agents.numbers.days import date_claims
from agents.numbers.known import Known
from agents.numbers.languages import languages_of
from agents.numbers.relations import EveryClaim, RatioClaim, advises
from storage.entities import DateRange, Entry, Measure

_CLOSE = 0.03
_THIS = re.compile(
    r"\b(?P<which>this|last|past) week\b|(?P<this>diese woche|cette semaine|esta semana|questa settimana"
    r"|essa semana|deze week|이번 ?주|今週|这周|本周|這週)"
    r"|(?P<last>letzte woche|la semaine dernière|la semana pasada|la settimana scorsa|semana passada"
    r"|vorige week"
    r"|지난 ?주|先週|上周|上週)",
    re.IGNORECASE,
)
_DONE = re.compile(r"\b(?:you|you've|your|was|were|had|did|logged|have|has)\b|[a-z]ed\b", re.IGNORECASE)


def ratio_holds(claim: RatioClaim, known: Known, sentence: str) -> bool:
    """A change in percent, two figures of a kind, or an early and a late value of its subject."""
    if advises(sentence):
        return True
    percent = abs(claim.ratio - 1) * 100
    if any(figure.unit == "%" and abs(abs(figure.value) - percent) <= 2 for figure in known.figures):
        return True
    names = known.mentioned(sentence)
    pairs = [
        (one.value, other.value)
        for one, other in combinations(known.figures, 2)
        if one.unit == other.unit
        and one.unit != "%"
        and (not names or names & known.mentioned(one.what + other.what))
    ]
    return any(_ratio(one, other, claim.ratio) for one, other in (*pairs, *_early_and_late(known, names)))


def _ratio(one: float, other: float, ratio: float) -> bool:
    """Whether one is so many times the other, or the other way round."""
    low, high = sorted((abs(one), abs(other)))
    wanted = max(ratio, 1 / ratio)
    return low > 0 and abs(high / low - wanted) <= _CLOSE * wanted


def _early_and_late(known: Known, names: frozenset[str]) -> Iterator[tuple[float, float]]:
    """Of each thing measured: its first value against the last and the largest one."""
    rows: dict[tuple[str, str], list[tuple[date, float]]] = {}
    for measure in (m for entry in known.entries for m in entry.measures):
        if names and measure.name not in names:
            continue
        for kind, value in _values(measure):
            rows.setdefault((measure.name, kind), []).append((measure.day, value))
    for row in rows.values():
        days = sorted({day for day, _ in row})
        best = [max(value for on, value in row if on == day) for day in days]
        if len(best) > 1:
            yield best[0], best[-1]
            yield best[0], max(best[1:])
            yield best[0], min(best[1:])


def _values(measure: Measure) -> Iterator[tuple[str, float]]:
    if measure.weight_kg:
        yield "weight", measure.weight_kg
    elif measure.reps:
        yield "reps", float(measure.reps)
    if measure.distance_m:
        yield "distance", measure.distance_m
    if measure.duration_s:
        yield "duration", measure.duration_s
    if measure.value:
        yield "value", measure.value


def every_holds(claim: EveryClaim, known: Known, sentence: str) -> bool:
    """Advice claims nothing; days and weeks must all have an entry, times must all have what is spoken of."""
    english = languages_of(sentence) in ((), ("en",))
    if advises(sentence) or (english and not _DONE.search(sentence)):
        return True
    names = known.mentioned(sentence)
    about = [entry for entry in known.entries if not names or _has(entry, names)]
    days = {entry.day for entry in about} | {m.day for entry in about for m in entry.measures}
    if claim.unit == "time":
        return bool(names) and len(known.entries) > 1 and len(about) == len(known.entries)
    for span in _spans(known, sentence):
        length = (span.end - span.start).days + 1
        if length > 1 and _covered(span, days, claim.unit):
            return True
        if not names and any(f.unit == "days" and round(f.value) == length > 1 for f in known.figures):
            return True
    return False


def _has(entry: Entry, names: frozenset[str]) -> bool:
    return any(measure.name in names for measure in entry.measures)


def _spans(known: Known, sentence: str) -> Sequence[DateRange]:
    """The period a sentence names; when none, those that were searched."""
    today = known.now.date()
    monday = today - timedelta(days=today.weekday())
    if found := _THIS.search(sentence):
        if found["this"] or (found["which"] or "").lower() == "this":
            return [DateRange(start=monday, end=today)]
        week = DateRange(start=monday - timedelta(days=7), end=monday - timedelta(days=1))
        past = DateRange(start=today - timedelta(days=6), end=today)
        return [week, past] if (found["which"] or "").lower() == "past" else [week]
    named = [span for claim in date_claims(sentence, today) for span in claim.spans if span.end > span.start]
    spans = named or list(known.ranges)
    return [DateRange(start=span.start, end=min(span.end, today)) for span in spans if span.start <= today]


def _covered(span: DateRange, days: set[date], unit: str) -> bool:
    wanted = [span.start + timedelta(days=at) for at in range((span.end - span.start).days + 1)]
    if unit == "day":
        return days.issuperset(wanted)
    weeks = {day.isocalendar()[:2] for day in days}
    return len(wanted) >= 7 and weeks.issuperset(day.isocalendar()[:2] for day in wanted)
