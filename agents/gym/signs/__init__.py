"""Whether a message may ask something of the gym: light, for every message."""

from __future__ import annotations

import re
from functools import cache

from pydantic import BaseModel

from agents.language.spoken import spoken
from agents.language.text import plain

_LONGEST = 200


class _Signs(BaseModel, extra="forbid"):
    signs: str


def may_ask(text: str, language: str) -> bool:
    """Whether a short message has a word of asking; most have none."""
    said = plain(text).strip()
    return 0 < len(said) <= _LONGEST and "\n" not in said and _signs(language).search(said) is not None


@cache
def _signs(language: str) -> re.Pattern[str]:
    return re.compile(spoken("agents.gym.signs", language, _Signs).signs)
