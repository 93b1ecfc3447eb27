"""Goals over the real bot: set in words, told in receipts, adjusted, reached once, taken back."""

from __future__ import annotations

import io
import json
import zipfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from telegram_local.world import GROUP_ID, YOU_ID
from tests.driver.harness import RunningBot, TestClock, running_bot

NOON = datetime(2026, 11, 23, 12, tzinfo=UTC)
"""A Monday."""


def at(moment: datetime = NOON) -> TestClock:
    clock = TestClock()
    clock.set(moment)
    return clock


async def goals(bot: RunningBot) -> list[str]:
    return [row.body for row in await bot.app.core.db.goals.of_user(YOU_ID)]


@pytest.mark.parametrize(
    ("said", "log", "answer"),
    [
        ("slept 6h. my goal is 8h sleep", "slept 6h", "Goal: Sleep 8 h on average"),
        ("벤치 85kg 5회 했어. 목표는 벤치 100kg", "벤치 85kg 5회 했어", "목표: 벤치프레스 100 kg"),
        ("squat 100 kg 5x5. watch my squat please", "squat 100 kg 5x5", "squat: I'll watch it"),
        ("ran 5k in 27 min. write me a monthly report", "ran 5k in 27 min", "It begins"),
    ],
)
async def test_a_wish_behind_a_log_is_heard_beside_it(
    tmp_path: Path, said: str, log: str, answer: str
) -> None:
    async with running_bot(tmp_path, clock=at()) as (bot, you):
        first = await you.ask(said)
        assert answer in first.text
        await bot.app.core.lanes.idle()
        assert [one.text for one in await bot.app.core.db.entries.recent_entries(YOU_ID, 9)] == [log]


async def test_what_a_period_comes_to_is_added_up(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at()) as (bot, you):
        await you.ask("ran 8 km on 31 October")
        await you.ask("ran 5 km yesterday")
        told = await you.ask("/goal run 50 km this month")
        assert told.text.splitlines() == [
            "🎯 Goal: Run 50 km in total by 30 Nov", "🎯 Run: 5 of 50 km, 7 days left",
        ]  # fmt: skip
        assert "🎯 Run: 25 of 50 km, 7 days left" in (await you.ask("ran 20 km")).text
        reached = await you.ask("ran 25 km")
        assert "Goal reached: Run 50 km in total by 30 Nov" in reached.text
        assert "Goal reached" not in (await you.ask("ran 3 km")).text
        assert "Run 50 km in total by 30 Nov: reached" in (await you.ask("/goal")).text
        bot.clock.set(NOON + timedelta(days=10))
        assert "reached" not in (await you.ask("ran 30 km")).text


async def test_totals_of_a_week_and_a_month_stand_beside_each_other(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at()) as (bot, you):
        await you.ask("/goal run 50 km this month")
        await you.ask("/goal run 30 km this week")
        assert len(await goals(bot)) == 2
        await you.ask("/goal run 60 km this month")
        told = (await you.ask("ran 10 km")).text
        assert "10 of 60 km, 7 days left" in told
        assert "10 of 30 km, 6 days left" in told
        assert len(await goals(bot)) == 2
        assert "Row: 0 of 10 h" in (await you.ask("/goal row 10 hours this month")).text


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("/goal cycle 1,000 km this year", "Ride 1,000 km in total by 31 Dec"),
        ("/goal swim 5 km in december", "Swim 5 km in total by 31 Dec"),
        ("/goal row 10 hours this month", "Row 10 h in total by 30 Nov"),
        ("이번 달 50km 달리기 목표", "달리기 모두 50 km"),
        ("올해 1000km 자전거 목표", "자전거 모두 1,000 km"),
        ("/goal run a 10k this month", "Run 10 km by 30 Nov"),
        ("/goal run 10 km by december", "Run 10 km by 31 Dec"),
        ("이번 달까지 21km 달리기 목표", "달리기 21 km"),
        ("/goal bench 100 kg this year", "Bench press 100 kg by 31 Dec"),
    ],
)
async def test_only_what_adds_up_in_a_period_is_a_total(tmp_path: Path, text: str, told: str) -> None:
    async with running_bot(tmp_path, clock=at()) as (_, you):
        assert told in (await you.ask(text)).text


