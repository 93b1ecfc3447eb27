"""What a short log leaves out: whose a figure alone is, and the unit of an amount."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import cache

from pydantic import BaseModel

from agents.language.reading import Reading
from agents.language.tokens import is_hangul
from agents.language.words import log_words
from agents.offline.lexicon import load
from agents.offline.sentences import meant
from agents.parser import ParserInput, Uncertainty
from domains.model import FieldSpec
from domains.units import convert, factor
from storage.entities import Measure
from units import HOUR_S, KILOGRAMS

_MOST_OPTIONS = 4


class DoubtWords(BaseModel, extra="forbid"):
    """What is asked in English; `sentences.*.yaml` has other languages."""

    which: str
    sets: str
    load: str
    exercise: str
    day: str
    metric: str
    unit: str
    units: dict[str, str]
    """The word of each unit, as an option."""
    either: tuple[str, ...]


@cache
def doubt_words() -> DoubtWords:
    """The questions about a log."""
    return load("doubts", "en", DoubtWords)


_BODY = "body weight"
_BARE = re.compile(
    r"[^\W\d]{0,8}(?: [^\W\d]{1,8}){0,2} ?(?:\d{2,3}(?:[.,]\d)?(?: [^\W\d]{1,8}){0,2}(?:, ?| and |$)){1,7}"
)
"""Figures with hardly a word, of which nobody says what they are: `170.2 this morning`, `68.0`."""
_ALONE = re.compile(r"[^\w%+/-]*(\d{1,5}(?:[.,]\d{1,2})?)[^\w%+/-]*")
_SCALE, _ALIKE = 0.04, 0.1
"""How near the last body weight a figure is that can be nothing else, and that is asked about."""
_LATELY, _SESSION = timedelta(days=21), timedelta(hours=3)


def is_bare(text: str) -> bool:
    """Whether nothing says what its figures are, so that earlier entries are looked at."""
    return any(form.fullmatch(text.strip()) for form in (_BARE, _ALONE))


def name_of_figure(given: ParserInput, now: datetime) -> str:
    """The measure that a bare figure is of: as was answered, or by the weights before it; "" for unknown."""
    answer = meant(given.resolved.get("metric", "").strip(), given.profile.language)
    scale = _BARE.fullmatch(given.text.strip()) is not None and _is_of_the_scale(given, now)
    return answer or (_BODY if scale else "")


def _is_of_the_scale(given: ParserInput, now: datetime) -> bool:
    """Whether all are near the body weight that was logged last, and no set was done just now."""
    entries = [entry for entry in given.recent_entries if not entry.deleted]
    logged = [(entry, measure) for entry in entries for measure in entry.measures]
    trains = any(one.reps is not None and given.now - entry.logged_at < _SESSION for entry, one in logged)
    weights = [one.value for _, one in logged if one.name == _BODY and now.date() - one.day <= _LATELY]
    said = [float(one.replace(",", ".")) for one in re.findall(r"\d+(?:[.,]\d)?", given.text)]
    usual = weights[0] if weights else None
    return bool(usual) and not trains and all(abs(one - usual) <= _SCALE * usual for one in said)


def whose(given: ParserInput) -> Iterator[Uncertainty]:
    """Of which of the measures with values near it a figure alone is."""
    said = _ALONE.fullmatch(given.text.strip())
    if said is None:
        return
    value = float(said[1].replace(",", "."))
    names = dict.fromkeys(one.name for one in past_measures(given) if one.value and _is_near(value, one))
    if names:
        question = doubt_words().metric.format(text=said[1])
        yield Uncertainty(key="metric", question=question, options=tuple(names)[:_MOST_OPTIONS])


def _is_near(value: float, past: Measure) -> bool:
    """Also in the other unit of a body weight."""
    before = past.value or 0.0
    ratios = KILOGRAMS.values() if past.unit in KILOGRAMS else (1.0,)
    worth = KILOGRAMS.get(past.unit or "", 1.0)
    return any(abs(value * each / (before * worth) - 1) <= _ALIKE for each in ratios)


def past_measures(given: ParserInput) -> Iterator[Measure]:
    """What was logged lately, newest first."""
    return (one for entry in given.recent_entries if not entry.deleted for one in entry.measures)


_AT_ONCE = {"volume": (100, 5000), "duration": (HOUR_S / 12, 5 * HOUR_S)}
"""How much somebody drinks, and how long a nap is, in the base units of `domains/units.py`."""


def with_units(given: ParserInput, reading: Reading) -> tuple[list[Measure], list[Uncertainty]]:
    """The amounts that were read without a unit, as far as it is known, and a question about the first other.

    Known is the unit that was answered, that the person wrote before, or that is the only usual one.
    """
    if not reading.amounts:
        return [], []
    specs = {spec.name: spec for domain in given.domain_context.domains for spec in domain.fields}
    answered = unit_in(meant(given.resolved.get("unit", ""), given.profile.language))
    known: list[Measure] = []
    asked: list[Uncertainty] = []
    for one in reading.amounts:
        spec, value = specs[one.name], one.value or 0.0
        usual = [unit for unit in spec.units if _is_usual(spec.type, value, unit)]
        own = {past.unit for past in past_measures(given) if past.name == one.name}.intersection(usual)
        if answered in usual or len(own) == 1 or len(usual) == 1:
            unit = answered if answered in usual else own.pop() if len(own) == 1 else usual[0]
            known.append(_counted_in(one, spec, unit))
        else:
            question = doubt_words().unit.format(name=one.name, value=f"{value:g}")
            options = tuple([doubt_words().units[unit] for unit in usual])
            asked.append(Uncertainty(key="unit", question=question, options=options))
    return known, asked[:1]


def _counted_in(one: Measure, spec: FieldSpec, unit: str | None) -> Measure:
    """A time is kept in its field's own unit, an amount as it was said."""
    value, kept = one.value or 0.0, unit
    if spec.type == "duration":
        value, kept = convert(spec.type, value, unit, spec.unit), spec.unit
    return one.model_copy(
        update={"value": value, "unit": kept, "certainty": {**one.certainty, "unit": "inferred"}}
    )


def _is_usual(kind: str, value: float, unit: str) -> bool:
    least, most = _AT_ONCE[kind]
    return least <= value * (factor(kind, unit) or 0.0) <= most


def unit_in(answer: str) -> str | None:
    """The unit that an answer is a word of."""
    if not answer:
        return None
    said = re.findall(r"[^\W\d]+", answer.casefold())
    found = [
        (len(word), unit)
        for file in log_words()
        for unit, words in file.units.items()
        for word in words
        if word in said or (is_hangul(word) and any(one.startswith(word) for one in said))
    ]
    return max(found, default=(0, None))[1]
