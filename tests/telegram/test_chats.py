"""Chats that go away, come back, become another one, or have topics; messages that are gone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from pydantic import JsonValue

from storage.entities import Button
from telegram_local.events import ActionEvent
from telegram_local.faults import FaultKind
from telegram_local.messages import StoredMessage
from telegram_local.world import ALEX_ID, BOT_USERNAME, GROUP_ID, YOU_ID
from tests.driver.harness import RunningBot, running_bot
from tests.driver.person import Person
from tests.telegram.board import (
    all_sent,
    all_taken,
    doctor_says,
    loads,
    queue,
    reply,
    said,
    undelivered,
    until,
)

UPGRADED = int(f"-100{abs(GROUP_ID):010d}")
AT = f"@{BOT_USERNAME}"


@pytest.mark.fault("a user who blocks the bot mid-turn (403)")
@pytest.mark.usefixtures("impatient")
async def test_who_blocks_the_bot_and_comes_back_gets_what_they_missed(tmp_path: Path):
    """It is listed with its reason; whoever comes back within a day is sent it, in order, before the news."""
    async with running_bot(tmp_path) as (bot, you):
        await bot.client.fault(FaultKind.SERVER_ERROR, "sendMessage", chat_id=YOU_ID, times=None)
        await you.say("bench 100 kg x5x3")
        await you.say("squat 120 kg x5x3")
        await all_taken(bot)
        await you.block()
        await bot.client.heal()
        await until(lambda: failed(bot, 2), "two replies to fail")
        assert said(bot) == []
        told = await doctor_says(bot)
        assert "2 could not be delivered: Forbidden: bot was blocked by the user (2)" in told
        assert told.count(f"chat {YOU_ID}, not delivered: Forbidden: bot was blocked by the user") == 2
        assert "bench" not in told
        await bot.restart()  # what was missed is known after a restart, too
        await you.unblock()
        await until(lambda: failed(bot, 0), "them to be tried again")
        await you.say("deadlift 150 kg x5")
        texts = [(await you.next_reply()).text for _ in range(3)]
        assert loads(texts) == [100, 120, 150]
        assert ["This could not reach you before" in text for text in texts] == [True, True, False]
        await all_sent(bot)
        assert len(said(bot)) == 3
        assert "all delivered" in await doctor_says(bot)


async def failed(bot: RunningBot, count: int) -> bool:
    return len(await undelivered(bot)) == count


@pytest.mark.fault("a user who blocks the bot mid-turn (403)")
async def test_what_is_older_than_a_day_stays_listed(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await you.block()
        await queue(bot, reply("1", "of no use any more"), reply("2", "a day later", chat_id=ALEX_ID))
        await until(lambda: failed(bot, 1), "it to fail")
        bot.clock.advance(days=2)
        await bot.restart()
        await you.unblock()
        assert "/undo" in (await you.ask("/help")).text
        assert len(said(bot)) == 1
        assert len(await undelivered(bot)) == 1


@pytest.mark.fault("a chat that can't be reached")
async def test_a_group_that_takes_the_bot_back_gets_what_it_missed(tmp_path: Path):
    """Words in a group say nothing about the bot's rights there: only news of its standing does."""
    async with running_bot(tmp_path) as (bot, _):
        group, alex = bot.client.in_group(YOU_ID), bot.client.in_group(ALEX_ID)
        await group.block()
        await queue(bot, reply("1", "for the group", chat_id=GROUP_ID))
        await until(lambda: failed(bot, 1), "it to fail")
        await bot.client.inject(
            {"message": {"message_id": 77, "date": 1_900_000_000, "text": "hi", **of(alex)}}
        )
        await all_taken(bot)
        await all_sent(bot)
        assert len(await bot.client.calls("sendMessage", chat_id=GROUP_ID)) == 1
        assert "bot was kicked from the group chat" in await doctor_says(bot)
        await group.unblock()
        late = (await group.next_reply()).text
        assert late.endswith("for the group")
        assert "could not reach you before" in late
        assert "/help tells more" in (await group.next_reply()).text
        assert await undelivered(bot) == []


