"""What a word of one's own means, said in a message of its own."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path

import pytest

from agents.offline.learning.teaching import Taught, Unfit, lessons
from domains.registry import load
from telegram_local.world import YOU_ID
from tests.driver.harness import running_bot

VOCABULARY = {term: name for words in load().vocabulary.values() for term, name in words.items()}


@pytest.mark.parametrize(
    ("text", "term", "name"),
    [
        ("when I say skulls I mean skull crusher", "skulls", "skull crusher"),
        ("When I say “skulls” I mean skull crushers.", "skulls", "skull crusher"),
        ("whenever i write bb rows it means barbell row", "bb rows", "barbell row"),
        ("by press I mean bench press", "press", "bench press"),
        ("'skulls' means skull crusher, thanks", "skulls", "skull crusher"),
        ("From now on, when I say DL I mean sumo deadlift", "dl", "sumo deadlift"),
        ('I call overhead press "strict"', "strict", "overhead press"),
        ("skulls = skull crusher", "skulls", "skull crusher"),
        ("내가 스쿼라고 하면 스쿼트야", "스쿼", "squat"),
        ("앞으로 벤프라고 쓰면 벤치프레스로 기록해줘", "벤프", "bench press"),
        ("인벤은 인클라인 벤치프레스 줄임말이야", "인벤", "incline bench press"),
        ("나는 벤치프레스를 벤프라고 불러", "벤프", "bench press"),
    ],
)
def test_what_is_taught(text: str, term: str, name: str):
    assert lessons(text, VOCABULARY, ()) == (Taught(term, name),)


@pytest.mark.parametrize(
    "text",
    [
        "mood = good",
        "sleep = 7h",
        "bench = 100",
        "when I say I'm tired I mean exhausted",
        "what does RPE mean?",
        "bench 185x5 means a lot to me",
        "when I bench I mean business",
        "오늘은 스쿼트야",
        "이게 무슨 뜻이야",
        "when I say skulls I mean skull crusher. bench 80x5",
    ],
)
def test_what_is_none_of_it(text: str):
    assert lessons(text, VOCABULARY, ()) == ()


def test_what_cannot_be():
    assert lessons("when I say squat I mean front squat", VOCABULARY, ()) == (
        Unfit("taken", "squat", "front squat"),
    )
    unheard = "when I say gronks I mean gronk lifts"
    assert lessons(unheard, VOCABULARY, ()) == (Unfit("unknown", "gronks", "gronk lifts"),)
    assert lessons(unheard, VOCABULARY, {"gronk lift"}) == (Taught("gronks", "gronk lift"),)
    assert lessons("when I say today I mean squat", VOCABULARY, ()) == (Unfit("everyday", "today", "squat"),)


def test_hostile_texts_are_quick():
    lessons("when I say a I mean b", VOCABULARY, ())
    started = time.process_time()
    for text in ("a " * 80, "when i say " * 14, "no, " * 40, '"' * 160, "when i say a i mean b. " * 3000):
        lessons(text, VOCABULARY, ())
    assert time.process_time() - started < 1


def stored(tmp_path: Path) -> int:
    connection = sqlite3.connect(tmp_path / "data" / "swealog.db")
    (count,) = connection.execute("SELECT count(*) FROM entries").fetchone()
    connection.close()
    return count


async def test_it_is_confirmed_used_and_taken_back_by_a_tap(tmp_path: Path):
    async with running_bot(tmp_path) as (_, you):
        told = await you.ask("when I say gripz I mean skull crusher")
        assert "“gripz”" in told.text
        assert "skull crusher" in told.text.casefold()
        assert stored(tmp_path) == 0
        assert "Skull crusher: 30 kg" in (await you.ask("gripz 30kg 3x10")).text
        assert "“gripz” is skull crusher" in (await you.ask("/context")).text
        again = await you.ask("when I say gripz I mean skull crusher")
        assert not again.buttons
        told = await you.ask("when I say gripz I mean hammer curl")
        await you.tap(told, "Undo")
        assert "“gripz” is skull crusher" in (await you.edited(told)).text


async def test_the_undo_command_takes_the_lesson_back_and_no_log(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("squat 100kg 5x5")
        await you.ask("앞으로 밴쿠라고 하면 벤치프레스야")
        assert "before" in (await you.ask("/undo")).text
        assert "밴쿠" not in (await you.ask("/context")).text
        assert len(await bot.app.core.db.entries.recent_entries(YOU_ID, 9)) == 1
        await you.ask("/undo")
        assert not await bot.app.core.db.entries.recent_entries(YOU_ID, 9)


async def test_what_cannot_be_is_said_and_changes_nothing(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        assert "keep it" in (await you.ask("when I say squat I mean front squat")).text
        assert "don't know “gronk lift”" in (await you.ask("when I say gronkz I mean gronk lift")).text
        assert await bot.app.core.db.contexts.context(YOU_ID) is None
        assert stored(tmp_path) == 0
