"""Whether a message can speak of something at all: one look at each, without the words that read it."""

from __future__ import annotations

import re
from functools import cache
from typing import Literal

from pydantic import BaseModel

from agents.language.spoken import spoken
from agents.language.text import plain

Subject = Literal["agenda", "goals", "gym"]
_LONGEST: dict[Subject, int] = {"agenda": 120, "goals": 160, "gym": 200}


class _Signs(BaseModel, extra="forbid"):
    signs: str


def may_speak_of(subject: Subject, text: str, language: str) -> bool:
    """Whether a short message has a word of it, by the subject's `marks/LANGUAGE.yaml`; most have none."""
    said = plain(text).strip()
    return (
        len(said) <= _LONGEST[subject]
        and "\n" not in said
        and _signs(subject, language).search(said) is not None
    )


@cache
def _signs(subject: Subject, language: str) -> re.Pattern[str]:
    return re.compile(spoken(f"agents.{subject}", language, _Signs, folder="marks").signs)