def of(person: Person) -> dict[str, JsonValue]:
    """Who says it in which group."""
    chat: dict[str, JsonValue] = {"id": person.chat_id, "type": "group", "title": "Training group"}
    return {"from": {"id": person.user_id, "is_bot": False, "first_name": "Alex"}, "chat": chat}


REFUSALS = (
    (403, "Forbidden: user is deactivated"),
    (403, "Forbidden: bot can't initiate conversation with a user"),
    (400, "Bad Request: chat not found"),
    (400, "Bad Request: not enough rights to send text messages to the chat"),
    (400, "Bad Request: PEER_ID_INVALID"),
    (400, "Bad Request: CHAT_WRITE_FORBIDDEN"),
    (400, "Bad Request: have no rights to send a message"),
)


@pytest.mark.fault("a chat that can't be reached")
async def test_each_refusal_is_listed_as_telegram_says_it(
    tmp_path: Path, record_property: Callable[[str, object], None]
):
    async with running_bot(tmp_path) as (bot, you):
        for status, description in REFUSALS:
            await bot.client.fault(
                FaultKind.ERROR, "sendMessage", chat_id=YOU_ID, status=status, description=description
            )
            await queue(bot, reply(description, "refused"), reply(f"after {description}", "the next"))
            assert (await you.next_reply()).text == "the next"
        rows = await undelivered(bot)
        told = [description.lower().removeprefix("bad request: ") for _, description in REFUSALS]
        assert [(row.error or "").lower() for row in rows] == told
        says = await doctor_says(bot)
        assert f"{len(REFUSALS)} could not be delivered" in says
        assert says.count("sent after all when they write again") == 5  # the newest
        calls = await bot.client.calls("sendMessage", chat_id=YOU_ID)
        assert len(calls) == 2 * len(REFUSALS)  # no use in asking twice
        record_property("trials", len(REFUSALS))


@pytest.mark.fault("a chat migrated to a supergroup")
@pytest.mark.usefixtures("impatient")
async def test_a_group_that_becomes_a_supergroup_mid_turn(tmp_path: Path):
    """Its replies, rights, questions and logs go on with the new id, also after a restart."""
    async with running_bot(tmp_path) as (bot, _):
        old = bot.client.in_group(YOU_ID)
        await old.say(f"{AT} squat 100x5x3")  # kg or lb?
        question = await until(lambda: asked(bot, GROUP_ID), "the question")
        await bot.client.fault(FaultKind.SERVER_ERROR, "sendMessage", chat_id=GROUP_ID, times=None)
        await old.say(f"{AT} bench 90 kg x5x3")
        await all_taken(bot)
        assert await bot.client.migrate() == UPGRADED
        await bot.client.heal()
        new = bot.client.in_group(YOU_ID, UPGRADED)
        texts = [(await new.next_reply()).text for _ in range(2)]
        assert sum("90 kg" in text for text in texts) == 1
        again = await until(lambda: asked(bot, UPGRADED), "the question to be asked there")
        assert again.labels == question.labels
        await bot.restart()
        tap = await new.tap(again, "kg")
        assert "kg" in (await new.answered(tap)).text
        await new.say(f"{AT} deadlift 150 kg x5")
        await bot.client.until(lambda: any("150 kg" in text for text in said(bot, UPGRADED)))
        # Message numbers begin anew there: the same number means another message, and nothing is lost for it.
        for load in range(160, 170):
            await new.say(f"{AT} deadlift {load} kg x5")
        await bot.client.until(lambda: any("169 kg" in text for text in said(bot, UPGRADED)))
        await all_sent(bot)
        assert loads([text for text in said(bot, UPGRADED) if "Deadlift" in text]) == [150, *range(160, 170)]
        stored = await bot.app.core.db.entries.recent_entries(YOU_ID, limit=50)
        assert len(stored) == 13
        squat = next(entry for entry in stored if "squat" in entry.text)
        assert squat.measures[0].weight_unit == "kg"
        assert await undelivered(bot) == []
        assert len(said(bot, GROUP_ID)) <= 2


