"""PLAN, CLARIFY and WAIT_USER: what to look for, and what only the user can tell."""

from __future__ import annotations

import secrets
from datetime import timedelta

from ulid import ULID

from agents.clarifier import ClarifierInput
from agents.conversation import conversation
from agents.dialogue import Dialogue
from agents.machine import State
from agents.planner import LoggedMeasure, PlannerInput, PlannerOutput
from agents.retriever import RetrieverInput
from agents.steps.handing import hand_over
from agents.turn import Turn
from agents.types import FigureRequest, Gap, GapType, InputType, RetrievalInstruction, UserAnswer
from agents.work import UserSearch, Work
from storage.entities import Entry, PendingQuestion

_MOST_FOUND = 12
"""Entries of earlier rounds whose days a planner is shown."""


async def plan(turn: Turn, work: Work) -> State:
    """Ask the planner; a failed evaluation that flagged a domain gap expands first."""
    if turn.handed is not None and not turn.shown and await hand_over(turn, work):
        return State.CLARIFY
    return await _plan(turn, work) if turn.asks_diary else State.SYNTHESIZE


async def _plan(turn: Turn, work: Work) -> State:
    limits = work.services.limits
    may_expand = turn.expansions < limits.expansions
    if turn.evaluation and turn.evaluation.expand and may_expand:
        turn.pending_expansion = turn.evaluation.expand
        turn.evaluation = turn.evaluation.model_copy(update={"expand": ()})
        return State.EXPAND_DOMAIN
    if turn.plan is None and turn.input_type is not InputType.CHAT:
        dialogue = await _conversation(turn, work)
        turn.conversation, turn.just_logged = dialogue.exchanges, dialogue.just_logged
    wanted = _figures_wanted(turn)
    planned = await _planned(turn, work, wanted, may_expand=may_expand)
    if wanted and planned.sub_queries and planned.next_action in ("retrieve", "synthesize"):
        planned = planned.with_figures(wanted)
    turn.gaps = _merge(turn.gaps, planned.gaps)
    turn.gaps = tuple(_asked_for(gap) if gap.figure in wanted else gap for gap in turn.gaps)
    turn.plan = planned = await _looked_back(turn, work, planned)
    if planned.next_action == "expand_domain" and may_expand:
        turn.pending_expansion = planned.domain_expansion
        return State.EXPAND_DOMAIN
    if planned.next_action == "clarify" and planned.ask:
        return State.CLARIFY
    if planned.next_action == "synthesize" or not planned.instructions:
        return State.SYNTHESIZE
    return State.RETRIEVE


def _asked_for(gap: Gap) -> Gap:
    return gap.model_copy(update={"found": True})


def _figures_wanted(turn: Turn) -> tuple[FigureRequest, ...]:
    """The figures that the last analysis found missing."""
    return tuple(gap.figure for gap in turn.gaps if gap.figure is not None and not gap.found)


async def _planned(
    turn: Turn, work: Work, wanted: tuple[FigureRequest, ...], *, may_expand: bool
) -> PlannerOutput:
    """The planner's plan; the last one still, without its searches, where only figures are missing."""
    missing = [gap for gap in turn.gaps if gap.severity == "critical" and not gap.found]
    if wanted and turn.plan is not None and all(gap.figure is not None for gap in missing):
        update = {"instructions": (), "gaps": turn.gaps, "ask": (), "next_action": "retrieve"}
        return turn.plan.model_copy(update=update)
    return await work.services.engine.plan(await _planner_input(turn, work, may_expand=may_expand))


async def _looked_back(turn: Turn, work: Work, planned: PlannerOutput) -> PlannerOutput:
    """Before the person is asked how it was: whether they wrote it in the past, by the entries nearest to it.

    Where these bring nothing that was not read yet, the question stands.
    """
    services = work.services
    may_replan = services.engine.models and turn.replans < services.limits.replans
    if planned.next_action != "clarify" or not may_replan:
        return planned
    made = {attempt.instruction.question for attempt in turn.attempts}
    searches = tuple(
        RetrievalInstruction(strategy="nearest", question=gap.description, by_meaning=True, widen=False)
        for gap in planned.ask
        if gap.gap_type is GapType.SUBJECTIVE and gap.description not in made
    )
    if not searches:
        return planned
    found = await services.engine.retrieve(
        RetrieverInput(
            instructions=searches,
            vocabulary=work.context(turn).vocabulary,
            today=work.now(turn).date(),
            max_entries=services.limits.max_entries,
        ),
        UserSearch(services.db, turn.incoming.user_id, services.meaning),
    )
    if {entry.id for entry in found.entries} <= set(turn.entry_ids):
        return planned
    return planned.model_copy(update={"instructions": searches, "ask": (), "next_action": "retrieve"})


