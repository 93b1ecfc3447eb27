"""SIGTERM and SIGINT in the middle of work: the process ends by itself, the next start finishes the work."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest
import yaml

from bot.texts import wording
from bot.texts.html import plain
from storage.invariants import broken
from storage.preparation import FILE_NAME
from telegram_local.events import MessageEvent
from telegram_local.server import LocalServer
from tests.driver.client import LocalClient
from tests.driver.processes import Process
from tests.models.answers import exactly
from tests.models.media import PHOTO
from tests.models.server import ModelServer
from tests.models.test_money import QUESTION, SAID, section, sensible
from tests.scenarios.test_kill import process

ASKS, IMPORTS, WAITS, DOUBTS, SHOWS = range(3001, 3006)
PEOPLE = (ASKS, IMPORTS, WAITS, DOUBTS, SHOWS)
PATIENCE = 180.0
ENDS_WITHIN = 45.0
"""Seconds, on a machine with other work; the model takes longer, and what hangs takes for ever."""
MODEL_SECONDS = 120.0
DAYS = 1500
AGAIN = plain(wording("en")("sent_again")) + "\n\n"
HEVY = (
    '"title","start_time","end_time","description","exercise_title","superset_id","exercise_notes",'
    '"set_index","set_type","weight_kg","reps","distance_km","duration_seconds","rpe"\n'
)


def workouts() -> bytes:
    """A file of Hevy's with a workout of two sets a day."""
    days = [f"{n % 28 + 1} Mar {1970 + n // 28}" for n in range(DAYS)]
    sets = (
        f'"Legs","{day}, 18:04","{day}, 19:10","","Leg Press","","","{place}","normal",{60 + place},5,,,\n'
        for day in days
        for place in range(2)
    )
    return (HEVY + "".join(sets)).encode()


class Place:
    """Telegram, a model provider and the data directory, which outlive the bot."""

    def __init__(self, folder: Path, telegram: LocalServer, client: LocalClient, models: ModelServer) -> None:
        self.telegram, self.client, self.models = telegram, client, models
        self.data, self.config = folder / "data", folder / "config.yaml"
        for number in PEOPLE:
            telegram.state.world.add_person(number, f"Person{number}")
        models.always("*", sensible)
        models.always("picture", exactly({"text": "squat 140 kg 3x5", "unreadable": False}))
        tree: dict[str, object] = {
            "telegram": {"token": telegram.token, "api_url": telegram.base_url},
            "access": {"allow_users": list(PEOPLE)},
            "profile": {"time_zone": "UTC", "language": "en", "ask_first": [], "weight_unit": "kg"},
            "llm": {**section(models), "pictures": {"provider": "scripted"}},
            "limits": {"calls": {f"{tier}_seconds": 240 for tier in ("low", "medium", "high", "turn")}},
        }
        self.config.write_text(yaml.safe_dump(tree), encoding="utf-8")

    def sent(self, number: int) -> Counter[str]:
        """What the bot has sent to somebody, as it was when it was sent."""
        return Counter(
            event.stored.text
            for event in self.client.log
            if isinstance(event, MessageEvent)
            and event.new
            and event.stored.from_bot
            and event.stored.chat_id == number
        )

    async def has_come(self, number: int, what: str) -> None:
        """Wait until the bot has said this to somebody."""
        await self.client.until(lambda: any(what in text for text in self.sent(number)), what=repr(what))

    async def called(self, method: str, chat_id: int | None = None) -> None:
        """Wait until the bot has made this call."""
        async with asyncio.timeout(PATIENCE):
            while not await self.client.calls(method, chat_id=chat_id):  # noqa: ASYNC110
                await asyncio.sleep(0.05)  # a call that hangs makes no event

    async def finished(self) -> None:
        """Wait until no update, turn or reply is under way any more."""
        unfinished = (
            "SELECT (SELECT count(*) FROM inbox WHERE NOT done)"
            " + (SELECT count(*) FROM turns WHERE status = 'ready')"
            " + (SELECT count(*) FROM outbox WHERE status = 'queued')"
        )
        async with asyncio.timeout(PATIENCE):
            while self.counted(unfinished):  # noqa: ASYNC110
                await asyncio.sleep(0.05)  # another process's rows ring no bell

    def counted(self, query: str, *values: int) -> int:
        """The one number that a query brings."""
        path = f"file:{self.data / FILE_NAME}?mode=ro"
        with closing(sqlite3.connect(path, uri=True, timeout=10)) as connection:
            (count,) = connection.execute(query, values).fetchone()
        return int(count)


