"""Short logs that leave something out: whose a figure alone is, the unit of an amount."""

from __future__ import annotations

from pathlib import Path

import pytest

from telegram_local.messages import StoredMessage
from telegram_local.world import YOU_ID
from tests.driver.harness import RunningBot, running_bot
from tests.driver.person import Person


async def _values(bot: RunningBot) -> list[tuple[str, float | None, str | None]]:
    entries = await bot.app.core.db.entries.recent_entries(YOU_ID, 9)
    told = [(one.name, one.value, one.unit) for entry in entries for one in entry.measures]
    return [one for one in told if one[1] is not None]


async def _asked(you: Person, text: str) -> StoredMessage:
    """The question after the receipt of a log."""
    await you.ask(text)
    return await you.next_reply()


@pytest.mark.parametrize(
    ("before", "said", "option", "name"),
    [
        (["weight 82.1 kg", "bench 100kg 5x5"], "82.4", "body weight", "body weight"),
        (["weight 82.1 kg"], "76.9", "body weight", "body weight"),
        (["몸무게 82.1kg", "벤치 100kg 5x5"], "82.6", "체중", "body weight"),
        (["sleep 7h", "steps 9000"], "9400", "steps", "steps"),
        (["mood 7", "sleep 7h"], "7", "mood", "mood"),
    ],
)
async def test_a_figure_alone_near_what_was_logged_is_asked_about(
    tmp_path: Path, before: list[str], said: str, option: str, name: str
) -> None:
    async with running_bot(tmp_path) as (bot, you):
        for log in before:
            await you.ask(log)
        asked = await _asked(you, said)
        assert said in asked.text
        await you.tap(asked, option)
        assert f"{option.capitalize()}: {float(said):g}" in (await you.next_reply()).text
        assert (name, float(said)) in [one[:2] for one in await _values(bot)]


async def test_a_figure_alone_that_is_something_else_stays_a_note(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("weight 82.1 kg")
        await you.ask("bench 100kg 5x5")
        await you.tap(await _asked(you, "82.4"), "Skip")
        again = await _asked(you, "82.7")
        assert "82.7" in again.text, "a figure is no answer to what a figure was"
        assert await _values(bot) == [("body weight", 82.1, "kg")]
        assert "160" in (await you.ask("160")).text
        await you.silence()


async def test_a_weight_named_as_such_is_still_doubted_where_it_jumps(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("weight 181 lb")
        bot.clock.advance(days=1)
        await you.tap(await _asked(you, "82"), "body weight")
        jump = await you.next_reply()
        assert "kilograms or pounds" in jump.text
        await you.next_reply()
        await you.tap(jump, "kg")
        await you.next_reply()
        assert ("body weight", 82, "kg") in await _values(bot)


@pytest.mark.parametrize(
    ("said", "option", "value"),
    [
        ("water 2", "liters", ("water", 2, "l")),
        ("drank 3 water", "glasses", ("water", 3, "cup")),
        ("물 2 마심", "컵", ("water", 2, "cup")),
        ("nap 5", "minutes", ("nap", 5, "min")),
    ],
)
async def test_the_unit_of_an_amount_is_asked_for(
    tmp_path: Path, said: str, option: str, value: tuple[str, float, str]
) -> None:
    async with running_bot(tmp_path) as (bot, you):
        asked = await _asked(you, said)
        assert await _values(bot) == []
        await you.tap(asked, option)
        await you.next_reply()
        assert await _values(bot) == [value]


@pytest.mark.parametrize(
    ("before", "said", "value"),
    [
        ("water 1.5l", "water 2", ("water", 2, "l")),
        ("물 3컵", "물 2", ("water", 2, "cup")),
        ("mood 7", "water 500", ("water", 500, "ml")),
        ("mood 7", "낮잠 20", ("nap", 20, "min")),
        ("mood 7", "nap 1", ("nap", 60, "min")),
    ],
)
async def test_an_amount_is_in_the_unit_that_was_always_written_or_that_alone_can_be(
    tmp_path: Path, before: str, said: str, value: tuple[str, float, str]
) -> None:
    async with running_bot(tmp_path) as (bot, you):
        await you.ask(before)
        await you.ask(said)
        await you.silence()
        assert (await _values(bot))[0] == value


async def test_what_is_typed_says_the_unit_too(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        await _asked(you, "물 2, 커피 1잔")
        await you.ask("컵으로")
        assert sorted(await _values(bot)) == [("coffee", 1, None), ("water", 2, "cup")]


@pytest.mark.parametrize(
    ("said", "options", "before", "after"),
    [
        ("bench 40 or 45 kg x5, I think", ["40", "45"], "Bench press: 5 reps", "Bench press: 45 kg"),
        ("ran 5 or 6 km in 30 min", ["5", "6"], "Run: 30 min", "6 km"),
        ("slept 6 or 7 hours", ["6", "7"], "Noted", "Sleep: 7 h"),
    ],
)
async def test_of_two_figures_for_one_none_is_stored_before_it_was_asked(
    tmp_path: Path, said: str, options: list[str], before: str, after: str
) -> None:
    async with running_bot(tmp_path) as (bot, you):
        assert before in (await you.ask(said)).text
        asked = await you.next_reply()
        assert asked.labels[:2] == options
        await bot.restart()
        await you.tap(asked, options[1])
        assert after in (await you.next_reply()).text
        (entry,) = await bot.app.core.db.entries.recent_entries(YOU_ID, 5)
        assert entry.text == said


async def test_or_so_and_ranges_are_asked_about_by_nobody(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (_, you):
        for said in ("bench 60 kg 5x5 or so", "bench 60 kg 5x5, 70 kg 3x3", "ran 5 km or so in 30 min"):
            assert "Logged" in (await you.ask(said)).text
        await you.silence(0.3)


async def test_a_way_without_its_unit_is_asked_about_once(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        asked = await _asked(you, "ran 5 in 42")
        assert "In which unit was “run 5”?" in asked.text
        await you.tap(asked, "miles")
        assert "Run: 5 mi · 42:00" in (await you.next_reply()).text
        bot.clock.advance(days=1)
        assert "Run: 3 mi · 32:00" in (await you.ask("ran 3 easy 32 min w my sister, she did 2")).text
        bot.clock.advance(days=1)
        await you.tap(await _asked(you, "ran 30 today"), "minutes")
        assert "Run: 30 min" in (await you.next_reply()).text


async def test_a_way_is_told_in_the_unit_of_the_settings(tmp_path: Path) -> None:
    async with running_bot(tmp_path, profile={"distance_unit": "km"}) as (_, you):
        assert "Run: 6 km" in (await you.ask("ran 6 today")).text
        assert "km" not in (await you.ask("walked 3 dogs")).text
