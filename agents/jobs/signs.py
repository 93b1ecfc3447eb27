"""Whether a whole message asks for a job without its command: one look, without what works on jobs."""

from __future__ import annotations

import re
from functools import cache

from pydantic import BaseModel, ConfigDict

from agents.language.spoken import spoken
from agents.language.text import plain

_LONGEST = 200


class _Signs(BaseModel):
    model_config = ConfigDict(extra="forbid")

    asks: list[str]
    leads: str


def asks_for_job(text: str, language: str) -> bool:
    """By the forms of `marks/LANGUAGE.yaml`; most messages begin with none of their words."""
    said = plain(text).strip(" .!?~")
    return len(said) <= _LONGEST and "\n" not in said and _asked(language).fullmatch(said) is not None


@cache
def _asked(language: str) -> re.Pattern[str]:
    signs = spoken("agents.jobs", language, _Signs, folder="marks")
    return re.compile(f"{signs.leads}(?:{'|'.join(signs.asks)})")
