"""Which language a text is in by its commonest words, and whether it says that something is not there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Literal

from pydantic import RootModel

from agents.language.files import read_data
from storage.entities import Frozen

_WORD = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)?")
_HANGUL_AND_HAN = "\u1100"
"""The first letter of the scripts of Korean, Japanese and Chinese."""
_ENOUGH = 4
"""Words of a language from which on a text may be called one in it."""


class Tongue(Frozen):
    """What is known of one language, words with blanks between them."""

    known_by: str = ""
    denies: str = ""
    lacks: str = ""


class _File(RootModel[dict[str, Tongue]]):
    """`data/tongues.yaml`."""


@cache
def _tongues() -> Mapping[str, Tongue]:
    return read_data(_File, "tongues.yaml").root


@cache
def _known_by() -> Mapping[str, frozenset[str]]:
    return {name: frozenset(one.known_by.split()) for name, one in _tongues().items() if one.known_by}


@cache
def _common() -> frozenset[str]:
    return frozenset(word for words in _known_by().values() for word in words)


@cache
def _pattern(kind: Literal["denies", "lacks"]) -> re.Pattern[str]:
    """As words of their own; in a script that sets no blanks around its endings, anywhere."""
    said = dict.fromkeys(word for one in _tongues().values() for word in getattr(one, kind).split())
    apart, inside = (
        "|".join(re.escape(word).replace(r"\.", r"\s?") for word in said if _is_apart(word) is wanted)
        for wanted in (True, False)
    )
    return re.compile(rf"(?<!\w)(?:{apart})(?!\w)|{inside}", re.IGNORECASE)


def _is_apart(word: str) -> bool:
    return word[0] < _HANGUL_AND_HAN


def words_of(text: str) -> list[str]:
    """In lower case, with one sign for an apostrophe."""
    return [word.replace("\u2019", "'") for word in _WORD.findall(text.lower())]


def denies(text: str) -> bool:
    """Whether it says, in whatever language is known, that something is not so, not there or not known."""
    return _pattern("denies").search(text.replace("\u2019", "'")) is not None


def lacks(text: str) -> bool:
    """Whether it says that something is not there, not found or not known."""
    return _pattern("lacks").search(text.replace("\u2019", "'")) is not None


def touches(text: str, known: Iterable[str]) -> bool:
    """Whether it has a word in common with what is known, but for the commonest."""
    return bool(telling(text) & telling("\n".join(known)))


def telling(text: str) -> frozenset[str]:
    """Its words without those that are common in any language."""
    return frozenset(word for word in words_of(text) if len(word) > 1 and word not in _common())


def spoken(text: str) -> frozenset[str]:
    """The languages that its common words give away, of those that are told apart by words; often one."""
    counts = _counts(text)
    most = max(counts.values(), default=0)
    return frozenset(name for name, count in counts.items() if count == most) if most > 1 else frozenset()


def is_of_another(text: str, expected: frozenset[str]) -> bool:
    """Whether it is plainly in a language that is none of these; never where one of these is unknown."""
    if not expected <= _known_by().keys():
        return False
    counts = _counts(text)
    most = max(counts.values(), default=0)
    return most >= _ENOUGH and most > 2 * max((counts[name] for name in expected), default=0)


def _counts(text: str) -> dict[str, int]:
    said = words_of(text)
    return {name: sum(map(known.__contains__, said)) for name, known in _known_by().items()}
