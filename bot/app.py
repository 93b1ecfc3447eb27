"""The composition root: everything is built here, started in order and stopped in the reverse one."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import signal
import sys
import time
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, cast

from agents.work import Clock
from bot.coaches.wiring import run_coaches
from bot.core import Core, open_core, utc_now
from bot.entrance.door import Door
from bot.entrance.menu import show_menus
from bot.entrance.pairing import announced, make_code
from bot.entrance.quarantine import Quarantine
from bot.errors import MachineError, PortInUseError, StartError, TokenConflictError
from bot.jobs.wiring import run_jobs
from bot.people.access import Access
from bot.people.schedule import Schedule
from bot.people.state import BotState
from bot.people.vault_keeper import VaultKeeper
from bot.process.backups import Backups
from bot.process.lock import DataDirLock
from bot.process.log import start_logging
from bot.process.loop import loop_factory
from bot.registering import Registering, load
from bot.reminders.wiring import watch_over
from bot.replies.news import News
from bot.replies.outbox import Outbox
from bot.replies.pictures import Pictures
from bot.replies.previews import Previews
from bot.settings import Settings, passed_on
from bot.texts import wording
from bot.updates.connection import (
    BotApplication,
    build_application,
    introduce,
    make_polls,
    set_webhook,
    start_polling,
)
from bot.updates.http import Noticed
from bot.updates.inbox import Inbox
from bot.updates.incoming import BotIdentity
from bot.updates.patience import Patience, Work
from storage.entities import OutboxRow
from storage.errors import DatabaseUnusable, StorageError
from storage.sync.settings import FOLDER as SYNC

if TYPE_CHECKING:  # imported when it is started: a bot on Telegram never needs it
    from agents.assistant import Assistant
    from bot.assistant.concierge import Concierge
    from bot.replies.sending import SpeakingBot
    from bot.web.serving import Web
    from telegram_local.server import LocalServer

logger = logging.getLogger(__name__)

LOCAL_STATE = "local-chat.db"


class App:
    """One running bot. `failed` is settled when it can't go on."""

    def __init__(self, settings: Settings, clock: Clock = utc_now) -> None:
        self.settings = settings
        self.clock = clock
        self.url: str | None = None  # the chat page with its key, when there is no token
        self.failed: asyncio.Future[StartError] = asyncio.get_running_loop().create_future()
        self.news = News()
        self._lock = DataDirLock(settings.data)
        self._stack = AsyncExitStack()
        self._tasks: set[asyncio.Task[None]] = set()
        self.web: Web | None = None
        self.core: Core
        self.state: BotState
        self.outbox: Outbox
        self.application: BotApplication

    async def start(self) -> None:
        """Raises StartError, with nothing left behind."""
        try:
            await self._start()
        except DatabaseUnusable as error:
            await self._stack.aclose()
            raise MachineError(str(error)) from error
        except BaseException:
            await self._stack.aclose()
            raise

    async def stop(self) -> None:
        """Within seconds: what is at work is finished or parked, the rest goes on at the next start."""
        await self._stack.aclose()

    async def _start(self) -> None:
        settings = self.settings
        self._lock.acquire()
        self._stack.callback(self._lock.release)
        self.core = await open_core(settings, self.clock)
        self.core.db.database.hear = self.news.hear
        self._stack.push_async_callback(self.core.aclose)
        attempts = self.core.lanes.attempts
        attempts.open()
        self._stack.callback(attempts.close)
        self._keep_vault()
        token, api_url, access = await self._place()  # whoever finds its port open is answered at once
        await self._connect(token, api_url, access)
        await self._sync(access)
        await self._resume()
        await self._listen()

    def _keep_vault(self) -> None:
        """The Markdown files follow the commits; what an earlier run left behind is caught up with now."""
        self.keeper = VaultKeeper(self.core.services, self.core.machine, self.settings.vault)
        self.news.changed = self._followed(self.keeper.start(self._stack))
        self._stack.push_async_callback(self.core.settle)  # what is at work may still learn something

    def _followed(self, touch: Callable[[], None]) -> Callable[[], None]:
        """Who is told of commits: the vault, and what finds entries by meaning, where that is on."""
        if self.core.meaning is None:
            return touch
        from agents.notes.diary import DiaryFollower  # noqa: PLC0415 - only where it is switched on

        self.follower = DiaryFollower(self.core.meaning, self.core.db.entry_vectors)
        self._stack.push_async_callback(self.follower.stop)
        self.follower.touch()

        def both() -> None:
            touch()
            self.follower.touch()

        return both

    async def _sync(self, access: Access) -> None:
        """Copies elsewhere follow, too; where none is configured any more, what was kept for them goes."""
        settings, core, read_back = self.settings, self.core, self.keeper.read_back
        if settings.sync.targets or (settings.data / SYNC).exists():
            from bot.sync import Syncing  # noqa: PLC0415 - only where something is, or was, configured

            await Syncing(settings, core, lambda: access.owners, read_back).begin(self._stack)

    async def _place(self) -> tuple[str, str, Access]:
        """Where the bot lives: on Telegram, or with no token in a local chat of its own."""
        telegram = self.settings.telegram
        if telegram.token is not None:
            return telegram.token.get_secret_value(), telegram.api_url, Access.of(self.settings.access)
        from telegram_local.world import YOU_ID  # noqa: PLC0415 - only without a token

        server = await self._local_server()
        self.url = server.page_url
        return server.token, server.base_url, Access.of(self.settings.access, host=YOU_ID)

    async def _local_server(self) -> LocalServer:
        from telegram_local.errors import LocalServerError  # noqa: PLC0415 - only without a token
        from telegram_local.errors import PortInUseError as LocalPortInUseError  # noqa: PLC0415
        from telegram_local.server import LocalServer  # noqa: PLC0415

        local = self.settings.local
        try:
            kept, inline = self.settings.data / LOCAL_STATE, self.settings.telegram.inline
            server = LocalServer(local.host, local.port, state_path=kept, inline=inline)
            await server.start()
        except LocalPortInUseError as error:
            raise PortInUseError(
                f"{local.host}:{local.port} is already in use: set local.port to a free one, or 0 for any"
            ) from error
        except LocalServerError as error:
            raise StartError(str(error)) from error
        self._stack.push_async_callback(server.stop)
        return server

    async def _connect(self, token: str, api_url: str, access: Access) -> None:
        """The application, who the bot is, and the way out for replies."""
        core, settings = self.core, self.settings
        await access.load(core.db.access)
        self.inbox = Inbox(core.db.inbox, self.clock)
        polling = settings.telegram.mode == "polling" or self.url is not None
        polls = make_polls() if polling else None
        self.application = build_application(token, api_url, self.inbox, core.lanes, polls=polls)
        await introduce(self.application)
        self._stack.push_async_callback(self.application.shutdown)
        pictures = Pictures(passed_on())
        self._stack.push_async_callback(pictures.close)
        self.outbox = Outbox(
            cast("SpeakingBot", self.application.bot),  # the application's type has no room for it
            core.db.outbox,
            core.db.messages,
            settings.data,
            self.clock,
            phrase=self._phrase,
            draw=pictures.draw,
        )
        self.outbox.admits = access.admits
        self.news.posted = self.outbox.wake
        self.inbox.is_known = access.knows
        self._stack.push_async_callback(self.outbox.stop)
        self.previews = self.outbox.previews = Previews(self.application.bot)
        core.machine.previews = self.previews.of
        self._stack.push_async_callback(self.previews.stop)
        me = self.application.bot.bot
        self.bot = BotIdentity(me.id, me.username or "", self.settings.telegram.require_mention)
        replayed = await self.inbox.replay(self.application.bot)
        self.state = BotState(
            core.services,
            core.machine,
            access,
            settings.data,
            settings.observer,
            senses=core.senses,
            assistant=self._assistant(access),
            estimates=settings.domains.food_estimates,
            asked=core.asked,
            replayed=replayed,
            unwritten=self.inbox.unwritten,
        )
        run_coaches(self.state, enabled=settings.coaches.enabled)
        if settings.specialists.enabled:
            core.services.beside.made = self._concierge
        self._stack.push_async_callback(run_jobs(self.state, pictures.draw))
        self.news.asked = self.state.hear_question
        self._stack.push_async_callback(watch_over(self.state, self.outbox, self.news, self.inbox))
        work = Work(core.machine, core.db.inbox, core.db.turns, self.state.held, access.allows, settings.data)
        self.patience = Patience(work, self.application.bot, self.bot, self._fail, polling=polling)
        self.inbox.patience = self.patience
        core.lanes.resume_with(self.patience.resume)
        self.door = Door(self.state, self.bot)
        self.inbox.is_foreign = self.door.is_foreign
        self.outbox.moved = self.door.moved
        Registering(self.state, self.bot, self.door).register(self.application, self.patience.handler)
        self.web = self._web(polls)

    def _inline(self) -> bool:
        """Whether inline queries are asked for; Telegram sends them only where @BotFather was told so."""
        wanted = self.settings.telegram.inline
        if wanted and not self.application.bot.supports_inline_queries:
            logger.warning("telegram.inline is on, but @BotFather does not know: send it /setinline")
        return wanted

    def _assistant(self, access: Access) -> Assistant | None:
        """What is done beside the diary."""
        if not self.settings.has_assistant:
            return None
        from bot.assistant.assembly import assembled  # noqa: PLC0415 - only where something is configured

        return assembled(self.settings, self.core, lambda: access.owners, self._stack)

    def _concierge(self) -> Concierge:
        from bot.assistant.concierge import Concierge  # noqa: PLC0415 - with the first message
        from bot.people.privacy import reaches  # noqa: PLC0415 - as above

        bot = self.application.bot
        return Concierge(self.state, lambda user_id: reaches(bot, user_id))

    def _web(self, polls: Noticed | None) -> Web | None:
        """The webhook and the HTTP API; neither: no web server."""
        http, telegram = self.settings.http, self.settings.telegram
        if polls is not None and not http.tokens:
            return None
        from bot.web.serving import Web, Wiring  # noqa: PLC0415 - brings a web server

        wiring = Wiring(
            state=self.state,
            lanes=self.core.lanes,
            insist=self.patience.insist,
            bot=self.application.bot,
            draw=self.outbox.draw,
            inbox=self.inbox,
            counters=self.news.counters,
            polled=None if polls is None else lambda: polls.silent_seconds,
            stirred=lambda: time.time() - self._lock.stirred,
        )
        return Web(http, None if polls is not None else telegram.webhook, wiring)

    async def _resume(self) -> None:
        """What an earlier run left unfinished, before anything new."""
        await self.outbox.start(was_interrupted=self._lock.was_interrupted)
        await Quarantine(self.state, self.core.lanes.attempts, self.application.bot).look()
        turns = await self.core.machine.resume_all()
        await asyncio.gather(self.state.watch.start(), self.state.jobs.start())
        if self.web is not None:
            await self.web.resume()
        if turns or self.state.replayed:
            logger.info("going on with %d turns and %d updates", turns, self.state.replayed)

    async def _phrase(self, row: OutboxRow, key: str) -> str:
        """In the language of whom it is for."""
        profile = await self.core.services.profile(row.outgoing.user_id)
        return wording(profile.language)(key)

    async def _listen(self) -> None:
        """From here on updates arrive."""
        application, telegram = self.application, self.settings.telegram
        await application.start()
        self._stack.push_async_callback(application.stop)
        # Lanes are closed before the application stops: it waits for every update it was given.
        self._stack.push_async_callback(self.core.lanes.stop)
        self._stack.callback(self.patience.close)
        self.inbox.window.start()
        self._stack.push_async_callback(self.inbox.window.stop)
        backups = Backups(self.settings.data, self.settings.backups)
        self.schedule = Schedule(self.state, self._lock.stir, backups)
        if application.job_queue is not None:
            self.schedule.start(application.job_queue)
            self._stack.callback(self.schedule.stop)
        if self.web is not None:
            await self.web.start()
            self._stack.push_async_callback(self.web.stop)
        if application.updater is not None:
            await start_polling(application, self._fail, inline=self._inline())
            self._stack.push_async_callback(self._stop_polling)
        else:
            await set_webhook(application, telegram.webhook, inline=self._inline())
        owners, coaches = self.state.access.owners, self.settings.coaches.enabled
        self._meanwhile(show_menus(application.bot, owners, coaches=coaches))
        self._meanwhile(self.keeper.watch.run(self.core.lanes.idle))
        if self.state.assistant is not None:
            self._meanwhile(self.state.assistant.remotes.begin())

    def _meanwhile(self, work: Coroutine[object, object, None]) -> None:
        """Nobody waits for it."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        self._stack.callback(task.cancel)

    async def _stop_polling(self) -> None:
        updater = self.application.updater
        if updater is not None and updater.running:
            await updater.stop()

    async def finish(self, patience: float = 60.0) -> None:
        """Take nothing more, and answer what was taken: nobody else has it."""
        await self._stop_polling()
        db = self.core.db
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(patience):
                while (  # noqa: ASYNC110 - once in the life of a bot that came second
                    await db.inbox.unfinished_ids()
                    or await db.turns.ready_turns()
                    or await db.outbox.queued(self.clock(), limit=1)
                ):
                    await asyncio.sleep(0.1)

    def _fail(self, error: StartError) -> None:
        if not self.failed.done():
            self.failed.set_result(error)


async def serve(settings: Settings, clock: Clock = utc_now) -> None:
    """Run until SIGTERM or SIGINT. Raises StartError."""
    loop = asyncio.get_running_loop()
    asked_to_stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, asked_to_stop.set)
    app = App(settings, clock)
    starting = asyncio.create_task(app.start())
    stopping = asyncio.create_task(asked_to_stop.wait())
    await asyncio.wait((starting, stopping), return_when=asyncio.FIRST_COMPLETED)
    if not starting.done():
        starting.cancel()
        await asyncio.gather(starting, return_exceptions=True)
        return
    await starting
    settling = asyncio.create_task(_settle(app))
    try:
        _announce(app)
        await _offer_code(app)
        await asyncio.wait((app.failed, stopping), return_when=asyncio.FIRST_COMPLETED)
        if app.failed.done() and isinstance(app.failed.result(), TokenConflictError):
            await app.finish()
    finally:
        stopping.cancel()
        settling.cancel()
        await app.stop()
    if app.failed.done():
        raise app.failed.result()


async def _settle(app: App) -> None:
    """Load what a start did not wait for. All of it stays for good: no collection need look at it again."""
    await asyncio.to_thread(load, app.core.services.registry)
    if app.core.models is not None:
        await app.core.models.warm()
    gc.collect()
    gc.freeze()
    gc.enable()


def _announce(app: App) -> None:
    here = f". Open {app.url} in your browser" if app.url else f" on Telegram as @{app.bot.username}"
    sys.stdout.write(f"Swealog is ready{here}. Ctrl-C stops it.\n")
    sys.stdout.flush()


async def _offer_code(app: App) -> None:
    """Nobody owns the bot yet: whoever reads the console may. Past the log, which others may read."""
    access = app.state.access
    if app.url is None and not access.owners:
        try:
            made = await make_code(app.core.db.access, access.place, "owner", app.clock())
        except StorageError as error:  # the disk may be full, which is no reason to stop
            logger.warning("there is no code for an owner yet, `swealog pair` makes one: %s", error)
            return
        sys.stdout.write(announced(made.code, app.bot.username))
        sys.stdout.flush()


def run(settings: Settings) -> None:
    """Start the bot and stay until it is stopped. Raises StartError."""
    start_logging(settings, settings.logging)
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(serve(settings))
