"""A minimal valid instance of a JSON schema: what a model says that was told nothing."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any, cast

Json = dict[str, Any]

PREFERRED: dict[str, object] = {
    "verdict": ("pass", "sufficient"),
    "next_action": ("synthesize",),
    "recommendation": ("accept",),
    "should_update": False,
    "confidence": 1.0,
}
"""Values that end loops, per field: one, or those of which the schema allows one."""


def fill(schema: Json, prefer: dict[str, object] | None = None) -> Any:
    """The least that the schema admits: required fields, first choices, nothing where nothing is allowed."""
    return _Filling(schema, {**PREFERRED, **(prefer or {})}).value(schema, "")


def reworded(value: object, schema: Json, words: str) -> Any:
    """`value` with every free text in it replaced: still valid, but in other words."""
    return _Filling(schema, {}).reworded(value, schema, words)


class _Filling:
    def __init__(self, schema: Json, prefer: dict[str, object]) -> None:
        self._definitions: Json = schema.get("$defs") or schema.get("definitions") or {}
        self._prefer = prefer

    def _resolved(self, schema: Json) -> Json:
        while "$ref" in schema:
            schema = self._definitions[str(schema["$ref"]).rpartition("/")[2]]
        parts: list[Json] = schema.get("allOf") or []
        return self._resolved(parts[0]) if len(parts) == 1 else schema

    def value(self, schema: Json, name: str) -> Any:
        schema = self._resolved(schema)
        choices = schema.get("enum") or ([schema["const"]] if "const" in schema else None)
        if choices is not None:
            return self._chosen(choices, name)
        options: list[Json] = schema.get("anyOf") or schema.get("oneOf") or []
        if options:
            null = any(_kind(self._resolved(option)) == "null" for option in options)
            preferred = self._prefer.get(name)
            if null and preferred is None:
                return None
            return self.value(next(o for o in options if _kind(self._resolved(o)) != "null"), name)
        return self._plain(schema, name)

    def _chosen(self, choices: list[Any], name: str) -> Any:
        preferred = self._prefer.get(name)
        wanted = cast("tuple[object, ...]", preferred if isinstance(preferred, tuple) else (preferred,))
        return next((choice for choice in choices if choice in wanted), choices[0])

    def _plain(self, schema: Json, name: str) -> Any:
        kind = _kind(schema)
        preferred = self._prefer.get(name)
        if preferred is not None and not isinstance(preferred, tuple):
            return preferred
        if kind == "object":
            properties: Json = schema.get("properties") or {}
            required = schema.get("required") or ()
            return {key: self.value(one, key) for key, one in properties.items() if key in required}
        if kind == "array":
            items: Json = schema.get("items") or {}
            return [self.value(items, name) for _ in range(schema.get("minItems") or 0)]
        least = schema.get("minimum", schema.get("exclusiveMinimum", -1) + 1)
        simple = {"integer": int(least), "number": float(least), "boolean": False, "null": None}
        return simple[kind] if kind in simple else _text(schema)

    def reworded(self, value: object, schema: Json, words: str) -> object:
        schema = self._resolved(schema)
        if "enum" in schema or "const" in schema or "format" in schema or "pattern" in schema:
            return value
        options: list[Json] = schema.get("anyOf") or schema.get("oneOf") or []
        if options:
            kind = _kind_of(value)
            fitting = [o for o in options if _kind(self._resolved(o)) == kind]
            return self.reworded(value, fitting[0], words) if fitting else value
        if isinstance(value, dict):
            properties: Json = schema.get("properties") or {}
            given = cast("Json", value)
            return {key: self.reworded(one, properties.get(key, {}), words) for key, one in given.items()}
        if isinstance(value, list):
            items: Json = schema.get("items") or {}
            return [self.reworded(one, items, words) for one in cast("list[object]", value)]
        return words[: schema.get("maxLength")] if isinstance(value, str) else value


def _kind(schema: Json) -> str:
    kind = schema.get("type")
    if isinstance(kind, list):
        return str(cast("list[object]", kind)[0])
    return str(kind) if kind else "object" if "properties" in schema else "string"


def _kind_of(value: object) -> str:
    if isinstance(value, dict):
        return "object"
    return "array" if isinstance(value, list) else "string" if isinstance(value, str) else "other"


def _text(schema: Json) -> str:
    now = datetime.now(UTC)
    match schema.get("format"):
        case "date":
            return now.date().isoformat()
        case "date-time":
            return now.isoformat()
        case _:
            return "x" * max(1, schema.get("minLength") or 0)


def schema_in(text: str) -> Json | None:
    """The JSON schema written into a prompt, for models that are asked in words."""
    start = text.find("{")
    while start >= 0:
        try:
            found, _ = cast("tuple[object, int]", json.JSONDecoder().raw_decode(text, start))
        except ValueError:
            found = None
        if isinstance(found, dict) and "properties" in found:
            return cast("Json", found)
        start = text.find("{", start + 1)
    return None
