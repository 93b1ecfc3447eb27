"""What was done instead of what was planned or left out goes on with its name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from agents.offline.reading.items import Item


def carry_names(items: Sequence[Item]) -> list[Item]:
    """The items with the name of what was not done put before what was: `aimed for 10k, ran out after 7k`.

    So is a load that is not said anew: `4x6 at 75kg on bench was the plan, did 4x5`.
    """
    result: list[Item] = []
    before: list[Item] = []
    for _, grouped in groupby(items, key=lambda item: item.clause):
        clause = list(grouped)
        at = next((place for place, item in enumerate(clause) if item.data), None)
        if at is not None and before and _holds_for(before, clause):
            clause[at:at] = _repeated(before, clause, clause[at])
        result += clause
        if not all(item.dead for item in clause) or any(item.data or item.named for item in clause):
            before = clause
    return result


def _holds_for(before: list[Item], clause: list[Item]) -> bool:
    """Whether `clause` tells what was done of the thing that `before` was about."""
    if clause[0].sentence - before[0].sentence > 0 or any(item.named or item.dead for item in clause):
        return False
    wanted = {item.kind for item in before if item.dead and item.data}
    done = {item.kind for item in clause if item.data}
    same = bool(wanted & done) or (bool(wanted) and "number" in done)
    return same and _told(clause) and any(item.dead and _nameable(item) for item in before)


def _repeated(before: list[Item], clause: list[Item], figure: Item) -> list[Item]:
    """Copies of the name, and of the load when none is said anew."""
    name = next(item for item in before if item.dead and _nameable(item))
    sets = name.named is not None and name.named.shape == "sets"
    loaded = any(item.kind == "mass" or item.tag("at") for item in clause) or figure.value > _MOST_REPS
    loads = [item for item in before if item.dead and item.kind == "mass"] if sets and not loaded else []
    return [
        replace(
            one,
            start=figure.start,
            end=figure.start,
            clause=figure.clause,
            sentence=figure.sentence,
            line=figure.line,
            day=figure.day,
            dead=False,
            used=False,
        )
        for one in (name, *loads[:1])
    ]


_MOST_REPS = 30
"""A larger number is no count of repetitions."""


def _nameable(item: Item) -> bool:
    """Whether figures may be its own: not `pain`, not a feeling."""
    return item.named is not None and item.named.kind not in ("scale", "text")


def _told(clause: Sequence[Item]) -> bool:
    """Whether it says what was done: `got 6`, `only 4`, `today 230x5`, `7km만`."""
    return any(
        item.has("cue", "done", "this_time") or item.tag("only", "me") or item.has("ate") for item in clause
    )
