"""Reminders and timers over the real bot: set in words, sent when due, done, put off, late, silenced."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path

import pytest

from telegram_local.messages import StoredMessage
from telegram_local.world import YOU_ID
from tests.driver.harness import RunningBot, TestClock, running_bot
from tests.driver.person import Person

NOW = datetime(2026, 11, 18, 14, 0, tzinfo=UTC)  # a Wednesday, 15:00 in Berlin
ZONE = {"time_zone": "Europe/Berlin", "weight_unit": "kg"}


@pytest.fixture
def clock() -> TestClock:
    clock = TestClock()
    clock.set(NOW)
    return clock


@pytest.fixture
async def running(tmp_path: Path, clock: TestClock) -> AsyncGenerator[tuple[RunningBot, Person]]:
    async with running_bot(tmp_path, clock=clock, profile=ZONE) as both:
        yield both


async def in_reply(you: Person, to: StoredMessage, text: str) -> StoredMessage:
    """What the bot says to a reply."""
    await you.reply(to, text)
    return await you.next_reply()


def passes(bot: RunningBot, **by: float) -> None:
    """Time goes by; the bot looks at its clock as it does every 15 seconds."""
    bot.clock.advance(**by)
    bot.app.state.watch.look()


async def test_an_ambiguous_time_is_asked_for_and_done_asks_for_the_number(
    running: tuple[RunningBot, Person],
) -> None:
    bot, you = running
    asked = await you.ask("remind me to weigh in every Sunday at 8")
    assert "which 8:00 do you mean?" in asked.text
    assert asked.labels == ["morning 08:00", "evening 20:00"]
    await bot.restart()
    await you.tap(asked, "morning 08:00")
    told = await you.edited(asked)
    assert told.text.splitlines() == [
        "⏰ Weigh in: every Sun at 08:00",
        "First: Sun 22 Nov at 08:00",
    ]
    bot.clock.set(datetime(2026, 11, 22, 7, 0, 1, tzinfo=UTC))
    bot.app.state.watch.look()
    came = await you.next_reply()
    assert came.text == "⏰ Weigh in"
    assert came.labels == ["✓ Done", "💤 Later", "🔕 Stop"]
    await you.tap(came, "✓ Done")
    asks = await you.next_reply()
    assert asks.text == "Body weight: how much is it? Just send the number."
    assert (await you.edited(came)).text == "✓ Weigh in"
    receipt = await you.reply(asks, "81.2")
    receipt = await you.next_reply()
    assert "81.2 kg" in receipt.text
    assert receipt.labels == ["↩️ Undo", "✏️ Fix"]


async def comes(bot: RunningBot, you: Person, words: str, **by: float) -> StoredMessage:
    """A reminder that was asked for, when it has come."""
    await you.ask(words)
    passes(bot, **by)
    return await you.next_reply()


@pytest.mark.parametrize(
    ("said", "told", "labels"),
    [
        ("done", "✓ Stretch", []),
        ("ok, done", "✓ Stretch", []),
        ("snooze 20 minutes", "💤 Stretch: again today at 16:20", ["↩️ Undo", "🕐 Other time"]),
        ("later", "⏰ Stretch", ["10 min", "1 hour", "tomorrow"]),
        ("stop it", "🔕 Stopped: Stretch", ["↩️ Undo"]),
    ],
)
async def test_words_behind_one_that_came_are_said_to_it(
    running: tuple[RunningBot, Person], said: str, told: str, labels: list[str]
) -> None:
    bot, you = running
    await comes(bot, you, "remind me every day at 16:00 to stretch", hours=1)
    await bot.restart()
    answer = await you.ask(said)
    assert (answer.text, answer.labels) == (told, labels)
    assert await bot.app.core.db.entries.recent_entries(YOU_ID, 5) == []


async def test_korean_words_behind_one_that_came(running: tuple[RunningBot, Person]) -> None:
    bot, you = running
    came = await comes(bot, you, "매일 16시에 스트레칭하라고 알려줘", hours=1)
    for said, told in (("10분만 더", "오늘 16:10"), ("스누즈 20분", "오늘 16:20"), ("완료", "✓ 스트레칭")):
        assert told in (await you.ask(said)).text
    assert "✓ 스트레칭" in (await in_reply(you, came, "응")).text
    assert "그만" in (await you.ask("그만")).text


async def test_a_number_behind_one_that_has_one_is_logged(running: tuple[RunningBot, Person]) -> None:
    bot, you = running
    await comes(bot, you, "remind me at 16:00 to weigh in", hours=1)
    assert "Body weight: 81.4 kg" in (await you.ask("81.4")).text
    came = await comes(bot, you, "remind me at 17:00 to weigh in", hours=1)
    await you.ask("bench 80kg 5x5")
    assert "Body weight: 81.2 kg" in (await in_reply(you, came, "81.2")).text
    came = await comes(bot, you, "remind me at 18:00 to weigh in", hours=1)
    assert "how much is it" in (await in_reply(you, came, "did it")).text
    assert "Body weight: 81 kg" in (await you.ask("81")).text


async def test_what_is_said_after_a_log_or_much_later_is_not_said_to_one_that_came(
    running: tuple[RunningBot, Person],
) -> None:
    bot, you = running
    await comes(bot, you, "remind me at 16:00 to stretch", hours=1)
    await you.ask("bench 80kg 5x5")
    assert "Stretch" not in (await you.ask("done")).text
    await comes(bot, you, "remind me at 17:00 to stretch", hours=1)
    passes(bot, hours=3)
    assert "Stretch" not in (await you.ask("done")).text


async def test_words_set_one_at_once_and_undo_takes_it_back(running: tuple[RunningBot, Person]) -> None:
    _, you = running
    told = await you.ask("in 90 minutes stretch")
    assert told.text == "⏰ today at 16:30: Stretch"
    assert told.labels == ["↩️ Undo", "🕐 Other time"]
    await you.tap(told, "↩️ Undo")
    assert (await you.edited(told)).text == "↩️ Taken back: Stretch"
    assert "No reminders yet" in (await you.ask("/reminders")).text
    await you.ask("remind me to stretch tomorrow at 9am")
    assert (await you.ask("/undo")).text == "↩️ Taken back: Stretch"
    assert "No reminders yet" in (await you.ask("what are my reminders?")).text


async def test_korean_is_answered_in_korean(running: tuple[RunningBot, Person]) -> None:
    bot, you = running
    told = await you.ask("매일 밤 10시에 자라고 알려줘")
    assert told.text.splitlines() == ["⏰ 잘 시간: 매일 22:00", "처음: 오늘 22:00"]
    passes(bot, hours=7, seconds=1)
    came = await you.next_reply()
    assert came.text == "⏰ 잘 시간"
    assert came.labels == ["✓ 했어요", "💤 나중에", "🔕 그만"]
    asked = await you.ask("내일 8시에 체중 재라고 알려줘")
    assert asked.text == "⏰ 체중 재기: 오전과 오후 8:00 중 언제인가요?"
    await you.tap(asked, "오전 08:00")
    assert (await you.edited(asked)).text == "⏰ 내일 08:00: 체중 재기"
    told = await you.ask("내일모레 저녁 7시에 스트레칭하라고 알려줘")
    assert told.text == "⏰ 11월 20일 (금) 19:00: 스트레칭"
    told = await you.ask("내일 저녁에 스트레칭 알려줘")
    assert told.text == "⏰ 내일 19:00: 스트레칭"
    timer = await you.ask("3분 타이머 맞춰줘")
    assert timer.text == "⏱ 3 min"


async def test_the_weekend_is_the_next_one(running: tuple[RunningBot, Person]) -> None:
    bot, you = running
    assert "Sat 21 Nov at 10:00" in (await you.ask("remind me on the weekend at 10am to clean")).text
    assert "Sat 28 Nov at 10:00" in (await you.ask("remind me next weekend at 10am to call Ana")).text
    bot.clock.set(datetime(2026, 11, 21, 11, tzinfo=UTC))  # Saturday at noon
    assert "tomorrow at 10:00" in (await you.ask("remind me on the weekend at 10am to swim")).text
    bot.clock.set(datetime(2026, 11, 22, 11, tzinfo=UTC))
    assert "has passed" in (await you.ask("remind me this weekend at 10am to ride")).text


async def test_snoozed_once_and_stopped_for_good(running: tuple[RunningBot, Person]) -> None:
    bot, you = running
    await you.ask("remind me to drink water every hour")
    passes(bot, hours=1, seconds=1)
    came = await you.next_reply()
    await you.tap(came, "💤 Later")
    asks = await you.edited(came)
    assert asks.labels == ["10 min", "1 hour", "tomorrow"]
    await you.tap(asks, "10 min")
    assert (await you.edited(asks)).text == "💤 Drink water: again today at 16:10"
    passes(bot, minutes=10, seconds=1)
    again = await you.next_reply()
    assert again.labels == ["✓ Done", "💤 Later"]
    passes(bot, minutes=50)
    came = await you.next_reply()
    await you.tap(came, "🔕 Stop")
    assert (await you.edited(came)).text == "🔕 Stopped: Drink water"
    passes(bot, hours=5)
    await you.silence()


async def test_what_was_missed_while_offline_comes_as_one_message_that_says_so(
    running: tuple[RunningBot, Person],
) -> None:
    bot, you = running
    await you.ask("remind me to stretch in 20 minutes")
    await you.ask("remind me to drink water every hour")
    await bot.stop()
    bot.clock.advance(hours=4, minutes=30)
    await bot.start()
    came = await you.next_reply()
    assert came.text.splitlines() == [
        "⏰ 2 reminders",
        "1. ⏰ Stretch",
        "Late: it was for today at 15:20.",
        "2. ⏰ Drink water",
        "Late: it was for today at 16:00. Missed since: 3.",
    ]
    assert came.labels == ["✓ 1. Stretch", "💤 Later", "✓ 2. Drink water", "💤 Later"]
    await you.silence()
    passes(bot, minutes=30)
    assert (await you.next_reply()).text == "⏰ Drink water"


async def test_a_log_with_a_request_is_both(running: tuple[RunningBot, Person]) -> None:
    bot, you = running
    await you.say("bench 80x5. remind me tomorrow at 9am to stretch")
    told = {(await you.next_reply()).text, (await you.next_reply()).text}
    assert any("Bench press" in one and "80 kg" in one for one in told), told
    assert "⏰ tomorrow at 09:00: Stretch" in told
    entries = await bot.app.core.db.entries.recent_entries(YOU_ID, 5)
    assert [entry.text for entry in entries] == ["bench 80x5"]


async def test_the_list_edits_and_deletes(running: tuple[RunningBot, Person]) -> None:
    bot, you = running
    await you.ask("remind me to stretch every day at 9pm")
    page = await you.ask("/reminders")
    assert page.text.splitlines() == ["⏰ Reminders", "1. Stretch: every day at 21:00 (today at 21:00)"]
    await you.tap(page, "1. Stretch")
    one = await you.edited(page)
    assert one.labels == ["🕐 Other time", "✏️ Other words", "🗑 Delete", one.labels[-1]]
    await you.tap(one, "🕐 Other time")
    asks = await you.next_reply()
    await bot.restart()
    await you.reply(asks, "at 7pm")
    told = await you.next_reply()
    assert told.text.splitlines()[0] == "⏰ Stretch: every day at 19:00"
    await you.tap(one, "✏️ Other words")
    await you.next_reply()
    told = await you.ask("Roll the calves")
    assert told.text.splitlines()[0] == "⏰ Roll the calves: every day at 19:00"
    await you.tap(one, "🗑 Delete")
    assert "No reminders yet" in (await you.edited(one)).text


async def test_one_is_moved_stopped_and_brought_back_in_words(running: tuple[RunningBot, Person]) -> None:
    bot, you = running
    await you.ask("remind me to stretch at 6pm every day")
    await you.ask("remind me to weigh in every sunday at 8am")
    told = await you.ask("move the stretch reminder to 7pm")
    assert told.text.splitlines() == [
        "⏰ Stretch: every day at 19:00",
        "First: today at 19:00",
        "Before: every day at 18:00.",
    ]
    await you.tap(told, "↩️ Undo")
    assert "every day at 18:00" in (await you.edited(told)).text
    assert "today at 18:30" in (await you.ask("make the stretch reminder half an hour later")).text
    assert "every day at 18:00" in (await you.ask("/undo")).text
    assert "every Sat at 08:00" in (await you.ask("change my weigh-in reminder to saturdays")).text
    assert "When shall I remind you of Stretch?" in (await you.ask("change my stretch reminder")).text
    assert "every day at 17:00" in (await you.ask("5pm")).text
    passes(bot, hours=2, seconds=1)
    assert (await you.next_reply()).text == "⏰ Stretch"
    stopped = await you.ask("delete the stretch reminder")
    await you.tap(stopped, "↩️ Undo")
    assert "every day at 17:00" in (await you.edited(stopped)).text


@pytest.mark.parametrize("way", ["tap", "/undo"])
async def test_all_that_are_deleted_in_words_come_back_at_once(
    running: tuple[RunningBot, Person], way: str
) -> None:
    bot, you = running
    await you.ask("remind me to weigh in every sunday at 8am")
    await you.ask("remind me to stretch at 6pm every day")
    await you.ask("set a timer for 30 minutes")
    passes(bot, minutes=1)
    before = (await you.ask("/reminders")).text
    gone = await you.ask("cancel all my reminders")
    assert gone.text == "🗑 Deleted: 2 reminders."
    assert "Stretch" not in (await you.ask("/reminders")).text
    passes(bot, minutes=1)
    if way == "tap":
        await you.tap(gone, "↩️ Undo")
        back = await you.edited(gone)
    else:
        back = await you.ask("/undo")
    assert "Stretch: every day at 18:00" in back.text
    assert "Weigh in: every Sun at 08:00" in back.text
    assert (await you.ask("/reminders")).text == before


async def test_make_it_is_said_of_what_came_last(running: tuple[RunningBot, Person]) -> None:
    _, you = running
    await you.ask("remind me to call Ana tomorrow at 8pm")
    assert (await you.ask("make it 9")).text.startswith("⏰ tomorrow at 21:00: Call Ana")
    await you.ask("bench 80 kg x5")
    assert "reps 5 → 9" in (await you.ask("make it 9")).text


async def test_a_reply_says_another_time(running: tuple[RunningBot, Person]) -> None:
    bot, you = running
    told = await you.ask("remind me to stretch at 6pm every day")
    assert "every day at 19:00" in (await in_reply(you, told, "7pm")).text
    skipped = await in_reply(you, told, "not today")
    assert skipped.text == "👌 Not today. Stretch comes again tomorrow at 19:00."
    await you.tap(skipped, "↩️ Undo")
    assert "First: today at 19:00" in (await you.edited(skipped)).text
    passes(bot, hours=4, seconds=1)
    came = await you.next_reply()
    assert came.text == "⏰ Stretch"
    assert (await in_reply(you, came, "in an hour")).text == "💤 Stretch: again today at 20:00"
    assert (await in_reply(you, came, "tomorrow")).text == "💤 Stretch: again tomorrow at 19:00"
    assert "comes again tomorrow" in (await in_reply(you, came, "오늘은 말고")).text
    assert "Logged" in (await in_reply(you, came, "bench 80 kg x5")).text


async def test_what_came_last_is_put_right_without_its_name(running: tuple[RunningBot, Person]) -> None:
    _, you = running
    await you.ask("remind me to weigh in every sunday at 8am")
    await you.ask("remind me to stretch at 6pm")
    assert (await you.ask("not 6pm, 7pm")).text.startswith("⏰ today at 19:00: Stretch")
    assert "every Sun at 07:30" in (await you.ask("reschedule weigh in to 7:30")).text
    assert (await you.ask("스트레칭 알림 취소해줘")).text == "🔕 그만 알릴게요: Stretch"
    assert "Stopped: Weigh in" in (await you.ask("cancel the weigh in one")).text
    assert "Noted" in (await you.ask("not 6pm, 7pm")).text, "of none that is set"


async def test_a_time_without_its_unit_or_that_nobody_sees_is_asked_for(
    running: tuple[RunningBot, Person],
) -> None:
    _, you = running
    asks = await you.ask("remind me in 20 to drink water")
    assert asks.text == "⏰ Drink water: in 20 of what?"
    assert asks.labels == ["20 minutes", "20 hours"]
    await you.tap(asks, "20 minutes")
    assert (await you.edited(asks)).text == "⏰ today at 15:20: Drink water"
    asks = await you.ask("remind me to take creatine when I wake up")
    assert "I can't see when you wake up" in asks.text
    assert (await you.ask("7")).text == "⏰ tomorrow at 07:00: Take creatine"
    asks = await you.ask("일어나면 물 마시라고 알려줘")
    await you.tap(asks, "오전 07:30")
    assert (await you.edited(asks)).text == "⏰ 내일 07:30: 물 마시기"
    assert (await you.ask("tell me when 10 minutes are up")).text == "⏱ 10 min"


async def test_timers_run_and_a_set_starts_one_where_that_is_wanted(
    running: tuple[RunningBot, Person],
) -> None:
    bot, you = running
    assert (await you.ask("/timer 2m")).text == "⏱ 2 min"
    passes(bot, minutes=2, seconds=1)
    over = await you.next_reply()
    assert over.text == "⏱ 2 min are over"
    await you.tap(over, "↻ Again")
    assert (await you.edited(over)).text == "⏱ 2 min"
    assert (await you.ask("stop the timer")).text == "⏱ Stopped."
    settings = await you.ask("/settings")
    await you.tap(settings, "1:30")
    await you.edited(settings)
    await you.ask("bench 80x5")
    passes(bot, seconds=60)
    await you.ask("bench 80x5")
    passes(bot, seconds=60)
    await you.silence()
    passes(bot, seconds=31)
    assert (await you.next_reply()).text == "⏱ Rest is over (1:30)"


async def test_what_is_left_of_a_timer_is_told(running: tuple[RunningBot, Person]) -> None:
    bot, you = running
    assert (await you.ask("how much time is left on my timer?")).text == "No timer is running."
    await you.ask("/timer 10m plank")
    passes(bot, minutes=4)
    assert "How long?" in (await you.ask("set a timer")).text
    for text in ("how much time is left on my timer?", "is my timer still running?"):
        told = (await you.ask(text)).text
        assert told.startswith(("⏱ 6 min of", "⏱ 5:5")), told
        assert told.endswith(" of 10 min left: Plank"), told
    assert "10 min 중 " in (await you.ask("타이머 얼마나 남았어?")).text
    passes(bot, minutes=7)
    assert "are over" in (await you.next_reply()).text


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("remind me at 7 and 19 to stretch", ["today at 19:00: Stretch", "tomorrow at 07:00: Stretch"]),
        ("remind me to eat at 17:00, 19 and 21", [f"today at {hour}:00: Eat" for hour in (17, 19, 21)]),
        ("remind me at 7 in the morning and at 8 in the evening to floss",
         ["today at 20:00: Floss", "tomorrow at 07:00: Floss"]),
        ("remind me tomorrow at 8am and 8pm to floss",
         ["tomorrow at 08:00: Floss", "tomorrow at 20:00: Floss"]),
        ("remind me today at 7:00 and 19:00 to stretch", ["today at 19:00: Stretch"]),
        ("아침 7시랑 저녁 7시에 스트레칭 알려줘", ["오늘 19:00: 스트레칭", "내일 07:00: 스트레칭"]),
    ],
)  # fmt: skip
async def test_each_of_several_times_comes(
    running: tuple[RunningBot, Person], text: str, told: list[str]
) -> None:
    bot, you = running
    assert (await you.ask(text)).text.splitlines() == [f"⏰ {one}" for one in told]
    for left in range(len(told), 0, -1):
        rows = await bot.app.core.db.reminders.of_user(YOU_ID)
        due = sorted(row.due_at for row in rows if row.due_at is not None)
        assert len(due) == left
        passes(bot, seconds=(due[0] - bot.clock()).total_seconds() + 1)
        assert "⏰" in (await you.next_reply()).text
    assert await bot.app.core.db.reminders.of_user(YOU_ID) == []


async def test_of_a_rhythm_with_parts_of_the_day_each_has_its_own(
    running: tuple[RunningBot, Person],
) -> None:
    _, you = running
    told = (await you.ask("매일 아침 7시와 저녁 7시에 스트레칭하라고 알려줘")).text
    assert told.splitlines()[0] == "⏰ 스트레칭: 매일 07:00, 19:00"


async def test_the_leap_day_of_each_year(running: tuple[RunningBot, Person]) -> None:
    bot, you = running
    for text in (
        "remind me every year on 29 february at 9am to renew the card",
        "remind me every 29 february at 9am to renew the card",
    ):
        first, second = (await you.ask(text)).text.splitlines()
        assert first.startswith(
            "⏰ Renew the card: every year on 29 February (on the 28th where there is none)"
        )
        assert second == "First: Sun 28 Feb 2027 at 09:00"
        await you.ask("cancel the card reminder")
    told = (await you.ask("매년 2월 29일 오전 9시에 회원권 갱신하라고 알려줘")).text
    assert "매년 2월 29일 (없는 해에는 28일) 09:00" in told
    assert (
        await you.ask("remind me on 29 february at 9pm to leap")
    ).text == "⏰ Tue 29 Feb 2028 at 21:00: Leap"
    bot.clock.set(datetime(2028, 2, 28, 20, 0, tzinfo=UTC))
    bot.app.state.watch.look()
    await you.next_reply()
    listed = (await you.ask("/reminders")).text
    assert "(없는 해에는 28일) 09:00 (내일 09:00)" in listed
    assert "Leap: tomorrow at 21:00" in listed


async def test_a_day_that_some_months_do_not_have_is_their_last(running: tuple[RunningBot, Person]) -> None:
    bot, you = running
    for text, told in (
        ("remind me every month on the 31st at 9am to pay rent",
         "⏰ Pay rent: every month on day 31 (on the last where there is none) at 09:00"),
        ("매달 31일 오전 9시에 월세 내라고 알려줘", "⏰ 월세 내기: 매달 31일 (없는 달에는 마지막 날) 09:00"),
    ):  # fmt: skip
        assert (await you.ask(text)).text.splitlines()[0] == told
    dues: list[date] = []
    for _ in range(4):
        due = min(row.due_at for row in await bot.app.core.db.reminders.of_user(YOU_ID) if row.due_at)
        dues.append(due.date())
        passes(bot, seconds=(due - bot.clock()).total_seconds() + 1)
        await you.next_reply()
    assert dues == [date(2026, 11, 30), date(2026, 12, 31), date(2027, 1, 31), date(2027, 2, 28)]
    moved = await you.ask("move the rent reminder to the 15th")
    assert "every month on day 15 at 09:00" in moved.text


async def test_a_leap_day_is_moved_to_another_day_of_the_year(running: tuple[RunningBot, Person]) -> None:
    _, you = running
    await you.ask("remind me every 29 february at 9am to renew the card")
    moved = await you.ask("move the card reminder to 3 march")
    assert "29 February" not in moved.text.splitlines()[0]
    assert "3 Mar 2027" in moved.text


async def test_somebody_who_blocked_the_bot_is_told_when_they_are_back(
    running: tuple[RunningBot, Person],
) -> None:
    bot, you = running
    await you.ask("remind me to stretch every hour")
    await you.ask("remind me to call Ana tomorrow at 9am")
    await you.block()
    passes(bot, hours=1, seconds=1)
    await bot.client.until(lambda: YOU_ID in bot.app.state.watch.silenced or None, what="silence")
    passes(bot, days=3)
    await bot.restart()
    await you.unblock()
    await you.say("hello")
    replies = [(await you.next_reply()).text for _ in range(2)]
    print(replies)
    assert any("I could not reach you, so I stopped your reminders (2)" in one for one in replies)


async def test_the_persons_clock_moves_them(running: tuple[RunningBot, Person]) -> None:
    bot, you = running
    await you.ask("remind me to stretch tomorrow at 9am")
    await you.ask("/settings zone Asia/Seoul")
    page = await you.ask("/reminders")
    assert "1. Stretch: tomorrow at 09:00" in page.text
    bot.clock.set(datetime(2026, 11, 19, 0, 0, 1, tzinfo=UTC))
    bot.app.state.watch.look()
    assert (await you.next_reply()).text == "⏰ Stretch"


async def test_it_comes_at_its_hour_when_the_clocks_change(running: tuple[RunningBot, Person]) -> None:
    bot, you = running
    bot.clock.set(datetime(2026, 3, 28, 12, tzinfo=UTC))
    await you.ask("remind me on sunday at 2:30am to check the oven")  # half an hour that is skipped
    await you.ask("remind me on sunday at 9am to stretch")
    await you.ask("remind me on 25 october at 9am to call Ana")
    for month, day, clock, came in (
        (3, 29, "01:30", "Check the oven"),
        (3, 29, "07:00", "Stretch"),
        (10, 25, "08:00", "Call Ana"),
    ):
        due = datetime.combine(date(2026, month, day), time.fromisoformat(clock), UTC)
        bot.clock.set(due - timedelta(minutes=1))
        bot.app.state.watch.look()
        await you.silence(0.2)
        bot.clock.set(due + timedelta(seconds=1))
        bot.app.state.watch.look()
        assert came in (await you.next_reply()).text


async def test_what_cannot_be_is_said(running: tuple[RunningBot, Person]) -> None:
    _, you = running
    for text, told in (
        ("remind me today at 7am to stretch", "That time has passed"),
        ("remind me on 30 Feb to stretch", "There is no such day"),
        ("remind me every 2 minutes to breathe", "at most every 5 minutes"),
        ("remind me to stretch", "⏰ Stretch: when?"),
        ("/timer", "How long?"),
        ("/timer 0", "How long?"),
        ("/timer 30h", "too far away"),
    ):
        assert told in (await you.ask(text)).text, text


async def test_words_say_which_of_two_hours_is_meant(running: tuple[RunningBot, Person]) -> None:
    _, you = running
    await you.ask("remind me to weigh in every Sunday at 8")
    told = await you.ask("in the evening")
    assert told.text.splitlines()[0] == "⏰ Weigh in: every Sun at 20:00"
    receipt = await you.ask("bench 80x5")
    assert "Bench press" in receipt.text


async def test_days_are_left_out_of_a_rhythm(running: tuple[RunningBot, Person]) -> None:
    bot, you = running
    await you.ask("remind me mon wed fri at 5pm to lift")
    await you.ask("remind me every day at 9am to take iron")
    friday = await you.ask("skip friday, im traveling")
    assert friday.text == "⏭ Lift: left out on Fri 20 Nov. After that: Mon 23 Nov at 17:00"
    iron = await you.ask("skip the iron tomorrow")
    assert iron.text == "⏭ Take iron: left out on Thu 19 Nov. After that: Fri 20 Nov at 09:00"
    await bot.restart()
    bot.clock.set(datetime(2026, 11, 20, 16, 30, tzinfo=UTC))  # half past five
    bot.app.state.watch.look()
    late = (await you.next_reply()).text
    assert "it was for Wed 18 Nov at 17:00" in late
    assert "it was for today at 09:00" in late
    assert "every Mon, Tue, Wed, Thu, Fri, Sat at 09:00" in (await you.ask("no iron on sundays please")).text
    bot.clock.set(datetime(2026, 11, 23, 7, 30, tzinfo=UTC))
    bot.app.state.watch.look()
    await you.next_reply()
    paused = (await you.ask("pause my reminders until friday")).text
    assert "Lift: left out from Mon 23 Nov. It comes again Fri 27 Nov at 17:00." in paused
    assert "Noted" in (await you.ask("no breakfast today")).text


async def test_a_series_ends_when_it_was_said_to(running: tuple[RunningBot, Person]) -> None:
    _, you = running
    for said, told in (
        (
            "remind me to do yoga every tuesday at 7pm for 6 weeks",
            "Do yoga: every Tue at 19:00, until Tue 29 Dec",
        ),
        (
            "remind me to swim every monday at 18:00, 8 times",
            "Swim: every Mon at 18:00, until Mon 11 Jan",
        ),
        (
            "remind me every day at 8am for ten days to take iron",
            "Take iron: every day at 08:00, until Sat 28 Nov",
        ),
        ("매일 저녁 8시에 약 먹으라고 10번만 알려줘", "약 먹기: 매일 20:00, 11월 27일 (금)까지"),
        (
            "1월 말까지 매주 금요일 오후 4시에 물리치료 알려줘",
            "물리치료: 매주 금 16:00, 1월 31일 (일)까지",
        ),
    ):
        assert told in (await you.ask(said)).text, said


async def test_days_to_come_are_told_where_no_calendar_is_connected(
    running: tuple[RunningBot, Person],
) -> None:
    _, you = running
    await you.ask("every monday and thursday at 18:30 remind me to go climbing")
    await you.tap(await you.ask("start stronglifts"), "Start")
    thursday = await you.ask("what's on thursday?")
    assert "Go climbing" in thursday.text
    assert "squat" not in thursday.text
    today = await you.ask("what do I have on today?")
    assert "squat" in today.text
    assert "climbing" not in today.text
    assert "nothing that I know of" in (await you.ask("anything planned on saturday?")).text
    assert "연결된 캘린더가 없어서" in (await you.ask("화요일에 뭐 있어?")).text


async def test_what_time_is_meant_is_answered_politely_or_the_reminder_called_off(
    running: tuple[RunningBot, Person],
) -> None:
    _, you = running
    await you.ask("remind me tomorrow at 7 to take creatine")
    assert "07:00: Take creatine" in (await you.ask("morning please")).text
    await you.ask("remind me tomorrow at 8 to stretch")
    assert "Taken back: Stretch" in (await you.ask("cancel the stretch reminder")).text
    listed = (await you.ask("what reminders do I have")).text
    assert "creatine" in listed
    assert "Stretch" not in listed


async def test_a_day_without_a_time_offers_some(running: tuple[RunningBot, Person]) -> None:
    bot, you = running
    asks = await you.ask("remind me tomorrow to buy shoes")
    assert [one.text for one in asks.buttons] == ["morning 09:00", "afternoon 13:00", "evening 19:00"]
    await you.tap(asks, "evening")
    assert (await you.edited(asks)).text == "⏰ tomorrow at 19:00: Buy shoes"
    passes(bot, hours=2)  # five in the afternoon
    asks = await you.ask("remind me today to call Ana")
    assert asks.text.startswith("⏰ Call Ana: when?"), "one time that is left is no choice of halves"
    assert [one.text for one in asks.buttons] == ["evening 19:00"]


async def test_the_days_of_a_rhythm_are_changed_in_words(running: tuple[RunningBot, Person]) -> None:
    _, you = running
    await you.ask("remind me every monday and wednesday at 7am to lift")
    said = {
        "only on mondays and thursdays please": "every Mon, Thu at 07:00",
        "add saturday to the lifting one": "every Mon, Thu, Sat at 07:00",
        "drop thursday from the lifting one": "every Mon, Sat at 07:00",
        "cancel the lift reminder for saturday": "left out on Sat 21 Nov",
    }
    for text, told in said.items():
        assert told in (await you.ask(text)).text
    await you.ask("remind me on thursday at 9am to buy shoes")
    assert (await you.ask("snooze the shoes one till saturday")).text.startswith("⏰ Sat 21 Nov at 09:00")
    assert "Stopped: Buy shoes" in (await you.ask("no shoes reminder on saturday")).text
