"""What is measured once a day (a night, a body weight): told again, it takes the place of what was told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from agents.giving_way import count_again, once, tells_once, told, without
from agents.notation import unit_chosen
from agents.parser import ParserOutput, Uncertainty
from agents.turn import Turn
from agents.work import Work
from storage.entities import DateRange, Entry, Measure
from units import KILOGRAMS

_ALIKE, _APART = 0.12, 0.3
"""A body weight fits the last one within this much, and is in doubt beyond that much."""
_LOOKED_AT = 5


async def replace_earlier(turn: Turn, work: Work, entries: Sequence[Entry]) -> tuple[Measure, ...]:
    """Take what these entries tell anew out of others of that day; what went.

    Nothing is stored if the log changes before it is. Each change is a revision whose note is the id of the
    entry that took the place, so that undoing that one brings it back.
    """
    registry = work.services.registry
    anew = {one: entry.id for entry in entries for one in tells_once(registry, entry)}
    if not anew:
        return ()
    if work.effects.as_of is None:
        work.effects.as_of = await work.services.db.entries.as_of_now(turn.incoming.user_id)
    changed = {*anew.values(), *(one.entry_id for one in work.effects.revisions)}
    days = [day for _, day in anew]
    names = {name for name, _ in anew}
    earlier = await work.services.db.search.by_topics(
        turn.incoming.user_id, names, DateRange(start=min(days), end=max(days))
    )
    gone: list[Measure] = []
    for entry in earlier:
        given_way = [one for one in entry.measures if one.value is not None and (one.name, one.day) in anew]
        if given_way and entry.id not in changed:
            by = anew[given_way[0].name, given_way[0].day]
            work.effects.revisions.append(without(work.services, entry, given_way, by))
            gone += given_way
    return tuple(gone)


def told_anew(before: Entry, after: Entry, words: str) -> Entry:
    """A changed entry with only what did not count on that day before: a value mended replaces nothing."""
    counted = () if before.deleted else {(one.name, one.day) for one in before.measures}
    anew = () if after.deleted else after.measures
    left = tuple(one for one in anew if (one.name, one.day) not in counted)
    return after.model_copy(update={"measures": left, "text": words})


async def bring_back(
    work: Work, changed: Sequence[tuple[Entry, Entry]], added: Sequence[Entry] = ()
) -> tuple[Measure, ...]:
    """What had given way to entries that no longer tell it, be it on that day or at all, counts again."""
    still = {one for _, after in changed for one in told(after)} | {one for new in added for one in told(new)}
    back: list[Measure] = []
    for before, after in changed:
        ids = {one.entry_id for one in work.effects.revisions}
        freed = told(before) - still
        for change in await count_again(work.services, after, freed, "returned", ids):
            work.effects.revisions.append(change)
            back += [one for one in change.entry.measures if (one.name, one.day) in freed]
    return tuple(back)


async def doubt_jumps(turn: Turn, work: Work, parsed: ParserOutput) -> ParserOutput:
    """With a question where a body weight fits the last one in the other unit only; as it was answered."""
    answered = unit_chosen(turn.resolved.get("jump", ""))
    weighed = [one for entry in parsed.entries for one in entry.measures if _is_weight(work, one)]
    if answered is not None:
        return _in_unit(parsed, weighed, answered)
    if not weighed or "jump" in turn.resolved or (turn.incoming.edited and not turn.resolved):
        return parsed
    last = await _last(turn, work, weighed[0].name)
    jumps = [one for one in weighed if last is not None and _jumps(one, last)]
    if not jumps or last is None:
        return parsed
    new, before = (f"{one.value:g} {one.unit}" for one in (jumps[0], last))
    question = work.services.replies.jump(work.profile, new, before)
    doubt = Uncertainty(key="jump", question=question, options=("kg", "lb"))
    return parsed.model_copy(update={"uncertain": (*parsed.uncertain, doubt)})


async def _last(turn: Turn, work: Work, name: str) -> Measure | None:
    entries = await work.services.db.search.by_topics(turn.incoming.user_id, (name,), limit=_LOOKED_AT)
    found = (one for entry in entries for one in entry.measures if one.name == name)
    return next((one for one in found if one.value and one.unit in KILOGRAMS), None)


def _jumps(new: Measure, last: Measure) -> bool:
    value, before = new.value or 0.0, (last.value or 0.0) * KILOGRAMS[last.unit or "kg"]
    meant = {unit: abs(value * factor / before - 1) for unit, factor in KILOGRAMS.items()}
    other = "lb" if new.unit == "kg" else "kg"
    return meant[new.unit or "kg"] > _APART and meant[other] < _ALIKE


def _in_unit(parsed: ParserOutput, weighed: Sequence[Measure], unit: Literal["kg", "lb"]) -> ParserOutput:
    entries = tuple(
        entry.model_copy(
            update={
                "measures": tuple(
                    one.model_copy(update={"unit": unit}) if one in weighed else one for one in entry.measures
                )
            }
        )
        for entry in parsed.entries
    )
    return parsed.model_copy(update={"entries": entries})


def _is_weight(work: Work, measure: Measure) -> bool:
    spec = once(work.services.registry, measure.name)
    return spec is not None and bool(measure.value) and spec.type == "mass" and measure.unit in KILOGRAMS
