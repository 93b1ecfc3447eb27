from __future__ import annotations

import asyncio
import json
from datetime import timedelta

import pytest

from storage.entities import InboxUpdate, Message, Preferences, ScheduledRun, User
from storage.errors import NaiveTime
from storage.repository import Repository
from tests.storage.things import CHAT, NOW, USER


def arrived(number: int, raw: str = '{"a": 1}') -> InboxUpdate:
    return InboxUpdate(update_id=number, lane="chat:1", raw_json=raw, received_at=NOW)


async def test_an_update_is_new_once(repository: Repository):
    assert await repository.put_updates([arrived(2), arrived(1), arrived(2)]) == [2, 1]
    assert await repository.put_updates([arrived(1), arrived(3)]) == [3]
    assert [u.update_id for u in await repository.unfinished_updates()] == [1, 2, 3]
    await repository.mark_done(2)
    assert [u.update_id for u in await repository.unfinished_updates()] == [1, 3]
    assert await repository.put_updates([arrived(2)]) == []


async def test_the_same_update_twice_at_once_is_new_once(repository: Repository):
    results = await asyncio.gather(*(repository.put_updates([arrived(1)]) for _ in range(8)))
    assert sorted(results) == [[]] * 7 + [[1]]


async def test_updates_come_back_as_they_went_in(repository: Repository):
    await repository.put_updates([arrived(1)])
    assert await repository.unfinished_updates() == [arrived(1)]


async def test_only_old_and_done_updates_are_forgotten(repository: Repository):
    await repository.put_updates([arrived(1), arrived(2)])
    await repository.mark_done(1)
    assert await repository.prune_updates(NOW - timedelta(days=1)) == 0
    assert await repository.prune_updates(NOW + timedelta(days=1)) == 1
    assert [u.update_id for u in await repository.unfinished_updates()] == [2]


async def test_what_no_database_holds_is_replaced_at_the_door(repository: Repository):
    raw = json.dumps({"text": "a\0b \ud800 c \U0001f4aa \\u0000"})
    await repository.put_updates([arrived(1, raw)])
    kept = (await repository.unfinished_updates())[0].raw_json
    assert json.loads(kept) == {"text": "a\ufffdb \ufffd c \U0001f4aa \\u0000"}
    message = Message(chat_id=1, message_id=1, user_id=1, role="user", text="a\0b\udfff", at=NOW)
    await repository.save_message(message)
    assert (await repository.recent_messages(1, 1))[0].text == "a\ufffdb\ufffd"


async def test_a_time_without_a_zone_is_refused(repository: Repository):
    naive = arrived(1).model_copy(update={"received_at": NOW.replace(tzinfo=None)})
    with pytest.raises(NaiveTime):
        await repository.put_updates([naive])


async def test_the_first_text_of_a_message_stays(repository: Repository):
    first = Message(chat_id=CHAT, message_id=5, user_id=USER, role="user", text="one", at=NOW, raw_json="{}")
    await repository.save_message(first)
    await repository.save_message(first.model_copy(update={"text": "two"}))
    assert await repository.get_message(CHAT, 5) == first
    assert await repository.get_message(CHAT + 1, 5) is None


async def test_recent_messages_are_the_chats_newest(repository: Repository):
    for number in range(10):
        chat_id = CHAT + number % 2
        message = Message(
            chat_id=chat_id, message_id=number, user_id=USER, role="user", text=str(number), at=NOW
        )
        await repository.save_message(message)
    assert [m.message_id for m in await repository.recent_messages(CHAT, 3)] == [8, 6, 4]


async def test_users_keep_their_preferences(repository: Repository):
    assert await repository.get_user(USER) is None
    someone = User(id=USER, name="Kim \ud800", preferences=Preferences(time_zone="Asia/Seoul"))
    await repository.save_user(someone)
    assert await repository.get_user(USER) == someone.model_copy(update={"name": "Kim \ufffd"})


async def test_what_is_due_is_a_row(repository: Repository):
    run = ScheduledRun(user_id=USER, job="observer", due_at=NOW)
    await repository.save_run(run)
    assert await repository.due(NOW - timedelta(seconds=1)) == []
    assert await repository.due(NOW) == [run]
    done = run.model_copy(
        update={"due_at": NOW + timedelta(days=1), "last_run_at": NOW, "seen_entry_id": "x:1"}
    )
    await repository.save_run(done)
    assert await repository.due(NOW) == []
    assert await repository.scheduled(USER, "observer") == done
    assert await repository.scheduled(USER + 1, "observer") is None


async def test_every_version_of_the_memory_is_kept(repository: Repository):
    assert await repository.context(USER) is None
    assert await repository.get_global_context(USER) == ""
    first = await repository.update_global_context(USER, "# one", archive="old", at=NOW)
    second = await repository.update_global_context(USER, "# two", cause="correction", at=NOW)
    assert (first.version, second.version, second.archive) == (1, 2, "old")
    emptied = first.model_copy(update={"archive": ""})
    assert await repository.versions(USER) == [second, emptied]
    assert await repository.versions(USER, until=1) == [emptied]
    assert await repository.versions(USER, limit=1) == [second]
    assert await repository.get_global_context(USER) == "# two"
    assert not await repository.save_context(first.model_copy(update={"content": "other"}))
    assert await repository.versions(USER) == [second, emptied]
    assert await repository.get_global_context(USER + 1) == ""
