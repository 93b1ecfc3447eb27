"""POST /input: the durable way of a message, by HTTP."""

from __future__ import annotations

import asyncio
import sqlite3
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from bot.web.intake import chat_of
from bot.web.messages import Memory, Stored, Working
from telegram_local.world import YOU_ID
from tests.driver.harness import RunningBot, TestClock
from tests.web.calling import ALEXS, Caller, calling, client_of, problem, read


def stored_in(bot: RunningBot) -> int:
    """Entries there are."""
    with sqlite3.connect(bot.app.core.db.database.path) as database:
        return int(database.execute("SELECT count(*) FROM entries WHERE NOT deleted").fetchone()[0])


async def test_a_log_a_question_and_the_words_it_rests_on(tmp_path: Path):
    async with calling(tmp_path) as (bot, you):
        receipt = await you.say("bench 185 lb 3x5, felt heavy")
        assert receipt.status == "answered"
        assert "Bench press" in receipt.text
        assert "<" not in receipt.text
        [entry] = receipt.entries
        assert entry.text == "bench 185 lb 3x5, felt heavy"
        assert (entry.measures[0].weight, entry.measures[0].weight_unit) == (185, "lb")
        answer = await you.say("what's my best bench?")
        assert "185 lb" in answer.text
        assert [one.entry for one in answer.evidence] == [entry.id]
        assert any(figure.value == 185 for figure in answer.figures)
        assert read(await you.send("GET", answer.evidence[0].href), Stored) == entry
        await you.say("when I say gripz I mean skull crusher")
        assert "gripz: skull crusher" in read(await you.send("GET", "/context"), Memory).content
        assert "Bench press" in (await you.say("/today")).text
        assert not await bot.client.calls("sendMessage")


async def test_goals_wishes_and_the_gym_are_answered_as_in_the_chat(tmp_path: Path):
    async with calling(tmp_path) as (bot, you):
        assert "Goal" in (await you.say("I want to bench 100 kg by March")).text
        assert "100 kg" in (await you.say("how close am I to my bench goal?")).text
        assert "100 kg" in (await bot.client.you.ask("/goal")).text
        assert "20 kg" in (await you.say("which plates for 100 kg?")).text
        started = (await you.say("start stronglifts squat 60, bench 40")).text
        assert "StrongLifts 5x5 has started" in started
        assert "squat 60 kg" in (await bot.client.you.ask("/programme")).text
        assert "is stopped" in (await you.say("stop my programme")).text
        assert "lb" in (await you.say("I always use pounds")).text
        assert "lb" in (await bot.client.you.ask("/settings")).text
        assert stored_in(bot) == 0


async def test_reminders_are_set_by_http_and_come_in_the_chat(tmp_path: Path):
    clock = TestClock()
    clock.set(datetime(2026, 11, 18, 14, 0, tzinfo=UTC))
    async with calling(tmp_path, clock=clock) as (bot, you):
        assert "which 8:00" in (await you.say("remind me to weigh in every Sunday at 8")).text
        assert "every Sun at 20:00" in (await you.say("in the evening")).text
        both = await you.say("bench 80 kg x5. remind me in 20 minutes to stretch")
        assert "today at 14:20: Stretch" in both.text
        assert "Bench press" in both.text
        assert "14:30: Stretch" in (await you.say("move the stretch reminder to 14:30")).text
        assert "14:20: Stretch" in (await you.say("/undo")).text
        assert "매일 22:00" in (await you.say("매일 밤 10시에 자라고 알려줘")).text
        assert "잘 시간" in (await you.say("what are my reminders?")).text
        assert stored_in(bot) == 1
        assert "Deleted: 3 reminders" in (await you.say("delete all my reminders")).text
        assert "Stretch" not in (await you.say("what are my reminders?")).text
        assert "14:20: Stretch" in (await you.say("/undo")).text
        bot.clock.advance(minutes=20, seconds=1)
        bot.app.state.watch.look()
        came = await bot.client.you.next_reply()
        assert came.text == "⏰ Stretch"
        await bot.client.you.tap(came, "Later")
        assert "80 kg" in (await you.say("squat 80 kg x5")).text


