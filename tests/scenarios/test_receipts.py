"""Receipts fit a phone's screen: one line for a record, the rest of a long log behind a button."""

from __future__ import annotations

from pathlib import Path

from tests.driver.harness import running_bot

DIARY = "\n".join(
    f"2026-11-{day:02d}: bench {60 + day}kg 5x5, squat {90 + day}kg 5x5, slept 7h" for day in range(1, 9)
)


async def test_a_long_log_is_told_on_a_screen_and_the_rest_by_a_tap(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        receipt = await you.ask(DIARY)
        lines = receipt.text.splitlines()
        assert len(lines) <= 25
        assert any(line.startswith("… and ") for line in lines)
        assert "61 kg" in receipt.text
        assert "68 kg" not in receipt.text
        await bot.restart()
        await you.tap(receipt, "🔎 Show all")
        whole = await you.next_reply()
        assert "68 kg" in whole.text
        assert whole.text.count("Sleep: 7 h") == 8
        await you.tap(receipt, "Undo")
        assert "Taken back" in (await you.next_reply()).text
        await you.tap(receipt, "🔎 Show all")
        await you.silence(0.2)


async def test_a_heavier_load_is_one_record_with_its_estimate(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (_, you):
        await you.ask("bench 80kg 5x5")
        told = (await you.ask("bench 85kg 5x5")).text
        assert told.count("🏆") == 1
        assert "heaviest bench press: 85 kg (before: 80 kg), estimated 1RM 99.2 kg" in told
        await you.ask("/settings language ko")
        told = (await you.ask("벤치 90kg 5x5")).text
        assert "벤치프레스 최고 중량: 90 kg (이전: 85 kg), 추정 1RM 105 kg" in told


async def test_each_kind_of_record_is_told_and_a_tie_is_none(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (_, you):
        for said, record in (
            ("bench 80kg x5", ""),
            ("bench 75kg x12", "estimated 1RM, bench press: 105 kg (before: 93.3 kg)"),
            ("bench 80kg x8", "most reps of bench press with 80 kg: 8 (before: 5)"),
            ("bench 176.37 lb x8", ""),  # the same load
            ("ran 5k in 25:00", ""),
            ("ran 5k in 24:30", "fastest run over 5 km: 4:54/km (before: 5:00/km)"),
            ("ran 5k in 24:30", ""),
        ):
            told = (await you.ask(said)).text
            assert record in told
            assert told.count("🏆") == bool(record), said
        await you.ask("/undo")
        await you.ask("/undo")
        assert "fastest run over 5 km: 4:56/km (before: 5:00/km)" in (await you.ask("ran 5k in 24:40")).text
        assert "벤치프레스 80 kg 최다 반복: 9 (이전: 8)" in (await you.ask("벤치 80kg 9회")).text
        back = (await you.ask("that was 7 reps")).text
        assert "No record any more: most reps of bench press with 80 kg, 9" in back
