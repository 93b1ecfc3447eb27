"""The offline clarifier: one friendly, specific question a gap, with likely answers to tap.

Questions and options by kind are data (`data/clarifier.*.yaml`), in the language of the user's question.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Literal

from pydantic import BaseModel

from agents.clarifier import ClarificationQuestion, ClarifierInput, ClarifierOutput
from agents.offline.answers.wording import fill
from agents.offline.lexicon import language_of, load, plain
from agents.types import Gap, GapType


class Kind(BaseModel, extra="forbid"):
    """What is asked about a kind of gap; `match` is looked for in the gap's key, then its description."""

    match: str
    question: str
    options: tuple[str, ...]


class Wording(BaseModel, extra="forbid"):
    """One language's file."""

    kinds: tuple[Kind, ...]
    subjective: str
    other: str
    days: dict[Literal["night", "then", "span", "any"], str]
    date: str
    months: tuple[str, ...]
    night_kinds: str
    why_subjective: str
    why_unsearched: str
    looked: dict[str, str]
    """What can be looked at, by topic; `training` stands for every other topic."""
    why_ambiguous: str
    skip_subjective: str
    skip_ambiguous: str


@cache
def _wording(language: str) -> Wording:
    return load("clarifier", language, Wording)


def clarify(given: ClarifierInput) -> ClarifierOutput:
    """Word the gaps that only the user can fill, the critical ones first; nothing answered is asked again."""
    words = _wording(language_of(given.query, given.profile.language))
    answered = {answer.gap for answer in given.previous}
    asked = {answer.question for answer in given.previous}
    gaps = {gap.key: gap for gap in given.gaps if not gap.retrievable and gap.key not in answered}
    ordered = sorted(gaps.values(), key=lambda gap: gap.severity != "critical")
    questions = {
        q.question: q for gap in ordered if (q := _question(gap, given, words)).question not in asked
    }
    subjective = any(gap.gap_type is GapType.SUBJECTIVE for gap in ordered)
    return ClarifierOutput(
        questions=tuple(questions.values()),
        context_explanation=_why(given, words) if subjective else words.why_ambiguous,
        fallback_action=words.skip_subjective if subjective else words.skip_ambiguous,
    )


def _why(given: ClarifierInput, words: Wording) -> str:
    """What was looked at without anything standing out; nothing more is claimed."""
    topics = {topic for attempt in given.retrieval_history for topic in attempt.instruction.topics}
    looked = [name for topic, name in words.looked.items() if topic in topics]
    if topics - words.looked.keys():
        looked.insert(0, words.looked["training"])
    if not looked:
        return words.why_unsearched
    return fill(words.why_subjective, list=", ".join(dict.fromkeys(looked)))


def _question(gap: Gap, given: ClarifierInput, words: Wording) -> ClarificationQuestion:
    kind = _kind(gap, words)
    return ClarificationQuestion(
        question=_worded(gap, kind, given, words),
        gap=gap.key,
        options=gap.options or (kind.options if kind else ()),
        required=gap.severity == "critical",
    )


def _kind(gap: Gap, words: Wording) -> Kind | None:
    texts = (plain(gap.key), plain(gap.description))
    return next((kind for text in texts for kind in words.kinds if re.search(kind.match, text)), None)


def _worded(gap: Gap, kind: Kind | None, given: ClarifierInput, words: Wording) -> str:
    """A gap that is worded as a question is asked as it is."""
    if gap.description.endswith("?"):
        return gap.description
    other = words.subjective if gap.gap_type is GapType.SUBJECTIVE else words.other
    template = kind.question if kind else other
    return template.format(gap=gap.description.rstrip(" ."), day=_day(gap, given, words))


def _day(gap: Gap, given: ClarifierInput, words: Wording) -> str:
    """The days in question: the first range that was searched, which is the one that was asked about."""
    spans = [a.instruction.date_range for a in given.retrieval_history if a.instruction.date_range]
    if not spans:
        about_night = re.search(words.night_kinds, plain(f"{gap.key} {gap.description}"))
        return words.days["night" if about_night else "any"]
    span = spans[0]
    start, end = (
        words.date.format(day=day.day, month=words.months[day.month - 1]) for day in (span.start, span.end)
    )
    return words.days["then" if start == end else "span"].format(start=start, end=end)
