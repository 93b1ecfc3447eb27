"""The words of the offline agents: YAML files under data/, one per subject and language, read once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import TypeVar
from unicodedata import category

import yaml
from pydantic import BaseModel

Model = TypeVar("Model", bound=BaseModel)
Loader: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""libyaml's loader is ten times faster where it is installed."""


@cache
def languages(subject: str) -> tuple[str, ...]:
    """The languages that data/ has a `subject.LANGUAGE.yaml` for."""
    names = (item.name for item in files("agents.offline").joinpath("data").iterdir())
    return tuple(sorted(name.split(".")[1] for name in names if name.startswith(f"{subject}.")))


def load(subject: str, language: str, model: type[Model]) -> Model:
    """One data file as its model; raises pydantic's ValidationError when the file is wrong."""
    resource = files("agents.offline").joinpath("data", f"{subject}.{language}.yaml")
    return model.model_validate(yaml.load(resource.read_text("utf-8"), Loader=Loader))  # noqa: S506 - a SafeLoader


_LENGTHENED = {"İ": "i"}
"""The one letter whose lower case is longer than itself."""


@lru_cache(maxsize=4096)
def plain(text: str) -> str:
    """Lower case, typographic quotes and blanks made plain; offsets into it are offsets into `text`."""
    lowered = text.lower()
    if len(lowered) != len(text):
        lowered = "".join(_LENGTHENED.get(letter, letter.lower()) for letter in text)
    return lowered.translate(_PLAIN)


def readable(text: str) -> tuple[str, Sequence[int]]:
    """The text without invisible characters (zero-width and the like), and where each of the rest stood.

    One place more than characters: where the text ends.
    """
    if text.isascii() or not any(category(letter) == "Cf" for letter in text):
        return text, range(len(text) + 1)
    places = [at for at, letter in enumerate(text) if category(letter) != "Cf"]
    return "".join(text[at] for at in places), [*places, len(text)]


_PLAIN: dict[int, str] = {
    ord(odd): usual
    for usual, odds in {
        "'": "\u2018\u2019`\u00b4",
        '"': "\u201c\u201d",
        "-": "\u2010\u2011\u2012\u2013\u2212",
        "~": "\uff5e\u301c",
        " ": "\u00a0\u2009\u202f\u3000\t\u200b\u200c\u200d\u2060\ufeff\ufe0f",
        "x": "\u00d7\u2715\u2716",
        ":": "\uff1a",
        "@": "\uff20",
        ",": "\uff0c\u3001",
    }.items()
    for odd in odds
} | {0xFF10 + digit: str(digit) for digit in range(10)}
