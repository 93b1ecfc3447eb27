"""What the page and the tests tell the server, and hear of it; which acts there are, `people` says."""

from __future__ import annotations

from pydantic import BaseModel, JsonValue

from telegram_local.messages import StoredMessage
from telegram_local.telegram import BotCommand
from telegram_local.world import World


class InChat(BaseModel):
    """An act of a person in a chat."""

    user_id: int
    chat_id: int


class Inject(BaseModel):
    """An update of any shape."""

    update: dict[str, JsonValue]
    update_id: int | None = None


class Outcome(BaseModel):
    """What came of an act.

    Attributes:
        query_id: of a tap or an inline query.
        number: the update id of an injected update, the new chat id of an upgraded group, or a topic's id.
    """

    stored: StoredMessage | None = None
    query_id: str | None = None
    number: int | None = None


class Snapshot(BaseModel):
    """Everything there is to show at one place of the event stream."""

    epoch: str
    number: int
    world: World
    messages: list[StoredMessage]
    commands: list[BotCommand]
    listening: bool
