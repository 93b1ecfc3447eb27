"""Dates in an answer's text, each with the days it may mean; English and Korean forms are here."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
from functools import lru_cache

from agents.numbers.date_claim import DateClaim, claimed, month_span, possible_days
from agents.numbers.foreign_days import foreign_dates
from agents.numbers.written import blanked
from storage.entities import DateRange

_MONTHS: list[str] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_WEEKDAYS: list[str] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
_KOREAN_WEEKDAYS = "월화수목금토일"

_MONTH = (
    r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)(?![a-z])(?:\.(?=\s*\d))?"
)
_WEEKDAY = (
    r"(?P<weekday>mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:rs?(?:day)?)?|fri(?:day)?"
    r"|sat(?:urday)?|sun(?:day)?)(?![a-z])(?:\.(?=,?\s*\w))?"
)
_LED = rf"(?:\b{_WEEKDAY},?\s+(?:the\s+)?)?"
_DAY = r"(?<![\d.,:/])(?P<day>\d{1,2})(?:st|nd|rd|th)?(?![\d:]|[.,]\d)"
_TO = r"(?:\s*(?:-|to|until|through|and)\s*(?P<until>\d{1,2})(?:st|nd|rd|th)?(?!\d))"
_YEAR = r"(?:,?\s+(?P<year>(?:19|20)\d\d)(?!\d))?"
_COUNTS: tuple[str, ...] = (
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip
_NUMBER = rf"(?P<n>\d{{1,3}}|an?|{'|'.join(reversed(_COUNTS))})"
_PERIOD_LEAD = (
    r"(?:in|of|since|until|till|to|from|by|during|last|this|early|late|mid|and|before|after|through)"
)

_NO_NOUN = (
    r"(?=\s*(?:$|[.,;:!?)]|(?:and|or|at|on|it|you|i|we|with|to|was|were|is|for|after|when|because|but|as|from"
    r"|until|in)\b))"
)
"""After a day of the month; "the 3rd set" is none."""
_FORMS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(pattern, re.IGNORECASE))
    for name, pattern in (
        ("day", r"(?<!\d)(?P<year>\d{4})[-/.](?P<number>\d{1,2})[-/.](?P<day>\d{1,2})(?!\d)"),
        ("numeric", r"(?<![\d.])(?P<one>\d{1,2})([/.])(?P<two>\d{1,2})\2(?P<year>\d{4})(?!\d)"),
        ("day", rf"{_LED}{_DAY}{_TO}?\s+(?:of\s+)?{_MONTH}{_YEAR}"),
        ("day", rf"{_LED}\b{_MONTH}\s+(?:the\s+)?{_DAY}{_TO}?{_YEAR}"),
        (
            "day",
            (
                r"(?:(?P<year>\d{4})년\s*)?(?<!\d)(?P<number>\d{1,2})월\s*(?P<day>\d{1,2})일?"
                r"\s*[~-]\s*(?P<until>\d{1,2})일"
            ),
        ),
        (
            "day",
            (
                r"(?:(?P<year>\d{4})년\s*)?(?<!\d)(?P<number>\d{1,2})월\s*(?P<day>\d{1,2})일"
                r"(?:\s*\(?(?P<weekday>[월화수목금토일])(?:요일|\)))?"
            ),
        ),
        ("of_month", rf"\bthe\s+(?P<day>[12]?\d|3[01])(?:st|nd|rd|th)\b{_NO_NOUN}"),
        ("of_month", r"(?<![\d월])(?<!월 )(?P<day>[12]?\d|3[01])일(?=에(?!\s*(?:한|두|세|\d+)\s*번)|날)"),
        (
            "numeric",
            r"(?:\b(?:on|since|until|by)\s+|\((?=[\d/.]{3,5}\)))(?P<one>\d{1,2})([/.])(?P<two>\d{1,2})(?![\d/]|\.\d)",
        ),
        ("ago", rf"\b{_NUMBER}\s+(?P<unit>day|week|month|year)s?\s+ago\b"),
        ("ago", r"(?<!\d)(?P<n>\d{1,3})\s*(?P<unit>일|주일?|개월|달|년)\s*전"),
        ("back", r"\b(?P<back>the day before yesterday|yesterday|last night)\b"),
        ("back", r"(?P<back>그저께|그제|엊그제|어제|어젯밤|간밤|지난밤)"),
        ("month", rf"\b{_MONTH}\s+(?P<year>(?:19|20)\d\d)(?!\d)"),
        ("month", rf"\b{_PERIOD_LEAD}\s+{_MONTH}(?!\s+\d)"),
        ("month", rf"\b{_MONTH}(?!\s+\d)"),
        ("month", r"(?:(?P<year>\d{4})년\s*)?(?<!\d)(?P<number>\d{1,2})월(?!\s*\d)"),
        ("year", rf"\b{_PERIOD_LEAD}\s+(?P<year>(?:19|20)\d\d)(?!\d)(?!\s*(?:kcal|steps|m\b|g\b))"),
        ("year", r"(?<!\d)(?P<year>(?:19|20)\d\d)년"),
        ("weekday", rf"\b{_WEEKDAY}"),
        ("weekday", r"(?P<weekday>[월화수목금토일])요일"),
    )
)
_WORD_NUMBERS = {word: n for n, word in enumerate(_COUNTS, 1)}
_BACK = {
    "yesterday": 1, "last night": 1, "the day before yesterday": 2,
    "어제": 1, "어젯밤": 1, "간밤": 1, "지난밤": 1, "그제": 2, "그저께": 2, "엊그제": 2,
}  # fmt: skip
_NIGHTS = {"last night", "어젯밤", "간밤", "지난밤"}
"""Told of the evening before or, as sleep, of the morning on which they end."""
_UNIT_DAYS = {
    "day": 1, "week": 7, "month": 30, "year": 365, "일": 1, "주": 7, "주일": 7, "개월": 30, "달": 30,
    "년": 365,
}  # fmt: skip
_SHORT_WORDS = {"may", "mar", "march", "sat", "sun", "mon", "wed", "dec", "sep"}
"""Months and weekdays that are also words or abbreviations: believed only with a capital letter."""


def date_claims(text: str, today: date) -> list[DateClaim]:
    """Every date in `usual` text, in order; of overlapping forms the fuller one. A range gives two."""
    return list(_date_claims(text, today))


@lru_cache(maxsize=256)
def _date_claims(text: str, today: date) -> tuple[DateClaim, ...]:
    """Kept, as each check of an answer reads it anew."""
    claims: list[DateClaim] = list(foreign_dates(text, today, sure=True))
    text = blanked(text, ((claim.start, claim.end) for claim in claims))
    for form, pattern in _FORMS:
        read = [(found.span(), list(_read(form, found, today))) for found in pattern.finditer(text)]
        claims += [claim for _, here in read for claim in here]
        text = blanked(text, (span for span, here in read if here))
    claims += foreign_dates(text, today, sure=False)
    return tuple(sorted(claims, key=lambda claim: claim.start))


_TODAY = re.compile(r"\b(?:today|this (?:morning|afternoon|evening))\b|오늘", re.IGNORECASE)


def todays(text: str, start: int, end: int, today: date) -> list[DateClaim]:
    """Where the day on which it is written is named: no date that could be wrong by itself."""
    span = (DateRange(start=today, end=today),)
    return [DateClaim(*found.span(), found[0], span) for found in _TODAY.finditer(text, start, end)]


def _read(form: str, found: re.Match[str], today: date) -> Iterator[DateClaim]:
    groups = found.groupdict()
    match form:
        case "day":
            year = int(groups["year"]) if groups.get("year") else None
            month = _month(groups)
            weekday = _weekday(groups.get("weekday"))
            if month and (day := int(groups["day"])) <= 31:
                yield claimed(found, possible_days(year, month, day, weekday, today))
                if groups.get("until"):
                    yield claimed(found, possible_days(year, month, int(groups["until"]), None, today))
        case "numeric":
            one, two = int(groups["one"]), int(groups["two"])
            year = int(groups["year"]) if groups.get("year") else None
            orders = ((two, one), (one, two))
            spans = tuple(span for m, d in orders for span in possible_days(year, m, d, None, today))
            if spans or year:
                yield claimed(found, spans)
        case "of_month":
            spans = _recent(int(groups["day"]), today)
            yield DateClaim(*found.span(), found[0], spans, monthless=True)
        case "ago":
            yield _ago(found, groups, today)
        case "back":
            named = groups["back"].lower()
            day = today - timedelta(days=_BACK[named])
            days = (day, today) if named in _NIGHTS else (day,)
            yield claimed(found, tuple(DateRange(start=each, end=each) for each in days))
        case "month":
            yield from _month_claim(found, groups, today)
        case "year":
            year = int(groups["year"])
            yield claimed(found, (DateRange(start=date(year, 1, 1), end=date(year, 12, 31)),), loose=True)
        case _:
            if _is_name(groups["weekday"]):
                yield DateClaim(*found.span(), found[0], spans=(), weekday=_weekday(groups["weekday"]))


def _ago(found: re.Match[str], groups: dict[str, str | None], today: date) -> DateClaim:
    """N days ago is a day; N weeks, months or years ago is about then."""
    word = (groups["n"] or "").lower()
    n = int(word) if word.isdecimal() else _WORD_NUMBERS.get(word, 1)
    unit = _UNIT_DAYS[(groups["unit"] or "").lower()]
    middle = today - timedelta(days=n * unit)
    slack = timedelta(days=unit // 2)
    return claimed(found, (DateRange(start=middle - slack, end=min(today, middle + slack)),), loose=unit > 1)


def _recent(day: int, today: date) -> tuple[DateRange, ...]:
    """That day of this month and of the two before it."""
    months = [today.year * 12 + today.month - 1 - back for back in range(3)]
    spans = (possible_days(month // 12, month % 12 + 1, day, None, today) for month in months)
    return tuple(span for several in spans for span in several)


def _month_claim(found: re.Match[str], groups: dict[str, str | None], today: date) -> Iterator[DateClaim]:
    month = _month(groups)
    if not month or (groups.get("month") and not _is_name(groups["month"] or "")):
        return
    years = (int(groups["year"] or 0),) if groups.get("year") else (today.year, today.year - 1)
    yield claimed(
        found,
        tuple(month_span(year, month) for year in years),
        loose=True,
    )


def _month(groups: dict[str, str | None]) -> int | None:
    number = int(groups["number"] or 0) if groups.get("number") else 0
    name = (groups.get("month") or "")[:3].lower()
    month = number or (_MONTHS.index(name) + 1 if name in _MONTHS else 0)
    return month if 1 <= month <= 12 else None


def _weekday(word: str | None) -> int | None:
    if not word:
        return None
    if word in _KOREAN_WEEKDAYS:
        return _KOREAN_WEEKDAYS.index(word)
    return _WEEKDAYS.index(word[:3].lower())


def _is_name(word: str) -> bool:
    return word.lower() not in _SHORT_WORDS or word[0].isupper()
