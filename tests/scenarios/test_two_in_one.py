"""Messages of two parts: neither is lost, whatever stands between them."""

from __future__ import annotations

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
    ("said", "measure", "told"),
    [
        ("클린 80kg 3x3 했고 내 클린 최고가 얼마지", "clean", "80 kg"),
        ("잠 5시간 ㅠ 요즘 평균 몇시간 자지", "sleep", "5시간"),
        ("맥주 두 잔 마심, 이번 주 술 몇 번 마셨지", "alcohol", "1번"),
        ("로잉 2k 7:20 하고 9시에 마그네슘 먹으라고 알려줘", "row", "마그네슘"),
        ("점심 약 먹었어요. 저녁 7시에 또 먹으라고 말해주세요", "", "19:00"),
    ],
)
async def test_a_log_and_what_is_asked_in_korean(tmp_path: Path, said: str, measure: str, told: str) -> None:
    async with running_bot(tmp_path) as (bot, you):
        replies = [await you.ask(said), await you.next_reply()]
        assert any(told in one.text for one in replies)
        (entry,) = await bot.app.core.db.entries.recent_entries(YOU_ID, 9)
        assert measure in [one.name for one in entry.measures] or not measure
