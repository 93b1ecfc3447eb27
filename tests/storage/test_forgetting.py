"""Nothing of a user is left, and nothing of others is touched."""

from __future__ import annotations

import json
import sqlite3
from datetime import timedelta
from pathlib import Path

from storage.coach import CoachNote, CoachRow, QueuedWake, TemplateRow, WakeEnd, WakeRow
from storage.entities import (
    ContextVersion,
    Effects,
    Imported,
    InboxUpdate,
    Message,
    ModelCall,
    Preferences,
    ScheduledRun,
    Span,
    User,
)
from storage.fix import Fix
from storage.goal import GoalRow
from storage.job import JobRow, JobStep
from storage.notes import NoteChunk, NotePage
from storage.people import user_of
from storage.programme_rows import ProgrammeRow
from storage.proposal import ProposalRow
from storage.reminder import ReminderRow
from storage.rights import AccessButton, LetIn, LockOut, Member, NewCode, Placed, ShowButtons
from storage.stores import Stores
from storage.sync.rows import SyncRows, Wanted
from storage.thought import ThoughtKey
from storage.tool_calls import ToolCall
from tests.driver.tables import tables
from tests.storage.things import NOW, USER, change, entry, question, reply, sets, turn

OTHER = 8
HOUR = timedelta(hours=1)
SECRET = "zzqxsecretword"


def said(user_id: int, word: str) -> Message:
    return Message(
        chat_id=1, message_id=user_id, user_id=user_id, role="user", text=word, at=NOW, raw_json=word
    )


def effects(user_id: int, word: str) -> Effects:
    new = entry(1, f"bench 80x5x3 {word}", user_id=user_id, measures=(sets(word),), domains=("strength",))
    brought = entry(2, f"squat {word}", user_id=user_id)
    return Effects(
        users=[User(id=user_id, name=word, preferences=Preferences(weight_unit="kg"))],
        messages=[
            Message(
                chat_id=1, message_id=user_id, user_id=user_id, role="user", text=word, at=NOW, raw_json=word
            )
        ],
        entries=[new],
        imported=[Imported(brought, f"key{word}", word, f"spare{user_id}")],
        revisions=[change(new, f"not {word}")],
        outgoing=[reply(f"r{user_id}").model_copy(update={"user_id": user_id, "html": word})],
        contexts=[ContextVersion(user_id=user_id, version=1, content=word, archive=word, at=NOW)],
        runs=[ScheduledRun(user_id=user_id, job="observer", due_at=NOW)],
        fixes=[Fix(user_id=user_id, chat_id=1, entry_id=new.id, expires_at=NOW)],
        programmes=[ProgrammeRow(word, user_id, "running", word, NOW, None, word)],
    )


def tool_call(user_id: int, word: str) -> ToolCall:
    return ToolCall(
        id=word, at=NOW, turn_id=word, user_id=user_id, chat_id=1, tool="notion_search", kind="reads",
        arguments=word, outcome="done", detail=word, duration_ms=1.5, size=3,
    )  # fmt: skip


def proposal(user_id: int, word: str) -> ProposalRow:
    return ProposalRow(
        token=word, user_id=user_id, chat_id=1, tool="write_event", at=NOW, expires_at=NOW, body=word
    )


def reminder(user_id: int, word: str) -> ReminderRow:
    return ReminderRow(word, user_id, "reminder", "set", body=word, at=NOW, due_at=NOW)


async def fill(db: Stores, user_id: int, word: str) -> None:
    await db.turns.apply(effects(user_id, word))
    step = Span(turn_id=word, user_id=user_id, state="A", next_state="B", started_at=NOW, duration_ms=1)
    row = turn(word).model_copy(update={"user_id": user_id})
    asked = question(f"token{word}", word, user_id=user_id)
    await db.turns.commit(row, Effects(spans=[step], questions=[asked]))
    await db.calls.record(
        ModelCall(
            id=word, at=NOW, turn_id=word, user_id=user_id, kind="log", agent="parser", provider="p",
            model="m", outcome="ok", detail=word,
        )
    )  # fmt: skip
    await db.tool_calls.record(tool_call(user_id, word))
    note = NotePage(
        workspace=word, page_id=word, title=word, path=word, url=word, summary=word, content_hash=word,
        last_edited_time=word, day=NOW.date(),
    )  # fmt: skip
    await db.notes.save(user_id, [(note, [NoteChunk(heading=word, text=word, day=NOW.date())])])
    [(chunk, _)] = await db.note_vectors.missing(user_id, "m", limit=5)
    await db.note_vectors.add(user_id, "m", [(chunk, word.encode())])
    [page] = await db.note_summaries.missing(user_id, limit=5)
    await db.note_summaries.save(user_id, page, word)
    missing = await db.entry_vectors.missing(user_id, "m", limit=5)
    await db.entry_vectors.add(user_id, "m", [(place, word.encode()) for place, _ in missing])
    await db.proposals.add(proposal(user_id, word))
    await db.goals.save(GoalRow(token=word, user_id=user_id, name=word, body=word, made_at=NOW))
    await db.turns.apply(Effects(reminders=[reminder(user_id, word)]))
    await with_coach(db, user_id, word)
    await let_in(db, user_id, word)
    raw = json.dumps({"update_id": user_id, "message": {"from": {"id": user_id}, "text": word}})
    await db.inbox.put_updates([InboxUpdate(update_id=user_id, lane="l", raw_json=raw, received_at=NOW)])


