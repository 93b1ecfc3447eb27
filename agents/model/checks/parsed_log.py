"""What holds of a log as a model read it: the person's own words and figures, on days that make sense."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from typing import Literal

from agents.model.checks.cleaned import line
from agents.model.checks.doubted import LINK, doubts
from agents.model.checks.evidence import Evidence, evidence
from agents.model.checks.measures import MeasureReader, same_figures
from agents.model.checks.worded import say
from agents.model.checks.words import dealt, find, sentences, share
from agents.model.parser_wire import DayWire, DoubtWire, ParserWire
from agents.numbers.days import date_claims
from agents.numbers.languages import languages_of
from agents.numbers.units import UNITS
from agents.numbers.written import usual
from agents.parser import ParsedEntry, ParserInput, ParserOutput, Uncertainty
from storage.entities import Measure, WeightUnit
from storage.problems import Problem

_MOST_DAYS = 62
_MOST_MEASURES = 200
_MOST_SENTENCES = 5
_MOST_DOUBTS = 2
_UNSURE = 0.6
_LATELY = 14
_LONGEST_QUOTE = 80
_QUOTED = re.compile(
    r"[\"'\u201c\u2018\u00ab\u300c]([^\"\u201c\u201d\u2018\u00ab\u00bb\u300c\u300d\n]{1,80})[\"'\u201d\u2019\u00bb\u300d]"
)
_SEVERAL_DAYS = re.compile(
    r"\b(?:week|weekend|days|nights|mornings|evenings|daily|every|other day|since|recently|in a row"
    r"|until|through)\b"
    r"|주말|지난주|이번 ?주|매일|며칠|동안|연속|woche|wochenende|tage|semaine|week-end|jours|semana|días"
    r"|settimana|giorni|dias|weken|dagen|週末|先週|今週|毎日|周末|上周|这周|每天",
    re.IGNORECASE,
)
"""Words for days that `date_claims` does not place."""


def output(told: ParserWire, given: ParserInput, floor: ParserOutput) -> ParserOutput:
    """The entries, one a day; where code and model agree, as code has them."""
    today = given.profile.local(given.now).date()
    days = _by_day(told.days, given, floor, today)
    if not days:
        return floor
    reader = MeasureReader(
        given.text, evidence([given.text, *given.resolved.values()]), given.domain_context, given.profile
    )
    own = [measure for entry in floor.entries for measure in entry.measures]
    read: dict[date, list[Measure]] = {day: [] for day in days}
    problems: dict[date, tuple[Problem, ...]] = {}
    for day, parts in days.items():
        wires = [wire for part in parts for wire in part.measures][:_MOST_MEASURES]
        measures = [measure for wire in wires if (measure := reader.measure(wire, day)) is not None]
        read[day] = _agreed(_folded(measures, reader.evidence), [row for row in own if row.day == day])
        unclear = [_unclear(text, given) for part in parts for text in part.unclear if text.strip()]
        unclear += [say("unclear", given.profile.language)] if reader.nameless else []
        told_of = dict.fromkeys((*reader.problems, *sentences(unclear, _MOST_SENTENCES)))
        problems[day] = tuple(told_of)[:_MOST_SENTENCES]
        reader.problems.clear()
        reader.nameless.clear()
    _add_passed_over(read, [row for row in own if row.name not in reader.unwritten or _is_plain(row)])
    filled, unknown = _with_units(read, given, floor)
    texts = _texts(days, filled, given, floor)
    named = named_days(given.text, floor, today)
    entries: list[ParsedEntry] = []
    for day, measures in filled.items():
        taken = () if day in named else (say("day", given.profile.language, day=day.isoformat()),)
        entries.append(
            ParsedEntry(
                day=day,
                text=texts[day],
                domains=tuple(dict.fromkeys(measure.domain for measure in measures)),
                measures=tuple(measures),
                problems=problems.get(day, ()),
                notes=taken,
            )
        )
    return ParserOutput(
        entries=tuple(entries),
        uncertain=_doubts(told.doubts, given, unknown=unknown, floor=floor),
        confidence=_confidence(told, entries, floor),
    )


def _unclear(text: str, given: ParserInput) -> str:
    """A model's remark is never shown in its own words: only the person's are, as far as it quotes them."""
    quoted = (quote.strip() for quote in _QUOTED.findall(text))
    words = max((quote for quote in quoted if quote and quote in given.text), key=len, default="")
    if not words or LINK.search(words):
        return say("unclear", given.profile.language)
    return say("quote", given.profile.language, words=line(words, _LONGEST_QUOTE))


def _by_day(
    told: Sequence[DayWire], given: ParserInput, floor: ParserOutput, today: date
) -> dict[date, list[DayWire]]:
    """The told days by date; one that cannot be is about the only day code sees, else about today."""
    sane: dict[date, list[DayWire]] = {}
    only = floor.entries[0].day if len(floor.entries) == 1 else today
    for part in told[:_MOST_DAYS]:
        day = sane_day(part.day, today)
        if day is None or day > today or not _may_be_about(day, given, floor, today):
            day = only
        sane.setdefault(day, []).append(part)
    return sane


def _may_be_about(day: date, given: ParserInput, floor: ParserOutput, today: date) -> bool:
    """The text names it, or speaks of days in words that code cannot place."""
    texts = " ".join((given.text, *given.resolved.values()))
    if day in named_days(texts, floor, today):
        return True
    if _SEVERAL_DAYS.search(texts):
        return day >= today - timedelta(days=_LATELY)
    return not languages_of(usual(texts)) and not _all_known(texts, given)


def _all_known(text: str, given: ParserInput) -> bool:
    """Whether there is no word that could name a day in a language we do not know."""
    known = {word for name in given.domain_context.vocabulary for word in name.lower().split()} | UNITS.keys()
    return all(word in known for word in re.findall(r"[^\W\d_]{4,}", text.lower()))


def _folded(measures: Sequence[Measure], proof: Evidence) -> list[Measure]:
    """Equal rows beyond what is written are one, of so many sets if that number is written."""
    groups: list[list[Measure]] = []
    for measure in measures:
        group = next((group for group in groups if same_figures(group[0], measure)), None)
        if group is None:
            groups.append([measure])
        else:
            group.append(measure)
    kept: list[Measure] = []
    for group in groups:
        first = group[0]
        written = max(1, *(proof.often(figure) for figure in (first.weight, first.reps, first.value)))
        if len(group) <= written:
            kept += group
        elif first.reps is not None and proof.number(sets := first.sets * len(group)):
            kept.append(first.model_copy(update={"sets": sets}))
        else:
            kept += group[:written]
    return kept


def sane_day(written: str, today: date) -> date | None:
    """The day, unless it is none, lies ahead or is from another age."""
    try:
        day = date.fromisoformat(written.strip()[:10])
    except ValueError:
        return None
    return (
        day
        if today.replace(year=max(today.year - 60, 1), day=1) <= day <= today + timedelta(days=1)
        else None
    )


def named_days(text: str, floor: ParserOutput, today: date) -> set[date]:
    """The days that the text is about, as far as code can tell."""
    days = {today, *(entry.day for entry in floor.entries)}
    for claim in date_claims(usual(text), today):
        for span in claim.spans:
            length = min((span.end - span.start).days, _MOST_DAYS)
            days.update(span.start + timedelta(days=at) for at in range(length + 1))
            days.add(span.end)
        if claim.weekday is not None:
            back = (today.weekday() - claim.weekday) % 7
            days |= {today - timedelta(days=back), today - timedelta(days=back + 7)}
    return days


def _agreed(measures: Sequence[Measure], own: Sequence[Measure]) -> list[Measure]:
    """Code's rows where both say the same: they have the units and how each thing is known."""
    left = list(own)
    agreed: list[Measure] = []
    for measure in measures:
        at = next((at for at, row in enumerate(left) if same_figures(measure, row)), None)
        agreed.append(measure if at is None else left.pop(at))
    return agreed


