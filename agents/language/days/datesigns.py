"""Whether words and figures that may mean something else (sat, may, 3/4, 16일) are days where they stand."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Literal

from agents.language.days.dateforms import Found, all_words


def stands_for_itself(  # noqa: PLR0911 - one return a rule
    found: Found, text: str, kind: Literal["day", "period"]
) -> bool:
    """Whether doubtful words (sat, may) and bare figures (3/4) really are dates here."""
    before, after = text[max(0, found.start - 24) : found.start], text[found.end : found.end + 24]
    line_start = not before.strip(" *#>([-•\"'") or before.rstrip(" *#>([-•").endswith("\n")
    if found.rule in ("slashed", "dotted", "compact", "dashed"):
        return _figures_are_date(found, before, after, line_start=line_start)
    word = found.phrase
    if found.rule == "month_day" and (_is_led(word) or not word.endswith(_all("marks_at"))):
        return _is_day_of_month(found, before, after, line_start=line_start)
    if word not in found.words.doubtful:
        return True
    if re.search(rf"\b(?:{'|'.join((*found.words.month_lead, *_all('on')))}) {{1,3}}$", before):
        return True
    if found.rule == "month" and _month_next().match(after):
        return True
    if found.rule == "weekday":
        return _is_weekday(found, before, after, line_start=line_start)
    return kind == "period" and found.rule not in {"month", "season"}


def _is_weekday(found: Found, before: str, after: str, *, line_start: bool) -> bool:
    """Whether it begins a line, or is one of several days: `mon and thu`."""
    if len(found.phrase) == 1:
        return line_start and after[:1] in (":", ")")
    behind, ahead = found.words.beside_days
    if behind.match(after) or ahead.search(before):
        return True
    follows = re.match(r" {0,3}([a-z]+)?", after)
    line_start = line_start or before.rstrip()[-1:] in (":", ";", "(", "[")
    return line_start and (follows is None or follows[1] not in _all("after_verb"))


@cache
def _all(key: str) -> tuple[str, ...]:
    """The words of all languages under a key."""
    return tuple(word for words in all_words() for word in words.signs.get(key, ()))


@cache
def points_back() -> frozenset[str]:
    """Words of a sentence whose day is that of what was told before it."""
    return frozenset(_all("points_back"))


def _is_led(word: str) -> bool:
    """`on the 4th`."""
    return word.startswith(tuple(f"{one} " for one in _all("on")))


def _is_day_of_month(found: Found, before: str, after: str, *, line_start: bool) -> bool:
    """`the 28th bench …`, `it was the 19th`, `18일(수)`; no second set, no number of days."""
    word = found.phrase
    if _is_led(word):
        tried = before.rstrip().endswith(tuple(found.words.tries))
        return not tried and not _counts_days(found, after)
    if re.search(rf"\b(?:{'|'.join(_all('dated'))}) $", before):
        return not _counts_days(found, after)
    if word.endswith(_all("marks")):
        return line_start and any(re.match(one, after) for one in _all("names_day"))
    marked = after.lstrip().startswith((":", "-", "\n")) and not word[0].isdecimal()
    sure = marked or ((found.d or 0) > _ORDINARY and word.startswith(_all("the")))
    return line_start and sure and not _counts_days(found, after)


@cache
def _month_next() -> re.Pattern[str]:
    """A month beside another: "may vs april"."""
    months = "|".join(sorted({month for words in all_words() for month in words.months}))
    between = "|".join(map(re.escape, _all("month_next")))
    return re.compile(rf" {{1,3}}(?:{between}) {{1,3}}(?:{months})\b")


_ORDINARY = 3
"""`the 1st`, `the 2nd`, `the 3rd` at a line's head are sets or tries."""


