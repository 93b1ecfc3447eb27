"""A metric named once and told for several days: `bw mon 82.1 tue 81.8`, `slept 6h on tue and 8h on wed`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from agents.language.days.dates import DayMention
from agents.offline.reading.items import Item

_FIGURES = frozenset(("number", "mass", "time", "grams", "energy", "volume"))


def carry_metrics(items: list[Item], mentions: Sequence[DayMention]) -> list[Item]:
    """The items with the name put before each later day's figure. Linear in their number."""
    if len({mention.day for mention in mentions}) < 2:
        return items
    days = {mention.start for mention in mentions}
    result: list[Item] = []
    held: Item | None = None
    kind = ""
    for _, grouped in groupby(items, key=lambda item: item.clause):
        clause = list(grouped)
        named = [item for item in clause if item.named is not None]
        figures = [item for item in clause if item.data]
        if named:
            metric = len(named) == 1 and named[0].named is not None and named[0].named.shape == "metrics"
            held = named[0] if metric and len(figures) <= 1 else None
            kind = figures[0].kind if figures else ""
        elif held is not None and _tells_a_day(clause, figures, kind, days):
            if not kind:
                held.used = True  # it had no figure of its own: `bw mon 82.1`
            figure = figures[0]
            kind = figure.kind
            at = clause.index(figure)
            name = replace(
                figure, kind="words", end=figure.start, text=held.text, value=0.0, unit="", parts=()
            )
            name.meanings = held.meanings
            clause.insert(at, name)
        elif figures:
            held = None
        result += clause
    return result


def _tells_a_day(clause: Sequence[Item], figures: Sequence[Item], kind: str, days: set[int]) -> bool:
    """Whether a clause is a day with one figure like the one before, and nothing else."""
    if len(figures) != 1 or figures[0].kind not in _FIGURES or (kind and figures[0].kind != kind):
        return False
    if not any(item.start in days for item in clause) or any(item.dead for item in clause):
        return False
    return not any(
        item.has("meal") or item.has("pain") or item.tag("x", "sets", "reps", "at") for item in clause
    )