def _add_passed_over(read: dict[date, list[Measure]], own: Iterable[Measure]) -> None:
    """A model that leaves out something that code read plainly does not make it unsaid."""
    told = [measure for measures in read.values() for measure in measures]
    names = {measure.name for measure in told}
    figures = {_figures(measure) for measure in told}
    for row in own:
        if row.name not in names and _figures(row) not in figures and "guessed" not in row.certainty.values():
            read.setdefault(row.day, []).append(row)


def _is_plain(row: Measure) -> bool:
    """Whether code has more of it than a bare figure, which may be one of friends."""
    lifted = row.weight is not None and row.reps is not None
    return lifted or any((row.distance_m, row.duration_s)) or row.value is not None


def _figures(measure: Measure) -> tuple[float | None, ...]:
    return (measure.weight, measure.reps, measure.distance_m, measure.duration_s, measure.value)


def _with_units(
    read: dict[date, list[Measure]], given: ParserInput, floor: ParserOutput
) -> tuple[dict[date, list[Measure]], bool]:
    """Loads without a unit get the one code took, else the person's usual one; is any left without?"""
    by_code: list[WeightUnit] = [
        m.weight_unit for entry in floor.entries for m in entry.measures if m.weight_unit is not None
    ]
    taken = by_code[0] if by_code else given.profile.weight_unit
    weighed = {
        spec.name
        for domain in given.domain_context.domains
        for spec in domain.fields
        if spec.type == "mass" and {"kg", "lb"} <= set(spec.units)
    }
    filled = {day: [_with_unit(row, taken, weighed) for row in rows] for day, rows in read.items()}
    left = any(_open_unit(row, weighed) for rows in filled.values() for row in rows)
    return filled, left


