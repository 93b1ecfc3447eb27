"""Who reads one person's diary for a report."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime

from agents.changes.items import Item
from agents.reports.part import Part
from storage.entities import DateRange


@dataclass(frozen=True, slots=True)
class Reviewer:
    """Of one person's entries, in a language (a code of ISO 639-1); moments are aware."""

    part: Callable[[str, DateRange, datetime, str, frozenset[str]], Awaitable[Part | None]]
    """A part of a review by its name (`agents.tools.catalogue.reviews`); None: nothing is logged of it.

    The last are parts that are not wanted: what they are about is left out of this one, too.
    """
    flaws: Callable[[DateRange, datetime, str], Awaitable[tuple[Part, list[Item]]]]
    """What is odd, and the changes that would mend it."""


ReviewersOf = Callable[[int], Reviewer | None]