async def test_a_goal_is_set_told_in_receipts_adjusted_and_deleted(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at()) as (bot, you):
        assert "You have no goal yet" in (await you.ask("/goal")).text
        told = await you.ask("/goal bench 100kg by March")
        assert "Goal: Bench press 100 kg by 31 Mar 2027" in told.text
        assert "nothing logged lately" in told.text
        assert told.labels == ["✏️ Adjust", "🗑 Delete"]
        receipt = told
        for week, load in enumerate((80, 81.5, 82.5, 84, 85, 86, 87.5)):
            bot.clock.set(NOON + timedelta(weeks=week))
            receipt = await you.ask(f"bench {load}kg 5x5")
        assert "Bench press: 87.5 of 100 kg, on course for 17 Mar ± 7 days (n = 7), in time" in receipt.text
        assert "🎯" not in (await you.ask("squat 100kg 5x5")).text
        page = await you.ask("/goal")
        assert "87.5 of 100 kg" in page.text
        await you.tap(page, "✏️")
        page = await you.edited(page)
        assert page.labels == [
            "↓ 97.5 kg",
            "↑ 102.5 kg",
            "− 4 weeks",  # noqa: RUF001 - as shown
            "+ 4 weeks",
            "No date",
            "🗑 Delete",
            "‹ All goals",  # noqa: RUF001 - as shown
        ]
        await you.tap(page, "↑")
        page = await you.edited(page)
        assert "Bench press 102.5 kg by 31 Mar" in page.text
        await you.tap(page, (1, 0))
        page = await you.edited(page)
        assert "102.5 kg by 3 Mar" in page.text
        assert "on course for 1 Apr ± 8 days (n = 7), after 3 Mar" in page.text
        await you.tap(page, "🗑 Delete")
        page = await you.edited(page)
        assert "Deleted" in page.text
        assert await goals(bot) == []
        await you.tap(page, "Keep")
        assert "Back: Bench press 102.5 kg" in (await you.edited(page)).text
        await bot.restart()
        assert len(await goals(bot)) == 1


ASKED = (
    ("I want to bench 100 by March", "Goal: Bench press 100 by 31 Mar 2027"),
    ("my goal is to sleep 8h a night", "Goal: Sleep 8 h on average"),
    ("목표 벤치 100kg 3월까지", "목표: 벤치프레스 100 kg, 2027년 3월 31일까지"),
    ("3월까지 스쿼트 140kg 들고 싶어", "목표: 스쿼트 140 kg, 2027년 3월 31일까지"),
    ("goal: run 5k in 25:00", "Goal: Run 5 km in 25:00"),
    ("/goal 3 sessions a week", "Goal: Training 3 days a week"),
    ("/goal train 30 days in a row", "Goal: Training 30 days in a row"),
    ("/goal weigh 78 kg by 1 May", "Goal: Body weight 78 kg by 1 May 2027"),
    ("/goal squat e1rm 140 kg", "Goal: Squat, estimated 1RM 140 kg"),
)


async def test_goals_are_set_in_words_and_none_of_them_is_a_log(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at()) as (bot, you):
        for said, told in ASKED:
            assert told in (await you.ask(said)).text, said
        assert await bot.app.core.db.entries.recent_entries(YOU_ID, 20) == []
        count = len(await goals(bot))
        assert "Deleted: Squat, estimated 1RM" in (await you.ask("/undo")).text
        assert len(await goals(bot)) == count - 1
        for said in ("/goal be happy", "/goal bench", "/goal deadlift 2x bodyweight"):
            assert "can't make a goal of that" in (await you.ask(said)).text
        assert "don't know your weight" in (await you.ask("/goal lose 5 kg by April")).text
        assert len(await goals(bot)) == count - 1


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("how far am I from my goal?", "87.5 of 100 kg"),
        ("how far am I from my bench goal?", "too few days yet to say when (n = 1)"),
        ("am I on track?", "87.5 of 100 kg"),
        ("how far am I from my squat goal?", "no goal for squat"),
        ("내 목표 보여줘", "87.5, 목표 100 kg"),
        ("벤치 목표까지 얼마나 남았어?", "언제일지 말하기엔 아직 기록이 적어요 (n = 1)"),
    ],
)
async def test_questions_about_goals_are_answered(tmp_path: Path, asked: str, told: str) -> None:
    async with running_bot(tmp_path, clock=at()) as (_, you):
        await you.ask("/goal bench 100kg")
        await you.ask("bench 87.5kg 5x5")
        assert told in (await you.ask(asked)).text


