"""What the page and the tests may ask the server to do; the client sends these same objects."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field, JsonValue, TypeAdapter

from telegram_local.messages import StoredMessage
from telegram_local.telegram import BotCommand
from telegram_local.world import MemberStatus, World


class InChat(BaseModel):
    """An act of a person in a chat."""

    user_id: int
    chat_id: int


class Say(InChat):
    """Send a text; at is Unix seconds, key makes a repeated send harmless, thread_id names a topic."""

    act: Literal["say"] = "say"
    text: str
    reply_to: int | None = None
    at: int | None = None
    key: str | None = None
    thread_id: int | None = None


class SendSticker(InChat):
    """Send a sticker."""

    act: Literal["sticker"] = "sticker"
    emoji: str


class SendLocation(InChat):
    """Send a place, in degrees."""

    act: Literal["location"] = "location"
    latitude: float
    longitude: float


class SendPoll(InChat):
    """Send a poll."""

    act: Literal["poll"] = "poll"
    question: str
    options: list[str]


class Edit(InChat):
    """Change one's own message."""

    act: Literal["edit"] = "edit"
    message_id: int
    text: str


class Delete(InChat):
    """Delete one's own message."""

    act: Literal["delete"] = "delete"
    message_id: int


class Tap(InChat):
    """Press a button: its data, or any forged data."""

    act: Literal["tap"] = "tap"
    message_id: int
    data: str


class AskInline(InChat):
    """Type something after the bot's name."""

    act: Literal["ask_inline"] = "ask_inline"
    query: str


class Choose(InChat):
    """Send one of the results of an inline query."""

    act: Literal["choose"] = "choose"
    query_id: str
    result_id: str


class React(InChat):
    """Put an emoji on a message; None takes it away."""

    act: Literal["react"] = "react"
    message_id: int
    emoji: str | None


class Standing(InChat):
    """Change the bot's standing: "kicked" in a private chat blocks it, "member" unblocks it."""

    act: Literal["standing"] = "standing"
    status: MemberStatus


class DeleteChat(BaseModel):
    """Delete a group, or the account behind a private chat."""

    act: Literal["delete_chat"] = "delete_chat"
    chat_id: int


class ClearChat(InChat):
    """Delete a private chat's messages and files; the bot is not told, as on Telegram."""

    act: Literal["clear_chat"] = "clear_chat"


class Migrate(BaseModel):
    """Upgrade a group to a supergroup with another id."""

    act: Literal["migrate"] = "migrate"
    chat_id: int


class Privacy(BaseModel):
    """Switch the bot's group privacy."""

    act: Literal["privacy"] = "privacy"
    on: bool


class Inject(BaseModel):
    """Queue an update of any shape."""

    act: Literal["inject"] = "inject"
    update: dict[str, JsonValue]
    update_id: int | None = None


class InjectBatch(BaseModel):
    """Queue several updates at one instant, in this order."""

    act: Literal["inject_batch"] = "inject_batch"
    updates: list[Inject]


class OpenTopic(InChat):
    """Open a topic in a supergroup."""

    act: Literal["open_topic"] = "open_topic"
    title: str


class ExpireQueries(BaseModel):
    """Make every unanswered tap too old to answer."""

    act: Literal["expire_queries"] = "expire_queries"


Act = (
    Say
    | SendSticker
    | SendLocation
    | SendPoll
    | Edit
    | Delete
    | Tap
    | AskInline
    | Choose
    | React
    | Standing
    | DeleteChat
    | ClearChat
    | Migrate
    | Privacy
    | Inject
    | InjectBatch
    | OpenTopic
    | ExpireQueries
)
ACT_READER: TypeAdapter[Act] = TypeAdapter(Annotated[Act, Field(discriminator="act")])


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
