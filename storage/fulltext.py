"""Full-text search over words that belong to one user.

Words are cut here rather than by the database, so that hostile text never reaches a query parser: letters and
digits, without case and accents; Chinese and Japanese signs one by one. Each word is stored as
`<user>x<word>`, which makes one user's search independent of all other entries.

A keyword is a word or phrase. Its last word also matches as a beginning ("squat" finds "squats", a Korean
noun is found with its particles attached), by looking up which such words exist: FTS5's own prefix search
would read every hit before the first is returned.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|[^\W_\u3040-\u30ff\u3400-\u9fff]+")
_ASCII_WORD = re.compile(r"[a-z0-9]+")
_LONGEST = 64
"""Longer "words" are not language; the cut keeps an index key small."""
SHORTEST_BEGINNING = 3
"""ASCII words shorter than this match only themselves: "am" should not find "amazing"."""

CREATE_SQLITE = (
    "CREATE VIRTUAL TABLE entry_words USING fts5(words, names, content='', columnsize=0, tokenize='ascii')",
    "CREATE VIRTUAL TABLE entry_vocabulary USING fts5vocab('entry_words', 'instance')",
    "CREATE VIRTUAL TABLE note_words USING fts5(words, names, content='', columnsize=0, tokenize='ascii')",
    "CREATE VIRTUAL TABLE note_vocabulary USING fts5vocab('note_words', 'instance')",
)
"""Contentless: the words of an entry's earlier states stay behind under positions that no entry has now.
Those of a note's chunk are taken out by naming them again."""


def words(text: str) -> list[str]:
    """The words of a text, in order."""
    if text.isascii():
        return [word[:_LONGEST] for word in _ASCII_WORD.findall(text.lower())]
    plain = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(sign for sign in plain if not unicodedata.combining(sign))
    return [word[:_LONGEST] for word in _WORD.findall(unicodedata.normalize("NFC", plain))]


def document(user_id: int, texts: Iterable[str]) -> str:
    """What is indexed: the words, each marked as the user's."""
    return " ".join(owned(user_id, word) for text in texts for word in words(text))


def owned(user_id: int, word: str) -> str:
    """The word as it stands in the index."""
    return f"{user_id}x{word}"


def takes_beginnings(word: str) -> bool:
    """Whether the word also finds longer ones."""
    return not word.isascii() or len(word) >= SHORTEST_BEGINNING


def continues(word: str, longer: str) -> bool:
    """Whether `longer` is a longer form: not a longer number."""
    return not (word[-1].isdigit() and longer[len(word) : len(word) + 1].isdigit())


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words in a row; `is_open` when the last one may go on."""

    words: tuple[str, ...]
    is_open: bool = False


def query_text(user_id: int, keywords: Iterable[Sequence[Phrase]], *, match_all: bool) -> str:
    """An FTS5 query. Each keyword is its alternative phrases; nothing but their words gets in."""
    alternatives = (" OR ".join(_quoted(user_id, phrase) for phrase in phrases) for phrases in keywords)
    return (" AND " if match_all else " OR ").join(f"({one})" for one in alternatives)


def _quoted(user_id: int, phrase: Phrase) -> str:
    quoted = " ".join(owned(user_id, word) for word in phrase.words)
    return f'"{quoted}" *' if phrase.is_open else f'"{quoted}"'
