"""Models that take their time, through Telegram: no log waits for them; read late, it is improved."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import cast

import pytest
import yaml

from agents.late import LateReadings
from agents.parser import ParserOutput
from agents.turn import Improves, Turn
from storage.entities import Entry, Measure, TurnRow
from storage.invariants import broken
from storage.preparation import FILE_NAME
from storage.stores import Stores
from telegram_local.messages import StoredMessage
from telegram_local.server import LocalServer
from telegram_local.world import YOU_ID
from tests.driver.client import LocalClient
from tests.driver.harness import RunningBot, running_bot
from tests.driver.person import Person
from tests.driver.storing import turn_ids
from tests.models.conftest import on_the_wire
from tests.models.server import ModelServer
from tests.scenarios.test_kill import PATIENCE, process

__all__ = ["on_the_wire"]

SAID = "bench 60 kg 5x5, then eight strange leuanvetoa and some nonsense"
"""Code takes the eight for repetitions of the bench press."""
BY_CODE, BY_MODEL = ["bench press 5", "bench press 8"], ["bench press 5", "pull-up 8"]
WAITS: Mapping[str, float] = {
    "log_seconds": 0.2, "low_seconds": 60, "medium_seconds": 60, "high_seconds": 60, "tries": 1
}  # fmt: skip
PULL_UPS: dict[str, object] = {"name": "pull-up", "domain": "strength", "reps": 8}
BENCH: dict[str, object] = {
    "name": "bench press", "domain": "strength", "weight": 60, "weight_unit": "kg", "reps": 5, "sets": 5
}  # fmt: skip


_LATER = "The model takes its time"


def today() -> str:
    """The day that a log is about that names none."""
    return f"{datetime.now(UTC):%Y-%m-%d}"


def read(*measures: Mapping[str, object], **more: object) -> dict[str, object]:
    """The one call of a log: what it is, and what it says."""
    days = [{"day": today(), "measures": measures}]
    log = {"days": days, "confidence": 0.9, **more}
    return {"input_type": "log", "domains": ["strength"], "confidence": 0.9, "log": log}


@asynccontextmanager
async def slow(
    tmp_path: Path,
    says: Mapping[str, object] | None = None,
    *,
    few: bool = True,
    calls: Mapping[str, float] | None = None,
) -> AsyncGenerator[tuple[RunningBot, Person, ModelServer]]:
    """The bot with a model that has read a log with pull-ups, and does not say so before its gate opens."""
    async with ModelServer.running() as model:
        model.gate.clear()
        said = dict(says or read(BENCH, PULL_UPS))
        model.always("router", said)
        model.always("parser", cast("dict[str, object]", said["log"]))
        llm = {**model.llm_section(), "fewer_calls": few}
        limits = {"calls": {**WAITS, **(calls or {})}}
        async with running_bot(tmp_path, llm=llm, limits=limits, profile={"time_zone": "UTC"}) as (bot, you):
            yield bot, you, model


async def logged(bot: RunningBot) -> list[str]:
    """What stands now."""
    entries = await bot.app.core.db.entries.recent_entries(YOU_ID, 20)
    return sorted(f"{measure.name} {measure.reps}" for entry in entries for measure in entry.measures)


async def read_late(bot: RunningBot, model: ModelServer) -> None:
    """The model answers, and what it read is dealt with."""
    late = bot.app.core.services.late
    assert isinstance(late, LateReadings)
    model.gate.set()
    await late.idle()
    await bot.app.core.lanes.idle()


async def changed(bot: RunningBot, you: Person, receipt: StoredMessage, word: str) -> StoredMessage:
    """The receipt once it says this."""
    await bot.client.until(lambda: word in you.current(receipt).text, within=10, what=word)
    return you.current(receipt)


@pytest.mark.usefixtures("on_the_wire")
async def test_code_reads_a_log_in_time_and_the_model_improves_the_receipt(tmp_path: Path) -> None:
    async with slow(tmp_path) as (bot, you, model):
        receipt = await you.ask(SAID)
        assert "60 kg" in receipt.text
        assert _LATER in receipt.text
        assert await logged(bot) == BY_CODE

        await read_late(bot, model)
        now = await changed(bot, you, receipt, "ull-up")
        assert _LATER not in now.text
        assert "60 kg" in now.text
        assert await logged(bot) == BY_MODEL
        assert [asked.agent for asked in model.asked] == ["router"], "one call"

        await you.tap(now, "Undo")
        assert "Taken back" in (await you.next_reply()).text
        assert await logged(bot) == [], "the log goes, not only what the model added"
        assert "nothing to undo" in (await you.ask("/undo")).text


@pytest.mark.usefixtures("on_the_wire")
async def test_each_agent_alone_is_waited_for_no_longer(tmp_path: Path) -> None:
    async with slow(tmp_path, few=False) as (bot, you, model):
        receipt = await you.ask(SAID)
        await read_late(bot, model)
        await changed(bot, you, receipt, "ull-up")
        assert await logged(bot) == BY_MODEL


@pytest.mark.usefixtures("on_the_wire")
@pytest.mark.parametrize("act", ["undo", "fix", "edit"])
async def test_what_the_person_did_meanwhile_stands(tmp_path: Path, act: str) -> None:
    async with slow(tmp_path) as (bot, you, model):
        sent = await you.say(SAID)
        receipt = await you.next_reply()
        if act == "undo":
            await you.tap(receipt, "Undo")
        elif act == "fix":
            await you.reply(receipt, "it was 65 kg")
        else:
            await you.edit(sent, "bench 65 kg 5x5")
        did = await you.next_reply()
        stands = await logged(bot)
        assert stands != BY_CODE or "65 kg" in did.text
        await read_late(bot, model)
        assert await logged(bot) == stands
        assert "ull-up" not in you.current(receipt).text + you.current(did).text


@pytest.mark.usefixtures("on_the_wire")
@pytest.mark.parametrize("answered", ["before", "after"])
async def test_a_question_of_codes_stays_and_its_answer_counts(tmp_path: Path, answered: str) -> None:
    bench = {**BENCH, "weight_unit": None}
    async with slow(tmp_path, read(bench, PULL_UPS)) as (bot, you, model):
        receipt = await you.ask(SAID.replace(" kg", ""))
        question = await you.next_reply()
        assert "kg" in question.labels
        if answered == "after":
            await read_late(bot, model)
            await changed(bot, you, receipt, "ull-up")
        await you.tap(question, "kg")
        told = await you.next_reply()
        await read_late(bot, model)
        await changed(bot, you, told, "ull-up")
        assert "60 kg" in you.current(told).text
        assert await logged(bot) == BY_MODEL
        questions = [one for one in await you.history() if "Kilograms or pounds" in one.text]
        assert len(questions) == 1, "asked once"


@pytest.mark.usefixtures("on_the_wire")
async def test_a_log_beside_a_question_is_stored_in_time_and_the_plan_is_waited_for(tmp_path: Path) -> None:
    question = "am I getting stronger on bench?"
    both = {
        **read(BENCH, PULL_UPS),
        "input_type": "both",
        "log_part": SAID,
        "question_part": question,
        "plan": {
            "reasoning": "as it stands",
            "parts": [{"type": "insight", "about": ["bench press"]}],
            "searches": [{"topics": ["bench press"]}],
            "next_action": "retrieve",
        },
    }
    async with slow(tmp_path, both) as (bot, you, model):
        receipt = await you.ask(f"{SAID}. {question}")
        assert await logged(bot) == BY_CODE
        model.gate.set()
        await you.next_reply()
        await read_late(bot, model)
        await changed(bot, you, receipt, "ull-up")
        asked = [one.agent for one in model.asked]
        assert asked[:2] == ["router", "analyzer"], "the first call has planned already"


@pytest.mark.usefixtures("on_the_wire")
async def test_what_was_read_late_is_a_row_from_then_on(tmp_path: Path) -> None:
    """As if the process had died between the model's answer and what comes of it."""
    async with slow(tmp_path) as (bot, you, _):
        await you.ask("ran 5 km in 30:00")
        db = bot.app.core.db
        (turn_id,) = await turn_ids(db.turns, YOU_ID)
        row = await db.turns.turn(turn_id)
        assert row is not None
        turn = Turn.model_validate_json(row.data)
        assert turn.parsed is not None
        (entry,) = turn.parsed.entries
        moved = entry.model_copy(update={"measures": tuple(map(_longer, entry.measures))})
        improves = Improves(
            entries=tuple((stored, 1) for stored in turn.stored_ids), receipt=f"{turn.id}:receipt"
        )
        late = LateReadings(db.turns, Asleep(), bot.clock)
        late.follow(turn, _there(turn.parsed.model_copy(update={"entries": (moved,)})), improves)
        await late.idle()
        assert [one.measures[0].distance_m for one in await _entries(bot)] == [5000]
        await bot.restart()
        await bot.app.core.lanes.idle()
        assert [one.measures[0].distance_m for one in await _entries(bot)] == [6000]


