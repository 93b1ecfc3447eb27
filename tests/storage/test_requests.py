from __future__ import annotations

from datetime import UTC, datetime, timedelta

from storage.entities import Effects, InboxUpdate, Outgoing
from storage.outbox import FETCHED_FROM
from storage.requests import Request
from storage.stores import Stores

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)
CHAT = FETCHED_FROM + 7
USER, OTHER = 11, 12
LANE = f"chat:{CHAT}"


def said(number: int = -5, **changes: object) -> Request:
    fields = {
        "number": number,
        "user_id": USER,
        "chat_id": CHAT,
        "message_id": 1,
        "digest": "d",
        "sent_at": NOW,
    }
    return Request.model_validate({**fields, "text": "slept 7 h", **changes})


def reply(key: str, chat_id: int = CHAT) -> Outgoing:
    return Outgoing(key=key, chat_id=chat_id, user_id=USER, html=f"<b>{key}</b>")


async def test_the_first_of_a_number_is_kept(db: Stores):
    first = await db.requests.add_request(said(), LANE, NOW)
    again = await db.requests.add_request(said(text="slept 8 h", digest="e"), LANE, NOW)
    assert (first.is_new, again.is_new) == (True, False)
    assert again.request == first.request
    assert await db.requests.request(USER, -5) == again
    assert await db.requests.request(OTHER, -5) is None
    assert await db.requests.request(USER, -6) is None


async def test_it_is_no_update_of_telegrams(db: Stores):
    await db.inbox.put_updates([InboxUpdate(update_id=1, lane="chat:1", raw_json="{}", received_at=NOW)])
    await db.requests.add_request(said(), LANE, NOW)
    assert [update.update_id for update in await db.inbox.unfinished_updates()] == [1]
    assert list(await db.inbox.unfinished_ids()) == [1]
    assert await db.inbox.unfinished_lanes() == ["chat:1"]
    assert (await db.counts.counts()).updates == 2


async def test_replies_are_fetched_and_never_sent(db: Stores):
    await db.requests.add_request(said(), LANE, NOW)
    await db.turns.apply(Effects(inbox_done=-5, outgoing=[reply("a"), reply("b"), reply("c", chat_id=1)]))
    assert [row.outgoing.key for row in await db.outbox.queued(NOW)] == ["c"]
    rows = await db.requests.waiting_replies(USER, CHAT)
    assert [row.outgoing.key for row in rows] == ["a", "b"]
    assert await db.requests.waiting_replies(OTHER, CHAT) == []
    [open_one] = await db.requests.open_requests()
    assert open_one.done
    await db.requests.answer_request(open_one.request, '{"x": 1}', [(rows[0], 2), (rows[1], 3)], NOW)
    assert await db.requests.waiting_replies(USER, CHAT) == []
    assert await db.requests.open_requests() == []
    kept = await db.requests.add_request(said(), LANE, NOW)
    assert kept.answer == '{"x": 1}'
    said_there = await db.messages.recent_messages(CHAT, 5)
    assert [(message.message_id, message.text) for message in said_there] == [(3, "b"), (2, "a")]
    assert [row.outgoing.key for row in await db.outbox.queued(NOW)] == ["c"]


async def test_an_answer_is_written_once(db: Stores):
    await db.requests.add_request(said(), LANE, NOW)
    await db.requests.answer_request(said(), "1", [], NOW)
    await db.turns.apply(Effects(outgoing=[reply("late")]))
    [row] = await db.requests.waiting_replies(USER, CHAT)
    await db.requests.answer_request(said(), "2", [(row, 9)], NOW)
    kept = await db.requests.request(USER, -5)
    assert kept is not None
    assert kept.answer == "1"
    assert [one.id for one in await db.requests.waiting_replies(USER, CHAT)] == [row.id]


async def test_an_answer_is_kept_for_as_long_as_updates_are_and_goes_with_its_person(db: Stores):
    await db.requests.add_request(said(-5), LANE, NOW)
    await db.requests.add_request(said(-6), LANE, NOW)
    await db.requests.add_request(said(-7, user_id=OTHER), LANE, NOW + timedelta(days=1))
    await db.requests.answer_request(said(-5), "1", [], NOW)
    assert await db.inbox.prune_updates(NOW) == 0
    assert await db.inbox.prune_updates(NOW + timedelta(seconds=1)) == 1, "what has no answer stays"
    assert await db.requests.request(USER, -5) is None
    await db.forgetting.forget(USER)
    assert await db.requests.request(USER, -6) is None
    assert await db.requests.request(OTHER, -7) is not None
