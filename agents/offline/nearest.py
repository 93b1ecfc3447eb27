"""The entries nearest to a question: by its words (BM25), its days and what may explain; their ranks fused.

Where entries are found by meaning, too, that ranking joins in `fused`, and the nearest of it is among what is
found: it may share no word with the question. It finds entries to be quoted: it never counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache, cached_property
from math import log
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict

from agents.offline.lexicon import Language, language_of, load, plain
from agents.offline.questions.question_spans import signs_in
from agents.offline.questions.question_words import question_file
from agents.retriever import EntrySearch
from agents.vocabulary import spellings
from storage.entities import DateRange, Entry
from storage.fulltext import words

MOST = 3
_CANDIDATES = 200
"""Entries looked at for one word; one that has more of them says nearly nothing."""
_TERMS, _FORMS = 10, 24
_BLURRED = 0.6
_K = 60
"""Of reciprocal rank fusion (Cormack, Clarke, Büttcher 2009)."""
_B, _USUAL_WORDS = 0.4, 12
"""BM25: how much the length of an entry counts, and the words of a usual one."""
_SHORT = timedelta(days=14)
"""Of so short a time whatever nobody read is near."""
_LATELY = timedelta(days=60)
"""How far back a pain is looked for where no days are named."""
_FREE = 3
"""Words beside the measures that make an entry one which is not read whole."""
_BEFORE = timedelta(days=3)
"""What explains a day was written on it or shortly before."""


Pattern = re.Pattern[str]


class NearestWords(BaseModel):
    """A language's words for the search, and the model of its file."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    idle: Annotated[frozenset[str], BeforeValidator(str.split)]
    endings: Pattern
    doubled: Pattern
    same: tuple[tuple[str, ...], ...]
    causes: tuple[Pattern, ...]
    felt: Pattern
    beginning: Pattern
    counting: Pattern
    present: Pattern
    thing: Pattern

    @cached_property
    def groups(self) -> dict[str, list[int]]:
        """The places of the groups in `same`, by each of their words."""
        found: dict[str, list[int]] = {}
        for place, group in enumerate(self.same):
            for one in group:
                found.setdefault(one, []).append(place)
        return found


@cache
def nearest_words(language: Language) -> NearestWords:
    """The words of a language."""
    return load("nearest", language, NearestWords)


@dataclass(frozen=True, slots=True)
class Term:
    """A word of a question with its other forms, each found as the beginning of a word."""

    forms: tuple[str, ...]
    is_blurred: bool = False
    """Whether other words of nearly the same meaning are among the forms: they say less."""

    def stands_in(self, text: str) -> bool:
        """Whether a text has it."""
        told = f" {' '.join(words(text))}"
        return any(f" {' '.join(words(form))}" in told for form in self.forms)


def terms_of(question: str, vocabulary: Mapping[str, str] | None = None) -> list[Term]:
    """The words of a question that may stand in entries; `vocabulary` has other names of exercises."""
    known = nearest_words(language_of(question))
    terms = (_term(word, _stem(word, known), known, vocabulary or {}) for word in telling_words(question))
    return list(dict.fromkeys(term for term in terms if term.is_blurred or len(term.forms[0]) > 1))[:_TERMS]


def telling_words(question: str) -> list[str]:
    """The words of a question that say which entry is looked for, as they are written."""
    language = language_of(question)
    known, idle = nearest_words(language), nearest_words(language).idle | question_file(language).lighter
    told = [word for word in words(plain(question)) if word not in idle and not word.isdecimal()]
    return [word for word in told if len(word) > 1 and _stem(word, known) not in idle]


def _stem(word: str, known: NearestWords) -> str:
    return known.doubled.sub(r"\1", cut) if (cut := known.endings.sub("", word)) != word else word


def _term(word: str, stem: str, known: NearestWords, vocabulary: Mapping[str, str]) -> Term:
    """The stem, or the words of the same meaning, and other names of an exercise."""
    same = _alike(word, known)
    name = vocabulary.get(word)
    named = sorted(spellings(vocabulary, name)) if name else ()
    forms = dict.fromkeys([*(same or [stem]), *named])
    return Term(tuple(forms)[:_FORMS], is_blurred=bool(same))


