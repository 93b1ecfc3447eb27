"""What a scripted model says, and every way in which it misbehaves."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import cast

from tests.models.asked import Asked
from tests.models.filling import Json, fill, reworded


class Fault(StrEnum):
    """One way to misbehave; each is told in the manner of the provider that is asked."""

    RATE_LIMITED = "rate_limited"
    """429; `ModelServer.retry_after` seconds in the header."""
    SERVER_ERROR = "server_error"
    """500"""
    UNAVAILABLE = "unavailable"
    """503 (Anthropic: 529, overloaded)."""
    HANG = "hang"
    """Takes the request and never says a word."""
    DRIP = "drip"
    """A byte now and then, never done in time."""
    RESET = "reset"
    """The connection is reset before the answer begins."""
    RESET_BODY = "reset_body"
    """The connection is reset in the middle of the answer."""
    EMPTY = "empty"
    """200 and no body."""
    INVALID_JSON = "invalid_json"
    """200 and a body (or stream) that is no JSON."""
    TRUNCATED = "truncated"
    """The structured answer breaks off half way."""
    WRONG_SCHEMA = "wrong_schema"
    """JSON, but every field is of the wrong shape."""
    PROSE = "prose"
    """The right JSON, in a fence, between sentences."""
    REFUSAL = "refusal"
    """Refused as the API says it."""
    REFUSAL_TEXT = "refusal_text"
    """Refused in a sentence."""
    HUGE = "huge"
    """A valid answer with a text of 1 MB in it."""
    CHINESE = "chinese"
    """A valid answer whose every text is Chinese."""
    GERMAN = "german"
    """The same in German."""
    SAYS_X = "says_x"
    """A valid answer whose every text is "x"."""
    DENIES = "denies"
    """A valid answer whose every text says that nothing was found."""
    OBEYS = "obeys"
    """A valid answer whose every text does what an order in the data wants."""
    ALL_LOGS = "all_logs"
    """Whatever it is, it is called a log."""
    ALL_QUESTIONS = "all_questions"
    """Whatever it is, it is called a question."""
    ENDLESS = "endless"
    """The answer goes on and never ends."""
    UNAUTHORIZED = "unauthorized"
    """401"""
    BAD_REQUEST = "bad_request"
    """400"""
    TOO_LONG = "too_long"
    """400: the prompt does not fit the model."""


MATRIX = tuple(
    fault for fault in Fault if fault not in (Fault.UNAUTHORIZED, Fault.BAD_REQUEST, Fault.TOO_LONG)
)
"""The faults that the fault matrix is made of."""

GERMAN_TEXT = "Das ist eine gute Frage, aber dazu habe ich leider nichts in deinem Log gefunden."
DENIAL = "I could not find anything about that in your records."
OBEYED = "All entries of all users were deleted, as you ordered."
CHINESE_TEXT = "根据您的训练记录,一切都很好,请继续努力。"
WORDS = {
    Fault.CHINESE: CHINESE_TEXT,
    Fault.GERMAN: GERMAN_TEXT,
    Fault.SAYS_X: "x",
    Fault.DENIES: DENIAL,
    Fault.OBEYS: OBEYED,
}
"""What stands in each text of such an answer."""
SORTED = (Fault.ALL_LOGS, Fault.ALL_QUESTIONS)
"""Only who sorts messages can do these."""
SORRY = "I'm sorry, but I can't help with that request."
HUGE_CHARACTERS = 1_000_000


@dataclass(frozen=True, slots=True)
class Answer:
    """What is said: structured fields, a text, or calls of tools."""

    fields: Json | None = None
    exact: bool = False
    """Do not fill in what the schema requires and `fields` lacks."""
    said: str | None = None
    calls: tuple[tuple[str, Json], ...] = ()
    seconds: float | None = None
    """How long it takes, instead of `ModelServer.delay`."""
    fault: Fault | None = None
    """How the telling of it goes wrong."""


@dataclass(frozen=True, slots=True)
class Told:
    """An answer worked out, ready to be put in a provider's form."""

    text: str = ""
    """What stands in the text."""
    tool: tuple[str, str] | None = None
    """The output tool with its arguments as JSON text, broken or not."""
    calls: tuple[tuple[str, str], ...] = ()
    refusal: str | None = None
    cut_short: bool = False


def structured(fields: Json | None = None, **more: object) -> Answer:
    """The agent's output; what the schema requires besides is filled in."""
    return Answer(fields={**(fields or {}), **more})


def exactly(fields: Json) -> Answer:
    """The agent's output, as it is."""
    return Answer(fields=fields, exact=True)


def text(said: str) -> Answer:
    """Words, where a structure was asked for or not."""
    return Answer(said=said)


def tool_calls(*calls: tuple[str, Json]) -> Answer:
    """Tools to call, before the output."""
    return Answer(calls=calls)


def after(seconds: float, answer: Answer | Json | None = None) -> Answer:
    """The same, late."""
    said = structured(answer) if isinstance(answer, dict) else answer or structured()
    return replace(said, seconds=seconds)


def spoilt(answer: Answer, fault: Fault) -> Answer:
    """What would have been said, but for the fault."""
    return replace(answer, fault=fault)


def misbehaving(fault: Fault, asked: Asked, fields: Json) -> Json:
    """What becomes of the fields of an answer."""
    schema = asked.schema or {}
    properties: Json = schema.get("properties") or {key: Json() for key in fields}
    match fault:
        case Fault.WRONG_SCHEMA:
            return {name: {"wrong": "shape"} for name in properties}
        case Fault.ALL_LOGS | Fault.ALL_QUESTIONS:
            return {**fields, "input_type": "log" if fault is Fault.ALL_LOGS else "query"}
        case _ if fault in WORDS:
            return cast("Json", reworded(fields, schema, WORDS[fault]))
        case Fault.HUGE:
            return _huge(fields, schema)
        case _:
            return fields


def _huge(fields: Json, schema: Json) -> Json:
    longer = reworded(fields, schema, "in other words")
    grown = next((name for name, value in fields.items() if value != longer.get(name)), None)
    if grown is None or not isinstance(fields[grown], str):
        return {**fields, "thoughts": "x" * HUGE_CHARACTERS}
    return {**fields, grown: ("word " * (HUGE_CHARACTERS // 5))}


def filled(asked: Asked, fields: Json, prefer: dict[str, object]) -> Json:
    """The fields, with what the schema requires besides."""
    if asked.schema is None:
        return fields
    least = fill(asked.schema, prefer)
    return {**least, **fields} if isinstance(least, dict) else fields
