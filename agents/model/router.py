"""The router played by a model: what it is told, and what of its answer holds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import TypeVar, cast

from pydantic import BaseModel, Field, create_model

from agents.limits import CallLimits
from agents.model.calls.ask import Ask
from agents.model.checks.words import asked_at, dealt, find, sentence, share
from agents.model.context.prompts import Job, merged
from agents.model.requesting import request
from agents.model.terse import Terse
from agents.router import Handed, RouterInput, RouterOutput
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
_MOST_PARTS = 6
_ASKING = 3
"""Words of a question that is left beside what is handed on; fewer greet or join."""
W = TypeVar("W", bound=BaseModel)
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


class HandedWire(Terse):
    """Words for a specialist."""

    to: str = Field(description="the specialist's name as listed")
    words: str = Field(description="copied exactly")
    hint: str = Field(default="", description="what the words mean, where they alone do not tell")
    on_that_day: bool = Field(default=False, description="the day it needs is what other words ask about")


class Handing(Terse):
    """What a router adds where there are specialists; first, so that no plan is made for it."""

    handed: tuple[HandedWire, ...] = Field(default=(), description="words for specialists; usually none")


@cache
def handing(output: type[W]) -> type[W]:
    """A form with room for what is handed on."""
    return cast("type[W]", create_model(output.__name__, __base__=(output, Handing)))


def ask(
    given: RouterInput, floor: RouterOutput, tool_context: str = "", *, limits: CallLimits
) -> Ask[RouterWire]:
    """The request to classify a message."""
    return request(
        merged("router", *concierge(given)),
        now=asked_at(),
        profile=given.profile,
        reference=reference(given),
        blocks=[*around(given, limits.history), ("message", given.text)],
        history=limits.history,
        tool_context=tool_context,
        output=form(RouterWire, given),
        floor=lambda: wire(floor, given),
    )


def form(output: type[W], given: RouterInput) -> type[W]:
    """As it is where nobody is there to hand on to."""
    return handing(output) if given.specialists else output


def concierge(given: RouterInput) -> tuple[Job, ...]:
    """The part of the prompt about specialists, where there are any."""
    return ("concierge",) if given.specialists else ()


def reference(given: RouterInput) -> list[tuple[str, str]]:
    """The domains to choose from, and the specialists, if any are this person's."""
    lines = (f"{info.name}: {info.description}" for info in given.available_domains if not info.base)
    there = (f"{one.name}: {one.description}" for one in given.specialists)
    return [("Domains", "\n".join(lines)), ("Specialists", "\n".join(there))]


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


def output(
    told: RouterWire, given: RouterInput, floor: RouterOutput, handed: Sequence[HandedWire] = ()
) -> RouterOutput:
    """What holds of it: domains that exist, portions that are the message's own words and lose none."""
    parts, rest = handed_on(handed, given, floor)
    if parts:
        return _beside(told, given, floor, parts, rest)
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


def handed_on(
    handed: Sequence[HandedWire], given: RouterInput, floor: RouterOutput
) -> tuple[tuple[Handed, ...], str]:
    """The parts whose words and specialists are there, and what is left of the message.

    No figure of what code is sure is a log, or a correction, is ever handed on.
    """
    names, text = {one.name for one in given.specialists}, given.text
    parts: list[Handed] = []
    spans: list[tuple[int, int]] = []
    for one in handed[:_MOST_PARTS]:
        span = find(one.words, text) if one.to in names else None
        if span is None or any(span[0] < end and begin < span[1] for begin, end in spans):
            continue
        spans.append(span)
        words = text[span[0] : span[1]].strip()
        parts.append(
            Handed(specialist=one.to, words=words, hint=sentence(one.hint), on_that_day=one.on_that_day)
        )
    rest = _without(text, spans)
    reports = floor.input_type in (InputType.LOG, InputType.CORRECTION)
    sure = reports and floor.confidence >= _SURE[floor.input_type]
    if sure and set(_NUMBER.findall(text)) - set(_NUMBER.findall(rest)):
        return (), text
    return tuple(parts), rest


def _without(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """What is left, without what only joined the parts."""
    left = list(text)
    for begin, end in spans:
        left[begin:end] = [" "] * (end - begin)
    rest = " ".join("".join(left).split())
    return rest if re.search(r"\w{3}", rest) else ""


def _beside(
    told: RouterWire, given: RouterInput, floor: RouterOutput, parts: tuple[Handed, ...], rest: str
) -> RouterOutput:
    """What is left is routed as told, in its own words."""
    log, question = (_inside(part, rest) for part in (told.log_part, told.question_part))
    kind = told.input_type
    if kind is InputType.BOTH and not (log and question):
        kind = InputType.LOG if log else InputType.QUERY
    if not rest or (kind is InputType.QUERY and not _asks(rest)):
        kind, rest = InputType.CHAT, ""
    left = given.model_copy(update={"text": rest, "specialists": ()})
    return RouterOutput(
        reasoning=sentence(told.reasoning),
        domain_selection_reasoning=floor.domain_selection_reasoning,
        selected_domains=_domains(told, given, floor, kind),
        log_portion=(log if kind is InputType.BOTH else rest) or None,
        query_portion=(question if kind is InputType.BOTH else rest) or None,
        correction_target=_corrected(told, left, floor) if kind is InputType.CORRECTION else None,
        handed=parts,
        rest=rest,
        confidence=share(told.confidence, floor.confidence),
        input_type=kind,
    )


def _inside(part: str | None, rest: str) -> str | None:
    """A portion, if it is of what is left."""
    span = find(part or "", rest)
    return None if span is None else rest[span[0] : span[1]].strip()


def _asks(rest: str) -> bool:
    """Whether more than a word or two is left that may ask something."""
    return len(rest.split()) >= _ASKING


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
