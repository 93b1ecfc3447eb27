"""A message of a length that nobody writes: kept whole, read in part, and nobody else waits for it."""

from __future__ import annotations

from pathlib import Path
from time import process_time, thread_time

import pytest

from bot.web.messages import MOST_CHARACTERS
from telegram_local.world import YOU_ID
from tests.driver.sizes import size
from tests.web.calling import calling

RUNS = (".", "1", "..1", "1. ", "1세트 ")


async def test_only_the_beginning_of_a_long_message_is_read_and_all_of_it_kept(tmp_path: Path):
    log = "bench 80kg 5x5\n"
    text = (log + "and then nothing much happened " * 600)[:MOST_CHARACTERS].strip()
    late = text[: -len(log) - 1] + "\nsquat 100kg 5x5"
    async with calling(tmp_path) as (bot, you):
        for said in (text, late):
            answer = await you.say(said)
            assert "read only its first" in answer.text
            assert f"of {len(said):,} characters" in answer.text
            (entry,) = await bot.app.core.db.entries.entries(YOU_ID, [one.id for one in answer.entries])
            assert entry.text == said
            assert {measure.name for measure in entry.measures} == {"bench press"}
        short = await you.say(log * 40)
        assert "read only" not in short.text


async def test_a_question_and_an_answer_that_are_too_long_are_read_in_part_as_well(tmp_path: Path):
    async with calling(tmp_path) as (bot, you):
        asked = await you.say("squat 100 5x5")
        assert asked.questions, "no unit was ever written before"
        long = "kg " * 4000
        assert "read only its first" in (await you.say(long)).text
        (kept,) = await bot.app.core.db.entries.recent_entries(YOU_ID, 1)
        assert kept.text == long.strip()
        await you.say("bench 80kg 5x5")
        answer = await you.say("what is my best bench? " + "I wonder " * 1200)
        assert "read only its first" in answer.text
        assert "80 kg" in answer.text


async def test_a_long_message_is_not_read_on_the_event_loop(tmp_path: Path):
    """Or everybody else would wait: most of what it costs the processor is spent in another thread."""
    async with calling(tmp_path) as (_, you):
        await you.say("bench 80kg 5x5")
        whole, loop = process_time(), thread_time()
        await you.say("\n".join(run * (1000 // len(run)) for run in RUNS))
        assert thread_time() - loop < (process_time() - whole) / 2


@pytest.mark.soak
async def test_what_is_left_unread_costs_no_reading(tmp_path: Path):
    """No pattern runs over it: twice the length takes hardly longer than what is read of it."""
    async with calling(tmp_path) as (bot, you):
        most = bot.settings.limits.read_characters
        await you.say("bench 80kg 5x5")
        spent: dict[str, tuple[float, float]] = {}
        for run in RUNS[:: size(3, 1, 1)]:
            begun = process_time()
            assert "✂️" not in (await you.say(f"a {run * most}"[:most])).text
            between = process_time()
            assert "✂️" in (await you.say(f"b {run * MOST_CHARACTERS}"[:MOST_CHARACTERS])).text
            spent[run] = (between - begun, process_time() - between)
        assert {run: both for run, both in spent.items() if both[1] > 1.6 * both[0] + 0.3} == {}
