"""How surely a part was read as it was meant; below the bar its nearest entries are quoted, not figures."""

from __future__ import annotations

from math import prod

from agents.offline.nearest import terms_of
from agents.offline.questions.frames import Part, Where
from agents.offline.questions.question_rules import question_rules
from agents.offline.questions.subjects import PRESSURES

BAR = 0.85
"""Chosen by training questions read without the words that only they have (docs/evals.md)."""
MISREAD = 0.6
"""From here down no figure is told, even where no entry is near."""


def sureness(part: Part) -> float:
    """From 0 to 1, by the rows of `doubts`; what is asked of days beside an event is sure."""
    beside = part.where.around and not part.has("PRONOUN")
    settled = beside or part.linked or part.has("THAT_WEEK", "THAT_MONTH")
    if settled and not part.has("UNCOMPUTED"):
        return 1.0
    told = {*part.where.words, *[word for kind in part.where.kinds for word in kind]}
    free = [word for word in part.unread if word not in told and terms_of(word)]
    bare = part.where == Where(words=part.where.words)
    listless = part.statistic == "list" and not part.periods and not part.has("LISTED")
    flags = {
        f"a.{part.aim}": True,
        f"s.{part.statistic}": True,
        "unread": bool(free),
        "left": any(word not in told for word in part.unread),
        "open": bare and part.quantity is None and (part.statistic is None or listless),
        "loose": bare and part.has("figure"),
        "nameless": not part.subjects,
        "two": len(part.subjects) > 1 and part.subjects != PRESSURES,
        "filtered": bool(part.where.weekdays or part.where.without),
        "kinds": bool(part.where.kinds),
        "worded": any(word in part.unread for word in part.where.words),
    }
    signs = (part.signs - flags.keys()) | {flag for flag, holds in flags.items() if holds}
    return prod(float(row.is_) for row in question_rules().doubts if row.holds(signs))