async def test_what_the_chat_asks_for_a_reminder_is_no_log_of_http(tmp_path: Path):
    async with calling(tmp_path) as (bot, you):
        chat = bot.client.you
        await chat.ask("remind me to stretch every day at 9pm")
        page = await chat.ask("/reminders")
        await chat.tap(page, "1. Stretch")
        await chat.tap(await chat.edited(page), "Other words")
        await chat.next_reply()
        assert "Bench press" in (await you.say("bench 80 kg x5")).text
        assert "Roll the calves" in (await chat.ask("Roll the calves")).text


async def test_what_was_said_by_http_is_known_in_the_chat(tmp_path: Path):
    async with calling(tmp_path) as (bot, you):
        await you.say("squat 225 lb 5x5")
        assert "225 lb" in (await bot.client.you.ask("what's my best squat?")).text
        await bot.client.you.ask("/undo")
        assert (await you.say("/today")).text.startswith("Nothing")


async def test_a_question_asked_back_is_answered_by_its_token(tmp_path: Path):
    async with calling(tmp_path) as (bot, you):
        asked = await you.say("bench 100 5x5")
        assert asked.status == "asked"
        [question] = asked.questions
        assert question.options == ("kg", "lb")
        await bot.restart()
        async with client_of(bot) as client:
            again = Caller(client)
            answer = await again.reply(question.href, "kg")
            assert "100 kg" in answer.text
            assert answer.status == "answered"
            assert await again.reply(question.href, "kg") == answer, "said again, it is the same answer"
            assert "already" in (await again.reply(question.href, "lb")).text
            problem(await again.send("POST", "/questions/no-such-token", {"answer": None}), 404)
            problem(await again.send("POST", question.href, {"answer": "  "}), 422)


async def test_a_question_asked_back_is_answered_by_words_in_its_thread_or_skipped(tmp_path: Path):
    async with calling(tmp_path) as (_, you):
        await you.say("bench 100 5x5")
        assert "100 kg" in (await you.say("kg")).text
        await you.say("squat 225 lb 5x5", thread="why")
        asked = await you.say("why was my squat so hard?", thread="why")
        assert asked.questions
        replies = [await you.reply(question.href, None) for question in asked.questions]
        assert replies[-1].status == "answered"
        assert replies[-1].text


async def test_a_correction_changes_the_entry(tmp_path: Path):
    async with calling(tmp_path) as (bot, you):
        first = await you.say("bench 185 lb x5")
        changed = await you.say("no, that was 195")
        assert [entry.id for entry in changed.entries] == [entry.id for entry in first.entries]
        assert changed.entries[0].measures[0].weight == 195
        back = await you.say("/undo")
        assert back.entries[0].measures[0].weight == 185
        assert stored_in(bot) == 1


@pytest.mark.fault("the same HTTP request again")
async def test_the_same_key_is_stored_once_and_answered_alike(tmp_path: Path):
    async with calling(tmp_path) as (bot, you):
        answers = await asyncio.gather(*(you.say("slept 7 h", key="night-1") for _ in range(5)))
        assert all(answer == answers[0] for answer in answers)
        assert stored_in(bot) == 1
        await you.say("bench 80 kg 5x5")
        assert await you.say("slept 7 h", key='"night-1"') == answers[0]
        other = await you.send("POST", "/input", {"text": "slept 9 h"}, key="night-1")
        assert problem(other, 422).code == "key_reused"
        assert stored_in(bot) == 2
        alex = Caller(you.http, ALEXS)
        assert (await alex.say("slept 9 h", key="night-1")).entries[0].text == "slept 9 h"


async def test_who_does_not_wait_fetches_the_answer(tmp_path: Path):
    async with calling(tmp_path) as (_, you):
        response = await you.send("POST", "/input", {"text": "slept 7 h", "wait": 0})
        working = read(response, Working, 202)
        assert response.headers["location"] == working.href
        answer = await you.fetched(working.href)
        assert answer.entries[0].text == "slept 7 h"
        alex = Caller(you.http, ALEXS)
        problem(await alex.send("GET", working.href), 404)
        problem(await alex.send("GET", answer.entries[0].href), 404)
        for path in ("/input/0000000000000000", "/input/zz", "/entries/x"):
            problem(await you.send("GET", path), 404)


async def test_a_message_says_itself_when_it_was_said(tmp_path: Path):
    clock = TestClock()
    clock.set(datetime(2026, 6, 10, 12, tzinfo=UTC))
    async with calling(tmp_path, clock=clock) as (_, you):
        told = await you.say("ran 5k in 25:30", sent_at="2026-06-07T23:30:00-05:00")
        assert told.entries[0].day == date(2026, 6, 7)
        answers = await asyncio.gather(
            *(
                you.say(f"slept {n} h", thread=f"t{n}", sent_at=f"2026-06-0{n}T12:00:00+00:00")
                for n in range(5, 9)
            )
        )
        nights = [(answer.entries[0].day.day, answer.entries[0].measures[0].value) for answer in answers]
        assert nights == [(5, 5), (6, 6), (7, 7), (8, 8)]


