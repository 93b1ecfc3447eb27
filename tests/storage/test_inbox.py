from __future__ import annotations

import asyncio
import json
from datetime import timedelta

import pytest

from storage.entities import InboxUpdate, Message, Preferences, ScheduledRun, User
from storage.errors import NaiveTime
from storage.stores import Stores
from tests.driver.storing import save_message, save_user, update_global_context
from tests.storage.things import CHAT, NOW, USER


def arrived(number: int, raw: str = '{"a": 1}') -> InboxUpdate:
    return InboxUpdate(update_id=number, lane="chat:1", raw_json=raw, received_at=NOW)


async def test_an_update_is_new_once(db: Stores):
    assert await db.inbox.put_updates([arrived(2), arrived(1), arrived(2)]) == [2, 1]
    assert await db.inbox.put_updates([arrived(1), arrived(3)]) == [3]
    assert [u.update_id for u in await db.inbox.unfinished_updates()] == [1, 2, 3]
    await db.inbox.mark_done(2)
    assert [u.update_id for u in await db.inbox.unfinished_updates()] == [1, 3]
    assert await db.inbox.put_updates([arrived(2)]) == []


async def test_the_same_update_twice_at_once_is_new_once(db: Stores):
    results = await asyncio.gather(*(db.inbox.put_updates([arrived(1)]) for _ in range(8)))
    assert sorted(results) == [[]] * 7 + [[1]]


async def test_updates_come_back_as_they_went_in(db: Stores):
    await db.inbox.put_updates([arrived(1)])
    assert await db.inbox.unfinished_updates() == [arrived(1)]


async def test_only_old_and_done_updates_are_forgotten(db: Stores):
    await db.inbox.put_updates([arrived(1), arrived(2)])
    await db.inbox.mark_done(1)
    assert await db.inbox.prune_updates(NOW - timedelta(days=1)) == 0
    assert await db.inbox.prune_updates(NOW + timedelta(days=1)) == 1
    assert [u.update_id for u in await db.inbox.unfinished_updates()] == [2]


async def test_what_no_database_holds_is_replaced_at_the_door(db: Stores):
    raw = json.dumps({"text": "a\0b \ud800 c \U0001f4aa \\u0000"})
    await db.inbox.put_updates([arrived(1, raw)])
    kept = (await db.inbox.unfinished_updates())[0].raw_json
    assert json.loads(kept) == {"text": "a\ufffdb \ufffd c \U0001f4aa \\u0000"}
    message = Message(chat_id=1, message_id=1, user_id=1, role="user", text="a\0b\udfff", at=NOW)
    await save_message(db.messages, message)
    assert (await db.messages.recent_messages(1, 1))[0].text == "a\ufffdb\ufffd"


async def test_a_time_without_a_zone_is_refused(db: Stores):
    naive = arrived(1).model_copy(update={"received_at": NOW.replace(tzinfo=None)})
    with pytest.raises(NaiveTime):
        await db.inbox.put_updates([naive])


async def test_the_first_text_of_a_message_stays(db: Stores):
    first = Message(chat_id=CHAT, message_id=5, user_id=USER, role="user", text="one", at=NOW, raw_json="{}")
    await save_message(db.messages, first)
    await save_message(db.messages, first.model_copy(update={"text": "two"}))
    assert await db.messages.get_message(CHAT, 5) == first
    assert await db.messages.get_message(CHAT + 1, 5) is None


async def test_recent_messages_are_the_chats_newest(db: Stores):
    for number in range(10):
        chat_id = CHAT + number % 2
        message = Message(
            chat_id=chat_id, message_id=number, user_id=USER, role="user", text=str(number), at=NOW
        )
        await save_message(db.messages, message)
    assert [m.message_id for m in await db.messages.recent_messages(CHAT, 3)] == [8, 6, 4]


async def test_users_keep_their_preferences(db: Stores):
    assert await db.people.get_user(USER) is None
    someone = User(id=USER, name="Kim \ud800", preferences=Preferences(time_zone="Asia/Seoul"))
    await save_user(db.people, someone)
    assert await db.people.get_user(USER) == someone.model_copy(update={"name": "Kim \ufffd"})


async def test_what_is_due_is_a_row(db: Stores):
    run = ScheduledRun(user_id=USER, job="observer", due_at=NOW)
    await db.schedule.save_run(run)
    assert await db.schedule.due(NOW - timedelta(seconds=1)) == []
    assert await db.schedule.due(NOW) == [run]
    done = run.model_copy(
        update={"due_at": NOW + timedelta(days=1), "last_run_at": NOW, "seen_entry_id": "x:1"}
    )
    await db.schedule.save_run(done)
    assert await db.schedule.due(NOW) == []
    assert await db.schedule.scheduled(USER, "observer") == done
    assert await db.schedule.scheduled(USER + 1, "observer") is None


async def test_every_version_of_the_memory_is_kept(db: Stores):
    assert await db.contexts.context(USER) is None
    assert await db.contexts.get_global_context(USER) == ""
    first = await update_global_context(db.contexts, USER, "# one", archive="old", at=NOW)
    second = await update_global_context(db.contexts, USER, "# two", cause="correction", at=NOW)
    assert (first.version, second.version, second.archive) == (1, 2, "old")
    emptied = first.model_copy(update={"archive": ""})
    assert await db.contexts.versions(USER) == [second, emptied]
    assert await db.contexts.versions(USER, until=1) == [emptied]
    assert await db.contexts.versions(USER, limit=1) == [second]
    assert await db.contexts.get_global_context(USER) == "# two"
    assert not await db.contexts.save_context(first.model_copy(update={"content": "other"}))
    assert await db.contexts.versions(USER) == [second, emptied]
    assert await db.contexts.get_global_context(USER + 1) == ""
