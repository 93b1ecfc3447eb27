"""Updates that come late, twice, out of order, in heaps, too early, or in a shape nobody knows."""

from __future__ import annotations

import logging
import random
import socket
from collections.abc import Callable
from pathlib import Path

import pytest
from pydantic import JsonValue

from telegram_local.acts import Inject
from telegram_local.faults import FaultKind
from telegram_local.world import ALEX_ID, YOU_ID
from tests.driver.harness import RunningBot, running_bot
from tests.telegram.board import all_sent, doctor_says, loads, said, unfinished, until

Update = dict[str, JsonValue]
NOW = 1_900_000_000
UNREADABLE: dict[str, Update] = {
    "a poll without its fields": {"poll": {"id": "1"}},
    "a message that is a list": {"message": ["no", "message"]},
    "a chat of no kind": {"message": {"message_id": 5, "date": NOW, "chat": {"id": YOU_ID}}},
    "a time of the next millennia": {
        "message": {"message_id": 5, "date": 10**17, "chat": {"id": YOU_ID, "type": "private"}}
    },
    "a tap without a person": {"callback_query": {"id": "4", "chat_instance": "1", "data": "x"}},
    "an id that is a text": {
        "message": {"message_id": "5", "date": NOW, "chat": {"id": "seven", "type": "private"}}
    },
}


def message(text: str, message_id: int, user_id: int = YOU_ID, *, kind: str = "message") -> Update:
    """An update without its id, as from a private chat."""
    person: Update = {"id": user_id, "is_bot": False, "first_name": "Somebody"}
    chat: Update = {"id": user_id, "type": "private", "first_name": "Somebody"}
    said: Update = {"message_id": message_id, "date": NOW, "chat": chat, "from": person, "text": text}
    if kind == "edited_message":
        said["edit_date"] = NOW + 60
    return {kind: said}


async def entries(bot: RunningBot, user_id: int = YOU_ID) -> list[str]:
    """The texts of what is stored, oldest first."""
    found = await bot.app.core.db.entries.recent_entries(user_id, limit=500)
    return [entry.text for entry in sorted(found, key=lambda entry: entry.message_id)]


@pytest.mark.fault("a getUpdates batch of 100")
async def test_a_hundred_updates_in_one_poll(tmp_path: Path):
    """120 of three people wait when the bot starts: a full batch and a fifth."""
    people = range(2001, 2004)
    allowed = {"allow_users": list(people)}
    async with running_bot(tmp_path, start=False, access=allowed) as (bot, _):
        for person in people:
            bot.server.state.world.add_person(person, f"P{person}")
        updates = [message(f"bench {n} kg x5x3", n, person) for n in range(101, 141) for person in people]
        await bot.client.inject_batch(*(Inject(update=update) for update in updates))
        await bot.start()
        for person in people:
            await bot.client.until(lambda person=person: len(said(bot, person)) >= 40, within=60)
        await all_sent(bot)
        for person in people:
            assert loads(said(bot, person)) == list(range(101, 141))
            assert await entries(bot, person) == [f"bench {n} kg x5x3" for n in range(101, 141)]
        assert await unfinished(bot) == 0


@pytest.mark.fault("updates out of order")
@pytest.mark.fault("updates repeated")
@pytest.mark.parametrize("seed", range(3))
async def test_in_any_order_and_again_each_message_is_stored_once(tmp_path: Path, seed: int):
    """The same update again, the same message under another id, lower ids after higher ones, a restart."""
    rng = random.Random(seed)  # noqa: S311 - repeatable
    async with running_bot(tmp_path) as (bot, _):
        first = 5_000_000
        all_of_them = [
            Inject(update=message(f"bench {100 + n} kg x5x3", 900 + n), update_id=first + n)
            for n in range(12)
        ]
        doubles = [
            one if rng.random() < 0.5 else Inject(update=one.update, update_id=first + 100 + n)
            for n, one in enumerate(all_of_them)
        ]
        batches = [*all_of_them, *doubles]
        rng.shuffle(batches)
        await bot.client.inject_batch(*batches[:8])
        await until(lambda: at_least(bot, 1), "the first of them")
        await bot.restart()
        await bot.client.inject_batch(*batches[8:16])
        await bot.client.inject_batch(*batches[16:])
        await until(lambda: at_least(bot, 12), "all of them")
        await all_sent(bot)
        assert sorted(loads(said(bot))) == [100 + n for n in range(12)], said(bot)
        assert await entries(bot) == [f"bench {100 + n} kg x5x3" for n in range(12)]
        assert await unfinished(bot) == 0
        await bot.client.inject_batch(*doubles)
        await bot.client.you.say("/help")
        await bot.client.until(lambda: "/undo" in said(bot)[-1])
        assert len(said(bot)) == 13


