"""What was read, as entries: one a day, with the writer's words, what was not read, and how sure it is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, timedelta
from itertools import groupby

from agents.language.assertion import units_of
from agents.language.atoms import Atom
from agents.language.confidence import confidence
from agents.language.reading import Reading
from agents.parser import ParsedEntry
from storage.entities import Measure
from storage.problems import Misread, Problem

_MOST_UNREAD = 5
_SIGNS = "+-@#~"
_FIGURES_ALONE = re.compile(r"(?=\D*\d)(?:[^\w]|\d)+")
_NOTATION = frozenset(("X", "SETS", "REPS", "REPSN", "SETSN", "EFFORT", "EX", "BOUT"))
"""Symbols beside which a figure that nobody read was meant to be logged."""


def entries_of(reading: Reading, measures: Sequence[Measure], now: datetime) -> tuple[ParsedEntry, ...]:
    """One a day that something was told of; a message without measures is one of the day it names."""
    texts = texts_by_day(reading, [measure.day for measure in measures], now.date())
    lost = list(_lost(reading))
    problems: list[tuple[date, Problem]] = [*reading.problems, *lost]
    told = {problem.words for _, problem in lost}
    open_ = (one for one in reading.amounts if all(one.name != known.name for known in measures))
    left = [*_leftovers(reading), *(f"{one.value:g}" for one in open_)]
    unread = tuple(dict.fromkeys(one for one in left if not any(one in words for words in told)))
    entries: list[ParsedEntry] = []
    for day, text in texts.items():
        own = tuple(measure for measure in measures if measure.day == day)
        alone = len(texts) == 1
        entries.append(
            ParsedEntry(
                day=day,
                text=text,
                domains=tuple(dict.fromkeys(measure.domain for measure in own)),
                measures=own,
                unread=tuple(one for one in unread if alone or one in text)[:_MOST_UNREAD],
                problems=tuple(
                    dict.fromkeys(problem for about, problem in problems if alone or about == day)
                ),
            )
        )
    return tuple(entries)


def _lost(reading: Reading) -> Iterator[tuple[date, Misread]]:
    """Clauses with figures in no phrase beside notation, or as some other day; a message of figures alone."""
    if reading.orphans:
        return
    if not reading.measures and _FIGURES_ALONE.fullmatch(reading.text):
        yield reading.atoms[0].day, Misread("unread", reading.text.strip())
        return
    unread = {atom.start for atom in reading.unread}
    for _, grouped in groupby(reading.atoms, key=lambda atom: atom.clause):
        clause = list(grouped)
        meant = [atom for atom in clause if atom.has("AS_BEFORE")]
        lost = clause[:1] if meant else [atom for atom in clause if atom.start in unread]
        if lost and (meant or any(not atom.symbols.isdisjoint(_NOTATION) for atom in clause)):
            words = reading.text[lost[0].start : max(atom.end for atom in clause)]
            yield lost[0].day, Misread("unread", words.strip(" ,.;\n"))


def _leftovers(reading: Reading) -> Iterator[str]:
    """Each figure in no phrase as it is written, with a sign or the word beside it: `hr 145`, `+25`."""
    atoms = reading.atoms
    at = {atom.start: place for place, atom in enumerate(atoms)}
    for atom in reading.unread:
        place = at[atom.start]
        start, end = atom.start, atom.end
        while start and reading.text[start - 1] in _SIGNS:
            start -= 1
        before, behind = atoms[place - 1 : place] if place else (), atoms[place + 1 : place + 2]
        if any(_names(word, atom) for word in before):
            start = atoms[place - 1].start
        elif any(_names(word, atom) for word in behind):
            end = atoms[place + 1].end
        yield " ".join(reading.text[start:end].split())


def _names(word: Atom, figure: Atom) -> bool:
    return word.clause == figure.clause and word.has("WORD") and not word.has("X", "AT", "FILLER", "LIGHT")


def confidence_of(reading: Reading, measures: Sequence[Measure]) -> float:
    """How likely all was read as it was meant; low where something was guessed, refused or not understood."""
    if not measures:
        return 0.2 if reading.unread or reading.problems else 0.3
    most = 1.0
    if reading.problems:
        most = 0.7
    if reading.doubts or any("guessed" in measure.certainty.values() for measure in measures):
        most = 0.6
    return round(min(most, confidence(reading)), 2)


def texts_by_day(reading: Reading, found: Iterable[date], today: date) -> dict[date, str]:
    """The writer's words of each day, verbatim; what says nothing of its own goes with the clause before.

    `found` are the days of what was logged; without any, all is of the day that the message names, or today.
    """
    days = list(dict.fromkeys(found))
    if len(days) <= 1:
        return {days[0] if days else _only_day(reading, today): reading.original}
    parts: dict[date, list[str]] = {}
    begin, current = 0, None
    for _, clause in groupby(reading.atoms, key=lambda atom: atom.clause):
        first = next(clause)
        day = first.day if first.day in days else current
        if day != current and current is not None:
            parts.setdefault(current, []).append(reading.verbatim(begin, first.start))
            begin = first.start
        current = day if day is not None else current
    if current is not None:
        parts.setdefault(current, []).append(reading.verbatim(begin, len(reading.text)))
    texts = {day: "".join(told).strip(" ,;\n-") for day, told in parts.items()}
    return {day: texts.get(day) or reading.original for day in days}


def _only_day(reading: Reading, today: date) -> date:
    """The day of a note without measures: the one it names, if it names one and plans nothing for it."""
    said = [day for day in reading.days if day != today]
    if len(said) != 1 or len(reading.days) != 1:
        return today
    told = frozenset[str]().union(*[unit.categories for unit in units_of(reading.message)])
    meant = "planned" in told and "past" not in told
    return today if meant and said[0] < today - _A_DAY else said[0]


_A_DAY = timedelta(days=1)
