"""A message as it is read: invisible characters out, signs made plain, and the way back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from unicodedata import category, normalize

from pydantic import BaseModel

from agents.language.files import read_data


def readable(text: str) -> tuple[str, Sequence[int]]:
    """The text without invisible characters (zero-width and the like), and where each of the rest stood."""
    if text.isascii():
        return text, range(len(text) + 1)
    letters: list[str] = []
    places: list[int] = []
    for at, letter in enumerate(text):
        put = _UNITS.get(letter, "" if category(letter) == "Cf" else letter)
        letters.append(put)
        places += [at] * len(put)
    return "".join(letters), [*places, len(text)]


@lru_cache(maxsize=64)
def plain(text: str) -> str:
    """Lower case, typographic quotes and blanks made plain; offsets into it are offsets into `text`.

    What is plain already is itself: the words of the tables stand in memory once.
    """
    made = _plain(text)
    return text if made == text else made


def _plain(text: str) -> str:
    lowered = text.lower()
    if len(lowered) != len(text):
        lowered = "".join(_LENGTHENED.get(letter, letter.lower()) for letter in text)
    if lowered.isascii():
        return lowered.replace("\t", " ").replace("`", "'")
    lowered = _respelt(lowered.translate(_PLAIN))
    if not _CYRILLIC.search(lowered):
        return lowered
    return _WORD.sub(_in_latin, _TIMES.sub("x", lowered))


def _respelt(text: str) -> str:
    """Korean past tense typed with one consonant for two at a syllable's end, as it sounds."""
    return _past().sub(lambda found: chr(ord(found[0]) + 1), text)


@cache
def _past() -> re.Pattern[str]:
    """Such syllables before an ending: the single consonant is the letter before the double one."""
    known = read_data(_Past, "ko", "spelling.yaml")
    single = "".join(chr(ord(letter) - 1) for letter in known.past)
    return re.compile(rf"[{single}](?=[{known.before}])")


class _Past(BaseModel, extra="forbid"):
    """The file `spelling.yaml`: past syllables, and the first syllables of what may follow."""

    past: str
    before: str


def first_sentence(text: str) -> tuple[str, str]:
    """It, and what comes behind its mark or line; all of a single one."""
    end = _SENTENCE_END.search(text)
    return (text, "") if end is None else (text[: end.start()], text[end.end() :])


_SENTENCE_END = re.compile(r"[.!;](?=\s)\s*|\n+")


def _in_latin(word: re.Match[str]) -> str:
    """`bench` with one Cyrillic letter is the Latin word; a whole Cyrillic word stays."""
    mixed = any("a" <= letter <= "z" for letter in word[0])
    return word[0].translate(_ALIKE) if mixed else word[0]


_UNITS = {chr(code): normalize("NFKC", chr(code)) for code in range(0x3380, 0x33E0)} | {
    "\u2113": "l", "\u00bd": ".5", "\u00bc": ".25", "\u00be": ".75",
}  # fmt: skip
"""Units and fractions that are one character: \u338f, \u339e, 7\u00bd."""
_LENGTHENED = {"İ": "i"}
"""The one letter whose lower case is longer than itself."""
_CYRILLIC = re.compile(r"[\u0400-\u04ff]")
_TIMES = re.compile(r"(?<=\d)\u0445(?= ?\d)|(?<=\d )\u0445(?= ?\d)")
"""`5x5` typed with the Cyrillic letter."""
_WORD = re.compile(r"[a-z\u0400-\u04ff]+")
_ALIKE = str.maketrans(
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u043a\u043c\u0442\u0432\u043d", "aeopcyxikmtbh"
)
"""Cyrillic letters in a Latin word are the Latin ones that look like them."""
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


def heads(words: Sequence[str]) -> Iterator[str]:
    """The beginnings of a phrase, a blank behind each word: `back ` and `back off ` of `back off sets`."""
    return (" ".join((*words[:size], "")) for size in range(1, len(words)))
