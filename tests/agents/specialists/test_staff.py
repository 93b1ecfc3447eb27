"""Whom a message is for by rules: parts that split clearly, days that are looked up, logs that stay whole."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from agents.handover import Handover
from agents.limits import Limits
from agents.offline.lexicon import language_of
from agents.offline.questions.wishes import wish_in
from agents.profile import Profile
from agents.specialists.chains import days_in
from agents.specialists.specialist import Heard, Passage, Told
from agents.specialists.speech import speech
from agents.specialists.staff import Staff
from agents.talk.session import line_of, session_of
from agents.tools.catalogue.diary import read_memory
from agents.tools.context import ToolContext
from agents.tools.registry import ToolRegistry
from storage.entities import Message
from storage.tool_calls import ToolCall

NOW = datetime(2026, 11, 18, 15, 0, tzinfo=UTC)  # a Wednesday


class NoLedger:
    """Keeps nothing."""

    async def record(self, call: ToolCall) -> None:
        """Forget it."""


@pytest.fixture
def staff() -> Staff:
    return Staff(ToolRegistry(NoLedger()), Limits())


def heard(staff: Staff, text: str, *, configured: bool = True) -> Handover | None:
    language = language_of(text)
    return staff.heard(Heard(text, NOW, language, "DMY", is_configured=lambda _: configured, wish=wish_in))


@pytest.mark.parametrize("example", [one for language in ("en", "ko") for one in speech(language).examples])
def test_each_example_has_its_parts(staff: Staff, example: object) -> None:
    text, parts = getattr(example, "text", ""), getattr(example, "parts", 0)
    found = heard(staff, text)
    assert found is not None
    assert sum(2 if one.day_from is not None else 1 for one in found.parts) == parts
    assert not found.rest


@pytest.mark.parametrize(
    ("text", "names", "rest"),
    [
        ("what's on tomorrow?", ["calendar"], ""),
        ("hi! what's on tomorrow?", ["calendar"], ""),
        ("hi, what did I say about bench and what do my notes say about rest?", ["memory", "notes"], ""),
        ("morning, what did I tell you about sleep and what's on friday?", ["memory", "calendar"], ""),
        ("저기, 내가 무릎에 대해 뭐라고 했지 그리고 금요일에 뭐 있어?", ["memory", "calendar"], ""),
        ("put yoga on Saturday at 9am and schedule a swim on Sunday at 8", ["calendar", "calendar"], ""),
        ("cancel the dentist and what's on friday?", ["calendar", "calendar"], ""),
        (
            "what did I say about yoga, what do my notes say about swimming and what's on friday?",
            ["memory", "notes", "calendar"],
            "",
        ),
        ("dentist on friday at 3, can you add it to my calendar?", ["calendar"], ""),
        ("book a bench and squat session on friday at 6", ["calendar"], ""),
        ("bench 80x5 and what's on friday?", ["calendar"], "bench 80x5"),
        ("what's on friday? also bench 80x5 today", ["calendar"], "bench 80x5 today"),
        ("whats in my race checklist and how much did I squat", ["notes"], "how much did I squat"),
        ("taper plan doc, week 2, what does it say for wednesday", ["notes"], ""),
        ("what's on saturday, and what do my notes say about tapering?", ["calendar", "notes"], ""),
        ("ran 5k in 27. put another one in for friday at 7", ["calendar"], "ran 5k in 27"),
        ("when's the dentist and when am I free on Saturday?", ["calendar", "calendar"], ""),
        ("벤치 80 5x5 했고 금요일 7시에 수영 잡아줘", ["calendar"], "벤치 80 5x5 했고"),
        ("where's that page with the hotel address", ["notes"], ""),
        ("what time should I be at the dentist?", ["calendar"], ""),
        ("the exercise you showed me for hips, name?", ["memory"], ""),
        ("오늘 뭐 남았어", ["calendar"], ""),
        ("내가 마지막으로 보낸 메시지 뭐야", ["memory"], ""),
        ("노션 페이지 중에 인바디 있는 거", ["notes"], ""),
        ("제가 새우 알레르기 있다고 말씀드렸었나요", ["memory"], ""),
        ("네가 지난주에 먹어보라던 게 뭐였지", ["memory"], ""),
        ("where were we?", ["memory"], ""),
        ("낼 아침에 뭐 있지", ["calendar"], ""),
        ("담주 화욜 저녁 비어?", ["calendar"], ""),
        ("공연이 몇 시부터 몇 시까지야", ["calendar"], ""),
        ("엄마 생신이 무슨 요일이지", ["calendar"], ""),
        ("what time do we leave for the airport", ["calendar"], ""),
        ("how's my evening looking", ["calendar"], ""),
        ("um can you tell me what I've got on Saturday", ["calendar"], ""),
        ("the pancake recipe i saved, how many eggs", ["notes"], ""),
        ("엄마 김치찌개 레시피 어디 적어뒀지", ["notes"], ""),
        ("어제 뭐 먹었더라 글고 내일 저녁에 약속 있냐", ["calendar"], "어제 뭐 먹었더라"),
        (
            "지난주에 몇 번 뛰었는지랑 이번 주말에 비는 시간 있는지 알려줘",
            ["calendar"],
            "지난주에 몇 번 뛰었는지",
        ),
        ("네가 추천한 책 제목 뭐였지 그거 내 독서 목록에 적어놨나", ["memory", "notes"], ""),
        (
            "what did you say about my sleep, and how long did I sleep last night",
            ["memory"],
            "how long did I sleep last night",
        ),
        ("how do I export my data? and what's on friday", ["calendar"], "how do I export my data?"),
        (
            "what's on friday, and do you read what I write to you in German?",
            ["calendar"],
            "do you read what I write to you in German?",
        ),
        ("내일 pt 취소하고, 어깨 통증 6으로 적어놔", ["calendar"], "어깨 통증 6으로 적어놔"),
        ("what did my notes say about rest days and sleep?", ["notes"], ""),
        (
            "what did my notes say about rehab, what's on friday and what did I tell you about sleep?",
            ["notes", "calendar", "memory"],
            "",
        ),
    ],
)
def test_parts_go_to_whom_they_are_for(staff: Staff, text: str, names: list[str], rest: str) -> None:
    found = heard(staff, text)
    assert found is not None
    assert [one.specialist for one in found.parts] == names
    assert found.rest == rest


@pytest.mark.parametrize(
    "text",
    [
        "bench 80x5, note to self: grip wider",
        "my calendar app died, anyway slept 6h",
        "put 5 kg more on the bar today, 3x5",
        "moved the bench to 85kg",
        "dropped to 60kg and added 2 sets, then called it a day",
        "what's my best squat this year?",
        "coach said take it easy, ran 5k",
        "put in a solid training session today, bench 80x5",
        "made it to class this morning, 45 min spin",
        "added a second practice on monday, 90 min",
        "dropped the last set of the session, shoulder",
        "moved more today, 12k steps, cancelled nothing",
        "was free of pain on friday's run, 5k",
        "how do I connect my calendar?",
        "how do I add notes?",
        "how do I create an event in my calendar?",
        "how can I cancel an appointment?",
        "캘린더에 일정 어떻게 넣어?",
        "일정은 어떻게 옮겨?",
        "list of lifts today: squat 100x5, bench 80x5",
        "어제 8시간 잤어요 오늘은 개운해요",
        "어제 뭐 먹었더라 점심에 단백질 얼마나 먹었지",
        "벤치 80kg 5x5, 일정이 빡빡했다",
    ],
)
def test_what_is_for_the_diary_stays_there(staff: Staff, text: str) -> None:
    assert heard(staff, text) is None


@pytest.mark.parametrize(
    "text", ["what's on tomorrow?", "whats in my race day checklist", "am I free on friday?"]
)
def test_what_is_not_there_hears_nothing_loosely(staff: Staff, text: str) -> None:
    assert heard(staff, text, configured=False) is None


@pytest.mark.parametrize(
    ("question", "passages", "days"),
    [
        ("when may I swim again?", ["no swimming until 28 November. Ice daily."], [date(2026, 11, 28)]),
        ("when may I swim again?", ["you may swim again in 2 weeks"], [date(2026, 11, 24)]),
        ("when is the physio?", ["physio on 23 Nov or 30 Nov"], [date(2026, 11, 23), date(2026, 11, 30)]),
        ("when may I swim again?", ["the dentist is on 28 November"], []),
        ("언제부터 수영해도 돼?", ["수영은 11월 28일부터 가능"], [date(2026, 11, 28)]),
    ],
)
def test_days_are_read_in_the_sentence_as_of_its_own_day(
    question: str, passages: list[str], days: list[date]
) -> None:
    told = Told(passages=tuple(Passage(text=text, day=date(2026, 11, 10)) for text in passages))
    assert list(days_in(told, question, "DMY").days) == days


async def test_a_specialist_calls_no_tool_but_its_own(staff: Staff) -> None:
    profile = Profile(user_id=1)
    seat = staff.seat(staff.named("calendar"), ToolContext.of(profile, NOW), profile)
    with pytest.raises(LookupError, match="read_memory"):
        await seat.call(read_memory, {})


def ago(minutes: int) -> datetime:
    return NOW - timedelta(minutes=minutes)


def test_a_long_pause_ends_a_conversation() -> None:
    said = [
        Message(chat_id=1, message_id=9, user_id=1, role="user", text=f"{age}", at=ago(age))
        for age in (5, 20, 100, 110)
    ]
    assert [one.text for one in session_of(said, NOW, timedelta(minutes=60))] == ["20", "5"]
    assert session_of(said, NOW, timedelta(minutes=1)) == []
    assert line_of(said[0]) == "user: 5"
