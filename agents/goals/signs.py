"""Whether a message can speak of goals at all: one look at each, without the words that read them."""

from __future__ import annotations

import re
from functools import cache

from pydantic import BaseModel

from agents.language.spoken import spoken
from agents.language.text import plain

_LONGEST = 160


class _Signs(BaseModel, extra="forbid"):
    signs: str


def may_speak_of_goals(text: str, language: str) -> bool:
    """Whether a short message has a word of wishes or goals; most have none."""
    said = plain(text)
    return len(said) <= _LONGEST and "\n" not in said and _signs(language).search(said) is not None


@cache
def _signs(language: str) -> re.Pattern[str]:
    return re.compile(spoken("agents.goals", language, _Signs, folder="marks").signs)
