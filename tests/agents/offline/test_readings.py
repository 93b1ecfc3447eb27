"""What messages are read as, rule by rule; `/` is a new line, it is Saturday 21 November 2026."""

from __future__ import annotations

import pytest

from agents.offline.parser import parse
from agents.parser import ParserInput
from agents.profile import Profile
from evals.playing import everything
from evals.rows import NOW
from storage.problems import Misread
from tests.driver.written import told


def given(text: str) -> ParserInput:
    return ParserInput(text=text, now=NOW, profile=Profile(user_id=1), domain_context=everything())


def as_read(text: str) -> str:
    """As the documentation shows it, with a plain x."""
    return told(text).replace("\u00d7", "x")


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("bench 80kg 5x5 / yesterday squat 100kg x5", "bench press 80 kg 5x5; squat 100 kg 1x5 (2026-11-20)"),
        ("bench 80kg 5x5. Yesterday squat 100kg x5", "bench press 80 kg 5x5; squat 100 kg 1x5 (2026-11-20)"),
        ("bench 80kg 5x5, yesterday squat 100kg x5", "bench press 80 kg 5x5; squat 100 kg 1x5 (2026-11-20)"),
        (
            "bench 80kg 5x5 then on thursday squat 100kg x5",
            "bench press 80 kg 5x5; squat 100 kg 1x5 (2026-11-19)",
        ),
        ("slept 6h, yesterday ran 10k", "run 10000 m (2026-11-20); sleep 6 h"),
        ("did legs yesterday. squat 120kg 5x5. ran 5k today", "squat 120 kg 5x5 (2026-11-20); run 5000 m"),
        ("football last night, 60 min, ankle sore today", "football 3600 s (2026-11-20); pain “ankle”"),
        (
            "my knee hurt yesterday. bench 80kg 5x5. ran 5k today",
            "bench press 80 kg 5x5; run 5000 m; pain “knee” (2026-11-20)",
        ),
        ("벤치 80kg 5x5 / 어제 스쿼트 100kg 5회", "bench press 80 kg 5x5; squat 100 kg 1x5 (2026-11-20)"),
        (
            "벤치 80kg 5회 5세트 했고 어제는 스쿼트 100kg 5회",
            "bench press 80 kg 5x5; squat 100 kg 1x5 (2026-11-20)",
        ),
        (
            "bench 80kg 5x5 / yesterday: / squat 100kg 5x5 / deadlift 140kg x5",
            "bench press 80 kg 5x5; squat 100 kg 5x5 (2026-11-20); deadlift 140 kg 1x5 (2026-11-20)",
        ),
    ],
)
def test_a_day_named_later_holds_from_there_on(text: str, read: str) -> None:
    assert as_read(text) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        (
            "bench 80kg 5x5, squat 100kg 5x5 yesterday",
            "bench press 80 kg 5x5 (2026-11-20); squat 100 kg 5x5 (2026-11-20)",
        ),
        ("bench 80kg 5x5, yesterday", "bench press 80 kg 5x5 (2026-11-20)"),
        (
            "bench 100kg x5 (yesterday), squat 120kg x5 (today)",
            "bench press 100 kg 1x5 (2026-11-20); squat 120 kg 1x5",
        ),
        (
            "bench 100kg x5 (monday), squat 120kg x5 (yesterday)",
            "bench press 100 kg 1x5 (2026-11-16); squat 120 kg 1x5 (2026-11-20)",
        ),
        (
            "벤치 100kg 5회 (어제), 스쿼트 120kg 5회 (오늘)",
            "bench press 100 kg 1x5 (2026-11-20); squat 120 kg 1x5",
        ),
    ],
)
def test_a_day_after_all_or_in_brackets_is_of_what_stands_before(text: str, read: str) -> None:
    assert as_read(text) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("slept 6,5 hours", "sleep 6.5 h"),
        ("slept about 7,5", "sleep 7.5 h"),
        ("sleep 7,5, mood 4/5", "sleep 7.5 h; mood 4 /5"),
        ("7,5 시간 잤다", "sleep 7.5 h"),
        ("bw 82,5", "body weight 82.5; asks weight unit"),
        ("체중은 72,5", "body weight 72.5; asks weight unit"),
        ("bench 82,5 x 5", "bench press 82.5 1x5; asks weight unit"),
        ("bench 102,5 5x5", "bench press 102.5 5x5; asks weight unit"),
        ("bench 80kg 5,5,4", "bench press 80 kg 2x5; bench press 80 kg 1x4"),
        ("bench 80kg 8,7,6", "bench press 80 kg 1x8; bench press 80 kg 1x7; bench press 80 kg 1x6"),
        ("bench 100kg 12,5", "bench press 100 kg 1x12; bench press 100 kg 1x5"),
        ("squat 100,5x5", "squat 100 5x5; asks weight unit"),
    ],
)
def test_a_comma_is_decimal_where_no_list_is_meant(text: str, read: str) -> None:
    assert as_read(text) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("failed on rep 3 of 120kg bench", "bench press 120 kg 1x2"),
        ("bench 100kg 3x5, 110kg failed at rep 3", "bench press 100 kg 3x5; bench press 110 kg 1x2"),
        ("deadlift 180kg x3 fail on 4th", "deadlift 180 kg 1x3"),
        ("bench 100kg x5 failed on the 4th rep", "bench press 100 kg 1x3 “then failed”"),
        (
            "bench 100kg 3x5 failed 4th rep",
            "bench press 100 kg 2x5; bench press 100 kg 1x3 “then failed”",
        ),
        ("deadlift 180kg 3 reps, missed the fourth", "deadlift 180 kg 1x3"),
        ("데드 180kg 3회, 네번째에서 실패", "deadlift 180 kg 1x3"),
        ("squat 120kg 5,5,4 (failed)", "squat 120 kg 2x5; squat 120 kg 1x4"),
        ("스쿼트 120kg 5/5/4 (실패)", "squat 120 kg 2x5; squat 120 kg 1x4"),
        ("deadlift 200kg miss, 190kg x1", "deadlift 190 kg 1x1"),
        ("bench 120kg failed the first rep, 110kg x1", "bench press 110 kg 1x1"),
    ],
)
def test_what_was_done_before_a_repetition_failed_is_logged(text: str, read: str) -> None:
    assert as_read(text) == read


