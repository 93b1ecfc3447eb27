"""Entries as an item would have them."""

from __future__ import annotations

from collections import Counter

from agents.changes.items import MergeItem, TypoItem
from storage.cases import EDITED
from storage.entities import Entry, Measure


def words_of(entry: Entry) -> str:
    """What it says now: its own words, or those of its last edit."""
    edits = [note.removeprefix(EDITED) for note in entry.notes if note.startswith(EDITED)]
    return edits[-1] if edits else entry.text


def says_again(first: Entry, second: Entry) -> bool:
    """Whether both say the same of one day, in whatever order and words."""
    same = first.day == second.day and Counter(map(_said, first.measures)) == Counter(
        map(_said, second.measures)
    )
    return same and bool(first.measures)


def _said(measure: Measure) -> tuple[object, ...]:
    return (
        measure.name, measure.weight, measure.weight_unit, measure.reps, measure.sets, measure.distance_m,
        measure.duration_s, measure.value, measure.unit,
    )  # fmt: skip


def corrected(entry: Entry, item: TypoItem) -> Entry | None:
    """With the slip mended; None: it is not there (any more)."""
    measures = tuple(
        one.model_copy(update={item.field: _like(getattr(one, item.field), item.becomes)})
        if one.name == item.name and getattr(one, item.field) == item.was
        else one
        for one in entry.measures
    )
    return None if measures == entry.measures and item.was != item.becomes else _with(entry, measures)


def removed(entry: Entry) -> Entry:
    """Taken out."""
    return entry.model_copy(update={"deleted": True, "revision": entry.revision + 1})


def renamed(entry: Entry, item: MergeItem) -> Entry:
    """With the one name in place of the other."""
    return _with(
        entry,
        tuple(
            one.model_copy(update={"name": item.into}) if one.name == item.name else one
            for one in entry.measures
        ),
    )


def _like(was: float | None, becomes: float) -> float | int:
    return round(becomes) if isinstance(was, int) else becomes


def _with(entry: Entry, measures: tuple[Measure, ...]) -> Entry:
    return entry.model_copy(update={"measures": measures, "revision": entry.revision + 1})
