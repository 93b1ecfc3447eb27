"""Whether somebody asks for an estimate of what they ate, and of which day."""

from __future__ import annotations

import re

from agents.meals.estimating import language_of, words_for


def days_ago(text: str) -> int | None:
    """Of the day that is asked about, today unless another is named; None: it asks for no estimate."""
    said = text.casefold()
    words = words_for(language_of(said))
    if not (re.search(words.estimates, said) and re.search(words.about, said)):
        return None
    return next((ago for word, ago in words.days.items() if word in said), 0)
