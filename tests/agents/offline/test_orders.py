"""Orders in words that the known sentences do not have; what only looks like them is none."""

from __future__ import annotations

import pytest

from agents.language.alike import Known, Vocabulary, Words
from agents.offline.learning.preferring import preferred
from agents.offline.lexicon import LANGUAGES, load
from agents.offline.orders import Order, OrdersFile, command_ordered, order_of, orders_in

_COMMANDS = {
    "export": ("please export all of my stuff", "can you send me a csv with everything", "기록 다 백업해줘"),
    "next": ("whats my workout for today", "which lifts do I have today", "다음 운동은 뭐예요"),
    "week": ("show me my week so far please", "이번 주 기록 좀 보여 줘"),
    "today": ("can you show me my day", "오늘 기록 좀 보여 주세요"),
    "proposals": ("can you show me the proposals", "what does my coach suggest?", "코치가 뭘 제안했어?"),
    "context": ("tell me everything you know about me", "나에 대해 기억하는 거 다 보여줘"),
}  # fmt: skip
_SET = (
    ("text me every sunday at 7pm with a summary", "digest", "sun-19"),
    ("can you send me a little summary each saturday evening", "digest", "sat-19"),
    ("could I get a short overview every morning at 6", "morning", "06"),
    ("please check in with me every evening around 9", "checkins", "21"),
    ("ping me if I don't log for 3 days", "checkins", "18"),
    ("stop nagging me please", "checkins", "off"),
    ("do not text me past 9pm ever", "quiet", "21-08"),
    ("never message me before 8 am", "quiet", "22-08"),
    ("hey can you switch everything to miles please", "distance_unit", "mi"),
    ("I'd like to have all weights in pounds", "weight_unit", "lb"),
    ("could you answer me in german from now on", "language", "de"),
    ("rest timers of 3 minutes after every set please", "rest_timer", "180"),
    ("the bar at my gym weighs 15 kg", "bar", "15 kg"),
    ("no need to reply to each log, a thumbs up is enough", "receipts", "reaction"),
    ("일요일마다 한 주 정리해서 보내줘", "digest", "sun-18"),
    ("밤 11시 넘으면 연락하지 마", "quiet", "23-08"),
    ("무게는 파운드로 기록할게요", "weight_unit", "lb"),
)
_NEITHER = (
    "bench 100 kg 5x5", "dark chocolate 30 g", "light workout today", "6x400m on the track",
    "no alcohol this week",
    "my weight today is 82.4 kg", "good mornings 3x10 40kg", "change 5x5 to 5x3", "move it to Tuesday",
    "show squat history", "what can I log here?", "sleep this week so far", "quiet day, 2 beers at the bar",
    "and the one before?", "what does my plan suggest", "any suggestions?", "주간 리뷰 코치 해줘",
    "that was in pounds", "no coffee after 2pm", "how was my week?", "rested 2 minutes between sets",
    "remind me every Sunday at 8 to weigh in", "이번 주 벤치 했나?",
    "스쿼트 기록 보여줘", "아침 7시에 일어남",
)  # fmt: skip


@pytest.mark.parametrize(
    ("name", "said"), [(name, said) for name, all_ in _COMMANDS.items() for said in all_]
)
def test_orders_a_command(name: str, said: str) -> None:
    assert command_ordered(said) == name


@pytest.mark.parametrize(("said", "field", "value"), _SET)
def test_sets_what_is_preferred(said: str, field: str, value: str) -> None:
    found = preferred(said)
    assert isinstance(found, tuple)
    assert [(one.field, one.value) for one in found] == [(field, value)]


def test_a_message_sets_several_things_and_may_ask_about_the_bot() -> None:
    found = preferred("what time is it for you? I'm in Chicago, kg and km please")
    assert isinstance(found, tuple)
    assert [(one.field, one.value) for one in found] == [
        ("time_zone", "chicago"),
        ("weight_unit", "kg"),
        ("distance_unit", "km"),
    ]
    assert preferred("kg please, bench 100 5x5") is None
    told = preferred("서울 살아, kg로 해줘")
    assert isinstance(told, tuple)
    assert [one.field for one in told] == ["time_zone", "weight_unit"]


@pytest.mark.parametrize("said", _NEITHER)
def test_is_no_order(said: str) -> None:
    assert order_of(said) is None
    assert preferred(said) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_read_as_its_own_order(language: str) -> None:
    held, known = load("orders", language, OrdersFile), orders_in(language).known
    wrong = {
        (one, order): found
        for order, sentences in held.sentences()
        for one in sentences
        if (found := order_of(one)) != (None if order == Order("nothing") else order)
    }
    assert not wrong
    assert known.words.both


def test_of_sentences_that_are_as_alike_the_first_is_meant() -> None:
    words = Words.of(Vocabulary(first=(), endings=(), same=(), light=frozenset()))
    known = Known(words, {number: [f"move it again x{number}"] for number in range(60)}, -1)
    assert known.nearest(words.read("move it again today"), 0.1)[1] == 0
