"""Questions about the bot, in words that its examples do not have; those about the log are none."""

from __future__ import annotations

import re

import pytest

from agents.offline.about import About, told_about, topic_of
from agents.offline.lexicon import LANGUAGES, language_of, load

_ASKED = {
    "start": ("how would i write a drop set", "just installed you. how do i begin?", "뭘 적으면 돼요?"),
    "fix": ("I logged the wrong weight, how can I change it", "typed something wrong, how do i fix that?"),
    "delete": ("how can I erase an entry?", "how can i remove something i wrote"),
    "export": ("could I download all my data", "is there a way to get my stuff out of here?", "백업돼?"),
    "import": ("I have a csv from strong, can I upload it", "can you import my fitnotes file"),
    "connect": ("does this work w/ my apple watch", "can i pair my fitbit", "삼성헬스 연동돼?"),
    "privacy": ("who else can see my messages?", "where's my data kept", "do u sell my info"),
    "who": ("r u a robot", "is this chatgpt?", "너 사람이야?"),
    "food": ("can you work out my macros for me", "do you calculate calories"),
    "units": ("can i use pounds?", "how do I switch to miles"),
    "quiet": ("please stop texting me", "how can I turn off your notifications"),
    "you": ("how old am I?",),
    "calendar": ("what can you do with my calendar?", "캘린더 연동 할 수 있어?"),
    "price": ("does it cost money", "이거 무료야?"),
    "brief": ("너무 길게 답하지 마세요",),
    "self": ("do you ever sleep?", "how old are you"),
}  # fmt: skip
_NOT_ASKED = (
    "what did I write yesterday", "how many calories did I eat", "is creatine safe", "can you show my weight",
    "delete the last one", "change it to kg", "felt strong today", "how do I get faster", "am I on track?",
    "bench 80kg 5x5", "what do you know about my knee", "tired", "should I stop running", "오늘 뭐 먹었어?",
    "is it time for a deload?", "what should I tell my doctor", "1rm squat estimate?", "should I quit?",
    "can you talk to my doctor",
)  # fmt: skip


@pytest.mark.parametrize(
    ("topic", "said"), [(topic, said) for topic, all_ in _ASKED.items() for said in all_]
)
def test_asks_about_the_bot(topic: str, said: str) -> None:
    language = language_of(said)
    held = load("about", language, About)
    sentences = [one for one in re.split("[.!?]", said) if one.strip()]
    assert topic in {topic_of(one) for one in sentences}
    assert told_about(said, language) == held.topics[topic].answer


@pytest.mark.parametrize("said", _NOT_ASKED)
def test_asks_about_the_log_or_tells(said: str) -> None:
    assert topic_of(said) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_example_is_read_as_its_own_topic(language: str) -> None:
    held = load("about", language, About)
    wrong = {
        (one, name)
        for name, topic in held.topics.items()
        for one in topic.asks
        if (topic_of(one) is not None if name == "diary" else topic_of(one, diary=False) != name)
    }
    assert not wrong
    assert all(topic.answer or name == "diary" for name, topic in held.topics.items())
