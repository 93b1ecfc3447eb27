"""Signs in somebody's words that may be serious, by `data/alarms.*.yaml`; what is denied is no sign."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date, timedelta
from enum import IntEnum
from functools import cache

from agents.offline.lexicon import Named, either, languages, load, plain
from storage.entities import Entry

ALARM_LASTS = timedelta(days=7)
"""How long a grave sign that was logged keeps training from being recommended."""


class Sign(IntEnum):
    """How serious words are."""

    NONE = 0
    ALARM = 1
    """Calls for a doctor where advice is asked for."""
    GRAVE = 2
    """Is not left without a word even in a log."""
    CRISIS = 3
    """Somebody wants to harm themselves."""


class AlarmWords(Named[list[str]]):
    """One language's file: lists of regular expressions over lower-case text."""

    told: dict[str, str]
    """What is said of an alarm, and of a crisis."""


def told(sign: Sign, language: str) -> str:
    """What is said of such a sign; in English where the language has no file of its own."""
    words = load("alarms", language if language in languages("alarms") else "en", AlarmWords)
    return words.told["crisis" if sign is Sign.CRISIS else "alarm"]


_NEAR = 40
"""Characters beside a sign in which it may be denied."""


@cache
def words_of(name: str) -> re.Pattern[str]:
    """The words of one list in every language."""
    words = [load("alarms", language, AlarmWords) for language in languages("alarms")]
    together = either([one for file in words for one in file.named[name]])
    match name:
        case "denied_before":
            return re.compile(rf"(?:{together}) ?$")
        case "denied_after" | "joked_after":
            return re.compile(rf"[ :,.!-]{{0,2}}(?:{together})")
        case _:
            return re.compile(together)


def sign_in(text: str) -> Sign:
    """The most serious sign in the words."""
    said = plain(text)
    for sign, name in ((Sign.CRISIS, "crisis"), (Sign.GRAVE, "grave"), (Sign.ALARM, "alarm")):
        if any(not _denied(said, found, sign) for found in words_of(name).finditer(said)):
            return sign
    return Sign.NONE


def _denied(said: str, found: re.Match[str], sign: Sign) -> bool:
    before = said[max(0, found.start() - _NEAR) : found.start()]
    after = said[found.end() : found.end() + _NEAR]
    if sign is Sign.CRISIS and words_of("joked_after").match(after):
        return True
    return bool(words_of("denied_before").search(before) or words_of("denied_after").match(after))


def grave_lately(entries: Iterable[Entry], today: date) -> Entry | None:
    """The newest entry of the last days that tells of a grave sign; a crisis was answered when told."""
    since = today - ALARM_LASTS
    told = [one for one in entries if since <= one.day <= today and sign_in(one.text) is Sign.GRAVE]
    return max(told, key=lambda one: (one.day, one.logged_at), default=None)
