"""The state machine: the states, the one table of moves (requirement 2) and the loop that follows it.

`python -m agents.machine` prints the diagram that stands in the README.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime
from enum import StrEnum
from typing import Literal

from ulid import ULID

from agents.errors import UnknownTurnError, UnlistedTransitionError
from agents.places import Place, Places
from agents.ports import Lanes, Previews
from agents.profile import Profile
from agents.retracting import retract
from agents.session import Mode, Session, current, enter
from agents.turn import Incoming, Turn
from agents.types import InputType
from agents.vocabulary import own_terms
from agents.work import Services, Work
from storage.entities import Effects, Message, Outgoing, Span, TurnRow, TurnStatus
from storage.errors import DatabaseUnusable, Fenced, Outdated
from storage.questions import Refusal, Refused

logger = logging.getLogger(__name__)


class State(StrEnum):
    """Where a turn is."""

    ROUTE = "ROUTE"
    BUILD_CONTEXT = "BUILD_CONTEXT"
    PLAN = "PLAN"
    RETRIEVE = "RETRIEVE"
    ANALYZE = "ANALYZE"
    EXPAND_DOMAIN = "EXPAND_DOMAIN"
    CLARIFY = "CLARIFY"
    WAIT_USER = "WAIT_USER"
    SYNTHESIZE = "SYNTHESIZE"
    EVALUATE = "EVALUATE"
    PARSE = "PARSE"
    STORE = "STORE"
    OBSERVE = "OBSERVE"
    COMPLETE = "COMPLETE"


TRANSITIONS: dict[State, dict[State, str]] = {
    State.ROUTE: {State.BUILD_CONTEXT: "domains selected"},
    State.BUILD_CONTEXT: {
        State.PLAN: "query, or the query part of both",
        State.PARSE: "log or correction, or the log part of both",
    },
    State.PLAN: {
        State.RETRIEVE: "something to look for",
        State.EXPAND_DOMAIN: "domain gap seen ahead",
        State.CLARIFY: "only the user can tell",
        State.SYNTHESIZE: "enough is known",
    },
    State.RETRIEVE: {State.ANALYZE: "always"},
    State.ANALYZE: {
        State.SYNTHESIZE: "sufficient, or over the limit (partial)",
        State.PLAN: "insufficient",
        State.EXPAND_DOMAIN: "gap outside the loaded expertise",
    },
    State.EXPAND_DOMAIN: {State.BUILD_CONTEXT: "rebuild with the new domains"},
    State.CLARIFY: {State.WAIT_USER: "always"},
    State.WAIT_USER: {State.ANALYZE: "the user answered", State.SYNTHESIZE: "skipped or expired"},
    State.SYNTHESIZE: {State.EVALUATE: "always"},
    State.EVALUATE: {
        State.OBSERVE: "pass, or fail over the limit (partial)",
        State.PLAN: "fail, tries left",
    },
    State.PARSE: {State.STORE: "always"},
    State.STORE: {State.OBSERVE: "always"},
    State.OBSERVE: {State.COMPLETE: "always"},
    State.COMPLETE: {},
}
"""From, to, and when. A step that returns anything else is a bug and raises."""

EDGES: frozenset[tuple[State, State]] = frozenset(
    (source, target) for source, targets in TRANSITIONS.items() for target in targets
)


def diagram() -> str:
    """The table as a Mermaid state diagram, as it stands in the README."""
    lines = ["stateDiagram-v2", f"    [*] --> {State.ROUTE}"]
    lines += [
        f"    {source} --> {target}: {when}"
        for source, targets in TRANSITIONS.items()
        for target, when in targets.items()
    ]
    return "\n".join([*lines, f"    {State.COMPLETE} --> [*]"])


_LEARNING_AT_ONCE = 1
"""Nobody waits for it, so it never crowds out who does."""
AnswerOutcome = Literal["accepted"] | Refusal
Step = Callable[[Turn, Work], Awaitable[State]]
Play = Callable[[Turn, Work], Awaitable[None]]


def _unmarked(_: int | None) -> AbstractContextManager[None]:
    return nullcontext()


def turn_row(turn: Turn, status: TurnStatus, at: datetime, parked_on: str | None = None) -> TurnRow:
    """The turn as a row; `seq` is the one that was read."""
    return TurnRow(
        id=turn.id,
        user_id=turn.incoming.user_id,
        chat_id=turn.incoming.chat_id,
        lane=turn.lane,
        seq=turn.seq,
        status=status,
        state=turn.state,
        data=turn.model_dump_json(exclude_defaults=True),
        parked_on=parked_on,
        created_at=turn.incoming.sent_at,
        updated_at=at,
    )


def _mode(turn: Turn, profile: Profile) -> Mode:
    """The setting is about answers: a log is read as well as it can be."""
    logs = turn.input_type in (InputType.LOG, InputType.CORRECTION)
    return turn.incoming.mode or ("deep" if logs else profile.answers)


def _enter(turn: Turn, following: State) -> None:
    """Put a turn into its next state. Raises UnlistedTransitionError."""
    if following not in TRANSITIONS[State(turn.state)]:
        raise UnlistedTransitionError(f"{turn.state} → {following} is not in the table")
    turn.state = following
    turn.path.append(following)


def _rests(turn: Turn) -> TurnStatus | None:
    """How a turn is left in the state it came to: waiting, or with its observation in a lane of its own."""
    if turn.state == State.WAIT_USER:
        return TurnStatus.WAITING
    if turn.state == State.OBSERVE and turn.observation is not None:
        turn.lane = f"observe:{turn.incoming.user_id}"
        return TurnStatus.READY
    return None


def _said(incoming: Incoming) -> list[Message]:
    """What a file says of a message is no message."""
    return [] if incoming.in_file else [incoming.as_message()]


class Machine:
    """Runs turns. One transaction per transition that wrote, sent, parked, forked or called a model.

    Pure steps are repeated after a crash rather than saved. A commit is fenced by the turn's `seq`: whoever
    finds that the turn has moved on drops what it did. One whose step relied on a log that has changed since
    is repeated, too: what was not committed is done anew.
    """

    def __init__(self, services: Services, lanes: Lanes, steps: Mapping[State, Step], give_up: Step) -> None:
        self.services = services
        self._lanes = lanes
        self.steps = dict(steps)
        self._give_up = give_up
        self.previews: Previews | None = None
        self.at_work: Callable[[int | None], AbstractContextManager[None]] = _unmarked
        """Around the work on an update, by its id."""
        self._learning = Places(_LEARNING_AT_ONCE)

    async def begin(self, incoming: Incoming, turn_id: str = "") -> Turn:
        """Work on a new message until it is answered or waits; learning from it is left to its own lane.

        The halves of a message that is log and question both run side by side in here, so that the caller's
        lane is free for the chat's next message only when both are done.
        Of a very long one only the beginning is read. `turn_id` makes it known when it is begun again: then
        nothing is done.
        """
        incoming = incoming.read_up_to(self.services.limits.read_characters)
        turn_id = turn_id or str(ULID())
        async with asyncio.TaskGroup() as halves:
            while True:
                turn = Turn(
                    id=turn_id,
                    incoming=incoming,
                    lane=f"chat:{incoming.chat_id}",
                    state=State.ROUTE,
                    path=[State.ROUTE],
                )
                effects = Effects(inbox_done=incoming.update_id, messages=_said(incoming))
                done = await self._run(turn, effects, halves)
                if done or turn.seq:
                    break
            if not done:
                await self._resume(turn_id, halves)
        return turn if done and turn.waits_for is None else await self._load(turn_id)

    async def resume(self, turn_id: str) -> None:
        """Go on with a ready turn; one that is done, waiting or not ours any more is left alone."""
        async with asyncio.TaskGroup() as halves:
            await self._resume(turn_id, halves)

    async def answer(
        self,
        token: str,
        user_id: int,
        chat_id: int,
        answer: str | None,
        *,
        said: Incoming | None = None,
        also: Sequence[str] = (),
        tells: Sequence[Outgoing] = (),
    ) -> AnswerOutcome:
        """Take an answer, or Skip (None), to a question; the turns that waited for it go on in here.

        A second tap, a stale, foreign or forged one changes nothing; the outcome says which it was. `said` is
        the message that answered, when it was typed: it is kept with the answer. `also` are tokens of other
        questions that it answers, and `tells` is what is sent about it: all of it in one transaction.
        """
        effects = Effects(inbox_done=said.update_id, messages=[said.as_message()]) if said else Effects()
        effects.outgoing.extend(tells)
        outcome = await self.services.db.turns.take_answer(
            token, user_id, chat_id, answer, self.services.clock(), effects, also
        )
        if isinstance(outcome, Refused):
            return outcome.reason
        for turn in (outcome.turn, *outcome.others):
            if turn is not None:
                await self.resume(turn.id)
        return "accepted"

    async def give_up(self, turn_id: str) -> None:
        """Close a ready turn without going on with it: its words are kept, and its user is told."""
        async with asyncio.TaskGroup() as halves:
            await self._resume(turn_id, halves, self._close)

    async def expire_questions(self, now: datetime) -> int:
        """Turns whose question nobody answered in time go on without; how many."""
        ready = await self.services.db.questions.expire_questions(now)
        self._lanes.wake(ready)
        return len(ready)

    async def resume_all(self) -> int:
        """At start: every turn that is ready is unfinished work."""
        await self.services.db.turns.wake_orphans()
        ready = await self.services.db.turns.ready_turns()
        self._lanes.wake(ready)
        return len(ready)

    async def _resume(self, turn_id: str, halves: asyncio.TaskGroup, play: Play | None = None) -> None:
        done = False
        while not done:
            row = await self.services.db.turns.turn(turn_id)
            if row is None or row.status is not TurnStatus.READY:
                return
            turn = Turn.model_validate_json(row.data)
            turn.seq = row.seq
            done = await self._run(turn, Effects(), halves, play)

    async def _load(self, turn_id: str) -> Turn:
        row = await self.services.db.turns.turn(turn_id)
        if row is None:
            raise UnknownTurnError
        return Turn.model_validate_json(row.data)

    async def _run(
        self, turn: Turn, effects: Effects, halves: asyncio.TaskGroup, play: Play | None = None
    ) -> bool:
        """Whether that was all; else it is to be done anew from what was committed last."""
        place = Place(self._learning if turn.state == State.OBSERVE else self.services.places)
        async with place.taken():
            with self.at_work(turn.incoming.update_id):
                return await self._run_at(place, turn, effects, halves, play or self._walk)

    async def _run_at(
        self, place: Place, turn: Turn, effects: Effects, halves: asyncio.TaskGroup, play: Play
    ) -> bool:
        profile, memory = await self.services.person(turn.incoming.user_id)
        if turn.incoming.own_offset:
            profile = profile.on_the_clock_of(turn.incoming.sent_at)
        language = self.services.spoken(turn.incoming.text, profile.language)
        if language != profile.language:
            profile = profile.model_copy(update={"language": language})
        session = self._session(turn, profile, place)
        enter(session)
        work = Work(
            services=self.services,
            profile=profile,
            halves=halves,
            session=session,
            memory=memory,
            own_terms=own_terms(memory),
            effects=effects,
        )
        try:
            await play(turn, work)
        except Outdated:
            return False
        except Fenced:
            logger.info("turn %s was taken over by another owner", turn.id)
        except DatabaseUnusable:
            raise  # nothing is wrong with the turn: it goes on when the machine lets it
        except Exception:  # the last line of defence: nothing a user texts may be lost to a bug
            logger.exception("turn %s failed in %s", turn.id, turn.state)
            await self._abandon(turn, work)
        return True

    async def _walk(self, turn: Turn, work: Work) -> None:
        """Step until the turn is complete, waits, is parked, or has only its observation left."""
        while True:
            state = State(turn.state)
            if state is State.COMPLETE:
                await self._commit(turn, work, TurnStatus.DONE)
                return
            calls = work.session.calls
            began, clock = self.services.clock(), time.perf_counter()
            following = await self.steps[state](turn, work)
            turn.notices = tuple(work.session.notices)
            if not work.session.kind and turn.input_type is not None:
                await self._know_kind(turn, work)
            if work.parked_on is not None:
                await self._commit(turn, work, TurnStatus.PARKED)
                return
            _enter(turn, following)
            work.effects.spans.append(
                Span(
                    turn_id=turn.id,
                    user_id=turn.incoming.user_id,
                    state=state,
                    next_state=following,
                    started_at=began,
                    duration_ms=round((time.perf_counter() - clock) * 1000, 3),
                )
            )
            if (status := _rests(turn)) is not None:
                await self._commit(turn, work, status)
                return
            trivial = following in (State.OBSERVE, State.COMPLETE)
            if not trivial and (work.effects or work.session.calls != calls):
                await self._commit(turn, work, TurnStatus.READY)

    def _session(self, turn: Turn, profile: Profile, place: Place) -> Session:
        """The run's own; the halves of one message share what a call has brought for both."""
        incoming = turn.incoming
        around = current()
        half_of = around if around is not None and around.turn_id == turn.parent_id else None
        return Session(
            turn_id=turn.id,
            user_id=incoming.user_id,
            chat_id=incoming.chat_id,
            sent_at=incoming.sent_at,
            kind="observer" if turn.state == State.OBSERVE else turn.input_type or "",
            mode=_mode(turn, profile),
            dated=self.services.limits.calls.inject_datetime,
            hurried=incoming.hurried,
            by_code=turn.by_code and turn.state != State.OBSERVE,
            notices=list(turn.notices),
            began=incoming.began or time.monotonic(),
            place=place,
            preview=self.previews(turn) if self.previews is not None and not incoming.silent else None,
            kept=half_of.kept if half_of is not None else {},
            readings=half_of.readings if half_of is not None else {},
        )

    async def _know_kind(self, turn: Turn, work: Work) -> None:
        """Only ROUTE's own calls were made before it was known what kind of message this is."""
        session = work.session
        session.kind, session.mode = turn.input_type or "", _mode(turn, work.profile)
        if session.calls:
            await self.services.db.calls.name_kind(session.user_id, session.turn_id, session.kind)

    async def _commit(self, turn: Turn, work: Work, status: TurnStatus) -> None:
        if turn.incoming.silent:
            work.effects.outgoing.clear()
        elif work.effects.revisions:
            await retract(self.services, turn.incoming.user_id, work.effects.revisions, work.effects)
        row = turn_row(turn, status, self.services.clock(), work.parked_on)
        ready = await self.services.db.turns.commit(row, work.effects)
        turn.seq += 1
        work.effects = Effects()
        for half in ready:
            work.halves.create_task(self._resume(half.id, work.halves))
        if status is TurnStatus.READY and turn.state == State.OBSERVE:
            self._lanes.wake([row])

    async def _close(self, turn: Turn, work: Work) -> None:
        if turn.state != State.OBSERVE:
            await self._abandon(turn, work)
            return
        turn.state = State.COMPLETE  # it was answered; only what there was to learn from it is left out
        await self._commit(turn, work, TurnStatus.DONE)

    async def _abandon(self, turn: Turn, work: Work) -> None:
        """Keep the words, tell the user, close the turn; what the failed step had collected is dropped."""
        kept = Effects(inbox_done=work.effects.inbox_done, messages=work.effects.messages, wakes_parked=True)
        work.effects = kept
        work.parked_on = None
        await self._give_up(turn, work)
        turn.state = State.COMPLETE
        await self._commit(turn, work, TurnStatus.DONE)


if __name__ == "__main__":
    print(diagram())