async def _planner_input(turn: Turn, work: Work, *, may_expand: bool) -> PlannerInput:
    db = work.services.db
    user_id = turn.incoming.user_id
    is_chat = turn.input_type is InputType.CHAT
    logged = [] if is_chat else await db.measures.logged_measures(user_id)
    return PlannerInput(
        query=turn.query_text or turn.incoming.text,
        now=work.now(turn),
        profile=work.profile,
        domain_context=work.context(turn),
        logged=tuple(LoggedMeasure(name=m.name, domain=m.domain, entries=m.entries) for m in logged),
        conversation=turn.conversation,
        just_logged=turn.just_logged,
        retrieval_history=turn.attempts,
        gaps=turn.gaps,
        feedback=turn.feedback,
        answers=turn.answers,
        global_context="" if is_chat else await db.contexts.get_global_context(user_id),
        may_expand=may_expand,
        is_chat=is_chat,
        log_text=(turn.log_text or "") if _logs_beside(turn) else "",
        computed=tuple(one for part in (turn.plan.sub_queries if turn.plan else ()) for one in part.computed),
        found=await _found(turn, work),
    )


def _logs_beside(turn: Turn) -> bool:
    """Whether its own log is what a question may lean on; of a correction it is the log before."""
    return turn.input_type is InputType.BOTH and turn.half is InputType.LOG


async def _found(turn: Turn, work: Work) -> tuple[Entry, ...]:
    """What was found nearest to the question, then the newest of the rest."""
    known = {entry.id: entry for entry in await work.retrieved(turn)}
    near = [one for attempt in turn.attempts for one in attempt.nearest if one in known]
    return tuple(known[one] for one in dict.fromkeys([*near, *known]))[:_MOST_FOUND]


async def _conversation(turn: Turn, work: Work) -> Dialogue:
    return await conversation(
        work.services.db.turns,
        turn.incoming.user_id,
        turn.incoming.chat_id,
        before=turn.incoming.sent_at,
        gap=timedelta(minutes=work.services.limits.session_gap_minutes),
        but=turn.id,
    )


def _merge(known: tuple[Gap, ...], new: tuple[Gap, ...]) -> tuple[Gap, ...]:
    """One gap a key, the newer word about it holding."""
    return tuple({gap.key: gap for gap in (*known, *new)}.values())


async def clarify(turn: Turn, work: Work) -> State:
    """Put the questions to the user, each with its own opaque token."""
    services = work.services
    asked_for = turn.plan.ask if turn.plan else ()
    worded = turn.asked_back or await services.engine.clarify(
        ClarifierInput(
            query=turn.query_text or turn.incoming.text,
            profile=work.profile,
            gaps=asked_for,
            retrieval_history=turn.attempts,
            previous=turn.answers,
        )
    )
    now = services.clock()
    asked = [
        (
            question,
            PendingQuestion(
                token=secrets.token_urlsafe(16),
                turn_id=turn.id,
                user_id=turn.incoming.user_id,
                chat_id=turn.incoming.chat_id,
                question=question.question,
                options=question.options,
                gap=question.gap,
                asked_at=now,
                expires_at=now + timedelta(hours=services.limits.clarification_hours),
            ),
        )
        for question in worded.questions[: services.limits.max_questions]
    ]
    turn.questions = tuple(pending.token for _, pending in asked)
    turn.notices = tuple(work.session.notices)
    work.effects.questions.extend(pending for _, pending in asked)
    work.effects.outgoing.extend(
        services.replies.questions(turn, work.profile, asked, worded.context_explanation)
    )
    return State.WAIT_USER


async def wait_user(turn: Turn, work: Work) -> State:
    """Take in what the user answered; it is kept as an entry for the day it is about."""
    pending = await work.services.db.questions.questions(turn.incoming.user_id, turn.questions)
    answered = [question for question in pending if question.status == "answered" and question.answer]
    fresh = tuple(UserAnswer(gap=q.gap, question=q.question, answer=q.answer or "") for q in answered)
    turn.answers = (*turn.answers, *fresh)
    turn.questions = ()
    if not fresh:
        turn.declined = True
        return State.SYNTHESIZE
    subjective = [q for q in answered if not _is_about_the_question(turn, q)]
    work.effects.entries.extend(_answer_entry(turn, work, q, i) for i, q in enumerate(subjective))
    return State.ANALYZE


def _is_about_the_question(turn: Turn, question: PendingQuestion) -> bool:
    """Which exercise was meant is no fact about anybody's day; how they slept is."""
    if turn.asked_back is not None:
        return True
    gap = next((g for g in turn.gaps if g.key == question.gap), None)
    return gap is not None and gap.gap_type == "clarification"


def _answer_entry(turn: Turn, work: Work, question: PendingQuestion, index: int) -> Entry:
    asked = [i.date_range for i in (turn.plan.instructions if turn.plan else ()) if i.date_range]
    today = work.now(turn).date()
    day = min(today, max((span.end for span in asked), default=today))
    return Entry(
        id=str(ULID()),
        user_id=question.user_id,
        chat_id=question.chat_id,
        message_id=turn.incoming.message_id,
        part=100 + len(turn.answers) + index,
        day=day,
        logged_at=work.services.clock(),
        text=f"{question.question} {question.answer}",
        domains=tuple(turn.domains),
        kind="answer",
    )
