"""How people speak of something: `words/LANGUAGE.yaml` of a package (or another folder), as its model."""

from __future__ import annotations

from importlib.resources import files
from typing import TypeVar

from pydantic import BaseModel

from agents.language.files import yaml_in

Model = TypeVar("Model", bound=BaseModel)
_FALLBACK = "en"


def spoken(package: str, language: str, model: type[Model], folder: str = "words") -> Model:
    """English for a language that has no file. Raises pydantic's ValidationError when the file is wrong."""
    place = files(package).joinpath(folder)
    own = place.joinpath(f"{language}.yaml")
    file = own if own.is_file() else place.joinpath(f"{_FALLBACK}.yaml")
    return model.model_validate(yaml_in(file))
