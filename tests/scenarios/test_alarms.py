"""Signs that may be serious, through Telegram: lost neither between a log and its question, nor in a log."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.driver.harness import TestClock, running_bot


@pytest.mark.parametrize(
    ("message", "advice"),
    [
        ("I fainted during squats today. what should I train tomorrow?", "see a doctor"),
        ("Should I squat tomorrow? I passed out after squats today.", "see a doctor"),
        ("squat 100kg 5x5 today, felt chest tightness. Should I train tomorrow?", "see a doctor"),
        ("my chest hurts during cardio, should I keep going?", "see a doctor"),
        ("I have chest pain when benching. what should I do?", "see a doctor"),
        ("스쿼트 하다가 기절했어. 내일 뭐 할까?", "의사의 진료"),
    ],
)
async def test_the_words_beside_a_question_are_heard(tmp_path: Path, message: str, advice: str) -> None:
    async with running_bot(tmp_path) as (_, you):
        await you.ask("bench 80 kg 5x5")
        await you.say(message)
        said = [await you.next_reply(), await you.next_reply()]
        answer = next(one.text for one in said if one.text[0] not in "✅📝")
        assert advice in answer
        assert "80" not in answer


@pytest.mark.parametrize(
    ("log", "word"),
    [
        ("I want to kill myself", "somebody you trust"),
        ("죽고 싶어", "믿을 수 있는 사람"),
        ("passed out after deadlifts", "see a doctor"),
        ("squat 100kg 5x5, chest pain on the last set", "see a doctor"),
        ("스쿼트 하다가 기절했어", "의사의 진료"),
    ],
)
async def test_a_log_of_it_is_not_left_without_a_word(tmp_path: Path, log: str, word: str) -> None:
    async with running_bot(tmp_path) as (_, you):
        receipt = (await you.ask(log)).text
        assert word in receipt
        assert "found nothing" not in receipt


async def test_it_is_remembered_for_some_days_where_training_is_recommended(tmp_path: Path) -> None:
    clock = TestClock()
    async with running_bot(tmp_path, clock=clock) as (_, you):
        await you.ask("bench 80 kg 5x5")
        await you.ask("I fainted during squats")
        clock.advance(days=3)
        answer = (await you.ask("what should I train today?")).text
        assert "I fainted during squats" in answer
        assert "doctor" in answer
        clock.advance(days=9)
        assert "fainted" not in (await you.ask("what should I train today?")).text
