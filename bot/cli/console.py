"""The machine without Telegram, for the command line: same users, data and replies, chats of its own."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, cast

from agents.offline.routing.requests import command_in
from agents.profile import Profile
from agents.turn import Incoming, Turn
from bot.assistant.concierge import Concierge
from bot.cli.options import aware
from bot.commands.parting import chosen
from bot.commands.perform import PERFORM
from bot.commands.wishes import beyond, granted
from bot.core import Core, open_core
from bot.errors import NotBegunError
from bot.jobs.wiring import run_jobs
from bot.people.access import Access
from bot.people.answers import meant
from bot.people.state import BotState
from bot.people.teaching import Teaching
from bot.replies.console_ids import CONSOLE, chat_of, message_of
from bot.replies.evidence import entries_behind
from bot.replies.news import News
from bot.replies.pictures import Pictures
from bot.replies.said import Said
from bot.settings import Settings, passed_on
from bot.texts import Html, wording
from bot.texts.html import plain
from bot.updates.asked import Asked
from bot.updates.incoming import clean, says_something
from storage.coach import QueuedWake
from storage.database import Database
from storage.entities import Effects, Entry, Outgoing, PendingQuestion, TurnRow, TurnStatus
from storage.stores import Stores
from storage.turns import Turns
from storage.vault import Vault

if TYPE_CHECKING:  # loaded where something beside the diary is configured
    from agents.assistant import Assistant

SKIP = ("skip", "/skip", "0")


@dataclass(frozen=True, slots=True)
class Exchange:
    """What came of something said. `questions` are those that wait for an answer now."""

    turn: Turn | None = None
    replies: tuple[Outgoing, ...] = ()
    questions: tuple[PendingQuestion, ...] = ()

    @property
    def text(self) -> str:
        """The replies without markup; a question without its options."""
        return "\n\n".join(plain(reply.html) for reply in self.replies)

    @property
    def told(self) -> str:
        """The same without what is asked back."""
        return "\n\n".join(plain(reply.html) for reply in self.replies if reply.kind != "question")


@dataclass(slots=True)
class ConsoleClock:
    """The time that is pretended, or the real one."""

    pretended: datetime | None = None

    def __call__(self) -> datetime:
        """Aware, UTC."""
        return self.pretended or datetime.now(UTC)


class ConsoleTurns(Turns):
    """Keeps replies to console chats out of the outbox: no Telegram chat would take them.

    With `unattended` nobody can answer what is asked about a log, so it is told but not kept as asked.
    """

    def __init__(self, database: Database, *, unattended: bool) -> None:
        super().__init__(database)
        self.unattended = unattended
        self.replies: list[Outgoing] = []
        self.unasked: list[PendingQuestion] = []

    async def commit(self, row: TurnRow, effects: Effects) -> list[TurnRow]:
        """As usual, without the replies."""
        replies, unasked = self._taken(effects), list[PendingQuestion]()
        if self.unattended:
            doubts = {turn.id for turn in effects.turns if turn.status is TurnStatus.WAITING}
            unasked = [question for question in effects.questions if question.turn_id in doubts]
            effects.questions = [q for q in effects.questions if q.turn_id not in doubts]
            effects.turns = [turn for turn in effects.turns if turn.id not in doubts]
        ready = await super().commit(row, effects)
        self.replies += replies
        self.unasked += unasked
        return ready

    async def apply(
        self,
        effects: Effects,
        *,
        now: datetime | None = None,
        settle: Callable[[], Awaitable[object]] | None = None,
    ) -> list[TurnRow]:
        """As usual, without the replies."""
        replies = self._taken(effects)
        ready = await super().apply(effects, now=now, settle=settle)
        self.replies += replies
        return ready

    @staticmethod
    def _taken(effects: Effects) -> list[Outgoing]:
        """Out of the effects."""
        taken = [reply for reply in effects.outgoing if reply.chat_id >= CONSOLE]
        effects.outgoing = [reply for reply in effects.outgoing if reply.chat_id < CONSOLE]
        return taken


@dataclass(slots=True)
class Console:
    """One user at the command line. Made by `open`."""

    user_id: int
    core: Core
    turns: ConsoleTurns
    state: BotState
    clock: ConsoleClock
    _stack: AsyncExitStack
    _numbers: dict[int, int] = field(default_factory=dict[int, int])

    @classmethod
    async def open(
        cls, settings: Settings, user_id: int, at: datetime | None = None, *, unattended: bool = False
    ) -> Console:
        """Open the data directory; close it when done. Raises StartError."""
        clock = ConsoleClock(aware(at, settings.profile.time_zone) if at else None)

        def stores(database: Database) -> Stores:
            return replace(Stores.on(database), turns=ConsoleTurns(database, unattended=unattended))

        core = await open_core(settings, clock, stores)
        access, stack = Access(frozenset({user_id}), frozenset()), AsyncExitStack()
        assistant = await _assistant(settings, core, stack) if settings.has_assistant else None
        state = BotState(
            core.services, core.machine, access, settings.data, assistant=assistant, asked=core.asked
        )
        state.coaching.enabled = settings.coaches.enabled
        core.db.database.hear = News(reminded=state.watch.hear).hear
        await state.watch.start()
        pictures = Pictures(passed_on())
        stack.push_async_callback(pictures.close)
        stack.push_async_callback(run_jobs(state, pictures.draw))
        if settings.specialists.enabled:
            core.services.beside.to = Concierge(state)
        return cls(user_id, core, cast("ConsoleTurns", core.db.turns), state, clock, stack)

    @property
    def db(self) -> Stores:
        """Storage."""
        return self.core.db

    async def aclose(self) -> None:
        """Finish what is at work, and write the vault."""
        await self.core.lanes.idle()
        await self._stack.aclose()
        await Vault(self.db.vault, self.core.services.defaults.time_zone).catch_up()
        await self.core.aclose()

    async def say(self, text: str, thread: str = "console", key: str | None = None) -> Exchange:
        """Work on a message until it is answered or waits, and on what is learned from it.

        `key` makes it known when it is said again: then nothing happens and `turn` is None.
        """
        chat_id = chat_of(self.user_id, thread)
        text = clean(text)
        message_id = await self._next(chat_id) if key is None else message_of(key)
        if key is not None and await self.db.messages.get_message(chat_id, message_id) is not None:
            return Exchange()
        if not says_something(text):
            return self._exchange(await self._sentence(chat_id, "other.empty"))
        incoming = Incoming(
            user_id=self.user_id,
            chat_id=chat_id,
            message_id=message_id,
            text=text,
            sent_at=self.clock(),
            own_offset=self.clock.pretended is not None,
        )
        if (told := await self._beside(incoming, thread)) is not None:
            return told
        left = incoming if self.turns.unattended else await self._chosen(incoming)
        if left is None:
            return self._exchange()
        concierge = self.state.concierge
        incoming = left if concierge is None else await concierge.heard(left)
        if incoming.handed is None and (wish := await self._granted(incoming)) is not None:
            return self._exchange(wish)
        waiting = await self._waiting(chat_id)
        answers = not self.turns.unattended and incoming.handed is None
        turn = await self._answered(incoming, waiting) if answers else None
        if turn is None:
            turn = await self.state.machine.begin(incoming)
        await self.core.lanes.idle()
        return await self._settled(turn.id, chat_id, waiting)

    async def _chosen(self, incoming: Incoming) -> Incoming | None:
        """What is left of a message where preferences and reminders were heard; None: nothing."""
        left, told = await chosen(self.state, incoming)
        if told is not None:
            self.turns.replies.append(self._reply(incoming, told))
        return left

    async def _granted(self, incoming: Incoming) -> Outgoing | None:
        """What is asked of the gym, of goals and coaches; of a batch only what can't be done."""
        wish = await (beyond if self.turns.unattended else granted)(self.state, incoming)
        return None if wish is None else self._reply(incoming, wish)

    def _reply(self, incoming: Incoming, said: Said) -> Outgoing:
        return said.to(self.user_id, "said", incoming.chat_id)

    async def _beside(self, incoming: Incoming, thread: str) -> Exchange | None:
        """A word is taught, the last change taken back, what was proposed decided."""
        if (taught := await Teaching(self.state).heard(incoming)) is not None:
            return self._exchange(self._reply(incoming, taught))
        if (name := command_in(incoming.text)) and not self.turns.unattended:
            return await self.command(name, thread=thread)
        if self.state.assistant is None:
            return None
        from bot.assistant.typed import decided  # noqa: PLC0415 - only where configured

        number = -time.time_ns()
        told = await decided(self.state, self.user_id, incoming.chat_id, number, incoming.text)
        if told is None:
            return None
        return self._exchange(*([self._reply(incoming, Said(Html(told)))] if told else []))

    async def answer(self, question: PendingQuestion, answer: str | None) -> Exchange:
        """Answer a question, or skip it (None)."""
        waiting = await self._waiting(question.chat_id)
        await self.state.machine.answer(question.token, self.user_id, question.chat_id, answer)
        await self.core.lanes.idle()
        return await self._settled(question.turn_id, question.chat_id, waiting)

    async def open_questions(self, thread: str = "console") -> list[PendingQuestion]:
        """What the thread waits for."""
        return await self._waiting(chat_of(self.user_id, thread))

    async def command(self, name: str, arguments: str = "", thread: str = "console") -> Exchange | None:
        """A command of the menu; None when there is no such command."""
        perform = PERFORM.get(name)
        if perform is None:
            return None
        profile = await self.profile()
        chat_id = chat_of(self.user_id, thread)
        incoming = Incoming(
            user_id=self.user_id, chat_id=chat_id, message_id=await self._next(chat_id), text="",
            sent_at=self.clock(), update_id=-time.time_ns(),  # Telegram's are positive
        )  # fmt: skip
        asked = Asked.of(incoming, arguments, wording(profile.language), profile, self.clock())
        reply = await perform(self.state, asked)
        await self.core.lanes.idle()
        return self._exchange(*([] if reply is None else [reply]))

    async def begin_job(self, words: str, files: Iterable[tuple[str, bytes]] = ()) -> Exchange:
        """A job with the texts of files, by their names. Raises NotBegunError."""
        from agents.jobs.office import job_id_of  # noqa: PLC0415 - with a job
        from bot.jobs.inputs import UnreadableError, inputs_of  # noqa: PLC0415 - as above

        say, key = await self.state.wording(self.user_id), f"console {time.time_ns()}"
        try:
            inputs = await inputs_of(files)
        except UnreadableError:
            raise NotBegunError(say.label("job.no_file")) from None
        html = (await (await self.state.jobs.open()).wished(self.user_id, words, say, key, inputs)).html
        if await self.db.jobs.job(self.user_id, job_id_of(self.user_id, key)) is None:
            raise NotBegunError(plain(html))
        chat_id = chat_of(self.user_id, "console")
        return self._exchange(Outgoing(key="job", chat_id=chat_id, user_id=self.user_id, html=html))

    async def coach_reports(self) -> AsyncGenerator[Exchange]:
        """What the coaches of this person have to say that are due now: the bot may not be running."""
        due = [one for one in await self.db.wakes.due(self.clock()) if one.user_id == self.user_id]
        if not due or not self.state.coaching.enabled:
            return
        from bot.coaches.running import runner_of  # noqa: PLC0415 - where somebody has a coach
        from bot.coaches.typed import code_of  # noqa: PLC0415 - as above

        runner = runner_of(self.state, enabled=True)
        runner.holds = self._is_others
        await runner.idle()
        for coach in await self.db.coaches.of_user(self.user_id):
            if any(one.coach_id == coach.id for one in due):
                yield await self.command("coaches", code_of(coach)) or Exchange()

    async def _is_others(self, queued: QueuedWake) -> bool:
        return queued.user_id != self.user_id

    async def job_progress(self) -> AsyncGenerator[str]:
        """Each new state of the jobs begun here, until they ask or end; whoever leaves pauses them."""
        if not self.state.jobs.is_open:
            return
        door = await self.state.jobs.open()
        try:
            async for html in door.progress(self.user_id, await self.state.wording(self.user_id)):
                yield plain(html)
        finally:
            await door.pause_all(self.user_id)

    async def profile(self) -> Profile:
        """The user's preferences over the defaults."""
        return await self.state.profile(self.user_id)

    async def entries(self, ids: tuple[str, ...]) -> list[Entry]:
        """These of the user's entries, in this order."""
        found = {entry.id: entry for entry in await self.db.entries.entries(self.user_id, list(ids))}
        return [found[entry_id] for entry_id in ids if entry_id in found]

    async def rests_on(self, exchange: Exchange) -> list[Entry]:
        """The entries of an answer, a report, a chart or what is proposed, in the order they are cited."""
        turn = exchange.turn
        drafted = turn.draft.evidence if turn and turn.draft and not turn.questions else ()
        behind = [one for reply in exchange.replies for one in entries_behind(reply.buttons)]
        return await self.entries(tuple(dict.fromkeys((*drafted, *behind))))

    async def _waiting(self, chat_id: int) -> list[PendingQuestion]:
        found = await self.db.questions.open_questions(self.user_id, chat_id)
        return [question for question in found if question.expires_at > self.clock()]

    async def _answered(self, incoming: Incoming, waiting: list[PendingQuestion]) -> Turn | None:
        """The turn that goes on when the words answer the newest open question of the chat."""
        if not waiting or len(incoming.text) > self.state.services.limits.read_characters:
            return None
        question, answer = waiting[-1], None
        if incoming.text.casefold() not in SKIP:
            newest = waiting[-1:]
            found = meant(incoming.text, waiting) or meant(incoming.text, newest)
            if found is None:
                return None
            question, answer = found
        outcome = await self.state.machine.answer(
            question.token, incoming.user_id, incoming.chat_id, answer, said=incoming
        )
        if outcome != "accepted":
            return None
        return await self._turn(question.turn_id)

    async def _settled(self, turn_id: str, chat_id: int, before: list[PendingQuestion]) -> Exchange:
        """With the questions that are new, or that the turn still waits for."""
        turn = await self._turn(turn_id)
        old = {question.token for question in before if question.turn_id != turn_id}
        asked = [question for question in await self._waiting(chat_id) if question.token not in old]
        asked += self.turns.unasked
        self.turns.unasked = []
        return Exchange(turn=turn, replies=self._exchange().replies, questions=tuple(asked))

    def _exchange(self, *replies: Outgoing) -> Exchange:
        taken = (*self.turns.replies, *replies)
        self.turns.replies = []
        return Exchange(replies=taken)

    async def _turn(self, turn_id: str) -> Turn | None:
        row = await self.db.turns.turn(turn_id)
        return None if row is None else Turn.model_validate_json(row.data)

    async def _sentence(self, chat_id: int, key: str) -> Outgoing:
        say = await self.state.wording(self.user_id)
        return Outgoing(key=key, chat_id=chat_id, user_id=self.user_id, html=say(key))

    async def _next(self, chat_id: int) -> int:
        if chat_id not in self._numbers:
            newest = await self.db.messages.recent_messages(chat_id, 1)
            self._numbers[chat_id] = newest[0].message_id if newest else 0
        self._numbers[chat_id] += 1
        return self._numbers[chat_id]


async def _assistant(settings: Settings, core: Core, stack: AsyncExitStack) -> Assistant:
    """What the bot has beside the diary; what names nobody is its owner's here, too."""
    from bot.assistant.assembly import assembled  # noqa: PLC0415 - only where something is configured

    members = (await core.db.access.rights("telegram")).members
    owners = [member.user_id for member in members if member.role == "owner"]
    if settings.telegram.token is None:
        from telegram_local.world import YOU_ID  # noqa: PLC0415 - of the chat page

        owners = [YOU_ID]
    return assembled(settings, core, lambda: owners, stack)
