from __future__ import annotations

import re
import string
from datetime import date
from typing import get_args

import pytest

from bot.importing.preview import what
from bot.settings import Settings
from bot.texts import Html, wording
from bot.texts.html import plain
from bot.texts.languages import OWN
from storage.importers.model import Problem, ProblemKind


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("language", OWN)
def test_every_language_says_everything_with_the_same_values(language: str):
    english, other = wording("en").catalogue.say, wording(language).catalogue.say
    assert list(other) == list(english)
    assert {key: fields(text) for key, text in other.items()} == {
        key: fields(text) for key, text in english.items()
    }
    assert all(text.strip() for text in other.values())


@pytest.mark.parametrize("kind", get_args(ProblemKind))
def test_every_problem_of_an_import_has_words(kind: ProblemKind):
    for language in OWN:
        assert "<b>" not in what(Problem("a.csv", 3, kind, "<b>"), wording(language))


@pytest.mark.parametrize("language", OWN)
def test_no_setting_and_no_command_of_a_shell_stands_in_a_chat(language: str):
    """Where somebody else has to do something, the page that says it is named."""
    sections = "|".join(Settings.model_fields)
    for_operators = re.compile(
        rf"<code>(?:{sections})\b|\b(?:{sections})\.(?!md)[a-z_]+|config\.yaml|pip install"
    )
    said = wording(language).catalogue.say
    assert {key: text for key, text in said.items() if for_operators.search(text)} == {}


def test_values_are_escaped_unless_they_are_html():
    say = wording("en")
    assert say("unknown_command", command="<b>&") == Html(
        "I don't know the command &lt;b&gt;&amp;. /help shows what I can do."
    )
    assert "<b>bold</b>" in say("question", question=Html("<b>bold</b>"))


def test_days():
    day = date(2026, 11, 21)
    assert wording("en").day(day) == "Sat 21 Nov"
    assert wording("en").short_day(day, date(2027, 1, 1)) == "21 Nov 2026"
    assert wording("ko").day(day) == "11월 21일 (토)"


def test_an_unknown_language_is_english():
    assert wording("../en") is not None
    assert plain(wording("tlh")("cancel.nothing")) == plain(wording("en")("cancel.nothing"))
