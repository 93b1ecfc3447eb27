"""The clarifier played by a model: what it is told, and what of its answer holds."""

from __future__ import annotations

from pydantic import Field

from agents.clarifier import ClarificationQuestion, ClarifierInput, ClarifierOutput
from agents.limits import CallLimits
from agents.model.calls.ask import Ask
from agents.model.checks.cleaned import is_foreign, line
from agents.model.checks.words import asked_at, sentences
from agents.model.context.prompts import framed, prompt
from agents.model.synthesizer import languages
from agents.model.terse import Terse
from agents.types import Gap

_OPTIONS = 4
_OPTION = 40


class QuestionWire(Terse):
    """One question."""

    gap: str = Field(description="the name of the gap it is about")
    question: str
    options: tuple[str, ...] = Field(default=(), description="2 to 4 likely answers, a few words each")


class ClarifierWire(Terse):
    """A clarifier's answer."""

    why: str = Field(description="why it is asked and what was looked at already, one sentence")
    if_skipped: str = Field(description="what the answer will be like without this, one sentence")
    questions: tuple[QuestionWire, ...]


def ask(
    given: ClarifierInput, floor: ClarifierOutput, tool_context: str = "", *, limits: CallLimits
) -> Ask[ClarifierWire]:
    """The request to word questions."""
    own = prompt("clarifier")
    gaps = (f"{gap.key}: {gap.description}{_likely(gap)}" for gap in open_gaps(given))
    looked = (attempt.summary for attempt in given.retrieval_history if attempt.summary)
    told = (f"{answer.question} - {answer.answer}" for answer in given.previous)
    return Ask(
        agent="clarifier",
        instructions=own.instructions,
        context=framed(
            own,
            now=asked_at(),
            profile=given.profile,
            blocks=[
                ("looked_at", "\n".join(looked)),
                ("answered_before", "\n".join(told)),
                ("gaps", "\n".join(gaps)),
                ("question", given.query),
            ],
            history=limits.history,
            tool_context=tool_context,
        ),
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
        if_skipped=floor.fallback_action,
        questions=tuple(
            QuestionWire(gap=asked.gap, question=asked.question, options=asked.options)
            for asked in floor.questions
        ),
    )


def output(told: ClarifierWire, given: ClarifierInput, floor: ClarifierOutput) -> ClarifierOutput:
    """One question a gap, none asked before; where the model has none that can be read, code's."""
    told = _readable(told, given)
    by_code = {asked.gap: asked for asked in floor.questions}
    worded = {question.gap.strip(): question for question in reversed(told.questions)}
    asked_before = {" ".join(answer.question.split()).lower() for answer in given.previous}
    questions: dict[str, ClarificationQuestion] = {}
    for gap in open_gaps(given):
        own = by_code.get(gap.key)
        question = _question(worded[gap.key], gap, own) if gap.key in worded else None
        for candidate in (question, own):
            if candidate is not None and candidate.question.lower() not in asked_before:
                questions.setdefault(candidate.question.lower(), candidate)
                break
    if not questions:
        return floor
    return ClarifierOutput(
        questions=tuple(questions.values()),
        context_explanation=line(told.why, 300) or floor.context_explanation,
        fallback_action=line(told.if_skipped, 300) or floor.fallback_action,
    )


def _readable(told: ClarifierWire, given: ClarifierInput) -> ClarifierWire:
    """Without what is in a script that the person does not write."""
    spoken = languages(given.query, given.profile)
    return ClarifierWire(
        why="" if is_foreign(told.why, spoken) else told.why,
        if_skipped="" if is_foreign(told.if_skipped, spoken) else told.if_skipped,
        questions=tuple(
            asked
            for asked in told.questions
            if not any(is_foreign(text, spoken) for text in (asked.question, *asked.options))
        ),
    )


def _question(
    told: QuestionWire, gap: Gap, own: ClarificationQuestion | None
) -> ClarificationQuestion | None:
    """Answers that code knows to be likely are what a re-plan understands: they stay."""
    text = line(told.question, 300)
    if not text:
        return None
    options = sentences((line(option, _OPTION) for option in told.options), _OPTIONS, _OPTION)
    few = options if len(options) > 1 else (own.options if own is not None else ())
    return ClarificationQuestion(
        question=text, gap=gap.key, options=gap.options or few, required=gap.severity == "critical"
    )
