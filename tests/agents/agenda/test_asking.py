"""What is read as being about the calendar, when it is meant, and what is left to the diary."""

from __future__ import annotations

from datetime import date, datetime, time
from zoneinfo import ZoneInfo

import pytest

from agents.agenda.asking import asked
from agents.agenda.fitting import fitted
from agents.agenda.speech import FormRow, speech
from agents.agenda.times import When

ZONE = ZoneInfo("Europe/Berlin")
NOW = datetime(2026, 11, 18, 15, 0, tzinfo=ZONE)  # a Wednesday
ROWS = [
    (language, row)
    for language in ("en", "ko")
    for row, _ in (
        *speech(language).forms,
        *speech(language).moves,
        *speech(language).edits,
        *speech(language).shifts,
    )
]


@pytest.mark.parametrize(("language", "row"), ROWS, ids=lambda value: getattr(value, "example", value))
def test_each_form_reads_its_example(language: str, row: FormRow) -> None:
    found = asked(row.example, NOW, language)
    assert found is not None
    assert found.does == row.does
    assert found.surely == (row.needs not in {"looked", "due"})


@pytest.mark.parametrize(
    ("text", "title", "begins", "minutes"),
    [
        ("put Leg Day in my calendar on Saturday at 10 for an hour", "Leg Day", "2026-11-21 10:00", 60),
        ("please put leg day in my calendar for friday at 7pm", "Leg day", "2026-11-20 19:00", 60),
        ("book dentist next tuesday from 10 to 11:30", "Dentist", "2026-11-24 10:00", 90),
        ("put swim in my calendar in 2 days at 7pm for an hour and a half", "Swim", "2026-11-20 19:00", 90),
        ("add dentist on 12 Jan at noon to my calendar", "Dentist", "2027-01-12 12:00", 60),
        ("put meeting in my calendar tomorrow 3-4pm", "Meeting", "2026-11-19 15:00", 60),
        ("put physio in my calendar on Monday 9-10am", "Physio", "2026-11-23 09:00", 60),
        ("put lunch in my calendar tomorrow from 11:30 to 1", "Lunch", "2026-11-19 11:30", 90),
        ("book a massage on friday afternoon at 4", "Massage", "2026-11-20 16:00", 60),
        ("schedule a run at 6", "Run", "2026-11-18 18:00", 60),
        ("schedule a run at 9am", "Run", "2026-11-19 09:00", 60),
        ("schedule yoga every Monday at 7", "Yoga", "2026-11-23 07:00", 60),
        ("put an easy swim on Friday", "Easy swim", "2026-11-20 00:00", 1440),
        ("block out 12 to 1 tomorrow for lunch with Mina", "Lunch with Mina", "2026-11-19 12:00", 60),
        ("book me a massage thursday 6pm for 45 minutes", "Massage", "2026-11-19 18:00", 45),
        ("put dinner with Mum in on 3 Dec at 7", "Dinner with Mum", "2026-12-03 19:00", 60),
        ("intervals on Tuesday at 6, put it in", "Intervals", "2026-11-24 18:00", 60),
        ("금요일 아침 7시에 가볍게 수영 잡아줘", "가볍게 수영", "2026-11-20 07:00", 60),
        ("내일 오후 3시 반에 치과 캘린더에 추가해 줘", "치과", "2026-11-19 15:30", 60),
        ("다음 주 금요일 저녁 7시부터 9시까지 모임 일정에 넣어줘", "모임", "2026-11-27 19:00", 120),
        ("3일 뒤 10시에 PT 일정 잡아줘", "PT", "2026-11-21 10:00", 60),
        ("매주 월요일 7시에 수영 캘린더에 넣어줘", "수영", "2026-11-23 07:00", 60),
    ],
)
def test_title_time_and_length(text: str, title: str, begins: str, minutes: int) -> None:
    found = asked(text, NOW, "ko" if any("가" <= sign <= "힣" for sign in text) else "en")
    assert found is not None
    span = fitted(found.when, NOW, ZONE)
    assert span is not None
    assert (found.does, found.title) == ("create", title)
    assert f"{span.start:%Y-%m-%d %H:%M}" == begins
    assert (span.end - span.start).total_seconds() / 60 == minutes


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("what's on this weekend?", date(2026, 11, 21), date(2026, 11, 22)),
        ("what have i got on friday next week?", date(2026, 11, 27), date(2026, 11, 27)),
        ("what's on friday december 4?", date(2026, 12, 4), date(2026, 12, 4)),
        ("what's on friday the 4th?", date(2026, 12, 4), date(2026, 12, 4)),
        ("what was on yesterday in my calendar?", date(2026, 11, 17), date(2026, 11, 17)),
        ("이번 주말 일정 보여줘", date(2026, 11, 21), date(2026, 11, 22)),
    ],
)
def test_days_are_seen_ahead_unless_they_are_said_to_be_over(text: str, first: date, last: date) -> None:
    found = asked(text, NOW, "ko" if "주" in text else "en")
    assert found is not None
    assert found.when.days is not None
    assert (found.when.days.start, found.when.days.end) == (first, last)


