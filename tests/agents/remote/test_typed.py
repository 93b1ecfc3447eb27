"""Calls as people type them."""

# ruff: noqa: RUF001 - quotes as phones write them

from __future__ import annotations

from typing import Any

import pytest
from pydantic import JsonValue

from agents.remote.typed import typed

SCHEMA: dict[str, Any] = {
    "properties": {
        "path": {"type": "string"},
        "content": {"type": "string"},
        "count": {"type": "integer"},
        "deep": {"type": ["boolean", "null"]},
        "lines": {"type": "array"},
        "path-2": {},
    },
    "required": ["path"],
}


@pytest.mark.parametrize(
    ("said", "given"),
    [
        ("path=a.md", {"path": "a.md"}),
        ("a.md", {"path": "a.md"}),
        ("two words.md count=3", {"path": "two words.md", "count": 3}),
        ('path="a b.md" content=one = two, three', {"path": "a b.md", "content": "one = two, three"}),
        ("path=a\ncontent=first\nsecond", {"path": "a", "content": "first\nsecond"}),
        ("path=“a b” content=‘it is’", {"path": "a b", "content": "it is"}),
        ("path=7 content=true", {"path": "7", "content": "true"}),
        ("path=a count=3 deep=true", {"path": "a", "count": 3, "deep": True}),
        ('path=a lines=["x", {"y": 1}]', {"path": "a", "lines": ["x", {"y": 1}]}),
        ("path=a count=many", {"path": "a", "count": "many"}),
        ("path=a path-2=b", {"path": "a", "path-2": "b"}),
        ("path=https://x.example/?path=b", {"path": "https://x.example/?path=b"}),
        ("path= content=", {"path": "", "content": ""}),
    ],
)
def test_each_value_ends_where_the_next_argument_begins(said: str, given: dict[str, JsonValue]) -> None:
    found = typed(said, SCHEMA)
    assert found.arguments == given
    assert (found.unread, found.missing) == ("", ())


def test_what_is_missing_or_of_no_argument_is_told() -> None:
    assert typed("", SCHEMA).missing == ("path",)
    assert typed("count=3", SCHEMA).missing == ("path",)
    assert typed("hello path=a", SCHEMA).unread == "hello"
    assert typed("hello", {}).unread == "hello"
    assert typed("", {}).arguments == {}
    assert typed("fern", {"properties": {"plant": {"type": "string"}}}).arguments == {"plant": "fern"}
    assert typed("one two", {"properties": {"a": {}, "b": {}}, "required": ["a", "b"]}).unread == "one two"
