"""What messages say to a question, by a model: numbers that stand in none of them are never told."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pydantic import Field

from agents.model.calls.ask import Models, ModelsFailed
from agents.model.checks.words import asked_at
from agents.model.requesting import request
from agents.model.terse import Terse
from agents.profile import Profile
from agents.session import waiting
from agents.tools.catalogue.conversation import Summarized
from agents.tools.context import ToolContext
from storage.entities import Message

_LONGEST = 600
_OF_A_MESSAGE = 600
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")


class MemoryWire(Terse):
    """A summary with the messages that carry it."""

    summary: str = Field(description="plain text; empty where the messages do not tell")
    messages: tuple[int, ...] = Field(description="their numbers")


def summarizer(models: Models, history: int) -> Summarized:
    """For the tool `get_conversation_history`."""

    async def summarized(question: str, messages: Sequence[Message], context: ToolContext) -> str:
        told = await _told(models, question, messages, context, history)
        return "" if told is None else _holding(told, question, messages)

    return summarized


async def _told(
    models: Models, question: str, messages: Sequence[Message], context: ToolContext, history: int
) -> MemoryWire | None:
    profile = Profile(user_id=context.user_id, time_zone=_zone(context), language=context.language)
    lines = (
        f"{number}. {one.at.astimezone(context.zone):%Y-%m-%d %H:%M} {one.role}: {one.text[:_OF_A_MESSAGE]}"
        for number, one in enumerate(messages, 1)
    )
    ask = request(
        "memory",
        now=asked_at(),
        profile=profile,
        blocks=[("messages", "\n".join(lines)), ("question", question)],
        history=history,
        output=MemoryWire,
    )
    try:
        async with waiting():
            return await models.ask(ask)
    except ModelsFailed:
        return None


def _zone(context: ToolContext) -> str:
    return getattr(context.zone, "key", None) or context.now.astimezone(context.zone).strftime("%z")


def _holding(told: MemoryWire, question: str, messages: Sequence[Message]) -> str:
    """The summary, if it names messages that are there and only their figures and days."""
    named = [messages[number - 1] for number in told.messages if 0 < number <= len(messages)]
    known = set(_NUMBER.findall(question))
    for one in messages:
        known |= {*_NUMBER.findall(one.text), *_NUMBER.findall(f"{one.at:%Y-%m-%d %d %H:%M}")}
        known |= {str(int(part)) for part in (f"{one.at:%d}", f"{one.at:%m}", f"{one.at:%Y}")}
    summary = " ".join(told.summary.split())
    holds = named and len(summary) <= _LONGEST and set(_NUMBER.findall(summary)) <= known
    return summary if holds else ""
