"""What holds of a log as a model read it: the person's own words and figures, on days that make sense."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cached_property
from typing import Literal

from agents.language.days.dates import find_days, find_periods
from agents.language.lexicon import lexicon_for
from agents.language.text import plain
from agents.language.tongues import spoken, words_of
from agents.model.checks.cleaned import line
from agents.model.checks.doubted import LINK, doubts
from agents.model.checks.evidence import Evidence, evidence
from agents.model.checks.measures import MeasureReader, same_figures
from agents.model.checks.patterns import pattern, words
from agents.model.checks.worded import say
from agents.model.checks.words import dealt, find, sentences, share
from agents.model.parser_wire import DayWire, DoubtWire, ParserWire
from agents.parser import ParsedEntry, ParserInput, ParserOutput, Uncertainty
from storage.entities import Measure, WeightUnit
from storage.problems import Misread, Problem
from units import METRES

_MOST_DAYS = 62
_MOST_MEASURES = 200
_MOST_SENTENCES = 5
_MOST_DOUBTS = 2
_UNSURE = 0.6
_LATELY = timedelta(days=14)
_LONGEST_QUOTE = 80
_TELLING = 4
"""Letters that a word must have to name a day."""
_QUOTED = re.compile(
    r"[\"'\u201c\u2018\u00ab\u300c]([^\"\u201c\u201d\u2018\u00ab\u00bb\u300c\u300d\n]{1,80})[\"'\u201d\u2019\u00bb\u300d]"
)
_KEPT: tuple[str, ...] = ("exercise", "target", "date", "jump", "metric", "unit")
"""What code asks that no reading settles: whose a figure is, which day it was."""


def output(told: ParserWire, given: ParserInput, floor: ParserOutput) -> ParserOutput:
    """The entries, one a day; where code and model agree, as code has them."""
    days = Days(given, floor)
    parts = days.placed(told.days)
    if not parts:
        return floor
    proof = evidence([given.text, *given.resolved.values()])
    reader = MeasureReader(given.text, proof, given.domain_context, given.profile)
    own = [measure for entry in floor.entries for measure in entry.measures]
    read: dict[date, list[Measure]] = {}
    problems: dict[date, Sequence[Problem]] = {}
    for day, wires in parts.items():
        read[day], problems[day] = _read(reader, day, wires, own, given)
    _add_passed_over(read, [row for row in own if row.name not in reader.unwritten or _is_plain(row)], proof)
    filled, unknown = _with_units(read, given, floor)
    texts = _texts(parts, filled, given, floor)
    lost = [problem for entry in floor.entries for problem in entry.problems if _is_kept(problem)]
    entries = [
        ParsedEntry(
            day=day,
            text=texts[day],
            domains=tuple(dict.fromkeys(measure.domain for measure in measures)),
            measures=tuple(measures),
            problems=tuple(dict.fromkeys((*(lost if at == 0 else ()), *problems.get(day, ())))),
            notes=() if day in days.named else (say("day", given.profile.language, day=day.isoformat()),),
        )
        for at, (day, measures) in enumerate(filled.items())
    ]
    uncertain = _doubts(told.doubts, given, floor, days, unknown=unknown)
    return ParserOutput(
        entries=tuple(entries), uncertain=uncertain, confidence=_confidence(told, entries, floor)
    )


@dataclass
class Days:
    """Which days a message may be about, as far as code can tell."""

    given: ParserInput
    floor: ParserOutput
    doubted: list[date] = field(default_factory=list[date], init=False)
    """What the model read and the words, all of them known, do not name: asked about."""

    @cached_property
    def today(self) -> date:
        """The person's."""
        return self.given.profile.local(self.given.now).date()

    @cached_property
    def _text(self) -> str:
        return " ".join((self.given.text, *self.given.resolved.values()))

    @cached_property
    def named(self) -> frozenset[date]:
        """Those that the text names, and today."""
        return named_days(self._text, self.given, self.floor)

    def placed(self, told: Sequence[DayWire]) -> dict[date, list[DayWire]]:
        """The told days by date; one that can't be is about the only day code sees, else about today."""
        only = self.floor.entries[0].day if len(self.floor.entries) == 1 else self.today
        placed: dict[date, list[DayWire]] = {}
        for part in told[:_MOST_DAYS]:
            day = sane_day(part.day, self.today)
            if day is None or not self._holds(day):
                day = only
            placed.setdefault(day, []).append(part)
        return placed

    def _holds(self, day: date) -> bool:
        """Whether it is named, or in words that code can't place; else it is asked about."""
        several = pattern(words().several_days).search(self._text) and day >= self.today - _LATELY
        if day in self.named or several or self._is_foreign:
            return True
        self.doubted.append(day)
        return False

    @cached_property
    def _is_foreign(self) -> bool:
        """Whether there is a word that could name a day in a language whose days code does not know."""
        if spoken(self._text) & {"en"}:
            return False
        lexicon = lexicon_for(self.given.domain_context)
        long = [word for word in words_of(plain(self._text)) if len(word) >= _TELLING]
        return any(not (lexicon.is_word(word) or lexicon.is_of_names(word)) for word in long)


