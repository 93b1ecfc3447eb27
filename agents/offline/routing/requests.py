"""Requests for something that the bot cannot do yet; whether a message may ask for a reminder."""

from __future__ import annotations

import re
from functools import cache
from typing import Literal

from pydantic import BaseModel

from agents.offline.lexicon import languages, load, plain
from agents.offline.questions.frames import Wish
from agents.offline.questions.wishes import wish_in

CommandInWords = Literal["undo", "today", "week"]
_LONGEST, _LONGEST_COMMAND = 160, 30


class RequestWords(BaseModel, extra="forbid"):
    """`requests.LANGUAGE.yaml`."""

    reminds: tuple[str, ...]
    """Of which one stands in every message that asks for a reminder or timer."""
    reminds_first: tuple[str, ...]
    """Or it begins so."""
    leads: tuple[str, ...]
    commands: dict[CommandInWords, tuple[str, ...]]
    """Whole messages that mean a command."""
    cannot: tuple[str, ...]
    told: dict[Wish, str]


@cache
def _every() -> tuple[RequestWords, ...]:
    return tuple(load("requests", language, RequestWords) for language in languages("requests"))


def may_remind(text: str) -> bool:
    """Whether a message can ask for a reminder or timer at all: a look of about a microsecond."""
    lowered, (signs, first) = text.lower(), _reminds()
    return any(map(lowered.__contains__, signs)) or lowered.startswith(first)


@cache
def _reminds() -> tuple[tuple[str, ...], tuple[str, ...]]:
    signs = tuple(sign for words in _every() for sign in words.reminds)
    return signs, tuple(sign for words in _every() for sign in words.reminds_first)


def command_in(text: str) -> CommandInWords | None:
    """The command that the whole message is in words: `undo that please`, `show me my week`."""
    said = text.strip(" \n.!?~").casefold()
    return _commands().get(said) if len(said) <= _LONGEST_COMMAND else None


@cache
def _commands() -> dict[str, CommandInWords]:
    return {said: name for words in _every() for name, told in words.commands.items() for said in told}


def is_beyond_us(text: str) -> bool:
    """Whether the whole message asks for such a thing; questions about what was logged never do."""
    said = plain(text).strip()
    if not said or len(said) > _LONGEST or "\n" in said:
        return False
    return any(form.fullmatch(said) for form in _forms())


def beyond_us(language: str, text: str) -> str:
    """What is said to such a request, by whoever notices that it is one."""
    wish = wish_in(text)
    return load("requests", language, RequestWords).told[wish[0] if wish else "other"]


@cache
def _forms() -> tuple[re.Pattern[str], ...]:
    return tuple(
        re.compile(rf"(?:(?:{'|'.join(map(re.escape, words.leads))})[,:]? )*(?:{form})[ .!?~]*")
        for words in _every()
        for form in words.cannot
    )
