"""The retriever played by a model: it searches with tools; what was found is known from the tools alone.

Code makes the searches of the plan in any case, so a model can only add to what is found.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from agents.model.calls.ask import Ask
from agents.model.checks.cleaned import line
from agents.model.checks.words import asked_at
from agents.model.context.shown import searched
from agents.model.requesting import request
from agents.profile import Profile
from agents.retriever import RetrieverInput, RetrieverOutput
from agents.types import RetrievalInstruction

if TYPE_CHECKING:
    from pydantic_ai import Tool

_WARNING, _MOST_WARNINGS, _SPELLINGS = 200, 6, 12


class RetrieverWire(BaseModel):
    """A retriever's answer: no entries, which a model could make up."""

    warnings: list[str] = Field(description="what was looked for and not found")


def ask(
    given: RetrieverInput,
    floor: RetrieverOutput,
    *,
    tools: Sequence[Tool[None]] = (),
) -> Ask[RetrieverWire]:
    """The request. `floor` is what code found for the plan; the tools keep what they find themselves."""
    return request(
        "retriever",
        now=datetime.combine(given.today, asked_at().timetz()),
        profile=Profile(user_id=0),
        blocks=[
            ("vocabulary", _spellings(given)),
            ("already_made", searched(floor.attempts)),
            ("plan", "\n".join(_told(instruction) for instruction in given.instructions)),
        ],
        output=RetrieverWire,
        tools=tools,
        floor=lambda: wire(floor, given),
    )


def _told(instruction: RetrievalInstruction) -> str:
    words = ", ".join((*instruction.topics, *instruction.keywords)) or instruction.pattern or "everything"
    span = instruction.date_range
    days = f"{span.start} to {span.end}" if span else "all time"
    return f"{instruction.strategy}: {words} | {days}{'' if instruction.widen else ' | do not widen'}"


def _spellings(given: RetrieverInput) -> str:
    """For each subject of the plan, its name and other ways to write it."""
    subjects = {
        given.vocabulary.get(word.lower(), word.lower())
        for instruction in given.instructions
        for word in (*instruction.topics, *instruction.keywords)
    }
    lines: list[str] = []
    for subject in sorted(subjects):
        spelled = [term for term, name in given.vocabulary.items() if name == subject and term != subject]
        if spelled:
            lines.append(f"{subject}: {', '.join(spelled[:_SPELLINGS])}")
    return "\n".join(lines)


def wire(floor: RetrieverOutput, given: RetrieverInput) -> RetrieverWire:
    """Code's own searches in wire form."""
    return RetrieverWire(warnings=list(floor.warnings))


def output(told: RetrieverWire, given: RetrieverInput, found: RetrieverOutput) -> RetrieverOutput:
    """What code and the tools found; of the model's words only its warnings."""
    warnings = (text for warning in told.warnings if (text := line(warning, _WARNING)))
    new = tuple(text for text in dict.fromkeys(warnings) if text not in found.warnings)
    return found.model_copy(update={"warnings": (*found.warnings, *new[:_MOST_WARNINGS])})
