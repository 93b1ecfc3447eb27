"""Words of answers: dates, numbers, sets and sentences in the question's language (`data/answers.*.yaml`)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date
from functools import cache

from pydantic import BaseModel

from agents.facts import (
    TIME_OF_DAY,
    Units,
    counted_in,
    has_open_unit,
    in_weight_unit,
    load_of,
    number,
    pace_step,
    show,
)
from agents.language.days.dates import EARLIEST
from agents.offline.lexicon import Language, language_of, load
from agents.offline.sentences import recalled
from agents.truth import rendering
from agents.truth.rendering import with_particles
from agents.truth.words import shown_in
from agents.types import FAMILY, Figure, Quantity
from domains.model import ActiveDomainContext
from domains.muscles import muscles_of
from domains.names import name_in
from storage.entities import DAY_TOTAL, DateRange, Measure
from units import HOUR_S, METRES


class Phrases(BaseModel, extra="forbid", populate_by_name=True):
    """One language's answers."""

    names: dict[str, str]
    singles: dict[str, str]
    muscles: dict[str, str]
    pers: dict[str, str]
    ranks: dict[int, str]
    """Places in a ranking, before the best or the worst."""
    asks_beyond: str
    """Questions that words of the log only answer by chance ("what plates do I need")."""
    in_detail: str
    """Questions that ask how a figure was worked out."""
    sides: dict[str, str] = {}
    """Which side of the body."""
    best: dict[Quantity, str]
    worst: dict[Quantity, str]
    what: dict[Quantity, str]
    totals: dict[Quantity, str]
    day_total: str
    sentences: dict[str, str]
    why: dict[str, str]
    advice: dict[str, str]
    kinds: dict[str, str]
    gaps: dict[str, str]
    adverse: str
    fine: str
    chat: dict[str, tuple[str, ...]]
    """Ways to say it; the next one is taken where it was said last."""
    chat_cues: dict[str, str]


@cache
def phrases(language: Language) -> Phrases:
    """The phrases of a language."""
    return load("answers", language, Phrases)


_BARE = re.compile(
    r"(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)\w*\.?$",
    re.IGNORECASE,
)
_ONE_DAY = re.compile(r"(?<![\d.,])1 ((?:logged |other |more )?)days\b")


_LEVELS = re.compile(r"⟦([^⟦|⟧]*)\|([^⟦|⟧]*)⟧")
_BLANKS = re.compile(r" {2,}")


def plainly(text: str) -> str:
    """A sentence without its details: of `⟦this|that⟧` the first."""
    return _level(text, 1)


def in_full(text: str) -> str:
    """A sentence with its details: of `⟦this|that⟧` the second."""
    return _level(text, 2)


def _level(text: str, which: int) -> str:
    while _LEVELS.search(text):
        text = _BLANKS.sub(" ", _LEVELS.sub(lambda found: found[which], text)).strip()
    return text[:1].upper() + text[1:]


def fill(template: str, **values: object) -> str:
    """The template with its values, Korean particles chosen, and a capital at the beginning."""
    text = template.format(**values).strip()
    text = _ONE_DAY.sub(r"1 \1day", with_particles(text))
    return text[:1].upper() + text[1:]


_COUNTS = ("n", "m", "of")
"""Places of templates that stand before the word for what is counted."""