async def test_a_goal_is_celebrated_once_and_taken_back_with_what_reached_it(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at()) as (bot, you):
        await you.ask("bench 95kg 1x1")
        await you.ask("/goal bench 100kg")
        reached = await you.ask("bench 100kg 1x1")
        assert "Goal reached: Bench press 100 kg!" in reached.text
        await bot.restart()
        assert "🎯" not in (await you.ask("bench 101kg 1x1")).text
        await you.ask("/undo")
        back = await you.ask("/undo")
        assert "Not reached after all: Bench press 100 kg" in back.text
        said = await you.ask("bench 100kg 1x1")
        assert "Goal reached" in said.text
        await you.reply(said, "it was 90 kg")
        told = await you.next_reply()
        assert "Not reached after all" in told.text
        assert "No record any more: heaviest bench press, 100 kg" in told.text


async def test_an_edit_tells_a_new_record_once_and_takes_back_one_that_is_none(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at()) as (bot, you):
        await you.ask("bench 95kg 1x1")
        said = await you.say("bench 90kg 1x1")
        assert "🏆" not in (await you.next_reply()).text
        await you.edit(said, "bench 100kg 1x1")
        assert "heaviest bench press: 100 kg (before: 95 kg)" in (await you.next_reply()).text
        await bot.restart()
        await you.edit(said, "bench 100kg 1x1, felt great")
        assert "🏆" not in (await you.next_reply()).text
        await you.edit(said, "bench 95kg 1x1")
        told = (await you.next_reply()).text
        assert "No record any more: heaviest bench press, 100 kg" in told
        assert "🏆" not in told  # a tie is none


async def test_weeks_are_counted_and_celebrated_when_they_are_full(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at()) as (bot, you):
        await you.ask("/goal 2 sessions a week")
        assert "Training: 1 of 2 days this week" in (await you.ask("squat 100kg 5x5")).text
        assert "1 of 2 days this week" in (await you.ask("bench 80kg 5x5")).text
        bot.clock.advance(days=1)
        assert "Training: 2 days this week, goal met" in (await you.ask("ran 5k in 25:00")).text
        bot.clock.advance(days=6)
        await you.ask("squat 100kg 5x5")
        bot.clock.advance(days=1)
        assert "goal met, 2 weeks in a row" in (await you.ask("squat 100kg 5x5")).text


async def test_body_weight_goes_down_and_the_wrong_way_is_said(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at()) as (bot, you):
        await you.ask("bw 80 kg")
        told = await you.ask("/goal lose 2 kg")
        assert "Body weight 78 kg" in told.text
        receipt = told
        for day, kg in enumerate((80.2, 80.6, 80.9, 81.4, 81.7, 82.1), 1):
            bot.clock.set(NOON + timedelta(days=3 * day))
            receipt = await you.ask(f"bw {kg} kg")
        assert "82.1 kg, goal 78 kg, but the trend leads away from it (n = 7)" in receipt.text


@pytest.mark.parametrize(("first", "there"), [(82.4, 77.9), (74.5, 78.2)])
async def test_the_first_weight_after_a_goal_tells_its_direction(
    tmp_path: Path, first: float, there: float
) -> None:
    async with running_bot(tmp_path, clock=at()) as (bot, you):
        await you.ask("I want to weigh 78 kg by May")
        assert f"🎯 Body weight: {first} kg, goal 78 kg" in (await you.ask(f"bw {first} kg")).text
        bot.clock.advance(days=2)
        assert "🎉 Goal reached" in (await you.ask(f"bw {there} kg")).text


async def test_two_holds_of_a_day_are_no_longer_one(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at()) as (_, you):
        await you.ask("/goal plank 4 min")
        await you.ask("plank 3 min")
        assert "🎯 Plank: 3 min of 4 min" in (await you.ask("plank 2 min")).text
        assert "🎉 Goal reached" in (await you.ask("plank 4 min")).text


async def test_goals_are_private_exported_and_forgotten(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at()) as (bot, you):
        await you.ask("/goal weigh 78 kg")
        group = bot.client.person(YOU_ID, GROUP_ID)
        receipt = await group.ask("@swealog_bot bw 80 kg")
        assert "78" not in receipt.text
        assert "private" in (await group.ask("@swealog_bot how far am I from my goal?")).text
        assert "78 kg" in (await you.next_reply()).text
        sent = await you.ask("/export")
        assert sent.message.document is not None
        content = await bot.client.download(sent.message.document.file_id)
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            person = json.loads(archive.read("person.json"))
        assert [json.loads(one["body"])["target"] for one in person["goals"]] == [78.0]


