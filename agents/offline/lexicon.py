"""The words of the offline agents: YAML files under data/, one per subject and language, read once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from itertools import groupby
from typing import Generic, Literal, TypeVar, cast, get_args

from pydantic import BaseModel, Field

from agents.language.files import yaml_in
from agents.language.text import plain, readable

__all__ = ["LANGUAGES", "Named", "either", "language_of", "languages", "load", "plain", "readable"]

Model = TypeVar("Model", bound=BaseModel)
T = TypeVar("T")

Language = Literal["en", "ko"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
"""Those that are asked and answered in; logs are read in any that data/ has words of."""
_HANGUL = re.compile(r"[가-힣ㄱ-ㅎㅏ-ㅣ]")
_LETTER = re.compile(r"[^\W\d_]")


@lru_cache(maxsize=64)
def language_of(text: str, default: str = "en") -> Language:
    """The language of a text: Korean where there is Hangul, else English, without any letter the default."""
    if not text.isascii() and _HANGUL.search(text):
        return "ko"
    if _LETTER.search(text):
        return "en"
    return "ko" if default == "ko" else "en"


def either(patterns: Iterable[str]) -> str:
    """Any of the patterns. Neighbours that begin alike stand together: what they share is looked for once."""
    runs = groupby(patterns, key=lambda one: one[:2])
    return "|".join(f"(?:{'|'.join(f'(?:{one})' for one in run)})" for _, run in runs)


class Named(BaseModel, Generic[T], extra="allow", defer_build=True):
    """A file of words or patterns by name; what each name is for stands in the English one."""

    __pydantic_extra__: dict[str, T] = Field(init=False)  # pyright: ignore[reportIncompatibleVariableOverride] - as pydantic says

    @property
    def named(self) -> Mapping[str, T]:
        """Those that are no fields of their own."""
        return self.__pydantic_extra__


@cache
def languages(subject: str) -> tuple[str, ...]:
    """The languages that data/ has a `subject.LANGUAGE.yaml` for."""
    names = (item.name for item in files("agents.offline").joinpath("data").iterdir())
    return tuple(sorted(name.split(".")[1] for name in names if name.startswith(f"{subject}.")))


def load(subject: str, language: str, model: type[Model]) -> Model:
    """One data file as its model; raises pydantic's ValidationError when the file is wrong."""
    return cast("Model", _loaded(subject, language, model))


@cache
def _loaded(subject: str, language: str, model: type[BaseModel]) -> BaseModel:
    resource = files("agents.offline").joinpath("data", f"{subject}.{language}.yaml")
    return model.model_validate(yaml_in(resource))
