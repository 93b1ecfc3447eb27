"""Counts of entries: what is counted is one thing, and all of it in its days."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from agents.truth.scene import Placed, Scene, is_of
from agents.truth.sheet import Sheet
from agents.truth.things import same_thing
from storage.entities import DateRange


def miscounted(scene: Scene) -> Iterator[tuple[Placed, str]]:
    """Entries that are counted hold one thing, and all of it in their days."""
    for one in scene.values:
        if not one.slot.lstrip().startswith("#") or one.value.span is None:
            continue
        start, end = scene.clause(one.start)
        near = [m for m in scene.moments if start <= m.start < end] or scene.moments
        over = [m for m in near if not (m.is_a_day and one.value.days[1:])]
        spans = [span for m in over for span in m.spans if is_of(one.value, span)][:1]
        counted, names = set(one.value.entries), _held(scene, start, end)
        spans = spans or ([] if near else scene.asked) or [one.value.span]
        spans = [*spans, one.value.span] if scene.ends_in("thereafter", (start, end)) else spans
        picked = scene.has(("qualities",), (start, end)) and _are_most_or_least(scene, counted, spans)
        if not picked and not any(_all_of(scene.sheet, n, span) == counted for n in names for span in spans):
            yield one, "these entries are not all of one thing in their days"


def _are_most_or_least(scene: Scene, counted: set[str], spans: Sequence[DateRange]) -> bool:
    """Whether entries are those with the most, or the least, of one thing: the days that were good."""
    near = [e for e in scene.sheet.entries if any(span.start <= e.day <= span.end for span in spans)]
    for name in scene.sheet.measures:
        numbers = {e.id: m.value for e in near for m in e.measures if m.name == name and m.value is not None}
        mine = [number for key, number in numbers.items() if key in counted]
        others = [number for key, number in numbers.items() if key not in counted]
        if len(mine) == len(counted) and others and (min(mine) > max(others) or max(mine) < min(others)):
            return True
    return False


def _held(scene: Scene, start: int, end: int) -> set[str]:
    """What can be counted in a clause: what it names, else anything."""
    every = scene.sheet.measures
    here = {one.name for one in scene.within(scene.subjects, (start, end))}
    return {one for one in every if is_one_of(scene.sheet, one, here)} or set(every)


def _all_of(sheet: Sheet, name: str, span: DateRange) -> set[str]:
    return {
        entry.id
        for entry in sheet.entries
        if span.start <= entry.day <= span.end and any(m.name == name for m in entry.measures)
    }


def is_one_of(sheet: Sheet, measure: str, names: Iterable[str]) -> bool:
    """Whether a measure may be called by one of these names."""
    return any(same_thing(sheet, measure, name) for name in names)
