"""What a model wrote, made fit to be kept or sent: plain text, no marks, no links of its own."""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from agents.language.tongues import is_of_another, spoken
from agents.model.checks.words import sentence
from agents.model.fences import visible
from agents.profile import Profile
from agents.truth import sentence_bounds

LONGEST_REPLY = 3500
"""Characters; a Telegram message holds 4,096 with its markup."""

_MARKS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.MULTILINE), instead)
    for pattern, instead in (
        (r"^[ \t]*(?:```|~~~)[\w-]*[ \t]*\n?", ""),
        (r"</?[a-zA-Z][^<>\n]{0,80}>", ""),
        (r"!?\[([^\]\n]{0,200})\]\([^)\s]*(?:\s[^)\n]*)?\)", r"\1"),
        (r"^[ \t]{0,3}#{1,6}[ \t]+", ""),
        (r"^[ \t]{0,3}>[ \t]?", ""),
        (r"^[ \t]*(?:-{3,}|\*{3,}|_{3,})[ \t]*$\n?", ""),
        (r"^([ \t]*)[*+•][ \t]+", r"\1- "),
        (r"\*{2,3}|~~|`+", ""),
        (r"(?<!\w)__|__(?!\w)", ""),
        (r"(?<![\w*])([*_])(?=\S)([^*_\n]+)(?<=\S)\1(?![\w*])", r"\2"),
        (r"[ \t]+$", ""),
        (r"\n{3,}", "\n\n"),
    )
)
_LINK = re.compile(r"\b(?:(?:https?|tg|ftp)://|www\.|t\.me/)\S+", re.IGNORECASE)
_QUOTED = re.compile(r"[“\"「«][^”\"」»]*[”\"」»]")

_SCRIPTS = {
    "ko": {"HANGUL"}, "ja": {"HIRAGANA", "KATAKANA", "CJK"}, "zh": {"CJK"}, "ru": {"CYRILLIC"},
    "uk": {"CYRILLIC"}, "bg": {"CYRILLIC"}, "sr": {"CYRILLIC", "LATIN"}, "el": {"GREEK"}, "ar": {"ARABIC"},
    "fa": {"ARABIC"}, "he": {"HEBREW"}, "hi": {"DEVANAGARI"}, "th": {"THAI"},
}  # fmt: skip
_ENOUGH = 8
"""Letters below which a script says nothing about a language."""


def plain(text: str, own_words: Iterable[str] = ()) -> str:
    """Plain text. Links stay only if they stand in the person's own words: others may carry data away."""
    text = visible(text)
    if _is_data(text):
        return ""
    for pattern, instead in _MARKS:
        text = pattern.sub(instead, text)
    if _LINK.search(text):
        known = "\n".join(own_words)
        text = _LINK.sub(lambda found: found[0] if found[0].rstrip(".,)") in known else "", text)
    return _within(text.strip(), LONGEST_REPLY)


def line(text: str, longest: int) -> str:
    """Plain text on one line."""
    return sentence(plain(text), longest)


def is_foreign(text: str, languages: Iterable[str]) -> bool:
    """Whether it is in none of these languages, by its script or commonest words. Quotations do not count."""
    codes = [code.partition("-")[0].lower() for code in languages]
    own = _QUOTED.sub(" ", text)
    latin = not any(code in _SCRIPTS for code in codes)
    return _is_in_another_script(own, codes) or (latin and is_of_another(own, frozenset(codes)))


def _is_in_another_script(text: str, codes: Sequence[str]) -> bool:
    counted = Counter(_scripts(text))
    total = counted.total()
    if total < _ENOUGH:
        return False
    expected = [_SCRIPTS.get(code, {"LATIN"}) for code in codes]
    return bool(expected) and all(
        sum(counted[script] for script in scripts) * (2 if scripts == {"LATIN"} else 5) < total
        for scripts in expected
    )


def languages(query: str, profile: Profile) -> tuple[str, ...]:
    """The person's, and that of the question."""
    return (profile.language, *(scripts_of(query) or spoken(query) or ("en",)))


def scripts_of(text: str) -> frozenset[str]:
    """The languages that its script gives away (none for Latin)."""
    counted = Counter(_scripts(text))
    half = counted.total() / 2
    return frozenset(
        code
        for code, scripts in _SCRIPTS.items()
        if "LATIN" not in scripts and sum(counted[s] for s in scripts) > half
    )


def _scripts(text: str) -> Iterable[str]:
    return (_script(letter) for letter in text if letter.isalpha())


@lru_cache(4096)
def _script(letter: str) -> str:
    return unicodedata.name(letter, "?").split(" ", 1)[0].split("-")[0]


def _is_data(text: str) -> bool:
    """JSON instead of sentences."""
    bare = re.sub(r"^\s*```\w*|```\s*$", "", text).strip()
    if not bare.startswith(("{", "[")):
        return False
    try:
        json.loads(bare)
    except (ValueError, RecursionError):
        return bare.startswith(('{"', '[{"'))
    return True


def _within(text: str, longest: int) -> str:
    """The whole sentences that fit."""
    if len(text) <= longest:
        return text
    end = max((end for _, end in sentence_bounds(text[: longest + 1]) if end <= longest), default=0)
    return text[:end].rstrip() or text[: longest - 1] + "…"
