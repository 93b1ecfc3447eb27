"""A word nobody else would write in every place where a secret can be configured, and looking for it."""

from __future__ import annotations

import base64
import io
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import cast, get_args

from pydantic import BaseModel, SecretStr

MARK = "CANARY"
Place = tuple[str | int, ...]
Tree = dict[str, object]


def secret_places(model: type[BaseModel], path: Place = ()) -> Iterator[Place]:
    """Where a configuration takes a secret: in a dictionary under "planted", in a list as its first."""
    for name, field in model.model_fields.items():
        for kind, inside in _kinds(field.annotation):
            here = (*path, name, *inside)
            if kind is SecretStr:
                yield here
            elif isinstance(kind, type) and issubclass(kind, BaseModel):
                yield from secret_places(kind, here)


def _kinds(annotation: object, inside: Place = ()) -> Iterator[tuple[object, Place]]:
    """The types in an annotation, with the keys that lead to a value of them."""
    arguments = get_args(annotation)
    origin = getattr(annotation, "__origin__", None)
    if origin in (dict, Mapping):
        yield from _kinds(arguments[1], (*inside, "planted"))
    elif origin in (tuple, list, set, frozenset):
        yield from _kinds(arguments[0], (*inside, 0))
    elif arguments:
        for argument in arguments:
            yield from _kinds(argument, inside)
    else:
        yield annotation, inside


def canary(place: Place) -> str:
    """The secret for a place: long enough for every rule about secrets."""
    return f"{MARK}-{'-'.join(map(str, place)).replace('_', '')}-k3Jx9QpLw2Zt7Vb5-{MARK}"


def variable(place: Place) -> str:
    """The environment variable that fills it."""
    return f"PLANTED_{'_'.join(map(str, place)).upper()}"


def put(tree: Tree, place: Place, value: object) -> None:
    """Set a value deep in a configuration; a list has one item."""
    key, rest = str(place[0]), place[1:]
    inner = tree.get(key)
    if isinstance(inner, list) and len(rest) > 1:
        inner, rest = cast("list[object]", inner)[0], rest[1:]
    if rest and isinstance(inner, dict):
        put(cast("Tree", inner), rest, value)
    else:
        tree[key] = _nested(rest, value)


def _nested(place: Place, value: object) -> object:
    for key in reversed(place):
        value = [value] if isinstance(key, int) else {key: value}
    return value


def leaks(named: dict[str, bytes], *others: str) -> list[str]:
    """Where a canary (or one of the other words) turns up, with what stands around it."""
    wanted = [MARK.encode(), *(word.encode() for word in others)]
    wanted += [base64.b64encode(MARK.encode()[at:]).rstrip(b"=")[1:-1] for at in range(3)]
    found: list[str] = []
    for name, content in named.items():
        for word in wanted:
            at = content.find(word)
            if at >= 0:
                found.append(f"{name}: …{content[max(at - 120, 0) : at + 80]!r}…")
    return found


def files(*folders: Path) -> dict[str, bytes]:
    """Every file below the folders; what is packed is unpacked too."""
    found: dict[str, bytes] = {}
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                found[str(path)] = path.read_bytes()
                if zipfile.is_zipfile(path):
                    found |= {f"{path}/{name}": content for name, content in unzipped(found[str(path)])}
    return found


def unzipped(content: bytes) -> Sequence[tuple[str, bytes]]:
    """The members of a zip."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return [(name, archive.read(name)) for name in archive.namelist()]