def _figures_are_date(  # noqa: PLR0911 - one return a rule
    found: Found, before: str, after: str, *, line_start: bool
) -> bool:
    if found.rule == "dotted" and len(found.phrase) >= 8 and found.phrase[-4:].isdecimal():
        return True
    if found.rule in ("compact", "dashed"):
        return line_start and _is_plain_date(found, after)
    if _bracketed_weekday().match(after):
        return True
    if before[-1:] in ("(", "[") and after[:1] in (")", "]"):
        return line_start or (found.rule == "dotted" and 2015 <= (found.y or 0) <= 2040)
    if "." in found.phrase and found.rule == "slashed" and line_start and re.match(r" [가-힣]", after):
        return found.phrase.partition(".")[2].rstrip(".") not in _DECIMALS
    weekdays = "|".join(name for words in all_words() for name in words.weekdays)
    leads = "|".join(_all("figures_lead"))
    rated = found.phrase.endswith(_OF_TEN) and _scored().search(before) is not None
    led = None if rated else re.search(rf"\b(?:{leads}|{weekdays})[ ,]{{1,3}}$", before)
    if led is not None and "-" not in found.phrase:
        return led[0].strip(" ,") not in _all("figures_pair") or "." not in found.phrase
    line_start = line_start or _is_apart(found, before, after)
    if not line_start or (found.rule == "dotted" and not 2015 <= (found.y or 0) <= 2040):
        return False
    return _heads_what_follows(found, after)


def _heads_what_follows(found: Found, after: str) -> bool:
    """Whether figures at the head of a line are the day of what stands behind them."""
    if re.match(r" {0,3}(?:[:\u2014]|-(?!\d)|$|\n)", after):
        return "." not in found.phrase or found.phrase.count(".") == 2 or after.lstrip().startswith(":")
    if "." in found.phrase and not (found.rule == "dotted" or found.phrase.endswith(".")):
        return False
    if re.match(r" \d+(?:[.,]\d+)? ?(?:km?|mi|miles?|m|kg|lbs?|h|hrs?|min)\b", after):
        return "." not in found.phrase
    ends = "|".join(_all("at"))
    word = re.match(rf"(?:{ends})?(?: ?[(\[][a-z가-힣]{{1,9}}[)\]])?[ ,]{{1,3}}([a-z가-힣]+)", after)
    if word is None or word[1] not in {score for words in all_words() for score in words.scores}:
        return word is not None
    return _is_sure(found) and _FIGURE.match(after, word.end()) is not None


_OF_TEN = "/10"


@cache
def _scored() -> re.Pattern[str]:
    """`pain down to 2/10`: what is rated stands before it in its clause."""
    scores = "|".join(map(re.escape, sorted({score for words in all_words() for score in words.scores})))
    return re.compile(rf"\b(?:{scores})\b[^,.;\n]*$")


@cache
def _bracketed_weekday() -> re.Pattern[str]:
    """`11/18(수)`."""
    weekdays = "|".join(sorted({name for words in all_words() for name in words.weekdays}))
    return re.compile(rf" ?[(\[](?:{weekdays})[)\]]")


_DECIMALS = frozenset(("5", "25", "75", "50", "0"))
"""What stands behind the point of loads."""
_LETTERS_ONLY = re.compile(r"[^\d\n]+")
_RANGE = 5
_MONTHS = 12
_FIGURE = re.compile(r"[ :=-]{1,3}\d")
"""`11/18 sleep 6.5` is a day, `7/10 sleep` a score."""


def _is_apart(found: Found, before: str, after: str) -> bool:
    """`legs 19/11` over the lines of a session, or a new sentence: `... 19/11 ran 7k`."""
    if found.rule != "slashed" or not _is_sure(found) or "/" not in found.phrase:
        return False
    line = before.rpartition("\n")[2]
    heading = line.endswith(" ") and _LETTERS_ONLY.fullmatch(line) is not None and after.startswith("\n")
    return heading or before.endswith(". ")


def _is_sure(found: Found) -> bool:
    """Whether one of two figures can be no month."""
    return max(found.d or 0, found.d2 or 0) > _MONTHS