def _open_unit(measure: Measure, weighed: set[str]) -> Literal["unit", "weight_unit"] | None:
    """The field that lacks its kg or lb."""
    if measure.weight is not None and measure.weight_unit is None:
        return "weight_unit"
    weight = measure.name in weighed and measure.value is not None and measure.unit is None
    return "unit" if weight else None


def _with_unit(measure: Measure, unit: WeightUnit | None, weighed: set[str]) -> Measure:
    field = _open_unit(measure, weighed)
    if unit is None or field is None:
        return measure
    return measure.model_copy(update={field: unit, "certainty": {**measure.certainty, field: "inferred"}})


def _texts(
    days: dict[date, list[DayWire]], read: dict[date, list[Measure]], given: ParserInput, floor: ParserOutput
) -> dict[date, str]:
    """The person's words of each day, verbatim. Together they are the message, or each is all of it."""
    if len(read) == 1:
        return dict.fromkeys(read, given.text)
    parts = [(day, part.words) for day, told in days.items() for part in told]
    spans = [find(words, given.text) for _, words in parts]
    found = [span for span in spans if span is not None]
    grown = dealt(given.text, found) if len(found) == len(spans) and set(read) == set(days) else None
    if grown is None:
        texts = {entry.day: entry.text for entry in floor.entries}
        return {day: texts.get(day, given.text) if set(texts) == set(read) else given.text for day in read}
    own: dict[date, list[str]] = {}
    for (day, _), (begin, end) in zip(parts, grown, strict=True):
        own.setdefault(day, []).append(given.text[begin:end].strip(" ,;\n"))
    return {day: "\n".join(part for part in said if part) or given.text for day, said in own.items()}


def _doubts(
    told: Sequence[DoubtWire], given: ParserInput, *, unknown: bool, floor: ParserOutput
) -> tuple[Uncertainty, ...]:
    """The model's, and which unit is meant: that is code's question."""
    asked = list(doubts(told, given))[:_MOST_DOUBTS]
    if unknown:
        question = say("ask.weight_unit", given.profile.language)
        by_code = next((doubt for doubt in floor.uncertain if doubt.key == "weight_unit"), None)
        asked.append(by_code or Uncertainty(key="weight_unit", question=question, options=("kg", "lb")))
    return tuple(asked)


def _confidence(told: ParserWire, entries: Sequence[ParsedEntry], floor: ParserOutput) -> float:
    guessed = any("guessed" in m.certainty.values() for entry in entries for m in entry.measures)
    doubtful = guessed or any(entry.problems for entry in entries)
    sure = share(told.confidence, floor.confidence)
    return min(sure, _UNSURE) if doubtful else sure
