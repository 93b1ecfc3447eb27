"""The files of `data/`: words one folder a language, rules one file a family."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TypeVar

import yaml
from pydantic import BaseModel, ValidationError

Model = TypeVar("Model", bound=BaseModel)
_LOADER: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""libyaml's loader is ten times faster where it is installed."""


class DataError(ValueError):
    """A file of data/ that cannot be used; the message names file and place."""


@cache
def languages(file: str) -> tuple[str, ...]:
    """The languages that have this file."""
    folder = files("agents.language").joinpath("data")
    return tuple(sorted(one.name for one in folder.iterdir() if one.joinpath(file).is_file()))


def read_data(model: type[Model], *path: str) -> Model:
    """A file of `data/` as its model. Raises DataError."""
    text = files("agents.language").joinpath("data", *path).read_text("utf-8")
    try:
        return model.model_validate(yaml.load(text, Loader=_LOADER))  # noqa: S506 - a SafeLoader
    except (ValidationError, yaml.YAMLError) as error:
        raise DataError(f"{'/'.join(path)}: {_first(error)}") from error


def _first(error: ValidationError | yaml.YAMLError) -> str:
    if isinstance(error, yaml.YAMLError):
        return " ".join(str(error).split())
    first = error.errors()[0]
    return f"{' '.join(map(str, first['loc']))}: {first['msg']}"
