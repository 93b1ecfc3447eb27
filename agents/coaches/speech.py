"""What coaches say and how people ask for one: `words/LANGUAGE.yaml`."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Literal

from pydantic import BaseModel

from agents.language.spoken import spoken
from agents.language.text import plain


class Frame(BaseModel, extra="forbid"):
    """One way to ask, and a message that is read by it."""

    form: str
    example: str


Act = Literal["open", "now", "pause", "resume", "drop"]
"""On one that there is."""


class Doing(Frame):
    """One way to want something of a coach that there is."""

    act: Act
    unnamed: bool = False
    """It names what is watched, and no coach: it is about one only where one watches that."""


class CoachWords(BaseModel, extra="allow"):
    """A file: `frames`, `does` and `topics` are read, all else is said."""

    frames: list[Frame]
    does: list[Doing]
    topics: dict[str, str]
    there: str
    """Words for a goal that there is."""

    def say(self, key: str, **given: Any) -> str:
        """A sentence. Raises KeyError for one that there is not."""
        sentences: dict[str, str] = self.model_extra or {}
        return sentences[key].format(**given)


@cache
def coach_words(language: str) -> CoachWords:
    """English for a language that has none."""
    return spoken("agents.coaches", language, CoachWords)


_AROUND = " .!?~"


def asked_for(text: str, language: str) -> str | None:
    """What somebody wants a coach for, as they wrote it, where a whole message says so; empty: unsaid."""
    lowered = plain(text)
    said = lowered.strip(_AROUND)
    start = len(lowered) - len(lowered.lstrip(_AROUND))
    for form in _forms(language):
        if found := form.fullmatch(said):
            group = next((one for one in ("rest", "what") if found.groupdict().get(one)), None)
            begin, end = (0, 0) if group is None else found.span(group)
            return text[start + begin : start + end].strip()
    return None


def wish_of(text: str, language: str) -> tuple[Doing, str] | None:
    """How a message wants something of a coach, and what it names (empty: nothing); None: it does not."""
    said = plain(text).strip(_AROUND)
    for row, form in _acts(language):
        if found := form.fullmatch(said):
            groups = found.groupdict()
            return row, groups.get("what") or groups.get("what2") or ""
    return None


def goal_meant(text: str, language: str) -> str | None:
    """The name of a goal that there is ("the bench goal"), "" for the only one; None: no such words."""
    form = _form(Frame(form=coach_words(language).there, example=text))
    found = form.fullmatch(plain(text).strip(_AROUND))
    return None if found is None else found["what"] or ""


def topic_of(text: str, language: str) -> str:
    """The name of the built-in template that words are about; empty: none of these."""
    said = plain(text)
    topics = coach_words(language).topics
    return next((name for name, form in topics.items() if re.search(form, said)), "")


@cache
def _forms(language: str) -> tuple[re.Pattern[str], ...]:
    return tuple(_form(row) for row in coach_words(language).frames)


@cache
def _acts(language: str) -> tuple[tuple[Doing, re.Pattern[str]], ...]:
    return tuple((row, _form(row)) for row in coach_words(language).does)


def _form(row: Frame) -> re.Pattern[str]:
    filled = row.form.replace("<rest>", r"(?P<rest>.{2,120}?)").replace("<what>", r"(?P<what>[^,.]{2,40}?)")
    filled = filled.replace("<what2>", r"(?P<what2>[^,.]{2,40}?)")
    return re.compile(filled)
