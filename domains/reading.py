"""Reading domain files: YAML to Domain, and what is wrong with a file in one line."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import yaml
from pydantic import ValidationError

from domains.model import Domain
from domains.terms import joined
from domains.typed_yaml import shallow

_COLUMNS = ("en", "ko", "equipment", "muscles", "secondary", "traits", "avoid")
"""After the name; `#` begins a line of comment."""


def measures_in(text: str) -> dict[str, object]:
    """The mapping that YAML would give: name to its keys, what is empty left out. Raises ValueError."""
    found: dict[str, object] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line or line.startswith("#"):
            continue
        name, *cells = (cell.strip() for cell in line.split("|"))
        if not name or len(cells) > len(_COLUMNS) or name in found:
            raise ValueError(f"line {number}: {name!r} is no exercise of its own with its columns")
        rest: dict[str, object] = {key: cell for key, cell in zip(_COLUMNS, cells, strict=False) if cell}
        for trait in str(rest.pop("traits", "")).split(","):
            kind, _, share = trait.strip().partition(" ")
            if kind == "one":
                rest["unilateral"] = True
            elif kind == "bw":
                rest["bodyweight"] = share
            elif kind:
                raise ValueError(f"line {number}: {trait.strip()!r} is no trait")
        found[name] = rest
    return found


# The C parser reads all packaged domains in a third of a blink; PyYAML may have been built without it.
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True)
class DomainProblem:
    """Why a domain file cannot be used."""

    file: str
    message: str
    line: int | None = None
    key: str = ""

    def __str__(self) -> str:
        """One line: "plants.yaml, line 7, fields.water.type: ..."."""
        place = [self.file]
        if self.line is not None:
            place.append(f"line {self.line}")
        if self.key:
            place.append(self.key)
        return f"{', '.join(place)}: {self.message}"


@dataclass(frozen=True)
class RawDomain:
    """A file's mapping before it is checked; `text` is kept to find the line of what is wrong."""

    path: Path
    text: str
    name: str
    data: dict[str, object]

    def over(self, known: RawDomain) -> RawDomain:
        """This file on top of the domain it extends, or in its place with `replace: true`."""
        data = {key: value for key, value in self.data.items() if key != "replace"}
        if not self.data.get("replace"):
            data = cast("dict[str, object]", _merged(known.data, data))
        return RawDomain(self.path, self.text, self.name, data)


def read(path: Path, *, packaged: bool = False) -> RawDomain | DomainProblem:
    """The file's mapping, if it is one with a name. One that is not `packaged` may be nested for ever."""
    try:
        text = path.read_text(encoding="utf-8")
        deque(() if packaged else shallow(text), maxlen=0)
        loaded = cast("object", yaml.load(text, Loader=_LOADER))  # noqa: S506 - a safe loader, the C one
    except (OSError, ValueError, LookupError, AttributeError) as error:  # a 13th month; `!!bool x`
        return DomainProblem(path.name, f"cannot be read: {error}")
    except yaml.YAMLError as error:
        mark = error.problem_mark if isinstance(error, yaml.MarkedYAMLError) else None
        reason = error.problem if isinstance(error, yaml.MarkedYAMLError) else str(error)
        return DomainProblem(path.name, f"is not YAML: {reason}", mark.line + 1 if mark else None)
    if not isinstance(loaded, dict):
        return DomainProblem(path.name, "must be a mapping with at least name and description", 1)
    data = cast("dict[str, object]", loaded)
    name = data.get("name")
    if not isinstance(name, str):
        return DomainProblem(path.name, "a domain needs a name", 1, "name")
    table = data.get("measures")
    if isinstance(table, str):
        try:
            data["measures"] = measures_in(path.with_name(table).read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            return DomainProblem(path.name, f"{table!r} cannot be read: {error}", None, "measures")
    return RawDomain(path, text, name, data)


def build(raw: RawDomain) -> Domain | DomainProblem:
    """The checked domain, its rules and reasons labelled with its name."""
    data = {key: value for key, value in raw.data.items() if key != "replace"}
    try:
        domain = Domain.model_validate(data)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        keys = _yaml_path(first["loc"], data)
        message = first["msg"].removeprefix("Value error, ")
        if more := error.error_count() - 1:
            message += f" (and {more} more)"
        return DomainProblem(raw.path.name, message, _line(raw.text, keys), ".".join(map(str, keys)))
    return domain


def _merged(under: object, over: object) -> object:
    """Mappings merge, lists and terms (two-letter keys) grow by what they lack, the rest is replaced."""
    if isinstance(under, dict) and isinstance(over, dict):
        below, above = cast("dict[str, object]", under), cast("dict[str, object]", over)
        merged = dict(below)
        for key, value in above.items():
            if key in below:
                merged[key] = joined(below[key], value) if len(key) == 2 else _merged(below[key], value)
            else:
                merged[key] = value
        return merged
    if isinstance(under, list) and isinstance(over, list):
        old, new = cast("list[object]", under), cast("list[object]", over)
        return [*old, *(item for item in new if item not in old)]
    return over


def _yaml_path(location: tuple[int | str, ...], data: dict[str, object]) -> list[str | int]:
    """Pydantic's location as the file has it: list positions of `fields`/`measures` become their names."""
    path: list[str | int] = list(location)
    if len(path) > 1 and isinstance(path[1], int) and path[0] in ("fields", "measures"):
        named = data.get(str(path[0]))
        if isinstance(named, dict):
            names = list(cast("dict[str, object]", named))
            path[1] = names[path[1]] if path[1] < len(names) else path[1]
            path = [key for key in path if key != "terms"]
    return path


def _line(text: str, keys: list[str | int]) -> int | None:
    """The line of the deepest node on the path that the file has."""
    node: yaml.Node | None = yaml.compose(text, Loader=_LOADER)
    line = node.start_mark.line + 1 if node else None
    for key in keys:
        found = _child(node, key)
        if found is None:
            break
        line, node = found
    return line


def _child(node: yaml.Node | None, key: str | int) -> tuple[int, yaml.Node] | None:
    if isinstance(node, yaml.SequenceNode) and isinstance(key, int):
        items = cast("list[yaml.Node]", node.value)
        return (items[key].start_mark.line + 1, items[key]) if key < len(items) else None
    if isinstance(node, yaml.MappingNode):
        for name, value in cast("list[tuple[yaml.Node, yaml.Node]]", node.value):
            if str(cast("object", name.value)) == str(key):
                return name.start_mark.line + 1, value
    return None
