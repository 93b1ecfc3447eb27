"""The words of charts, a YAML file a language, and how values and days are written in them."""

from __future__ import annotations

import re
from functools import cache

from pydantic import BaseModel

from agents.charts.spec import Forms, Kind
from agents.language.spoken import spoken


class ChartWords(BaseModel, extra="forbid"):
    """`words/LANGUAGE.yaml`."""

    wish: str
    drawn: str
    course: str
    periods: dict[str, str]
    calendar: str
    muscles: str
    calendar_title: str
    muscles_title: str
    against: str
    moving: str
    record: str
    mean: str
    under: str
    over: str
    beside: str
    others: str
    says: dict[str, str]
    alt: str
    alt_one: str
    alt_line: str
    """Of several lines each."""
    alt_line_one: str
    alt_days: str
    alt_rows: str
    kinds: dict[Kind, str]
    months: tuple[str, ...] = ()
    """As they stand below an axis, where answers have other ones."""
    forms: Forms


@cache
def chart_words(language: str) -> ChartWords:
    """English for a language without a file."""
    return spoken("agents.offline.charts", language, ChartWords)


def as_wish(text: str, language: str) -> str:
    """What stands behind /chart as a wish in words: "bench 3m" is a chart of bench, last 3 months."""
    words = chart_words(language)
    units = "|".join(sorted(map(re.escape, words.periods), key=len, reverse=True))
    short = re.compile(rf"(?<!\w)(\d{{1,3}})\s?({units})(?!\w)", re.IGNORECASE)
    text = short.sub(lambda found: words.periods[found[2].lower()].format(n=found[1]), text)
    return words.wish.format(text=text.strip())
