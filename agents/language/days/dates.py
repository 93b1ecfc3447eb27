"""Days and periods in everyday text, English and Korean: the words are data (`data/LANGUAGE/dates.yaml`).

Rules, where words leave a choice. Weeks are ISO weeks, Monday to Sunday.
- A weekday, a day and month without a year, or a month is the most recent one that has begun; `last monday`
  said on a Monday is a week ago. Only words of the future (tomorrow, next monday) or a written year lead on.
- `3/4` follows the given order unless only the other one exists. Without a year it must start a line, or
  follow "on", "since" and the like, or a weekday: scores (4/5) and sets (8/8/7) are not dates.
- `last night` is the day before; the parser gives sleep to the day of waking. `tonight` said before 4 in the
  morning is the evening just gone.
- `last week` is the ISO week before this one, `past week` the 7 days up to today, `last 2 weeks` 14 days.
- `2 weeks ago` is a day in a log and that ISO week in a question; `3 months ago` likewise.
- `the month before` goes back from the period named before it, else from `anchor` (what was talked about
  last), else from now.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from functools import cache
from typing import NamedTuple

from agents.language.days.dateforms import HANGUL, Found, all_words, scan
from agents.language.days.datesigns import Beside, stands_for_itself
from agents.language.days.day_rules import DateOrder, day_of, range_of
from agents.language.days.portions import parted
from agents.language.text import plain
from agents.language.tokens import is_hangul
from agents.language.typos import sound
from storage.entities import DateRange

EARLIEST = date(1970, 1, 1)
"""Where "until October" begins."""


class DayMention(NamedTuple):
    """A day named in text[start:end]; `night` is set for "last night"."""

    day: date
    start: int
    end: int
    phrase: str
    night: bool = False
    sure: bool = False
    """Whether it cannot be one to come: yesterday, two days ago."""
    opens: bool = False
    """Whether others follow it: since Monday."""
    within: DateRange | None = None
    """It is one of these days, and only the writer knows which."""


class PeriodMention(NamedTuple):
    """A stretch of days named in text[start:end]."""

    range: DateRange
    start: int
    end: int
    phrase: str


def find_days(text: str, now: datetime, order: DateOrder = "DMY") -> list[DayMention]:
    """The days a log names, in order; `now` is on the user's clock. Days to come are found too."""
    lowered = _HANGUL_RUN.sub(_as_spelt, plain(text))
    korean = _HANGUL.search(lowered) is not None
    order = "MDY" if korean else order
    mentions: list[DayMention] = []
    every = scan(lowered, "day")
    beside = Beside(every, lowered)
    head = _week_head(lowered)
    for found in every:
        if korean and found.rule in _WITH_NUMBERS and "." in found.phrase and found.y is None:
            found = found._replace(d=found.d2, d2=found.d)  # noqa: PLW2901 - `11.19` is 19 November
        stands = stands_for_itself(found, lowered, "day") or beside.makes_a_day(found)
        stands = stands and not _is_compared(lowered, found.start, found.end)
        if head is not None and found.rule == "weekday" and found.start >= head[1]:
            found = found._replace(rule="week_weekday")  # noqa: PLW2901 - `last week: mon …, wed …`
        day = day_of(found, now, order) if stands else None
        if day is not None and _follows_today(found, mentions, now.date()):
            day += timedelta(days=7)
        if found.rule == "relative" and mentions:
            day = mentions[-1].day + timedelta(days=found.words.relative[found.phrase])
        if day is not None and _is_near(found, day, mentions):
            end = _with_its_date(lowered, found, day)
            night = found.phrase in found.words.night_words
            beside.note(found)
            sure, opens = found.rule in ("words", "ago"), _opens(lowered, found)
            phrase = text[found.start : end]
            mentions.append(DayMention(day, found.start, end, phrase, night, sure, opens))
    return mentions


def _follows_today(found: Found, mentions: Sequence[DayMention], today: date) -> bool:
    """Whether a weekday stands behind today, the last day of a list: `fri run, sat (today) ride, sun …`."""
    days = [one.day for one in mentions]
    return found.rule == "weekday" and len({*days}) > 1 and days == sorted(days) and days[-1] == today


def _as_spelt(match: re.Match[str]) -> str:
    run = match[0]
    for size in (2, 3):
        word = _day_sounds().get(sound(run[:size]))
        if word is not None and len(word) == size:
            return word + run[size:]
    return run


