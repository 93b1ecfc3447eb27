from __future__ import annotations

import pytest

from agents.model.settings import Budget
from agents.profile import Profile
from agents.session import Notice
from agents.turn import Incoming, Offer, Turn
from agents.types import Draft
from bot.replies.callbacks import ModeTap, read
from bot.replies.prices import usd
from bot.replies.rendering import TelegramReplies
from bot.texts.html import plain
from bot.texts.languages import OWN, known_language, language_name
from tests.storage.things import NOW, USER

ID = "01JD7ZK8J2X5W9T0V3B4N6M8QR"


def answered(**changes: object) -> Turn:
    incoming = Incoming(user_id=USER, chat_id=USER, message_id=5, text="how much?", sent_at=NOW)
    turn = Turn(id=ID, incoming=incoming, lane="chat:7", draft=Draft(response="80 kg."))
    return turn.model_copy(update=changes)


@pytest.mark.parametrize(
    ("amount", "shown"),
    [
        (0, "$0"),
        (0.000001, "<$0.0001"),
        (0.00412, "$0.0041"),
        (0.0352, "$0.035"),
        (0.01, "$0.01"),
        (0.001, "$0.001"),
        (0.5, "$0.50"),
        (1.005, "$1.00"),
        (1234.5, "$1,234.50"),
    ],
)
def test_dollars_have_two_digits_that_say_something(amount: float, shown: str):
    assert usd(amount) == shown


@pytest.mark.parametrize("language", [*OWN, "de"])
def test_each_notice_is_a_sentence_at_the_end(language: str):
    replies = TelegramReplies(Budget(user_day=0.5, user_month=4))
    profile = Profile(user_id=USER, language=language)
    told = {notice: plain(replies.answer(answered(notices=(notice,)), profile, []).html) for notice in Notice}
    assert len(set(told.values())) == len(Notice)
    assert all(text.startswith("80 kg.\n\nℹ️ ") for text in told.values())  # noqa: RUF001
    assert "$0.50" in told[Notice.BUDGET_DAY]
    assert "$4.00" in told[Notice.BUDGET_MONTH]


def test_the_way_that_was_used_is_marked_and_costs_what_it_cost():
    profile = Profile(user_id=USER)
    rows = (
        TelegramReplies()
        .answer(answered(offer=Offer(used="deep", quick=0, deep=0.0041)), profile, [])
        .buttons
    )
    assert [button.label for button in rows[-1]] == ["⚡ Quick · free", "✓ 🔍 Deep · $0.0041"]
    assert [read(button.data) for button in rows[-1]] == [ModeTap(ID, "quick"), ModeTap(ID, "deep")]
    neither = (
        TelegramReplies()
        .answer(answered(offer=Offer(used=None, quick=0.001, deep=0.02)), profile, [])
        .buttons
    )
    assert [button.label for button in neither[-1]] == ["⚡ Quick · ≈ $0.001", "🔍 Deep · ≈ $0.02"]
    assert TelegramReplies().answer(answered(), profile, []).buttons == ()


def test_an_answer_given_again_replies_to_its_question():
    profile = Profile(user_id=USER)
    assert TelegramReplies().answer(answered(), profile, []).reply_to is None
    assert TelegramReplies().answer(answered(again_of=ID), profile, []).reply_to == 5


def test_language_codes():
    assert known_language("de")
    assert not known_language("xx")
    assert not known_language("DE")
    assert language_name("de") == "Deutsch"
    assert language_name("gv") == "gv"
