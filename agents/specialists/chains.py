"""A day that one specialist's request needs and another's passages tell: read in what they quote."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, time

from agents.agenda.speech import speech
from agents.agenda.times import days_named
from agents.handover import DayFrom
from agents.language.days.day_rules import DateOrder
from agents.language.tokens import is_hangul
from agents.profile import Profile
from agents.specialists.specialist import Heard, Passage, Told
from agents.specialists.speech import speech as of_parts
from agents.specialists.staff import Staff
from agents.tools.context import ToolContext
from storage.fulltext import words

_SENTENCE = re.compile(r"(?<=[.!?])(?<!\b[A-Z][a-z]\.)(?<!\b[A-Z][a-z]{2}\.)\s+|\n+")
"""Not behind a short word in capitals, such as a title's."""
_NOON = time(12)
_STEM, _SYLLABLES = 4, 2
"""Letters by which a word of the question is known in a sentence: swim in swimming."""
ENGLISH, KOREAN = "en", "ko"
_MOST_DAYS = 4


@dataclass(frozen=True, slots=True)
class FoundDays:
    """Where it says so, and the days that are named there; none: nothing was found, or no day in it."""

    passage: Passage | None = None
    days: tuple[date, ...] = ()


async def found_days(
    day_from: DayFrom, staff: Staff, said: Heard, context: ToolContext, profile: Profile
) -> FoundDays:
    """The days of the sentence nearest to the question, in the first source that has one."""
    nearest = FoundDays()
    known = {one.name for one in staff}
    for name in day_from.sources:
        if name not in known or not staff.is_configured(name, context.user_id):
            continue
        one = staff.named(name)
        query = one.heard(said.part(day_from.question)) or one.request(user_question=day_from.question)
        told = await one.answer(query, staff.seat(one, context, profile))
        found = days_in(told, day_from.question, profile.date_order)
        if found.days:
            return found
        nearest = nearest if nearest.passage is not None else found
    return nearest


def days_in(told: Told, question: str, order: DateOrder) -> FoundDays:
    """Of the sentences that name a day the one that shares most words with the question."""
    asked = _stems(question, _light(question))
    best: tuple[int, FoundDays] | None = None
    for passage in told.passages:
        for sentence in _SENTENCE.split(passage.text):
            days = (passage.day,) if passage.is_the_day else _days(sentence, passage, order)
            alike = len(asked & _stems(f"{passage.title} {sentence}", frozenset()))
            if days and alike and (best is None or alike > best[0]):
                shown = passage.model_copy(update={"text": sentence.strip()})
                best = alike, FoundDays(shown, days)
    return best[1] if best is not None else FoundDays(next(iter(told.passages), None))


def _light(question: str) -> frozenset[str]:
    return of_parts(KOREAN if any(map(is_hangul, question)) else ENGLISH).light


def _stems(text: str, light: frozenset[str]) -> set[str]:
    told = (word for word in words(text) if word not in light)
    return {word[:_STEM] if word.isascii() else word[:_SYLLABLES] for word in told}


def _days(sentence: str, passage: Passage, order: DateOrder) -> tuple[date, ...]:
    then = datetime.combine(passage.day, _NOON)
    language = KOREAN if any(map(is_hangul, sentence)) else ENGLISH
    return days_named(sentence, speech(language), then, order)[:_MOST_DAYS]