async def at_least(bot: RunningBot, count: int) -> bool:
    return len(said(bot)) >= count


@pytest.mark.fault("an edit before its message is handled")
async def test_an_edit_that_comes_first_is_the_message(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        edit = message("bench 105 kg x5x3", 900, kind="edited_message")
        await bot.client.inject_batch(Inject(update=edit), Inject(update=message("bench 100 kg x5x3", 900)))
        assert loads([(await you.next_reply()).text]) == [105]
        await bot.client.inject(message("bench 100 kg x5x3", 900))
        assert "/undo" in (await you.ask("/help")).text
        assert await entries(bot) == ["bench 105 kg x5x3"]


@pytest.mark.fault("an edit before its message is handled")
@pytest.mark.usefixtures("impatient")
async def test_an_edit_while_the_message_is_in_work(tmp_path: Path):
    """Both wait at Telegram, the reply to the first can't leave before the second is worked on."""
    async with running_bot(tmp_path) as (bot, you):
        await bot.client.fault(FaultKind.SERVER_ERROR, "sendMessage", chat_id=YOU_ID, times=4)
        sent = await you.say("bench 100 kg x5x3")
        await you.edit(sent, "bench 105 kg x5x3")
        await you.edit(sent, "bench 107 kg x5x3")
        await bot.client.until(lambda: len(said(bot)) >= 3)
        await all_sent(bot)
        assert [str(load) in text for load, text in zip((100, 105, 107), said(bot), strict=True)] == [
            True
        ] * 3
        [entry] = await bot.app.core.db.entries.recent_entries(YOU_ID, limit=5)
        assert entry.measures[0].weight == 107


@pytest.mark.fault("an edit before its message is handled")
async def test_an_edit_whose_message_never_comes(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await bot.client.inject(message("squat 140 kg x5x3", 900, kind="edited_message"))
        assert loads([(await you.next_reply()).text]) == [140]
        await bot.client.inject(message("/today", 901, kind="edited_message"))
        await bot.client.inject(message("how much did I squat today?", 902, kind="edited_message"))
        assert "140" in (await you.next_reply()).text
        assert await entries(bot) == ["squat 140 kg x5x3"]


@pytest.mark.fault("updates repeated")
async def test_an_edit_that_changes_nothing_or_comes_again_is_passed_over(tmp_path: Path):
    """Telegram also tells of edits when a link's preview appears or a reaction is put."""
    async with running_bot(tmp_path) as (bot, you):
        await bot.client.inject(message("bench 100 kg x5x3", 900))
        await you.next_reply()
        await bot.client.inject(message("bench 100 kg x5x3", 900, kind="edited_message"))
        edit = message("bench 105 kg x5x3", 900, kind="edited_message")
        await bot.client.inject(edit)
        assert "105" in (await you.next_reply()).text
        await bot.client.inject(edit)
        assert "/undo" in (await you.ask("/help")).text
        assert len(said(bot)) == 3
        [entry] = await bot.app.core.db.entries.recent_entries(YOU_ID, limit=5)
        assert entry.revision == 2


@pytest.mark.fault("an update that can't be read")
async def test_updates_that_cannot_be_read_hold_up_nothing(
    tmp_path: Path, record_property: Callable[[str, object], None], caplog: pytest.LogCaptureFixture
):
    """In the middle of a batch, and alone; kept, confirmed, listed; nothing of them in the log."""
    caplog.set_level(logging.INFO)
    async with running_bot(tmp_path, start=False) as (bot, you):
        readable = [message(f"bench {100 + n} kg x5x3", 900 + n) for n in range(len(UNREADABLE) + 1)]
        batch = [update for pair in zip(readable, UNREADABLE.values(), strict=False) for update in pair]
        await bot.client.inject_batch(*(Inject(update=update) for update in [*batch, readable[-1]]))
        await bot.start()
        assert loads([(await you.next_reply()).text for _ in readable]) == [
            100 + n for n in range(len(readable))
        ]
        await bot.client.inject({"poll": {"id": "words of somebody"}})
        await bot.client.inject_batch(
            Inject(update={"poll": {"id": "1"}}), Inject(update={"poll": {"id": "2"}})
        )
        assert "/undo" in (await you.ask("/help")).text
        aside = await bot.app.core.db.inbox.updates_aside()
        assert len(aside) == len(UNREADABLE) + 3
        assert "words of somebody" in aside[-3].raw_json
        assert f"{len(aside)} updates of Telegram can't be read" in await doctor_says(bot)
        assert await unfinished(bot) == 0
        await bot.restart()
        assert "/undo" in (await you.ask("/help")).text
        assert len(await bot.client.calls("getUpdates")) < 60  # no batch comes again and again
        assert len(bot.server.state.updates) == 0
        record_property("trials", len(aside))
    assert "words of somebody" not in caplog.text


@pytest.mark.fault("an update that can't be read")
async def test_of_a_stranger_nothing_is_kept_even_unread(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        stranger: JsonValue = {"id": 4711, "is_bot": False, "first_name": "Secret"}
        for chat in (4711, -4711):
            place: JsonValue = {"id": chat, "type": "private", "first_name": "Secret"}
            await bot.client.inject(
                {"poll_of_tomorrow": {"from": stranger, "chat": place}, "poll": {"id": "1"}}
            )
        await bot.client.inject({"poll": {"id": "1"}, "message": {"from": {"id": YOU_ID}}})
        assert "/undo" in (await you.ask("/help")).text
        assert len(await bot.app.core.db.inbox.updates_aside()) == 1
        await bot.stop()
        assert b"Secret" not in (bot.settings.data / "swealog.db").read_bytes()


def unknown(_fields: object) -> str:
    """As an older version would say of any update."""
    return "not yet"


@pytest.mark.fault("an update that can't be read")
async def test_a_newer_version_takes_up_what_it_can_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    async with running_bot(tmp_path) as (bot, you):
        monkeypatch.setattr("bot.updates.reading.misshapen", unknown)
        await bot.client.inject(message("bench 100 kg x5x3", 900))
        await until(bot.app.core.db.inbox.updates_aside, "it to be set aside")
        assert said(bot) == []
        await bot.stop()
        monkeypatch.undo()
        await bot.start()
        assert loads([(await you.next_reply()).text]) == [100]
        assert await bot.app.core.db.inbox.updates_aside() == []
        assert await entries(bot) == ["bench 100 kg x5x3"]


@pytest.mark.fault("an update that can't be read")
@pytest.mark.fault("updates out of order")
@pytest.mark.fault("updates repeated")
@pytest.mark.usefixtures("brief")
async def test_by_webhook_too(tmp_path: Path):
    """Telegram delivers again until it is told 200: it is, also for what is left aside, and after trouble."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    webhook = {"url": f"http://127.0.0.1:{port}", "secret": "s" * 24, "port": port}
    telegram: dict[str, object] = {"mode": "webhook", "webhook": webhook}
    async with running_bot(tmp_path, start=False, telegram=telegram) as (bot, you):
        for kind in (FaultKind.HANG, FaultKind.SERVER_ERROR):
            await bot.client.fault(kind, "setWebhook")
        await bot.start()
        high = await bot.client.inject(message("bench 100 kg x5x3", 900))
        for update in UNREADABLE.values():
            await bot.client.inject(update)
        await bot.client.inject(message("bench 101 kg x5x3", 901), update_id=high - 7)
        await bot.client.inject(message("bench 100 kg x5x3", 900))
        assert loads([(await you.next_reply()).text for _ in range(2)]) == [100, 101]
        await bot.client.until(lambda: len(bot.server.state.updates) == 0 or None, what="all to be taken")
        assert len(await bot.app.core.db.inbox.updates_aside()) == len(UNREADABLE)
        assert await entries(bot) == ["bench 100 kg x5x3", "bench 101 kg x5x3"]
        assert bot.client.history(ALEX_ID) == []
