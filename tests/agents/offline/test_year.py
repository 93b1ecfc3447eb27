"""A year of days through the machine, played by code, with the clock moving: what memory makes of it."""

from __future__ import annotations

import random
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path

import pytest

from agents.keeping import difference, pinned
from agents.limits import Limits
from agents.machine import Machine
from agents.memory import GlobalContext, opened, parse, read_archive, render, tokens
from agents.offline.engine import OfflineEngine
from agents.profile import ProfileDefaults
from agents.reflection import reflect
from agents.steps import STEPS, keep_words
from agents.turn import Incoming, Turn
from agents.work import Services
from bot.replies.rendering import TelegramReplies
from bot.updates.lanes import LocalLanes
from domains import registry
from storage.entities import ContextVersion, ScheduledRun
from storage.stores import Stores
from tests.agents.milestones import milestones

ME = 7
FIRST = date(2026, 1, 1)
DAYS = 365
BUDGET = Limits().global_context_tokens
MOVED = 210
"""From this day on another rhythm: other weekdays, shorter nights."""
ACCESSORIES = (
    "lat pulldown", "leg press", "leg curl", "leg extension", "barbell curl", "hammer curl", "dips",
    "face pull", "hip thrust", "incline bench press", "front squat", "romanian deadlift", "cable fly",
    "lateral raise", "calf raise", "skull crusher", "goblet squat", "seated row", "shrug", "pull ups",
    "dumbbell press", "good morning", "bulgarian split squat", "preacher curl", "pec deck", "hack squat",
    "arnold press", "box squat", "sumo deadlift", "trap bar deadlift", "tricep pushdown", "upright row",
    "lunges", "step ups", "kettlebell swing", "thruster", "power clean", "push press", "push jerk",
    "snatch", "t-bar row", "pendlay row", "floor press", "close grip bench press", "glute bridge",
    "reverse fly", "concentration curl", "overhead tricep extension", "zercher squat", "deficit deadlift",
    "rack pull", "landmine press",
)  # fmt: skip


@dataclass(slots=True)
class Life:
    """A person with a bot, and what day it is for both."""

    services: Services
    machine: Machine
    lanes: LocalLanes
    now: datetime
    said: int = 0
    last_run: ScheduledRun | None = None

    async def says(self, text: str, hour: int = 19, reply_to: int | None = None) -> Turn:
        self.said += 1
        self.now = datetime.combine(self.now.date(), time(hour, self.said % 60), UTC)
        incoming = Incoming(
            user_id=ME, chat_id=ME, message_id=self.said, text=text, sent_at=self.now, reply_to=reply_to
        )
        turn = await self.machine.begin(incoming)
        await self.lanes.idle()
        return turn

    async def looks_back(self) -> None:
        """What the scheduler does once a week."""
        run = self.last_run or ScheduledRun(user_id=ME, job="observer", due_at=self.now)
        await reflect(self.services, run, self.now, self.now + timedelta(days=7))
        self.last_run = await self.services.db.schedule.scheduled(ME, "observer")

    async def newest(self) -> ContextVersion:
        version = await self.services.db.contexts.context(ME)
        assert version is not None
        return version


@asynccontextmanager
async def life(folder: Path) -> AsyncGenerator[Life]:
    db = await Stores.open(folder)
    lanes = LocalLanes()
    begun: list[Life] = []
    services = Services(
        engine=OfflineEngine(),
        db=db,
        registry=registry.load(),
        replies=TelegramReplies(),
        limits=Limits(),
        defaults=ProfileDefaults(weight_unit="kg"),
        clock=lambda: begun[0].now,
    )
    machine = Machine(services, lanes, STEPS, keep_words)
    lanes.resume_with(machine.resume)
    begun.append(Life(services, machine, lanes, datetime.combine(FIRST, time(8), UTC)))
    try:
        yield begun[0]
    finally:
        await lanes.stop()
        await db.close()


