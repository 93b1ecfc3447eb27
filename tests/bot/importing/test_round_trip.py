"""What /export wrote, brought into an empty bot, gives the same answers."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from pathlib import Path

import pytest

from bot.commands.export import CASES
from evals.loading import EXAMPLES, people, tree
from storage.entities import ContextVersion, Effects, Preferences, User
from telegram_local.world import YOU_ID
from tests.driver.harness import RunningBot, TestClock, running_bot
from tests.driver.person import Person as Chatter
from tests.storage.importers.samples import FILES, HEVY_KG

MEMORY = "---\nversion: 3\n---\n## Preferences\n"


def questions(name: str) -> list[str]:
    told = tree(EXAMPLES / "questions" / f"{name}.yaml")["questions"]
    return [str(asked["ask"]) for asked in told if "ask" in asked][::3]


async def answers(bot: RunningBot, you: Chatter, asked: list[str]) -> list[str]:
    told: list[str] = []
    for question in asked:
        told.append((await you.ask(question)).text)
        await bot.app.core.lanes.idle()
        told.append((await you.ask("/cancel")).text)
    return told


async def exported(bot: RunningBot, you: Chatter) -> bytes:
    sent = await you.ask("/export")
    assert sent.message.document is not None
    return await bot.client.download(sent.message.document.file_id)


@pytest.mark.parametrize(
    "name", [*(pytest.param(name, marks=pytest.mark.soak_only) for name in ("lifter", "runner")), "beginner"]
)
async def test_the_same_answers(tmp_path: Path, name: str):
    person = next(person for key, person in people(EXAMPLES).items() if name in key)
    clock = TestClock()
    clock.set(person.now)
    chosen = Preferences(
        time_zone=person.profile.time_zone,
        language=person.profile.language,
        weight_unit=person.profile.weight_unit,
        distance_unit=person.profile.distance_unit,
    )
    entries = [entry.model_copy(update={"user_id": YOU_ID, "chat_id": YOU_ID}) for entry in person.entries()]
    async with running_bot(tmp_path / "one", clock=clock) as (bot, you):
        memory = ContextVersion(user_id=YOU_ID, version=3, content=MEMORY, at=clock())
        user = User(id=YOU_ID, name="You", preferences=chosen)
        await bot.app.core.db.turns.apply(Effects(users=[user], entries=entries, contexts=[memory]))
        packed = await exported(bot, you)
        before = await answers(bot, you, questions(name))
    async with running_bot(tmp_path / "two", clock=clock) as (bot, you):
        await you.document(packed, "swealog.zip", mime="application/zip")
        shown = await you.next_reply()
        assert not any(label == "kg" for label in shown.labels)
        await you.tap(shown, shown.labels[0])
        await you.next_reply()
        db = bot.app.core.db
        stored = await db.people.get_user(YOU_ID)
        assert stored is not None
        assert stored.preferences == chosen
        version = await db.contexts.context(YOU_ID)
        assert version is not None
        assert version.content == MEMORY
        assert {entry.id for entry in await db.entries.recent_entries(YOU_ID, 999)} == {
            entry.id for entry in entries
        }
        await you.document(packed, "again.zip")
        assert not (await you.next_reply()).buttons
        assert await answers(bot, you, questions(name)) == before


ASKED = (
    "what is my best bench press?",
    "how much did I sleep on average?",
    "what did I weigh last?",
    "when did I last squat?",
    "내 스쿼트 최고 기록은?",
    "how far did I run in total?",
    "what is my best skull crusher?",
    "how was my mood?",
    "have I been swimming?",
)


async def test_what_was_texted_taught_corrected_and_imported_comes_along(tmp_path: Path):
    async with running_bot(tmp_path / "one") as (bot, you):
        await you.ask("/settings zone Asia/Seoul")
        for text in (
            "bench 80 kg 5x3",
            "squat 100kg 5x5, slept 7h",
            "when I say gripz I mean skull crusher",
            "gripz 30kg 3x10",
            "어제 6시간 잤어",
            "ran 5 km in 27:30",
            "mood 4/5",
            "bench 95 kg 1x1",
            "actually that was 90 kg",
            "/goal bench 100 kg by March",
            "/settings review fri 19",
        ):
            await you.ask(text)
            await bot.app.core.lanes.idle()
        for name in ("hevy_kg", "body/hevy_measurements"):
            await you.document((FILES / f"{name}.csv").read_bytes(), "hevy.csv")
            await you.tap(await you.next_reply(), "Import 2")
            await you.next_reply()
        packed = await exported(bot, you)
        before = await answers(bot, you, list(ASKED))
    assert any("90 kg" in answer for answer in before)
    assert any("76.2" in answer for answer in before)
    async with running_bot(tmp_path / "two") as (bot, you):
        await you.document(packed, "swealog.zip", mime="application/zip")
        shown = await you.next_reply()
        await you.tap(shown, shown.labels[0])
        await you.next_reply()
        assert await answers(bot, you, list(ASKED)) == before
        assert "Skull crusher: 35 kg" in (await you.ask("gripz 35kg 3x8")).text
        assert "Bench press: 90 of 100 kg" in (await you.ask("/goal")).text
        await bot.restart()
        await you.ask("/settings")
        assert await bot.app.core.db.schedule.scheduled(YOU_ID, "digest") is not None
        again = await exported(bot, you)
    with zipfile.ZipFile(io.BytesIO(packed)) as first, zipfile.ZipFile(io.BytesIO(again)) as second:
        assert set(first.namelist()) - set(second.namelist()) == {CASES}, (
            "the history of changes stays behind"
        )


async def test_what_was_imported_before_stays_known(tmp_path: Path):
    async with running_bot(tmp_path / "one") as (bot, you):
        await you.document(HEVY_KG, "hevy.csv")
        await you.tap(await you.next_reply(), "Import 2")
        await you.next_reply()
        packed = await exported(bot, you)
        await you.document(packed, "own.zip")
        assert "nothing new" in (await you.next_reply()).text
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        names = archive.namelist()
        strength = list(csv.DictReader(io.StringIO(archive.read("csv/strength.csv").decode())))
        profile = json.loads(archive.read("person.json"))
    assert "csv/running.csv" in names
    assert {row["domain"] for row in strength} == {"strength"}
    assert profile["format"] == "swealog"
    async with running_bot(tmp_path / "two") as (_, you):
        await you.document(packed, "own.zip")
        await you.tap(await you.next_reply(), "Import 2")
        await you.next_reply()
        await you.document(HEVY_KG, "hevy.csv")
        assert "nothing new" in (await you.next_reply()).text


async def test_an_export_written_by_somebody_else_does_no_harm(tmp_path: Path):
    measure: dict[str, object] = {
        "domain": "strength", "name": "bench press", "day": "2024-01-01", "weight": 80,
    }  # fmt: skip
    good: dict[str, object] = {
        "id": "../../x", "user_id": 1, "chat_id": 1, "message_id": 1, "day": "2024-01-01",
        "logged_at": "2024-01-01T10:00:00Z", "text": "bench <b>80</b>", "revision": 99,
        "measures": [measure],
    }  # fmt: skip
    bad: list[object] = [
        {**good, "id": "a", "logged_at": "2024-01-01T10:00:00"},
        {**good, "id": "b", "measures": [{**measure, "weight": "NaN"}]},
        {**good, "id": "c", "measures": [{**measure, "reps": -3}]},
        {**good, "id": "d", "day": "never"},
        {**good, "id": "e", "extra": 1},
        None,
    ]
    person = {
        "preferences": {"time_zone": "../../etc/passwd", "language": "xx!", "weight_unit": "lb"},
        "memory": {"user_id": 1, "version": 2**70, "content": "x", "at": "2024-01-01T10:00:00Z"},
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("entries.json", json.dumps([good, *bad]))
        archive.writestr("person.json", json.dumps(person))
    async with running_bot(tmp_path) as (bot, you):
        await you.document(out.getvalue(), "evil.zip")
        shown = await you.next_reply()
        assert "Problems: 6" in shown.text
        await you.tap(shown, "Import 1")
        await you.next_reply()
        db = bot.app.core.db
        (entry,) = await db.entries.recent_entries(YOU_ID, 9)
        assert (entry.user_id, entry.revision, len(entry.id)) == (YOU_ID, 1, 26)
        user = await db.people.get_user(YOU_ID)
        assert user is not None
        assert user.preferences == Preferences(weight_unit="lb")
        assert await db.contexts.context(YOU_ID) is None
        assert "80" in (await you.ask("what is my best bench press?")).text
