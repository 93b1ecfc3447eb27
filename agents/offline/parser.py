"""The offline parser: logs to entries, corrections to changed entries. The rules are in docs/notation.md."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime, timedelta
from functools import cache

from pydantic import BaseModel

from agents.language.entries import confidence_of, entries_of
from agents.language.pairs import Doubt
from agents.language.reading import Reading, read_log
from agents.language.style import Style
from agents.notation import order_chosen
from agents.offline.fixing.corrections import correct
from agents.offline.fixing.rewording import reword
from agents.offline.learning.teaching import unknown_name
from agents.offline.lexicon import load, readable
from agents.offline.load_units import fill_units
from agents.offline.repeating import repeated, repetition
from agents.offline.sentences import in_language, meant
from agents.parser import ParserInput, ParserOutput, Uncertainty
from agents.vocabulary import in_context
from storage.entities import Entry

_MOST_OPTIONS = 4
_YES = ("yes", "no")


class _Words(BaseModel, extra="forbid"):
    """What is asked in English; `sentences.*.yaml` has other languages."""

    which: str
    sets: str
    load: str
    exercise: str
    day: str


@cache
def _words() -> _Words:
    return load("doubts", "en", _Words)


def parse(given: ParserInput) -> ParserOutput:
    """Entries (one a day) or a correction. Any text is answered; nothing is invented."""
    return in_language(_parsed(given), given.profile.language)


def _parsed(given: ParserInput) -> ParserOutput:
    if given.correction:
        said = given.model_copy(update={"text": readable(given.text)[0]})
        return reword(said) if given.says_anew else correct(said)
    now = given.profile.local(given.now)
    wish = repetition(given.text, given.domain_context.vocabulary.get, now, given.profile.date_order)
    if wish is not None:
        if not given.looked_back:
            return ParserOutput(needs_recent=True, confidence=1)
        return repeated(wish, given.text, given.recent_entries, now)
    context = in_context(given.domain_context, _named(given))
    done = meant(given.resolved.get("done", ""), given.profile.language) == _YES[0]
    bare = _BARE.fullmatch(given.text.strip()) is not None
    lead = f"{_BODY} " if bare and _is_of_the_scale(given, now) else ""
    reading = read_log(lead + given.text, now, given.profile, context, _style(given), told=done or bool(lead))
    measures, unit_question = fill_units(
        reading.measures, given.profile, given.recent_entries, given.resolved.get("weight_unit", "")
    )
    uncertain = [*_doubts(reading.doubts), *_exercises(reading, given.recent_entries)]
    if unit_question is not None:
        uncertain.append(unit_question)
    uncertain += _days(reading, given.resolved)
    if reading.unsure:
        uncertain += _done(read_log(given.text, now, given.profile, context, _style(given), told=True))
    return ParserOutput(
        entries=tuple(
            one.model_copy(update={"text": one.text.removeprefix(lead)})
            for one in entries_of(reading, measures, now)
        ),
        uncertain=tuple(uncertain),
        needs_recent=(bool(uncertain) or (bare and not reading.measures)) and not given.looked_back,
        confidence=confidence_of(reading, measures),
    )


_BODY = "body weight"
_BARE = re.compile(
    r"[^\W\d]{0,8}(?: [^\W\d]{1,8}){0,2} ?(?:\d{2,3}(?:[.,]\d)?(?: [^\W\d]{1,8}){0,2}(?:, ?| and |$)){1,7}"
)
"""Figures with hardly a word, of which nobody says what they are: `170.2 this morning`, `68.0`."""
_NEAR, _LATELY, _SESSION = 0.04, timedelta(days=21), timedelta(hours=3)


def _is_of_the_scale(given: ParserInput, now: datetime) -> bool:
    """Whether all are near the body weight that was logged last, and no set was done just now."""
    entries = [entry for entry in given.recent_entries if not entry.deleted]
    logged = [(entry, measure) for entry in entries for measure in entry.measures]
    trains = any(one.reps is not None and given.now - entry.logged_at < _SESSION for entry, one in logged)
    weights = [one.value for _, one in logged if one.name == _BODY and now.date() - one.day <= _LATELY]
    said = [float(one.replace(",", ".")) for one in re.findall(r"\d+(?:[.,]\d)?", given.text)]
    usual = weights[0] if weights else None
    return bool(usual) and not trains and all(abs(one - usual) <= _NEAR * usual for one in said)


def _named(given: ParserInput) -> dict[str, str]:
    """The word that the user was asked about, with the exercise it stands for."""
    told = given.resolved.get("exercise", "").strip()
    answer = meant(told, given.profile.language).lower()
    term = unknown_name(given.text, given.domain_context.vocabulary) if answer else None
    return {term: answer} if term else {}


def _style(given: ParserInput) -> Style:
    """How the writer writes: what was chosen for this message holds before what was chosen once."""
    answer = meant(given.resolved.get("notation", ""), given.profile.language)
    order = order_chosen(given.text, answer) or given.profile.set_order
    return Style(order, answer, tuple(entry for entry in given.recent_entries if not entry.deleted))


def _doubts(doubts: Iterable[tuple[str, Doubt]]) -> Iterator[Uncertainty]:
    """Which of two readings it is, each as an option."""
    for name, doubt in dict.fromkeys(doubts):
        words = _words()
        turned = words.sets.format(sets=doubt.reps, reps=doubt.sets)
        other = turned if doubt.load is None else words.load.format(load=doubt.load, reps=doubt.reps)
        options = (words.sets.format(sets=doubt.sets, reps=doubt.reps), other)
        yield Uncertainty(key="notation", question=words.which.format(name=name), options=options)


def _days(reading: Reading, answered: Mapping[str, str]) -> Iterator[Uncertainty]:
    """Which day of a stretch it was: `last week`, `the weekend`."""
    within = next((one.within for one in reading.message.mentions if one.within is not None), None)
    if within is not None and reading.measures and "date" not in answered:
        days = [within.start + timedelta(days=at) for at in range((within.end - within.start).days + 1)]
        yield Uncertainty(key="date", question=_words().day, options=tuple(map(date.isoformat, days)))


def _done(reading: Reading) -> Iterator[Uncertainty]:
    """Whether it was done at all; `reading` is as if it were."""
    names = ", ".join(dict.fromkeys(measure.name for measure in reading.measures))
    if names:
        yield Uncertainty(key="done", question=f"Is this done, and shall I log it: {names}?", options=_YES)


def _exercises(reading: Reading, recent: Iterable[Entry]) -> Iterator[Uncertainty]:
    """Whose the first figures without a name are, with the exercises logged lately."""
    names = dict.fromkeys(
        measure.name for entry in recent for measure in entry.measures if measure.domain == "strength"
    )
    for orphan in reading.orphans[:1]:
        question = _words().exercise.format(text=orphan)
        yield Uncertainty(key="exercise", question=question, options=tuple(names)[:_MOST_OPTIONS])