def _alike(word: str, known: NearestWords) -> list[str]:
    """The words of the groups that it is of: one of a group may only begin it, but short ones are whole."""
    begun = (word[:size] for size in range(1, len(word)) if size > 3 or not word[:size].isascii())
    places = {place for one in (*begun, word) for place in known.groups.get(one, ())}
    return [other for place in sorted(places) for other in known.same[place]]


Ranking = Mapping[str, float]
"""Ids of entries with how near they are: more is nearer."""


def fused(rankings: Iterable[Ranking]) -> dict[str, float]:
    """Reciprocal rank fusion; entries as near as each other have the same rank."""
    total: dict[str, float] = {}
    for ranking in rankings:
        ranks = {score: rank for rank, score in enumerate(sorted(set(ranking.values()), reverse=True))}
        for one, score in ranking.items():
            total[one] = total.get(one, 0.0) + 1 / (_K + ranks[score])
    return total


async def nearest(
    question: str,
    search: EntrySearch,
    *,
    span: DateRange | None,
    today: date,
    vocabulary: Mapping[str, str],
    said: Sequence[str] = (),
    of_pain: bool = False,
    by_meaning: bool = False,
) -> list[Entry]:
    """At most three entries, the nearest first; none where no word and no day of the question is found.

    `said`: other words for what is meant, which weigh less than its own.
    `of_pain`: in few days whatever was written beside figures may tell of it, in more what nobody read.
    """
    terms = terms_of(question, vocabulary)
    language = language_of(question)
    known, asked = nearest_words(language), plain(question)
    earlier = [Term(tuple(said), is_blurred=True)] if said else []
    by_words, found = await _by_words([*terms, *earlier], search)
    if not signs_in(asked, language).isdisjoint(("WHY", "WHAT_HAPPENED")):
        last = DateRange(start=today - _SHORT, end=today)
        lately = not terms or known.present.search(asked)
        days = span or (last if lately else _day_of(by_words, found))
        rankings = await _explaining(by_words, found, days, known, search, named=span is not None)
    else:
        whole = span or (DateRange(start=today - _LATELY, end=today) if of_pain else None)
        rankings = await _telling(by_words, found, whole, search, of_pain=of_pain)
        if of_pain and span is None:
            rankings = (*rankings, {one: told for one in found if (told := _causes(found[one], known))})
    meant: Ranking = await _meant(question, search, span, found) if by_meaning else {}
    sign = -1 if known.beginning.search(asked) else 1
    if sign < 0 or "LAST" in signs_in(asked, language):
        rankings = (*rankings, _by_time([*terms, *earlier], found, sign))
    total = fused((*rankings, meant))
    ranked = sorted(total, key=lambda one: (-total[one], -sign * found[one].day.toordinal()))
    return [found[one] for one in _with_first(ranked, meant)]


def _by_time(terms: Sequence[Term], found: Mapping[str, Entry], sign: int) -> Ranking:
    """The entries that have the most of the words, in the order of their days."""
    held = {one: sum(term.stands_in(entry.text) for term in terms) for one, entry in found.items()}
    most = max(held.values(), default=0)
    return {one: sign * float(found[one].day.toordinal()) for one, have in held.items() if have == most > 0}


def _with_first(ranked: Sequence[str], meant: Ranking) -> Sequence[str]:
    """The nearest, with the first by meaning among them."""
    nearest_, first = ranked[:MOST], next(iter(meant), None)
    if first is None or first in nearest_:
        return nearest_
    return [*nearest_[: MOST - 1], first]


async def _meant(
    question: str, search: EntrySearch, span: DateRange | None, found: dict[str, Entry]
) -> Ranking:
    """Entries of the days asked that mean what is asked, the nearest first."""
    near = await search.by_meaning(question, MOST)
    inside = [one for one in near if span is None or span.start <= one.day <= span.end]
    found |= {one.id: one for one in inside}
    return {one.id: -float(place) for place, one in enumerate(inside)}


