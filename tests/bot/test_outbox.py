from __future__ import annotations

import asyncio
from datetime import datetime
from pathlib import Path

import pytest

from bot.texts.html import escape
from storage.entities import Button, Effects, OutboxRow, Outgoing
from storage.outbox import Taken
from telegram_local.faults import FaultKind
from telegram_local.world import ALEX_ID, GROUP_ID, YOU_ID
from tests.driver.harness import RunningBot, running_bot


async def queue(bot: RunningBot, *replies: Outgoing) -> None:
    await bot.app.core.db.turns.apply(Effects(outgoing=list(replies)))


def reply(key: str, html: str = "hello", chat_id: int = YOU_ID, **fields: object) -> Outgoing:
    return Outgoing.model_validate(
        {"key": key, "chat_id": chat_id, "user_id": YOU_ID, "html": html, **fields}
    )


async def undeliverable(bot: RunningBot) -> list[str]:
    return [row.error or "" for row in await bot.app.core.db.outbox.undeliverable()]


async def test_a_chat_that_must_wait_does_not_delay_another(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        alex = bot.client.alex
        await bot.client.fault(FaultKind.RATE_LIMIT, "sendMessage", chat_id=YOU_ID, retry_after=1)
        await queue(bot, reply("1", "first"), reply("2", "second"), reply("3", "other", chat_id=ALEX_ID))
        assert (await alex.next_reply()).text == "other"
        assert not [m for m in bot.client.history(YOU_ID) if m.from_bot]
        assert (await you.next_reply()).text == "first"
        assert (await you.next_reply()).text == "second"


@pytest.mark.parametrize("kind", [FaultKind.SERVER_ERROR, FaultKind.DROP, FaultKind.MALFORMED])
async def test_passing_trouble_is_retried(tmp_path: Path, kind: FaultKind):
    async with running_bot(tmp_path) as (bot, you):
        await bot.client.fault(kind, "sendMessage")
        await queue(bot, reply("1", "at last"))
        assert (await you.next_reply()).text.endswith("at last")


async def test_a_blocked_bot_gives_up_with_the_reason(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await you.block()
        await queue(bot, reply("1"), reply("2", "other", chat_id=ALEX_ID))
        await bot.client.alex.next_reply()
        await until_failed(bot, "blocked")


async def test_a_deleted_chat_gives_up_with_the_reason(tmp_path: Path):
    async with running_bot(tmp_path, access={"allow_users": [ALEX_ID, 999]}) as (bot, _):
        await bot.client.delete_chat(ALEX_ID)
        await queue(bot, reply("1", chat_id=ALEX_ID), reply("2", chat_id=999))
        await until_failed(bot, "deactivated", "chat not found")


async def until_failed(bot: RunningBot, *reasons: str) -> None:
    errors: list[str] = []
    async with asyncio.timeout(5):
        while len(errors) < len(reasons):
            await asyncio.sleep(0.02)  # nothing tells of a failure
            errors = await undeliverable(bot)
    assert all(reason in " ".join(errors).lower() for reason in reasons)


async def test_a_group_that_moved_gets_its_reply(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, _):
        new = await bot.client.migrate(GROUP_ID)
        await queue(bot, reply("1", "moved", chat_id=GROUP_ID))
        assert (await bot.client.person(YOU_ID, new).next_reply()).text == "moved"


async def test_refused_markup_goes_out_as_plain_text(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await queue(bot, reply("1", "<b>bold <i>and</b> broken & <unknown>tag</unknown>"))
        assert (await you.next_reply()).text == "bold and broken & tag"


async def test_long_replies_are_split_with_the_keyboard_on_the_last_part(tmp_path: Path):
    text = "\n".join(f"line {number} 🏋️ <&>" for number in range(900))
    async with running_bot(tmp_path) as (bot, you):
        buttons = ((Button(label="Undo", data="u:1"),),)
        await queue(bot, reply("1", f"<b>{escape(text)}</b>", buttons=buttons))
        parts = [await you.next_reply() for _ in range(4)]
        await you.silence(0.2)
        assert [part.labels for part in parts] == [[], [], [], ["Undo"]]
        assert "\n".join(part.text for part in parts) == text


async def test_an_edit_changes_the_message_and_an_unchanged_one_is_fine(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await queue(bot, reply("1", "before"))
        sent = await you.next_reply()
        await queue(bot, reply("2", "after", edits=sent.message_id, kind="edit"))
        assert (await you.edited(sent)).text == "after"
        await queue(bot, reply("3", "after", edits=sent.message_id, kind="edit"), reply("4", "next"))
        assert (await you.next_reply()).text == "next"
        assert await undeliverable(bot) == []


async def test_what_cannot_be_edited_is_sent_anew(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await queue(bot, reply("1", "the answer", edits=4242))
        assert (await you.next_reply()).text == "the answer"


async def test_a_document_is_sent_and_a_path_outside_is_not(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        (tmp_path / "secret.txt").write_text("secret", encoding="utf-8")
        (bot.settings.data / "out.txt").write_text("mine", encoding="utf-8")
        await queue(
            bot,
            reply("1", "caption", document="out.txt", kind="document"),
            reply("2", "text stays", document="../secret.txt", kind="document"),
        )
        first, second = await you.next_reply(), await you.next_reply()
        assert first.message.document is not None
        assert first.text == "caption"
        assert second.message.document is None
        assert second.text == "text stays\n\nThe file itself could not be sent."


async def test_what_was_queued_when_the_bot_stopped_is_sent_at_the_next_start(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await bot.client.fault(FaultKind.SERVER_ERROR, "sendMessage", times=None)
        await queue(bot, reply("1", "later"))
        await asyncio.sleep(0.1)
        await bot.stop()
        await bot.client.heal()
        await bot.start()
        assert (await you.next_reply()).text == "later"
        await you.silence(0.2)


async def test_the_same_reply_is_queued_once(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await queue(bot, reply("1", "once"))
        await you.next_reply()
        await queue(bot, reply("1", "once"))
        await you.silence(0.2)


async def test_a_read_that_is_overtaken_by_the_send_sends_nothing_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    async with running_bot(tmp_path) as (bot, you):
        db = bot.app.core.db
        queued = db.outbox.queued

        async def late(now: datetime, limit: int = 100, but: Taken | None = None) -> list[OutboxRow]:
            rows = await queued(now, limit, but)
            await asyncio.sleep(0.2)  # meanwhile what was read is sent and recorded
            return rows

        monkeypatch.setattr(db.outbox, "queued", late)
        await queue(bot, reply("1", "once"))
        await asyncio.sleep(0.05)
        await queue(bot, reply("2", "then this"))
        assert (await you.next_reply()).text == "once"
        assert (await you.next_reply()).text == "then this"
        await you.silence(0.6)


async def test_what_may_have_arrived_already_says_so(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await bot.client.fault(FaultKind.LOSE_ANSWER, "sendMessage")
        await queue(bot, reply("1", "<b>twice</b>"), reply("2", "once"))
        assert (await you.next_reply()).text == "twice"
        again = (await you.next_reply()).text
        assert again.endswith("twice")
        assert "you may have this already" in again
        assert (await you.next_reply()).text == "once"


async def test_what_certainly_did_not_arrive_comes_as_it_is(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await bot.client.fault(FaultKind.SERVER_ERROR, "sendMessage")
        await queue(bot, reply("1", "once"))
        assert (await you.next_reply()).text == "once"