def logs(number: int, dice: random.Random) -> list[str]:
    """What a day is reported with: most days something, in two languages, now and then an ache."""
    day = FIRST + timedelta(days=number)
    moved = number >= MOVED
    night = dice.choice((5, 5.5, 6, 6.5) if moved else (6, 7, 7.5, 8))
    told = [f"slept {night:g}h" if number % 3 else f"어제 {night:g}시간 잤어"]
    if day.weekday() in ((1, 3, 5) if moved else (0, 2, 4)):
        load = 60 + number // 7
        lifts = {"bench press": load, "squat": load + 30, "deadlift": load + 50}
        name = list(lifts)[number % 3]
        felt = " felt heavy" if night < 6 and dice.random() < 0.8 else ""
        told.append(f"{name} {lifts[name] + dice.randint(0, 4)}kg x5x3{felt}")
        told.append(f"{dice.choice(ACCESSORIES)} {dice.randint(10, 60)}kg 3x10")
    if day.weekday() == 6:
        told.append(f"ran {5 + dice.randint(0, 5)} km in {dice.randint(28, 55)}:{dice.randint(10, 59)}")
    if dice.random() < 0.04:
        told.append(f"{dice.choice(('knee', 'shoulder', 'elbow'))} hurts 3/10")
    if dice.random() < 0.2:
        told.append(f"weighed {80 - number / 100:.1f} kg, mood {dice.randint(2, 5)}/5")
    return told


async def lived(me: Life) -> None:
    """The year: logs each day, a question, a correction, a new word for an exercise at times."""
    dice = random.Random(11)  # noqa: S311 - the same year every time
    for number in range(DAYS):
        me.now = datetime.combine(FIRST + timedelta(days=number), time(8), UTC)
        for text in logs(number, dice):
            await me.says(text)
        match number:
            case 3:
                await me.says("bench press 55 lb x5")
                await me.says("kg not lb")
            case 30 | 31:
                await me.says("press 40kg 5x5")
                await me.says("no, that was bench press", reply_to=me.said)
            case 60:
                version = await me.newest()
                line = next(line for line in opened(version).lines if line.key == "training days")
                kept = pinned(version, line.name, me.now, BUDGET)
                assert isinstance(kept, ContextVersion)
                await me.services.db.contexts.save_context(kept)
            case _ if number % 23 == 5:
                await me.says(dice.choice(("what is my best squat?", "how did I sleep last week?")))
            case _ if number % 31 == 7:
                await me.says("bench press 95kg x5")
                await me.says("actually that was 59 not 95")
            case _:
                pass
        if number % 7 == 6:
            await me.looks_back()


@pytest.mark.soak_only
async def test_a_year_of_days(tmp_path: Path):
    async with life(tmp_path) as me:
        await lived(me)
        versions = (await me.services.db.contexts.versions(ME))[::-1]
        newest = versions[-1]
        check_archive(versions, check_versions(versions))

        memory = opened(newest)
        everything = await me.services.db.entries.get_entries_by_date_range(ME, date.min, date.max)
        profile = await me.services.profile(ME)
        truth = {item.name: item for item in milestones(everything, profile)}
        held = [line for line in memory.lines if line.key.endswith(" record")]
        assert len(held) > 10
        for line in held:
            name = line.key.removesuffix(" record")
            assert line.value == truth[name].text

        by_key = {line.key: line for line in memory.lines}
        assert "weight unit" not in by_key
        assert (by_key["alias press"].value, by_key["alias press"].confidence) == ("bench press", "likely")
        assert by_key["training days"].pinned
        assert by_key["training days"].value == "Tue, Thu, Sat, Sun"
        last_press = await me.says("press 41kg 5x5")
        (entry,) = await me.services.db.entries.entries(ME, last_press.stored_ids)
        assert [measure.name for measure in entry.measures] == ["bench press"]


def check_versions(versions: list[ContextVersion]) -> list[GlobalContext]:
    """Every one is within the budget, numbered, read back as it was written, and says each thing once."""
    memories: list[GlobalContext] = []
    assert len(versions) > 100
    assert [version.version for version in versions] == list(range(1, len(versions) + 1))
    for version in versions:
        memory = parse(version.content)
        memories.append(memory)
        assert tokens(version.content) <= BUDGET
        assert render(memory) == version.content
        names = [line.name for line in memory.lines]
        assert len(names) == len(set(names))
        old = [line for line in memory.lines if line.confidence == "tentative"]
        assert all((version.at.date() - line.last) <= timedelta(days=60) for line in old)
    return memories


def check_archive(versions: list[ContextVersion], memories: list[GlobalContext]) -> None:
    """What left a version stands in the archive under its day, with why; nothing else stands there."""
    left = read_archive(versions[-1].archive)
    there = {(day, item.line.name, item.line.value) for day, item in left}
    gone: set[tuple[date, tuple[str, str], str]] = set()
    before = GlobalContext()
    for version, memory in zip(versions, memories, strict=True):
        moved = difference(before, memory)
        for line in (*moved.removed, *(old for old, _ in moved.changed)):
            gone.add((version.at.date(), line.name, line.value))
        before = memory
    assert gone == there
    assert {item.reason for _, item in left} >= {"replaced", "faded", "no room"}
