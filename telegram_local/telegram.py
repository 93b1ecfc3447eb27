"""The Bot API objects this server speaks, as Telegram names their fields."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class TelegramModel(BaseModel):
    """Fields that are not set are left out on the wire."""

    model_config = ConfigDict(extra="ignore", validate_by_name=True, validate_by_alias=True)

    def wire(self) -> str:
        """The object as Telegram would send it, as JSON text."""
        return self.model_dump_json(exclude_none=True, by_alias=True)


class User(TelegramModel):
    """A person, or the bot."""

    id: int
    is_bot: bool = False
    first_name: str
    username: str | None = None
    language_code: str | None = None
    can_join_groups: bool | None = None
    can_read_all_group_messages: bool | None = None
    supports_inline_queries: bool | None = None
    can_connect_to_business: bool | None = None
    has_main_web_app: bool | None = None


class Chat(TelegramModel):
    """The chat as it is embedded in messages."""

    id: int
    type: Literal["private", "group", "supergroup"]
    title: str | None = None
    first_name: str | None = None
    username: str | None = None
    is_forum: bool | None = None


class Entity(TelegramModel):
    """A formatted part of a text; offset and length are UTF-16 code units."""

    type: str
    offset: int
    length: int
    url: str | None = None
    user: User | None = None
    language: str | None = None
    custom_emoji_id: str | None = None


class PhotoSize(TelegramModel):
    """One size of a picture."""

    file_id: str
    file_unique_id: str
    file_size: int | None = None
    width: int
    height: int


class Document(TelegramModel):
    """Any file."""

    file_id: str
    file_unique_id: str
    file_name: str | None = None
    mime_type: str | None = None
    file_size: int | None = None


class Voice(TelegramModel):
    """A voice note; duration in seconds."""

    file_id: str
    file_unique_id: str
    duration: int
    mime_type: str | None = None
    file_size: int | None = None


class Audio(TelegramModel):
    """A piece of music; duration in seconds."""

    file_id: str
    file_unique_id: str
    duration: int
    performer: str | None = None
    title: str | None = None
    file_name: str | None = None
    mime_type: str | None = None
    file_size: int | None = None


class Video(TelegramModel):
    """A film; duration in seconds, width and height in pixels, each 0 unless the sender said it."""

    file_id: str
    file_unique_id: str
    width: int
    height: int
    duration: int
    file_name: str | None = None
    mime_type: str | None = None
    file_size: int | None = None


class Sticker(TelegramModel):
    """A sticker."""

    file_id: str
    file_unique_id: str
    type: str = "regular"
    width: int = 512
    height: int = 512
    is_animated: bool = False
    is_video: bool = False
    emoji: str | None = None
    file_size: int | None = None


class Location(TelegramModel):
    """A point on the map, in degrees."""

    latitude: float
    longitude: float
    horizontal_accuracy: float | None = None


class PollOption(TelegramModel):
    """One answer of a poll."""

    text: str
    voter_count: int = 0
    persistent_id: str = "0"


class Poll(TelegramModel):
    """A question with answers to vote on."""

    id: str
    question: str
    options: list[PollOption]
    total_voter_count: int = 0
    is_closed: bool = False
    is_anonymous: bool = True
    type: str = "regular"
    allows_multiple_answers: bool = False
    allows_revoting: bool = False
    members_only: bool = False


class InlineButton(TelegramModel):
    """A button below a message."""

    text: str = ""
    callback_data: str | None = None
    url: str | None = None
    style: str | None = None


class InlineKeyboard(TelegramModel):
    """Rows of buttons below a message."""

    inline_keyboard: list[list[InlineButton]] = Field(default_factory=list[list[InlineButton]])


class KeyboardButton(TelegramModel):
    """A button in place of the keyboard: it sends its text, or with another field asks for something else."""

    model_config = ConfigDict(extra="allow")

    text: str


class ReplyKeyboard(TelegramModel):
    """Rows of buttons in place of the keyboard."""

    keyboard: list[list[KeyboardButton]]
    is_persistent: bool | None = None
    resize_keyboard: bool | None = None
    one_time_keyboard: bool | None = None
    input_field_placeholder: str | None = None
    selective: bool | None = None


class ReplyKeyboardRemove(TelegramModel):
    """The keyboard of an earlier message goes away."""

    remove_keyboard: Literal[True]
    selective: bool | None = None


class ForceReply(TelegramModel):
    """Whoever sees the message is about to reply to it."""

    force_reply: Literal[True]
    input_field_placeholder: str | None = None
    selective: bool | None = None


ReplyInterface = ReplyKeyboard | ReplyKeyboardRemove | ForceReply


class TextQuote(TelegramModel):
    """The part of a message that is answered; position is in UTF-16 code units."""

    text: str
    entities: list[Entity] | None = None
    position: int
    is_manual: bool | None = None


class MessageOrigin(TelegramModel):
    """Who wrote a forwarded message first; date is Unix seconds."""

    type: Literal["user"] = "user"
    date: int
    sender_user: User


class MessageId(TelegramModel):
    """The number of a message that was copied."""

    message_id: int


class ForumTopicCreated(TelegramModel):
    """A topic was opened."""

    name: str
    icon_color: int


class Message(TelegramModel):
    """A message as the bot sees it; dates are Unix seconds."""

    message_id: int
    message_thread_id: int | None = None
    is_topic_message: bool | None = None
    sender: User | None = Field(default=None, validation_alias="from", serialization_alias="from")
    chat: Chat
    date: int
    edit_date: int | None = None
    via_bot: User | None = None
    forward_origin: MessageOrigin | None = None
    reply_to_message: Message | None = None
    quote: TextQuote | None = None
    media_group_id: str | None = None
    text: str | None = None
    entities: list[Entity] | None = None
    caption: str | None = None
    caption_entities: list[Entity] | None = None
    photo: list[PhotoSize] | None = None
    document: Document | None = None
    voice: Voice | None = None
    audio: Audio | None = None
    video: Video | None = None
    sticker: Sticker | None = None
    location: Location | None = None
    poll: Poll | None = None
    reply_markup: InlineKeyboard | None = None
    forum_topic_created: ForumTopicCreated | None = None
    pinned_message: Message | None = None
    migrate_to_chat_id: int | None = None
    migrate_from_chat_id: int | None = None


class CallbackQuery(TelegramModel):
    """A tap on a button."""

    id: str
    sender: User = Field(validation_alias="from", serialization_alias="from")
    message: Message | None = None
    chat_instance: str
    data: str | None = None


class InlineQuery(TelegramModel):
    """What somebody typed after the bot's name, in any chat."""

    id: str
    sender: User = Field(validation_alias="from", serialization_alias="from")
    query: str
    offset: str
    chat_type: str | None = None


