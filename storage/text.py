r"""The door for strings: what no database can hold becomes U+FFFD before it is stored.

NUL and lone surrogates are valid in a JSON document (`"\u0000"`, `"\ud800"`) and in a Python string, but
SQLite's binding refuses the latter. Raw updates are cleaned in `put_updates`, every text
column is cleaned when bound (`columns.CleanText`), and entities are cleaned when they are dumped (`body`).
"""

from __future__ import annotations

import json
import re

from pydantic_core import PydanticSerializationError

from storage.entities import Frozen

REPLACEMENT = "\ufffd"
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_ESCAPED = re.compile(
    r"(\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})"  # a pair, which is fine
    r"|\\u(?:0000|[dD][89a-fA-F][0-9a-fA-F]{2})"
    r"|(\\.)",  # any other escape, so that an escaped backslash is not taken for the start of one
    re.DOTALL,
)


def clean(text: str) -> str:
    """The text with NUL and lone surrogates replaced; nearly always the very same object."""
    return text if text.isprintable() else _UNSTORABLE.sub(REPLACEMENT, text)


def clean_json(document: str) -> str:
    """A JSON document whose strings hold nothing unstorable, also not as an escape."""
    if "\\u" in document:
        document = _ESCAPED.sub(lambda m: m[0] if m[1] or m[2] else REPLACEMENT, document)
    return clean(document)


def body(entity: Frozen) -> str:
    """The entity as JSON, without what has its default value: who changes a default migrates the rows."""
    try:
        document = entity.model_dump_json(exclude_defaults=True)
    except PydanticSerializationError:  # a lone surrogate somewhere inside
        document = _cleaned(entity).model_dump_json(exclude_defaults=True)
    return clean_json(document) if "\\u0000" in document else document


def _cleaned(entity: Frozen) -> Frozen:
    document = json.dumps(entity.model_dump(exclude_defaults=True), default=str)
    return type(entity).model_validate_json(clean_json(document))
