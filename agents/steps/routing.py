"""ROUTE, BUILD_CONTEXT and EXPAND_DOMAIN: what the message is, and what knowledge it needs."""

from __future__ import annotations

import re
from collections import Counter
from datetime import timedelta

from ulid import ULID

from agents.conversation import goes_on
from agents.handover import SpecialistInfo
from agents.language.days.dates import find_days
from agents.machine import State, turn_row
from agents.router import RouterInput, RouterOutput
from agents.steps.handing import handover_of
from agents.turn import Incoming, Turn
from agents.types import InputType
from agents.vocabulary import is_called, with_own
from agents.work import Work
from storage.entities import Entry, Measure, TurnStatus

_LONGEST_FOLLOW_UP = 50


async def route(turn: Turn, work: Work) -> State:
    """Classify the message and find the log it corrects, if it edits or answers one."""
    incoming = turn.incoming
    services = work.services
    turn.handed = incoming.handed
    if incoming.in_file is not None:
        return await _of_file(turn, work, incoming.in_file)
    if turn.handed is not None and not turn.handed.rest:
        turn.input_type, turn.asks_diary = InputType.QUERY, False
        return State.BUILD_CONTEXT
    text = turn.handed.rest if turn.handed is not None else incoming.text
    target = await _edited_entry(turn, work) if incoming.edited else None
    replied = await _replied_to(turn, work)
    routed = await services.engine.route(
        RouterInput(
            text=text,
            profile=work.profile,
            available_domains=services.registry.infos,
            vocabulary=with_own(services.registry.vocabulary, work.own_terms),
            replied_to=incoming.replied_text,
            replied_to_entry=bool(replied or incoming.fixes),
            after_question=await _after_question(turn, work),
            specialists=_offered(turn, work),
        )
    )
    turn.input_type = routed.input_type
    turn.domains = routed.selected_domains
    if routed.handed:
        turn.handed = handover_of(routed, incoming)
        text = routed.rest
    turn.log_text = routed.log_portion or text
    turn.query_text = routed.query_portion or text
    fixing = _fixes(turn, work)
    if target:
        turn.target_entry_id = target
        if routed.input_type is not InputType.BOTH:
            turn.input_type = InputType.CORRECTION
    elif fixing:
        _fix(turn)
    else:
        await _settle(turn, work, routed, replied)
    if turn.handed is not None:
        _beside_the_rest(turn)
    return State.BUILD_CONTEXT


async def _of_file(turn: Turn, work: Work, entry_id: str) -> State:
    """A log, new or changed, whatever it sounds like; only which domains it is about is asked."""
    registry, text = work.services.registry, turn.incoming.text
    turn.input_type = InputType.CORRECTION if entry_id else InputType.LOG
    turn.target_entry_id = entry_id or None
    turn.log_text = text
    if text:
        vocabulary = with_own(registry.vocabulary, work.own_terms)
        known = {"text": text, "profile": work.profile, "vocabulary": vocabulary}
        routed = await work.services.engine.route(
            RouterInput.model_validate({**known, "available_domains": registry.infos})
        )
        turn.domains = routed.selected_domains
    return State.BUILD_CONTEXT


def _offered(turn: Turn, work: Work) -> tuple[SpecialistInfo, ...]:
    """Whom a model may hand parts to; what rules are certain of is not asked again."""
    incoming, beside = turn.incoming, work.services.beside.to
    if beside is None or incoming.handed is not None or incoming.edited or incoming.silent or incoming.fixes:
        return ()
    return beside.offered(incoming.user_id)


def _beside_the_rest(turn: Turn) -> None:
    """The rest of a message that is handed over in part is a half of its own."""
    kind = turn.input_type or InputType.CHAT
    rest = kind if turn.handed is not None and turn.handed.rest else InputType.CHAT
    turn.asks_diary = rest in (InputType.QUERY, InputType.BOTH)
    if rest in (InputType.LOG, InputType.CORRECTION):
        turn.input_type, turn.half = InputType.BOTH, rest
    elif rest is InputType.CHAT:
        turn.input_type = InputType.QUERY


async def _settle(turn: Turn, work: Work, routed: RouterOutput, replied: list[Entry]) -> None:
    """Decide by where it was said what a message is that neither edits a log nor follows *Fix*."""
    incoming = turn.incoming
    corrects = routed.input_type is InputType.CORRECTION
    if corrects and incoming.edited:
        turn.astray = "edited"
    elif corrects and incoming.reply_to is not None:
        _aim(turn, replied)
    elif _only_reports(incoming, routed.input_type):
        turn.input_type, turn.log_text = InputType.LOG, incoming.text
    elif incoming.silent:
        reports = routed.input_type in (InputType.LOG, InputType.BOTH)
        turn.input_type = InputType.LOG
        turn.log_text = turn.log_text if reports else ""
    elif routed.input_type is InputType.BOTH and routed.correction_target is not None:
        turn.half = InputType.CORRECTION
    elif await _corrects_after_all(turn, work, routed):
        turn.input_type = InputType.CORRECTION


def _fixes(turn: Turn, work: Work) -> bool:
    """Whether the message after *Fix* says what the log should have been; a question or small talk ends it.

    What is said in a group to nobody in particular must look like a correction, and ends nothing.
    """
    incoming = turn.incoming
    reports = turn.input_type in (InputType.LOG, InputType.BOTH, InputType.CORRECTION)
    plainly = turn.input_type is InputType.CORRECTION or any(sign.isdigit() for sign in incoming.text)
    if not incoming.fixes or (reports and (plainly or not incoming.silent)):
        return bool(incoming.fixes)
    if not incoming.silent:
        work.effects.fixed.append((incoming.user_id, incoming.chat_id))
    turn.incoming = incoming.model_copy(update={"fixes": ()})
    return False


