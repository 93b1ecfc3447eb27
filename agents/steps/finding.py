"""RETRIEVE and ANALYZE: read what is there and say what it shows."""

from __future__ import annotations

from datetime import date

from agents.analyzer import AnalyzerInput
from agents.machine import State
from agents.retriever import RetrieverInput
from agents.turn import Turn
from agents.types import Gap, QueryType, RetrievalAttempt, SubQuery, Sufficiency
from agents.work import UserSearch, Work
from storage.entities import Entry


async def retrieve(turn: Turn, work: Work) -> State:
    """Carry out the plan's searches; the query half of a BOTH first waits until its log half is stored."""
    services = work.services
    if turn.waits_for is not None:
        sibling = await services.db.turns.turn_of(turn.incoming.user_id, turn.waits_for)
        if sibling is not None and sibling.state not in (State.OBSERVE, State.COMPLETE):
            work.parked_on = turn.waits_for
            return State.RETRIEVE
    found = await services.engine.retrieve(
        RetrieverInput(
            instructions=turn.plan.instructions if turn.plan else (),
            vocabulary=work.context(turn).vocabulary,
            today=work.now(turn).date(),
            max_entries=services.limits.max_entries,
            attempt=len(turn.attempts) + 1,
        ),
        UserSearch(services.db, turn.incoming.user_id, services.meaning),
    )
    work.entries.update((entry.id, entry) for entry in found.entries)
    turn.entry_ids = _newest_first({*turn.entry_ids, *(entry.id for entry in found.entries)}, work.entries)
    turn.attempts = (*turn.attempts, *found.attempts)
    turn.truncated = turn.truncated or found.truncated
    return State.ANALYZE


def _newest_first(ids: set[str], entries: dict[str, Entry]) -> tuple[str, ...]:
    known = sorted((entries[i] for i in ids if i in entries), key=lambda e: (e.day, e.id), reverse=True)
    return (*(entry.id for entry in known), *sorted(ids - entries.keys(), reverse=True))


async def analyze(turn: Turn, work: Work) -> State:
    """Judge what was found: enough, look again, or load the expertise that is missing."""
    if not turn.asks_diary:
        return State.SYNTHESIZE
    limits = work.services.limits
    may_expand = turn.expansions < limits.expansions
    analysis = await work.services.engine.analyze(
        AnalyzerInput(
            query=turn.query_text or turn.incoming.text,
            message=turn.incoming.text,
            sub_queries=sub_queries(turn),
            now=work.now(turn),
            profile=work.profile,
            entries=await work.retrieved(turn),
            domain_context=work.context(turn),
            retrieval_history=turn.attempts,
            gaps=turn.gaps,
            answers=turn.answers,
            feedback=turn.feedback,
            global_context=await work.services.db.contexts.get_global_context(turn.incoming.user_id),
            may_expand=may_expand,
            truncated=turn.truncated,
            began=await _began(turn, work),
        )
    )
    turn.analysis = analysis
    turn.gaps = _searched(analysis.gaps, turn.attempts, turn.gaps)
    wanted = missing_domains(turn, work)
    if wanted and may_expand:
        turn.pending_expansion = wanted
        return State.EXPAND_DOMAIN
    if analysis.verdict is Sufficiency.SUFFICIENT:
        return State.SYNTHESIZE
    if turn.replans < limits.replans:
        turn.replans += 1
        return State.PLAN
    return State.SYNTHESIZE


async def _began(turn: Turn, work: Work) -> date | None:
    """The first day of the log, where somebody asks for days without."""
    if not any(one.statistic == "rest_days" for part in sub_queries(turn) for one in part.computed):
        return None
    return await work.services.db.entries.first_day(turn.incoming.user_id)


def missing_domains(turn: Turn, work: Work) -> tuple[str, ...]:
    """Domains the analysis says it lacks that exist and are not loaded."""
    loaded = set(work.context(turn).domains_loaded)
    known = {info.name for info in work.services.registry.infos}
    suspected = (
        gap.suspected_domain
        for gap in (turn.analysis.gaps if turn.analysis else ())
        if gap.outside_current_expertise and gap.suspected_domain
    )
    return tuple(dict.fromkeys(name for name in suspected if name in known and name not in loaded))


def _searched(
    new: tuple[Gap, ...], attempts: tuple[RetrievalAttempt, ...], known: tuple[Gap, ...]
) -> tuple[Gap, ...]:
    """The analyzer's gaps over the older ones; a topic that a search was made for counts as searched."""
    topics = {topic for attempt in attempts for topic in attempt.instruction.topics}
    marked = (
        gap.model_copy(update={"searched": True}) if gap.retrievable and gap.key in topics else gap
        for gap in new
    )
    return tuple({gap.key: gap for gap in (*known, *marked)}.values())


def query_type(turn: Turn) -> QueryType:
    """As planned."""
    return turn.plan.query_type if turn.plan else QueryType.SIMPLE


def sub_queries(turn: Turn) -> tuple[SubQuery, ...]:
    """As planned."""
    return turn.plan.sub_queries if turn.plan else ()