@pytest.mark.usefixtures("on_the_wire")
@pytest.mark.fault("SIGKILL while a model still reads a log")
async def test_killed_while_a_model_still_reads_code_s_reading_stands(tmp_path: Path) -> None:
    data, config = tmp_path / "data", tmp_path / "config.yaml"
    async with (
        ModelServer.running() as model,
        LocalServer() as telegram,
        LocalClient(telegram.base_url, telegram.state.control_token, patience=PATIENCE) as client,
    ):
        model.gate.clear()
        given: dict[str, object] = {
            "telegram": {"token": telegram.token, "api_url": telegram.base_url},
            "access": {"allow_users": [YOU_ID]},
            "llm": model.llm_section(),
            "limits": {"calls": dict(WAITS)},
            "profile": {"ask_first": []},
        }
        config.write_text(yaml.safe_dump(given))
        async with process(data, config):
            assert "60 kg" in (await client.you.ask(SAID)).text
        model.gate.set()
        async with process(data, config):
            told = await client.you.ask("/undo")
            while "Taken back" not in told.text:  # sent and not recorded when it was killed
                told = await client.you.next_reply()
        db = await Stores.open(data)
        try:
            (stored,) = await db.entries.entries_of_message(YOU_ID, YOU_ID, 1, with_deleted=True)
            assert [f"{one.name} {one.reps}" for one in stored.measures] == BY_CODE
            assert [one.cause for one in await db.entries.revisions(YOU_ID, stored.id)] == ["log", "undo"]
        finally:
            await db.close()
    assert await broken(data / FILE_NAME) == []


@pytest.mark.usefixtures("on_the_wire")
async def test_too_slow_and_unreachable_are_told_apart(tmp_path: Path) -> None:
    calls = {"low_seconds": 0.3, "medium_seconds": 0.3, "high_seconds": 0.3, "breaker_failures": 1}
    async with slow(tmp_path, calls=calls) as (bot, you, model):
        for _ in range(2):  # the second time nobody is asked: it is known
            assert "took too long" in (await you.ask("why is my bench stuck?")).text
        await model.stop()
        await bot.restart()
        for _ in range(2):
            assert "could be reached" in (await you.ask("why is my squat stuck?")).text


async def _entries(bot: RunningBot) -> list[Entry]:
    return await bot.app.core.db.entries.recent_entries(YOU_ID, 20)


def _longer(measure: Measure) -> Measure:
    return measure.model_copy(update={"distance_m": 6000})


def _there(read: ParserOutput) -> asyncio.Task[ParserOutput | None]:
    async def told() -> ParserOutput | None:
        return read

    return asyncio.create_task(told())


class Asleep:
    """Lanes that nothing wakes."""

    def wake(self, turns: Sequence[TurnRow]) -> None:
        """Leave them for the next start."""