@pytest.mark.parametrize(
    ("text", "unread"),
    [
        ("5km today, 7km yesterday, 9km on monday", ("5km", "7km", "9km")),
        ("오늘 5km, 어제 7km", ("5km", "7km")),
    ],
)
def test_ways_of_which_nobody_says_what_was_done_are_told(text: str, unread: tuple[str, ...]) -> None:
    (entry,) = parse(given(text)).entries
    assert (entry.measures, entry.unread) == ((), unread)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("squat 225lb 5,5,AMRAP 11", "squat 225 lb 2x5; squat 225 lb 1x11"),
        ("스쿼트 100kg 5/5/AMRAP 11", "squat 100 kg 2x5; squat 100 kg 1x11"),
        ("bench 75% of 100kg 5x3", "bench press 75 kg 5x3"),
        ("squat 80% of my 140kg max 5x2", "squat 112 kg 5x2"),
        ("벤치 100kg의 75% 5x3", "bench press 75 kg 5x3"),
        ("bench 20kg per side plus bar x 8", "bench press 60 kg 1x8"),
        ("squat bar plus 45s a side x 5", "squat 135 lb 1x5"),
        ("벤치 양쪽 20kg씩 8회", "bench press 60 kg 1x8"),
        ("bench 60-80-100 kg x 5", "; ".join(f"bench press {load} kg 1x5" for load in (60, 80, 100))),
        ("스쿼트 100kg 5회 3세트 마지막은 7회", "squat 100 kg 2x5; squat 100 kg 1x7"),
        ("스쿼트 팔십에 다섯개 세세트", "squat 80 3x5; asks weight unit"),
        ("10 min row then 60kg rows 3x8", "row 600 s; barbell row 60 kg 3x8"),
        ("20 min bike, 40kg bench 3x10", "ride 1200 s; bench press 40 kg 3x10"),
        ("트레드밀 30분 시속 8km", "run 4000 m 1800 s"),
        ("5km run 30m", "run 5000 m 1800 s"),
        ("ran 10km 52m", "run 10000 m 3120 s"),
        (
            "amrap 20: 5 pullups 10 pushups 15 squats - 14 rounds",
            "pull-up 14x5; push-up 14x10; squat 14x15",
        ),
    ],
)
def test_figures_that_follow_from_others(text: str, read: str) -> None:
    assert as_read(text) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("curls two 12s 3x10", "biceps curl 12 3x10; asks weight unit"),
        ("벤치 60-80-100kg 5회", "; ".join(f"bench press {load} kg 1x5" for load in (60, 80, 100))),
        ("mood great energy low", "mood “great”; energy “low”"),
        ("stress high, energy low", "stress “high”; energy “low”"),
        ("기분 좋음 에너지 낮음", "mood “좋음”; energy “낮음”"),
        ("elliptical 30 min 300 kcal", "elliptical 1800 s"),
        ("rowed 20 min, 250 cal", "row 1200 s"),
        ("걷기 40분 200kcal", "walk 2400 s"),
        ("lunch 500 kcal, ran 5k", "run 5000 m; kcal 500 kcal"),
        ("ran 5k then ate 500 kcal", "run 5000 m; kcal 500 kcal"),
        ("BP 80kg 5x5", "bench press 80 kg 5x5"),
        ("bp 135/155/175lb x5", "; ".join(f"bench press {load} lb 1x5" for load in (135, 155, 175))),
    ],
)
def test_words_and_figures_beside_each_other(text: str, read: str) -> None:
    assert as_read(text) == read


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("bench 1e3 x 5", Misread("endless", "1e3")),
        ("벤치 1e309x5", Misread("endless", "1e309")),
    ],
)
def test_figures_that_are_no_sets_are_said(text: str, problem: Misread) -> None:
    (entry,) = parse(given(text)).entries
    assert (entry.measures, entry.problems[:1]) == ((), (problem,))