@pytest.mark.parametrize(
    ("text", "title", "by"),
    [
        ("push leg day back an hour", "Leg day", 60),
        ("can you bring Thursday's meeting forward by half an hour?", "Meeting", -30),
        ("목요일 회의 30분 당겨줘", "회의", -30),
    ],
)
def test_what_is_moved_by_so_much(text: str, title: str, by: int) -> None:
    found = asked(text, NOW, "ko" if "회" in text else "en")
    assert found is not None
    assert (found.does, found.title, found.by, found.surely) == ("move", title, by, False)


@pytest.mark.parametrize(
    ("text", "does"),
    [
        ("what does Saturday look like for me?", "read"), ("do I have pilates tomorrow?", "read"),
        ("how does my week look", "read"), ("which evenings are taken next week", "read"),
        ("is the swim meet on saturday or sunday?", "read"), ("모레 나 뭐 하기로 했지", "read"),
        ("find me a gap of 90 minutes this week", "free"), ("any spare hour wednesday?", "free"),
        ("could I squeeze in a run tomorrow morning?", "free"), ("토요일 점심 비었나", "free"),
        ("when am I seeing Jonas next", "find"), ("what time does pilates start on thursday", "find"),
    ],
)  # fmt: skip
def test_a_question_of_a_day_to_come_is_the_calendars(text: str, does: str) -> None:
    found = asked(text, NOW, "en" if text.isascii() else "ko")
    assert found is not None
    assert found.does == does


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("dentist tomorrow 3pm", "Dentist"), ("meeting with Bob on 3 December at 2pm", "Meeting with Bob"),
        ("내일 3시 치과", "치과"),
        ("swim friday 7am", ""), ("legs tomorrow 3x5 at 7am", ""), ("slept at 11pm, tomorrow off", ""),
        ("went to the pool today at 7am", ""), ("tomorrow at 7", ""), ("squat 100 tomorrow at 7am", ""),
    ],
)  # fmt: skip
def test_a_name_with_a_day_to_come_and_a_clock_is_an_event(text: str, title: str) -> None:
    found = asked(text, NOW, "en" if text.isascii() else "ko")
    assert (found.title if found is not None else "") == title


def test_what_is_moved_to_a_bare_hour() -> None:
    found = asked("move brunch to 11", NOW, "en")
    assert found is not None
    assert found.to is not None
    assert (found.title, found.to.at, found.surely) == ("Brunch", time(11), False)


def test_what_is_moved_has_a_day_and_another() -> None:
    found = asked("move leg day from saturday to sunday", NOW, "en")
    assert found is not None
    assert found.when.days is not None
    assert found.to is not None
    assert found.to.days is not None
    assert (found.when.days.start.day, found.to.days.start.day) == (21, 22)


@pytest.mark.parametrize(
    "text",
    [
        "squat 100kg 5x5", "what did I do yesterday?", "what's my best bench?", "cancel my last entry",
        "plan my week", "put 100 kg on the bar", "how was my week?", "what did I bench on Friday?",
        "moved the bench to 80 kg", "add 5 kg to my squat", "delete it", "ran 5k in 25:00",
        "어제 벤치 얼마 했어?", "벤치 100kg 5x5", "지난주에 뭐 했어?", "내일 뭐 먹을까?",
        "스쿼트 기록 지워줘", "what should I train tomorrow?", "will I hit 100 kg by christmas at this rate?",
        "what happened on 12 october", "tomorrow is deadlift day 5x3 150", "drop the curls",
        "give me my numbers for march",
        "am I stronger than in june", "2세트 빼줘", "수면 6시간으로 바꿔줘", "마지막으로 하체 한 게 언제야",
        "how many pull ups total in october", "내일 뭐 운동하면 좋을까",
    ],
)  # fmt: skip
def test_the_diary_keeps_its_own(text: str) -> None:
    found = asked(text, NOW, "ko" if any("가" <= sign <= "힣" for sign in text) else "en")
    assert found is None or not found.surely


def test_a_time_that_no_clock_shows_is_not_guessed() -> None:
    assert asked("put leg day in my calendar tomorrow at 27", NOW, "en") is None


def test_the_hour_before_a_change_of_clocks_is_of_its_day() -> None:
    before = datetime(2026, 10, 24, 20, 0, tzinfo=ZONE)
    span = fitted(When(at=time(9)), before, ZONE)
    assert span is not None
    assert span.start.utcoffset() == span.end.utcoffset()
    assert f"{span.start:%d %H:%M %z}" == "25 09:00 +0100"