async def _explaining(
    by_words: Ranking,
    found: dict[str, Entry],
    days: DateRange | None,
    known: NearestWords,
    search: EntrySearch,
    *,
    named: bool,
) -> Sequence[Ranking]:
    """For a "why": its words, its days with those before them, and causes that are named there."""
    if days is None:
        return ()
    window = DateRange(start=days.start - _BEFORE, end=days.end)
    near = {entry.id: entry for entry in await search.by_date_range(window, _CANDIDATES)}
    found |= near
    if named and near:  # no other days are meant
        by_words = {one: score for one, score in by_words.items() if one in near}
    by_days = {one: -_distance(entry.day, days) for one, entry in near.items()}
    causes = {one: _causes(found[one], known) for one in {*by_words, *by_days}}
    return by_words, by_days, {one: told for one, told in causes.items() if told}


async def _telling(
    by_words: Ranking, found: dict[str, Entry], span: DateRange | None, search: EntrySearch, *, of_pain: bool
) -> Sequence[Ranking]:
    """For anything else: its words, before all on its days; of a short time also what nobody read."""
    if span is None:
        return (by_words,)
    short = span.end - span.start < _SHORT
    if short or of_pain:
        there = await search.by_date_range(span, _CANDIDATES)
        found |= {entry.id: entry for entry in there if _is_unread(entry, partly=of_pain and short)}
    return by_words, {one: 1.0 for one, entry in found.items() if span.start <= entry.day <= span.end}


async def _by_words(terms: Sequence[Term], search: EntrySearch) -> tuple[dict[str, float], dict[str, Entry]]:
    """BM25 over the entries that have any of the words, in whatever form."""
    scores: dict[str, float] = {}
    found: dict[str, Entry] = {}
    for term in terms:
        held = await _having(term, search)
        weight = log(1 + _CANDIDATES / max(len(held), 1)) * (_BLURRED if term.is_blurred else 1)
        for entry in held:
            found[entry.id] = entry
            length = 1 - _B + _B * len(entry.text.split()) / _USUAL_WORDS
            scores[entry.id] = scores.get(entry.id, 0.0) + weight * 2.2 / (1 + 1.2 * length)
    return scores, found


async def _having(term: Term, search: EntrySearch) -> list[Entry]:
    """The entries with a word; a Korean one that none has may have an ending, so without that."""
    held = await search.by_keywords(term.forms, None, _CANDIDATES)
    form = term.forms[0]
    while not held and len(term.forms) == 1 and len(form) > _SHORTEST and not form.isascii():
        form = form[:-1]
        held = await search.by_keywords((form,), None, _CANDIDATES)
    return held


_SHORTEST = 2
"""Syllables that a word keeps."""


def _day_of(by_words: Ranking, found: Mapping[str, Entry]) -> DateRange | None:
    """The day of the entry whose words are nearest, of equals the newest."""
    if not by_words:
        return None
    day = found[max(by_words, key=lambda one: (by_words[one], found[one].day))].day
    return DateRange(start=day, end=day)


def _distance(day: date, span: DateRange) -> int:
    return max((span.start - day).days, (day - span.end).days, 0)


def tells_more(entry: Entry) -> bool:
    """Whether an entry says more than what was measured."""
    return _is_unread(entry, partly=True)


def _is_unread(entry: Entry, *, partly: bool) -> bool:
    """Whether nothing of an entry was measured, or only a part of what it says."""
    if not entry.measures or not partly:
        return not entry.measures
    free = [term for term in terms_of(entry.text) if term.forms[0].isalpha()]
    return len(free) - len(entry.measures) >= _FREE


def _causes(entry: Entry, known: NearestWords) -> float:
    """How many kinds of causes it names; an entry of figures alone explains less."""
    told = plain(entry.text)
    return sum(cause.search(told) is not None for cause in known.causes) + (0.5 if not entry.measures else 0)


def explains(text: str) -> bool:
    """Whether words of a cause stand in a text."""
    return any(cause.search(plain(text)) for cause in nearest_words(language_of(text)).causes)


def things_in(question: str) -> list[str]:
    """The words of a question that name things, as far as their places in it tell."""
    known, asked = nearest_words(language_of(question)), plain(question)
    return [found["thing"] for found in known.thing.finditer(asked) if terms_of(found["thing"])]


def asks_for_a_number(question: str) -> bool:
    """Whether a question wants to be counted or added up."""
    return nearest_words(language_of(question)).counting.search(plain(question)) is not None


def asks_how_it_felt(question: str) -> bool:
    """Whether a question may be answered by something that was never written."""
    return nearest_words(language_of(question)).felt.search(plain(question)) is not None
