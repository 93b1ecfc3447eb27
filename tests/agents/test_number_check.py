from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from agents.number_check import check, without_unsupported
from agents.types import Draft, Figure, UserAnswer
from storage.entities import DateRange, Measure
from tests.agents.diary import NOW, entry, lift, run, sleep
from tests.driver.counting import calls
from tests.driver.sizes import size

D9, D12, D16 = date(2026, 11, 9), date(2026, 11, 12), date(2026, 11, 16)
ENTRIES = (
    entry(
        D9,
        lift(D9, 185, 5, 3, unit="lb"),
        sleep(D9, 6.5),
        text="bench 185x5x3, slept 6.5h, 2 eggs for breakfast",
        name="A",
    ),
    entry(
        D12,
        run(D12, 5, 1560),
        Measure(domain="nutrition", name="kcal", day=D12, value=2140, unit="kcal"),
        name="B",
    ),
    entry(
        D16,
        lift(D16, 225, 3, 5, "squat", unit="lb"),
        Measure(domain="mood", name="mood", day=D16, value=4, unit="/5"),
        name="C",
    ),
)
FIGURES = (
    Figure(value=215.8, unit="lb", what="best estimated 1RM, bench press", entries=("A",), day=D9),
    Figure(value=12.5, unit="%", what="change of bench press"),
    Figure(value=2, unit="days", what="training days, 9-15 Nov", entries=("A", "B")),
    Figure(value=1, unit="", what="nights under 6 h", entries=("A",)),
)
RANGES = (DateRange(start=date(2026, 11, 8), end=date(2026, 11, 21)),)
VOCABULARY = {"bench": "bench press", "ohp": "overhead press", "벤치": "bench press", "스쿼트": "squat"}


def unsupported(text: str, query: str = "", told: str = "", general: str = "") -> list[str]:
    found = check(
        text,
        figures=FIGURES,
        entries=ENTRIES,
        ranges=RANGES,
        now=NOW,
        query=query,
        answers=(UserAnswer(gap="sleep", question="How long?", answer=told),),
        general=(general,) if general else (),
        vocabulary=VOCABULARY,
    )
    for item in found:
        assert text[item.start : item.end].strip() == item.phrase
        assert item.sentence in text
    return [item.phrase for item in found]


@pytest.mark.parametrize(
    "text",
    [
        "On Mon 9 Nov you benched 185 lb (83.9 kg) for 5 reps, 3 sets. Your estimated 1RM is 215.8 lb.",
        "Bench press: 185x5x3, about 84 kg.",
        "You slept 6.5 hours, that is 6 h 30 min, 6½ h or 6:30.",
        "You ran 5 km in 26:00, a pace of 5:12/km (8:22 per mile), 11.5 km/h.",
        "Your 5k took 26 minutes on November 12th, 2026.",
        "2,140 kcal on 2026-11-12, about 2,100.",
        "Mood was 4/5, 4 out of 5.",
        "You trained twice from 9-15 Nov, on two days, n = 2.",
        "Up 12.5% since then.",
        "In the last 14 days, the past two weeks, there were 3 entries.",
        "The last squat was 5 days ago, last Monday, in November, this year.",
        "12 days ago you had \u201c2 eggs for breakfast\u201d, 2 eggs.",
        "You logged nothing on 10 Nov.",
        "1. First, keep 5/3/1 at 1RM.\n2. Two things help.",
        "One night was under 6 h of sleep.",
        "11월 9일(월)에 벤치 185파운드 5회 3세트를 했고 6시간 30분 잤어요.",
        "지난 14일 동안 두 번 운동했어요. 5km를 26분에, km당 5:12 페이스로 뛰었어요.",
        "12일 전, 월요일, 11월에 했어요.",
        "Logged at 18:00, 6 pm.",
        "",
    ],
)
def test_what_is_true_is_supported(text: str):
    assert unsupported(text) == []


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Your bench was 190 lb.", "190 lb"),
        ("Your bench was 85 kg.", "85 kg"),
        ("Your bench was 185 kg.", "185 kg"),
        ("Your squat was 185 lb.", "185 lb"),
        ("스쿼트는 185파운드였어요.", "185파운드"),
        ("You did 6 reps of bench.", "6 reps"),
        ("You did six reps of bench.", "six reps"),
        ("You slept 7.1 h.", "7.1 h"),
        ("You slept 6 h 40 min.", "6 h 40 min"),
        ("7-9 h of sleep", "9 h"),
        ("The run took 26:30.", "26:30"),
        ("A pace of 5:20/km.", "5:20/km"),
        ("A pace of 5:12/mi.", "5:12/mi"),
        ("You ran 6 km.", "6 km"),
        ("You ran 5 miles.", "5 miles"),
        ("Mood was 3/5.", "3/5"),
        ("Up 14%.", "14%"),
        ("You trained five times.", "five times"),
        ("You trained three times.", "three times"),
        ("You trained once a day for 9 days.", "9 days"),
        ("In the last 30 days.", "30 days"),
        ("In the last 3 weeks.", "3 weeks"),
        ("2,140 kcal and 2,300 kcal", "2,300 kcal"),
        ("bench press for 5,7 reps", "7 reps"),
        ("bench press max-200 kg", "200 kg"),
        ("about 2,300 kcal", "2,300 kcal"),
        ("On 10 Nov you benched.", "10 Nov"),
        ("On Tue 9 Nov you benched.", "Tue 9 Nov"),
        ("On 9 Nov 2025 you benched.", "9 Nov 2025"),
        ("On 2026-11-10 you benched.", "2026-11-10"),
        ("10.11.2026: bench", "10.11.2026"),
        ("Yesterday you benched.", "Yesterday"),
        ("3 days ago you ran.", "3 days ago"),
        ("You ran in October.", "in October"),
        ("On Friday you ran.", "Friday"),
        ("On 31 June you ran.", "31 June"),
        ("11월 10일에 벤치를 했어요.", "11월 10일"),
        ("11월 9일(화)에 벤치를 했어요.", "11월 9일(화)"),
        ("어제 뛰었어요.", "어제"),
        ("벤치 90kg을 했어요.", "90kg"),
        ("다섯 번 운동했어요.", "다섯 번"),
        ("RPE 9 for bench.", "RPE 9"),
        ("You had \u201cbench 200x5\u201d.", "200"),
    ],
)
def test_what_is_wrong_is_found(text: str, wrong: str):
    assert unsupported(text) == [wrong]


