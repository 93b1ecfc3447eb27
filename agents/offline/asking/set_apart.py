"""Requests that set days against other days: "bench on short nights", "mood on days I run"."""

from __future__ import annotations

from collections.abc import Sequence

from agents.offline.asking.cues import cues
from agents.offline.asking.kinds import kind_at
from agents.offline.asking.readings import Reading
from agents.offline.asking.shapes import shape_of
from agents.offline.lexicon import plain
from agents.planner import LoggedMeasure
from agents.types import FigureRequest, Quantity
from domains.model import ActiveDomainContext


def split_days(
    reading: Reading, context: ActiveDomainContext, logged: Sequence[LoggedMeasure]
) -> tuple[FigureRequest, ...]:
    """Bench on short nights against the rest: outcome trained and condition a metric, or the reverse."""
    if len(reading.subjects) < 2 or not reading.split:
        return ()
    shapes = {name: shape_of(name, context, logged) for name in reading.subjects[:2]}
    words, text = cues(reading.language), plain(reading.text)
    outcome = next((name for name, shape in shapes.items() if shape in ("sets", "bouts")), None)
    days = words.on_its_days.search(text)
    felt = reading.subjects[1 if days and days["leading"] else 0]
    if days and outcome and shapes[felt] == "metrics":
        outcome = felt  # "mood on days I run" is no pace
    elif words.acting.search(text) and (outcome is None or shapes[reading.subjects[1]] == "metrics"):
        outcome = reading.subjects[1]  # the first acts on the second
    if outcome is None:
        outcome = next((name for name, shape in shapes.items() if shape == "metrics"), reading.subjects[0])
    condition = next(name for name in shapes if name != outcome)
    shape = shapes[outcome]
    quantity: Quantity = "e1rm" if shape == "sets" else "pace" if shape == "bouts" else "value"
    return (
        FigureRequest(
            statistic="split",
            measure=outcome,
            quantity=reading.quantity if shape == "bouts" and reading.quantity == "distance" else quantity,
            date_range=reading.periods[0] if reading.periods else None,
            split_by=condition,
            words=kind_at(text[days.end() :], words) if days and shape == "metrics" else (),
            below=reading.below,
            at_least=reading.at_least,
            unit=reading.unit,
        ),
    )
