from __future__ import annotations

from datetime import timedelta

from storage.entities import Effects, Message
from storage.stores import Stores
from tests.driver.storing import save_entry
from tests.storage.things import CHAT, NOW, USER, entry, reply


async def post(db: Stores, *keys: str, chat_id: int = CHAT) -> None:
    await db.turns.apply(Effects(outgoing=[reply(key, chat_id=chat_id) for key in keys]), now=NOW)


async def keys(db: Stores, minutes: float = 0) -> list[str]:
    rows = await db.outbox.queued(NOW + timedelta(minutes=minutes))
    return [row.outgoing.key for row in rows]


async def test_a_reply_is_queued_once_and_sent_once(db: Stores):
    await post(db, "a", "b")
    await post(db, "b", "c")
    rows = await db.outbox.queued(NOW, limit=2)
    assert [(row.outgoing, row.status, row.created_at) for row in rows] == [
        (reply("a"), "queued", NOW),
        (reply("b"), "queued", NOW),
    ]
    await db.outbox.mark_sent(rows[0], [100], NOW)
    await db.outbox.mark_sent(rows[0], [101], NOW)
    assert await keys(db) == ["b", "c"]
    assert [m.message_id for m in await db.messages.recent_messages(CHAT, 10)] == [100]


async def test_what_the_bot_said_and_about_what(db: Stores):
    await save_entry(db.entries, entry(1))
    await db.turns.apply(
        Effects(outgoing=[reply("a").model_copy(update={"entries": (entry(1).id,)})]), now=NOW
    )
    row = (await db.outbox.queued(NOW))[0]
    await db.outbox.mark_sent(row, [100, 101], NOW)
    said = Message(chat_id=CHAT, message_id=100, user_id=USER, role="assistant", text="noted & kept", at=NOW)
    rest = said.model_copy(update={"message_id": 101, "text": ""})
    assert await db.messages.recent_messages(CHAT, 10) == [rest, said]
    for message_id in (1, 100, 101):
        assert await db.entries.entry_by_message(USER, CHAT, message_id) == [entry(1)]
    assert await db.entries.entry_by_message(USER + 1, CHAT, 100) == []
    assert await db.entries.entry_by_message(USER, CHAT, 102) == []


async def test_an_edited_reply_replaces_what_was_said(db: Stores):
    await post(db, "a")
    await db.outbox.mark_sent((await db.outbox.queued(NOW))[0], [100], NOW)
    edit = reply("b", html="<i>taken back</i>").model_copy(update={"edits": 100})
    await db.turns.apply(Effects(outgoing=[edit]), now=NOW)
    await db.outbox.mark_sent((await db.outbox.queued(NOW))[0], [100], NOW, texts=["taken back"])
    assert [m.text for m in await db.messages.recent_messages(CHAT, 10)] == ["taken back"]


async def test_nothing_overtakes_a_reply_that_has_to_wait(db: Stores):
    await post(db, "a", "b")
    await post(db, "other", chat_id=CHAT + 1)
    first = (await db.outbox.queued(NOW))[0]
    await db.outbox.mark_retry(first.id, NOW + timedelta(minutes=5), "429")
    assert await keys(db) == ["other"]
    assert await db.outbox.next_due() == NOW + timedelta(minutes=5)
    assert await keys(db, minutes=5) == ["a", "b", "other"]
    again = (await db.outbox.queued(NOW + timedelta(minutes=5)))[0]
    assert (again.attempts, again.error) == (1, "429")


async def test_a_blocked_bot_holds_nobody_up(db: Stores):
    await post(db, "a", "b")
    first = (await db.outbox.queued(NOW))[0]
    await db.outbox.mark_failed(first.id, "403 blocked by the user")
    assert await keys(db) == ["b"]
    (failed,) = await db.outbox.undeliverable()
    assert (failed.id, failed.chat_id, failed.error) == (first.id, CHAT, "403 blocked by the user")