def _is_plain_date(found: Found, after: str) -> bool:
    """`20261119 bench`, `261119: …`, `11-19 squat`: no number of steps, no range of repetitions."""
    word = re.match(r"[ :]{1,3}([a-z가-힣]+)", after)
    ends = re.match(r" {0,3}(?:[:\n]|$)", after) is not None
    if found.rule == "compact":
        whole = len(found.phrase) == 8
        if not 2015 <= (found.y or 0) <= 2040 or not (word or ends):
            return False
        counted = word is not None and word[1] in _all("counted")
        return (whole or ends or word is not None) and not counted
    wide = max(found.d or 0, found.d2 or 0) > 12 and abs((found.d2 or 0) - (found.d or 0)) > _RANGE
    padded = found.phrase.startswith("0") or "-0" in found.phrase
    return (word is not None and (wide or padded)) or (ends and (wide or padded))


class Beside:
    """What alone could be anything is a day beside others: `bw mon 82 tue 81`, `…; 11/18 …`."""

    def __init__(self, every: Sequence[Found], text: str) -> None:
        self._text = text
        self._phrases: dict[str, set[str]] = {}
        self._figured: set[str] = set()
        """Weekdays of one letter, each with a figure behind it."""
        for found in every:
            self._phrases.setdefault(found.rule, set()).add(found.phrase)
            if _is_figured(found, text):
                self._figured.add(found.phrase)
        self._first = _FIRST.search(text) is not None
        self._slashed = False
        heads = [(one.d or 0, one.d2 or 0) for one in every if one.rule == "slashed" and _heads(one, text)]
        self._column = _are_dates(heads)

    def note(self, found: Found) -> None:
        """A day was read."""
        self._slashed = self._slashed or (found.phrase[:1].isdecimal() and "/" in found.phrase)

    def makes_a_day(self, found: Found) -> bool:
        """Whether the others tell that this is one."""
        text = self._text
        before, after = text[max(0, found.start - 8) : found.start], text[found.end : found.end + 8]
        divided = not before.strip() or before.rstrip()[-1:] in _DIVIDES or before.endswith("\n")
        if found.rule == "slashed" and self._column and _heads(found, text):
            return True
        if found.rule == "slashed" and "/" in found.phrase:
            return divided and self._slashed
        if len(self._phrases[found.rule]) < 2:
            return False
        if found.rule == "weekday":
            short = len(found.phrase) == 1
            listed = len(self._figured) > 1 and _is_figured(found, text)
            return (
                (listed or (divided and after[:1] in _ENDS)) if short else not re.match(_FOLLOWS_VERB, after)
            )
        if found.rule == "month_day":
            return divided and not _counts_days(found, after) and not self._first
        return False


def _heads(found: Found, text: str) -> bool:
    """Whether it stands at the head of a line with a figure behind it, as in a table."""
    line_start = not text[: found.start].rpartition("\n")[2].strip(" |*#>-•")
    return line_start and _CELL.match(text, found.end) is not None


def _are_dates(heads: Sequence[tuple[int, int]]) -> bool:
    """Whether pairs at the heads of lines are days of one month, most of them no count of months."""
    if len(heads) < 2 or len(set(heads)) < len(heads):
        return False
    for days, months in (zip(*heads, strict=True), reversed(list(zip(*heads, strict=True)))):
        if len(set(months)) == 1 and months[0] <= _MONTHS < max(days) <= _LONGEST_MONTH:
            return True
    return False


_CELL = re.compile(r"[ \t,;|]{1,4}\d")
_LONGEST_MONTH = 31


def _is_figured(found: Found, text: str) -> bool:
    """`월 71.2`: a weekday's letter with a figure behind it."""
    apart = not text[found.start - 1 : found.start].strip() if found.start else True
    letter = found.rule == "weekday" and len(found.phrase) == 1
    return letter and apart and _FIGURED.match(text, found.end) is not None


_FIGURED = re.compile(r"[ :]{1,2}\d")
_FIRST = re.compile(r"\b1st\b")
"""Beside a first one the second and third are sets, not days."""
_DIVIDES = ",;/|.+:"
_ENDS = ("", " ", ":", ")", "\n", ",")
_FOLLOWS_VERB = r" (?:down|up|here|there|out|in|on|at)\b"


def _counts_days(found: Found, after: str) -> bool:
    word = re.match(r" {0,3}([a-z가-힣]+)", after)
    return word is not None and word[1].startswith(
        tuple(one for each in all_words() for one in each.ordinals)
    )
