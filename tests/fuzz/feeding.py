"""A bot that is fed generated updates by both ways in, and what became of them."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import Counter
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from typing import Literal

import httpx
from hypothesis import HealthCheck, Phase, given, seed, settings

from storage.invariants import broken
from tests.driver.harness import RunningBot, is_of_this_test, running_bot
from tests.driver.listening import free_port
from tests.driver.person import NoReplyError, Person
from tests.fuzz.breaking import Made, generated

Way = Literal["polling", "webhook"]
WAYS: tuple[Way, ...] = ("polling", "webhook")
SECRET = "fuzz-" + "s" * 24
_AT_ONCE = 16
_PATIENCE = 60.0
"""Seconds in which there must be less under way than before."""
_LOOK = 0.3
_UNUSED = 1 << 40
"""The ids of messages that were made up end before; the bot's own begin here, so that none is two."""


def made(number: int, count: int) -> list[Made]:
    """So many updates, always the same of a seed."""
    found: list[Made] = []

    @seed(number)
    @settings(
        max_examples=count,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=[
            HealthCheck.data_too_large,
            HealthCheck.too_slow,
            HealthCheck.large_base_example,
        ],
    )
    @given(generated())
    def keep(one: Made) -> None:
        found.append(one)

    keep()
    return found


@dataclass(slots=True)
class Fed:
    """What was given to a bot, and what went wrong."""

    kinds: Counter[str] = field(default_factory=Counter[str])
    invalid: int = 0
    set_aside: int = 0
    """Updates that can't be read: kept as they came, said in the log."""
    crashes: list[str] = field(default_factory=list[str])
    """Errors in the log, answers that are none, rows that were not finished, invariants that do not hold."""

    def add(self, other: Fed) -> None:
        """Another bot's, too."""
        self.kinds.update(other.kinds)
        self.invalid += other.invalid
        self.set_aside += other.set_aside
        self.crashes += other.crashes


async def feed(folder: Path, way: Way, updates: Sequence[Made]) -> Fed:
    """Start a bot, give it all of these, wait until it is done with them, and text it once more."""
    fed = Fed(Counter(one.kind for one in updates), sum(not one.valid for one in updates))
    with _listening(fed):
        async with running_bot(folder, telegram=_telegram(way)) as (bot, you):
            for chat in bot.server.state.world.chats.values():
                chat.next_message_id = _UNUSED
            if way == "polling":
                for one in updates:
                    bot.server.state.queue_raw(
                        one.kind, 0, json.dumps(one.update or {"of_tomorrow": None})[1:]
                    )
            else:
                await _post(bot, updates, fed)
            await _done(bot, fed)
            await _text(bot, you, fed)
            await _done(bot, fed)
            database = bot.app.core.db.database.path
        fed.crashes += [str(one) for one in await broken(database)]
    return fed


async def _text(bot: RunningBot, you: Person, fed: Fed) -> None:
    """A log like any other must have its receipt."""
    await you.say("bench 101 kg 3x5")

    def answered() -> bool:
        return any("101" in one.text and one.from_bot for one in bot.client.history(you.chat_id))

    try:
        await bot.client.until(answered, within=_PATIENCE)
    except NoReplyError as error:
        fed.crashes.append(f"a log was not answered: {error}")


def _telegram(way: Way) -> dict[str, object]:
    if way == "polling":
        return {}
    port = free_port()
    return {
        "mode": "webhook",
        "webhook": {"url": f"http://127.0.0.1:{port}", "secret": SECRET, "port": port, "path": "/hook"},
    }


async def _post(bot: RunningBot, updates: Sequence[Made], fed: Fed) -> None:
    webhook = bot.settings.telegram.webhook
    headers = {"X-Telegram-Bot-Api-Secret-Token": SECRET, "Content-Type": "application/json"}
    first = bot.server.state.updates.next_id
    queue = iter(enumerate(updates, first))
    async with httpx.AsyncClient(trust_env=False, timeout=60) as http:

        async def some() -> None:
            for number, one in queue:
                body = json.dumps({"update_id": number, **one.update})
                response = await http.post(f"{webhook.url}{webhook.path}", content=body, headers=headers)
                if response.status_code != HTTPStatus.OK:
                    fed.crashes.append(f"{response.status_code} to {body[:2000]}")

        await asyncio.gather(*(some() for _ in range(_AT_ONCE)))
    bot.server.state.updates.next_id += len(updates)


async def _done(bot: RunningBot, fed: Fed) -> None:
    """Until no update, turn or reply is under way any more."""
    least = await _under_way(bot)
    while least:
        try:
            async with asyncio.timeout(_PATIENCE):
                while (now := await _under_way(bot)) >= least:  # noqa: ASYNC110 - rows ring no bell
                    await asyncio.sleep(_LOOK)
        except TimeoutError:
            fed.crashes.append(f"not finished: {await bot.app.core.db.counts.counts()}")
            return
        least = now


async def _under_way(bot: RunningBot) -> int:
    counts = await bot.app.core.db.counts.counts()
    return len(bot.server.state.updates) + counts.updates + counts.queued


@contextmanager
def _listening(fed: Fed) -> Generator[None]:
    """Whatever any logger says is an error, but that an update is set aside."""

    class Ear(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if record.name == "bot.updates.reading" and "left aside" in record.msg:
                fed.set_aside += 1
            elif is_of_this_test(record):
                fed.crashes.append(self.format(record))

    ear = Ear(logging.ERROR)
    logging.getLogger().addHandler(ear)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(ear)
