"""The words of reports: `words/LANGUAGE.yaml`."""

from __future__ import annotations

from functools import cache

from pydantic import BaseModel

from agents.language.spoken import spoken


class ReportWords(BaseModel, extra="forbid"):
    """A file of `words/`; `says` are sentences with names of slots."""

    titles: dict[str, str]
    heads: dict[str, str]
    """Of columns and rows."""
    quantities: dict[str, str]
    daily: dict[str, str]
    """Those that a day adds up, as they are called then."""
    says: dict[str, str]
    courses: dict[str, str]
    """How a goal goes."""
    flaws: dict[str, str]
    """What is odd in a log, by its kind."""
    page: dict[str, str]
    """Of the delivered page."""
    weekdays: tuple[str, ...]
    months: tuple[str, ...]


@cache
def report_words(language: str) -> ReportWords:
    """English for a language without a file."""
    return spoken("agents.reports", language, ReportWords)