def _fix(turn: Turn) -> None:
    """Beside a question only the part that reports corrects."""
    incoming = turn.incoming
    turn.incoming = incoming.model_copy(update={"silent": False})
    if turn.input_type is not InputType.BOTH:
        turn.input_type, turn.log_text = InputType.CORRECTION, incoming.text
    if len(incoming.fixes) == 1:
        turn.target_entry_id = incoming.fixes[0]
    else:
        turn.among = incoming.fixes


async def _after_question(turn: Turn, work: Work) -> bool:
    """Only for the few words that could go on with it: nothing is read for a longer message."""
    incoming = turn.incoming
    if incoming.edited or incoming.media is not None or len(incoming.text) > _LONGEST_FOLLOW_UP:
        return False
    return await goes_on(
        work.services.db.turns,
        incoming.user_id,
        incoming.chat_id,
        before=incoming.sent_at,
        gap=timedelta(minutes=work.services.limits.session_gap_minutes),
        message_id=incoming.message_id,
    )


def _only_reports(incoming: Incoming, taken_for: InputType) -> bool:
    """Text found on a picture reports, whatever it says: only the caption can ask, neither corrects."""
    media = incoming.media
    if incoming.edited or media is None or media.kind != "picture" or not media.text:
        return False
    return incoming.text == media.text or taken_for is InputType.CORRECTION


async def _edited_entry(turn: Turn, work: Work) -> str | None:
    """Also one that was taken back: the edit brings it to life again."""
    incoming = turn.incoming
    found = await work.services.db.entries.entries_of_message(
        incoming.user_id, incoming.chat_id, incoming.message_id, with_deleted=True
    )
    return found[0].id if found else None


async def _was_logged(turn: Turn, work: Work, things: tuple[tuple[str, ...], ...]) -> bool:
    """Whether each thing, by one of its names or with none as any set or bout, is of today or a day told."""
    now = work.now(turn)
    days = {now.date(), *(one.day for one in find_days(turn.incoming.text, now, work.profile.date_order))}
    recent = await work.services.db.entries.recent_entries(
        turn.incoming.user_id, limit=work.services.limits.recent_entries
    )
    logged = [measure for entry in recent if entry.day in days for measure in entry.measures]
    return all(
        any(
            any(_is_about(measure, name) for name in names) if names else _has_parts(measure)
            for measure in logged
        )
        for names in things
    )


async def _corrects_after_all(turn: Turn, work: Work, routed: RouterOutput) -> bool:
    """Whether a log that reads as a correction finds what it corrects."""
    if routed.corrects_if_repeated and await _repeats_the_last(turn, work):
        return True
    things = routed.corrects_if_logged
    return things is not None and await _was_logged(turn, work, things)


async def _repeats_the_last(turn: Turn, work: Work) -> bool:
    """Whether its words but for one figure are those of the log written last."""
    last = await work.services.db.entries.latest_changed(turn.incoming.user_id, limit=1)
    if not last:
        return False
    said, before = _WORDS.findall(turn.incoming.text.lower()), _WORDS.findall(last[0].text.lower())
    new = Counter(said) - Counter(before)
    return new.total() <= 1 and all(word[0].isdigit() for word in new)


_WORDS = re.compile(r"\d+(?:[.,:]\d+)*|[^\W\d_]+")


def _is_about(measure: Measure, name: str) -> bool:
    """Whether it is called so, or was told in a word of it: the ibuprofen of `200mg ibuprofen`."""
    return is_called(measure.name, name) or name in _WORDS.findall((measure.text or "").lower())


def _has_parts(measure: Measure) -> bool:
    return measure.reps is not None or measure.distance_m is not None or measure.duration_s is not None


async def _replied_to(turn: Turn, work: Work) -> list[Entry]:
    """What the message that this one replies to is about, also what was taken back."""
    incoming = turn.incoming
    if incoming.edited or incoming.reply_to is None:
        return []
    return await work.services.db.entries.entry_by_message(
        incoming.user_id, incoming.chat_id, incoming.reply_to, with_deleted=True
    )


def _aim(turn: Turn, replied: list[Entry]) -> None:
    """A correction in reply means what that message is about, and nothing else."""
    live = [entry.id for entry in replied if not entry.deleted]
    if len(live) == 1:
        turn.target_entry_id = live[0]
    elif live:
        turn.among = tuple(live)
    else:
        turn.astray = "removed" if replied else "no log"


async def build_context(turn: Turn, work: Work) -> State:
    """Go the way of the input type; BOTH forks a child turn for its log and goes on as the query.

    Both stay in the chat's lane: after a restart no later message of the chat may overtake them.
    """
    if turn.input_type in (InputType.LOG, InputType.CORRECTION):
        return State.PARSE
    if turn.input_type is InputType.BOTH and turn.waits_for is None:
        child = turn.model_copy(
            update={
                "id": str(ULID()),
                "seq": 0,
                "state": State.PARSE,
                "path": [*turn.path, State.PARSE],
                "parent_id": turn.id,
                "input_type": InputType.CORRECTION if turn.incoming.fixes else turn.half,
                "handed": None,
            }
        )
        turn.waits_for = child.id
        work.effects.turns.append(turn_row(child, TurnStatus.READY, work.services.clock()))
    return State.PLAN


async def expand_domain(turn: Turn, work: Work) -> State:
    """Load the domains that the planner, the analyzer or a failed evaluation asked for."""
    known = {info.name for info in work.services.registry.infos}
    turn.domains = (
        *turn.domains,
        *(name for name in turn.pending_expansion if name in known and name not in turn.domains),
    )
    turn.pending_expansion = ()
    turn.expansions += 1
    return State.BUILD_CONTEXT
