"""Figures of a message that stand in nothing that was read of it, with the word that they stand by."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from agents.offline.reading.items import Item
from storage.entities import Measure
from units import HOUR_S, KG_PER_LB, METRES, SECONDS

_FIGURE = re.compile(r"\d+(?:[.,:]\d+)*")
_MOST = 5
_NEAR = 0.006
"""Relative difference within which a figure is the stored one: rounding and conversions explain it."""
_SIGNS = "+-@#~"


def leftovers(
    text: str, items: Sequence[Item], measures: Iterable[Measure], said: str = ""
) -> tuple[str, ...]:
    """Each such figure as it is written, in the order of the text; what did not happen is left out.

    `said` are sentences about what could not be read: what stands in one is not named again.

    A figure that was reckoned with (plates, a total, a clock that became hours) stands in no measure either:
    what a reader used counts as read, unless it stands right behind a word for something else.
    """
    known = [value for measure in measures for value in _values(measure)]
    found: list[str] = []
    for at, item in enumerate(items):
        if item.dead or item.kind == "noise" or not (item.data or item.kind in ("bpm", "laps")):
            continue
        if item.used and not (at and _is_another_figures(items[at - 1], item)):
            continue
        if any(_is_near(value, one) for value in _readings(item, text) for one in known):
            continue
        if text[item.start : item.end] in said:
            continue
        found.append(_with_its_word(text, items, at))
    return tuple(dict.fromkeys(found))[:_MOST]


def _with_its_word(text: str, items: Sequence[Item], at: int) -> str:
    """`hr 145`, `+25`, `75bpm`: with a sign or a word right before it, else the one behind."""
    item = items[at]
    start, end = item.start, item.end
    while start and text[start - 1] in _SIGNS:
        start -= 1
    before = items[at - 1] if at else None
    behind = items[at + 1] if at + 1 < len(items) else None
    bare = text[start:end].strip(_SIGNS).replace(".", "").replace(":", "").isdigit()
    if before is not None and _names(before, item):
        start = before.start
    elif bare and behind is not None and _names(behind, item):
        end = behind.end
    return " ".join(text[start:end].split())


def _names(word: Item, item: Item) -> bool:
    near = word.line == item.line and word.clause == item.clause
    return near and word.kind == "words" and word.named is None and not (word.used or word.has("filler"))


def _is_another_figures(word: Item, item: Item) -> bool:
    """`5x5, hr 145`: right behind a word for something else, however the number was taken."""
    return item.kind == "number" and _names(word, item) and (not word.meanings or word.tag("heart"))


def _readings(item: Item, text: str) -> Iterator[float]:
    yield item.value
    for figure in _FIGURE.findall(text[item.start : item.end]):
        parts = [float(part) for part in figure.replace(",", ".").split(":")]
        yield parts[0]
        if len(parts) > 1:
            yield sum(part * 60**power for power, part in enumerate(reversed(parts)))
            yield parts[0] * HOUR_S + parts[1] * 60


def _values(measure: Measure) -> Iterator[float]:
    for value in (measure.weight, measure.reps, measure.sets, measure.rpe, measure.value):
        if value is not None:
            yield value
    if measure.weight is not None:
        yield from (measure.weight * KG_PER_LB, measure.weight / KG_PER_LB)
    if measure.distance_m is not None:
        yield from (measure.distance_m / metres for metres in METRES.values())
    if measure.duration_s is not None:
        yield from (measure.duration_s / seconds for seconds in SECONDS.values())


def _is_near(one: float, other: float) -> bool:
    return abs(one - other) <= _NEAR * max(abs(one), abs(other), 1e-9)
