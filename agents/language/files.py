"""The files of `data/`: words one folder a language, rules one file a family."""

from __future__ import annotations

import gc
import json
import os
import sys
from collections.abc import Generator
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any, TypeVar

import yaml
from pydantic import BaseModel, ValidationError

from domains.typed_yaml import loaded

Model = TypeVar("Model", bound=BaseModel)


def weights_in(name: str) -> Any:
    """What was fitted, as a JSON file of data/ holds it."""
    return json.loads(files("agents.language").joinpath("data", name).read_text("utf-8"))


class DataError(ValueError):
    """A file of data/ that cannot be used; the message names file and place."""


@cache
def languages(file: str) -> tuple[str, ...]:
    """The languages that have this file."""
    folder = files("agents.language").joinpath("data")
    return tuple(sorted(one.name for one in folder.iterdir() if one.joinpath(file).is_file()))


def read_data(model: type[Model], *path: str) -> Model:
    """A file of `data/` as its model. Raises DataError."""
    file = files("agents.language").joinpath("data", *path)
    try:
        return model.model_validate(yaml_in(file))
    except (ValidationError, yaml.YAMLError) as error:
        raise DataError(f"{'/'.join(path)}: {_first(error)}") from error


def yaml_in(file: Traversable) -> Any:
    """What a YAML file of the product holds, kept beside the byte code: parsing takes ten times as long.

    Raises YAMLError.
    """
    text = file.read_bytes()
    kept = Path(cache_from_source(str(file))).with_suffix(".json")
    written = sha256(text).hexdigest().encode()
    with suppress(OSError, ValueError):
        held = kept.read_bytes()
        if held.startswith(written):
            return json.loads(held[len(written) :])
    data: Any = loaded(text)
    if not sys.dont_write_bytecode:
        with suppress(OSError, ValueError, TypeError):
            told = json.dumps(data, ensure_ascii=False)
            if json.loads(told) == data:  # no days or numbers for names, which JSON has not
                _keep(kept, written + told.encode())
    return data


def _keep(kept: Path, held: bytes) -> None:
    """Written whole or not at all: several processes may start at once."""
    kept.parent.mkdir(parents=True, exist_ok=True)
    new = kept.with_suffix(f".{os.getpid()}")
    new.write_bytes(held)
    new.replace(kept)


@contextmanager
def tables() -> Generator[None]:
    """While tables are built that stay: looking for garbage among them takes a fifth of the time."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def _first(error: ValidationError | yaml.YAMLError) -> str:
    if isinstance(error, yaml.YAMLError):
        return " ".join(str(error).split())
    first = error.errors()[0]
    return f"{' '.join(map(str, first['loc']))}: {first['msg']}"
