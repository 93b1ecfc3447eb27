"""Words of the field: "what is RPE?" is answered from general knowledge, not from the log."""

from __future__ import annotations

import re
from functools import cache

from pydantic import BaseModel

from agents.offline.lexicon import Language, load, plain

_SEVERAL = re.compile(r",| and | or | vs\.? |랑 |하고 |과 |와 ")
_ARTICLE = re.compile(r"^(?:an?|the) ")


class Term(BaseModel, extra="forbid"):
    """A word, its other names, and what it means."""

    names: list[str]
    text: str


class GlossaryFile(BaseModel, extra="forbid"):
    """One language's file."""

    asked: str
    terms: list[Term]


def meanings(question: str, language: Language) -> tuple[str, ...]:
    """What the terms mean that it asks about; nothing when it asks of something else as well."""
    asked = _asked(language).match(plain(question).strip(" .!?"))
    if asked is None:
        return ()
    term = next(group for group in asked.groups() if group)
    known = _texts(language)
    parts = [term] if _ARTICLE.sub("", term) in known else _SEVERAL.split(term)
    found = [known.get(_ARTICLE.sub("", part.strip())) for part in parts if part.strip()]
    return tuple(dict.fromkeys(text for text in found if text)) if all(found) else ()


@cache
def _asked(language: Language) -> re.Pattern[str]:
    return re.compile(load("glossary", language, GlossaryFile).asked)


@cache
def _texts(language: Language) -> dict[str, str]:
    terms = load("glossary", language, GlossaryFile).terms
    return {name: term.text for term in terms for name in term.names}
