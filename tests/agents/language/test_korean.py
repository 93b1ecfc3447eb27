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
