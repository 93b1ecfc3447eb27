"""How people speak of something: `words/LANGUAGE.yaml` of a package, as its model."""

from __future__ import annotations

from importlib.resources import files
from typing import TypeVar

import yaml
from pydantic import BaseModel

Model = TypeVar("Model", bound=BaseModel)
_FALLBACK = "en"


def spoken(package: str, language: str, model: type[Model]) -> Model:
    """English for a language that has no file. Raises pydantic's ValidationError when the file is wrong."""
    folder = files(package).joinpath("words")
    own = folder.joinpath(f"{language}.yaml")
    file = own if own.is_file() else folder.joinpath(f"{_FALLBACK}.yaml")
    return model.model_validate(yaml.safe_load(file.read_text(encoding="utf-8")))