@pytest.mark.parametrize("text", ["bench 100kg 5x5, 31/02", "30/02 bench 100kg 5x5", "벤치 100kg 5x5, 31/02"])
def test_a_day_that_no_calendar_has_is_no_set(text: str) -> None:
    (entry,) = parse(given(text)).entries
    assert [(one.weight, one.reps, one.sets) for one in entry.measures] == [(100, 5, 5)]
    assert [one.wrong for one in entry.problems if isinstance(one, Misread)] == ["no_such_day"]


@pytest.mark.parametrize(
    "text",
    [
        "\uff22\uff25\uff2e\uff23\uff28 80kg 5x5",
        "\uff42\uff45\uff4e\uff43\uff48 \uff18\uff10\uff4b\uff47\u3000\uff15\uff58\uff15",
        "bench 80kg 5\u04455",
        "bench 80kg 5 \u0445 5",
        "b\u0435nch 80kg 5x5",
        "벤치 80\u338f 5\u00d75",
        "벤치 \uff0880kg\uff09 5x5",
    ],
)
def test_wide_letters_and_letters_that_look_alike_are_the_plain_ones(text: str) -> None:
    assert as_read(text) == "bench press 80 kg 5x5"


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("gorilla press 40lb 3x8", "gorilla press 40 lb 3x8"),
        ("bench 80kg 5x5, wizard squat 100kg 3x5", "bench press 80 kg 5x5; wizard squat 100 kg 3x5"),
        ("고블린 스쿼트 20kg 10회 3세트", "고블린 스쿼트 20 kg 3x10"),
        ("power clean 80kg 3x3", "power clean 80 kg 3x3"),
        ("bench dips 3x12", "bench dip 3x12"),
        ("bench, dips 3x12", "dip 3x12"),
        ("벤치 딥스 12개 3세트", "bench dip 3x12"),
        ("beltless squat 140kg x3", "squat 140 kg 1x3"),
        ("hevy squat 140kg x3", "squat 140 kg 1x3"),
        ("finally squat 140kg x3", "squat 140 kg 1x3"),
        ("드디어 스쿼트 100kg 5개", "squat 100 kg 1x5"),
    ],
)
def test_an_unknown_word_before_an_exercise_makes_it_the_writers_own(text: str, read: str) -> None:
    assert as_read(text) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("breakfast oatmeal and coffee", "meal “oatmeal and coffee”"),
        ("점심 김치찌개 밥 한공기", "meal “김치찌개 밥 한공기”"),
        ("점심 김치찌개랑 밥 한 공기", "meal “김치찌개랑 밥 한 공기”"),
        ("breakfast club", "nothing"),
        ("had breakfast, slept 7h", "sleep 7 h"),
        ("어젯밤 12시 반에 자서 7시에 일어남", "bed time 0.5 h; wake time 7 h; sleep 6.5 h"),
        ("in bed at 12:30", "bed time 0.5 h"),
    ],
)
def test_meals_and_nights(text: str, read: str) -> None:
    assert as_read(text) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        (
            "bench three fifteen for a single no wait make that three fifty five",
            "bench press 355 1x1; asks weight unit",
        ),
        ("squat 100kg x5, no wait, 105kg", "squat 105 kg 1x5"),
        ("squat 100kg 3x4 no wait 3x5", "squat 100 kg 3x5"),
        (
            "bench 85kg for 5 reps i mean 8 reps then 90kg for 3",
            "bench press 85 kg 1x8; bench press 90 kg 1x3",
        ),
        ("bench 100kg 5 reps 3 sets no wait 4 sets", "bench press 100 kg 4x5"),
        ("ran 5k in 25:30 scratch that 24:30", "run 5000 m 1470 s"),
        ("slept 6 hours no sorry 7 hours", "sleep 7 h"),
        ("스쿼트 100kg 아니다 105kg 5개", "squat 105 kg 1x5"),
        ("벤치 80kg 5개 아니 6개", "bench press 80 kg 1x6"),
        ("deadlift 180kg x3 sorry I am late", "deadlift 180 kg 1x3"),
    ],
)
def test_what_is_set_right_in_the_same_breath(text: str, read: str) -> None:
    assert as_read(text) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        (
            "last week: mon bench 85kg 5x5, wed squat 105kg 5x5",
            "bench press 85 kg 5x5 (2026-11-09); squat 105 kg 5x5 (2026-11-11)",
        ),
        (
            "지난주: 월 벤치 85kg 5x5, 수 스쿼트 105kg 5x5",
            "bench press 85 kg 5x5 (2026-11-09); squat 105 kg 5x5 (2026-11-11)",
        ),
        ("last week - monday ran 5k, thursday 8k", "run 5000 m (2026-11-09); run 8000 m (2026-11-12)"),
        ("last week: ran 20 miles total", "nothing"),
        (
            "mon bench 85kg 5x5, wed squat 105kg 5x5",
            "bench press 85 kg 5x5 (2026-11-16); squat 105 kg 5x5 (2026-11-18)",
        ),
        ("5km today", "nothing"),
    ],
)
def test_days_of_a_week_and_a_way_each(text: str, read: str) -> None:
    assert as_read(text) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("ran 10k 52:30, splits 5:20 5:15 5:10", "run 10000 m 3150 s"),
        ("10km 52:30 달림, 구간 5:20 5:15 5:10", "run 10000 m 3150 s"),
        ("ran 2k: splits 5:01, 4:58", "run 2000 m 599 s"),
        ("chicken 400 kcal, ran 5k in 25:00", "run 5000 m 1500 s; meal “chicken”; kcal 400 kcal"),
        ("ran 5k in 25:00, 400 kcal", "run 5000 m 1500 s"),
    ],
)
def test_what_stands_beside_a_bout(text: str, read: str) -> None:
    assert as_read(text) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        (
            "bench 100kg x5 (yesterday), squat 120kg x5",
            "bench press 100 kg 1x5 (2026-11-20); squat 120 kg 1x5",
        ),
        (
            "squat 90kg 5x5 (monday), bench 60kg 5x5 (wednesday), row 50kg 5x5",
            "squat 90 kg 5x5 (2026-11-16); bench press 60 kg 5x5 (2026-11-18); barbell row 50 kg 5x5",
        ),
        (
            "(어제) 벤치 100kg 5회, 스쿼트 80kg 5회",
            "bench press 100 kg 1x5 (2026-11-20); squat 80 kg 1x5 (2026-11-20)",
        ),
        ("squat 315lb 5,5,amrap: 9", "squat 315 lb 2x5; squat 315 lb 1x9"),
        ("칼로리 총 2100", "kcal 2100 kcal “day's total”"),
        (
            "today i ate 2300 kcal in total, 140g protein",
            "kcal 2300 kcal “day's total”; protein 140 g “day's total”",
        ),
    ],
)
def test_brackets_and_totals_in_other_places(text: str, read: str) -> None:
    assert as_read(text) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("deadlift 185kg x1 missed 195kg", "deadlift 185 kg 1x1"),
        ("bench 110kg x1 failed 105kg x1", "bench press 105 kg 1x1"),
        ("squat 140 kg x1, 150 kg x1, missed 155 kg", "squat 140 kg 1x1; squat 150 kg 1x1"),
    ],
)
def test_of_two_tries_the_higher_one_is_lost(text: str, read: str) -> None:
    assert as_read(text) == read


def test_loads_that_fall_stay_loads_where_neither_number_can_count_sets() -> None:
    read = "lateral raise 25 1x12; lateral raise 20 1x10; lateral raise 15 1x10; asks weight unit"
    assert as_read("drop set lateral raises 25x12 20x10 15x10") == read