async def test_a_day_that_has_passed_is_said_and_what_was_done_without_a_word_is_done(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at()) as (bot, you):
        await you.ask("/goal bench 100kg by christmas")
        await you.ask("bench 90kg 5x5")
        bot.clock.set(NOON + timedelta(days=40))
        assert "90 of 100 kg (was for 25 Dec 2026)" in (await you.ask("/goal")).text
        group = bot.client.person(YOU_ID, GROUP_ID)
        assert "🎯" not in (await group.ask("@swealog_bot bench 100kg 1x1")).text
        assert "100 kg by 25 Dec 2026: reached" in (await you.ask("/goal")).text
        assert "Goal reached" in (await you.ask("bench 101kg 1x1")).text


async def test_what_a_week_comes_to_can_be_a_goal(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (_, you):
        await you.ask("ran 12 km in 62 min")
        made = await you.ask("I want to run 40 km a week")
        assert "12 of 40 km this week" in made.text
        assert "42 km this week, goal met" in (await you.ask("ran 30 km in 160 min")).text
        assert "42 of 40 km" in (await you.ask("how am I doing on my running goal?")).text
        assert "3 h a week" in (await you.ask("/goal cycle 3 hours a week")).text
        assert "주 20 km" in (await you.ask("매주 20km 달리기가 목표야")).text
        assert "3 days a week" in (await you.ask("/goal swim 3 times a week")).text


async def test_a_goal_is_given_up_in_words_and_kept_with_a_tap(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at()) as (bot, you):
        await you.ask("I want to bench 100 kg by March")
        await you.ask("일주일에 3번 운동하는 게 목표야")
        assert len(await goals(bot)) == 2
        gone = await you.ask("벤치 목표 지워줘")
        assert "지웠어요" in gone.text
        assert len(await goals(bot)) == 1
        await you.tap(gone, gone.labels[0])
        await you.edited(gone)
        assert len(await goals(bot)) == 2
        assert "🎯 Your goals" in (await you.ask("delete my goal")).text, "which of two?"
        assert "Deleted: Bench press" in (await you.ask("delete my bench goal")).text


async def test_to_be_told_what_was_logged_is_no_request_for_a_reminder(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at()) as (_, you):
        await you.ask("bench 80kg 5x5, resting hr 52, weight 76 kg")
        for asked, told in (
            ("몸무게 알려줘", "76 kg"),
            ("안정시 심박수 알려줘", "52 bpm"),
            ("벤치 최고 기록 알려줘", "80 kg"),
            ("오늘 프로그램 뭐야?", "진행 중인 프로그램은 없어요"),
            ("어떤 프로그램 있어?", "StrongLifts"),
            ("what should I lift today according to my program?", "No programme runs"),
        ):
            assert told in (await you.ask(asked)).text, asked
        assert "언제 알려 드릴까요" in (await you.ask("물 마시라고 알려줘")).text


async def test_a_goal_in_the_place_of_another_is_taken_back_to_that(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at()) as (bot, you):
        await you.ask("/goal bench 100kg by March")
        before = await bot.app.core.db.goals.of_user(YOU_ID)
        bot.clock.advance(minutes=1)
        await you.ask("/goal squat 140kg by March")
        bot.clock.advance(minutes=1)
        assert "Goal: Bench press 110 kg by 30 Apr" in (await you.ask("/goal bench 110kg by April")).text
        bot.clock.advance(minutes=1)
        assert "Goal: Bench press 115 kg by 30 Apr" in (await you.ask("make the bench goal 115 kg")).text
        bot.clock.advance(minutes=1)
        assert "Back: Bench press 110 kg by 30 Apr" in (await you.ask("/undo")).text
        assert "Back: Bench press 100 kg by 31 Mar" in (await you.ask("/undo")).text
        bot.clock.advance(minutes=1)
        await you.ask("/goal bench 105kg by March")
        assert "Back: Bench press 100 kg by 31 Mar" in (await you.ask("/undo")).text
        assert "Deleted: Squat 140 kg" in (await you.ask("/undo")).text
        assert await bot.app.core.db.goals.of_user(YOU_ID) == before
        assert "Deleted: Bench press 100 kg" in (await you.ask("/undo")).text
        assert "nothing to undo" in (await you.ask("/undo")).text


async def test_the_same_goal_again_is_no_other_one(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at()) as (bot, you):
        await you.ask("/goal bench 100kg by March")
        bot.clock.advance(minutes=1)
        await you.ask("/goal bench 100kg by March")
        assert "Deleted: Bench press 100 kg" in (await you.ask("/undo")).text
        assert await goals(bot) == []


async def test_a_tapped_target_is_taken_back(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at()) as (bot, you):
        page = await you.ask("/goal bench 100kg by March")
        bot.clock.advance(minutes=1)
        await you.tap(page, "✏️")
        page = await you.edited(page)
        await you.tap(page, "↑")
        await you.edited(page)
        assert "Back: Bench press 100 kg by 31 Mar" in (await you.ask("/undo")).text


@pytest.mark.parametrize(
    ("logged", "aim", "told"),
    [
        (("use pounds please", "weight 82.4 kg"), "I want to get down to 75", "Body weight 75 kg"),
        (("weight 180 lb", "weight 82.4 kg"), "goal weight 75", "Body weight 75 kg"),
        (("use kg please", "weight 180 lb"), "I want to get down to 170", "Body weight 170 lb"),
        (("use kg please",), "I want to get down to 75", "Body weight 75 kg"),
        (("bench 80 kg 5x5",), "/goal squat 100", "Squat 100 kg"),
    ],
)
async def test_a_goal_without_a_unit_is_in_that_of_the_person(
    tmp_path: Path, logged: tuple[str, ...], aim: str, told: str
) -> None:
    async with running_bot(tmp_path, clock=at()) as (bot, you):
        for said in logged:
            await you.ask(said)
            bot.clock.advance(minutes=1)
        assert (await you.ask(aim)).text.splitlines()[0] == f"🎯 Goal: {told}"


async def test_a_unit_that_nobody_can_know_is_asked_for(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at()) as (bot, you):
        asks = await you.ask("I want to get down to 75")
        assert "Kilograms or pounds?" in asks.text
        assert asks.labels[:2] == ["kg", "lb"]
        await bot.restart()
        await you.tap(asks, "kg")
        assert "Body weight 75 kg" in (await you.edited(asks)).text
        assert "Body weight 74 kg" in (await you.ask("make the goal 74")).text
        assert "Back: Body weight 75 kg" in (await you.ask("/undo")).text
        assert "Deleted: Body weight 75 kg" in (await you.ask("/undo")).text


async def test_how_far_one_is_is_asked_of_the_goal_where_there_is_one(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at()) as (_, you):
        await you.ask("ran 5 km")
        assert "🎯" not in (await you.ask("how far am I?")).text
        await you.ask("weight 82.4 kg")
        await you.ask("I want to get down to 75")
        for asked in ("how far am I?", "how close am I now?"):
            assert "82.4 kg, goal 75 kg" in (await you.ask(asked)).text
        assert "82.4 kg, 목표 75 kg" in (await you.ask("얼마나 남았어?")).text
        assert "5 km" in (await you.ask("how far did I run this week?")).text


async def test_the_goal_of_the_figure_that_is_asked_for_is_meant(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at()) as (_, you):
        await you.ask("bench 90 kg 5x5, bw 82 kg")
        for goal in ("bench 100 kg", "weigh 78 kg"):
            await you.ask(f"/goal {goal}")
        for asked, meant, other in (
            ("when will I bench 100?", "90 of 100 kg", "82"),
            ("when will I be able to do 100 on bench?", "90 of 100 kg", "82"),
            ("when will I get down to 78 kg?", "82 kg, goal 78 kg", "90"),
            ("how many kilos to go to my bench goal?", "90 of 100 kg", "82"),
            ("how far to my weight goal?", "82 kg, goal 78 kg", "90"),
            ("몸무게 목표까지 몇 kg 남았어?", "82 kg, 목표 78 kg", "90"),
        ):
            told = (await you.ask(asked)).text
            assert meant in told, asked
            assert other not in told, asked
        assert "🎯" not in (await you.ask("when will I bench 120?")).text


async def test_a_receipt_tells_no_goal_that_its_log_says_nothing_of(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at()) as (_, you):
        await you.ask("/goal run 10k in 50:00")
        assert "🎯" not in (await you.ask("ran 5k in 26:00")).text
        assert "🎯 Run 10 km: 55:00, goal 50:00" in (await you.ask("ran 10k in 55:00")).text


async def test_the_goal_spoken_of_last_is_meant_until_something_is_logged(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at()) as (bot, you):
        await you.ask("bench 80 kg 5x5")
        await you.ask("I want to bench 100 kg by june")
        for asked in ("how close am I on bench?", "how am I doing with that?", "그거 어떻게 되고 있어?"):
            assert "80" in (told := (await you.ask(asked)).text), asked
            assert "🎯" in told, asked
        bot.clock.advance(minutes=1)
        await you.ask("ran 5 km in 25:00")
        assert "🎯" not in (await you.ask("how am I doing with that?")).text


async def test_a_load_without_a_unit_is_not_called_nothing(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at()) as (_, you):
        await you.ask("goal: bench 185 lb by february")
        assert "no unit yet, goal 185 lb" in (await you.ask("bench 135x5")).text