@pytest.mark.parametrize(
    ("text", "allowed"),
    [
        ("You have never benched 200 lb.", True),
        ("Nothing over 200 lb is logged.", True),
        ("You asked about 200 lb; your best bench is 185 lb.", True),
        ("Yes, you benched 200 lb.", False),
        ("Your best bench is 200 lb.", False),
    ],
)
def test_a_number_of_the_question_is_only_repeated_as_asked(text: str, allowed: bool):
    assert unsupported(text, "Did I ever bench 200 lb?") == ([] if allowed else ["200 lb"])


def test_what_the_user_answered_is_known():
    assert unsupported("You told me that you slept 5 h.") == ["5 h"]
    assert unsupported("You told me that you slept 5 h.", told="5 h") == []


def test_general_knowledge_counts_where_it_is_repeated():
    known = "Most adults need 7 to 9 hours of sleep."
    assert (
        unsupported(
            f"In general, most adults need 7 to 9 hours of sleep. {FIGURES[0].value} lb.", general=known
        )
        == []
    )
    assert unsupported("On 9 Nov you slept 9 hours.", general=known) == ["9 hours"]


def test_relative_days_are_the_users():
    seoul = NOW.astimezone(tz=None).replace(tzinfo=UTC) + timedelta(hours=9)
    yesterday = seoul.date() - timedelta(days=1)
    logged = (entry(yesterday, sleep(yesterday, 7)),)
    assert check("Yesterday you slept 7 h.", entries=logged, now=seoul) == []
    assert check("Yesterday you slept 7 h.", entries=logged, now=NOW - timedelta(days=1)) != []


def test_the_sentence_goes_and_the_rest_stays():
    draft = Draft(
        response="You benched 185 lb on 9 Nov. That is up 20 kg. Next to it you slept 6.5 h."
        "\n- Squat: 300 lb\n- Run: 5 km"
    )
    kept = without_unsupported(draft, entries=ENTRIES, ranges=RANGES, now=NOW)
    assert kept.response == "You benched 185 lb on 9 Nov. Next to it you slept 6.5 h.\n- Run: 5 km"
    assert without_unsupported(kept, entries=ENTRIES, ranges=RANGES, now=NOW) is kept


HOSTILE = ("1", "5 ", "9 Nov ", "a, ", "12:", "1,000")
LETTERS = size(2_000, 5_000, 20_000)


@pytest.mark.soak
@pytest.mark.parametrize("piece", HOSTILE)
def test_after_a_long_run_of_anything_a_wrong_number_is_found(piece: str):
    text = f"{piece * (LETTERS // len(piece))}. You benched 999 kg."
    found = check(text, entries=ENTRIES, now=datetime(2026, 11, 21, tzinfo=UTC))
    assert "999 kg" in [one.phrase for one in found]


@pytest.mark.parametrize("piece", HOSTILE)
def test_a_text_of_twice_the_length_takes_about_twice_the_calls(piece: str):
    """Counted, as a busy machine can't spoil that; 4 would be quadratic."""

    def work(letters: int) -> int:
        text = piece * (letters // len(piece))
        return calls(lambda: check(text, entries=ENTRIES, now=datetime(2026, 11, 21, tzinfo=UTC)))

    work(60)
    few, many = work(600), work(1_200)
    assert many <= 3 * few, f"{few} calls, then {many}"
