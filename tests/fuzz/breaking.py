"""What is wrong with updates that are not as the Bot API says: a field missing, of another type, or huge."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from typing import TypeAlias

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn
from pydantic import JsonValue

from tests.fuzz.strategies import updates
from tests.fuzz.things import Thing

Place: TypeAlias = tuple[dict[str, JsonValue], str] | tuple[list[JsonValue], int]


def _nested(depth: int) -> JsonValue:
    value: JsonValue = "deep"
    for _ in range(depth):
        value = [value]
    return value


JUNK: tuple[JsonValue, ...] = (
    None, True, False, 0, -1, 1, 1 << 31, 1 << 40, 1 << 53, 1 << 63, 1 << 70, -(1 << 63), 10**400, 0.5, 1e308,
    "", " ", "0", "-1", "not a number", "\0", "\ud800", "x" * 5000, [], [[]], {}, [None], [1, "a", {}],
    {"id": 1}, {"id": "x", "type": "private"}, {"": None}, _nested(60),
)  # fmt: skip


def _places(value: JsonValue) -> Iterator[Place]:
    if isinstance(value, dict):
        for name in value:
            yield value, name
            yield from _places(value[name])
    elif isinstance(value, list):
        for index, each in enumerate(value):
            yield value, index
            yield from _places(each)


@st.composite
def spoilt(draw: DrawFn) -> tuple[str, Thing]:
    """A valid update with one to three things wrong."""
    kind, content = draw(updates())
    update: Thing = {kind: deepcopy(content)}
    for _ in range(draw(st.integers(1, 3))):
        places = list(_places(update))
        if not places:
            break
        holder, key = places[draw(st.integers(0, len(places) - 1))]
        how = draw(st.integers(0, 3))
        if how == 0 and isinstance(holder, dict):
            del holder[str(key)]
        else:
            _put(holder, key, deepcopy(draw(st.sampled_from(JUNK))))
    if draw(st.integers(0, 30)) == 0:  # two at once, which Telegram never sends
        other, more = draw(updates())
        update[other] = more
    return kind, update


def _put(holder: dict[str, JsonValue] | list[JsonValue], key: str | int, value: JsonValue) -> None:
    if isinstance(holder, dict):
        holder[str(key)] = value
    else:
        holder[int(key)] = value


@dataclass(frozen=True, slots=True)
class Made:
    """An update, but for its id."""

    kind: str
    update: Thing
    valid: bool


def generated() -> st.SearchStrategy[Made]:
    """Two of three are valid."""
    valid = updates().map(_as_it_is)
    broken = spoilt().map(_as_it_should_not_be)
    return st.integers(0, 2).flatmap(lambda chance: valid if chance else broken)


def _as_it_is(made: tuple[str, Thing]) -> Made:
    kind, content = made
    return Made(kind, {kind: content}, valid=True)


def _as_it_should_not_be(made: tuple[str, Thing]) -> Made:
    return Made(*made, valid=False)
