"""Messages as demanding people write them: what was misheard, dropped or answered beside the point."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from telegram_local.world import YOU_ID
from tests.driver.harness import RunningBot, TestClock, running_bot
from tests.driver.person import Person

NOW = datetime(2026, 11, 12, 18, 0, tzinfo=UTC)  # a Thursday, noon in Chicago
LIFTER = {"time_zone": "America/Chicago", "weight_unit": "lb"}


@pytest.fixture
async def running(tmp_path: Path) -> AsyncGenerator[tuple[RunningBot, Person]]:
    clock = TestClock()
    clock.set(NOW)
    async with running_bot(tmp_path, clock=clock, profile=LIFTER) as both:
        yield both


async def told(bot: RunningBot, you: Person, *messages: str) -> list[str]:
    """The first answer to each, some seconds apart."""
    answers: list[str] = []
    for text in messages:
        answers.append((await you.ask(text)).text)
        bot.clock.advance(seconds=30)
    return answers


async def loads(bot: RunningBot) -> dict[str, list[float | None]]:
    """What is logged of each lift."""
    entries = await bot.app.core.db.entries.recent_entries(YOU_ID, 50)
    found: dict[str, list[float | None]] = {}
    for one in (one for entry in entries for one in entry.measures):
        found.setdefault(one.name, []).append(one.weight)
    return found


async def test_no_log_is_changed_by_words_about_something_else(running: tuple[RunningBot, Person]) -> None:
    bot, you = running
    await told(bot, you, "bench 155x3 180x3 205x6", "deadlift 275x5 315x5", "squat 265x5")
    before = await loads(bot)
    creatine, wrong, iron, goal = await told(
        bot,
        you,
        "delete the creatine one",
        "my squat max is wrong, should be 295 not 315",
        "change the iron to 9",
        "make the bench goal 245",
    )
    assert "no recent log of creatine" in creatine
    assert "no recent log with 315" in wrong
    assert "no recent log of iron" in iron
    assert "You have no goal yet" in goal
    assert await loads(bot) == before


async def test_a_goal_is_changed_and_coached_in_the_words_at_hand(running: tuple[RunningBot, Person]) -> None:
    bot, you = running
    answers = await told(
        bot,
        you,
        "i wanna hit 250 on bench by valentines day",
        "make the bench goal 245",
        "move my bench goal to end of march",
        "set a goal: squat 350 before summer",
        "how far off is my bench goal",
    )
    assert "Bench press 245 lb by 14 Feb 2027" in answers[1]
    assert "Bench press 245 lb by 31 Mar 2027" in answers[2]
    assert "Squat 350 lb by 1 Jun 2027" in answers[3]
    assert "goal 245 lb" in answers[4]
    assert "bench: I'll watch it (Strength goal)" in (await you.ask("coach me on the bench goal please")).text
    await you.next_reply()  # the report
    assert "Paused" in (await you.ask("pause the coach for now")).text
    assert "⏸ Pause" in (await you.ask("turn the coach back on")).labels
    korean = await told(bot, you, "목표 하프 1시간 55분 3월14일까지", "하프 목표 1시간 45분으로 바꿔")
    assert "1:45:00, 2027년 3월 14일까지" in korean[1]
    assert "달리기 대회" in (await you.ask("코치 붙여줘 하프 목표로")).text


@pytest.mark.parametrize(
    ("order", "page"),
    [
        ("i want a coach", "No coaches yet"),
        ("pause the coach for now", "No coaches yet"),
        ("make me a plan", "StrongLifts 5x5"),
        ("turn off all notifications", "No reminders yet"),
        ("set the units some other way", "Weights: lb"),
        ("코치 붙여줘", "아직 코치가 없어요"),
        ("목표 좀 바꿔줘", "아직 목표가 없어요"),
    ],
)
async def test_an_order_that_nobody_reads_is_no_note(
    running: tuple[RunningBot, Person], order: str, page: str
) -> None:
    bot, you = running
    assert page in (await you.ask(order)).text
    assert await bot.app.core.db.entries.recent_entries(YOU_ID, 9) == []


async def test_what_is_wanted_from_now_on(running: tuple[RunningBot, Person]) -> None:
    bot, you = running
    answers = await told(
        bot,
        you,
        "im switching to kg from now on",
        "go back to pounds",
        "don't text me before 9",
        "send me a weekly summary sunday evening",
        "밤 10시 넘어서는 알림 보내지마",
    )
    assert answers[:2] == ["👌 From now on: Weights: kg", "👌 From now on: Weights: lb"]
    assert "Quiet hours: 22:00–9:00" in answers[2]  # noqa: RUF001
    assert "Weekly review: Sun 19:00" in answers[3]
    assert answers[4].startswith("👌 앞으로는")
    assert (await bot.app.core.db.people.get_user(YOU_ID)).preferences.quiet == "22-08"  # pyright: ignore[reportOptionalMemberAccess]


async def test_a_question_left_open_swallows_no_log(running: tuple[RunningBot, Person]) -> None:
    bot, you = running
    await told(bot, you, "ran 3 mi in 28 min", "squat 135 5x5")
    asked = await you.ask("what is my record?")
    assert "running" in asked.labels
    again, pain = await told(bot, you, "again", "아 무릎 살짝 아픔 2")
    assert "135" in again
    assert "통증: 2" in pain


async def test_korean_as_it_is_typed(running: tuple[RunningBot, Person]) -> None:
    bot, you = running
    answers = await told(
        bot,
        you,
        "어제 6키로 뛰었다 34분",
        "오늘 3키로 이지런 19분20초",
        "페이스 얼마였어",
        "어 3.2키로였음",
        "9시로 바꿔",
    )
    assert "평균 5:56/km" in answers[2]  # no sum of paces
    assert "3 km → 3.2 km" in answers[3]
    assert "로우" not in answers[4]


async def test_my_month_needs_no_question_about_days(running: tuple[RunningBot, Person]) -> None:
    bot, you = running
    await told(bot, you, "bench 155x3", "squat 135 5x5")
    assert "It begins" in (await you.ask("write up my month so far")).text
    while (came := await you.next_reply()).message.document is None:
        assert "Which days" not in came.text
    exported = await you.next_reply()
    assert "Review is done" in exported.text
    assert "Everything you have logged" in (await you.ask("export my stuff")).text


async def test_a_programme_is_wanted_in_gym_words(running: tuple[RunningBot, Person]) -> None:
    bot, you = running
    maxima, missing, workout, plates = await told(
        bot,
        you,
        "i want to do wendler",
        "start 5/3/1 mon tue thu fri squat 315, bench 225, press 145",
        "start 5/3/1 mon tue thu fri squat 315, bench 225, deadlift 405, press 145",
        "how many plates for 255",
    )
    assert "/programme 5/3/1 overhead press 100" in maxima
    assert "your maximum yet: deadlift" in missing
    assert "mon tue thu fri squat 315, bench 225, press 145, deadlift 100" in missing
    assert "Shall it start?" in workout
    assert "45 + 35 + 25 on each side" in plates
    proposed = next(one for one in reversed(await you.history()) if "Start" in one.labels)
    await you.tap(proposed, "Start")
    await you.edited(proposed)
    assert "overhead press 95 lb" in (await you.ask("whats my workout today")).text
    assert "45 lb" in (await you.ask("벤치 웜업 60까지")).text


async def test_reminders_end_where_something_else_begins(running: tuple[RunningBot, Person]) -> None:
    bot, you = running
    one = await you.ask("ate a burrito, also remind me to drink water at 4pm and how many calories was that")
    assert one.text == "⏰ today at 16:00: Drink water"
    assert "burrito" in (await you.next_reply()).text
    assert "calories" in (await you.next_reply()).text
    bot.clock.advance(minutes=2)
    two = await you.ask(
        "can you remind me every other day around lunchtime to stretch and i just did 10 pushups"
    )
    assert two.text.startswith("⏰ Stretch: every 2 days at 12:00")
    assert "Push-up" in (await you.next_reply()).text
    bot.clock.advance(minutes=2)
    once, daily, us, days, there, gone = await told(
        bot,
        you,
        "remind me to take creatine in the morning",
        "every day 8am",
        "remind us to meet at the gym tomorrow 6pm",
        "화목토 저녁8시에 러닝 알림좀",
        "알림 뭐뭐있어",
        "러닝 알림만 지워",
    )
    assert "tomorrow at 08:00" in once
    assert "Take creatine: every day at 08:00" in daily
    assert "Meet at the gym" in us
    assert "매주 화, 목, 토 20:00" in days
    assert "러닝" in there
    assert "그만 알릴게요: 러닝" in gone


@pytest.mark.parametrize("asked", ["who lifted more this week", "how active was i this week"])
async def test_a_question_without_its_mark_is_no_note(running: tuple[RunningBot, Person], asked: str) -> None:
    bot, you = running
    assert (await you.ask(asked)).text != "📝 Noted."
    assert await bot.app.core.db.entries.recent_entries(YOU_ID, 9) == []


async def test_undo_brings_back_the_reminder_that_was_stopped_last(
    running: tuple[RunningBot, Person],
) -> None:
    bot, you = running
    answers = await told(
        bot,
        you,
        "bench 155x3",
        "remind me every day at 9pm to stretch",
        "stop the stretch reminder",
        "/undo",
        "/undo",
    )
    assert "Stretch: every day at 21:00" in answers[3]
    assert "Taken back: Stretch" in answers[4]
    await told(bot, you, "remind me every day at 1pm to floss")
    bot.clock.advance(hours=1)
    bot.app.state.watch.look()
    came = await you.next_reply()
    await you.tap(came, "🔕 Stop")
    await you.edited(came)
    assert "Floss: every day at 13:00" in (await you.ask("/undo")).text
    assert await loads(bot) == {"bench press": [155]}


async def test_what_is_left_to_a_goal_and_a_figure_in_another_unit(
    running: tuple[RunningBot, Person],
) -> None:
    bot, you = running
    answers = await told(
        bot,
        you,
        "bench 155x5 205x8, last set was a grinder",
        "actually that last set was 7",
        "ran 3 mi in 28 min",
        "how much is 60kg in pounds",
        "i wanna hit 250 on bench by valentines day",
        "so how much is left",
        "when will i hit 250",
        "이대로면 가능함?",
        "do i have anything set",
    )
    assert "reps 8 → 7" in answers[1]
    assert answers[3] == "60 kg is 132.3 lb."
    for said in answers[5:7]:
        assert "205 of 250 lb" in said
    assert "250 lb" in answers[7]
    assert "No reminders yet" in answers[8]


async def test_what_is_typed_a_day_later_is_no_answer(running: tuple[RunningBot, Person]) -> None:
    bot, you = running
    await told(bot, you, "ran 3 mi in 28 min", "squat 135 5x5")
    assert "Skip" in (await you.ask("what is my record?")).labels
    bot.clock.advance(hours=20)
    assert "아니 그거" not in (await you.ask("아니 그거 말고 무릎꺼")).text


async def test_cancel_that_is_about_what_was_said_last(running: tuple[RunningBot, Person]) -> None:
    bot, you = running
    answers = await told(
        bot,
        you,
        "bench 155 5 5 5 5 4",
        "set me an alarm for tomorrow 5:45",
        "actually 5:30",
        "cancel that",
        "target: 315 squat by april",
        "nvm",
        "thanks",
        "nvm",
    )
    assert "which 5:30 do you mean" in answers[2]
    assert answers[3] == "↩️ Taken back: Alarm"
    assert "Squat 315 lb by 30 Apr 2027" in answers[4]
    assert "Deleted: Squat 315 lb" in answers[5]
    assert await loads(bot) == {"bench press": [155, 155]}


async def test_more_ways_to_want_it(running: tuple[RunningBot, Person]) -> None:
    bot, you = running
    await told(bot, you, "bench 155x5", "squat 225x5", "what is my record?")
    assert "Removed" in (await you.ask("delete todays bench")).text  # no answer to what was asked
    every, none, kilos, log = await told(
        bot,
        you,
        "rest timer 2 min after every set pls",
        "no more timers",
        "단위 킬로로",
        "오늘 벤치 70 5x5 했고 내일 아침 6시 알람 맞춰줘",
    )
    assert every == "👌 From now on: Timer after each set: 2 min"
    assert none == "👌 From now on: Timer after each set: no timer"
    assert "무게: kg" in kilos
    assert "06:00: 알람" in log
    assert "벤치프레스" in (await you.next_reply()).text
    made = await you.ask("start a coach for my sleep")
    assert "sleep: I'll watch it" in made.text
    await you.next_reply()
    assert "sleep" in (await you.ask("how's my sleep coach doing")).text
    assert "deleted" in (await you.ask("kill the sleep coach")).text
    assert "It begins" in (await you.ask("make me a report of the last two weeks")).text


async def test_reminders_in_whole_sentences_and_in_a_hurry(running: tuple[RunningBot, Person]) -> None:
    bot, you = running
    nudge, another, earlier, saturday, half, both, when = await told(
        bot,
        you,
        "Could you give me a nudge every morning at half past seven to do my back stretches?",
        "Oh and also one at bedtime for my magnesium, say ten o'clock",
        "Can you move the stretching one to 8? Half seven is too early for me",
        "remind me sat 6am long ride",
        "make it 530",
        "remind me 17:00 toms session, 18:30 sara",
        "What time is my stretching reminder?",
    )
    assert "Do your back stretches: every day at 07:30" in nudge
    assert "today at 22:00: Your magnesium" in another
    assert "every day at 08:00" in earlier
    assert "Sat 14 Nov at 06:00: Long ride" in saturday
    assert "Sat 14 Nov at 05:30" in half
    assert both.splitlines() == ["⏰ today at 17:00: Toms session", "⏰ today at 18:30: Sara"]
    assert "Do your back stretches: every day at 08:00" in when
    korean = await told(
        bot,
        you,
        "알림 다 뭐있어",
        "비타민디 먹으라고 매일 아침 7시 알림 좀",
        "아니 8시로",
        "물 마시라고 2시간마다 알려줘 근무중에만 밤 10시부터 아침 6시",
    )
    assert "Sara" in korean[0]
    assert "비타민디 먹기: 매일 08:00" in korean[2]
    assert "00:00, 02:00, 04:00, 06:00, 22:00" in korean[3]
    polite = "Would you remind me on Thursday next week at 2pm that I have an appointment?"
    assert "Thu 19 Nov at 14:00" in (await you.ask(polite)).text
    assert (
        "Say for example" not in (await you.ask("how many reminders are set?")).text
    )  # nothing came between
    assert await bot.app.core.db.entries.recent_entries(YOU_ID, 9) == []


async def test_goals_as_they_are_blurted_out(running: tuple[RunningBot, Person]) -> None:
    bot, you = running
    answers = await told(
        bot,
        you,
        "goal squat 300 by 1 may, bench 225 by 1 may",
        "squat goal 315 rather",
        "goal vo2max 50 by march",
        "I'd like to walk three times a week. Can you keep track of that?",
        "status goals",
        "목표 하루 7시간 자기",
        "걸음 목표도 하루 만보",
        "필라테스 주2회 하고싶은데 기록좀 해줘",
    )
    assert "Squat 300 lb by 1 May 2027" in answers[0]
    assert "Bench press 225 lb by 1 May 2027" in answers[0]
    assert "Squat 315 lb by 1 May 2027" in answers[1]
    assert "I can't make a goal of that" in answers[2]
    assert "Walk 3 days a week" in answers[3]
    assert answers[4].startswith("🎯 Your goals")
    assert "수면 평균 7 h" in answers[5]
    assert "걸음 수 평균 10,000" in answers[6]
    assert "필라테스 주 2일" in answers[7]
    assert await bot.app.core.db.entries.recent_entries(YOU_ID, 9) == []
    both = [await you.ask("I weigh 187 pounds, I'd like to get down to 170 by the summer")]
    both.append(await you.next_reply())
    assert {one.text.splitlines()[0] for one in both} == {
        "🎯 Goal: Body weight 170 lb by 1 Jun 2027",
        "✅ Logged · Thu 12 Nov",
    }


async def test_a_coach_corrects_what_was_just_pasted(running: tuple[RunningBot, Person]) -> None:
    bot, you = running
    pasted = "Squat 100x5 120x5 140x3 150x3 150x3\nBench 80x8x3\nRow 70x10x3"
    _, last, four = await told(bot, you, pasted, "no the last squat was 2 reps", "make bench 4 sets")
    assert "140 lb × 3 reps" in last  # noqa: RUF001
    assert "150 lb × 2 reps" in last  # noqa: RUF001
    assert "bench press: sets 3 → 4" in four
    _, gone, back = await told(
        bot, you, "pullups bw+20 5,5,4 / dips +30 8,8,7", "delete the dips", "actually put them back"
    )
    assert "removed: dip" in gone
    assert "Dip" in back
    _, both, two = await told(
        bot,
        you,
        "ohp 60 5x5 / lat raise 12 4x15 / curls 16 3x12",
        "change ohp to 62.5, last set only got 4",
        "delete the last two",
    )
    assert "62.5 lb × 5 reps, 4 sets" in both  # noqa: RUF001
    assert "62.5 lb × 4 reps" in both  # noqa: RUF001
    assert "removed: lateral raise, biceps curl" in two
    before = await loads(bot)
    await told(bot, you, "undo last 2")  # two changes, not two lifts
    assert await loads(bot) == before
    _, failed = await told(bot, you, "Bench 5x3 100 102.5 105 107.5 110", "set 5 failed at rep 2")
    assert "110 lb × 2 reps" in failed  # noqa: RUF001
    _, each = await told(
        bot, you, "tri pushdown 3x15 25, face pull 3x20 15", "pushdowns 27.5 not 25 and face pulls 4 sets"
    )
    assert "triceps pushdown: weight 25 → 27.5; face pull: sets 3 → 4" in each
    _, twelve = await told(
        bot, you, "leg press 3x10 60", "I think I did 12 on the last leg press set actually"
    )
    assert "60 lb × 12 reps" in twelve  # noqa: RUF001
    assert "Body weight: 194 lb" in (await you.ask("log yesterday's bodyweight 194")).text
    steps = await told(
        bot, you, "steps 8900", "steps 9200 actually", "아 걸음 9800이야", "걸음수 정정 10300보"
    )
    assert [one.splitlines()[-1] for one in steps[1:]] == ["Steps: 9200", "걸음 수: 9800", "걸음 수: 10300"]


async def test_nothing_is_made_up_for_a_lift_done_as_before(running: tuple[RunningBot, Person]) -> None:
    bot, you = running
    answers = await told(
        bot,
        you,
        "monday bench 150x5",
        "bench 155x3",
        "compare bench mon and thu",
        "leg press 3 sets of 10 with 60 pounds, seated row the same as last time",
        "Did I do ok?",
        "Tell me something encouraging",
        "What can you actually do for me?",
    )
    assert "155" in answers[2]
    assert "150" in answers[2]
    assert "Leg press: 60 lb" in answers[3]
    assert "I could not read “seated row the same as last time”" in answers[3]
    assert answers[4].startswith("Your training")
    assert answers[5].startswith("Your training")
    assert answers[6].startswith("I keep a log")
    assert "cable row" not in await loads(bot)


async def test_a_set_is_put_right_by_what_it_was(running: tuple[RunningBot, Person]) -> None:
    bot, you = running
    answers = await told(
        bot,
        you,
        "deadlift 315x5 335x3 365x1",
        "the single was 375",
        "the triple was 340",
        "the 315 was 4 reps",
        "squat 275 3x5, rows 135 3x8",
        "rows were 140",
        "bench 185 5x5, felt good",
        "make bench 187.5, last set only got 4",
    )
    assert [one.splitlines()[0][:9] for one in answers[1:4]] == ["✏️ Changed"[:9]] * 3
    assert await loads(bot) == {
        "bench press": [187.5, 187.5],
        "squat": [275],
        "barbell row": [140],
        "deadlift": [315, 340, 375],
    }


async def test_goals_and_pains_as_they_are_told(running: tuple[RunningBot, Person]) -> None:
    bot, you = running
    answers = await told(
        bot,
        you,
        "trying to hit 225 on bench by end of january",
        "move it to march",
        "내년 3월 15일 서울마라톤 4시간 안에 들어오는게 목표",
        "shoulder still a 4",
        "배아픔 6",
    )
    assert "Bench press 225 lb by 31 Jan 2027" in answers[0]
    assert "Bench press 225 lb by 31 Mar 2027" in answers[1]
    assert "4:00:00, 2027년 3월 15일까지" in answers[2]
    assert "Pain: 4 · shoulder" in answers[3]
    assert "통증: 6" in answers[4]


async def test_a_figure_near_the_last_weight_is_of_the_scale(running: tuple[RunningBot, Person]) -> None:
    bot, you = running
    answers = await told(
        bot, you, "171.4", "weighed 171.2", "170.8 this morning", "171 mon, 170.2 tue", "200"
    )
    assert [("Body weight" in one) for one in answers] == [False, True, True, True, False]
    entries = await bot.app.core.db.entries.recent_entries(YOU_ID, 9)
    assert {entry.text for entry in entries if entry.measures} >= {"170.8 this morning"}
    bench, bare = await told(bot, you, "bench 165 5x5", "170")
    assert "Bench press: 165 lb" in bench
    assert "Body weight" not in bare


async def test_what_comes_by_itself_and_maxima_as_they_are_said(running: tuple[RunningBot, Person]) -> None:
    bot, you = running
    answers = await told(
        bot,
        you,
        "can you check in with me every evening at 9 about my mood?",
        "also send me a summary every morning at 7",
        "stop the morning thing",
        "아침마다 요약 7시반",
        "start 531",
        "training max bench 190 squat 275 deadlift 365 press 115",
    )
    assert "Check-ins" in answers[0]
    assert "21:00" in answers[0]
    assert "7:00" in answers[1]
    assert "7:00" not in answers[2]
    assert answers[3].startswith("👌 앞으로는")
    assert "I don't know your maximum yet" in answers[4]
    assert "overhead press 115 lb (training maximum)" in answers[5]
