"""The grammar of Korean logs: each form of name, load, count and ending is the same sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product

import pytest

from storage.entities import Measure
from tests.agents.offline.test_parser import TODAY, measures, read

NAMES = {
    "bench press": ("벤치", "벤치를", "벤치프레스는", "벤치 프레스", "벤치:", "오늘 벤치", "벤치 ㄱㄱ"),
    "squat": ("스쿼트", "스쿼트는", "스쿼트도", "스쾃", "백스쿼트"),
    "lat pulldown": ("랫풀다운", "랫풀", "랫 풀다운", "랫풀다운은"),
}
LOADS = {
    (80.0, "kg"): (
        "80kg",
        "80 kg",
        "80kg로",
        "80키로로",
        "80 킬로에",
        "80kg짜리로",
        "팔십킬로로",
        "팔십 킬로로",
        "팔십 키로",
    ),
    (80.0, None): ("80", "80으로", "80에", "80에서", "팔십으로"),
    (102.5, "kg"): ("102.5kg", "102.5키로로", "백이 점 오 킬로로", "백이점오키로"),
}
COUNTS = {
    (5, 5): (
        "5x5",
        "5회 5세트",
        "5회씩 5세트",
        "5개씩 5세트",
        "5번씩 5세트",
        "5개씩 5셋",
        "5회5세트",
        "5회 5set",
        "5reps 5sets",
        "다섯 개씩 다섯 세트",
        "다섯개씩 다섯세트",
        "5세트 5회씩",
        "5회*5세트",
        "5회, 5세트",
        "5/5/5/5/5",
        "5개씩 총 5세트",
    ),
    (12, 3): (
        "12개씩 세 세트",
        "열두 개 세 세트",
        "열두개씩 세세트",
        "12개 12개 12개",
        "12-12-12",
        "12 12 12",
        "12,12,12",
        "3세트 12개",
        "세 세트 열두 개씩",
        "12개씩 3번",
        "12회까지 3세트",
    ),
    (20, 4): ("스무 개씩 네 세트", "스무개씩 네세트", "20회 네세트", "이십 회씩 사 세트", "이십회 사세트"),
}
ENDINGS = (
    "",
    "함",
    " 했다",
    " 했어요",
    " 했습니다",
    " 했음",
    " 하고 왔어",
    " 하고 옴",
    " 했는데 힘들었다",
    " 완료",
    " 했고 좋았음",
    " 했네요",
    " 끝",
    " 성공",
    " 조졌다",
    " 했당",
    " 하구 왔어용",
    " ㅎㅎ",
    " 했는데 죽는 줄",
    " 해봄",
    " 자극 잘 먹음",
    ", 세트 사이 2분 쉼",
    " 다음주엔 85로",
    " 목표는 100",
    " 끝내고 집 가는 중",
    " 지난주보다 늘었다",
    " 예전엔 60도 힘들었는데",
    " 힘들어 죽겠다",
)
OPENINGS = (
    "",
    "오늘은 ",
    "퇴근하고 ",
    "드디어 ",
    "일단 ",
    "혼자 ",
    "친구랑 ",
    "오운완 ",
    "- ",
    "1. ",
    "1) ",
    "D-30 ",
    "Day 12 ",
    "3주차 ",
    "12일차 ",
    "5/3/1 2주차 ",
    "531 3주차 ",
    "531 ",
    "5x5 프로그램 2주차 ",
    "스트롱리프트 ",
    "푸시데이: ",
    "나 오늘 ",
    "증량해서 ",
    "한 달 만에 ",
)
BETWEEN = (
    ", ",
    " / ",
    "\n",
    " 그리고 ",
    "하고 ",
    "했고 ",
    " 한 다음에 ",
    " 하고 나서 ",
    " 끝내고 ",
    " 그담에 ",
    " 한뒤 ",
    " + ",
    " → ",
    ". ",
    " 마치고 ",
    " 하다가 ",
    " 했지만 ",
    "함. ",
    "하구 ",
    "이랑 ",
    " 그러고 ",
    " 했구요 ",
    " 담엔 ",
    " 다음으로 ",
    " & ",
)
ORDERS = (
    "80kg로 벤치 5회 5세트",
    "벤치 5x5 (80kg)",
    "벤치(80kg) 5회 5세트",
    "벤치-80kg-5회-5세트",
    "벤치 5세트 x 5회 x 80kg",
    "벤치80키로5개5세트",
    "벤치 5개씩 80키로로 5세트",
    "5회 5세트 벤치 80kg",
    "벤치 무게 80kg 횟수 5회 세트 5세트",
    "80킬로짜리 벤치 5개씩 5세트",
    "벤치팔십킬로다섯개다섯세트",
    "벤치 80 5 / 80 5 / 80 5 / 80 5 / 80 5",
    "밴치프래스 80키로 5개식 5셋트",
)
DAYS = {
    "그저께": -2,
    "엊그제": -2,
    "이틀전": -2,
    "사흘전에": -3,
    "그그저께": -3,
    "지난주 금요일": -8,
    "저저번주 금요일": -15,
    "11/18": -3,
    "11/18에": -3,
    "11/18(수)": -3,
    "11월 18일": -3,
    "18일에": -3,
    "수욜에": -3,
    "일주일 전에": -7,
}


def _sets(text: str) -> Counter[tuple[str, float | None, str | None, int | None]]:
    found: list[Measure] = measures(read(text))
    counted: Counter[tuple[str, float | None, str | None, int | None]] = Counter()
    for one in found:
        if one.domain == "strength":
            counted[one.name, one.weight, one.weight_unit, one.reps] += one.sets
    return counted


def _written() -> Iterator[tuple[str, str, tuple[float, str | None], tuple[int, int]]]:
    """Each load beside each count, each name beside each load, each ending beside each count."""
    loads = [(load, form) for load, forms in LOADS.items() for form in forms]
    counts = [(count, form) for count, forms in COUNTS.items() for form in forms]
    for (load, one), (count, many) in product(loads, counts):
        yield f"스쿼트 {one} {many} 했어", "squat", load, count
    for name, forms in NAMES.items():
        for form, (load, one) in product(forms, loads):
            yield f"{form} {one} 다섯 개씩 5세트", name, load, (5, 5)
    for (count, many), ending in product(counts[::3], ENDINGS):
        yield f"벤치 80kg {many}{ending}", "bench press", (80.0, "kg"), count


def test_each_form_beside_each_other_is_the_same_sets() -> None:
    wrong = [
        text
        for text, name, (load, unit), (reps, sets) in _written()
        if _sets(text) != {(name, load, unit, reps): sets}
    ]
    assert wrong == []


@pytest.mark.parametrize("text", [*ORDERS, *(f"{opening}벤치 80kg 5회 5세트" for opening in OPENINGS)])
def test_order_and_what_opens_a_log_change_nothing(text: str) -> None:
    told = _sets(text)
    assert {(name, load, reps): sets for (name, load, _, reps), sets in told.items()} == {
        ("bench press", 80.0, 5): 5
    }


@pytest.mark.parametrize("between", BETWEEN)
def test_whatever_joins_two_exercises(between: str) -> None:
    both = {("bench press", 80.0, "kg", 5): 5, ("squat", 100.0, "kg", 8): 3}
    assert _sets(f"벤치 80kg 5회 5세트{between}스쿼트 100kg 8회 3세트") == both
    assert _sets(f"벤치 80키로로 5개씩 5세트{between}스쿼트는 100키로로 8개씩 3세트 했다") == both


@pytest.mark.parametrize(("day", "back"), DAYS.items())
def test_days(day: str, back: int) -> None:
    found = measures(read(f"{day} 스쿼트 100kg 5회 5세트"))
    assert [(one.name, one.reps, one.sets, (one.day - TODAY).days) for one in found] == [
        ("squat", 5, 5, back)
    ]


def test_light_loads_stand_where_the_heavy_ones_do() -> None:
    told = _sets("랫풀 50 12 12 12 10 / 암풀 20 15 15 15 / 풀업 8 6 6")
    assert told["straight-arm pulldown", 20.0, None, 15] == 3
    assert told["pull-up", None, None, 6] == 2


def test_a_load_is_raised_on_the_way() -> None:
    told = _sets("바벨로우 60키로 10개 하고 65로 올려서 8개 하고 마지막은 70 6개")
    assert list(told) == [
        ("barbell row", load, "kg", reps) for load, reps in ((60.0, 10), (65.0, 8), (70.0, 6))
    ]


def test_a_night_that_began_yesterday_is_this_morning_s() -> None:
    (slept,) = (one for one in measures(read("어제 12시쯤 누워서 7시에 일어났어")) if one.name == "sleep")
    assert (slept.value, slept.day) == (7, TODAY)
