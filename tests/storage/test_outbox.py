from __future__ import annotations

from datetime import timedelta

from storage.entities import Effects, Message
from storage.repository import Repository
from tests.storage.things import CHAT, NOW, USER, entry, reply


async def post(repository: Repository, *keys: str, chat_id: int = CHAT) -> None:
    await repository.apply(Effects(outgoing=[reply(key, chat_id=chat_id) for key in keys]), now=NOW)


async def keys(repository: Repository, minutes: float = 0) -> list[str]:
    rows = await repository.queued(NOW + timedelta(minutes=minutes))
    return [row.outgoing.key for row in rows]


async def test_a_reply_is_queued_once_and_sent_once(repository: Repository):
    await post(repository, "a", "b")
    await post(repository, "b", "c")
    rows = await repository.queued(NOW, limit=2)
    assert [(row.outgoing, row.status, row.created_at) for row in rows] == [
        (reply("a"), "queued", NOW),
        (reply("b"), "queued", NOW),
    ]
    await repository.mark_sent(rows[0].id, [100], NOW)
    await repository.mark_sent(rows[0].id, [101], NOW)
    assert await keys(repository) == ["b", "c"]
    assert [m.message_id for m in await repository.recent_messages(CHAT, 10)] == [100]


async def test_what_the_bot_said_and_about_what(repository: Repository):
    await repository.save_entry(entry(1))
    await repository.apply(
        Effects(outgoing=[reply("a").model_copy(update={"entries": (entry(1).id,)})]), now=NOW
    )
    row = (await repository.queued(NOW))[0]
    await repository.mark_sent(row.id, [100, 101], NOW)
    said = Message(chat_id=CHAT, message_id=100, user_id=USER, role="assistant", text="noted & kept", at=NOW)
    rest = said.model_copy(update={"message_id": 101, "text": ""})
    assert await repository.recent_messages(CHAT, 10) == [rest, said]
    for message_id in (1, 100, 101):
        assert await repository.entry_by_message(USER, CHAT, message_id) == [entry(1)]
    assert await repository.entry_by_message(USER + 1, CHAT, 100) == []
    assert await repository.entry_by_message(USER, CHAT, 102) == []


async def test_an_edited_reply_replaces_what_was_said(repository: Repository):
    await post(repository, "a")
    await repository.mark_sent((await repository.queued(NOW))[0].id, [100], NOW)
    edit = reply("b", html="<i>taken back</i>").model_copy(update={"edits": 100})
    await repository.apply(Effects(outgoing=[edit]), now=NOW)
    await repository.mark_sent((await repository.queued(NOW))[0].id, [100], NOW, texts=["taken back"])
    assert [m.text for m in await repository.recent_messages(CHAT, 10)] == ["taken back"]


async def test_nothing_overtakes_a_reply_that_has_to_wait(repository: Repository):
    await post(repository, "a", "b")
    await post(repository, "other", chat_id=CHAT + 1)
    first = (await repository.queued(NOW))[0]
    await repository.mark_retry(first.id, NOW + timedelta(minutes=5), "429")
    assert await keys(repository) == ["other"]
    assert await repository.next_due() == NOW + timedelta(minutes=5)
    assert await keys(repository, minutes=5) == ["a", "b", "other"]
    again = (await repository.queued(NOW + timedelta(minutes=5)))[0]
    assert (again.attempts, again.error) == (1, "429")


async def test_a_blocked_bot_holds_nobody_up(repository: Repository):
    await post(repository, "a", "b")
    first = (await repository.queued(NOW))[0]
    await repository.mark_failed(first.id, "403 blocked by the user")
    assert await keys(repository) == ["b"]
    (failed,) = await repository.undeliverable()
    assert (failed.id, failed.chat_id, failed.error) == (first.id, CHAT, "403 blocked by the user")
    assert await repository.undeliverable(USER) == [failed]
    assert await repository.undeliverable(USER + 1) == []