@cache
def _day_sounds() -> dict[str, str]:
    days = [word for words in all_words() for word in words.day_words if is_hangul(word) and len(word) > 1]
    return {sound(word): word for word in days}


_HANGUL_RUN = re.compile(f"(?<![{HANGUL}])[{HANGUL}]{{2,}}")


def _with_its_date(text: str, found: Found, day: date) -> int:
    """Where a weekday ends, its day of the month with it: `Mon 16 - squat 5x5`."""
    match = _DATE_BEHIND.match(text, found.end) if found.rule == "weekday" else None
    return match.end(1) if match is not None and int(match[1]) == day.day else found.end


_DATE_BEHIND = re.compile(r" {1,2}(\d{1,2})(?= ?[-\u2013:]| ?\n)")


def _opens(text: str, found: Found) -> bool:
    """`from monday`, `월요일부터`."""
    leads = [*found.words.since, *found.words.between]
    after = text.startswith(tuple(found.words.since_after), found.end)
    return after or _lead(text, found.start, leads) < found.start


def find_week_heads(text: str, mentions: Sequence[DayMention]) -> list[tuple[int, int]]:
    """Where a week is named over a list of its days."""
    head = _week_head(plain(text))
    return [head] if head is not None and any(mention.start >= head[1] for mention in mentions) else []


def _week_head(text: str) -> tuple[int, int] | None:
    match = _week_heads().search(text)
    return None if match is None else match.span(1)


@cache
def _week_heads() -> re.Pattern[str]:
    words = "|".join(re.escape(word) for each in all_words() for word in each.last_week)
    return re.compile(rf"^[ *#>-]{{0,4}}({words})(?= {{0,2}}[:\n,-])", re.MULTILINE)


_HANGUL = re.compile(f"[{HANGUL}]")
"""Korean writes the month before the day, whatever the writer's setting."""


def _is_near(found: Found, day: date, mentions: list[DayMention]) -> bool:
    """Figures in the middle of a line are a date only near one that was named before."""
    if found.rule != "slashed" or found.d is None or not mentions:
        return True
    return any(abs(day - one.day) <= _SAME_PASTE for one in (mentions[0], mentions[-1]))


_SAME_PASTE = timedelta(days=92)


_TOLD = re.compile(r"\b(?:on|since|date:?) {1,3}$")
_DATE_LIKE = re.compile(r"\b(?:on|since|date:?) {1,3}(\d{1,4}([/.-])\d{1,4}\2\d{1,4})(?![\w/-])")
_WITH_NUMBERS = frozenset(("slashed", "dotted"))


def find_false_days(text: str, now: datetime, order: DateOrder = "DMY") -> list[tuple[int, int]]:
    """Where the text names days that no calendar has: `30 Feb`, `2026-13-01`, `on 31/02`, `on 99/99/9999`."""
    lowered = plain(text)
    false: list[tuple[int, int]] = []
    true: set[int] = set()
    for found in scan(lowered, "day"):
        if found.rule not in ("date", "iso", "slashed", "dotted"):
            continue
        if day_of(found, now, order) is not None:
            true.add(found.start)
        elif _is_told(found, lowered):
            false.append((found.start, found.end))
    known = {start for start, _ in false} | true
    more = [match.span(1) for match in _DATE_LIKE.finditer(lowered) if match.start(1) not in known]
    return sorted(false + more)


def _is_told(found: Found, text: str) -> bool:
    """Whether these must be a date: figures only after "on" and the like, or written year first."""
    if found.rule == "iso":
        return "-" in found.phrase
    if found.rule in _WITH_NUMBERS:
        if _TOLD.search(text[max(0, found.start - 12) : found.start]) is not None:
            return True
        return found.rule == "slashed" and "/0" in found.phrase  # `…, 31/02`: no sets are written so
    return stands_for_itself(found, text, "day")


def _is_compared(lowered: str, start: int, end: int) -> bool:
    """Whether a day is one that something is only compared with: `2 kg more than monday`."""
    return any(
        lowered.startswith(tuple(words.compared), end) or lowered.endswith(tuple(words.than), 0, start)
        for words in all_words()
    )