def sane_day(written: str, today: date) -> date | None:
    """The day, unless it is none, lies ahead or is from another age."""
    try:
        day = date.fromisoformat(written.strip()[:10])
    except ValueError:
        return None
    return day if today.replace(year=max(today.year - 60, 1), day=1) <= day <= today else None


def named_days(text: str, given: ParserInput, floor: ParserOutput) -> frozenset[date]:
    """The days that a text is about, as far as code can tell, and today."""
    now, order = given.profile.local(given.now), given.profile.date_order
    days = {now.date(), *(entry.day for entry in floor.entries)}
    days.update(one.day for one in find_days(text, now, order))
    for span in (one.range for one in find_periods(text, now, order)):
        length = min((span.end - span.start).days, _MOST_DAYS) + 1
        days.update(span.start + timedelta(days=at) for at in range(length))
    return frozenset(days)


def _read(
    reader: MeasureReader, day: date, parts: Sequence[DayWire], own: Sequence[Measure], given: ParserInput
) -> tuple[list[Measure], Sequence[Problem]]:
    """A day's measures, and what is to be said about them."""
    reader.problems.clear()
    reader.nameless.clear()
    wires = [wire for part in parts for wire in part.measures][:_MOST_MEASURES]
    measures = [measure for wire in wires if (measure := reader.measure(wire, day)) is not None]
    unclear = [_unclear(text, given) for part in parts for text in part.unclear if text.strip()]
    unclear += [say("unclear", given.profile.language)] if reader.nameless else []
    problems = dict.fromkeys((*reader.problems, *sentences(unclear, _MOST_SENTENCES)))
    rows = _agreed(_folded(measures, reader.evidence), [row for row in own if row.day == day])
    return rows, tuple(problems)[:_MOST_SENTENCES]


def _unclear(text: str, given: ParserInput) -> str:
    """A model's remark is never shown in its own words: only the person's are, as far as it quotes them."""
    quoted = (quote.strip() for quote in (text, *_QUOTED.findall(text)))
    said = max((quote for quote in quoted if quote and quote in given.text), key=len, default="")
    if not said or LINK.search(said):
        return say("unclear", given.profile.language)
    return say("quote", given.profile.language, words=line(said, _LONGEST_QUOTE))


def _folded(measures: Sequence[Measure], proof: Evidence) -> list[Measure]:
    """Equal rows beyond what is written are one, of so many sets if that number is written."""
    groups: list[list[Measure]] = []
    for measure in measures:
        group = next((group for group in groups if same_figures(group[0], measure)), None)
        if group is None:
            groups.append([measure])
        else:
            group.append(measure)
    return [row for group in groups for row in _written(group, proof)]


def _written(group: Sequence[Measure], proof: Evidence) -> Sequence[Measure]:
    first = group[0]
    often = max(1, *(proof.often(figure) for figure in (first.weight, first.reps, first.value)))
    sets = first.sets * len(group)
    if len(group) > often and first.reps is not None and proof.number(sets):
        return [first.model_copy(update={"sets": sets})]
    return group[:often]


def _agreed(measures: Sequence[Measure], own: Sequence[Measure]) -> list[Measure]:
    """Code's rows where both say the same: they have the units and how each thing is known."""
    left = list(own)
    agreed: list[Measure] = []
    for measure in measures:
        at = next((at for at, row in enumerate(left) if same_figures(measure, row)), None)
        agreed.append(measure if at is None else left.pop(at))
    return agreed


def _add_passed_over(read: dict[date, list[Measure]], own: Iterable[Measure], proof: Evidence) -> None:
    """A model that leaves out something that code read plainly does not make it unsaid.

    What it read under another name is not left out: a figure is of no more rows than it is written.
    """
    told = [measure for measures in read.values() for measure in measures]
    names = {measure.name for measure in told}
    used = Counter(_figure(measure) for measure in told)
    for row in own:
        figure = _figure(row)
        spare = not used[figure] or used[figure] < proof.often(figure[1])
        if row.name not in names and spare and "guessed" not in row.certainty.values():
            used[figure] += 1
            read.setdefault(row.day, []).append(row)


