"""What is read as a reminder or timer, when it is due, and what is left to the diary."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from agents.language.spoken import spoken
from agents.language.text import plain
from agents.offline.routing.requests import may_remind
from agents.reminders.asking import asked, length_in, replied, reworded, value_in
from agents.reminders.changing import ChangesFile, wanted
from agents.reminders.moving import is_meant, moved, once_more
from agents.reminders.parting import beside
from agents.reminders.plan import Plan, is_rule, next_due
from agents.reminders.rows import row_of
from agents.reminders.speech import FormRow, speech

ZONE = ZoneInfo("Europe/Berlin")
NOW = datetime(2026, 11, 18, 15, 0, tzinfo=ZONE)  # a Wednesday
ROWS = [(language, row) for language in ("en", "ko") for row, _ in speech(language).forms]


def _tongue(text: str) -> str:
    return "ko" if any("가" <= sign <= "힣" for sign in text) else "en"


@pytest.mark.parametrize(("language", "row"), ROWS, ids=lambda value: getattr(value, "example", value))
def test_each_form_reads_its_example(language: str, row: FormRow) -> None:
    assert may_remind(row.example)
    found = asked(row.example, NOW, language)
    assert found is not None
    assert found.does == row.does
    assert found.problem == ""


FILLED = {
    "en": {"xtitle": "stretching", "xtime": "fridays", "xold": "not 4pm,", "xshift": "an hour later"},
    "ko": {"xtitle": "스트레칭", "xtime": "금요일", "xold": "4시 말고", "xshift": "30분"},
}
KNOWN = [
    (language, change, said)
    for language in ("en", "ko")
    for change, all_ in spoken("agents.reminders", language, ChangesFile, "changes").sentences.items()
    for said in all_
]


@pytest.mark.parametrize(("language", "change", "said"), KNOWN)
def test_each_known_sentence_is_read_as_what_it_wants(language: str, change: str, said: str) -> None:
    text = re.sub("xtitle|xtime|xold|xshift", lambda slot: FILLED[language][slot[0]], said)
    found = wanted(plain(text), speech(language), ["Stretch", "스트레칭"], NOW, "DMY", language)
    assert found is None if change == "nothing" else found is not None
    if found is None:
        return
    assert found.change == change
    assert ("xtitle" in said) == bool(found.title)
    assert ("xshift" in said) == bool(found.shift)
    assert may_remind(text) or said == "xtime"  # of which only those are heard that begin so


@pytest.mark.parametrize(
    ("text", "does", "title", "days"),
    [
        ("cancel the stretch reminder for today", "skipped", "stretch", "2026-11-18"),
        ("drop friday from the stretching one", "skipped", "stretching", "FR"),
        ("no stretching on sundays please", "skipped", "stretching", "SU"),
        ("skip wed this week, im traveling", "skipped", "", "2026-11-18"),
        ("stretch reminder only on mondays", "moved", "stretch", "MO"),
        ("스트레칭 알림 오늘은 쉬자", "skipped", "스트레칭", "2026-11-18"),
        ("skip rope 10 min", None, "", ""),
        ("skipped legs today", None, "", ""),
        ("drop set curls 20x10", None, "", ""),
        ("add 2 eggs", None, "", ""),
        ("no bread today", None, "", ""),
        ("내일은 러닝 건너뛰자", None, "", ""),
        ("delete stretching from yesterday", None, "", ""),
    ],
)
def test_what_is_wanted_of_those_that_are_set(text: str, does: str | None, title: str, days: str) -> None:
    found = asked(text, NOW, _tongue(text), titles=("Stretch", "스트레칭"))
    if does is None:
        assert found is None
        return
    assert found is not None
    assert (found.does, found.title) == (does, title)
    assert found.when is not None
    assert days in {found.when.rule[-2:], str(found.when.days and found.when.days.start)}


@pytest.mark.parametrize(
    ("text", "title", "due"),
    [
        ("in 90 minutes stretch", "Stretch", "2026-11-18 16:30"),
        ("Remind me tomorrow at 8am to take my Creatine", "Take your Creatine", "2026-11-19 08:00"),
        ("remind me every other day at 7pm to do my rehab", "Do your rehab", "2026-11-18 19:00"),
        ("remind me on mondays and thursdays at 18:00 to swim", "Swim", "2026-11-19 18:00"),
        ("remind me to drink water every 2 hours", "Drink water", "2026-11-18 17:00"),
        ("remind me every morning to log my sleep", "Log your sleep", "2026-11-19 08:00"),
        ("remind me tonight at 10 to sleep", "Sleep", "2026-11-18 22:00"),
        ("remind me on the 1st of every month at 9am to measure", "Measure", "2026-12-01 09:00"),
        ("remind me on the first monday of every month at noon to deload", "Deload", "2026-12-07 12:00"),
        ("remind me on friday december 4 at 9am to call", "Call", "2026-12-04 09:00"),
        ("remind me on friday the 4th of december at 9am to call", "Call", "2026-12-04 09:00"),
        ("remind me on saturday the 28th at 8am to stretch", "Stretch", "2026-11-28 08:00"),
        ("remind me on the 31st at 8am to pay", "Pay", "2026-12-31 08:00"),
        ("remind me in 3 days at 8am to check my knee", "Check your knee", "2026-11-21 08:00"),
        ("remind me in 2h30 to eat", "Eat", "2026-11-18 17:30"),
        ("remind me at quarter past 7 pm to eat", "Eat", "2026-11-18 19:15"),
        ("wake me at 6:30 tomorrow", "Wake up", "2026-11-19 06:30"),
        ("nudge me at quarter past six tonight to foam roll", "Foam roll", "2026-11-18 18:15"),
        ("remind me next monday at half seven in the morning to weigh in", "Weigh in", "2026-11-23 07:30"),
        ("remind me at ten to six pm to leave", "Leave", "2026-11-18 17:50"),
        ("remind me every other tuesday at 7pm to deload", "Deload", "2026-11-24 19:00"),
        ("text me at 14:30 every day except thursday so I do my rehab", "Do your rehab", "2026-11-20 14:30"),
        ("remind me mon wed fri 6pm gym", "Gym", "2026-11-18 18:00"),
        ("remind me 30 min before my workout at 18:00 to eat", "Eat", "2026-11-18 17:30"),
        ("every 3 hours remind me to drink until 9pm", "Drink", "2026-11-18 18:00"),
        ("every 2 hours from 9am to 9pm remind me to drink", "Drink", "2026-11-18 17:00"),
        ("remind me on monday mornings at 7 to weigh in", "Weigh in", "2026-11-23 07:00"),
        ("remind me on the weekend at 10am to clean", "Clean", "2026-11-21 10:00"),
        ("remind me next weekend at 10am to clean", "Clean", "2026-11-28 10:00"),
        ("다음 주말 오전 10시에 청소하라고 알려줘", "청소", "2026-11-28 10:00"),
        ("내일 저녁에 스트레칭 알려줘", "스트레칭", "2026-11-19 19:00"),
        ("토요일 아침에 약 먹는 거 알려줘", "약 먹기", "2026-11-21 08:00"),
        ("remind me to sleep before midnight", "Sleep", "2026-11-19 00:00"),
        ("30분 있다가 물 마시라고 해줘", "물 마시기", "2026-11-18 15:30"),
        ("밤 11시 되면 자라고 말해줘", "잘 시간", "2026-11-18 23:00"),
        ("토요일 오전 9시에 등산 알림", "등산", "2026-11-21 09:00"),
        ("수요일 빼고 매일 저녁 7시에 운동하라고 알려줘", "운동", "2026-11-19 19:00"),
        ("매일 9시부터 18시까지 2시간마다 물 마시라고 알려줘", "물 마시기", "2026-11-18 17:00"),
        ("remind me today at 8 to stretch", "Stretch", "2026-11-18 20:00"),
        ("매일 밤 10시에 자라고 알려줘", "잘 시간", "2026-11-18 22:00"),
        ("매주 월수금 저녁 7시에 운동하라고 알려줘", "운동", "2026-11-18 19:00"),
        ("한 시간 반 뒤에 약 먹으라고 알려줘", "약 먹기", "2026-11-18 16:30"),
        ("격일로 저녁 8시에 재활하라고 알려줘", "재활", "2026-11-18 20:00"),
        ("내일 아침 6시에 깨워줘", "일어날 시간", "2026-11-19 06:00"),
    ],
)
def test_what_of_and_when(text: str, title: str, due: str) -> None:
    found = asked(text, NOW, "ko" if any("가" <= sign <= "힣" for sign in text) else "en")
    assert found is not None
    assert found.plan is not None
    assert found.plan.text == title
    moment = next_due(found.plan, NOW, ZONE)
    assert moment is not None
    assert f"{moment.astimezone(ZONE):%Y-%m-%d %H:%M}" == due


@pytest.mark.parametrize(
    ("text", "maybe"),
    [
        ("remind me to weigh in every Sunday at 8", (8, 20)),
        ("remind me to call Ana at 8", (8, 20)),
        ("set an alarm for 6:30", (6, 18)),
        ("remind me tomorrow at 12 to eat", (0, 12)),
    ],
)
def test_an_hour_that_may_be_two_is_asked_for(text: str, maybe: tuple[int, ...]) -> None:
    found = asked(text, NOW, "en")
    assert found is not None
    assert found.plan is not None
    assert tuple(one.hour for one in found.plan.maybe) == maybe
    assert not found.plan.times


@pytest.mark.parametrize(
    "text",
    [
        "remind me what I benched last week", "in 30 minutes ran 5k", "in 45 min did 5x5",
        "how often did I forget my timer?", "이번 주 벤치 기록 알려줘", "벤치 최고 기록 알려줘",
        "내일 일정 알려줘", "어제 저녁에 먹은 거 알려줘", "오늘 아침에 체중 알려줘",
        "내일 저녁에 무슨 운동 하는지 알려줘", "내일 아침 운동 루틴 알려줘", "7시에 뛴 거 알려줘",
        "30분 뒤에 5km 뛰었어", "bench 80x5", "slept 7h, woke at 6", "어제 운동 알려줘",
    ],
)  # fmt: skip
def test_what_is_something_else(text: str) -> None:
    language = "ko" if any("가" <= sign <= "힣" for sign in text) else "en"
    assert not may_remind(text) or asked(text, NOW, language) is None


def test_a_log_has_no_sign_of_a_reminder() -> None:
    for text in ("bench 185x5x3 @8", "ran 5 km in 27:30", "slept 6h", "벤치 80kg 5x5"):
        assert not may_remind(text)


def test_a_log_and_a_request_are_parted() -> None:
    assert beside("bench 80x5. remind me tomorrow to stretch", "en") == (
        "bench 80x5", "remind me tomorrow to stretch",
    )  # fmt: skip
    assert beside("remind me at 9pm to stretch. bench 80x5", "en") == (
        "bench 80x5", "remind me at 9pm to stretch",
    )  # fmt: skip


def test_what_ends_with_an_hour_of_today_comes_no_later() -> None:
    found = asked("every 3 hours remind me to drink until 9pm", NOW, "en")
    assert found is not None
    assert found.plan is not None
    last = next_due(found.plan, NOW.replace(hour=18), ZONE)
    assert last == NOW.replace(hour=21)
    assert next_due(found.plan, NOW.replace(hour=21), ZONE) is None


WEEKLY = Plan(text="Weigh in", rule="FREQ=WEEKLY;BYDAY=SU", start=date(2026, 11, 22), times=(time(8),))
ONCE = Plan(text="Call", start=date(2026, 11, 20), times=(time(20),))
SOON = Plan(text="Stretch", moment=NOW.replace(hour=16))


@pytest.mark.parametrize(
    ("plan", "said", "rule", "due"),
    [
        (WEEKLY, "move the weigh-in reminder to 9", WEEKLY.rule, "2026-11-22 09:00"),
        (WEEKLY, "change my weigh in reminder to saturdays", "FREQ=WEEKLY;BYDAY=SA", "2026-11-21 08:00"),
        (WEEKLY, "move my weigh in reminder to friday at 7", "FREQ=WEEKLY;BYDAY=FR", "2026-11-20 07:00"),
        (WEEKLY, "set the weigh in reminder to every other day", "FREQ=DAILY;INTERVAL=2", "2026-11-20 08:00"),
        (WEEKLY, "push the weigh in reminder back by an hour", WEEKLY.rule, "2026-11-22 09:00"),
        (ONCE, "make the call reminder half an hour earlier", "", "2026-11-20 19:30"),
        (ONCE, "change the call reminder from 8pm to 7", "", "2026-11-20 19:00"),
        (ONCE, "reschedule my call reminder to tomorrow", "", "2026-11-19 20:00"),
        (SOON, "my stretch reminder should come at 17:30", "", "2026-11-18 17:30"),
        (SOON, "make it 5", "", "2026-11-18 17:00"),
        (SOON, "not 4pm, 7pm", "", "2026-11-18 19:00"),
        (SOON, "no, 8pm", "", "2026-11-18 20:00"),
        (SOON, "아니 7시", "", "2026-11-18 19:00"),
        (SOON, "4시 말고 7시로 바꿔줘", "", "2026-11-18 19:00"),
        (WEEKLY, "reschedule weigh in to 7:30", WEEKLY.rule, "2026-11-22 07:30"),
        (WEEKLY, "체중 재기 7시 반으로 바꿔줘", WEEKLY.rule, "2026-11-22 07:30"),
        (WEEKLY, "체중 알림 토요일 9시로 바꿔줘", "FREQ=WEEKLY;BYDAY=SA", "2026-11-21 09:00"),
        (WEEKLY, "체중 재라는 알림 30분 늦춰줘", WEEKLY.rule, "2026-11-22 08:30"),
    ],
)
def test_one_that_is_set_is_moved(plan: Plan, said: str, rule: str, due: str) -> None:
    plan = plan.model_copy(update={"logs": "body weight"}) if plan is WEEKLY else plan
    wish = asked(said, NOW, _tongue(said), titles=(plan.text, "체중 재기"))
    assert wish is not None
    assert wish.does == "moved"
    assert wish.of == "newest" or is_meant(plan, wish, {})
    new = moved(row_of("r", 1, "reminder", plan, None, NOW), plan, wish, NOW).plan
    assert new is not None
    assert (new.text, new.rule) == (plan.text, rule)
    moment = next_due(new, NOW, ZONE)
    assert moment is not None
    assert f"{moment.astimezone(ZONE):%Y-%m-%d %H:%M}" == due


def test_another_time_keeps_the_day() -> None:
    plan = Plan(text="Stretch", start=date(2026, 11, 20))
    found = reworded(plan, "at 9pm", NOW)
    assert found is not None
    assert found.plan is not None
    assert (found.plan.start, found.plan.times) == (date(2026, 11, 20), (time(21),))
    assert reworded(plan, "bench 80x5", NOW) is None


@pytest.mark.parametrize(
    ("answer", "hour"),
    [("in the morning", 6), ("evening", 18), ("the morning", 6), ("pm", 18), ("at 6:30 pm", 18)],
)
def test_which_of_two_hours_is_said_in_words(answer: str, hour: int) -> None:
    asks = asked("remind me every Sunday at 6:30 to weigh in", NOW, "en")
    assert asks is not None
    assert asks.plan is not None
    found = reworded(asks.plan, answer, NOW)
    assert found is not None
    assert found.plan is not None
    assert found.plan.times == (time(hour, 30),)


def test_numbers_and_lengths() -> None:
    plan = Plan(text="Weigh in", logs="body weight")
    assert value_in("81.2", plan) == "body weight 81.2"
    assert value_in("it's 81,2 kg", plan) == "body weight 81,2 kg"
    assert value_in("bench 80x5", plan) is None
    assert value_in("81.2 and slept 7h", plan) is None
    lengths = {"2m": 120, "90s": 90, "1:30": 90, "2 minutes 30 seconds": 150, "3": 180, "90": 90, "1h": 3600}
    assert {text: length_in(text, "en") for text in lengths} == lengths
    assert length_in("2분", "ko") == 120
    assert length_in("soon", "en") is None


def local(plan: Plan, after: datetime, zone: ZoneInfo, count: int) -> list[str]:
    found: list[str] = []
    moment: datetime | None = after
    for _ in range(count):
        assert moment is not None
        moment = next_due(plan, moment, zone)
        found.append("" if moment is None else f"{moment.astimezone(zone):%d %H:%M}")
        if moment is None:
            break
    return found


def test_the_clock_in_spring_and_autumn() -> None:
    daily = Plan(text="", start=date(2026, 3, 28), times=(time(2, 30),), rule="FREQ=DAILY")
    after = datetime(2026, 3, 27, 12, tzinfo=UTC)
    assert local(daily, after, ZONE, 3) == ["28 02:30", "29 03:30", "30 02:30"]
    twice = Plan(text="", start=date(2026, 10, 24), times=(time(2, 30),), rule="FREQ=DAILY")
    after = datetime(2026, 10, 23, 12, tzinfo=UTC)
    assert local(twice, after, ZONE, 3) == ["24 02:30", "25 02:30", "26 02:30"]
    hours = Plan(text="", start=date(2026, 3, 29), times=(time(0),), rule="FREQ=HOURLY;INTERVAL=2")
    assert local(hours, datetime(2026, 3, 28, 23, tzinfo=UTC), ZONE, 2) == ["29 03:00", "29 05:00"]


def test_months_without_that_day_and_an_end() -> None:
    monthly = Plan(
        text="", start=date(2026, 1, 1), times=(time(9),), rule="FREQ=MONTHLY;BYMONTHDAY=31",
        until=date(2026, 5, 31),
    )  # fmt: skip
    assert local(monthly, datetime(2026, 1, 1, tzinfo=UTC), ZONE, 9) == [
        "31 09:00", "31 09:00", "31 09:00", "",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "kept"),
    [
        ("FREQ=DAILY", True), ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH", True), ("FREQ=MONTHLY;BYDAY=-1FR", True),
        ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", True), ("FREQ=HOURLY;INTERVAL=3", True),
        ("FREQ=MINUTELY;INTERVAL=1", False), ("FREQ=SECONDLY", False), ("FREQ=DAILY;COUNT=3", False),
        ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", False), ("FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", False),
        ("FREQ=WEEKLY;BYDAY=XX", False), ("", False), ("FREQ=DAILY;INTERVAL=0", False), ("nonsense", False),
    ],
)  # fmt: skip
def test_rules_of_others_are_looked_at(rule: str, *, kept: bool) -> None:
    assert is_rule(rule) is kept


@pytest.mark.parametrize(
    ("said", "language", "when"),
    [
        ("7pm", "en", "2026-11-18 19:00"),
        ("at 7:30 pm please", "en", "2026-11-18 19:30"),
        ("tomorrow", "en", "2026-11-19 16:00"),
        ("in an hour", "en", None),
        ("snooze for 20 minutes", "en", None),
        ("tonight instead", "en", "2026-11-18 20:00"),
        ("친구 만나고 나서", "ko", ""),
        ("내일", "ko", "2026-11-19 16:00"),
        ("한 시간 뒤", "ko", None),
        ("bench 80kg 3x5", "en", ""),
        ("done, felt great", "en", ""),
    ],
)
def test_a_reply_to_one_that_came_says_when_it_comes_again(
    said: str, language: str, when: str | None
) -> None:
    found = replied(said, language, NOW)
    assert (found is None) == (when == "")
    if found is None:
        return
    again = once_more(SOON, found, NOW, NOW)
    due = next_due(again, NOW, ZONE)
    assert due is not None
    minutes = 20 if "20" in said else 60
    shown = when or f"{NOW + timedelta(minutes=minutes):%Y-%m-%d %H:%M}"
    assert f"{due.astimezone(ZONE):%Y-%m-%d %H:%M}" == shown


def test_a_word_of_another_language_finds_what_is_the_same_in_the_diary() -> None:
    wish = asked("스트레칭 알림 취소해줘", NOW, "ko", titles=("Stretch",))
    assert wish is not None
    assert is_meant(SOON, wish, {"stretch": "stretching", "스트레칭": "stretching"})
    assert not is_meant(ONCE, wish, {"stretch": "stretching", "스트레칭": "stretching"})


def test_a_weekday_that_is_not_that_of_its_date_is_said_to_be_none() -> None:
    found = asked("remind me on friday december 5 at 9am to call", NOW, "en")
    assert found is not None
    assert found.problem == "no_such_day"


@pytest.mark.parametrize(
    ("text", "title"), [("rest timer 2 min please", ""), ("timer 2 min for eggs please", "Eggs")]
)
def test_a_timer_is_of_what_is_named_and_of_no_politeness(text: str, title: str) -> None:
    found = asked(text, NOW, "en")
    assert found is not None
    assert found.plan is not None
    assert (found.plan.text, found.plan.seconds) == (title, 120)