def find_stretch(text: str, now: datetime, order: DateOrder = "DMY") -> list[DayMention]:
    """The only stretch of days that a log names, if it is over, as its last day: `last week`.

    Behind another clause it says what was before: `bench 85 (was 80 last week)`.
    """
    periods = find_periods(text, now, order)
    if len(periods) != 1 or periods[0].range.end >= now.date() or _CLAUSE.search(text, 0, periods[0].start):
        return []
    span = periods[0].range
    compared = _is_compared(plain(text), periods[0].start, periods[0].end)
    if compared or not 0 < (span.end - span.start).days < _LONGEST_STRETCH:
        return []
    return [DayMention(span.end, periods[0].start, periods[0].end, periods[0].phrase, within=span)]


_LONGEST_STRETCH = 7
"""Days among which somebody may be asked to choose."""
_CLAUSE = re.compile(r"[,;(\n]|\. |[.!] ?$")


def find_periods(
    text: str, now: datetime, order: DateOrder = "DMY", anchor: DateRange | None = None
) -> list[PeriodMention]:
    """The periods a question names, in order; a day is a period of one day. `anchor`: see the rules above."""
    lowered = plain(text)
    atoms: list[PeriodMention] = []
    for found in scan(lowered, "period"):
        if stands_for_itself(found, lowered, "period"):
            before = atoms[-1].range if atoms else anchor
            span = range_of(found, now, order, before)
            if span is not None:
                atoms.append(PeriodMention(span, found.start, found.end, ""))
    parts = parted(lowered, [(one.range, one.start, one.end) for one in atoms])
    atoms = [PeriodMention(part.range, part.start, part.end, "") for part in parts]
    return [
        PeriodMention(span.model_copy(update={"description": text[start:end]}), start, end, text[start:end])
        for span, start, end, _ in _joined(lowered, atoms, now.date())
    ]


def _joined(text: str, atoms: list[PeriodMention], today: date) -> list[PeriodMention]:
    """Put "between A and B", "A to B", "since A" and "until A" together."""
    words = all_words()
    sinces = [word for each in words for word in each.since]
    untils = [word for each in words for word in each.until]
    betweens = [word for each in words for word in each.between]
    joins = {word for each in words for word in each.join}
    result: list[PeriodMention] = []
    rest = list(reversed(atoms))
    while rest:
        first = rest.pop()
        if rest and text[first.end : rest[-1].start].strip() in joins:
            word = text[first.end : rest[-1].start].strip()
            lead = _lead(text, first.start, betweens)
            if (word != "and" and not _is_list(word)) or lead < first.start:
                second = rest.pop()
                if first.range.start <= second.range.end:
                    span = DateRange(start=first.range.start, end=second.range.end)
                    result.append(PeriodMention(span, lead, second.end, ""))
                    continue
                rest.append(second)
        result.append(_opened(text, first, today, sinces, untils))
    return result


def _is_list(word: str) -> bool:
    return word in ("와", "과", "하고", "랑")


def _lead(text: str, start: int, options: list[str]) -> int:
    """Where one of the words that stands right before `start` begins, or `start` itself."""
    before = text[max(0, start - 16) : start]
    stripped = before.rstrip().removesuffix(" the").rstrip()
    for option in options:
        if stripped.endswith(option) and not stripped[: -len(option)][-1:].isalnum():
            return start - len(before) + len(stripped) - len(option)
    return start


def _last_until(span: DateRange) -> date:
    """The day itself, and what lies before a month or a week: "until November" has no day of it."""
    return span.end if span.start in (span.end, EARLIEST) else max(EARLIEST, span.start - timedelta(days=1))


def _opened(
    text: str, atom: PeriodMention, today: date, sinces: list[str], untils: list[str]
) -> PeriodMention:
    after = text[atom.end : atom.end + 6].lstrip()
    since, until = _lead(text, atom.start, sinces), _lead(text, atom.start, untils)
    for words in all_words():
        for suffix in words.since_after:
            if after.startswith(suffix) and atom.range.start <= today:
                return PeriodMention(DateRange(start=atom.range.start, end=today), atom.start, atom.end, "")
    if since < atom.start and atom.range.start <= today:
        return PeriodMention(DateRange(start=atom.range.start, end=today), since, atom.end, "")
    if until < atom.start and atom.range.end >= EARLIEST:
        return PeriodMention(DateRange(start=EARLIEST, end=_last_until(atom.range)), until, atom.end, "")
    return atom
