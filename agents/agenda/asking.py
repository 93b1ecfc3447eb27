"""What a message asks of the calendar; None for one that does not."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from agents.agenda.speech import Asks, CalendarWords, Needs, Speech, speech
from agents.agenda.times import When, only_times, read_times
from agents.language.days.dates import find_periods
from agents.language.days.day_rules import DateOrder
from agents.language.text import plain
from storage.entities import DateRange, Frozen

_LONGEST = 300
_LOOKED: tuple[Needs, ...] = ("looked", "due")
"""Ours when there is such an event."""
_SENTENCES = re.compile(r"\?|\w{3}[.!;] ")
_SOON, _SHORT = timedelta(days=62), timedelta(days=8)
"""How far ahead, and how long, the days are that a question alone is known by: not `in October`."""
_LONG_AGO = timedelta(days=180)
"""A date of no year that would be that old is one to come."""


class Asked(Frozen):
    """A request. `title` is in the person's letters where it stands so in the message."""

    does: Asks
    title: str = ""
    when: When = When()
    to: When | None = None
    """Where it is to be moved."""
    new: str = ""
    """What it is to be called, or where it is to be."""
    by: int = 0
    """Minutes by which it is to be moved; earlier: negative."""
    surely: bool = True
    """False: only where there is such an event, as a log may be meant."""
    loose: bool = False
    """Heard by words that stand in it, in no form."""
    vague: bool = False
    """Heard by nothing but the day to come that it asks about."""
    shares: bool = False
    """Its verb stands beside it."""


def may_ask(text: str, language: str) -> bool:
    """Whether a short message has a word that every request has: cheap, for every message."""
    said = plain(text).strip()
    return (
        0 < len(said) <= _LONGEST
        and "\n" not in said
        and speech(language).words.signs.search(said) is not None
    )


def asked(text: str, now: datetime, language: str, order: DateOrder = "DMY") -> Asked | None:
    """Read a whole message; `now` is on the person's clock."""
    if not may_ask(text, language):
        return None
    said, words = plain(text).strip(), speech(language)
    if words.words.howto.search(said):
        return None
    reads = (_shifted, _moved, _edited, _asked, _bare)
    found = next((one for read in reads if (one := read(text, said, words, now, order)) is not None), None)
    return found or _loosely(said, words, now, order)


def wants_change(text: str, now: datetime, language: str, order: DateOrder = "DMY") -> bool:
    """Whether something is to be put in, moved or taken out, in words that no form reads.

    What may be a log is none: a day to come must be named, or what only a calendar holds.
    """
    said, words = plain(text).strip(), speech(language)
    if not may_ask(text, language) or words.words.howto.search(said):
        return False
    loose = words.words.loose
    if loose.changes.search(said) and loose.kept.search(said):
        return True
    wants = (one.search(said) for one in (loose.begins, loose.last))
    if not loose.changes.search(said) and (loose.own.search(said) or not any(wants)):
        return False
    when, _ = read_times(said, words, now, order)
    return when.days is not None and when.days.end > now.date()


def _loosely(said: str, words: Speech, now: datetime, order: DateOrder) -> Asked | None:
    """What is on, or when there is time, by the words that stand in it; what is over is the diary's."""
    loose = words.words.loose
    if loose.changes.search(said) or not loose.asks.search(said):
        return None
    when, _ = read_times(said, words, now, order)
    ahead = when.days is not None and when.days.end >= now.date()
    if loose.free.search(said) and (ahead or loose.named.search(said)):
        return Asked(does="free", when=when, loose=True)
    named = loose.named.search(said) is not None
    named = named or (ahead and loose.held.search(said) is not None)
    if named or _is_to_come(said, when, words, now):
        return Asked(does="read", when=When(days=when.days, part=when.part), loose=True, vague=not named)
    return None


def _is_to_come(said: str, when: When, words: Speech, now: datetime) -> bool:
    """Whether a question is of a day to come, and not of figures, advice or what is over."""
    today, loose, days = now.date(), words.words.loose, when.days
    if days is None or days.end - days.start > _SHORT or days.start > today + _SOON:
        return False
    is_own = loose.own.search(said) and not loose.promised.search(said)
    if is_own or not loose.opens.search(said):
        return False
    later = when.at is not None or (when.part is not None and when.part[1] > now.hour)
    return days.start > today or (days.end == today and later)


def _asked(text: str, said: str, words: Speech, now: datetime, order: DateOrder) -> Asked | None:
    when, left = read_times(said, words, now, order)
    for row, form in words.forms:
        found = form.fullmatch(left)
        if found is None or not _may(row.needs, when, now):
            continue
        title = _title(found.groupdict().get("title") or "", text, words.words)
        if title is None or (row.does in ("create", "delete") and not title):
            continue
        if row.does == "create" and words.words.reports.search(title.lower()):
            continue
        surely = row.needs not in _LOOKED or (
            row.does == "delete" and words.words.loose.kept.search(said) is not None
        )
        return Asked(does=row.does, title=title, when=when, surely=surely)
    return None


