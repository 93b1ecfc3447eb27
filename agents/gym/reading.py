"""A programme's file: YAML that is read, checked, and told by row where it is wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

import yaml
from pydantic import ValidationError

from agents.gym.programme import Programme
from domains.typed_yaml import LinkError, look_through

Why = Literal[
    "yaml", "too_long", "links", "missing", "unknown", "value", "exercise", "rule", "twice", "whole"
]
LONGEST = 64 * 1024
_WHY: Mapping[str, Why] = {
    "missing": "missing",
    "extra_forbidden": "unknown",
    "union_tag_not_found": "missing",
}


_KIND = "kind"
"""What tells rules apart."""


@dataclass(frozen=True, slots=True)
class ProgrammeError(Exception):
    """A file that is no programme. `row` counts from 1; `field` is the key, `value` what stands there."""

    file: str
    row: int
    why: Why
    field: str = ""
    value: str = ""

    def __str__(self) -> str:
        return f"{self.file}, row {self.row}: {self.why} {self.field} {self.value}".rstrip()


def read_programme(text: str, file: str, terms: Mapping[str, str]) -> Programme:
    """The programme with canonical names of exercises. Raises ProgrammeError, for the first thing wrong.

    `terms` are names of exercises as they are written, lower case, to canonical ones.
    """
    root = _composed(text, file)
    try:
        told: object = yaml.SafeLoader("").construct_document(root)  # pyright: ignore[reportUnknownMemberType]
        read = Programme.model_validate(told)
    except ValidationError as error:
        raise _told(error, root, file) from None
    except (yaml.YAMLError, ValueError, TypeError, RecursionError) as error:
        raise ProgrammeError(file, 1, "yaml", value=str(error)[:80]) from None
    return _named(read, root, file, terms)


def _composed(text: str, file: str) -> yaml.Node:
    if len(text) > LONGEST:
        raise ProgrammeError(file, 1, "too_long", value=str(LONGEST // 1024))
    try:
        look_through(text)
        root = yaml.compose(text, yaml.SafeLoader)  # pyright: ignore[reportUnknownMemberType]
    except LinkError as error:
        raise ProgrammeError(file, _row(error.problem_mark), "links") from None
    except yaml.MarkedYAMLError as error:
        raise ProgrammeError(file, _row(error.problem_mark), "yaml", value=error.problem or "") from None
    except (yaml.YAMLError, RecursionError) as error:
        raise ProgrammeError(file, 1, "yaml", value=str(error)[:80]) from None
    if not isinstance(root, yaml.MappingNode):
        raise ProgrammeError(file, 1, "whole")
    return root


class _Mark(Protocol):
    line: int


def _row(mark: _Mark | None) -> int:
    return mark.line + 1 if mark is not None else 1


def _told(error: ValidationError, root: yaml.Node, file: str) -> ProgrammeError:
    first = error.errors(include_url=False)[0]
    place, given = first["loc"], first["input"]
    if first["type"].startswith("union_tag"):
        place, given = (*place, _KIND), first.get("ctx", {}).get("tag")
    why = _WHY.get(first["type"], "value") if place else "whole"
    node = _at(root, place)
    field = next((str(part) for part in reversed(place) if isinstance(part, str)), "")
    shown = str(given)[:40] if isinstance(given, str | int | float) else ""
    return ProgrammeError(file, _row(node.start_mark), why, field, shown)


def _at(root: yaml.Node, place: Sequence[str | int]) -> yaml.Node:
    """The node at a place, or the nearest around it."""
    node = root
    for part in place:
        if isinstance(node, yaml.MappingNode):
            found = next((pair for pair in node.value if pair[0].value == str(part)), None)
            if found is None:
                continue
            # The row of a short value is its key's.
            node = found[1] if isinstance(found[1], yaml.CollectionNode) else found[0]
        elif isinstance(node, yaml.SequenceNode) and isinstance(part, int) and part < len(node.value):
            node = node.value[part]
    return node


def _named(read: Programme, root: yaml.Node, file: str, terms: Mapping[str, str]) -> Programme:
    workouts = {
        name: tuple(
            lift.model_copy(update={"lift": terms.get(lift.lift.casefold(), lift.lift)}) for lift in lifts
        )
        for name, lifts in read.workouts.items()
    }
    known = frozenset(terms.values())
    for name, lifts in workouts.items():
        for at, lift in enumerate(lifts):
            row = _row(_at(root, ("workouts", name, at)).start_mark)
            if lift.lift not in known:
                raise ProgrammeError(file, row, "exercise", "lift", lift.lift)
            if lift.rule not in read.rules:
                raise ProgrammeError(file, row, "rule", "rule", lift.rule)
            if any(other.lift == lift.lift for other in lifts[:at]):
                raise ProgrammeError(file, row, "twice", "lift", lift.lift)
    return read.model_copy(update={"workouts": workouts})
