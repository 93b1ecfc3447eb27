"""The first hour with the bot: log, ask, be asked back over a restart, correct, undo, be remembered."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from agents.profile import Profile
from agents.truth import sheet_of, tell
from agents.types import Figure
from storage.entities import DateRange
from telegram_local.world import YOU_ID
from tests.bot.test_webhook import in_webhook_mode
from tests.driver.harness import running_bot


@pytest.mark.parametrize("mode", ["polling", "webhook"])
async def test_a_message_travels(tmp_path: Path, mode: str) -> None:
    telegram = in_webhook_mode() if mode == "webhook" else {}
    async with running_bot(tmp_path, telegram=telegram) as (bot, you):
        sent = await you.say("bench 185 lb 3x5, felt heavy; slept 8h")
        receipt = await you.next_reply()
        assert "Bench press: 185 lb × 5 reps, 3 sets" in receipt.text  # noqa: RUF001 - as people see it
        assert "Sleep: 8 h" in receipt.text

        answer = await you.ask("what's my best bench?")
        assert "185 lb" in answer.text
        await you.tap(answer, (0, 0))
        evidence = await you.next_reply()
        assert "felt heavy" in evidence.text
        assert evidence.message.reply_to_message is not None
        assert evidence.message.reply_to_message.message_id == sent.message_id

        await you.ask("squat 225 lb 5x5")
        question = await you.ask("why was my squat so hard?")
        await you.next_reply()
        await bot.restart()
        for asked in await you.history():
            if asked.labels and "Skip" in asked.labels:
                await you.tap(asked, (0, 0) if asked.message_id == question.message_id else "Skip")
        reason = await you.next_reply()
        assert "calm" in reason.text

        await you.edit(sent, "bench 195 lb 3x5, felt heavy; slept 8h")
        changed = await you.next_reply()
        assert "185 lb" in changed.text
        assert "195 lb" in changed.text
        assert "195 lb" in (await you.ask("what's my best bench?")).text

        assert "185 lb" in (await you.ask("/undo")).text
        assert "185 lb" in (await you.ask("what's my best bench?")).text

        await bot.app.core.lanes.idle()
        memory = (await you.ask("/context")).text
        assert "bench press" in memory
        assert bool(await bot.client.calls("getUpdates")) is (mode == "polling")


async def test_a_unit_is_asked_once_and_remembered(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        receipt = await you.ask("bench 100 5x5")
        question = await you.next_reply()
        assert question.labels == ["kg", "lb", "Skip"]
        assert "kg" not in receipt.text
        await bot.restart()
        await you.tap(question, "kg")
        assert "100 kg" in (await you.next_reply()).text
        assert "120 kg" in (await you.ask("squat 120 3x5")).text
        await you.silence(0.2)
        assert "100 kg" in (await you.ask("what's my best bench?")).text


async def test_a_reply_to_an_old_message_corrects_it(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (_, you):
        first = await you.say("bench 185 lb x5")
        receipt = await you.next_reply()
        await you.ask("squat 225 lb x5")
        await you.reply(first, "that was 195")
        assert "195 lb" in (await you.next_reply()).text
        await you.reply(receipt, "no, 200")
        assert "200 lb" in (await you.next_reply()).text
        today = (await you.ask("/today")).text
        assert "200 lb" in today
        assert "225 lb" in today


async def test_what_nobody_can_read_is_kept_word_for_word_and_said(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        strange = "zxqv 12#5 %% flurb"
        reply = await you.ask(strange)
        assert reply.text
        (entry,) = await bot.app.core.db.entries.recent_entries(YOU_ID, 5)
        assert entry.text == strange
        assert entry.measures == ()


def week_of(now: datetime) -> DateRange:
    monday = now.date() - timedelta(days=now.weekday())
    return DateRange(start=monday, end=monday + timedelta(days=6))


async def test_an_answer_has_no_number_that_its_entries_do_not_carry(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        for text in ("bench 185 lb 3x5", "bench 190 lb 3x5 yesterday", "slept 6.5h", "ran 5k in 25:30"):
            await you.ask(text)
        entries = await bot.app.core.db.entries.recent_entries(YOU_ID, 20)
        for question in ("what's my best bench?", "how did I sleep this week?", "show me this week"):
            answer = await you.ask(question)
            now = bot.clock()
            sheet = sheet_of(now=now, profile=Profile(user_id=YOU_ID), query=question, entries=entries)
            counted = tuple(Figure(value=n, unit="days", what="days") for n in range(1, 8))
            told = tell(answer.text, replace(sheet, asked=(week_of(now),), figures=counted), code=True)
            assert told.refusals == ()
