"""Proposed changes over the real bot: refused, one message a set, decided by taps, once, taken back."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

from agents.changes.items import (
    Item,
    MemoryItem,
    SessionItem,
)
from agents.changes.proposing import MOST_ITEMS, MOST_READ, Proposed, propose
from agents.goals.goal import Goal
from storage.entities import Entry
from telegram_local.world import YOU_ID
from tests.driver.harness import RunningBot, TestClock, running_bot

NOON = datetime(2026, 11, 23, 12, tzinfo=UTC)
TODAY = NOON.date()
COACH = "coach:1"


def at(moment: datetime = NOON) -> TestClock:
    clock = TestClock()
    clock.set(moment)
    return clock


async def asked(bot: RunningBot, *items: Item | Mapping[str, object], **more: bool) -> Proposed:
    services = bot.app.core.services
    return await propose(services, YOU_ID, YOU_ID, COACH, items, name="Bench 100 kg", **more)


async def entries(bot: RunningBot) -> list[Entry]:
    return await bot.app.core.db.entries.recent_entries(YOU_ID, 50)


def goal(target: float = 100.0, **more: object) -> Goal:
    return Goal.model_validate(
        {"kind": "best", "name": "bench press", "quantity": "weight", "target": target, "unit": "kg",
         "made": TODAY, **more}
    )  # fmt: skip


async def test_hostile_and_nonsensical_items_are_refused_with_reasons(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at()) as (bot, you):
        await you.ask("bench 92.5kg x5")
        [entry] = await entries(bot)
        theirs = entry.model_copy(
            update={"id": "01ARZ3NDEKTSV4RRFFQ69G5FAV", "user_id": 7, "message_id": -99}
        )
        await bot.app.core.db.entries.save_entry(theirs)
        typo: dict[str, object] = {
            "kind": "typo", "entry_id": entry.id, "name": "bench press", "field": "weight", "was": 92.5
        }  # fmt: skip
        hostile: dict[str, Mapping[str, object]] = {
            "foreign": {**typo, "entry_id": theirs.id, "becomes": 1.0},
            "foreign ": MemoryItem(category="fact", key="a", value="b", evidence=(theirs.id,)).model_dump(),
            "out_of_range": {**typo, "becomes": -5.0},
            "out_of_range ": {**typo, "becomes": 1e12},
            "changed": {**typo, "was": 925.0, "becomes": 92.5},
            "nothing_changes": {**typo, "becomes": 92.5},
            "markup": {"kind": "memory", "category": "fact", "key": "x", "value": "<b>bold</b>"},
            "markup ": {"kind": "session", "title": "see https://evil.example", "day": TODAY},
            "markup  ": {"kind": "memory", "category": "fact", "key": "x", "value": "gp\u202ej.exe"},
            "past": {"kind": "session", "title": "legs", "day": TODAY - timedelta(days=1)},
            "out_of_range  ": {"kind": "goal", "goal": goal(5000).model_dump()},
            "unknown": {"kind": "merge", "name": "bench press", "into": "sleep"},
            "unknown ": {"kind": "goal", "goal": goal(110).model_dump(), "replaces": "0123456789abcdef"},
            "unreadable": {"kind": "shell", "command": "rm -rf /"},
            "unreadable ": {"kind": "typo", "entry_id": "1; DROP TABLE entries"},
            "unreadable  ": {"kind": "memory", "category": "fact", "key": "x", "value": "y" * 5000},
            "out_of_range   ": {"kind": "unit", "field": "weight_unit", "unit": "mi"},
        }
        found = await asked(bot, *hostile.values(), SessionItem(title="Legs", day=TODAY))
        assert [one.why for one in found.refused] == [why.strip() for why in hostile]
        message = await you.next_reply()
        assert message.text.splitlines() == ["💡 Bench 100 kg suggests:", "1. Legs on 23 Nov"]
        assert (await asked(bot, *hostile.values())).token == ""
        flood = [MemoryItem(category="fact", key=f"k{at}", value="v") for at in range(10_000)]
        many = await asked(bot, *flood)
        assert len(many.items) == MOST_ITEMS
        assert [one.number for one in many.refused] == [*range(MOST_ITEMS, MOST_READ + 1)]
