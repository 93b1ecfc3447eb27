"""A call as a person types it: `plant=fern closely=true`, or the one argument alone."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from pydantic import JsonValue

_QUOTES = {'"': '"', "'": "'", "\u201c": "\u201d", "\u2018": "\u2019", "\u00ab": "\u00bb"}


@dataclass(frozen=True, slots=True)
class Typed:
    """Arguments by name. `unread` is what belongs to none of them, `missing` what is required."""

    arguments: dict[str, JsonValue] = field(default_factory=dict[str, JsonValue])
    unread: str = ""
    missing: tuple[str, ...] = ()


def typed(text: str, schema: Mapping[str, Any]) -> Typed:
    """Read what stands behind a tool's name; a value ends where the next argument begins."""
    properties: dict[str, Any] = dict(schema.get("properties", {}))
    required: list[str] = list(schema.get("required", ()))
    alone = required[0] if len(required) == 1 else next(iter(properties)) if len(properties) == 1 else ""
    spans = _spans(text, properties)
    before = text[: spans[0][1]].strip() if spans else text.strip()
    found: dict[str, JsonValue] = {
        name: _value(text[start:end].strip(), properties[name]) for name, _, start, end in spans
    }
    if before and alone and alone not in found:
        found[alone], before = _value(before, properties[alone]), ""
    missing = tuple(name for name in required if name not in found)
    return Typed(found, before, missing)


def _spans(text: str, names: Mapping[str, object]) -> list[tuple[str, int, int, int]]:
    """Of each argument its name, where that begins, and where its value begins and ends."""
    if not names:
        return []
    longest_first = sorted(map(re.escape, names), key=len, reverse=True)
    found = [*re.finditer(rf"(?:^|(?<=\s))({'|'.join(longest_first)})=", text)]
    ends = [*(one.start() for one in found[1:]), len(text)][: len(found)]
    return [(one[1], one.start(), one.end(), end) for one, end in zip(found, ends, strict=True)]


def _value(said: str, schema: object) -> JsonValue:
    """A text stays one where a text is wanted; what is no JSON is one anyway, and the server says so."""
    if len(said) > 1 and _QUOTES.get(said[0]) == said[-1]:
        said = said[1:-1]
        if "string" in _kinds(schema):
            return said
    if "string" in _kinds(schema):
        return said
    try:
        return cast("JsonValue", json.loads(said))
    except ValueError:
        return said


def _kinds(schema: object) -> tuple[str, ...]:
    """Nothing said: a text."""
    told: object = "string"
    if isinstance(schema, Mapping):
        told = cast("Mapping[str, Any]", schema).get("type", "string")
    return (told,) if isinstance(told, str) else tuple(map(str, cast("list[object]", told)))
