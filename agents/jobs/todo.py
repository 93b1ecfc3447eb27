"""Todos: what a phase has to do, one after the other; and the file that a strategic phase hands over."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, Literal, cast

import yaml
from pydantic import BaseModel, Field, ValidationError

from domains.typed_yaml import loaded, look_through
from storage.entities import Frozen

TODOS_FILE = "todos.yaml"
_DUMPER: type[yaml.SafeDumper] = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
LONGEST_FILE = 40_000
"""Characters."""
TodoStatus = Literal["pending", "in_progress", "completed"]


class Todo(Frozen):
    """One thing to do. `note` is what came of it, as whoever did it says."""

    id: int
    content: str
    status: TodoStatus = "pending"
    note: str = ""


class PhaseTodos(Frozen):
    """A phase as `todos.yaml` describes it."""

    phase: str = ""
    description: str = ""
    todos: tuple[Todo, ...]


class Refusal(Exception):  # noqa: N818 - an answer to whoever works on the job
    """What was asked can't be done; the message is for the worker, who can mend it."""


class _Item(BaseModel, strict=True, extra="ignore"):
    id: int
    content: str = Field(min_length=1, max_length=2000)


class _Head(BaseModel, extra="ignore"):
    phase: str = Field(default="", max_length=300)
    description: str = Field(default="", max_length=2000)


def read_todos(text: str | None, least: int, most: int) -> PhaseTodos:
    """The phase in a `todos.yaml`; None: there is no file. Raises Refusal, for the first thing wrong."""
    if text is None:
        raise Refusal("todos.yaml not found. Create it with todo_write.")
    return _read(text, least, most)


@lru_cache(16)
def _read(text: str, least: int, most: int) -> PhaseTodos:
    """When it is written, and again when it is taken over. Raises Refusal."""
    data = _parsed(text)
    if not isinstance(data, dict) or not isinstance(cast("dict[str, object]", data).get("todos"), list):
        raise Refusal("todos.yaml must have a 'todos' list.")
    given = cast("dict[str, Any]", data)
    items = cast("list[object]", given["todos"])
    if not least <= len(items) <= most:
        raise Refusal(f"Expected {least}-{most} todos, got {len(items)}.")
    try:
        head = _Head.model_validate(given)
        read = [_Item.model_validate(one) for one in items]
    except ValidationError as error:
        raise Refusal(f"todos.yaml: each todo has an id (a number) and a content: {_first(error)}") from None
    if len({one.id for one in read}) < len(read):
        raise Refusal("todos.yaml: two todos have the same id.")
    todos = tuple(Todo(id=one.id, content=one.content.strip()) for one in read)
    return PhaseTodos(phase=head.phase, description=head.description, todos=todos)


def written(phase: PhaseTodos, *, done: bool = False) -> str:
    """The file of a phase; `done`: with what became of each todo, for the archive."""
    left_out = set[str]() if done else {"status", "note"}
    data = phase.model_dump(mode="json", exclude={"todos"})
    data["todos"] = [one.model_dump(mode="json", exclude=left_out) for one in phase.todos]
    return yaml.dump(data, Dumper=_DUMPER, allow_unicode=True, sort_keys=False, width=100)


@cache
def predefined(text: str) -> tuple[Todo, ...]:
    """The todos of a file of ours, which has a list of contents."""
    contents = cast("Sequence[str]", yaml.safe_load(text)["todos"])
    return tuple(Todo(id=at, content=one.strip()) for at, one in enumerate(contents, 1))


def _parsed(text: str) -> object:
    if len(text) > LONGEST_FILE:
        raise Refusal(f"todos.yaml is longer than {LONGEST_FILE} characters.")
    try:
        look_through(text)
        return loaded(text)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise Refusal(f"Invalid YAML: {' '.join(str(error).split())[:300]}") from None


def _first(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    return f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
