"""How one message speaks to several specialists: `words/LANGUAGE.yaml`, its expressions made ready once."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from pydantic import BaseModel, ConfigDict

from agents.language.spoken import spoken


class Example(BaseModel):
    """A message of so many parts (a test looks)."""

    model_config = ConfigDict(extra="forbid")

    text: str
    parts: int


class PartWords(BaseModel):
    """A file of `words/`; its lines say what the keys are."""

    model_config = ConfigDict(extra="forbid")

    cues: str
    asks_calendar: str
    joins: str
    idle: str
    asks_day: str
    that_day: str
    light: str
    day: str
    which_day: str
    no_day: str
    several: str
    over: str
    examples: list[Example]


@dataclass(frozen=True, slots=True)
class Speech:
    """A language's words with what they make."""

    words: PartWords
    cues: re.Pattern[str]
    asks_calendar: re.Pattern[str]
    joins: re.Pattern[str]
    idle: re.Pattern[str]
    asks_day: re.Pattern[str]
    that_day: re.Pattern[str]
    light: frozenset[str]


@cache
def speech(language: str) -> Speech:
    """English for a language that has none."""
    words = spoken("agents.specialists", language, PartWords)
    return Speech(
        words=words,
        cues=re.compile(words.cues),
        asks_calendar=re.compile(words.asks_calendar),
        joins=re.compile(words.joins),
        idle=re.compile(f"(?:{words.idle})*"),
        asks_day=re.compile(words.asks_day),
        that_day=re.compile(words.that_day),
        light=frozenset(words.light.split()),
    )
