"""What people say of a report's days and parts, and what its workspace is told: `words/LANGUAGE.yaml`."""

from __future__ import annotations

import re
from functools import cache
from typing import Literal

from pydantic import BaseModel

from agents.language.spoken import spoken


class RuleWords(BaseModel, extra="forbid"):
    """A file of `words/`. Expressions are over lower-case text."""

    kinds: dict[str, str]
    """Types of jobs, as they are asked for; the first that fits."""
    a_year: str
    everything: str
    own: dict[Literal["said", "now", "before"], str]
    """A week or month of one's own, and which that is."""
    without: str
    only: str
    clauses: str
    """Where one wish ends and the next begins."""
    parts: dict[str, str]
    """Names of parts, as they are spoken of."""
    which_days: str
    days: tuple[str, ...]
    which_change: str
    changes: tuple[str, ...]
    notes: dict[str, str]


@cache
def rule_words(language: str) -> RuleWords:
    """English for a language without a file."""
    return spoken("agents.jobs.rules", language, RuleWords)


def parts_wished(text: str, known: tuple[str, ...], words: RuleWords) -> tuple[str, ...]:
    """Which of the known parts are left when somebody wants only some, or goes without some."""
    kept = list(known)
    for clause in re.split(words.clauses, text.casefold()):
        named = [name for name in known if name in words.parts and re.search(words.parts[name], clause)]
        if not named:
            continue
        if re.search(words.only, clause):
            kept = [name for name in kept if name in named]
        elif re.search(words.without, clause):
            kept = [name for name in kept if name not in named]
    return tuple(kept)
