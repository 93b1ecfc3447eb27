"""What was said in a chat: `get_conversation_history`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from agents.talk.asked import asks_what_was_said
from agents.talk.found import telling
from agents.talk.told import only_quotes
from agents.tools.context import ToolContext
from agents.tools.tool import tool
from storage.entities import Message
from storage.messages import Messages

_LOOKED_AT = 5000
"""Messages of a chat that are looked through, the newest."""
_EVER = datetime(1970, 1, 1, tzinfo=UTC)


Summarized = Callable[[str, Sequence[Message], ToolContext], Awaitable[str]]
"""A question, the messages that may answer it, who asks: what they say to it; empty: nothing can tell."""
ResultsOf = Callable[[int], Awaitable[Sequence[Message]]]
"""What jobs of a person delivered, as messages of the bot's."""


async def no_results(_: int) -> Sequence[Message]:
    """Of who has no jobs."""
    return ()


class Talk:
    """One person's chats; which of them is the tool's context's. `summarized`: by a model, if any."""

    def __init__(
        self,
        messages: Messages,
        user_id: int,
        summarized: Summarized | None = None,
        results: ResultsOf = no_results,
    ) -> None:
        self._messages = messages
        self._user_id = user_id
        self._results = results
        self.summarized = summarized

    async def said(self, chat_id: int, role: str, since: datetime, until: datetime) -> list[Message]:
        """Their own words and the bot's, newest first; other people's of a group are nobody's to search.

        In their own chat also what jobs delivered, by paragraphs.
        """
        found = await self._messages.said(chat_id, since=since, until=until, role=role, limit=_LOOKED_AT)
        kept = [one for one in found if one.role == "assistant" or one.user_id == self._user_id]
        if chat_id != self._user_id or role == "user":
            return kept
        return kept + [one for one in await self._results(self._user_id) if since <= one.at < until]


class Said(BaseModel):
    """Messages, oldest first, and what a model makes of them for the question, where one is configured."""

    messages: list[Message]
    summary: str = ""


@tool("reads", Talk)
async def get_conversation_history(
    context: ToolContext,
    query: Annotated[str, Field(max_length=200, description="words to look for; empty: the newest")] = "",
    *,
    who: Annotated[Literal["user", "assistant", "any"], Field(description="whose words")] = "any",
    since: date | None = None,
    until: Annotated[date | None, Field(description="the last day, included")] = None,
    message_limit: Annotated[int, Field(ge=1, le=100)] = 5,
    question: Annotated[str, Field(max_length=1000, description="to sum up for; empty: the query")] = "",
    but: Annotated[int | None, Field(description="a message: only what came before it is meant")] = None,
) -> Said:
    """Find what the person and you said in this chat, by words and days, summed up where a model is there."""
    now = context.now + timedelta(seconds=1)  # Telegram's clock counts whole ones
    start = _midnight(since, context) if since is not None else _EVER
    end = _midnight(until + timedelta(days=1), context) if until is not None else now
    role = "" if who == "any" else who
    talk = context.source(Talk)
    found = await talk.said(context.chat_id, role, start, min(end, now))
    others = [one for one in _before(but, found) if _tells(one, context)]
    told = telling(query, others, message_limit)
    messages = [one.model_copy(update={"raw_json": None}) for one in told]
    asked, several = question or query, len(messages) > 1
    summary = await talk.summarized(asked, messages, context) if several and asked and talk.summarized else ""
    return Said(messages=messages, summary=summary)


def _before(asking: int | None, found: Sequence[Message]) -> list[Message]:
    """What was said before the message that asks, where that is there."""
    asked = next((one for one in found if one.message_id == asking), None)
    if asked is None:
        return [one for one in found if one.message_id != asking]
    return [one for one in found if (one.at, one.message_id) < (asked.at, asked.message_id)]


def _tells(message: Message, context: ToolContext) -> bool:
    """Whether it tells anything: neither who asked the same before nor its answer has told anything."""
    if message.role == "assistant":
        return not only_quotes(message.text)
    return not asks_what_was_said(message.text, context.now, context.language)


def _midnight(day: date, context: ToolContext) -> datetime:
    return datetime.combine(day, time(), context.zone).astimezone(UTC)
