"""What is texted in passing, by thumb: days of one part, scores of pain, goals put off, slips put right."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from telegram_local.world import YOU_ID
from tests.driver.harness import RunningBot, TestClock, running_bot

_WEDNESDAY = datetime(2026, 11, 25, 12, tzinfo=UTC)


def _clock() -> TestClock:
    clock = TestClock()
    clock.set(_WEDNESDAY)
    return clock


async def _logged(bot: RunningBot) -> dict[str, tuple[str, float | None]]:
    entries = await bot.app.core.db.entries.recent_entries(YOU_ID, 9)
    return {
        one.name: (f"{one.day:%a}", one.value or one.weight or one.distance_m)
        for entry in entries
        for one in entry.measures
    }


async def test_a_day_at_the_end_of_one_part_belongs_to_that_part_alone(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=_clock()) as (bot, you):
        await you.ask("mood 9, and I got a nap yesterday")
        await you.ask("weight 82 kg. ran 5k monday")
        assert await _logged(bot) == {"mood": ("Wed", 9), "body weight": ("Wed", 82), "run": ("Mon", 5000)}


@pytest.mark.parametrize(
    ("said", "what", "day"),
    [
        ("bp 134/86. forgot my pill yesterday", "systolic pressure", "Wed"),
        ("ran 5k in 28 min. legs were sore yesterday", "run", "Wed"),
        ("weight 82.3 kg. skipped the gym yesterday", "body weight", "Wed"),
        ("bench 80 kg 3x5. yesterday was a rest day", "bench press", "Wed"),
        ("체중 59.9kg!! 드디어 50키로대. 어제 저녁 많이 안 먹었거든요", "body weight", "Wed"),
        ("bench 80 kg 3x5. did all that yesterday", "bench press", "Tue"),
        ("bench 80 kg 3x5. that was yesterday", "bench press", "Tue"),
        ("벤치 80kg 5회 3세트. 어제 한 거야", "bench press", "Tue"),
    ],
)
async def test_what_a_later_sentence_tells_of_a_day_is_that_sentences(
    tmp_path: Path, said: str, what: str, day: str
) -> None:
    async with running_bot(tmp_path, clock=_clock()) as (bot, you):
        await you.ask(said)
        assert (await _logged(bot))[what][0] == day


async def test_a_day_at_the_end_still_holds_for_all_sets_and_runs_before_it(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=_clock()) as (bot, you):
        await you.ask("bench 80kg 5x5. row 60kg 5x5 yesterday")
        await you.ask("물 2리터. 월요일에 5km 뜀")
        assert await _logged(bot) == {
            "bench press": ("Tue", 80),
            "barbell row": ("Tue", 60),
            "water": ("Wed", 2),
            "run": ("Mon", 5000),
        }


@pytest.mark.parametrize(
    ("said", "score"),
    [
        ("my shoulder hurts on pressing, id say 5", "Pain: 5 · shoulder"),
        ("hurts on pressing, id say 5", "Pain: 5"),
        ("left knee hurts when squatting, maybe 6/10", "Pain: 6/10 · left knee"),
        ("elbow hurts on curls, like a 4", "Pain: 4 · elbow"),
        ("right wrist hurting during bench, around a 3", "Pain: 3 · right wrist"),
        ("어깨 프레스할때 통증 5 정도", "통증: 5 · 어깨"),
    ],
)
async def test_pain_is_scored_behind_what_it_hurts_at(tmp_path: Path, said: str, score: str) -> None:
    async with running_bot(tmp_path) as (bot, you):
        assert score in (await you.ask(said)).text
        [entry] = await bot.app.core.db.entries.recent_entries(YOU_ID, 9)
        assert [one.name for one in entry.measures] == ["pain"]


@pytest.mark.parametrize(
    ("log", "said", "now"),
    [
        ("water 2l", "water 1.5 sorry", 1.5),
        ("coffee 2", "coffee 3 oops", 3),
        ("ran 5k", "6k sorry", 6000),
        ("스쿼트 80kg 5x5", "그거 말고 70", 70),
        ("물 2리터", "그거 말고 1.5", 1.5),
    ],
)
async def test_a_slip_put_right_in_passing_is_no_second_entry(
    tmp_path: Path, log: str, said: str, now: float
) -> None:
    async with running_bot(tmp_path) as (bot, you):
        await you.ask(log)
        await you.ask(said)
        [entry] = await bot.app.core.db.entries.recent_entries(YOU_ID, 9)
        [one] = entry.measures
        assert (one.value or one.weight or one.distance_m) == now


async def test_a_slip_of_what_was_never_logged_is_kept_as_a_log(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("water 1.5l sorry")
        assert (await _logged(bot))["water"][1] == 1.5


async def _with_two_goals(bot: RunningBot) -> None:
    you = bot.client.you
    await you.ask("goal: bench 120 kg by june")
    await you.ask("goal: run a 10k under 45 min by may")


async def test_a_goal_put_off_is_the_one_named_or_spoken_of_last(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=_clock()) as (bot, you):
        await _with_two_goals(bot)
        assert "Bench press 120 kg by 31 Mar 2027" in (await you.ask("push the bench goal to march")).text
        assert "Bench press 120 kg by 31 Jul 2027" in (await you.ask("move it to july")).text
        assert "벤치프레스 120 kg, 2027년 8월 31일까지" in (await you.ask("8월로 옮겨줘")).text


async def test_which_goal_is_put_off_is_asked_where_neither_was_spoken_of(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=_clock()) as (bot, you):
        await _with_two_goals(bot)
        await you.ask("water 2l")
        asked = await you.ask("move it to july")
        assert "Which goal" in asked.text
        await you.tap(asked, "Run 10 km")
        told = (await you.ask("how are my goals")).labels
        assert any("Run 10 km in 45:00 by 31 Jul 2027" in one for one in told)
        assert any("Bench press 120 kg by 30 Jun 2027" in one for one in told)


@pytest.mark.parametrize(
    ("sets", "said", "rules"),
    [
        (
            "remind me at 7 am every day to stretch",
            "make it 9 on saturdays",
            ["every Mon, Tue, Wed, Thu, Fri, Sun at 07:00", "every Sat at 09:00"],
        ),
        (
            "remind me at 7 am on weekdays to stretch",
            "fridays at 8 instead",
            ["every Mon, Tue, Wed, Thu at 07:00", "every Fri at 08:00"],
        ),
        (
            "매일 아침 7시에 스트레칭 알려줘",
            "토요일은 아침 8시로",
            ["매주 월, 화, 수, 목, 금, 일 07:00", "매주 토 08:00"],
        ),
        (
            "매일 아침 7시에 스트레칭 알려줘",
            "주말에는 9시로 해줘",
            ["평일마다 07:00", "주말마다 09:00"],
        ),
    ],
)
async def test_another_time_for_some_days_of_a_reminder_leaves_the_others(
    tmp_path: Path, sets: str, said: str, rules: list[str]
) -> None:
    async with running_bot(tmp_path, clock=_clock()) as (_, you):
        await you.ask(sets)
        before = (await you.ask("/reminders")).text
        await you.ask(said)
        listed = (await you.ask("/reminders")).text
        assert all(rule in listed for rule in rules), listed
        await you.ask("/undo")
        assert (await you.ask("/reminders")).text == before


async def test_a_button_takes_both_back(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=_clock()) as (_, you):
        await you.ask("remind me at 7 am every day to stretch")
        moved = await you.ask("make it 9 on saturdays")
        await you.tap(moved, "Undo")
        listed = (await you.ask("/reminders")).text
        assert "every day at 07:00" in listed
        assert "Sat at" not in listed


async def test_another_rhythm_takes_the_place_of_all_its_days(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=_clock()) as (_, you):
        await you.ask("remind me at 7 am every day to stretch")
        await you.ask("make it every saturday at 9")
        listed = (await you.ask("/reminders")).text
        assert "every Sat at 09:00" in listed
        assert "07:00" not in listed


@pytest.mark.parametrize(
    ("said", "title", "rhythm"),
    [
        (
            "remind me at 7 am on weekdays and saturdays to take creatine",
            "Take creatine",
            "Fri, Sat at 07:00",
        ),
        ("remind me at 8pm every weekday and on sundays to floss", "Floss", "Fri, Sun at 20:00"),
        ("remind me on weekends and fridays at 8pm to stretch", "Stretch", "every Fri, Sat, Sun at 20:00"),
        ("remind me every day except weekends at 7pm to call", "Call", "Monday to Friday at 19:00"),
        ("평일이랑 토요일 아침 7시에 크레아틴 먹으라고 알려줘", "크레아틴 먹기", "금, 토 07:00"),
        ("월요일하고 목요일 저녁 8시에 운동 알려줘", "운동", "매주 월, 목 20:00"),
    ],
)
async def test_days_and_groups_of_days_of_one_reminder(
    tmp_path: Path, said: str, title: str, rhythm: str
) -> None:
    """Listed in the language that it was set in, whatever the command's is."""
    async with running_bot(tmp_path, clock=_clock()) as (_, you):
        await you.ask(said)
        listed = (await you.ask("/reminders")).text
        assert f"1. {title}: " in listed
        assert rhythm in listed


