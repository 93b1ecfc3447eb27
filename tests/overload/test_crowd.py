"""A crowd that texts at one moment, one of it all the time; in large: `python -m benchmarks.overload`."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from functools import partial
from html import unescape
from pathlib import Path

import pytest

from bot.texts import wording
from bot.updates.window import Window
from storage.preparation import FILE_NAME
from telegram_local.events import MessageEvent
from tests.driver.client import LocalClient
from tests.driver.harness import RunningBot, running_bot
from tests.driver.listening import free_port
from tests.driver.sizes import size
from tests.overload.crowd import FIRST_ID, Heard, Said, crowd, judge

MESSAGES, CHATS, FLOOD = size(100, 600, 5_000), 16, size(50, 200, 2_000)
"""Fewer chats than Telegram has connections to a webhook: which chat comes first there is its own choice."""
SMALL = 32
EXPECTED_TOLD: dict[str, list[list[int]]] = {"polling": [[FIRST_ID]], "webhook": [[FIRST_ID], []]}
"""Who is told that it takes a while. A webhook brings the flood bit by bit: the bot may keep up."""
_TOLD = wording("en").catalogue.say["pace"].partition(" ")[0]


def in_mode(mode: str) -> dict[str, object]:
    if mode == "polling":
        return {}
    port = free_port()
    return {
        "mode": mode,
        "webhook": {"url": f"http://127.0.0.1:{port}", "secret": "o" * 24, "port": port, "path": "/hook"},
    }


async def text(bot: RunningBot, said: list[Said]) -> None:
    """All of it, while the bot is not there."""
    for one in said:
        bot.server.people.say(one.chat_id, one.chat_id, one.text)


def is_told(one: Heard) -> bool:
    """Whether it says that there are too many to answer at once."""
    return one.text.startswith(_TOLD)


async def answered(client: LocalClient, count: int) -> list[Heard]:
    """The replies in the order of their sending, when so many messages are answered."""

    def replies() -> list[Heard]:
        return [
            Heard(event.stored.chat_id, unescape(event.stored.text), 0.0)
            for event in client.log
            if isinstance(event, MessageEvent) and event.new and event.stored.from_bot
        ]

    def enough() -> bool:
        return sum(not is_told(one) for one in replies()) >= count

    await client.until(enough, within=120, what=f"{count} replies")
    return replies()


def rows(bot: RunningBot, query: str) -> list[tuple[int, int]]:
    with closing(sqlite3.connect(bot.settings.data / FILE_NAME)) as database:
        return database.execute(query).fetchall()


def watched(bot: RunningBot, monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """How many updates were in memory at most."""
    inbox, most = bot.app.inbox, [0]
    put = inbox.put_nowait

    def noted(item: object) -> None:
        put(item)
        most[0] = max(most[0], len(inbox.window))

    monkeypatch.setattr(inbox, "put_nowait", noted)
    return lambda: most[0]


@pytest.mark.soak
@pytest.mark.fault("5,000 messages at once")
@pytest.mark.fault("one chat floods")
@pytest.mark.parametrize("mode", ["polling", "webhook"])
async def test_a_crowd_is_answered_in_turn_and_in_order(
    tmp_path: Path,
    mode: str,
    monkeypatch: pytest.MonkeyPatch,
    record_property: Callable[[str, object], None],
):
    said = crowd(1, CHATS, MESSAGES, FLOOD)
    record_property("trials", len(said))
    people = sorted({one.chat_id for one in said})
    async with running_bot(tmp_path, telegram=in_mode(mode), access={"allow_users": people}) as (bot, _):
        for person in people:
            bot.server.state.world.add_person(person, f"Person{person}")
        await bot.stop()
        await text(bot, said)
        monkeypatch.setattr("bot.updates.inbox.Window", partial(Window, size=SMALL))
        await bot.start()
        most = watched(bot, monkeypatch)
        heard = await answered(bot.client, len(said))
        told = [one for one in heard if is_told(one)]
        verdict = judge(said, [one for one in heard if one not in told])
        assert (verdict.unanswered, verdict.doubled, verdict.reordered) == (0, 0, 0)
        assert [one.chat_id for one in told] in EXPECTED_TOLD[mode]
        assert verdict.newest_share < 0.5
        assert most() <= SMALL
        logs = Counter(one.chat_id for one in said if one.token in one.text)
        assert dict(rows(bot, "SELECT chat_id, count(*) FROM entries GROUP BY 1")) == logs


@pytest.mark.fault("one chat floods")
async def test_what_a_killed_run_left_is_read_in_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    count = 3 * SMALL
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("/help")
        await bot.stop()
        with closing(sqlite3.connect(bot.settings.data / FILE_NAME)) as database:
            newest, raw = database.execute("SELECT max(update_id), raw_json FROM inbox").fetchone()
            for number in range(1, count + 1):
                update = json.loads(raw)
                update["message"] |= {"text": f"/n{number:04d}", "message_id": 9000 + number}
                database.execute(
                    "INSERT INTO inbox (update_id, lane, raw_json, received_at, done)"
                    " SELECT ?, lane, ?, received_at, 0 FROM inbox WHERE update_id = ?",
                    (newest + number, json.dumps(update | {"update_id": newest + number}), newest),
                )
            database.commit()
        monkeypatch.setattr("bot.updates.inbox.Window", partial(Window, size=SMALL))
        await bot.start()
        most = watched(bot, monkeypatch)
        heard = (await answered(bot.client, count + 1))[1:]
        assert [one.text.partition("/n")[2][:4] for one in heard] == [
            f"{number:04d}" for number in range(1, count + 1)
        ]
        assert most() <= SMALL
        assert rows(bot, "SELECT count(*), 0 FROM inbox WHERE NOT done") == [(0, 0)]
