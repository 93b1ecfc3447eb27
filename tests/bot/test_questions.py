"""Questions of the bot: answered by a tap or by typing, skipped, expired, tapped by others."""

from __future__ import annotations

from pathlib import Path

import pytest

from telegram_local.messages import StoredMessage
from telegram_local.world import ALEX_ID, GROUP_ID, YOU_ID
from tests.driver.harness import running_bot
from tests.driver.person import Person


async def asked(you: Person, prefix: str = "") -> StoredMessage:
    """The question about a log without a unit."""
    await you.say(f"{prefix}bench 185x5x3")
    assert "Logged" in (await you.next_reply()).text
    question = await you.next_reply()
    assert question.labels == ["kg", "lb", "Skip"]
    return question


async def test_a_tap_after_a_restart(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        question = await asked(you)
        await bot.restart()
        tap = await you.tap(question, "lb")
        assert (await you.answered(tap)).text == "OK: lb"
        changed = await you.next_reply()
        assert "185 lb" in changed.text
        shown = you.current(question)
        if shown.revision == question.revision:
            shown = await you.edited(question)
        assert shown.text.endswith("lb")
        assert not shown.labels
        again = await you.forge(question, question.buttons[0].callback_data or "")
        assert "answered this already" in (await you.answered(again)).text
        await you.silence(0.2)


@pytest.mark.parametrize("text", ["lb", "LB.", "2"])
async def test_a_typed_answer(tmp_path: Path, text: str):
    async with running_bot(tmp_path) as (bot, you):
        await asked(you)
        sent = await you.say(text)
        assert "185 lb" in (await you.next_reply()).text
        assert not await bot.app.core.db.questions.open_questions(YOU_ID, YOU_ID)
        assert await bot.app.core.db.messages.get_message(YOU_ID, sent.message_id) is not None


async def test_a_reply_to_the_question(tmp_path: Path):
    async with running_bot(tmp_path) as (_, you):
        await you.reply(await asked(you), "lb")
        assert "185 lb" in (await you.next_reply()).text


async def test_a_new_log_or_question_is_no_answer(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await asked(you)
        assert "Logged" in (await you.ask("slept 7 h")).text
        await you.ask("how did I sleep today?")
        assert len(await bot.app.core.db.questions.open_questions(YOU_ID, YOU_ID)) == 1


@pytest.mark.parametrize("by_command", [True, False])
async def test_skip(tmp_path: Path, by_command: bool):
    async with running_bot(tmp_path) as (bot, you):
        question = await asked(you)
        if by_command:
            await you.say("/cancel")
        else:
            assert (await you.answered(await you.tap(question, "Skip"))).text == "Skipped."
        assert "skipped" in (await you.edited(question)).text
        assert not await bot.app.core.db.questions.open_questions(YOU_ID, YOU_ID)


async def test_an_expired_question(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        question = await asked(you)
        bot.clock.advance(hours=49)
        await bot.tick()
        tap = await you.tap(question, "lb")
        assert "expired" in (await you.answered(tap)).text


async def test_somebody_elses_question(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, _):
        you, alex = bot.client.in_group(YOU_ID), bot.client.in_group(ALEX_ID)
        question = await asked(you, "@swealog_bot ")
        assert "somebody else" in (await alex.answered(await alex.tap(question, "lb"))).text
        await alex.reply(question, "lb")
        assert len(await bot.app.core.db.questions.open_questions(YOU_ID, GROUP_ID)) == 1


@pytest.mark.parametrize("text", ["feeling tired today", "slept badly, so stiff", "오늘 너무 피곤하다"])
async def test_a_feeling_is_stored_and_leaves_the_question_open(tmp_path: Path, text: str):
    async with running_bot(tmp_path) as (bot, you):
        await asked(you)
        await you.ask(text)
        db = bot.app.core.db
        assert len(await db.questions.open_questions(YOU_ID, YOU_ID)) == 1
        assert text in [entry.text for entry in await db.entries.recent_entries(YOU_ID, limit=5)]


async def test_a_korean_is_asked_and_answered_in_korean(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await bot.app.state.meet(YOU_ID, "You", "ko-KR")
        assert (await bot.app.state.profile(YOU_ID)).language == "ko"
        await you.say("벤치 80 5x5")
        assert "기록했어요" in (await you.next_reply()).text
        question = await you.next_reply()
        assert question.labels == ["kg", "lb", "건너뛰기"]
        assert "킬로그램인가요" in question.text
        assert "답을 누르거나" in question.text
        await you.say("킬로")
        assert "80 kg" in (await you.next_reply()).text
        assert (await you.edited(question)).text.startswith("❓ 킬로그램인가요")


async def test_a_question_in_korean_has_korean_around_it(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        for text in ("bench 80kg 5x5", "squat 100kg 5x5"):
            await you.ask(text)
        bot.clock.advance(hours=2)  # else it would be a set of the squat
        question = await you.ask("마지막 세트")
        assert "건너뛰기" in question.labels
        assert "답을 누르거나" in question.text


async def test_a_typed_answer_to_one_of_two_questions_is_acknowledged(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        for text in ("squat 100kg 5x5, rpe 9", "bench 80kg 5x5"):
            await you.ask(text)
        first = await you.ask("why did my squat feel heavy today?")
        second = await you.next_reply()
        assert first.labels[-1] == second.labels[-1] == "Skip"
        await you.reply(first, "about 7 hours")
        assert (await you.next_reply()).text == "Noted: about 7 hours"
        assert "about 7 hours" in (await you.edited(first)).text
        assert len(await bot.app.core.db.questions.open_questions(YOU_ID, YOU_ID)) == 1
        await you.reply(second, "not really")
        assert "Noted" not in (await you.next_reply()).text


@pytest.mark.parametrize("how", ["tap", "typed"])
async def test_the_unit_is_asked_once_and_settles_every_log_that_waits_for_it(tmp_path: Path, how: str):
    async with running_bot(tmp_path) as (bot, you):
        await you.say("bench 80 5x5")
        await you.next_reply()
        question = await you.next_reply()
        assert "Kilograms or pounds" in question.text
        for text in ("squat 100 5x5", "deadlift 120 x5"):
            await you.ask(text)
            await you.silence(0.2)
        if how == "tap":
            await you.tap(question, "lb")
        else:
            await you.say("lb")
        for _ in range(3):
            assert "lb" in (await you.next_reply()).text
        entries = await bot.app.core.db.entries.recent_entries(YOU_ID, 9)
        assert {m.weight_unit for entry in entries for m in entry.measures} == {"lb"}
        assert not await bot.app.core.db.questions.open_questions(YOU_ID, YOU_ID)
        assert not you.current(question).buttons


async def test_skipping_the_unit_skips_it_for_every_log_that_waits_for_it(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await you.say("bench 80 5x5")
        await you.next_reply()
        question = await you.next_reply()
        await you.ask("squat 100 5x5")
        await you.tap(question, "Skip")
        await you.edited(question)
        await bot.app.core.lanes.idle()
        assert not await bot.app.core.db.questions.open_questions(YOU_ID, YOU_ID)
