"""Logs that a model reads, through Telegram: what was said stays, each thing once, nothing is guessed."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from storage.entities import Entry
from telegram_local.world import YOU_ID
from tests.driver.harness import RunningBot, TestClock, running_bot
from tests.driver.person import Person
from tests.models.conftest import on_the_wire
from tests.models.server import ModelServer

__all__ = ["on_the_wire"]

SUNDAY = datetime(2026, 11, 22, 12, tzinfo=UTC)
Told = Mapping[str, object]


@asynccontextmanager
async def reading(
    tmp_path: Path, *measures: Told, **day: object
) -> AsyncGenerator[tuple[RunningBot, Person]]:
    """The bot with a model that reads these measures of a log, as of Sunday."""
    clock = TestClock()
    clock.set(SUNDAY)
    log = {"days": [{"day": f"{SUNDAY:%Y-%m-%d}", "measures": measures, **day}], "confidence": 0.9}
    async with ModelServer.running() as model:
        model.always("router", {"input_type": "log", "domains": [], "confidence": 0.9, "log": log})
        model.always("parser", log)
        profile = {"time_zone": "UTC", "weight_unit": "kg"}
        llm = model.llm_section()
        async with running_bot(tmp_path, clock=clock, llm=llm, profile=profile) as (bot, you):
            yield bot, you
            assert model.asked, "code was certain"


async def stored(bot: RunningBot) -> list[Entry]:
    """What stands, oldest first."""
    return (await bot.app.core.db.entries.recent_entries(YOU_ID, 20))[::-1]


async def rows(bot: RunningBot) -> list[tuple[str, float | str | None]]:
    """Each measure by its name and what tells it from others."""
    every = [one for entry in await stored(bot) for one in entry.measures]
    return [(one.name, one.weight or one.text or one.reps or one.value) for one in every]


def meal(text: str) -> Told:
    """What was eaten."""
    return {"name": "meal", "domain": "nutrition", "text": text}


@pytest.mark.usefixtures("on_the_wire")
async def test_several_meals_of_a_day_stay_several_in_the_persons_words(tmp_path: Path) -> None:
    eaten = (meal("2 eggs"), meal("burger with odd fries"), meal("3 apples"))
    async with reading(tmp_path, *eaten) as (bot, you):
        await you.ask("had two eggs and some strange toast thing, later a burger with odd fries")
        assert await rows(bot) == [("meal", "two eggs"), ("meal", "burger with odd fries")]


@pytest.mark.usefixtures("on_the_wire")
async def test_several_pains_and_moods_of_a_day_stay_several(tmp_path: Path) -> None:
    pains: list[Told] = [
        {"name": "pain", "domain": "general", "value": 3, "unit": "/10", "text": where}
        for where in ("knee", "shoulder")
    ]
    moods: list[Told] = [
        {"name": "mood", "domain": "general", "value": value, "unit": "/10"} for value in (3, 7)
    ]
    async with reading(tmp_path, *pains, *moods) as (bot, you):
        await you.ask(
            "knee hurts 3/10, shoulder 3/10, weird twinges all over, mood three, by night it was 7/10"
        )
        found = await rows(bot)
        assert [one for one in found if one[0] == "pain"] == [("pain", "knee"), ("pain", "shoulder")]
        assert [one for one in found if one[0] == "mood"] == [("mood", 3), ("mood", 7)]


@pytest.mark.usefixtures("on_the_wire")
@pytest.mark.parametrize(("chosen", "day"), [("Tue 17 Nov", "2026-11-17"), ("Sun 22 Nov", "2026-11-22")])
async def test_a_day_that_code_does_not_see_is_asked_about(tmp_path: Path, chosen: str, day: str) -> None:
    squat = {"name": "squat", "domain": "strength", "weight": 80, "weight_unit": "kg", "reps": 8, "sets": 3}
    async with reading(tmp_path, squat, day="2026-11-17") as (bot, you):
        await you.ask(
            "squats 3 x 8 with 80 kg, it was the day of the strange odd lunch and of the weird nonsense"
        )
        question = await you.next_reply()
        assert {"Tue 17 Nov", "Sun 22 Nov"} <= set(question.labels)
        assert [entry.day for entry in await stored(bot)] == [SUNDAY.date()]
        await you.tap(question, chosen)
        await you.next_reply()
        (entry,) = await stored(bot)
        assert (f"{entry.day}", entry.measures[0].weight) == (day, 80)


@pytest.mark.usefixtures("on_the_wire")
async def test_a_day_in_a_language_without_day_words_is_kept_and_said(tmp_path: Path) -> None:
    day = SUNDAY.date() - timedelta(days=2)
    squat = {"name": "squat", "domain": "strength", "weight": 80, "weight_unit": "kg", "reps": 8}
    async with reading(tmp_path, squat, day=f"{day}") as (bot, you):
        receipt = await you.ask("toissapäivänä kyykky 80 kg kahdeksan, vähän outoa")
        assert [entry.day for entry in await stored(bot)] == [day]
        assert f"Taken to be about {day}" in receipt.text


@pytest.mark.usefixtures("on_the_wire")
async def test_a_name_in_the_plural_and_a_number_in_words_are_the_persons(tmp_path: Path) -> None:
    told = {"name": "foobar jump", "domain": "strength", "reps": 20}
    async with reading(tmp_path, told) as (bot, you):
        receipt = await you.ask("did twenty foobar jumps and some more weird nonsense")
        assert await rows(bot) == [("foobar jump", 20)]
        assert "Not in your words" not in receipt.text


@pytest.mark.usefixtures("on_the_wire")
async def test_the_same_set_under_two_names_is_stored_once(tmp_path: Path) -> None:
    told = {
        "name": "close grip bench press",
        "domain": "strength",
        "weight": 60,
        "weight_unit": "kg",
        "reps": 5,
    }
    async with reading(tmp_path, told) as (bot, you):
        await you.ask("bench 60 kg x5 but with my grip close, press as always, weird nonsense eight whatever")
        assert [weight for _, weight in await rows(bot)] == [60]


@pytest.mark.usefixtures("on_the_wire")
async def test_codes_question_whose_a_figure_is_outlives_the_models_reading(tmp_path: Path) -> None:
    told = {"name": "squat", "domain": "strength", "weight": 160, "weight_unit": "kg", "reps": 5, "sets": 3}
    async with reading(tmp_path, told) as (_, you):
        receipt = await you.ask("160 kg 3x5")
        question = await you.next_reply()
        assert "xercise" in question.text
        assert "160" in receipt.text


@pytest.mark.usefixtures("on_the_wire")
async def test_a_model_that_reads_nothing_leaves_the_log_to_code_in_one_call(tmp_path: Path) -> None:
    async with ModelServer.running() as model:
        model.always("router", {"input_type": "log", "domains": ["strength"], "confidence": 0.9, "log": None})
        async with running_bot(tmp_path, llm=model.llm_section(), profile={"weight_unit": "kg"}) as (
            bot,
            you,
        ):
            await you.ask("bench 60 kg 5x5, then eight strange leuanvetoa and some nonsense")
            assert ("bench press", 60) in await rows(bot)
            assert [asked.agent for asked in model.asked] == ["router"]
