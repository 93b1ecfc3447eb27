"""Terms as files give them, and the forms a word takes in everyday messages."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from itertools import product
from typing import Annotated, cast

from pydantic import BeforeValidator

_CHOICE = re.compile(r"\(([^()|]*\|[^()]*)\)")


def split_words(raw: object) -> object:
    """A list; "bench, flat bench" as the words between its commas (quicker to read and to load).

    A choice stands for each of its words: "(next|this) week" is "next week, this week".
    """
    words = raw.split(",") if isinstance(raw, str) else raw
    if not isinstance(words, list):
        return raw
    spread = [one for word in cast("list[object]", words) for one in _spread(word)]
    return [one for one in spread if one] if isinstance(raw, str) else spread


def _spread(word: object) -> Iterator[object]:
    if not isinstance(word, str) or "(" not in word:
        yield word.strip() if isinstance(word, str) else word
        return
    between = _CHOICE.split(word)  # what stands around choices, and every second one what they are of
    places = [one.split("|") if at % 2 else (one,) for at, one in enumerate(between)]
    for chosen in product(*places):
        spread = "".join(chosen).strip()
        yield " ".join(spread.split()) if "  " in spread else spread


def joined(under: object, over: object) -> list[object]:
    """The words of both, each once."""
    both = (split_words(under), split_words(over))
    words = [word for words in both if isinstance(words, list) for word in cast("list[object]", words)]
    return list(dict.fromkeys(words))


Words = Annotated[tuple[str, ...], BeforeValidator(split_words)]
"""A list, or one text with commas."""

Terms = dict[str, Words]
"""Words as people write them, by language ("en", "ko")."""

_HISSING = ("s", "x", "ch", "sh")
_NO_PLURAL = ("ed", "ing", "ly")


def spellings(term: str, language: str) -> list[str]:
    """The term in lower case with its hyphenation variants and, in English, its plural.

    "Pull-up" gives pull-up, pull up, pullup and their plurals; Korean compounds also lose their spaces.
    """
    written = unicodedata.normalize("NFC", term).strip().lower()
    forms = [written]
    if "-" in written:
        forms += [written.replace("-", " "), written.replace("-", "")]
    if language == "ko" and " " in written:
        forms.append(written.replace(" ", ""))
    if language == "en":
        forms += [plural for form in forms if (plural := _plural(form))]
    return forms


def _plural(term: str) -> str | None:
    if len(term) < 3 or not term[-1].isalpha() or term.endswith(_NO_PLURAL):
        return None
    if term.endswith(_HISSING):
        return None if term.endswith("s") and not term.endswith("ss") else term + "es"
    if term.endswith("y") and term[-2] not in "aeiou":
        return term[:-1] + "ies"
    return term + "s"
