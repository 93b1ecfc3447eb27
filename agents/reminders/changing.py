"""What a message wants of reminders that are set, by the most alike of known sentences: `changes/*.yaml`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Literal

from agents.language.alike import Known, Vocabulary, Words, stem
from agents.language.days.day_rules import DateOrder
from agents.language.spoken import spoken
from agents.reminders.series import ALL_DAYS
from agents.reminders.speech import Speech
from agents.reminders.times import When, read_times, shifted

Change = Literal[
    "timer_asked", "timer_left", "timer_stopped", "listed", "ended", "never", "added", "moved", "put",
    "nothing",
]  # fmt: skip
"""`ended`: for good, or on days that are said. `never`, `added`: days of its week. `put`: moved, or set."""
_TIME, _OLD_TIME, _SHIFT, _TITLE = "xtime", "xold", "xshift", "xtitle"
_WORD = re.compile(r"\w[\w']*")
_LONGEST_TITLE = 4
_SHORTEST = 2
"""Letters of a word by whose beginning another is known: `stretching` and `stretch`."""


class ChangesFile(Vocabulary):
    """Sentences by what they want, and words of their parts."""

    enough: float
    """How alike a sentence is at least to a known one, from 0 to 1."""
    reminder: frozenset[str]
    every: frozenset[str]
    """Before the word for reminders: all of them."""
    because: re.Pattern[str]
    """A reason, to the end of the message."""
    sentences: dict[Change, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is wanted; of the reminders of that `title`, of `all`, or of the one that was set last."""

    change: Change
    of: Literal["named", "newest", "all"]
    title: str
    when: When
    shift: int
    """So many seconds later."""


def wanted(  # noqa: PLR0917 - the message, and who reads it when
    said: str, speech: Speech, titles: Sequence[str], now: datetime, order: DateOrder, language: str
) -> Wanted | None:
    """What a message, in plain letters, wants of reminders that are set with these titles; None: nothing."""
    changes = _changes(language)
    said, reasons = changes.because.subn("", said)
    said, olds = speech.moved_from.subn("", said)
    shift, left = shifted(said, speech)
    when, left = read_times(speech.words.moved_to.sub(speech.words.at, left), speech, now, order)
    core = changes.known.words.core(left)
    core, title = changes.titled(core, titles)
    if not title and (changes.is_about_something(core) or (reasons and not core)):
        return None
    read = changes.known.words.read(core)
    slots = {_TIME: when.said or when.ending, _OLD_TIME: olds, _SHIFT: shift, _TITLE: title}
    read |= {name for name, found in slots.items() if found}
    share, change = changes.known.nearest(read, changes.enough)
    if share < changes.enough or change == "nothing":
        return None
    return Wanted(change, changes.of(read, title), title, when, shift)


class _Changes:
    """The known sentences of a language."""

    def __init__(self, held: ChangesFile) -> None:
        words = Words.of(held)
        self.known = Known[Change](words, held.sentences, "nothing")
        self.enough = held.enough
        self._reminder, self._every = (_read(words, one) for one in (held.reminder, held.every))
        self._words = words.light | _read(words, (one for all_ in held.sentences.values() for one in all_))
        self.because = held.because

    def titled(self, core: str, titles: Sequence[str]) -> tuple[str, str]:
        """A sentence with the slot in place of what a reminder is about, and that.

        These are words of a reminder's title or, beside the word for reminders, words of no known sentence.
        """
        own = {one for title in titles for one in _WORD.findall(title.casefold()) if self._is_strange(one)}
        words = _WORD.findall(core)
        named = [word for word in words if any(alike(self._stem(word), self._stem(one)) for one in own)]
        if not named and not self._read(words).isdisjoint(self._reminder):
            named = self._unknown(words)
        if not named:
            return core, ""
        left = " ".join(word for word in words if word not in named)
        return left, " ".join(named)

    def _stem(self, word: str) -> str:
        return stem(word, self.known.words.endings)

    def _unknown(self, words: Sequence[str]) -> Sequence[str]:
        """The words that are in no known sentence, where they are a few that stand together."""
        places = [at for at, word in enumerate(words) if self._is_strange(word)]
        few = 0 < len(places) <= _LONGEST_TITLE and places[-1] - places[0] < len(places)
        named = [words[at] for at in places] if few else []
        return [] if any(map(str.isdecimal, named)) else named

    def is_about_something(self, core: str) -> bool:
        """Whether a word of syllables, of which none weighs more than others, is in no known sentence."""
        return any(not word.isascii() and self._is_strange(word) for word in _WORD.findall(core))

    def of(self, read: frozenset[str], title: str) -> Literal["named", "newest", "all"]:
        """Of which reminders."""
        if title:
            return "named"
        if read.isdisjoint(self._reminder):
            return "newest"
        return "named" if read.isdisjoint(self._every) else "all"

    def _is_strange(self, word: str) -> bool:
        """Whether it is in no known sentence."""
        return self._read([word]).isdisjoint(self._words)

    def _read(self, words: Iterable[str]) -> frozenset[str]:
        return _read(self.known.words, words)


def alike(one: str, other: str) -> bool:
    """Whether two words are the same, or the longer one begins with the other."""
    short, long = sorted((one, other), key=len)
    return one == other or (len(short) >= _SHORTEST and long.startswith(short))


def days_for_good(when: When) -> When:
    """`drop friday`: not the next one alone."""
    if when.rule or when.days is None or when.days.start != when.days.end:
        return when
    rule = f"FREQ=WEEKLY;BYDAY={ALL_DAYS[when.days.start.weekday()]}"
    return when.model_copy(update={"rule": rule, "days": None})


def _read(words: Words, said: Iterable[str]) -> frozenset[str]:
    return words.read(" ".join(said))


@cache
def _changes(language: str) -> _Changes:
    return _Changes(spoken("agents.reminders", language, ChangesFile, "changes"))