async def asked(bot: RunningBot, chat_id: int) -> StoredMessage | None:
    """The question that is shown last in a chat."""
    history = bot.client.history(chat_id)
    return next((stored for stored in reversed(history) if stored.from_bot and "kg" in stored.labels), None)


@pytest.mark.fault("a chat migrated to a supergroup")
async def test_a_group_whose_upgrade_only_a_refusal_tells_of(tmp_path: Path):
    """The service messages are lost: what is sent says it, and from then on the new id has the right."""
    async with running_bot(tmp_path) as (bot, _):
        await bot.stop()
        assert await bot.client.migrate() == UPGRADED
        bot.server.state.confirm([update.update_id for update in bot.server.state.updates.pending()])
        await bot.start()
        new = bot.client.in_group(YOU_ID, UPGRADED)
        await queue(bot, reply("1", "still for you", chat_id=GROUP_ID, reply_to=1))
        moved = await new.next_reply()
        assert moved.text == "still for you"
        assert moved.message.reply_to_message is None  # what has this number there is another message
        await new.say(f"{AT} bench 90 kg x5x3")
        assert "90 kg" in (await new.next_reply()).text
        await bot.restart()
        await new.say(f"{AT} bench 91 kg x5x3")
        assert "91 kg" in (await new.next_reply()).text


@pytest.mark.fault("a group with topics")
@pytest.mark.usefixtures("impatient")
async def test_everything_said_in_a_topic_is_answered_there(tmp_path: Path):
    """Receipt, second part, file, undo and the typing sign; also when the message is gone."""
    groups = {"allow_groups": [GROUP_ID, UPGRADED], "allow_users": [YOU_ID]}
    async with running_bot(tmp_path, start=False, access=groups) as (bot, _):
        await bot.client.migrate()
        you = bot.client.in_group(YOU_ID, UPGRADED)
        topic = await bot.client.open_topic(YOU_ID, UPGRADED, "Legs")
        await bot.start()
        log = await you.say(f"{AT} squat 100 kg x5x3", thread_id=topic)
        receipt = await you.next_reply()
        assert "100 kg" in receipt.text
        undo = await you.tap(receipt, "Undo")
        await you.answered(undo)
        long = "\n".join(f"line {number}" for number in range(900))
        (bot.settings.data / "out.txt").write_text("mine", encoding="utf-8")
        await bot.client.fault(
            FaultKind.ERROR, "sendMessage", status=400, description="Bad Request: can't parse entities: x"
        )
        gone = await you.say("leg day", thread_id=topic)
        ours = await you.reply(receipt, f"{AT} /nothing")
        await all_taken(bot)
        await you.delete(gone)
        place = {"chat_id": UPGRADED}
        await queue(
            bot,
            reply("parts", long, reply_to=log.message_id, **place),
            reply("file", "a file", document="out.txt", kind="document", reply_to=ours.message_id, **place),
            reply("gone", "to what is gone", reply_to=gone.message_id, **place),
            reply("to ours", "to ours", reply_to=receipt.message_id, **place),
        )
        await bot.client.until(lambda: "to ours" in said(bot, UPGRADED)[-1])
        await all_sent(bot)
        elsewhere = [
            stored.text
            for stored in bot.client.history(UPGRADED)
            if stored.from_bot and stored.message.message_thread_id != topic
        ]
        assert elsewhere == []
        assert len(said(bot, UPGRADED)) >= 7
        shown = [event for event in bot.client.log if isinstance(event, ActionEvent)]
        assert all(event.thread_id == topic for event in shown)


