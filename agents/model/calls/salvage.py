"""What of a malformed answer is good: the fields, and the items of lists, that validate."""

from __future__ import annotations

import types
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Union, cast, get_args, get_origin

from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic.fields import FieldInfo

from agents.model.calls.ask import W

_MANY = (list, tuple, set, frozenset)
_LEFT_OUT = object()


def salvage(model: type[W], data: object, floor: W | None) -> W | None:
    """The model with the fields of `data` that validate and the rest from `floor`; None: nothing was good."""
    good = fields(model, data)
    if not good:
        return None
    whole = {**(dict(floor) if floor is not None else {}), **good}
    try:
        return model.model_validate(whole)
    except ValidationError:  # something required is missing, or the fields contradict each other
        return None


def growing(model: type[W], data: object) -> W | None:
    """What there is of an answer that is still being written; attributes not written yet may be missing."""
    good = fields(model, data)
    return model.model_construct(None, **good) if good else None


def fields(model: type[BaseModel], data: object) -> dict[str, Any]:
    """The validated values of those fields that validate on their own, in the model's order."""
    if not isinstance(data, Mapping):
        return {}
    given = cast("Mapping[str, object]", data)
    good: dict[str, Any] = {}
    for name, info in model.model_fields.items():
        key = name if name in given else info.alias or name
        if key in given and (value := _value(model, name, info, given[key])) is not _LEFT_OUT:
            good[name] = value
    return good


def _value(model: type[BaseModel], name: str, info: FieldInfo, data: object) -> object:
    try:
        return _adapter(model, name).validate_json(_as_json(data))
    except ValidationError:
        return _part(info.annotation, data)


def _part(annotation: object, data: object) -> object:
    """Of a list the items that validate, of a model inside the model what is good, else nothing."""
    for kind in _kinds(annotation):
        origin = get_origin(kind)
        if origin in _MANY and isinstance(data, list):
            item, *_ = get_args(kind) or (Any,)
            items = [_item(item, each) for each in cast("list[object]", data)]
            kept = [each for each in items if each is not _LEFT_OUT]
            return cast("type[list[object]]", origin)(kept) if kept else _LEFT_OUT
        if isinstance(kind, type) and issubclass(kind, BaseModel) and isinstance(data, Mapping):
            inner = salvage(kind, cast("object", data), None)
            return _LEFT_OUT if inner is None else inner
    return _LEFT_OUT


def _item(annotation: object, data: object) -> object:
    try:
        return _item_adapter(annotation).validate_json(_as_json(data))
    except ValidationError:
        return _part(annotation, data)


def _kinds(annotation: object) -> tuple[object, ...]:
    """The members of a union, else the type itself."""
    if get_origin(annotation) in (Union, types.UnionType):
        return get_args(annotation)
    return (annotation,)


@cache
def _adapter(model: type[BaseModel], name: str) -> TypeAdapter[Any]:
    info = model.model_fields[name]
    kind: Any = info.annotation
    for constraint in info.metadata:
        kind = Annotated[kind, constraint]
    return TypeAdapter(kind)


@cache
def _item_adapter(annotation: Any) -> TypeAdapter[Any]:
    return TypeAdapter(annotation)


_JSON = TypeAdapter(object)


def _as_json(data: object) -> bytes:
    """Back to JSON: lax validation of JSON takes "2026-11-22" for a date and a list for a tuple."""
    return _JSON.dump_json(data)
