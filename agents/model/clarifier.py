"""The clarifier played by a model: what it is told, and what of its answer holds."""

from __future__ import annotations

from pydantic import Field

from agents.clarifier import ClarificationQuestion, ClarifierInput, ClarifierOutput
from agents.language.tongues import lacks, touches
from agents.limits import CallLimits
from agents.model.calls.ask import Ask
from agents.model.checks.spoken import choices, days_of, spoken_line
from agents.model.checks.words import asked_at
from agents.model.requesting import request
from agents.model.terse import Terse
from agents.types import Gap

_OPTIONS = 4
_OPTION, _TEXT = 40, 300
_ASKS = ("?", "\uff1f", "\u061f", "\u037e", ";")
"""Marks of a question: Latin, Chinese, Arabic, Greek."""


class QuestionWire(Terse):
    """One question."""

    gap: str = Field(description="the name of the gap it is about")
    question: str
    options: tuple[str, ...] = Field(default=(), description="2 to 4 likely answers, a few words each")


class ClarifierWire(Terse):
    """A clarifier's answer."""

    why: str = Field(description="why it is asked and what was looked at already, one sentence")
    questions: tuple[QuestionWire, ...]


def ask(given: ClarifierInput, floor: ClarifierOutput, *, limits: CallLimits) -> Ask[ClarifierWire]:
    """The request to word questions."""
    gaps = (f"{gap.key}: {gap.description}{_likely(gap)}" for gap in open_gaps(given))
    looked = (attempt.summary for attempt in given.retrieval_history if attempt.summary)
    told = (f"{answer.question} - {answer.answer}" for answer in given.previous)
    return request(
        "clarifier",
        now=asked_at(),
        profile=given.profile,
        blocks=[
            ("looked_at", "\n".join(looked)),
            ("answered_before", "\n".join(told)),
            ("gaps", "\n".join(gaps)),
            ("question", given.query),
        ],
        history=limits.history,
        output=ClarifierWire,
        floor=lambda: wire(floor, given),
    )


def _likely(gap: Gap) -> str:
    return f" (likely: {', '.join(gap.options)})" if gap.options else ""


def open_gaps(given: ClarifierInput) -> tuple[Gap, ...]:
    """What only the person can fill and was not asked yet, what matters most first."""
    answered = {answer.gap for answer in given.previous}
    gaps = {gap.key: gap for gap in given.gaps if not gap.retrievable and gap.key not in answered}
    return tuple(sorted(gaps.values(), key=lambda gap: gap.severity != "critical"))


def wire(floor: ClarifierOutput, given: ClarifierInput) -> ClarifierWire:
    """Code's own answer in wire form."""
    return ClarifierWire(
        why=floor.context_explanation,
        questions=tuple(
            QuestionWire(gap=asked.gap, question=asked.question, options=asked.options)
            for asked in floor.questions
        ),
    )


def output(told: ClarifierWire, given: ClarifierInput, floor: ClarifierOutput) -> ClarifierOutput:
    """One question a gap, none asked before; where the model has none that can be read, code's."""
    by_code = {asked.gap: asked for asked in floor.questions}
    worded = {question.gap.strip(): question for question in reversed(told.questions)}
    asked_before = {" ".join(answer.question.split()).lower() for answer in given.previous}
    questions: dict[str, ClarificationQuestion] = {}
    for gap in open_gaps(given):
        own = by_code.get(gap.key)
        question = _question(worded[gap.key], gap, own, given) if gap.key in worded else None
        for candidate in (question, own):
            if candidate is not None and candidate.question.lower() not in asked_before:
                questions.setdefault(candidate.question.lower(), candidate)
                break
    if not questions:
        return floor
    return ClarifierOutput(
        questions=tuple(questions.values()),
        context_explanation=_reason(told.why, given) or floor.context_explanation,
        fallback_action=floor.fallback_action,
    )


def _spoken(text: str, given: ClarifierInput) -> str:
    """As an answer may say it, with the numbers of what was looked at and said before."""
    spans = [attempt.date_range or attempt.instruction.date_range for attempt in given.retrieval_history]
    searched = [days_of(span.start, span.end) for span in spans if span is not None]
    gaps = [text for gap in given.gaps for text in (gap.description, *gap.options)]
    said = [text for answer in given.previous for text in (answer.question, answer.answer)]
    known = [attempt.summary for attempt in given.retrieval_history] + searched + gaps + said
    return spoken_line(text, _TEXT, query=given.query, profile=given.profile, known=known)


def _reason(why: str, given: ClarifierInput) -> str:
    """About what is asked, and not that there is nothing where searches have found something."""
    found = any(attempt.entries_found for attempt in given.retrieval_history)
    topics = (topic for attempt in given.retrieval_history for topic in attempt.instruction.topics)
    about = (given.query, *topics, *(gap.description for gap in given.gaps))
    return "" if (found and lacks(why)) or not touches(why, about) else _spoken(why, given)


def _question(
    told: QuestionWire, gap: Gap, own: ClarificationQuestion | None, given: ClarifierInput
) -> ClarificationQuestion | None:
    """Answers that code knows to be likely are what a re-plan understands: they stay."""
    text = _spoken(told.question, given)
    if not text.endswith(_ASKS):
        return None
    options = choices(told.options, _OPTIONS, _OPTION, query=given.query, profile=given.profile)
    if len(options) < len(told.options[:_OPTIONS]):
        return None  # what is left of a choice is none
    few = options if len(options) > 1 else (own.options if own is not None else ())
    return ClarificationQuestion(
        question=text, gap=gap.key, options=gap.options or few, required=gap.severity == "critical"
    )
