"""The router played by a model: what it is told, and what of its answer holds."""

from __future__ import annotations

import re

from pydantic import Field

from agents.limits import CallLimits
from agents.model.calls.ask import Ask
from agents.model.checks.words import asked_at, dealt, find, sentence, share
from agents.model.context.prompts import framed, prompt
from agents.model.terse import Terse
from agents.router import RouterInput, RouterOutput
from agents.types import InputType

_STORED = (InputType.LOG, InputType.BOTH)
_SURE = {
    InputType.LOG: 0.9,
    InputType.QUERY: 0.8,
    InputType.BOTH: 0.85,
    InputType.CORRECTION: 0.9,
    InputType.CHAT: 0.9,
}
"""From which confidence on code's own type stands. Of what strangers wrote (`evals/data/strangers`), 233
logs and 83 of 92 questions were routed so surely, and none of them wrongly."""
_NUMBER = re.compile(r"\d+")
_NAMED = 0.8
"""The confidence of a log that names something known, but reports no more than that."""


class RouterWire(Terse):
    """A router's answer; the type comes after its reasons, and before what else a call writes."""

    reasoning: str = Field(description="why, in one short sentence")
    domains: tuple[str, ...] = Field(description="domains it touches; in doubt rather one more")
    log_part: str | None = Field(
        default=None, description="only for both: the words that report, copied exactly"
    )
    question_part: str | None = Field(
        default=None, description="only for both: the words that ask, copied exactly"
    )
    corrects: str | None = Field(
        default=None, description="only for correction: the words that say what was wrong, copied exactly"
    )
    confidence: float = Field(description="0 to 1")
    input_type: InputType


def ask(
    given: RouterInput, floor: RouterOutput, tool_context: str = "", *, limits: CallLimits
) -> Ask[RouterWire]:
    """The request to classify a message."""
    own = prompt("router")
    return Ask(
        agent="router",
        instructions=own.instructions,
        context=framed(
            own,
            now=asked_at(),
            profile=given.profile,
            reference=reference(given),
            blocks=[*around(given, limits.history), ("message", given.text)],
            history=limits.history,
            tool_context=tool_context,
        ),
        output=RouterWire,
        floor=lambda: wire(floor, given),
    )


def reference(given: RouterInput) -> list[tuple[str, str]]:
    """The domains to choose from."""
    lines = (f"{info.name}: {info.description}" for info in given.available_domains if not info.base)
    return [("Domains", "\n".join(lines))]


def around(given: RouterInput, history: int) -> list[tuple[str, str]]:
    """What was said before, and the message this one replies to."""
    recent = given.recent_messages[-history:] if history else ()
    replied = given.replied_to or ""
    name = "replies_to_log" if given.replied_to_entry else "replies_to"
    return [("earlier_messages", "\n".join(recent)), (name, replied)]


def wire(floor: RouterOutput, given: RouterInput) -> RouterWire:
    """Code's own answer in wire form."""
    return RouterWire(
        reasoning=floor.reasoning,
        domains=floor.selected_domains,
        log_part=floor.log_portion,
        question_part=floor.query_portion if floor.input_type is InputType.BOTH else None,
        corrects=floor.correction_target,
        confidence=floor.confidence,
        input_type=floor.input_type,
    )


def output(told: RouterWire, given: RouterInput, floor: RouterOutput) -> RouterOutput:
    """What holds of it: domains that exist, portions that are the message's own words and lose none."""
    kind = _kind(told, given, floor)
    log, question = _portions(told, given.text, floor) if kind is InputType.BOTH else (None, None)
    return RouterOutput(
        reasoning=sentence(told.reasoning),
        domain_selection_reasoning=floor.domain_selection_reasoning,
        selected_domains=_domains(told, given, floor, kind),
        log_portion=log,
        query_portion=given.text.strip() if kind is InputType.QUERY else question,
        correction_target=_corrected(told, given, floor) if kind is InputType.CORRECTION else None,
        corrects_if_logged=floor.corrects_if_logged if kind is InputType.LOG else None,
        corrects_if_repeated=floor.corrects_if_repeated and kind is InputType.LOG,
        confidence=share(told.confidence, floor.confidence),
        input_type=kind,
    )


def _kind(told: RouterWire, given: RouterInput, floor: RouterOutput) -> InputType:
    """What code is sure of stands: no question becomes a log or a correction by a model's word alone."""
    if floor.confidence >= _SURE[floor.input_type]:
        return told.input_type if _adds(told, given, floor) else floor.input_type
    if floor.input_type is InputType.LOG and told.input_type is InputType.CHAT and floor.confidence >= _NAMED:
        return InputType.LOG
    return _unsure_kind(told, given, floor)


def _adds(told: RouterWire, given: RouterInput, floor: RouterOutput) -> bool:
    """Whether a model only sees more than code is sure of: a question too, or what a log may correct."""
    match floor.input_type, told.input_type:
        case InputType.CHAT, InputType.QUERY:
            return True
        case InputType.LOG, InputType.BOTH:
            asked = set(_NUMBER.findall(told.question_part or ""))
            return asked <= set(_NUMBER.findall(told.log_part or ""))  # the report keeps its figures
        case InputType.LOG, InputType.CORRECTION:
            may_correct = floor.corrects_if_logged is not None or floor.corrects_if_repeated
            return may_correct and find(told.corrects or "", given.text) is not None
        case _:
            return False


def _unsure_kind(told: RouterWire, given: RouterInput, floor: RouterOutput) -> InputType:
    """A report with figures of a known domain is stored, whatever a model makes of the words around it."""
    reported = floor.log_portion or given.text
    figures = any(letter.isdigit() for letter in reported)
    if (
        floor.input_type in _STORED
        and figures
        and _selective(floor, given)
        and told.input_type not in _STORED
    ):
        asks = "?" in reported and floor.input_type is InputType.LOG
        corrects = told.input_type is InputType.CORRECTION and find(told.corrects or "", given.text)
        return told.input_type if corrects or asks else floor.input_type
    return told.input_type


def _selective(floor: RouterOutput, given: RouterInput) -> bool:
    """Whether code found domains named, rather than taking all for want of a name."""
    return 0 < len(floor.selected_domains) < sum(not info.base for info in given.available_domains)


def _domains(told: RouterWire, given: RouterInput, floor: RouterOutput, kind: InputType) -> tuple[str, ...]:
    """Those that exist, with those that code found named; small talk needs none."""
    known = {info.name.lower(): info.name for info in given.available_domains if not info.base}
    chosen = [known[name] for word in told.domains if (name := word.strip().lower()) in known]
    named = floor.selected_domains if _selective(floor, given) else ()
    if kind is InputType.CHAT:
        return ()
    return tuple(dict.fromkeys([*named, *chosen])) or floor.selected_domains


def _portions(told: RouterWire, text: str, floor: RouterOutput) -> tuple[str | None, str | None]:
    """The message in two: as told, where that is its own words; else as code splits it; else undivided."""
    log = find(told.log_part or "", text)
    question = find(told.question_part or "", text)
    split = dealt(text, [log, question]) if log is not None and question is not None else None
    if split is None:
        return floor.log_portion, floor.query_portion if floor.log_portion else None
    reports, asks = (text[begin:end].strip() for begin, end in split)
    return reports, asks


def _corrected(told: RouterWire, given: RouterInput, floor: RouterOutput) -> str | None:
    span = find(told.corrects or "", given.text)
    if span is None:
        return floor.correction_target or given.text.strip()
    return given.text[span[0] : span[1]]
