"""Loads without a unit: asked about once, assumed with one word about it; who writes units is left alone."""

from __future__ import annotations

from pathlib import Path

from telegram_local.world import YOU_ID
from tests.driver.harness import running_bot

SAID = "No unit written"


async def test_what_an_unwritten_unit_is_taken_as_is_said_once_and_when_it_changes(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("bench 100kg 5x5")
        first = await you.ask("squat 120 5x5")
        assert "120 kg" in first.text
        assert "No unit written: taken as kg" in first.text
        await bot.restart()
        for text in ("squat 122.5 5x5", "deadlift 140 3x5", "bw 82", "overhead press 50 3x8"):
            receipt = await you.ask(text)
            assert " kg" in receipt.text
            assert SAID not in receipt.text
        page = await you.ask("/settings")
        await you.tap(page, "lb")
        await you.edited(page)
        changed = await you.ask("squat 225 5x5")
        assert "No unit written: taken as lb" in changed.text
        assert SAID not in (await you.ask("squat 230 5x5")).text
        assert SAID not in (await you.ask("bench 105 kg 5x5")).text


async def test_what_is_learnt_leaves_the_receipt_in_the_language_of_its_message(tmp_path: Path) -> None:
    async with running_bot(tmp_path, profile={"language": "ko"}) as (_, you):
        await you.ask("벤치 100kg 5x5")
        receipt = await you.ask("스쿼트 120 5개 5세트")
        assert "120 kg" in receipt.text
        assert "기록했어요" in receipt.text


async def test_who_writes_kg_is_not_asked(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("bw 82 kg")
        receipt = await you.ask("squat 120 5x5")
        assert "120 kg" in receipt.text
        await you.silence(0.2)
        stored = await bot.app.core.db.entries.recent_entries(YOU_ID, 1)
        assert [(m.weight, m.weight_unit) for m in stored[0].measures] == [(120, "kg")]
        assert await bot.app.core.db.questions.open_questions(YOU_ID, you.chat_id) == []


async def test_who_writes_both_is_asked(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (_, you):
        for text in ("bench 100 kg 5x5", "rows 135 lb 5x5"):
            await you.ask(text)
        assert "105 kg" in (await you.ask("bench 105 5x5")).text
        await you.ask("squat 140 3x5")
        assert (await you.next_reply()).labels == ["kg", "lb", "Skip"]


async def test_who_was_asked_is_not_told_besides(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (_, you):
        await you.ask("bench 100 5x5")
        question = await you.next_reply()
        await you.tap(question, "kg")
        assert SAID not in (await you.next_reply()).text
        assert SAID not in (await you.ask("squat 120 5x5")).text


async def test_drinks_of_several_units_add_up_in_one(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (_, you):
        await you.ask("water 2l")
        await you.ask("drank 500ml water")
        assert "2.5 l" in (await you.ask("how much water today")).text
        assert "2.5 l on average" in (await you.ask("goal: 2l water a day on average")).text


async def test_a_waist_in_inches_is_compared_with_one_in_centimetres(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (_, you):
        assert "34 in" in (await you.ask("waist 34 inches")).text
        assert "87 cm" in (await you.ask("waist 87cm yesterday")).text
        assert "86.4 cm" in (await you.ask("my smallest waist?")).text
