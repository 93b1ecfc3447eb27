"""Questions about what was said, and what they find."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from pydantic import JsonValue

from agents.talk.asked import Asked, asked, speech
from agents.talk.told import nothing_said, quoted_head
from agents.tools.catalogue.conversation import Talk, get_conversation_history
from agents.tools.context import ToolContext
from agents.tools.registry import ToolRegistry
from storage.entities import DateRange, Message
from storage.stores import Stores
from tests.driver.storing import save_message

ANN, BEN, GROUP = 7, 8, -100
NOW = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)
ROWS = [(language, row.example, row.who) for language in ("en", "ko") for row, _ in speech(language).forms]


@pytest.mark.parametrize(("language", "example", "who"), ROWS)
def test_each_row_reads_its_example(language: str, example: str, who: str) -> None:
    found = asked(example, NOW, language)
    assert found is not None
    assert found.who == who


@pytest.mark.parametrize(
    ("text", "who", "topic", "days"),
    [
        ("What did I say about my left knee?", "user", "left knee", None),
        ("what did you tell me yesterday?", "assistant", "", (date(2026, 11, 20), date(2026, 11, 20))),
        (
            "hey, what did I tell you about the physio last week",
            "user",
            "physio",
            (date(2026, 11, 9), date(2026, 11, 15)),
        ),
        ("did I ever mention a new gym?", "user", "new gym", None),
        ("내가 무릎에 대해 뭐라고 했지?", "user", "무릎", None),
        ("have we spoken about creatine before?", "any", "creatine", None),
        ("you mentioned a shoe brand, which one was it", "assistant", "shoe brand", None),
        ("when did I first bring up the knee?", "user", "knee", None),
        ("can you tell me what you said about the shoe brand", "assistant", "shoe brand", None),
        ("내가 이사 간다고 말했던가", "user", "이사 간다고", None),
        ("어제 나한테 뭐라고 했어?", "assistant", "", (date(2026, 11, 20), date(2026, 11, 20))),
        ("어제 네가 뭐라고 했지?", "assistant", "", (date(2026, 11, 20), date(2026, 11, 20))),
    ],
)
def test_who_about_what_and_when(text: str, who: str, topic: str, days: tuple[date, date] | None) -> None:
    found = asked(text, NOW, "ko" if not text.isascii() else "en")
    assert found is not None
    span = (found.days.start, found.days.end) if found.days is not None else None
    assert (found.who, found.topic, span) == (who, topic, days)


@pytest.mark.parametrize(
    "text",
    [
        "what did I bench yesterday?",
        "what did I eat on Monday?",
        "bench 185x5, felt heavy",
        "what did the physio say?",
        "did I ever bench 100 kg?",
        "did I write anything about creatine?",
        "my coach said 5x5 is enough",
        "disregard my last message",
        "I said 60 but it was 65",
        "what can I say, squats 5x5 105 done",
        "can you tell me how many kilometers I've run since January?",
        "can u explain how you work?",
        "what would you recommend for my bench plateau?",
        "so how would you say my pressing has been going lately?",
        "what do you suggest I eat before a run?",
        "어제 뭐 했지?",
        "벤치 얼마나 했지?",
    ],
)
def test_the_diarys_questions_are_not_taken(text: str) -> None:
    assert asked(text, NOW, "ko" if not text.isascii() else "en") is None


async def filled(tmp_path: Path) -> Stores:
    db = await Stores.open(tmp_path)
    lines = [
        (ANN, 1, ANN, "user", "my left knee hurts when I squat", 9),
        (ANN, 2, ANN, "assistant", "Noted. Rest the knee for two days.", 9),
        (ANN, 3, ANN, "user", "physio says tempo squats are fine", 3),
        (ANN, 4, ANN, "user", "bench 60 5x5", 1),
        (ANN, 5, ANN, "user", "what did I say about my knee?", 0),
        (ANN, 6, ANN, "assistant", "You wrote about “knee”:\n- “my left knee hurts when I squat”", 0),
        (ANN, 7, ANN, "assistant", "여기서 나눈 말 가운데 “knee”에 대해 찾은 게 없어요.", 0),
        (BEN, 1, BEN, "user", "my knee is a canary", 2),
        (GROUP, 1, BEN, "user", "knee day for Ben", 2),
        (GROUP, 2, ANN, "user", "knees are fine in the group", 2),
    ]
    for chat, number, user, role, text, ago in lines:
        message = Message.model_validate(
            {
                "chat_id": chat,
                "message_id": number,
                "user_id": user,
                "role": role,
                "text": text,
                "at": NOW - timedelta(days=ago),
            }
        )
        await save_message(db.messages, message)
    return db


async def found(db: Stores, chat_id: int = ANN, **wanted: JsonValue) -> list[str]:
    registry = ToolRegistry(db.tool_calls)
    registry.register(get_conversation_history)
    registry.provide(Talk, lambda user_id: Talk(db.messages, user_id))
    context = ToolContext(user_id=ANN, chat_id=chat_id, now=NOW, zone=ZoneInfo("UTC"))
    result = await registry.call(get_conversation_history, wanted, context)
    assert result.value is not None
    return [message.text for message in result.value.messages]


async def test_words_days_and_whose(tmp_path: Path) -> None:
    db = await filled(tmp_path)
    assert await found(db, query="knees", who="user") == ["my left knee hurts when I squat"]
    assert await found(db, query="knee", who="assistant") == ["Noted. Rest the knee for two days."]
    assert await found(db, since="2026-11-18", until="2026-11-19") == ["physio says tempo squats are fine"]
    assert await found(db, message_limit=1) == ["bench 60 5x5"]
    assert await found(db, query="creatine") == []
    await db.close()


async def test_a_query_is_summed_up_where_there_is_a_model(tmp_path: Path) -> None:
    async def told(question: str, messages: Sequence[Message], _: ToolContext) -> str:
        return f"{question}: {len(messages)} messages"

    db = await filled(tmp_path)
    registry = ToolRegistry(db.tool_calls)
    registry.register(get_conversation_history)
    registry.provide(Talk, lambda user_id: Talk(db.messages, user_id, told))
    context = ToolContext(user_id=ANN, chat_id=ANN, now=NOW, zone=ZoneInfo("UTC"))
    summaries: list[str] = []
    for wanted in ({"query": "knee"}, {"query": "knee", "question": "how is it?"}, {"message_limit": 5}):
        value = (await registry.call(get_conversation_history, wanted, context)).value
        summaries.append(value.summary if value is not None else "")
    assert summaries == ["knee: 2 messages", "how is it?: 2 messages", ""]
    await db.close()


async def test_a_group_has_its_own_words_and_nobody_elses(tmp_path: Path) -> None:
    db = await filled(tmp_path)
    assert await found(db, chat_id=GROUP, query="knee") == ["knees are fine in the group"]
    await db.close()


def test_what_is_said_above_the_messages_tells_whose_and_about_what() -> None:
    knee = Asked(who="user", topic="knee", days=DateRange(start=date(2026, 11, 1), end=date(2026, 11, 30)))
    assert quoted_head(knee, "en") == "You wrote about “knee”:"
    assert nothing_said(knee, "en") == "I find nothing about “knee” in what was said here."
    assert "찾은 게 없어요" in nothing_said(knee, "ko")
