"""Whether a message asks for what was said in the chat: by whom, about what, when (`words/LANGUAGE.yaml`)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Literal

from pydantic import BaseModel

from agents.language.days.dates import find_periods
from agents.language.days.day_rules import DateOrder
from agents.language.spoken import spoken
from agents.language.text import plain
from storage.entities import DateRange, Frozen

Who = Literal["user", "assistant", "any"]
_LONGEST = 200


class Asked(Frozen):
    """`topic` is empty where anything is meant, `days` None for any time."""

    who: Who
    topic: str = ""
    days: DateRange | None = None
    loose: bool = False
    """Heard by a word or two of the message: its topic is what is left of it, and is not told."""


class FormRow(BaseModel, extra="forbid"):
    """One way to ask, and a message that is read by it."""

    who: Who
    form: str
    example: str


class TalkWords(BaseModel, extra="forbid"):
    """A file of `words/`."""

    said: str
    tell: str
    signs: str
    """One of these or those before stands in every message that asks; all others are let go at once."""
    leads: str
    trims: str
    forms: list[FormRow]
    loose: list[FormRow]
    now: re.Pattern[str]
    light: re.Pattern[str]
    heads: dict[Who, str]
    nothing: str
    about: str


@dataclass(frozen=True, slots=True)
class _Speech:
    words: TalkWords
    forms: tuple[tuple[FormRow, re.Pattern[str]], ...]
    loose: tuple[tuple[FormRow, re.Pattern[str]], ...]
    trims: re.Pattern[str]
    signs: re.Pattern[str]


def asked(text: str, now: datetime, language: str, order: DateOrder = "DMY") -> Asked | None:
    """Read a whole message; `now` is on the person's clock. None: it asks for something else."""
    if not may_ask(text, language):
        return None
    known = speech(language)
    days, left = without_days(plain(text).strip(), now, order)
    for row, form in known.forms:
        if found := form.fullmatch(left):
            topic = known.trims.sub("", (found.groupdict().get("topic") or "").strip(" ,.!?\"'"))
            return Asked(who=row.who, topic=topic.strip(), days=days)
    left = " ".join(known.words.now.sub(" ", left).split())
    row = next((row for row, form in known.loose if form.search(left)), None)
    if row is None:
        return None
    topic = " ".join(re.sub(r"[^\w' -]", " ", known.words.light.sub(" ", left)).split())
    return Asked(who=row.who, topic=topic, days=days, loose=True)


def asks_what_was_said(text: str, now: datetime, language: str) -> bool:
    """Whether a whole message surely asks for that."""
    found = asked(text, now, language)
    return found is not None and not found.loose


def may_ask(text: str, language: str) -> bool:
    """Whether a short message has a word of asking: cheap, for every message; most have none."""
    said = plain(text).strip()
    short = 0 < len(said) <= _LONGEST and "\n" not in said
    return short and speech(language).signs.search(said) is not None


def without_days(said: str, now: datetime, order: DateOrder) -> tuple[DateRange | None, str]:
    """The days that are named first, and the rest of the message."""
    mentions = find_periods(said, now, order)
    if not mentions:
        return None, said
    first = mentions[0]
    return first.range, " ".join((said[: first.start] + " " + said[first.end :]).split())


@cache
def speech(language: str) -> _Speech:
    """A language's forms made ready; English for one that has none."""
    words = spoken("agents.talk", language, TalkWords)
    return _Speech(
        words=words,
        forms=tuple((row, _form(row.form, words)) for row in words.forms),
        loose=tuple((row, re.compile(_filled(row.form, words))) for row in words.loose),
        signs=re.compile(f"{words.said}|{words.tell}|{words.signs}"),
        trims=re.compile(rf"^(?:{words.trims}\b ?)+|(?: ?\b{words.trims})+$"),
    )


def _form(form: str, words: TalkWords) -> re.Pattern[str]:
    return re.compile(rf"(?:{words.leads}[,:]? )*(?:{_filled(form, words)})[ .!?~]*")


def _filled(form: str, words: TalkWords) -> str:
    return form.replace("<said>", words.said).replace("<tell>", words.tell)