class Wording:
    """Says things about one question: its language, the loaded domains' names, the asker's today."""

    def __init__(self, language: Language, context: ActiveDomainContext, today: date) -> None:
        self.language: Language = language
        self.words, self.shown = phrases(language), shown_in(language)
        self._context = context
        self._today = today
        self._aliases: dict[str, str] = {}
        self._singles: dict[str, str] = {}

    def say(self, key: str, **values: object) -> str:
        """A sentence of the answers; of the others "why.key" or "advice.key"."""
        group, _, name = key.rpartition(".")
        templates: dict[str, str] = getattr(self.words, group or "sentences")
        return fill(templates[name], **{name: self._shown(name, value) for name, value in values.items()})

    def part(self, key: str, **values: object) -> str:
        """A part of a sentence: no capital at its beginning."""
        return self.words.sentences[key].format(**values)

    def _shown(self, name: str, value: object) -> object:
        """A figure as an amount, a count as a bare number, days as they are named; text as it is."""
        match value:
            case Figure() if name in _COUNTS:
                return f"{value.value:g}"
            case Figure():
                return self.amount(value.value, value.unit)
            case date():
                return self.day(value)
            case DateRange():
                return self.period(value)
            case _:
                return value

    def calling(self, canonical: str, alias: str, single: str | None = None) -> Wording:
        """The same words, in which a subject is called otherwise ("knee pain", "tempo running")."""
        other = Wording(self.language, self._context, self._today)
        other._aliases = {**self._aliases, canonical: alias}
        other._singles = {**self._singles, canonical: single or alias}
        return other

    def one(self, canonical: str) -> str:
        """What one bout of it is called ("run" of running)."""
        if canonical in self._singles:
            return self._singles[canonical]
        return self.words.singles.get(canonical) or self.name(canonical)

    def muscle(self, canonical: str) -> str:
        """What a muscle or a group of them is called."""
        return self.words.muscles.get(canonical, canonical)

    def place(self, canonical: str) -> str:
        """What a part of the body is called; as it was written where nobody translated it."""
        if self.language == "en":
            return canonical
        side, _, part = canonical.rpartition(" ")
        for whole, kept in ((canonical, ""), (part, self.words.sides.get(side, ""))):
            word = self._place(whole)
            if word is not None and (not side or whole == canonical or kept):
                return f"{kept} {word}".strip()
        return canonical

    def _place(self, canonical: str) -> str | None:
        """The first word of this language for the part; the memory's for larger ones, which no domain has."""
        words = (word for word, part in self._context.body_parts.items() if part == canonical)
        told = next((word for word in words if language_of(word) == self.language), None)
        larger = recalled(canonical, self.language) if told is None else canonical
        return told if larger == canonical else larger

    def name(self, canonical: str) -> str:
        """What a subject is called; a name nobody translated stays as the user writes it."""
        if canonical in self._aliases:
            return self._aliases[canonical]
        if canonical in self.words.names:
            return self.words.names[canonical]
        home = self._context.domain_of(canonical)
        if home is None and muscles_of(canonical):
            return self.part("muscle", name=self.muscle(canonical))
        if home is None:
            named = name_in(canonical.removesuffix(FAMILY), self.language)
            return self.part("family", name=named) if canonical.endswith(FAMILY) else named
        if self.language == "en":
            return canonical
        spec = home.measure(canonical) or home.field(canonical)
        terms = spec.terms.get(self.language, ()) if spec else ()
        return terms[0] if terms else canonical

    def day(self, day: date) -> str:
        """Tue 17 Nov, with the year when it is another one."""
        return rendering.day(day, self._today, self.shown)

    def days(self, days: Iterable[date]) -> str:
        """A list of days."""
        return ", ".join(self.day(day) for day in days)

    def span(self, span: DateRange) -> str:
        """From day to day, or the one day; up to a day where it has no beginning."""
        if span.start <= EARLIEST < span.end:
            return f"\u2013 {self.day(span.end)}"
        return rendering.span(span, self._today, self.shown)

    def period(self, span: DateRange | None) -> str:
        """The days asked about as part of a sentence, in the asker's words where they are known."""
        if span is None:
            return ""
        phrase = span.description.split(" (")[0].strip()
        shown = self.span(span)
        if not phrase or any(letter.isdigit() for letter in phrase):
            return self.part("in_span", span=shown)
        bare = "bare_day" if span.start == span.end else "bare_period"  # "October" is without a preposition
        phrase = self.part(bare, phrase=phrase) if _BARE.match(phrase) else phrase
        return self.part("in_period", phrase=phrase, span=shown)

    def amount(self, value: float, unit: str, *, race: bool = False) -> str:
        """A value with its unit in this language; the time of a `race` is always a clock."""
        return show(value, unit) if race and unit == "s" else rendering.amount(value, unit, self.shown)

    def signed(self, value: float, unit: str, *, finely: bool = False) -> str:
        """A change with its sign, `finely` to two places; that of a pace is a clock, too."""
        fine = rendering.localized(f"{number(abs(value), 2)} {unit}", self.shown) if finely else ""
        shown = fine or self.amount(abs(value), unit)
        return shown if shown == self.amount(0.0, unit) else f"{'-' if value < 0 else '+'}{shown}"

    def lasting(self, seconds: float) -> str:
        """How long something took that is no race: 45 min, 1 h 10 min; with seconds as a clock."""
        return rendering.duration(seconds, self.shown)

    def measure(self, measure: Measure, units: Units) -> str:
        """One measure: sets of five at 185 lb, 5 km in 25:30 (5:06/km), 6.5 h, or the user's own words."""
        if measure.reps is not None or measure.weight is not None:
            shown = self._set(measure, units)
            return self.part("warmup", set=shown) if measure.warmup else shown
        if measure.distance_m is not None or measure.duration_s is not None:
            return self._bout(measure, units)
        parts: list[str] = []
        if measure.value is not None:
            weight = measure.unit in ("kg", "lb")
            if measure.name in ("bed time", "wake time"):
                return show(measure.value, TIME_OF_DAY)
            value = in_weight_unit(measure.value, measure.unit, units.weight) if weight else measure.value
            parts.append(
                self.amount(value, (units.weight or measure.unit or "") if weight else counted_in(measure))
            )
        if measure.text:
            parts.append(self._told(measure, measure.text))
        return " ".join(parts) or self.name(measure.name)

    def _told(self, measure: Measure, text: str) -> str:
        if text == DAY_TOTAL:
            return self.words.day_total
        if measure.name == "pain":
            return self.place(text)
        figures = any(word[0].isdigit() for word in text.split())
        return f"“{text}”" if figures else text  # a figure in it is the writer's own

    def _set(self, measure: Measure, units: Units) -> str:
        load = load_of(measure, units)
        weight = show(load, units.weight or "") if load is not None else None
        if has_open_unit(measure, units):
            weight = number(measure.weight or 0.0)
        if measure.reps is None:
            return weight or ""
        reps = self.part("one_rep" if measure.reps == 1 else "reps_only", reps=measure.reps)
        if weight is None:
            key = "sets_only" if measure.sets > 1 else "reps_only"
            return self.part(key, sets=measure.sets, reps=measure.reps)
        if measure.sets > 1:
            return self.part("sets_at", sets=measure.sets, reps=measure.reps, weight=weight)
        return self.part("reps_at", reps=reps if self.language == "en" else measure.reps, weight=weight)

    def _bout(self, measure: Measure, units: Units) -> str:
        distance = (
            show(measure.distance_m / METRES[units.distance], units.distance) if measure.distance_m else None
        )
        time = show(measure.duration_s, "s") if measure.duration_s else None
        if distance and time and measure.distance_m and measure.duration_s:
            per, step = pace_step(units, measure)
            pace = show(measure.duration_s / (measure.distance_m / step), per)
            if measure.domain == "cycling":
                mile = units.distance == "mi"
                hours = measure.duration_s / HOUR_S
                pace = show(
                    measure.distance_m / METRES["mi" if mile else "km"] / hours, "mph" if mile else "km/h"
                )
            shown = self.part("bout", distance=distance, duration=time, pace=pace)
        else:
            shown = distance or self.lasting(measure.duration_s or 0)
        return self.part("several_bouts", sets=measure.sets, bout=shown) if measure.sets > 1 else shown

    def measures(self, found: Sequence[tuple[Measure, Units]], *, named: bool) -> str:
        """Several measures of a day, each in units; `named` says what each is."""
        groups: dict[str, list[str]] = {}
        for measure, units in found:
            shown = self.measure(measure, units)
            groups.setdefault(measure.name, [])
            if shown not in groups[measure.name]:
                groups[measure.name].append(shown)
        if not named:
            return ", ".join(shown for group in groups.values() for shown in group)
        return "; ".join(self._under(self.name(name), group) for name, group in groups.items())

    @staticmethod
    def _under(name: str, told: Sequence[str]) -> str:
        """Under its name, which words that have it need not ("period ended")."""
        return ", ".join(told) if all(name in one.casefold() for one in told) else f"{name} {', '.join(told)}"
