"""Parameters of the Bot API methods, read from query, form or JSON alike."""

from __future__ import annotations

import json
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, JsonValue

from telegram_local.telegram import (
    BotCommand,
    Entity,
    ForceReply,
    InlineKeyboard,
    ReplyInterface,
    ReplyKeyboard,
    ReplyKeyboardRemove,
)


def _from_json(value: JsonValue) -> JsonValue:
    """Forms carry objects as JSON text; a JSON body carries them as they are."""
    if isinstance(value, str):
        parsed: JsonValue = json.loads(value)
        return parsed
    return value


def _number_or_name(value: JsonValue) -> JsonValue:
    """A chat id written as text is a number; anything else is a user name."""
    return int(value) if isinstance(value, str) and value.lstrip("-").isdecimal() else value


_MARKUPS: dict[str, type[InlineKeyboard | ReplyInterface]] = {
    "inline_keyboard": InlineKeyboard,
    "keyboard": ReplyKeyboard,
    "remove_keyboard": ReplyKeyboardRemove,
    "force_reply": ForceReply,
}


def _markup(value: JsonValue) -> InlineKeyboard | ReplyInterface | None:
    """The kind of markup is told by its field; an empty object is none, as on Telegram."""
    fields = _from_json(value) if value != "" else None
    if fields is None:
        return None
    if not isinstance(fields, dict):
        raise ValueError("object expected")  # noqa: TRY004 - pydantic takes only this one
    kind = next((kind for name, kind in _MARKUPS.items() if fields.get(name)), InlineKeyboard)
    if kind is ReplyKeyboard and isinstance(rows := fields["keyboard"], list):
        fields = {**fields, "keyboard": [[_button(button) for button in _row(row)] for row in rows]}
    return kind.model_validate(fields)


def _row(value: JsonValue) -> list[JsonValue]:
    if not isinstance(value, list):
        raise ValueError("rows of buttons expected")  # noqa: TRY004 - pydantic takes only this one
    return value


def _button(value: JsonValue) -> JsonValue:
    return {"text": value} if isinstance(value, str) else value


ChatId = Annotated[int | str, BeforeValidator(_number_or_name)]
Markup = Annotated[InlineKeyboard | ReplyInterface | None, BeforeValidator(_markup)]
Entities = Annotated[list[Entity] | None, BeforeValidator(_from_json)]
Identifiers = Annotated[list[int], BeforeValidator(_from_json), Field(min_length=1, max_length=100)]
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
    chat_id: ChatId | None = None
    allow_sending_without_reply: bool = False
    quote: str = ""
    quote_parse_mode: str = ""
    quote_entities: Entities = None
    quote_position: int | None = None


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


class Caption(Request):
    """The words below a picture or file."""

    caption: str = ""
    parse_mode: str = ""
    caption_entities: Entities = None


class Measures(Request):
    """What the sender says of a recording; duration in seconds, width and height in pixels."""

    duration: int = 0
    width: int = 0
    height: int = 0
    performer: str | None = None
    title: str | None = None


class SendMedia(Send, Caption, Measures):
    """sendPhoto, sendDocument, sendVoice, sendAudio, sendVideo."""

    photo: str = ""
    document: str = ""
    voice: str = ""
    audio: str = ""
    video: str = ""


class InputMedia(Caption, Measures):
    """One picture or file of an album, or the new one of an edited message."""

    type: Literal["photo", "document", "audio", "video"]
    media: str


class SendMediaGroup(Send):
    """sendMediaGroup."""

    media: Annotated[list[InputMedia], BeforeValidator(_from_json)]


class SendLocation(Send):
    """sendLocation; degrees, and metres for the accuracy."""

    latitude: float = Field(ge=-90, le=90)
    longitude: float = Field(ge=-180, le=180)
    horizontal_accuracy: float | None = None


class Forward(ToChat):
    """forwardMessage."""

    from_chat_id: ChatId
    message_id: int
    message_thread_id: int | None = None


class ForwardMany(ToChat):
    """forwardMessages, copyMessages."""

    from_chat_id: ChatId
    message_ids: Identifiers
    message_thread_id: int | None = None
    remove_caption: bool = False


class Copy(Send):
    """copyMessage; without a caption the old one stays."""

    from_chat_id: ChatId
    message_id: int
    caption: str | None = None
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


class DeleteMany(ToChat):
    """deleteMessages."""

    message_ids: Identifiers


class EditMedia(Targeted):
    """editMessageMedia."""

    media: Annotated[InputMedia, BeforeValidator(_from_json)]
    reply_markup: Markup = None


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


class InlineContent(Request):
    """The text an inline result is sent as."""

    message_text: str = ""
    parse_mode: str = ""
    entities: Entities = None


class InlineResult(Request):
    """One result of an inline query; media are given by the id of a file that was sent before."""

    type: str
    id: str = Field(min_length=1, max_length=64)
    title: str = ""
    description: str = ""
    input_message_content: InlineContent | None = None
    reply_markup: Markup = None
    caption: str = ""
    parse_mode: str = ""
    caption_entities: Entities = None
    photo_file_id: str = ""
    document_file_id: str = ""
    voice_file_id: str = ""
    audio_file_id: str = ""
    video_file_id: str = ""


class AnswerInline(Request):
    """answerInlineQuery."""

    inline_query_id: str = ""
    results: Annotated[list[InlineResult], BeforeValidator(_from_json)]
    next_offset: str = ""


class GetFile(Request):
    """getFile."""

    file_id: str = ""


class GetMember(ToChat):
    """getChatMember."""

    user_id: int


class NoParameters(Request):
    """Methods without parameters."""
