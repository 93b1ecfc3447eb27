"""What a question takes over from the conversation, and what it must not."""

from __future__ import annotations

import pytest

from tests.agents.offline.test_answers import NOW, Days, asker

DIARY: Days = [
    (40, "squat 100x5", ["squat weight=100kg reps=5"]),
    (9, "bench 80x5", ["bench press weight=80kg reps=5"]),
    (5, "squat 110x5", ["squat weight=110kg reps=5"]),
    (3, "bench 85x5", ["bench press weight=85kg reps=5"]),
    (2, "ran 5k", ["run distance=5km duration=25:00"]),
    (1, "ran 10k", ["run distance=10km duration=55:00"]),
    (0, "squat 90x5", ["squat weight=90kg reps=5"]),
]


class TestFollowUps:
    @pytest.mark.parametrize(
        ("query", "says"),
        [
            ("what did I do yesterday?", "10 km"),
            ("ok, what did I do yesterday?", "10 km"),
            ("summary of this week", "10 km"),
            ("어제 뭐 했지?", "10 km"),
            ("오늘 뭐 했어?", "90 kg"),
            ("what's my average pace?", "/km"),
            ("what did I do on 2026-11-19?", "5 km"),
        ],
    )
    @pytest.mark.parametrize("before", ["what's my bench PR?", "how often do I bench?"])
    async def test_a_whole_question_stands_alone(self, before: str, query: str, says: str) -> None:
        talking = asker(DIARY)
        await talking.ask(before, NOW)
        reply = await talking.ask(query, NOW)
        assert says in reply.text
        assert "no bench" not in reply.text
        assert "벤치프레스 기록은 없어요" not in reply.text
        assert reply.passed

    async def test_kilometres_are_of_no_lift(self) -> None:
        talking = asker(DIARY)
        await talking.ask("what's my bench PR?", NOW)
        assert "15 km" in (await talking.ask("how many kilometres in november?", NOW)).text

    @pytest.mark.parametrize("before", [(), ("how many runs this month?",), ("what's my bench PR?",)])
    async def test_a_record_of_nothing_named_is_asked_back(self, before: tuple[str, ...]) -> None:
        talking = asker(DIARY)
        for query in before:
            await talking.ask(query, NOW)
        reply = await talking.ask("what is my record?", NOW)
        assert {"bench press", "squat"} <= set(reply.asked[0].options)

    async def test_where_only_one_thing_is_logged_it_is_meant(self) -> None:
        reply = await asker(DIARY[:1]).ask("what is my record?", NOW)
        assert "heaviest squat is 100 kg" in reply.text

    @pytest.mark.parametrize(
        ("before", "query", "says"),
        [
            ("what's my bench PR?", "and squat?", "heaviest squat is 110 kg"),
            ("what's my bench PR?", "last week?", "80 kg for 5 reps"),
            ("what's my bench PR?", "how often?", "bench press: "),
            ("what's my bench PR?", "is it going up?", "bench press"),
            ("how many times did I bench this month?", "and my record?", "85 kg"),
            ("벤치 최고 기록은?", "그럼 스쿼트는?", "110 kg"),
            ("벤치 최고 기록은?", "지난주는?", "80 kg"),
        ],
    )
    async def test_a_fragment_or_pronoun_does_not(self, before: str, query: str, says: str) -> None:
        talking = asker(DIARY)
        await talking.ask(before, NOW)
        reply = await talking.ask(query, NOW)
        assert says in reply.text
        assert reply.passed

    @pytest.mark.parametrize(
        ("said", "says"),
        [
            (("how far did I run this month?", "how many times was that?"), "2 days"),
            (("how far did I run this month?", "how long did that take?"), "1 h 20 min"),
            (("what's my longest run?", "how long did it take?"), "55 min"),
            (("runs over 7 km", "on which days?"), "Fri 20 Nov 10 km"),
            (("how far did I run yesterday?", "more than the day before yesterday?"), "5 km more"),
            (("heaviest squat?", "in pounds"), "242.5 lb"),
            (("heaviest squat?", "same for bench"), "85 kg"),
            (("when did I last squat?", "thanks", "and before that?"), "110 kg"),
            (("how far did I swim this month?", "and run?"), "15 km"),
            (("이번 달 달리기 거리 합계?", "지난달엔 얼마였어?"), "달리기"),
            (("지금 스쿼트 얼마나 들어?", "제일 많이 들었을 때는?"), "110 kg"),
        ],
    )
    async def test_what_is_left_out_is_of_the_question_before(self, said: tuple[str, ...], says: str) -> None:
        talking = asker(DIARY)
        for query in said[:-1]:
            await talking.ask(query, NOW)
        reply = await talking.ask(said[-1], NOW)
        assert "ROUTE:query" in reply.path
        assert says in reply.text
        assert reply.passed

    async def test_an_overview_in_the_same_message_stands_alone_too(self) -> None:
        reply = await asker(DIARY).ask("what's my bench PR and what did I do yesterday?", NOW)
        assert "85 kg" in reply.text
        assert "10 km" in reply.text


class TestOnePeriodToCompareWith:
    """This week has the bench of three days ago, last week that of nine days ago."""

    @pytest.mark.parametrize(
        "query",
        [
            "compare my bench with last week",
            "지난주랑 비교해서 벤치 어때",
            "벤치 지난주 대비 어때",
            "지난주랑 벤치 비교해줘",
        ],
    )
    async def test_what_was_since_is_set_against_it(self, query: str) -> None:
        reply = await asker(DIARY).ask(query, NOW)
        assert "85 kg" in reply.text
        assert "80 kg" in reply.text

    @pytest.mark.parametrize("query", ["compare my run with yesterday", "어제 러닝이랑 비교해줘"])
    async def test_a_day_is_set_against_today(self, query: str) -> None:
        reply = await asker([*DIARY, (0, "ran 4k", ["run distance=4km duration=20:00"])]).ask(query, NOW)
        assert "4 km" in reply.text
        assert "10 km" in reply.text


async def test_bp_is_blood_pressure_where_only_that_is_logged() -> None:
    pressure: Days = [(1, "bp 131/84", ["systolic pressure value=131", "diastolic pressure value=84"])]
    assert "131" in (await asker(pressure).ask("what's my bp?", NOW)).text
    assert "85 kg" in (await asker([*pressure, *DIARY]).ask("highest bp?", NOW)).text


async def test_the_beginning_of_the_month_is_a_day() -> None:
    weights: Days = [
        (25, "weight 84", ["body weight value=84kg"]),
        (19, "weight 82", ["body weight value=82kg"]),
        (1, "weight 81", ["body weight value=81kg"]),
    ]
    reply = await asker(weights).ask("how much weight have I lost since the beginning of the month", NOW)
    assert "82 kg" in reply.text
    assert "84" not in reply.text


@pytest.mark.parametrize(
    ("query", "says"),
    [("and what about the knee", "knee pain"), ("and the knee?", "knee pain"), ("무릎은?", "무릎 통증")],
)
async def test_a_place_alone_is_its_pain(query: str, says: str) -> None:
    talking = asker([*DIARY, (2, "knee 4", ["pain value=4 text=knee"])])
    await talking.ask("how did I run this week?", NOW)
    assert says in (await talking.ask(query, NOW)).text
