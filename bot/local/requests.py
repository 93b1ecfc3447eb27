"""Parameters of the Bot API methods, read from query, form or JSON alike."""

from __future__ import annotations

import json
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, JsonValue

from bot.local.telegram import BotCommand, Entity, InlineKeyboard


def _from_json(value: JsonValue) -> JsonValue:
    """Forms carry objects as JSON text; a JSON body carries them as they are."""
    if isinstance(value, str):
        parsed: JsonValue = json.loads(value)
        return parsed
    return value


def _number_or_name(value: JsonValue) -> JsonValue:
    """A chat id written as text is a number; anything else is a user name."""
    return int(value) if isinstance(value, str) and value.lstrip("-").isdecimal() else value


ChatId = Annotated[int | str, BeforeValidator(_number_or_name)]
Markup = Annotated[InlineKeyboard | None, BeforeValidator(_from_json)]
Entities = Annotated[list[Entity] | None, BeforeValidator(_from_json)]
Names = Annotated[list[str] | None, BeforeValidator(_from_json)]


class Request(BaseModel):
    """Parameters Telegram would ignore are ignored."""

    model_config = ConfigDict(extra="ignore", coerce_numbers_to_str=True)


class GetUpdates(Request):
    """getUpdates; timeout in seconds."""

    offset: int = 0
    limit: int = 100
    timeout: int = 0
    allowed_updates: Names = None


class SetWebhook(Request):
    """setWebhook."""

    url: str = ""
    secret_token: str | None = None
    max_connections: int = 40
    allowed_updates: Names = None
    drop_pending_updates: bool = False


class DeleteWebhook(Request):
    """deleteWebhook."""

    drop_pending_updates: bool = False


class CommandScope(Request):
    """Whom a command menu is for."""

    type: str = "default"
    chat_id: ChatId | None = None
    user_id: int | None = None

    def name(self, language: str) -> str:
        """One key for scope and language."""
        parts = [self.type, self.chat_id, self.user_id, language]
        return ":".join(str(part) for part in parts if part not in {None, ""})


class Commands(Request):
    """setMyCommands, getMyCommands, deleteMyCommands."""

    commands: Annotated[list[BotCommand], BeforeValidator(_from_json)] = Field(
        default_factory=list[BotCommand]
    )
    scope: Annotated[CommandScope, BeforeValidator(_from_json)] = Field(default_factory=CommandScope)
    language_code: str = ""


class ToChat(Request):
    """Methods that only name a chat."""

    chat_id: ChatId


class ReplyParameters(Request):
    """Which message is answered."""

    message_id: int
    allow_sending_without_reply: bool = False


class Send(ToChat):
    """What every sending method shares."""

    message_thread_id: int | None = None
    parse_mode: str = ""
    reply_markup: Markup = None
    reply_parameters: Annotated[ReplyParameters | None, BeforeValidator(_from_json)] = None
    reply_to_message_id: int | None = None
    allow_sending_without_reply: bool = False

    @property
    def reply(self) -> ReplyParameters | None:
        """The message answered, in the newer or the older spelling."""
        if self.reply_parameters is None and self.reply_to_message_id:
            return ReplyParameters(
                message_id=self.reply_to_message_id,
                allow_sending_without_reply=self.allow_sending_without_reply,
            )
        return self.reply_parameters


class SendMessage(Send):
    """sendMessage."""

    text: str = ""
    entities: Entities = None


class SendMedia(Send):
    """sendPhoto, sendDocument, sendVoice."""

    photo: str = ""
    document: str = ""
    voice: str = ""
    duration: int = 0
    caption: str = ""
    caption_entities: Entities = None


class SendDraft(ToChat):
    """sendMessageDraft."""

    draft_id: int
    text: str = ""
    parse_mode: str = ""
    entities: Entities = None


class Targeted(Request):
    """Methods on one message; inline messages are not known here."""

    chat_id: ChatId
    message_id: int = 0


class EditText(Targeted):
    """editMessageText."""

    text: str = ""
    parse_mode: str = ""
    entities: Entities = None
    reply_markup: Markup = None


class EditCaption(Targeted):
    """editMessageCaption."""

    caption: str = ""
    parse_mode: str = ""
    caption_entities: Entities = None
    reply_markup: Markup = None


class EditMarkup(Targeted):
    """editMessageReplyMarkup."""

    reply_markup: Markup = None


class ReactionType(Request):
    """A reaction as a bot may ask for it; custom emoji need a paid account and are refused."""

    type: str = "emoji"
    emoji: str = ""


class SetReaction(Targeted):
    """setMessageReaction."""

    reaction: Annotated[list[ReactionType], BeforeValidator(_from_json)] = Field(
        default_factory=list[ReactionType]
    )


class ChatAction(ToChat):
    """sendChatAction."""

    action: str = ""
    message_thread_id: int | None = None


class AnswerCallback(Request):
    """answerCallbackQuery."""

    callback_query_id: str = ""
    text: str = ""
    show_alert: bool = False
    url: str | None = None


class GetFile(Request):
    """getFile."""

    file_id: str = ""


class GetMember(ToChat):
    """getChatMember."""

    user_id: int


class NoParameters(Request):
    """Methods without parameters."""