def _figure(measure: Measure) -> tuple[str, float | None]:
    """The figure that tells most of it, as it is written."""
    metres = METRES[measure.distance_unit or "m"]
    distance = None if measure.distance_m is None else round(measure.distance_m / metres, 3)
    figures = {"weight": measure.weight, "distance": distance, "seconds": measure.duration_s}
    figures |= {"value": measure.value, "reps": measure.reps}
    told = next((name for name, figure in figures.items() if figure is not None), "")
    return (told, figures[told]) if told else (measure.text or measure.name, None)


def _is_plain(row: Measure) -> bool:
    """Whether code has more of it than a bare figure, which may be one of friends."""
    lifted = row.weight is not None and row.reps is not None
    return lifted or any((row.distance_m, row.duration_s)) or row.value is not None


def _is_kept(problem: Problem) -> bool:
    """Whether code says it whoever reads: a figure that nobody named an exercise for."""
    return isinstance(problem, Misread) and problem.wrong == "no_exercise"


def _with_units(
    read: Mapping[date, list[Measure]], given: ParserInput, floor: ParserOutput
) -> tuple[dict[date, list[Measure]], bool]:
    """Loads without a unit get the one code took, else the person's usual one; is any left without?"""
    rows = [one for entry in floor.entries for one in entry.measures]
    by_code: list[WeightUnit] = [one.weight_unit for one in rows if one.weight_unit is not None]
    taken = by_code[0] if by_code else given.profile.weight_unit
    fields = (spec for domain in given.domain_context.domains for spec in domain.fields)
    weighed = {spec.name for spec in fields if spec.type == "mass" and {"kg", "lb"} <= set(spec.units)}
    filled = {day: [_with_unit(row, taken, weighed) for row in rows] for day, rows in read.items()}
    return filled, any(_open_unit(row, weighed) for rows in filled.values() for row in rows)


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
    days: Mapping[date, list[DayWire]],
    read: Mapping[date, list[Measure]],
    given: ParserInput,
    floor: ParserOutput,
) -> dict[date, str]:
    """The person's words of each day, verbatim. Together they are the message, or each is all of it."""
    if len(read) == 1:
        return dict.fromkeys(read, given.text)
    parts = [(day, part.words) for day, told in days.items() for part in told]
    found = [span for _, said in parts if (span := find(said, given.text)) is not None]
    grown = dealt(given.text, found) if len(found) == len(parts) and set(read) == set(days) else None
    if grown is None:
        texts = {entry.day: entry.text for entry in floor.entries}
        return {day: texts.get(day, given.text) if set(texts) == set(read) else given.text for day in read}
    own: dict[date, list[str]] = {}
    for (day, _), (begin, end) in zip(parts, grown, strict=True):
        own.setdefault(day, []).append(given.text[begin:end].strip(" ,;\n"))
    return {day: "\n".join(part for part in said if part) or given.text for day, said in own.items()}


def _doubts(
    told: Sequence[DoubtWire], given: ParserInput, floor: ParserOutput, days: Days, *, unknown: bool
) -> tuple[Uncertainty, ...]:
    """Code's own that no reading settles, the model's, which day it was, and which unit is meant."""
    asked = {one.key: one for one in floor.uncertain if one.key in _KEPT}
    if days.doubted and "date" not in given.resolved:
        options = tuple(one.isoformat() for one in dict.fromkeys((*days.doubted, days.today)))
        question = say("ask.date", given.profile.language)
        asked.setdefault("date", Uncertainty(key="date", question=question, options=options[-4:]))
    for doubt in list(doubts(told, given))[:_MOST_DOUBTS]:
        asked.setdefault(doubt.key, doubt)
    if unknown:
        question = say("ask.weight_unit", given.profile.language)
        by_code = next((doubt for doubt in floor.uncertain if doubt.key == "weight_unit"), None)
        asked["weight_unit"] = by_code or Uncertainty(
            key="weight_unit", question=question, options=("kg", "lb")
        )
    return tuple(asked.values())


def _confidence(told: ParserWire, entries: Sequence[ParsedEntry], floor: ParserOutput) -> float:
    guessed = any("guessed" in m.certainty.values() for entry in entries for m in entry.measures)
    doubtful = guessed or any(entry.problems for entry in entries)
    sure = share(told.confidence, floor.confidence)
    return min(sure, _UNSURE) if doubtful else sure
