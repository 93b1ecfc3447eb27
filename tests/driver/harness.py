"""The real bot against the local Bot API server, over real HTTP, in one process."""

from __future__ import annotations

import logging
import tempfile
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path

from agents.latest import Latest
from bot.app import App
from bot.settings import Settings
from storage.invariants import broken
from storage.preparation import FILE_NAME, prepare
from telegram_local.server import LocalServer
from telegram_local.world import ALEX_ID, GROUP_ID, YOU_ID
from tests.driver.client import LocalClient
from tests.driver.near import NearClient
from tests.driver.person import Person
from tests.driver.remembering import Remembering
from tests.driver.sizes import SOAK


class TestClock:
    """A clock that runs with the real one from where it was set; shared by the bot and the server."""

    __test__ = False

    def __init__(self) -> None:
        self._ahead = timedelta()

    def __call__(self) -> datetime:
        """Aware, UTC."""
        return datetime.now(UTC) + self._ahead

    def timestamp(self) -> float:
        """Seconds since the epoch."""
        return self().timestamp()

    def set(self, moment: datetime) -> None:
        """It is this moment now."""
        self._ahead = moment - datetime.now(UTC)

    def advance(self, **by: float) -> None:
        """Some time passes (the arguments of timedelta)."""
        self._ahead += timedelta(**by)


def is_of_this_test(record: logging.LogRecord) -> bool:
    """Not what litellm's sessions of an earlier test say when they are collected while another runs."""
    return record.name != "asyncio" or not record.getMessage().startswith("Unclosed ")


class RunningBot:
    """The bot on its data directory, with the server it polls; the server outlives restarts of the bot."""

    def __init__(
        self, settings: Settings, server: LocalServer, client: LocalClient, clock: TestClock
    ) -> None:
        self.settings = settings
        self.server = server
        self.client = client
        self.clock = clock
        self._app: App | None = None

    @property
    def app(self) -> App:
        """The running application."""
        if self._app is None:
            raise RuntimeError("the bot is stopped")
        return self._app

    async def start(self) -> None:
        """Start, or start again on the same data directory."""
        self._app = App(self.settings, self.clock)
        await self._app.start()

    async def stop(self) -> None:
        """Stop as SIGTERM would."""
        app, self._app = self._app, None
        if app is not None:
            await app.stop()

    async def restart(self) -> None:
        """Stop and start."""
        await self.stop()
        await self.start()

    async def tick(self) -> None:
        """Do what the scheduler does once a minute."""
        await self.app.schedule.tick()
        await self.app.core.lanes.idle()


@cache
def _empty() -> bytes:
    """The database that the first start makes; how it is made is for tests/storage."""
    with tempfile.TemporaryDirectory() as folder:
        return prepare(Path(folder)).read_bytes()


def begin(data: Path) -> None:
    """Spares a bot on a new data directory 120 statements: it finds what one stopped at once leaves."""
    if SOAK or (data.exists() and any(data.iterdir())):
        return
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    (data / FILE_NAME).write_bytes(_empty())
    (data / FILE_NAME).chmod(0o600)


_journals: Latest[Path, Remembering] = Latest(8)
"""A test may start a bot again where one was: its chat goes on there."""


@asynccontextmanager
async def running_bot(
    tmp_path: Path,
    *,
    clock: TestClock | None = None,
    start: bool = True,
    privacy: bool = False,
    telegram: Mapping[str, object] | None = None,
    **settings: object,
) -> AsyncGenerator[tuple[RunningBot, Person]]:
    """The bot, and You in the private chat with it. `settings` are sections of the configuration.

    Nobody is asked what is asked on the first day unless `profile` says so.
    By default You, Alex and the training group are allowed; `access={}` allows nobody. Whatever the test was
    about, at its end everything stored must fit together.
    """
    clock = clock or TestClock()
    inline = bool((telegram or {}).get("inline"))
    server = LocalServer(journal=_journals.of(tmp_path, Remembering), privacy=privacy, inline=inline)
    server.state.clock = clock.timestamp
    async with server, NearClient(server, patience=60) as client:
        given: dict[str, object] = {
            "data_dir": tmp_path / "data",
            "access": {"allow_users": [YOU_ID, ALEX_ID], "allow_groups": [GROUP_ID]},
            **settings,
        }
        profile = given.get("profile", {})
        if isinstance(profile, dict):
            given["profile"] = {"ask_first": [], **profile}
        given["telegram"] = {"token": server.token, "api_url": server.base_url, **(telegram or {})}
        bot = RunningBot(Settings.model_validate(given), server, client, clock)
        begin(bot.settings.data)
        try:
            if start:
                await bot.start()
            yield bot, client.you
        finally:
            await bot.stop()
        if (database := bot.settings.data / FILE_NAME).exists():
            assert not (found := await broken(database)), "; ".join(map(str, found))
