"""Messages of two parts: neither is lost, whatever stands between them."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from telegram_local.world import YOU_ID
from tests.driver.harness import running_bot


@pytest.mark.parametrize(
    ("logged", "said", "changed", "told"),
    [
        ("ohp 50kg 3x8", "nah it was 55 not 50, and is that a pr?", "weight 50 → 55", "Yes: your heaviest"),
        ("bp 134/82", "No, it was 124, not 134. What was it on average?", "134 → 124", "124"),
        ("벤치 80kg 5x3", "아니 80 말고 85였어. 이거 신기록이야?", "80 → 85", "85 kg"),
    ],
)
async def test_a_correction_and_a_question(
    tmp_path: Path, logged: str, said: str, changed: str, told: str
) -> None:
    async with running_bot(tmp_path) as (bot, you):
        await you.ask(logged)
        fixed, answer = await you.ask(said), await you.next_reply()
        assert changed in fixed.text
        assert told in answer.text
        assert len(await bot.app.core.db.entries.recent_entries(YOU_ID, 9)) == 1


@pytest.mark.parametrize(
    ("before", "said", "logged", "told"),
    [
        ("mood 5/10", "mood 7 today, best in how long?", "Mood: 7", "highest mood is 7/10"),
        ("bp 142/91", "bp 135/86, better than last time?", "Systolic pressure: 135", "142"),
        (
            "slept 8h, woke up twice",
            "slept 6h but woke up 3 times, is that more than yesterday?",
            "Night wakings: 3",
            "your night wakings: 3",
        ),
        ("slept 8h", "slept 6h, is that less than my average?", "Sleep: 6 h", "Yes: your sleep: 7 h"),
        ("took aspirin", "took aspirin 500mg. how many is that this month?", "aspirin", "“took aspirin”"),
        ("bench 80kg 5x5", "bp 142/88, is that high?", "Systolic pressure: 142", "pressure is 142"),
        ("slept 6h", "8h sleep, more than my average?", "Sleep: 8 h", "7 h on average over 2"),
        ("10k steps", "11000 steps, more than usual?", "Steps: 11000", "10,500 on average"),
        ("3 coffees", "5 coffees today, too many?", "Coffee: 5", "cups"),
        (
            "ran 8 km in 44:00",
            "ran 5k in 25:00, is that my best",
            "Run: 5 km",
            "Yes: your fastest run over 5 km",
        ),
        ("ran 5 km in 26:00", "5k in 24:10, pb?", "Run: 5 km", "24:10"),
        ("wine", "2 glasses of wine, how many is that this month", "Alcohol: 2", "this month"),
        ("back pain 6/10", "knee 3/10, better than last week?", "Pain: 3/10 · knee", "knee pain: 3/10"),
        ("slept 6h", "only 5h sleep, is that less than yesterday", "Sleep: 5 h", "5 h"),
        ("slept 6h", "slept 7 hrs?? is that more than yesterday", "Sleep: 7 h", "7 h"),
        ("bp 142/91", "bp 135/86 this morning should i worry", "Systolic pressure: 135", ""),
        ("5키로 30분 뛰었어", "오늘 5키로 28분 뛰었는데 이 정도면 괜찮은가?", "달리기: 5 km", ""),
    ],
)
async def test_a_figure_before_a_short_question_is_kept(
    tmp_path: Path, before: str, said: str, logged: str, told: str
) -> None:
    async with running_bot(tmp_path) as (bot, you):
        bot.clock.set(datetime(2026, 11, 17, 12, tzinfo=UTC))
        await you.ask(before)
        bot.clock.advance(hours=24)
        receipt, answer = await you.ask(said), await you.next_reply()
        assert logged in receipt.text
        assert told in answer.text


@pytest.mark.parametrize(
    ("said", "measure", "told"),
    [
        ("클린 80kg 3x3 했고 내 클린 최고가 얼마지", "clean", "80 kg"),
        ("잠 5시간 ㅠ 요즘 평균 몇시간 자지", "sleep", "5시간"),
        ("맥주 두 잔 마심, 이번 주 술 몇 번 마셨지", "alcohol", "1번"),
        ("waist 84cm. is my waist going down?", "waist", "84"),
        ("소주 한병 반 ㅠㅠ 이번 주 술 얼마나 마셨지", "alcohol", "1.5"),
        ("로잉 2k 7:20 하고 9시에 마그네슘 먹으라고 알려줘", "row", "마그네슘"),
        ("점심 약 먹었어요. 저녁 7시에 또 먹으라고 말해주세요", "", "19:00"),
    ],
)
async def test_a_log_and_what_is_asked(tmp_path: Path, said: str, measure: str, told: str) -> None:
    async with running_bot(tmp_path) as (bot, you):
        replies = [await you.ask(said), await you.next_reply()]
        assert any(told in one.text for one in replies)
        (entry,) = await bot.app.core.db.entries.recent_entries(YOU_ID, 9)
        assert measure in [one.name for one in entry.measures] or not measure