async def with_coach(db: Stores, user_id: int, word: str) -> None:
    """One that has run and is to run again."""
    queued = QueuedWake(word, "asked", user_id, "manual", "[]", word, 0, NOW, NOW)
    await db.coaches.save(CoachRow(word, user_id, word, word, "active", True, word, NOW), [word], [queued])
    await db.coaches.add_template(TemplateRow(user_id, word, 1, word, NOW, word))
    wake = WakeRow(word, user_id, word, "manual", word, word, 1, 1, NOW)
    await db.wakes.begin(queued, wake)
    note = CoachNote(word, word, user_id, word, "observation", NOW, word)
    await db.turns.apply(Effects(ended=[WakeEnd(wake, NOW, "reported", report=word, notes=(note,))]))
    await db.wakes.ask(queued)
    job = JobRow(id=word, user_id=user_id, chat_id=1, kind="review", at=NOW, updated_at=NOW, body=word)
    step = JobStep(job_id=word, number=1, user_id=user_id, phase=1, kind="said", at=NOW, body=word)
    await db.jobs.add(job, 1)
    await db.jobs.commit(job, [step])
    await db.thoughts.keep(ThoughtKey(user_id, word), word, NOW)


async def let_in(db: Stores, user_id: int, name: str) -> None:
    """By a code, after a wrong one; and shown a button."""
    code = await db.access.add_code("telegram", NewCode("owner", "00", "11", None, NOW, NOW + HOUR, 3))
    member = Member(user_id, "owner", name, None, NOW)
    button = AccessButton(f"token{user_id}", user_id, 1, f"r{user_id}", "remove", 5, NOW + HOUR)
    changes = (LetIn(code, member), ShowButtons((button,)))
    await db.turns.apply(Effects(rights=Placed("telegram", changes)), now=NOW)
    await db.access.note_guess("telegram", user_id, stranger=True, limit=LockOut(5, 3600), now=NOW)


def rows_of(path: Path, user_id: int) -> dict[str, int]:
    connection = sqlite3.connect(path)
    counts = {
        name: connection.execute(
            f"SELECT count(*) FROM {name} WHERE {'user_id' if 'user_id' in columns else 'id'} = ?",  # noqa: S608
            (user_id,),
        ).fetchone()[0]
        for name, columns in tables().items()
        if "user_id" in columns or name == "users"
    }
    connection.close()
    return counts


async def test_nothing_is_left_of_a_user_in_the_file(tmp_path: Path):
    db = await Stores.open(tmp_path)
    wanted = [Wanted("mine", USER, "a folder"), Wanted("another's", OTHER, "another folder")]
    await SyncRows(db.database).switch_on(wanted, "here", NOW)
    await fill(db, USER, SECRET)
    await fill(db, OTHER, "otherword")
    path = db.database.path
    before, others = rows_of(path, USER), rows_of(path, OTHER)
    assert all(count or name in {"attachments", "vault_zones"} for name, count in before.items()), before
    await db.people.get_user(USER)
    forgotten = await db.forgetting.forget(USER)
    assert user_of.cache_info().currsize == 0
    assert forgotten.entries == 2
    left = {name for name, count in rows_of(path, USER).items() if count}
    assert left == {"members", "sync_targets"}, "still let in; what has to be emptied yet"
    assert rows_of(path, OTHER) == others
    assert [update.update_id for update in await db.inbox.unfinished_updates()] == [OTHER]
    found = await db.search.search_entries(OTHER, ["otherword"])
    assert len(found) == 2
    assert len(await db.note_search.by_words(OTHER, [("otherword",)])) == 1
    await db.close()
    stored = path.read_bytes()
    assert SECRET.encode() not in stored
    assert b"otherword" in stored


async def test_what_others_quoted_goes_too(tmp_path: Path):
    db = await Stores.open(tmp_path)
    quoting = Message(
        chat_id=1, message_id=5, user_id=OTHER, role="user", text="nice", at=NOW,
        raw_json=json.dumps({"reply_to_message": {"from": {"id": USER, "x": 1}, "text": SECRET}}),
    )  # fmt: skip
    await db.turns.apply(Effects(messages=[quoting]))
    await db.forgetting.forget(USER)
    kept = await db.messages.get_message(1, 5)
    assert kept is not None
    assert kept.text == "nice"
    assert kept.raw_json is None
    await db.close()
