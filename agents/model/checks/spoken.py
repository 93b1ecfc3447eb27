"""A model's words beside an answer that reach a person: gaps, questions, reasons, what is on a picture."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date

from agents.model.checks.cleaned import is_foreign, languages, line
from agents.profile import Profile

_NUMBER = re.compile(r"\d+")


def spoken_line(text: str, longest: int, *, query: str, profile: Profile, known: Iterable[str]) -> str:
    """One line as an answer may say it; empty where it is in another language or has a number of its own.

    A number must stand in the question or in what is known.
    """
    said = line(text, longest)
    numbers = set(_NUMBER.findall(said))
    if numbers and not numbers.issubset(_NUMBER.findall("\n".join((query, *known)))):
        return ""
    return "" if is_foreign(said, languages(query, profile)) else said


def days_of(*days: date) -> str:
    """Their numbers as they are said."""
    return "\n".join(f"{day.year} {day.month} {day.day}" for day in days)


def choices(
    texts: Iterable[str], most: int, longest: int, *, query: str, profile: Profile
) -> tuple[str, ...]:
    """Answers to choose from. Their numbers are the person's who chooses, not claims."""
    lines = dict.fromkeys(line(text, longest) for text in texts)
    spoken = languages(query, profile)
    return tuple(text for text in lines if text and not is_foreign(text, spoken))[:most]
