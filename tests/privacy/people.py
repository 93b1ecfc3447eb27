"""Two people and one bot: Alex, whose data is full of marks, and You, who tries to get at it."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from storage.entities import ContextVersion, ModelCall
from storage.preparation import FILE_NAME
from storage.rights import LetIn, Member, NewCode
from telegram_local.messages import StoredMessage
from telegram_local.world import ALEX_ID, GROUP_ID, YOU_ID
from tests.driver.harness import RunningBot
from tests.driver.person import Person
from tests.driver.storing import turn_ids
from tests.driver.tables import tables
from tests.models.media import OGG, PHOTO
from tests.privacy.statements import NOBODYS, OWNER

PATIENCE = 60
MARK = "zqxalex"
BEGINNING = "zqxal"
"""Finds the mark where it can be found; what You are told of it is what You asked for."""
MEMORY = 2
"""The version of what the bot remembers; the first has a word of theirs."""
SEEN = "2026-10-02 to 2026-11-20"
NUMBERS = ("173.25", "173.2", "6.35", "91.75", "91.8", "4.321", "88.125", "88.1")
"""In nothing that You ever wrote; as they are said rounded, too."""
_NUMBER = re.compile(
    r"(?:(?<![\d.])|(?<=\\u[0-9a-f]{4}))(?:" + "|".join(map(re.escape, NUMBERS)) + r")(?![\de])"
)
"""A whole number: what a clock or a gauge measures holds any two or three digits by chance."""
WORKOUTS = (
    "Date,Workout Name,Exercise Name,Weight,Reps,Notes\n"
    f"2026-01-05 10:00:00,{MARK},Bench Press,91.75,5,{MARK}\n"
)
_UNFINISHED = (
    "SELECT (SELECT count(*) FROM inbox WHERE NOT done) + (SELECT count(*) FROM turns WHERE status = 'ready')"
    " + (SELECT count(*) FROM outbox WHERE status = 'queued')"
)


async def settled(bot: RunningBot) -> None:
    """Until everybody is answered and everything is learned."""
    async with asyncio.timeout(PATIENCE):
        while len(bot.server.state.updates) or _unfinished(bot):  # noqa: ASYNC110 - no event tells
            await asyncio.sleep(0.01)
        await bot.app.core.lanes.idle()


def _unfinished(bot: RunningBot) -> int:
    with closing(sqlite3.connect(f"file:{bot.settings.data / FILE_NAME}?mode=ro", uri=True)) as connection:
        (count,) = connection.execute(_UNFINISHED).fetchone()
    return int(count)


@dataclass
class Theirs:
    """What Alex has, and what a forger would need to know of it."""

    private: Person
    grouped: Person
    said: list[StoredMessage] = field(default_factory=list[StoredMessage])
    """Alex's own messages in the group."""
    entries: list[str] = field(default_factory=list[str])
    tokens: list[str] = field(default_factory=list[str])
    turns: list[str] = field(default_factory=list[str])
    reminders: list[str] = field(default_factory=list[str])
    coaches: list[str] = field(default_factory=list[str])
    imports: list[str] = field(default_factory=list[str])
    """The data of an import's buttons."""
    buttons: list[str] = field(default_factory=list[str])
    """The data of all buttons that Alex was ever shown."""


async def plant(bot: RunningBot) -> Theirs:
    """Everything a person can have: logs, corrections, notes, memory, questions, answers, files, costs."""
    theirs = Theirs(bot.client.alex, bot.client.in_group(ALEX_ID))
    alex, grouped = theirs.private, theirs.grouped
    for text in (
        f"bench 173.25kg x5x3 {MARK} shoulder",
        f"slept 4.75h, {MARK} dreams",
        f"slept 6.35h instead, {MARK} dreams",
        f"88.125kg 5x5, {MARK}",
        f"felt terrible after the {MARK} party, mood 3",
        "blorp means bench press",
        "what's my best bench?",
        "/goal bench 188.125kg",
        "coach me to bench 188.125kg",
        f"remind me tomorrow at 8am to stretch the {MARK} knee",
        "/settings language ko",
        "/settings zone Asia/Tokyo",
        "squat 120 5x5",
    ):
        await alex.say(text)
    for text in (f"@swealog_bot bench 173.25kg 5x5 {MARK}", f"@swealog_bot 88.125kg 5x5, {MARK}"):
        theirs.said.append(await grouped.say(text))
    theirs.said.append(await grouped.say(f"just chatting about my {MARK} knee"))
    theirs.said.append(await grouped.voice(OGG))
    theirs.said.append(await grouped.photo(PHOTO, f"my {MARK} salad 88.125 kcal"))
    await settled(bot)
    corrected = await grouped.say("@swealog_bot what's my best bench?")
    theirs.said.append(corrected)
    await alex.document(WORKOUTS.encode(), "strong.csv", mime="text/csv")
    await alex.document(WORKOUTS.replace("2026-01-05", "2026-01-06").encode(), "waits.csv", mime="text/csv")
    await settled(bot)
    await _keep_more(bot)
    for page in ("/context@swealog_bot", "/settings@swealog_bot"):
        theirs.said.append(await grouped.say(page))
    await settled(bot)
    await _know(bot, theirs)
    return theirs