@pytest.mark.fault("a group with topics")
async def test_a_topic_that_is_gone_or_closed_loses_no_words(tmp_path: Path):
    groups = {"allow_groups": [UPGRADED], "allow_users": [YOU_ID]}
    async with running_bot(tmp_path, start=False, access=groups) as (bot, _):
        await bot.client.migrate()
        you = bot.client.in_group(YOU_ID, UPGRADED)
        topic = await bot.client.open_topic(YOU_ID, UPGRADED, "Legs")
        log = await you.say(f"{AT} squat 100 kg x5x3", thread_id=topic)
        await bot.start()
        await you.next_reply()
        for refusal in ("message thread not found", "TOPIC_CLOSED", "TOPIC_DELETED"):
            await bot.client.fault(
                FaultKind.ERROR, "sendMessage", status=400, description=f"Bad Request: {refusal}"
            )
            buttons = ((Button(label="Undo", data="u:1"),),)
            await queue(
                bot,
                reply(refusal, refusal, chat_id=UPGRADED, reply_to=log.message_id, buttons=buttons),
            )
            shown = await you.next_reply()
            assert (shown.text, shown.labels) == (refusal, ["Undo"])
        assert await undelivered(bot) == []


@pytest.mark.fault("a deleted message")
async def test_messages_that_are_gone(tmp_path: Path):
    """The one replied to, the one to edit, the question; and an edited message that is not the bot's."""
    async with running_bot(tmp_path) as (bot, you):
        mine = await you.say("squat 100x5x3")
        receipt = await you.next_reply()
        question = await you.next_reply()
        assert "kg" in question.labels
        await you.delete(mine)
        await you.delete(question)
        await queue(bot, reply("1", "to what is gone", reply_to=mine.message_id))
        assert (await you.next_reply()).text == "to what is gone"
        await you.say("kg")  # what was asked can still be answered
        await all_taken(bot)
        await all_sent(bot)
        [entry] = await bot.app.core.db.entries.recent_entries(YOU_ID, limit=5)
        assert entry.measures[0].weight_unit == "kg"
        await you.delete(receipt)
        await queue(bot, reply("2", "in its place", edits=receipt.message_id))
        await bot.client.until(lambda: "in its place" in said(bot))
        await all_sent(bot)
        reasons = [(row.error or "").lower() for row in await undelivered(bot)]
        assert reasons == ["message to edit not found"]  # only the look of the question, which nobody sees
        assert "message to edit not found" in (await doctor_says(bot)).lower()


@pytest.mark.fault("a message that is not modified")
async def test_an_edit_that_changes_nothing_is_done(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await queue(bot, reply("1", "as it is"))
        shown = await you.next_reply()
        await bot.client.fault(FaultKind.LOSE_ANSWER, "editMessageText")  # it is edited, and nobody knows
        await queue(bot, reply("2", "as it is now", edits=shown.message_id, kind="edit"))
        assert (await you.edited(shown)).text == "as it is now"
        await all_sent(bot)
        assert await undelivered(bot) == []
        assert said(bot) == ["as it is now"]


@pytest.mark.fault("a callback query that is too old")
@pytest.mark.usefixtures("brief")
async def test_a_tap_whose_answer_comes_too_late_or_hangs_still_counts(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        for number, kind in enumerate((None, FaultKind.HANG, FaultKind.SERVER_ERROR, FaultKind.RATE_LIMIT)):
            receipt = await you.ask(f"squat {100 + number} kg x5x3")
            if kind is None:
                bot.server.state.query_seconds = -1.0
            else:
                await bot.client.fault(kind, "answerCallbackQuery")
            await you.tap(receipt, "Undo")
            assert "Taken back" in (await you.next_reply()).text
            await all_taken(bot)
            bot.server.state.query_seconds = 300.0
        assert await bot.app.core.db.entries.recent_entries(YOU_ID, limit=9) == []
        assert "/undo" in (await you.ask("/help")).text
        assert len(await bot.client.calls("answerCallbackQuery")) == 4
        assert await undelivered(bot) == []