class Reaction(TelegramModel):
    """An emoji put on a message."""

    type: Literal["emoji"] = "emoji"
    emoji: str


class MessageReaction(TelegramModel):
    """Somebody changed their reactions on a message."""

    chat: Chat
    message_id: int
    user: User
    date: int
    old_reaction: list[Reaction]
    new_reaction: list[Reaction]


class ChatMember(TelegramModel):
    """Somebody's standing in a chat."""

    status: Literal["creator", "administrator", "member", "left", "kicked"]
    user: User
    until_date: int | None = None
    is_anonymous: bool | None = None
    can_be_edited: bool | None = None
    can_manage_chat: bool | None = None
    can_change_info: bool | None = None
    can_delete_messages: bool | None = None
    can_invite_users: bool | None = None
    can_restrict_members: bool | None = None
    can_promote_members: bool | None = None
    can_manage_video_chats: bool | None = None
    can_pin_messages: bool | None = None
    can_post_stories: bool | None = None
    can_edit_stories: bool | None = None
    can_delete_stories: bool | None = None


class ChatMemberUpdated(TelegramModel):
    """The bot's own standing in a chat changed."""

    chat: Chat
    sender: User = Field(validation_alias="from", serialization_alias="from")
    date: int
    old_chat_member: ChatMember
    new_chat_member: ChatMember


class Update(TelegramModel):
    """One thing that happened, as the bot is told."""

    model_config = ConfigDict(extra="allow", validate_by_name=True, validate_by_alias=True)

    update_id: int
    message: Message | None = None
    edited_message: Message | None = None
    callback_query: CallbackQuery | None = None
    inline_query: InlineQuery | None = None
    message_reaction: MessageReaction | None = None
    my_chat_member: ChatMemberUpdated | None = None


class BotCommand(TelegramModel):
    """One line of the command menu."""

    command: str
    description: str


class WebhookInfo(TelegramModel):
    """Where updates are delivered, and how that went."""

    url: str = ""
    has_custom_certificate: bool = False
    pending_update_count: int = 0
    last_error_date: int | None = None
    last_error_message: str | None = None
    max_connections: int | None = None
    allowed_updates: list[str] | None = None


class File(TelegramModel):
    """A file the bot may download."""

    file_id: str
    file_unique_id: str
    file_size: int | None = None
    file_path: str | None = None
