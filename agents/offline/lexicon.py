"""The words of the offline agents: YAML files under data/, one per subject and language, read once."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import Literal, TypeVar
from unicodedata import category, normalize

import yaml
from pydantic import BaseModel

Model = TypeVar("Model", bound=BaseModel)
Loader: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""libyaml's loader is ten times faster where it is installed."""

Language = Literal["en", "ko"]
"""Those that are asked and answered in; logs are read in any that data/ has words of."""
_HANGUL = re.compile(r"[가-힣ㄱ-ㅎㅏ-ㅣ]")
_LETTER = re.compile(r"[^\W\d_]")


def language_of(text: str, default: str = "en") -> Language:
    """The language of a text: Korean where there is Hangul, else English, without any letter the default."""
    if _HANGUL.search(text):
        return "ko"
    if _LETTER.search(text):
        return "en"
    return "ko" if default == "ko" else "en"


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
    lowered = lowered.translate(_PLAIN)
    if lowered.isascii() or not _CYRILLIC.search(lowered):
        return lowered
    return _WORD.sub(_in_latin, _TIMES.sub("x", lowered))


def _in_latin(word: re.Match[str]) -> str:
    """`bench` with one Cyrillic letter is the Latin word; a whole Cyrillic word stays."""
    mixed = any("a" <= letter <= "z" for letter in word[0])
    return word[0].translate(_ALIKE) if mixed else word[0]


_CYRILLIC = re.compile(r"[\u0400-\u04ff]")
_TIMES = re.compile(r"(?<=\d)\u0445(?= ?\d)|(?<=\d )\u0445(?= ?\d)")
"""`5x5` typed with the Cyrillic letter."""
_WORD = re.compile(r"[a-z\u0400-\u04ff]+")
_ALIKE = str.maketrans(
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u043a\u043c\u0442\u0432\u043d", "aeopcyxikmtbh"
)
"""Cyrillic letters in a Latin word are the Latin ones that look like them."""


def readable(text: str) -> tuple[str, Sequence[int]]:
    """The text without invisible characters (zero-width and the like), and where each of the rest stood.

    Units of one character (\u338f) are spelled out. One place more than characters: where the text ends.
    """
    if text.isascii() or not any(category(letter) == "Cf" or letter in _UNITS for letter in text):
        return text, range(len(text) + 1)
    letters: list[str] = []
    places: list[int] = []
    for at, letter in enumerate(text):
        put = _UNITS.get(letter, "" if category(letter) == "Cf" else letter)
        letters.append(put)
        places += [at] * len(put)
    return "".join(letters), [*places, len(text)]


_UNITS = {chr(code): normalize("NFKC", chr(code)) for code in range(0x3380, 0x33E0)} | {"\u2113": "l"}
"""Units that are one character: \u338f, \u339e."""


_KEPT = frozenset((0xFF5E,))
"""The wide tilde, which is a range's sign like others."""
_PLAIN: dict[int, str] = (
    {
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
    }
    | {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F) if code not in _KEPT}
    | {0xFF10 + digit: str(digit) for digit in range(10)}
)