def _moved(text: str, said: str, words: Speech, now: datetime, order: DateOrder) -> Asked | None:
    for row, form in words.moves:
        found = form.fullmatch(said)
        at = words.words.at if row.bare else ""
        to = only_times(f"{at}{found['new']}", words, now, order) if found is not None else None
        if found is None or to is None:
            continue
        when, left = read_times(found["old"], words, now, order)
        title = _title(left, text, words.words)
        if title:
            when, to = _from_to(when, to)
            return Asked(does=row.does, title=title, when=when, to=to, surely=row.needs not in _LOOKED)
    return None


def _edited(text: str, said: str, words: Speech, now: datetime, order: DateOrder) -> Asked | None:
    """Another title or place, in words that are no time."""
    for row, form in words.edits:
        found = form.fullmatch(said)
        if found is None or read_times(found["new"], words, now, order)[0].said:
            continue
        when, left = read_times(found["old"], words, now, order)
        title, new = _title(left, text, words.words), _title(found["new"], text, words.words)
        if title and new:
            return Asked(does=row.does, title=title, when=when, new=new, surely=row.needs not in _LOOKED)
    return None


def _bare(text: str, said: str, words: Speech, now: datetime, order: DateOrder) -> Asked | None:
    """What has a day to come or a series with an end, a clock and a name, and nothing else.

    A day of the week may be over, so "dentist Friday 3pm" may be a log.
    """
    when, left = read_times(said, words, now, order)
    found = words.words.bare.fullmatch(left.strip(" .!,"))
    if found is None or when.at is None:
        return None
    if not (when.every and when.ending) and not _is_surely_ahead(said, now, order):
        return None
    title = _title(found["title"], text, words.words)
    return Asked(does="create", title=title, when=when, loose=True) if title else None


def also_asked(text: str, like: Asked, now: datetime, language: str, order: DateOrder) -> Asked | None:
    """The same, of what has no verb of its own: "put yoga on Friday at 9 and pilates on Sunday at 10"."""
    said, words = plain(text).strip(), speech(language)
    when, left = read_times(said, words, now, order)
    found = words.words.bare.fullmatch(left.strip(" .!,"))
    timed = when.at is not None or like.does == "delete"
    if found is None or not timed or when.days is None or when.days.end < now.date():
        return None
    title = _title(found["title"], text, words.words)
    if not title or not like.surely or like.does not in ("create", "delete"):
        return None
    return Asked(does=like.does, title=title, when=when, shares=True)


def _is_surely_ahead(said: str, now: datetime, order: DateOrder) -> bool:
    """Whether the one day that is named is to come, as the diary reads it, or else was long ago."""
    named = find_periods(said, now, order)
    if len(named) != 1:
        return False
    days = named[0].range
    return days.start > now.date() or days.end < now.date() - _LONG_AGO


def _shifted(text: str, said: str, words: Speech, now: datetime, order: DateOrder) -> Asked | None:
    """By how much, later or earlier."""
    when, left = read_times(said, words, now, order)
    if when.minutes is None or when.at is not None:
        return None
    row, found = next(
        ((row, found) for row, form in words.shifts if (found := form.fullmatch(left))), (None, None)
    )
    sign = -1 if words.words.earlier.search(left) else 1 if words.words.later.search(left) else 0
    title = _title(found["title"], text, words.words) if found is not None else None
    if row is None or not title or not sign:
        return None
    return Asked(does=row.does, title=title, when=when, by=sign * when.minutes, surely=False)


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
    if needs == "due":
        return when.days is not None and when.days.end > now.date()
    return not over and (needs != "ahead" or when.said)


def _title(said: str, text: str, words: CalendarWords) -> str | None:
    """None: it is none."""
    before, after = words.trims["before"], words.trims["after"]
    title = re.sub(rf"^(?:{before})+|(?:{after})+$", "", said.strip(" ,.!?\"'")).strip(" ,.!?\"'")
    if _SENTENCES.search(title) or re.fullmatch(words.no_titles, title):
        return None
    at = plain(text).find(title)
    shown = text[at : at + len(title)] if at >= 0 else _in_letters_of(text, title)
    return shown[:1].upper() + shown[1:]


def _in_letters_of(text: str, title: str) -> str:
    """Words that stood apart, each as it was written."""
    written = {word.casefold(): word for word in re.findall(r"[\w'-]+", text)}
    return re.sub(r"[\w'-]+", lambda one: written.get(one[0], one[0]), title)
