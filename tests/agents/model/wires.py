"""Any answer a model can give: strategies made from the wire models themselves."""

from __future__ import annotations

import types
from enum import Enum
from typing import Any, Literal, TypeVar, Union, get_args, get_origin

from hypothesis import strategies as st
from pydantic import BaseModel

W = TypeVar("W", bound=BaseModel)


def answers(wire: type[W], words: tuple[str, ...]) -> st.SearchStrategy[W]:
    """Valid instances with hostile contents; texts are often among `words`."""
    text = st.one_of(st.sampled_from(words), st.text(max_size=12))
    return _model(wire, text)


def _model(wire: type[W], text: st.SearchStrategy[str]) -> st.SearchStrategy[W]:
    fields = {name: _value(field.annotation, text) for name, field in wire.model_fields.items()}
    return st.fixed_dictionaries(fields).map(wire.model_validate)


def _value(kind: Any, text: st.SearchStrategy[str]) -> st.SearchStrategy[Any]:
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return st.one_of(*(_value(one, text) for one in inner))
    if origin is Literal:
        return st.sampled_from(inner)
    if origin is tuple:
        return st.lists(_value(inner[0], text), max_size=3).map(tuple)
    simple: dict[Any, st.SearchStrategy[Any]] = {
        type(None): st.none(),
        str: text,
        bool: st.booleans(),
        int: st.one_of(st.integers(-3, 12), st.sampled_from([100, 10**30, -(10**30)])),
        float: st.one_of(
            st.sampled_from([0.0, 1.0, 5.0, 100.0, 0.5, -1.0, 1e300]), st.floats(), st.floats(0, 500)
        ),
    }
    if kind in simple:
        return simple[kind]
    if issubclass(kind, Enum):
        return st.sampled_from(list(kind))
    return _model(kind, text)
