"""What is in doubt about a log is asked about, and the answer reads the log anew."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from datetime import date, timedelta

from ulid import ULID

from agents.cases import Reading, tried_on
from agents.clarifier import ClarificationQuestion
from agents.machine import State, turn_row
from agents.notation import order_chosen, unit_assumed, unit_chosen
from agents.parser import ParserOutput
from agents.steps.twins import is_the_same
from agents.turn import Turn
from agents.work import Work
from storage.entities import Entry, PendingQuestion, TurnStatus, User, WeightUnit


async def ask_about(turn: Turn, work: Work, parsed: ParserOutput, entry: Entry | None) -> None:
    """A doubt does not hold a log up: it is stored, and a turn waits to read it anew with the answer.

    One question at a time; what is still in doubt then is asked then. What holds for every log and is asked
    already is not asked twice: the answer settles both.
    """
    services = work.services
    doubts = [doubt for doubt in parsed.uncertain if doubt.key not in turn.resolved]
    if not doubts or turn.incoming.silent or _is_elsewhere(turn):
        return
    doubt = doubts[0]
    now = services.clock()
    pending = PendingQuestion(
        token=secrets.token_urlsafe(16),
        turn_id=str(ULID()),
        user_id=turn.incoming.user_id,
        chat_id=turn.incoming.chat_id,
        question=doubt.question,
        options=doubt.options,
        gap=doubt.key,
        asked_at=now,
        expires_at=now + timedelta(hours=services.limits.clarification_hours),
    )
    waiting = turn.model_copy()
    waiting.id = pending.turn_id
    waiting.seq = 0
    waiting.lane = f"chat:{turn.incoming.chat_id}"
    waiting.state = State.PARSE
    waiting.path = turn.path[:-1]
    waiting.parent_id = None
    waiting.questions = (pending.token,)
    waiting.parsed = None
    waiting.stored_ids = ()
    waiting.observation = None
    waiting.notices = ()
    waiting.tried = None
    waiting.improves = None
    if entry is not None:
        waiting.incoming = turn.incoming.model_copy(update={"edited": True, "update_id": None})
        waiting.target_entry_id = entry.id
        waiting.target_revision = entry.revision
    work.effects.turns.append(turn_row(waiting, TurnStatus.WAITING, now))
    work.effects.questions.append(pending)
    if doubt.key in FOR_EVERY_LOG and await _is_asked(turn, work, doubt.key):
        return
    question = ClarificationQuestion(question=doubt.question, gap=doubt.key, options=doubt.options)
    work.effects.outgoing.extend(services.replies.questions(turn, work.profile, [(question, pending)], ""))


def _is_elsewhere(turn: Turn) -> bool:
    """A change in a file is told in the private chat, and only what was said there is asked about."""
    return turn.incoming.in_file is not None and turn.incoming.chat_id != turn.incoming.user_id


def tell_at_home(turn: Turn, work: Work) -> None:
    """A changed file concerns nobody but its owner, wherever the entry was said."""
    if _is_elsewhere(turn):
        home = {"chat_id": turn.incoming.user_id, "reply_to": None}
        work.effects.outgoing = [one.model_copy(update=home) for one in work.effects.outgoing]


FOR_EVERY_LOG = frozenset({"weight_unit"})
"""What one answer tells for all logs."""


async def _is_asked(turn: Turn, work: Work, gap: str) -> bool:
    incoming = turn.incoming
    asked = await work.services.db.questions.open_questions(incoming.user_id, incoming.chat_id)
    return any(question.gap == gap for question in asked)


async def take_answers(turn: Turn, work: Work) -> None:
    """What the user chose about a log in doubt; a unit and a way to write sets are remembered for good."""
    db = work.services.db
    user_id = turn.incoming.user_id
    pending = await db.questions.questions(user_id, turn.questions)
    chosen = {q.gap: q.answer for q in pending if q.status == "answered" and q.answer}
    turn.questions = ()
    turn.resolved = {**turn.resolved, **chosen}
    turn.declined = not chosen or is_the_same(turn, work, chosen)
    learnt, before = _learnt(turn, chosen), Reading(work.profile, work.own_terms)
    await _prefer(turn, work, learnt)
    if learnt:
        after = Reading(work.profile, work.own_terms)
        turn.tried = await tried_on(work.services, user_id, before, after)
    unit = unit_chosen(chosen.get("weight_unit", ""))
    if unit is not None:  # said of this log alone, it holds for this reading alone
        work.profile = work.profile.model_copy(update={"weight_unit": unit})


def on_chosen_day(turn: Turn, parsed: ParserOutput) -> ParserOutput:
    """What was asked about a day is about the one that was chosen, whoever reads it now."""
    try:
        day = date.fromisoformat(turn.resolved.get("date", ""))
        (entry,) = parsed.entries
    except ValueError:  # another answer, or several days
        return parsed
    measures = tuple(one.model_copy(update={"day": day}) for one in entry.measures)
    moved = entry.model_copy(update={"day": day, "measures": measures})
    return parsed.model_copy(update={"entries": (moved,)})


async def tell_unit(turn: Turn, work: Work, entries: Iterable[Entry]) -> WeightUnit | None:
    """The unit that loads without one were taken as, if the person has not been told so before."""
    units: list[WeightUnit | None] = [unit_assumed(one) for entry in entries for one in entry.measures]
    taken: WeightUnit | None = next((unit for unit in units if unit is not None), None)
    if taken is None or taken == work.profile.unit_told or turn.incoming.silent:
        return None
    await _prefer(turn, work, {"unit_told": taken})
    return taken


async def _prefer(turn: Turn, work: Work, learnt: Mapping[str, object]) -> None:
    """Keep it with the person's settings, in the same commit as what it was learnt from."""
    if not learnt:
        return
    user_id = turn.incoming.user_id
    user = await work.services.db.people.get_user(user_id)
    user = user or User(id=user_id, name=turn.incoming.user_name)
    preferences = user.preferences.model_copy(update=learnt)
    work.effects.users.append(user.model_copy(update={"preferences": preferences}))
    work.profile = work.profile.model_copy(update=dict(learnt))


def _learnt(turn: Turn, chosen: Mapping[str, str]) -> dict[str, str]:
    """What an answer tells of every log to come, by the preference's name."""
    learnt: dict[str, str] = {}
    unit = chosen.get("weight_unit")
    if unit in ("kg", "lb"):
        learnt["weight_unit"] = learnt["unit_told"] = unit
    order = order_chosen(turn.log_text or turn.incoming.text, chosen.get("notation", ""))
    if order is not None:
        learnt["set_order"] = order
    return learnt