@asynccontextmanager
async def placed(folder: Path) -> AsyncGenerator[Place]:
    """Everything around the bot. In the end everything stored fits together."""
    async with (
        ModelServer.running() as models,
        LocalServer() as telegram,
        LocalClient(telegram.base_url, telegram.state.control_token, patience=PATIENCE) as client,
    ):
        place = Place(folder, telegram, client, models)
        yield place
        assert await broken(place.data / FILE_NAME) == []


async def ends(bot: Process, *signals: signal.Signals) -> None:
    """The bot is sent these one after the other; it ends in time, by itself, as one that has no complaint."""
    for number in signals:
        bot.send_signal(number)
        await asyncio.sleep(0.2)  # so that they are two
    assert await asyncio.wait_for(bot.wait(), ENDS_WITHIN) == 0


@pytest.mark.fault("SIGTERM in the middle of work")
async def test_everything_at_work_is_finished_or_parked_and_goes_on(tmp_path: Path):
    async with placed(tmp_path) as place:
        client, person = place.client, place.client.person
        async with process(place.data, place.config) as (bot, _):
            await person(ASKS).ask("bench 80 kg 5x3")
            await person(IMPORTS).document(workouts(), "workouts.csv", mime="text/csv")
            shown = await client.until(
                lambda: next((one for one in client.history(IMPORTS) if one.buttons), None), what="the button"
            )
            await client.forget_calls()
            await client.fault("hang", "sendMessage", chat_id=WAITS, times=None)
            await client.fault("hang_after", "sendMessage", chat_id=DOUBTS, times=None)
            await client.fault("hang", "getFile", times=None)
            place.models.delay = MODEL_SECONDS
            asked = len(place.models.asked)
            await person(ASKS).say(QUESTION)
            await person(WAITS).say("bench 90 kg 3x5")
            await person(DOUBTS).say("bench 95 kg 3x5")
            await place.models.has_been_asked(asked + 1)
            await place.has_come(DOUBTS, "95 kg")
            await place.called("sendMessage", WAITS)
            await person(SHOWS).photo(PHOTO)
            await person(IMPORTS).tap(shown, "Import")
            await place.called("getFile")
            await ends(bot, signal.SIGTERM)
        await client.heal()
        place.models.delay = 0
        async with process(place.data, place.config) as (bot, _):
            await place.has_come(ASKS, "You benched 80 kg.")
            await place.has_come(WAITS, "90 kg")
            await place.has_come(SHOWS, "140 kg")
            await place.has_come(IMPORTS, f"{DAYS}")
            await place.finished()
            await ends(bot, signal.SIGTERM)
        assert place.sent(ASKS)[str(SAID["response"])] == 1
        first, *others = sorted(place.sent(DOUBTS), key=len)
        assert others == [AGAIN + first]
        for number, entries in ((ASKS, 1), (WAITS, 1), (DOUBTS, 1), (SHOWS, 1), (IMPORTS, DAYS)):
            assert place.counted("SELECT count(*) FROM entries WHERE user_id = ?", number) == entries, number
            replies = [count for text, count in place.sent(number).items() if not text.startswith("⏳")]
            assert number == DOUBTS or set(replies) == {1}, place.sent(number)


@pytest.mark.fault("SIGTERM in the middle of work")
async def test_one_signal_after_the_other(tmp_path: Path):
    async with placed(tmp_path) as place:
        await place.client.fault("hang", "sendMessage", times=None)
        async with process(place.data, place.config) as (bot, _):
            await place.client.person(WAITS).say("bench 90 kg 3x5")
            await place.called("sendMessage")
            await ends(bot, signal.SIGINT, signal.SIGTERM, signal.SIGTERM)
        await place.client.heal()
        async with process(place.data, place.config) as (bot, _):
            await place.has_come(WAITS, "90 kg")
            await place.finished()
            await ends(bot, signal.SIGINT)
        assert place.sent(WAITS).total() == 1


@pytest.mark.fault("SIGTERM in the middle of work")
async def test_a_start_that_waits_for_telegram_can_be_stopped(tmp_path: Path):
    async with placed(tmp_path) as place:
        await place.client.fault("hang", "getMe", times=None)
        async with process(place.data, place.config, expect=None) as (bot, _):
            await place.called("getMe")
            await ends(bot, signal.SIGTERM)
