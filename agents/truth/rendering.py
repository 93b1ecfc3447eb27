"""Values as people read them: in their language, with singular and plural, decimal comma and particles."""

from __future__ import annotations

import re
from datetime import date

from agents.shown import TIME_OF_DAY, clock, number, show
from agents.truth.words import Words
from storage.entities import DateRange
from units import HOUR_S

_SWAPPED = str.maketrans(",.", ".,")
_NUMBER = re.compile(r"\d(?:[\d.,]*\d)?")
_LONGEST_SAID = 10 * HOUR_S


def amount(value: float, unit: str, words: Words) -> str:
    """A value with its unit: 62,5 kg, 1 day, 30 min, 27:40."""
    if unit == "s":
        return duration(value, words)
    if unit == "h":
        return words.hours.format(n=localized(number(value), words))
    if unit in words.units:
        shown = number(value)
        one, several = words.units[unit]
        named = one if shown == "1" else several
        return f"{localized(shown, words)}{'' if words.glued else ' '}{named}"
    if unit == "%":
        return f"{localized(number(value, 0 if abs(value) >= 1 else 1), words)}{'' if words.glued else ' '}%"
    if unit == TIME_OF_DAY or unit.startswith("s/"):
        return show(value, unit)
    return localized(show(value, unit), words)


def bare(value: float, unit: str, words: Words) -> str:
    """The number alone."""
    if unit in ("s", TIME_OF_DAY) or unit.startswith("s/"):
        return show(value, unit).partition("/")[0]
    return localized(number(value, 2 if unit in ("km", "mi") else 1), words)


def duration(seconds: float, words: Words) -> str:
    """As people say it: "30 min", "1 h 15 min"; with seconds as a clock: 27:40."""
    whole = round(abs(seconds))
    if whole % 60 or not whole or whole > _LONGEST_SAID:
        return clock(whole)
    hours, minutes = divmod(whole // 60, 60)
    parts = [words.hours.format(n=hours)] if hours else []
    parts += [words.minutes.format(n=minutes)] if minutes else []
    return " ".join(parts)


def localized(shown: str, words: Words) -> str:
    """With the language's decimal mark and thousands."""
    if words.decimal == ".":
        return shown
    return _NUMBER.sub(lambda found: found[0].translate(_SWAPPED), shown)


def day(moment: date, today: date, words: Words) -> str:
    """Tue 17 Nov; with the year where it is another one."""
    template = words.day if moment.year == today.year else words.day_year
    return _dated(template, moment, words)


def span(days: DateRange, today: date, words: Words) -> str:
    """From day to day, or the one day."""
    if days.start == days.end:
        return day(days.start, today, words)
    return words.span.format(start=day(days.start, today, words), end=day(days.end, today, words))


def written(moment: date, words: Words) -> list[str]:
    """Other ways in which people write the day."""
    return [_dated(template, moment, words) for template in (words.day, words.day_year, *words.dates)]


def _dated(template: str, moment: date, words: Words) -> str:
    return template.format(
        weekday=words.weekdays[moment.weekday()],
        day=moment.day,
        month=words.months[moment.month - 1],
        month_name=words.month_names[moment.month - 1],
        number=moment.month,
        year=moment.year,
    )


# --- Korean particles, chosen by how the word before is read ------------------------------------------------

_PAIRS = {
    "은": "는", "이": "가", "을": "를", "과": "와", "으로": "로",
    "이에요": "예요", "이었어요": "였어요", "이라고": "라고", "이라": "라",
}  # fmt: skip
_WRITTEN = {
    **{f"({closed}/{open_})": closed for closed, open_ in _PAIRS.items()},
    **{f"{closed}({open_})": closed for closed, open_ in _PAIRS.items()},
    "(으)로": "으로", "(이)에요": "이에요",
}  # fmt: skip
"""The ways to write a particle that depends, to its form behind a consonant."""
_PARTICLE = re.compile(rf"(?<![\w%])([\w%]+?)([^\w\s]*)({'|'.join(map(re.escape, _WRITTEN))})")
_CONSONANT_DIGITS = "013678"
_CONSONANT_LETTERS = "lmnr"
_ENDING_IN_L = "178lr"
"""Read aloud they end in ㄹ, after which it is 로."""
_SPOKEN = {
    "kg": "램",
    "g": "램",
    "lb": "드",
    "km": "터",
    "m": "터",
    "mi": "일",
    "kcal": "리",
    "h": "간",
    "km/h": "터",
    "%": "트",
}
"""How units end when read aloud."""
_UNIT_AT_END = re.compile(r"(?:kcal|km|kg|lb|mi|g|m|h)$")


def with_particles(text: str) -> str:
    """The text with each (을/를), 을(를) or (으)로 replaced by the form that fits the word before."""
    return _PARTICLE.sub(_particle, text)


def _particle(found: re.Match[str]) -> str:
    word, between, written = found.groups()
    closed = _WRITTEN[written]
    return word + between + (closed if _ends_closed(word, closed) else _PAIRS[closed])


def _ends_closed(word: str, closed: str) -> bool:
    unit = _UNIT_AT_END.search(word)
    letter = _SPOKEN.get(unit[0] if unit else word, word)[-1]
    if "가" <= letter <= "힣":
        final = (ord(letter) - ord("가")) % 28
        return final != 0 and not (closed == "으로" and final == 8)
    ends_closed = letter in _CONSONANT_DIGITS or letter.lower() in _CONSONANT_LETTERS
    return ends_closed and not (closed == "으로" and letter.lower() in _ENDING_IN_L)
