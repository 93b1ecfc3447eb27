from __future__ import annotations

import string
from typing import get_args

import pytest

from agents.model.checks.worded import say, texts
from agents.model.parser_wire import DoubtWire
from agents.profile import Profile
from bot.replies.rendering import TelegramReplies
from bot.texts.languages import OWN


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("language", OWN)
def test_every_language_says_everything_with_the_same_values(language: str):
    assert {key: fields(text) for key, text in texts(language).items()} == {
        key: fields(text) for key, text in texts("en").items()
    }
    for about in get_args(DoubtWire.model_fields["about"].annotation):
        assert say(f"ask.{about}", language).endswith("?")


def test_an_unknown_language_is_english():
    assert texts("tlh") == texts("en")


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "82 lb, after 181 lb before: kilograms or pounds?"), ("ko", "킬로그램인가요, 파운드인가요?")],
)
def test_a_jump_is_asked_about_in_the_persons_language(language: str, told: str):
    question = TelegramReplies().jump(Profile(user_id=7, language=language), "82 lb", "181 lb")
    assert question.endswith(told)
    assert "181 lb" in question