async def test_commands_that_need_the_chat_and_words_that_say_nothing(tmp_path: Path):
    async with calling(tmp_path) as (bot, you):
        assert "/export works in the chat" in (await you.say("/export")).text
        assert "/nonsense" in (await you.say("/nonsense")).text
        assert (await you.say("…")).text
        assert (await you.say("")).text
        assert not (bot.settings.data / "exports").exists()


async def test_whoever_was_put_out_is_put_out_here_too(tmp_path: Path):
    async with calling(tmp_path, access={"allow_users": [YOU_ID]}) as (_, you):
        alex = Caller(you.http, ALEXS)
        entry = (await you.say("slept 7 h")).entries[0]
        for refused in (
            await alex.send("POST", "/input", {"text": "slept 7 h"}),
            *[await alex.send("GET", path) for path in ("/context", "/jobs/abcd", "/metrics", entry.href)],
        ):
            assert problem(refused, 403).code == "not_allowed"
        assert (await you.say("slept 7 h")).entries


@pytest.mark.fault("a database that can't be written")
async def test_while_nothing_can_be_written_nothing_is_promised_and_nothing_lost(tmp_path: Path):
    async with calling(tmp_path) as (bot, you):
        await you.say("bench 80 kg 5x5")
        held = asyncio.Event()
        bot.app.core.lanes.put(f"chat:{chat_of(YOU_ID, 'main')}", held.wait)
        taken = read(
            await you.send("POST", "/input", {"text": "slept 7 h", "wait": 0}, key="a"), Working, 202
        )
        lock = sqlite3.connect(bot.app.core.db.database.path, isolation_level=None)
        lock.execute("BEGIN IMMEDIATE")
        held.set()
        refused = await you.send("POST", "/input", {"text": "ran 5 km"}, key="b")
        assert problem(refused, 503).code == "unavailable"
        assert int(refused.headers["retry-after"]) > 0
        lock.execute("ROLLBACK")
        lock.close()
        assert (await you.say("ran 5 km", key="b")).entries[0].text == "ran 5 km"
        assert (await you.fetched(taken.href)).entries[0].text == "slept 7 h"
        assert stored_in(bot) == 3


async def test_whoever_waits_while_the_bot_stops_is_told_to_come_back(tmp_path: Path):
    async with calling(tmp_path) as (bot, you):
        held = asyncio.Event()
        bot.app.core.lanes.put(f"chat:{chat_of(YOU_ID, 'main')}", held.wait)
        waiting = asyncio.create_task(you.send("POST", "/input", {"text": "slept 7 h", "wait": 60}))
        async with asyncio.timeout(60):
            while not await bot.app.core.db.requests.open_requests():  # noqa: ASYNC110 - a row rings no bell
                await asyncio.sleep(0.02)
        stopping = asyncio.create_task(bot.stop())
        working = read(await waiting, Working, 202)
        held.set()
        await stopping
        await bot.start()
        async with client_of(bot) as client:
            assert (await Caller(client).fetched(working.href)).entries[0].text == "slept 7 h"


async def test_forgetting_takes_the_requests_too(tmp_path: Path):
    async with calling(tmp_path) as (bot, you):
        answer = await you.say("slept 7 h", key="k")
        await bot.app.core.db.forgetting.forget(YOU_ID)
        problem(await you.send("GET", f"/input/{answer.id}"), 404)
        assert "slept" not in str(await bot.app.core.db.requests.open_requests())
        again = await you.say("slept 8 h", key="k")
        assert [entry.text for entry in again.entries] == ["slept 8 h"]


async def test_a_question_that_expires_goes_on_without(tmp_path: Path):
    clock = TestClock()
    async with calling(tmp_path, clock=clock) as (bot, you):
        await you.say("squat 225 lb 5x5")
        asked = await you.say("why was my squat so hard?")
        clock.advance(hours=49)
        await bot.tick()
        late = await you.reply(asked.questions[0].href, "tired")
        assert "only answer in general" in late.text, (
            "what was answered without, is fetched with the next word"
        )