async def _keep_more(bot: RunningBot) -> None:
    """What takes a model: a memory, what was heard in a voice note, a price."""
    db, now = bot.app.core.db, bot.clock()
    coaching = bot.app.state.coaching
    await coaching.tick()
    if coaching.runner is not None:
        await coaching.runner.idle()
    memory = f"## Facts\n\n- knee: {MARK} hurts at 91.75 (certain) <!-- correction, {SEEN}, 3x -->\n"
    await db.contexts.save_context(ContextVersion(user_id=ALEX_ID, version=MEMORY, content=memory, at=now))
    for attachment in await db.attachments.attachments(ALEX_ID):
        await db.attachments.update_attachment(attachment.model_copy(update={"text": f"{MARK} 91.75 kg"}))
    await db.calls.record(
        ModelCall(
            id="alexcall", at=now, turn_id="t", user_id=ALEX_ID, kind="query", agent="analyzer", model=MARK,
            provider="p", outcome="ok", price_usd=4.321, price_known=True, detail=MARK,
        )
    )  # fmt: skip


async def _know(bot: RunningBot, theirs: Theirs) -> None:
    db = bot.app.core.db
    theirs.entries = [entry.id for entry in await db.entries.recent_entries(ALEX_ID, 100)]
    theirs.turns = await turn_ids(db.turns, ALEX_ID)
    theirs.reminders = [one.id for one in await db.reminders.of_user(ALEX_ID)]
    theirs.coaches = [one.id for one in await db.coaches.of_user(ALEX_ID)]
    for chat_id in (ALEX_ID, GROUP_ID):
        theirs.tokens += [one.token for one in await db.questions.open_questions(ALEX_ID, chat_id)]
        for stored in bot.client.history(chat_id):
            theirs.buttons += [button.callback_data or "" for button in stored.buttons]
    theirs.imports = [data for data in theirs.buttons if data.startswith("i:")]
    assert len(theirs.entries) >= 6
    assert theirs.reminders
    assert theirs.coaches
    assert len(theirs.tokens) >= 2
    assert theirs.imports
    assert any(data.startswith("e:") for data in theirs.buttons), "no evidence was ever shown"
    assert any(data.startswith("k:") for data in theirs.buttons), "nothing ever gave way"
    pages = [stored.text for stored in bot.client.history(ALEX_ID) if stored.from_bot]
    assert any(f"{MARK} hurts" in page for page in pages), "the memory was never shown"


async def own(bot: RunningBot) -> None:
    """You are the owner, who lets people in and out."""
    access, db, now = bot.app.state.access, bot.app.core.db, bot.clock()
    code = NewCode("owner", "salt", "digest", None, now, now.replace(year=now.year + 1), 3)
    number = await db.access.add_code("telegram", code)
    await access.change(db, [LetIn(number, Member(YOU_ID, "owner", "You", None, now))])


def rows_of(bot: RunningBot, user_id: int) -> dict[str, list[tuple[object, ...]]]:
    """Every row of a person as it stands; of those that are nobody's, what is about their entries."""
    found: dict[str, list[tuple[object, ...]]] = {}
    with closing(sqlite3.connect(bot.settings.data / FILE_NAME)) as connection:
        for name, columns in tables().items():
            column = OWNER.get(name, "user_id")
            if column in columns and name not in NOBODYS:
                rows = connection.execute(f"SELECT * FROM {name} WHERE {column} = ?", (user_id,)).fetchall()  # noqa: S608
                found[name] = sorted(rows, key=repr)
        links = "SELECT l.* FROM reply_links l JOIN entries e ON e.id = l.entry_id WHERE e.user_id = ?"
        found["reply_links"] = sorted(connection.execute(links, (user_id,)).fetchall(), key=repr)
    return found


def files_of(bot: RunningBot, user_id: int) -> dict[str, bytes]:
    """Every file in a folder of that person's name, and the media of theirs."""
    paths = [path for path in bot.settings.data.rglob("*") if path.is_file() and str(user_id) in path.parts]
    return {str(path): path.read_bytes() for path in paths}


def marked(texts: Iterator[str]) -> list[str]:
    """Which of the texts hold something of Alex's."""
    return [text for text in texts if MARK in text or _NUMBER.search(text)]


def told_in_private(bot: RunningBot) -> Iterator[str]:
    """What You were told in the private chat: texts, buttons, captions."""
    return (stored.model_dump_json() for stored in bot.client.history(YOU_ID) if stored.from_bot)


def folder_of(bot: RunningBot, user_id: int, name: str) -> Path:
    """A person's own part of a folder."""
    return bot.settings.data / name / str(user_id)
