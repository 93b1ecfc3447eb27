"""Days named together: `thu + fri: ran 5k`: what was done then was done on each of them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from datetime import date
from itertools import pairwise

from agents.language.days.dates import DayMention
from agents.language.tokens import is_hangul
from agents.offline.reading.items import Item
from agents.offline.reading.lexicons import day_joins
from storage.entities import Measure

_SIGNS = frozenset(("comma", "plus"))
_NEXT = 4
"""Items from a day on that tell whether it is about something done."""


def days_together(
    items: Sequence[Item], mentions: Sequence[DayMention], today: date
) -> list[tuple[date, ...]]:
    """Past days with nothing but a comma or "and" between them; a stretch from one to the other is none."""
    joins, ranges = day_joins()
    starts, ends = [item.start for item in items], [item.end for item in items]
    particles = tuple(word for word in joins if is_hangul(word))
    groups: list[list[DayMention]] = []
    for one, other in pairwise(mentions):
        between = items[bisect_left(starts, one.end) : bisect_right(ends, other.start)]
        last = bisect_right(ends, one.start)
        before = items[max(0, last - 1) : last]
        joined = all(item.kind in _SIGNS or item.text in joins for item in between)
        joined = joined and (
            bool(between) or items[bisect_right(starts, one.start) - 1].text.endswith(particles)
        )
        whole = not one.night and not other.night and max(one.day, other.day) <= today
        at = bisect_left(starts, other.start)
        told = items[at : at + _NEXT]
        apart = one.day == other.day or any(item.dead for item in told)
        if not joined or not whole or apart or any(item.text in ranges for item in before):
            continue
        if groups and groups[-1][-1] is one:
            groups[-1].append(other)
        else:
            groups.append([one, other])
    return [tuple(dict.fromkeys(mention.day for mention in group)) for group in groups]


def on_each_day(measures: Sequence[Measure], groups: Sequence[Sequence[date]]) -> list[Measure]:
    """The measures of such days, once for each of them that has none of its own."""
    result = list(measures)
    for days in groups:
        told = [one for one in measures if one.day in days]
        if len({one.day for one in told}) == 1:
            others = [day for day in days if day != told[0].day]
            result += [one.model_copy(update={"day": day}) for day in others for one in told]
    return result
