"""Reading the JSON out of what a model said, before it is asked again."""

from __future__ import annotations

import re
from typing import cast

import pydantic_core

_FENCED = re.compile(r"```(?:json|JSON)?\s*(.*?)```", re.DOTALL)


def json_in(text: str) -> str | None:
    """The JSON object in a text: the text itself, one in a fence, or the longest in prose; None: none."""
    candidates = [text.strip(), *(found.strip() for found in _FENCED.findall(text))]
    for candidate in candidates:
        if candidate.startswith("{") and parsed(candidate) is not None:
            return candidate
    return _embedded(text)


def parsed(text: str) -> dict[str, object] | None:
    """The object that a JSON text is; None: it is not whole, or something else."""
    try:
        value = pydantic_core.from_json(text)
    except ValueError:
        return None
    return cast("dict[str, object]", value) if isinstance(value, dict) else None


def parsed_as_far(text: str) -> dict[str, object] | None:
    """The beginning of a JSON object, as far as it was written."""
    start = text.find("{")
    if start < 0:
        return None
    for tail in (text[start:], text[start : text.rfind("}") + 1]):
        try:
            value = pydantic_core.from_json(tail, allow_partial="trailing-strings")
        except ValueError:
            continue
        if isinstance(value, dict):
            return cast("dict[str, object]", value)
    return None


def _embedded(text: str) -> str | None:
    """The longest object that prose surrounds; each brace is looked at once."""
    best: str | None = None
    depth, start, quoted, escaped = 0, 0, False, False
    for place, sign in enumerate(text):
        if quoted:
            escaped, quoted = (sign == "\\" and not escaped), (sign != '"' or escaped)
            continue
        if sign == '"' and depth:
            quoted = True
        elif sign == "{":
            start = place if depth == 0 else start
            depth += 1
        elif sign == "}" and depth:
            depth -= 1
            found = text[start : place + 1]
            if depth == 0 and len(found) > len(best or "") and parsed(found) is not None:
                best = found
    return best
