"""Korean logs as people write them: endings that say what was done, names, numerals, meals, nights."""

from __future__ import annotations

import pytest

from tests.agents.language.test_reading import told
from tests.driver.written import NOTHING

_PLANNED = (
    "내일 벤치 80 5x5 할거야", "데드 140 당겨볼 생각", "저녁에 수영 1km 할 예정입니다",
    "물 2리터 마셔야 되는데", "5키로 뛰러 나갑니다",
    "스쿼트 120 들고싶다", "오늘은 30분만 걸을게요", "오늘부터 하루 1600칼로리", "벤치 90kg 해볼까 함",
)  # fmt: skip
_NEGATED = (
    "러닝 5km 뛰지 않았어요", "수영 1km 하지 못했습니다", "물 2리터 못 채웠네요",
    "비와서 자전거 20km 취소했어요", "스쿼트 100kg 5개 못했어요",
    "소주 두 병 안 마심",
)  # fmt: skip
_OTHERS = ("의사쌤이 물 2리터 마시라 함", "동생은 두 달에 5키로 뺐다던데", "신랑이 러닝 10km 뛰었대요")
_ASKED_OR_PAST = (
    "커피 3잔 많은건가",
    "스쿼트 100 5x5 하면 되나요",
    "20대 땐 데드 200 들었지",
    "군대 때 3키로 12분에 뛰었음",
)


@pytest.mark.parametrize("text", [*_PLANNED, *_NEGATED, *_OTHERS, *_ASKED_OR_PAST])
def test_endings_tell_what_was_not_done(text: str) -> None:
    assert told(text) == NOTHING


@pytest.mark.parametrize(
    "text",
    [
        "스쿼트 100 5x5 함 내일 못 걸을듯",
        "스쿼트 100 5x5 힘들지 않았다",
        "힘들게 스쿼트 100 5x5 했다",
        "아들 학교 보내고 스쿼트 100 5x5 했어요",
        "하기 싫었는데 스쿼트 100 5x5 하고옴",
    ],
)
def test_endings_beside_what_was_done_leave_it(text: str) -> None:
    assert told(text) == "squat 100 5x5"


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("닭볶음탕에 소맥 세 잔 했네요", "meal “닭볶음탕”; alcohol 3"),
        ("보쌈이랑 막걸리 한 병 마심", "meal “보쌈”; alcohol 1"),
        ("와인... 딱 두 잔만 마셨어요", "alcohol 2"),
        ("설렁탕 한 그릇 먹었습니다", "meal “설렁탕 한 그릇”"),
        ("산에 갔다가 내려와서 감자전 먹었어요", "meal “감자전”"),
        ("아침은 현미죽, 아메리카노 한 잔", "meal “현미죽”; coffee 1"),
        ("저녁에 라면 먹었어요", "meal “라면”"),
        ("체중 70.2, 어제 야식 치킨", "body weight 70.2; meal “치킨” (2026-11-20)"),
    ],
)
def test_dishes_and_drinks(text: str, read: str) -> None:
    assert told(text) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("레그프레스 80키로로 열다섯개씩 네번", "leg press 80 kg 4x15"),
        ("랫풀다운 45키로 12게 4세투", "lat pulldown 45 kg 4x12"),
        ("스쿼트 120ㅌ5 3세트", "squat 120 3x5"),
        ("데드 탑싱글 180kg", "deadlift 180 kg 1x1"),
        ("벤치 60kg 10개로 몸풀고 80kg 5개 3세트", "bench press 60 kg 1x10 warm-up; bench press 80 kg 3x5"),
        ("슈퍼세트 3세트 딥스 10개, 풀업 8개", "dip 3x10; pull-up 3x8"),
        ("파머스워크 30kg 20m 3번", "farmer's carry 30 kg 3x 20 m"),
        ("로우 50 10개 3세트 아니다 12개 3세트", "barbell row 50 3x12"),
        ("9000보 아 잘못봤네 9800보", "steps 9800"),
    ],
)
def test_sets_as_they_are_typed(text: str, read: str) -> None:
    assert told(text) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        (
            "체중 월 68.2 화 68.0 수 67.7",
            "body weight 68.2 (2026-11-16); body weight 68 (2026-11-17); body weight 67.7 (2026-11-18)",
        ),
        ("야근 3번.. 수면 월 4시간 화 5시간", "sleep 4 h (2026-11-16); sleep 5 h (2026-11-17)"),
        ("11/17(화) / 딥스 12회 10회", "dip 1x12 (2026-11-17); dip 1x10 (2026-11-17)"),
        ("공복 66.4, 수면 6시간", "body weight 66.4; sleep 6 h"),
        ("스트레스 10점에 7점", "stress 7 /10"),
        ("아침 5시에 깨서 물 두 컵 마심", "wake time 5 h; water 2 cup"),
    ],
)
def test_days_nights_and_ratings(text: str, read: str) -> None:
    assert told(text) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("밤 12시에 자서 6시에 깸", "bed time 0 h; wake time 6 h; sleep 6 h"),
        ("아침 8시에 자서 오후 2시에 일어남", "bed time 8 h; wake time 14 h; sleep 6 h"),
        ("야간 끝나고 10시 취침 5시 기상", "bed time 10 h; wake time 17 h; sleep 7 h"),
    ],
)
def test_the_half_of_the_day_is_said_or_follows_from_work(text: str, read: str) -> None:
    assert told(text) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("발뒤꿈치 들기 20개씩 3세트", "calf raise 3x20"),
        ("어깨 돌리기 15번", "어깨 돌리기 1x15"),
        ("파크골프 2시간 쳤어요", "golf 7200 s"),
        ("둘레길 5키로나 걸었지 뭐예요", "walk 5000 m"),
    ],
)
def test_moves_and_sports_by_their_korean_names(text: str, read: str) -> None:
    assert told(text) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("레그컬 40 15x3", "leg curl 40 3x15"),
        ("랫풀다운 45-12, 50-10", "lat pulldown 45 1x12; lat pulldown 50 1x10"),
        ("데드 110 x 2 (이전 pr 105)", "deadlift 110 1x2"),
        ("강습에서 자유형 400m 했습니다", "swim 400 m"),
        ("유모차런 4km 29분", "run 4000 m 1740 s"),
        ("술 안 마시고 7시간 잤어요", "sleep 7 h"),
        ("6키로 걸으려다가 힘들어서 4키로만 걷고 왔어요", "walk 4000 m"),
        ("수면 6시간, 수면질 별로", "sleep 6 h; sleep quality “별로”"),
    ],
)
def test_what_lies_near_something_else(text: str, read: str) -> None:
    assert told(text) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("스트래스 8", "stress 8"),
        ("신랑 오늘 4키로 달렸음", NOTHING),
        ("옆에 형 데드 180 5개 드는거 보고 놀람", NOTHING),
        ("조카 학교 보내고 6km 뛰었어요", "run 6000 m"),
        ("우리 영감이 5km 뛰었다는데", NOTHING),
        ("런닝 30분 뛰엇어요", "run 1800 s"),
        ("오늘 40분 걸엇음", "walk 2400 s"),
        ("6시간 잣네요", "sleep 6 h"),
    ],
)
def test_kin_and_slips_of_what_one_measures(text: str, read: str) -> None:
    assert told(text) == read
