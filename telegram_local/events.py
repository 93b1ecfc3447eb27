"""What happens in the chats, as a numbered stream for the page and for tests."""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from collections.abc import AsyncIterator
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from telegram_local.messages import StoredMessage
from telegram_local.telegram import BotCommand, Entity
from telegram_local.world import World

_KEPT = 2000


class MessageEvent(BaseModel):
    """A message was sent (new) or changed: text, keyboard, reactions."""

    kind: Literal["message"] = "message"
    new: bool
    stored: StoredMessage


class DeletedEvent(BaseModel):
    """A message was deleted."""

    kind: Literal["deleted"] = "deleted"
    chat_id: int
    message_id: int


class ClearedEvent(BaseModel):
    """All messages of a chat were deleted."""

    kind: Literal["cleared"] = "cleared"
    chat_id: int


class ActionEvent(BaseModel):
    """The bot is typing, or uploading, for the next five seconds."""

    kind: Literal["action"] = "action"
    chat_id: int
    action: str
    thread_id: int | None = None


class DraftEvent(BaseModel):
    """The bot shows a growing preview of a message."""

    kind: Literal["draft"] = "draft"
    chat_id: int
    draft_id: int
    text: str
    entities: list[Entity] = Field(default_factory=list[Entity])


class TapEvent(BaseModel):
    """Somebody tapped a button."""

    kind: Literal["tap"] = "tap"
    query_id: str
    chat_id: int
    message_id: int
    user_id: int
    data: str


class AnswerEvent(BaseModel):
    """The bot answered a tap."""

    kind: Literal["answer"] = "answer"
    query_id: str
    user_id: int
    chat_id: int
    message_id: int
    text: str = ""
    alert: bool = False
    url: str | None = None


class InlineFound(BaseModel):
    """One result of an inline query, as it is shown to choose from."""

    id: str
    title: str
    description: str


class FoundEvent(BaseModel):
    """The bot answered an inline query."""

    kind: Literal["found"] = "found"
    query_id: str
    user_id: int
    chat_id: int
    results: list[InlineFound]


class CommandsEvent(BaseModel):
    """The command menu changed."""

    kind: Literal["commands"] = "commands"
    commands: list[BotCommand]


class StatusEvent(BaseModel):
    """The bot began or ceased to listen."""

    kind: Literal["status"] = "status"
    listening: bool


class WorldEvent(BaseModel):
    """People, chats or the bot's standing in them changed."""

    kind: Literal["world"] = "world"
    world: World


Event = (
    MessageEvent
    | DeletedEvent
    | ClearedEvent
    | ActionEvent
    | DraftEvent
    | TapEvent
    | AnswerEvent
    | FoundEvent
    | CommandsEvent
    | StatusEvent
    | WorldEvent
)


class NumberedEvent(BaseModel):
    """An event and its place in the stream."""

    number: int
    event: Annotated[Event, Field(discriminator="kind")]


class EventLog:
    """The last events, kept so that a reader that was away misses none.

    Attributes:
        epoch: names this run of the server; numbers of another epoch mean nothing.
    """

    def __init__(self) -> None:
        self.epoch = secrets.token_hex(4)
        self.last = 0
        self._kept: deque[NumberedEvent] = deque(maxlen=_KEPT)
        self._bells: set[asyncio.Event] = set()
        self._closed = False

    def publish(self, event: Event) -> None:
        """Append an event and wake the readers."""
        self.last += 1
        self._kept.append(NumberedEvent(number=self.last, event=event))
        for bell in self._bells:
            bell.set()

    def close(self) -> None:
        """End every reader's stream."""
        self._closed = True
        for bell in self._bells:
            bell.set()

    def holds(self, after: int) -> bool:
        """Whether every event later than this number is still kept."""
        return self.last - len(self._kept) <= after <= self.last

    def since(self, after: int) -> list[NumberedEvent]:
        """The kept events later than this number."""
        fresh = self.last - after
        return [self._kept[index] for index in range(-min(fresh, len(self._kept)), 0)]

    async def follow(self, after: int, *, heartbeat: float) -> AsyncIterator[list[NumberedEvent]]:
        """Batches of events as they come; an empty batch when nothing came for heartbeat seconds.

        Ends when events were lost because the reader was too slow.
        """
        bell = asyncio.Event()
        self._bells.add(bell)
        try:
            while self.holds(after) and not self._closed:
                bell.clear()
                if batch := self.since(after):
                    after = batch[-1].number
                    yield batch
                    continue
                try:
                    await asyncio.wait_for(bell.wait(), heartbeat)
                except TimeoutError:
                    yield []
        finally:
            self._bells.discard(bell)
