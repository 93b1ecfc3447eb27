"""What a whole message wants of jobs without a command: one look, without what works on jobs."""

from __future__ import annotations

import re
from functools import cache
from typing import Literal, cast

from pydantic import BaseModel

from agents.language.spoken import spoken
from agents.language.text import plain

JobWish = Literal["begin", "list", "pause", "resume", "stop", "accept"]
_LONGEST = 200


class _Signs(BaseModel, extra="forbid", defer_build=True):
    asks: list[str]
    does: dict[Literal["list", "pause", "resume", "stop", "accept"], str]
    leads: str


def job_wish(text: str, language: str) -> JobWish | None:
    """By the forms of `marks/LANGUAGE.yaml`; most messages begin with none of their words."""
    said = plain(text).strip(" .!?~")
    if len(said) > _LONGEST or "\n" in said:
        return None
    found = _asked(language).fullmatch(said)
    return None if found is None else cast("JobWish", found.lastgroup)


@cache
def _asked(language: str) -> re.Pattern[str]:
    signs = spoken("agents.jobs", language, _Signs, folder="marks")
    forms = {"begin": "|".join(signs.asks), **signs.does}
    return re.compile(f"{signs.leads}(?:{'|'.join(f'(?P<{name}>{form})' for name, form in forms.items())})")
