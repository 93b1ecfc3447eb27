"""What a message asks of the calendar; None for one that does not."""

from __future__ import annotations

import re
from datetime import datetime

from agents.agenda.speech import Asks, CalendarWords, Needs, Speech, speech
from agents.agenda.times import When, only_times, read_times
from agents.language.days.day_rules import DateOrder
from agents.language.text import plain
from storage.entities import DateRange, Frozen

_LONGEST = 300


class Asked(Frozen):
    """A request. `title` is in the person's letters where it stands so in the message."""

    does: Asks
    title: str = ""
    when: When = When()
    to: When | None = None
    """Where it is to be moved."""
    surely: bool = True
    """False: only where there is such an event, as a log may be meant."""
    loose: bool = False
    """Heard by words that stand in it, in no form."""


def may_ask(text: str, language: str) -> bool:
    """Whether a short message has a word that every request has: cheap, for every message."""
    said = plain(text).strip()
    return 0 < len(said) <= _LONGEST and "\n" not in said and speech(language).signs.search(said) is not None


def asked(text: str, now: datetime, language: str, order: DateOrder = "DMY") -> Asked | None:
    """Read a whole message; `now` is on the person's clock."""
    if not may_ask(text, language):
        return None
    said, words = plain(text).strip(), speech(language)
    found = _moved(text, said, words, now, order) or _asked(text, said, words, now, order)
    return found or _loosely(said, words, now, order)


def wants_change(text: str, now: datetime, language: str, order: DateOrder = "DMY") -> bool:
    """Whether something is to be put in, moved or taken out, in words that no form reads.

    What may be a log is none: a day to come must be named, or what only a calendar holds.
    """
    said, words = plain(text).strip(), speech(language)
    if not may_ask(text, language) or not words.loose["changes"].search(said):
        return False
    if words.loose["kept"].search(said):
        return True
    when, _ = read_times(said, words, now, order)
    return when.days is not None and when.days.end > now.date()


def _loosely(said: str, words: Speech, now: datetime, order: DateOrder) -> Asked | None:
    """What is on, or when there is time, by the words that stand in it; what is over is the diary's."""
    loose = words.loose
    if loose["changes"].search(said) or not loose["asks"].search(said):
        return None
    when, _ = read_times(said, words, now, order)
    ahead = when.days is not None and when.days.end >= now.date()
    if loose["free"].search(said) and (ahead or loose["named"].search(said)):
        return Asked(does="free", when=when, loose=True)
    named = loose["named"].search(said) is not None
    if named or (ahead and loose["held"].search(said)):
        return Asked(does="read", when=When(days=when.days, part=when.part), loose=True)
    return None


def _asked(text: str, said: str, words: Speech, now: datetime, order: DateOrder) -> Asked | None:
    when, left = read_times(said, words, now, order)
    for row, form in words.forms:
        found = form.fullmatch(left)
        if found is None or not _may(row.needs, when, now):
            continue
        title = _title(found.groupdict().get("title") or "", text, words.words)
        if title is None or (row.does in ("create", "delete") and not title):
            continue
        return Asked(does=row.does, title=title, when=when, surely=row.needs != "looked")
    return None


def _moved(text: str, said: str, words: Speech, now: datetime, order: DateOrder) -> Asked | None:
    for row, form in words.moves:
        found = form.fullmatch(said)
        to = only_times(found["new"], words, now, order) if found is not None else None
        if found is None or to is None:
            continue
        when, left = read_times(found["old"], words, now, order)
        title = _title(left, text, words.words)
        if title:
            when, to = _from_to(when, to)
            return Asked(does=row.does, title=title, when=when, to=to, surely=row.needs != "looked")
    return None


def _from_to(when: When, to: When) -> tuple[When, When]:
    """Two days behind what is moved are the day it is on and the new one."""
    days = to.days
    if days is None or days.start == days.end or when.days is not None:
        return when, to
    old, new = (DateRange(start=day, end=day) for day in (days.start, days.end))
    return when.model_copy(update={"days": old}), to.model_copy(update={"days": new})


def _may(needs: Needs, when: When, now: datetime) -> bool:
    """A day that is over is the diary's, unless the calendar itself was named."""
    if needs == "named":
        return True
    over = when.days is not None and when.days.end < now.date()
    if needs == "timed":
        return not over and when.at is not None and when.days is not None
    return not over and (needs != "ahead" or when.said)


def _title(said: str, text: str, words: CalendarWords) -> str | None:
    """None: it is none."""
    before, after = words.trims["before"], words.trims["after"]
    title = re.sub(rf"^(?:{before})+|(?:{after})+$", "", said.strip(" ,.!?\"'")).strip(" ,.!?\"'")
    if re.fullmatch(words.no_titles, title):
        return None
    at = plain(text).find(title)
    shown = text[at : at + len(title)] if at >= 0 else title
    return shown[:1].upper() + shown[1:]
