"""A run that is texted after a watch brought it counts once, unless it is said to be another."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from agents.parser import ParsedEntry, ParserOutput, Uncertainty
from agents.turn import Turn
from agents.twins import Twins
from agents.work import Work
from storage.entities import DateRange, Measure
from storage.imports import Bout


async def leave_out_twins(turn: Turn, work: Work, parsed: ParserOutput) -> ParserOutput:
    """Without what an import brought already, which is asked about; with it where it was said to be another.

    The words are kept in any case. An edit of a message that counts keeps counting.
    """
    done = [one for entry in parsed.entries for one in entry.measures if _is_bout(one)]
    if not done:
        return parsed
    twin = work.services.replies.twin
    _, same, another = twin(work.profile, done[0].name, done[0].day)
    if turn.resolved.get("twin", same) != same:
        return parsed
    twins = await _twins_of(turn, work, done)
    if not twins:
        return parsed
    question, *_ = twin(work.profile, twins[0].name, twins[0].day)
    doubt = Uncertainty(key="twin", question=question, options=(same, another))
    entries = tuple([_without(entry, twins) for entry in parsed.entries])
    return parsed.model_copy(update={"entries": entries, "uncertain": (*parsed.uncertain, doubt)})


def is_the_same(turn: Turn, work: Work, chosen: Mapping[str, str]) -> bool:
    """Whether all that was answered is that it is the one that counts already: nothing changes."""
    _, same, _ = work.services.replies.twin(work.profile, "", work.now(turn).date())
    return dict(chosen) == {"twin": same}


async def _twins_of(turn: Turn, work: Work, done: Iterable[Measure]) -> list[Measure]:
    """Those of the bouts that an import brought; each of an import's is that of one at most."""
    days = [one.day for one in done]
    span = DateRange(start=min(days), end=max(days))
    brought = await work.services.db.imports.bouts(turn.incoming.user_id, span)
    here = Twins.of([one for one in brought if one.started is not None])
    own = await _counted(turn, work) if here.here else ()
    return [one for one in done if (one.name, one.day) not in own and here.take(_bout(one))]


async def _counted(turn: Turn, work: Work) -> Collection[tuple[str, object]]:
    """What the entry of the message counts already, by name and day."""
    if turn.target_entry_id is None:
        return ()
    found = await work.services.db.entries.entries(turn.incoming.user_id, [turn.target_entry_id])
    return {(one.name, one.day) for entry in found for one in entry.measures if _is_bout(one)}


def _is_bout(measure: Measure) -> bool:
    return measure.reps is None and bool(measure.distance_m or measure.duration_s)


def _bout(measure: Measure) -> Bout:
    return Bout(measure.name, measure.day, measure.distance_m, measure.duration_s, None)


def _without(entry: ParsedEntry, twins: Iterable[Measure]) -> ParsedEntry:
    left = tuple([one for one in entry.measures if not any(one is twin for twin in twins)])
    return entry.model_copy(update={"measures": left})
