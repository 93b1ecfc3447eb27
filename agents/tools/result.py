"""How the call of a tool ends: always with a result, never with an exception."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar, cast

from pydantic import BaseModel, JsonValue, ValidationError

from storage.entities import Frozen

R_co = TypeVar("R_co", bound=BaseModel, covariant=True)


class Outcome(StrEnum):
    """How it ended; whoever speaks to the person words it."""

    DONE = "done"
    UNKNOWN = "unknown"
    """There is no such tool."""
    NOT_CONFIGURED = "not_configured"
    """The person has no such source."""
    INVALID = "invalid"
    """Arguments that the tool does not take."""
    UNCONFIRMED = "unconfirmed"
    """A write that the person has not said yes to."""
    NOT_FOUND = "not_found"
    """What was named is not there, or not any more."""
    REFUSED = "refused"
    """The source does not let us in: a wrong or revoked token."""
    CONFLICT = "conflict"
    """It was changed meanwhile."""
    UNAVAILABLE = "unavailable"
    """The source does not answer, or is too busy."""
    TIMED_OUT = "timed_out"
    TOO_LARGE = "too_large"
    FAILED = "failed"
    """A mistake of ours; the log has it."""
    CANCELLED = "cancelled"


class ToolError(Exception):
    """A tool can't do what was asked. `detail` is for the row and for a model, never for the person."""

    def __init__(self, outcome: Outcome, detail: str = "") -> None:
        super().__init__(detail or outcome.value)
        self.outcome = outcome
        self.detail = detail


class Proposal(Frozen):
    """What a tool of the class `proposes` answers: the call that is made once the person says yes.

    Subclasses add what is shown beside the buttons. It is kept as it is until then, so `arguments` holds
    everything that the writing tool needs, also what makes it happen only once (an id of ours).
    """

    tool: str
    arguments: dict[str, JsonValue]

    def allows(self, tool: str, arguments: Mapping[str, JsonValue]) -> bool:
        """Whether this is the very call that was proposed."""
        return tool == self.tool and dict(arguments) == self.arguments


@dataclass(frozen=True, slots=True)
class ToolResult(Generic[R_co]):
    """`value` is there exactly when the outcome is DONE."""

    tool: str
    outcome: Outcome
    value: R_co | None = None
    detail: str = ""

    @property
    def text(self) -> str:
        """For a model: the value as JSON, or how it failed."""
        if self.value is None:
            return f"{self.tool}: {self.outcome.value}. {self.detail}".rstrip(". ") + "."
        return self.value.model_dump_json(exclude_none=True)


_CAPS = ((4000, 50), (1000, 20), (200, 10))
"""Characters of one text and items of one list, tried in turn on what is too large."""


def bounded(value: R_co, most: int) -> tuple[R_co | None, int]:
    """The value in at most so many characters of JSON, and how many it has; None: it can't be cut."""
    size = len(value.model_dump_json(exclude_none=True))
    if size <= most:
        return value, size
    whole = cast("JsonValue", json.loads(value.model_dump_json()))
    for characters, items in _CAPS:
        try:
            smaller = type(value).model_validate(_cut(whole, characters, items))
        except ValidationError:
            return None, size
        size = len(smaller.model_dump_json(exclude_none=True))
        if size <= most:
            return smaller, size
    return None, size


def _cut(value: JsonValue, characters: int, items: int) -> JsonValue:
    match value:
        case str() if len(value) > characters:
            return value[: characters - 1] + "…"
        case list():
            return [_cut(one, characters, items) for one in value[:items]]
        case dict():
            return {key: _cut(one, characters, items) for key, one in value.items()}
        case _:
            return value
