"""Requests: told from logs and questions, beside them in one message, and declined by what is wanted."""

from __future__ import annotations

import pytest

from agents.offline.questions.question_rules import PatternRow, question_rules
from agents.offline.questions.wishes import wish_in
from agents.offline.router import route
from agents.profile import Profile
from agents.router import RouterInput, RouterOutput
from agents.types import InputType
from domains.registry import load
from tests.agents.offline.test_answers import LIFTED, ask

REGISTRY = load()


def routed(text: str) -> RouterOutput:
    return route(
        RouterInput(
            text=text,
            profile=Profile(user_id=1),
            available_domains=REGISTRY.infos,
            vocabulary=REGISTRY.vocabulary,
        )
    )


@pytest.mark.parametrize("row", question_rules().requests, ids=lambda row: row.example)
def test_a_row_reads_its_example(row: PatternRow) -> None:
    wish = wish_in(row.example)
    assert wish is not None
    assert wish[0] == row.does


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("remind me to stretch every Sunday", "I could not set that"),
        ("text me on Monday to weigh in", "I could not set that"),
        ("add leg day to my google calendar", "I put nothing in a calendar"),
        ("show me a chart", "Say what the chart should show"),
        ("매주 일요일에 스트레칭하라고 알려줘", "그대로는 맞추지 못했어요"),
    ],
)
async def test_a_request_is_no_log_and_is_told_what_cannot_be_done(text: str, says: str) -> None:
    assert routed(text).input_type is InputType.QUERY
    reply = await ask(text, LIFTED)
    assert says in reply.text
    assert reply.passed


@pytest.mark.parametrize(
    ("text", "log", "request_"),
    [
        ("bench 80x5, remind me to stretch tomorrow", "bench 80x5,", "remind me to stretch tomorrow"),
        ("ran 5k 25:00 remind me to ice my knee", "ran 5k 25:00", "remind me to ice my knee"),
        ("ran 5k in 25:00, show me a chart of my pace", "ran 5k in 25:00,", "show me a chart of my pace"),
        ("벤치 80 5개 했어. 내일 스트레칭 알림 맞춰줘", "벤치 80 5개 했어.", "내일 스트레칭 알림 맞춰줘"),
    ],
)
def test_a_request_beside_a_log(text: str, log: str, request_: str) -> None:
    found = routed(text)
    assert (found.input_type, found.log_portion, found.query_portion) == (InputType.BOTH, log, request_)


@pytest.mark.parametrize(
    "text",
    [
        "remind me what I squatted",
        "put in a hard session on friday",
        "added 5 kg to my bench",
        "played football on friday",
        "add 3x10 curls",
    ],
)
def test_what_is_no_request(text: str) -> None:
    assert wish_in(text) is None


async def test_what_a_chart_shows_is_told_in_words() -> None:
    reply = await ask("draw me a chart of my bench", LIFTED)
    assert "can't do" not in reply.text
    assert "95 kg" in reply.text


async def test_a_request_behind_a_question() -> None:
    reply = await ask("best squat? and remind me to stretch", LIFTED)
    assert "85 kg" in reply.text
    assert "I could not set that" in reply.text
    assert reply.passed
