"""A question read once: its parts, what each wants of which subjects and days, and what narrows it."""

from __future__ import annotations

from dataclasses import replace

from agents.language.days.dateforms import weekdays_in
from agents.language.days.dates import PeriodMention
from agents.offline.lexicon import Language, language_of, plain
from agents.offline.questions.annotated import Known, annotated, found_signs
from agents.offline.questions.conditions import Asked, by_figures, narrowed, wanted
from agents.offline.questions.frames import (
    Part,
)
from agents.offline.questions.glossary import meanings
from agents.offline.questions.mentions import specific
from agents.offline.questions.particulars import unread_words, with_particulars
from agents.offline.questions.periods import impossible_period, read_periods
from agents.offline.questions.question_rules import question_rules
from agents.offline.questions.question_spans import signs_in
from agents.offline.questions.question_words import (
    question_file,
    spelled,
    symbol_trie,
    tokens_of,
)
from agents.offline.questions.splitting import asks_what_is_told, inheriting, lent, pieces
from agents.offline.questions.wishes import wish_in
from storage.entities import DateRange


def read_question(text: str, known: Known, anchor: DateRange | None = None) -> tuple[Part, ...]:
    """Every part of a message; one without subject or days of its own takes those of the part before."""
    language = language_of(text, known.language)
    text = spelled(text, language, known.logged)
    parts: list[Part] = []
    first, *others = pieces(text, language)
    thanks = signs_in(first, language) >= {"start.THANKS", "end.THANKS"}
    for piece in others if others and thanks else (first, *others):
        part = _part(piece, known, anchor, language, later=bool(parts))
        if parts and asks_what_is_told(part, parts[-1]):
            continue
        if parts:
            part = inheriting(part, parts[-1])
            parts[-1] = lent(parts[-1], part)
        parts.append(part)
        if (goal := _goal(part)) is not None:
            parts.append(goal)
    return tuple(parts)


def _goal(part: Part) -> Part | None:
    """Whoever asks how far the goal weight is also wants what was written of the goal."""
    if not part.subjects or part.aim != "figure" or part.where.mark or not part.has("GOAL"):
        return None
    words = question_file(part.language).words["GOAL"]
    named = next((word for word in words if word in plain(part.text)), "")
    return Part(named, part.language, "figure", "list", keywords=(named,)) if named else None


def _part(
    text: str, known: Known, anchor: DateRange | None, language: Language, *, later: bool = False
) -> Part:
    if meanings(text, language):
        return Part(text, language, "meaning", signs=frozenset(("WHOLE",)))
    lowered = plain(text)
    periods = read_periods(text, known.now, known.order, anchor)
    periods = [
        one
        for one in periods
        if (not later and one.end == len(lowered.rstrip())) or not _only_beside(plain(one.phrase), language)
    ]
    impossible = impossible_period(text, known.now, language, known.order, anchor)
    if periods and "LAST_REST" in signs_in(text, language):
        periods = []  # "my last day off" is no yesterday
    if periods and "ON_WEEKDAYS" in signs_in(text, language):
        periods = [one for one in periods if " " in one.phrase.strip() or not weekdays_in(one.phrase)]
    read = annotated(lowered, known, periods, language)
    if "COMPARE" in read.signs and len(periods) == 1:
        periods = _two_sides(periods[0], known) or periods
    where, marks = narrowed(read)
    signs = read.signs | found_signs(read, periods, language, known.now.date()) | marks
    signs |= {row.is_ for row in question_rules().notes if row.holds(signs)}
    aim, statistic, quantity, per = wanted(signs)
    asked = by_figures(Asked(where, statistic, quantity), signs, read)
    unread = unread_words(read, language, impossible)
    named = specific(read.subjects)
    part = Part(
        text=text,
        language=language,
        aim=aim,
        statistic=asked.statistic,
        quantity=asked.quantity,
        subjects=named,
        periods=tuple([one.range for one in periods]),
        per=per,
        where=asked.where,
        signs=signs,
        unread=unread,
        keywords=() if read.subjects or "PRONOUN" in signs else unread,
        impossible=impossible,
    )
    part = with_particulars(part, read, known)
    alone = part.aim == "effect" and len(part.subjects) == 1
    return _wished(replace(part, aim="figure") if alone else part)


def _wished(part: Part) -> Part:
    """A request looks nothing up; whoever wants a chart has the trend told in words."""
    wish = wish_in(part.text, part.language)
    if wish is None:
        return part
    if wish[0] != "chart" or not part.subjects:
        return replace(part, aim="request", statistic=None, quantity=None, keywords=(), unread=())
    kept = part.statistic if part.statistic in ("sum", "average") else "trend"
    quantity = None if part.quantity == "days" and part.per else part.quantity
    return replace(part, statistic=kept, quantity=quantity, unread=())


def _only_beside(phrase: str, language: Language) -> bool:
    """Whether a time is "the day after", which belongs to the event that follows."""
    tokens = tokens_of(phrase)
    return any(
        end == len(tokens) and symbol in ("NIGHT_BEFORE", "NIGHT_AFTER", "WEEK_BEFORE", "WEEK_AFTER")
        for end, values in symbol_trie(language).at(tokens, 0)
        for symbol, *_ in values
    )


def _two_sides(whole: PeriodMention, known: Known) -> list[PeriodMention]:
    """The two times of "compare September to October", which is no stretch from one to the other."""
    words, joins = whole.phrase.split(), question_file("en").words["SIDE_JOIN"]
    for at in range(1, len(words) - 1):
        if plain(words[at]) in joins:
            sides = [
                read_periods(" ".join(side), known.now, known.order) for side in (words[:at], words[at + 1 :])
            ]
            if all(len(side) == 1 for side in sides):
                return [
                    PeriodMention(side[0].range, whole.start, whole.end, side[0].phrase) for side in sides
                ]
    return []