_BOTH_DAYS = "8 h (Sun 22 Nov) against 6 h (Fri 20 Nov)"
_ALL_DAYS = "7 h on average over 2 logged days"


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("difference between the 20th and the 22nd", _BOTH_DAYS),
        ("how did sleep differ between the 20th and 22nd", _BOTH_DAYS),
        ("difference between sleep on the 20th and sleep on the 22nd", _BOTH_DAYS),
        ("20일과 22일 수면 차이", "11월 22일(일) 8시간, 11월 20일(금) 6시간"),
        ("how much did I sleep between the 20th and the 22nd", _ALL_DAYS),
        ("average sleep from the 20th until the 28th", _ALL_DAYS),
        ("20일부터 22일까지 평균 수면", "기록한 2일 평균 7시간"),
    ],
)
async def test_two_days_named_by_numbers_are_compared_or_a_stretch(
    tmp_path: Path, asked: str, told: str
) -> None:
    async with running_bot(tmp_path, clock=_clock()) as (bot, you):
        for day, slept in (18, "slept 4h"), (20, "slept 6h"), (22, "slept 8h"):
            bot.clock.set(datetime(2026, 11, day, 12, tzinfo=UTC))
            await you.ask(slept)
        bot.clock.set(_WEDNESDAY)
        assert told in (await you.ask(asked)).text


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("average and median sleep", ("7.6 h on average", "median sleep: 7.8 h")),
        ("what's my average and my median sleep", ("7.6 h on average", "median sleep: 7.8 h")),
        ("best and average 10k time", ("took 50:00", "52:30 on average")),
        ("수면 평균과 중앙값", ("평균 7.6시간", "중앙값: 기록한 4일 기준 7.8시간")),
        ("total 10k time", ("10 km running: 1 h 45 min in total",)),
        ("total time of my 10ks", ("10 km running: 1 h 45 min in total",)),
        ("most steps on rest days", ("on days without training is 12,000",)),
        ("longest run on rest days", ("no running on days without training",)),
        ("longest run on training days", ("on days with training is 10 km",)),
        ("운동한 날 몇시간 잤어", ("운동한 날 평균 7.5시간",)),
        ("쉬는 날 얼마나 잤어", ("운동을 쉰 날 평균 8시간",)),
    ],
)
async def test_figures_of_a_kind_of_days_and_several_at_once(
    tmp_path: Path, asked: str, told: tuple[str, ...]
) -> None:
    async with running_bot(tmp_path, clock=_clock()) as (bot, you):
        for day, logs in (
            (21, ("slept 6h", "ran 10k in 55:00")),
            (22, ("slept 8h", "steps 12000")),
            (23, ("slept 7.5h", "ran 10k in 50:00")),
            (24, ("slept 9h", "bench 100kg 5x5", "steps 3000")),
        ):
            bot.clock.set(datetime(2026, 11, day, 12, tzinfo=UTC))
            for log in logs:
                await you.ask(log)
        bot.clock.set(_WEDNESDAY)
        answer = (await you.ask(asked)).text
        assert all(one in answer for one in told), answer


@pytest.mark.parametrize(
    "said",
    [
        "on fridays i run",
        "i usually run 5k on fridays",
        "on mondays i lift and on fridays i run",
        "max squat 150 when i felt good",
        "best bench 100kg when i was 20",
    ],
)
async def test_a_statement_is_kept_and_not_answered(tmp_path: Path, said: str) -> None:
    async with running_bot(tmp_path) as (bot, you):
        assert "Noted" in (await you.ask(said)).text
        [entry] = await bot.app.core.db.entries.recent_entries(YOU_ID, 9)
        assert entry.text == said


@pytest.mark.parametrize("asked", ["on fridays do i run", "max squat when i felt good", "squat max"])
async def test_a_question_in_the_words_of_a_statement_stays_one(tmp_path: Path, asked: str) -> None:
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("squat 100kg 5x5")
        await you.ask(asked)
        assert [one.text for one in await bot.app.core.db.entries.recent_entries(YOU_ID, 9)] == [
            "squat 100kg 5x5"
        ]
