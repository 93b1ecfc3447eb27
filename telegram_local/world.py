"""Who is there: the bot, the people, their chats, and what stands between them."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from telegram_local.errors import BadRequestError, ForbiddenError
from telegram_local.telegram import Chat, ChatMember, User

BOT_ID = 7000000001
YOU_ID = 1001
ALEX_ID = 1002
GROUP_ID = -1001
CROWD_ID = 3001
"""The first of many people, where there are many."""
BOT_USERNAME = "swealog_bot"
BOT_NAME = "Swealog"
MemberStatus = Literal["administrator", "member", "left", "kicked"]


class ChatRecord(BaseModel):
    """One chat and the bot's standing in it; in a private chat "kicked" means blocked."""

    chat: Chat
    members: list[int]
    bot_status: MemberStatus = "member"
    deleted: bool = False
    migrated_to: int | None = None
    next_message_id: int = 1
    topics: dict[int, str] = Field(default_factory=dict[int, str])
    """Titles by thread id, in a forum."""
    pinned: list[int] = Field(default_factory=list[int])
    """Message ids, the newest pin last."""

    @property
    def private(self) -> bool:
        """Whether this is a chat with one person."""
        return self.chat.type == "private"


class World(BaseModel):
    """Everybody and every chat the bot could meet."""

    bot: User
    users: dict[int, User] = Field(default_factory=dict[int, User])
    chats: dict[int, ChatRecord] = Field(default_factory=dict[int, ChatRecord])

    @property
    def author(self) -> User:
        """The bot as it appears in messages, without what only getMe tells."""
        return User(id=self.bot.id, is_bot=True, first_name=self.bot.first_name, username=self.bot.username)

    def user(self, user_id: int) -> User:
        """The person with this id."""
        if user_id == self.bot.id:
            return self.author
        if user_id not in self.users:
            raise BadRequestError("user not found")
        return self.users[user_id]

    def add_person(self, user_id: int, name: str) -> User:
        """A new person with an empty private chat."""
        user = User(id=user_id, first_name=name, username=name.lower(), language_code="en")
        self.users[user_id] = user
        chat = Chat(id=user_id, type="private", first_name=name, username=user.username)
        self.chats[user_id] = ChatRecord(chat=chat, members=[user_id])
        return user

    def add_group(self, chat_id: int, title: str, members: list[int]) -> ChatRecord:
        """A new group with these people and the bot."""
        record = ChatRecord(chat=Chat(id=chat_id, type="group", title=title), members=members)
        self.chats[chat_id] = record
        return record

    def find(self, chat_id: int) -> ChatRecord:
        """The chat, whatever the bot may do there."""
        record = self.chats.get(chat_id)
        if record is None:
            raise BadRequestError("chat not found")
        return record

    def reachable(self, chat_id: int | str) -> ChatRecord:
        """The chat if the bot may act in it; else Telegram's refusal."""
        if isinstance(chat_id, str):
            raise BadRequestError("chat not found")
        record = self.find(chat_id)
        if record.migrated_to is not None:
            raise BadRequestError(
                "group chat was upgraded to a supergroup chat", migrate_to_chat_id=record.migrated_to
            )
        if record.deleted:
            raise ForbiddenError("user is deactivated" if record.private else "the group chat was deleted")
        if record.bot_status == "kicked":
            kind = record.chat.type
            raise ForbiddenError(
                "bot was blocked by the user" if record.private else f"bot was kicked from the {kind} chat"
            )
        if record.bot_status == "left":
            raise ForbiddenError(f"bot is not a member of the {record.chat.type} chat")
        return record

    def bot_membership(self, record: ChatRecord) -> ChatMember:
        """The bot's standing as Telegram reports it."""
        status = record.bot_status
        if status == "kicked":
            return ChatMember(status=status, user=self.author, until_date=0)
        if status != "administrator":
            return ChatMember(status=status, user=self.author)
        return ChatMember(
            status=status,
            user=self.author,
            is_anonymous=False,
            can_be_edited=False,
            can_manage_chat=True,
            can_change_info=True,
            can_delete_messages=True,
            can_invite_users=True,
            can_restrict_members=True,
            can_promote_members=False,
            can_manage_video_chats=True,
            can_pin_messages=True,
            can_post_stories=False,
            can_edit_stories=False,
            can_delete_stories=False,
        )


def default_world(*, privacy: bool = False) -> World:
    """You, Alex and a training group; privacy limits what the bot sees in groups."""
    bot = User(
        id=BOT_ID,
        is_bot=True,
        first_name=BOT_NAME,
        username=BOT_USERNAME,
        can_join_groups=True,
        can_read_all_group_messages=not privacy,
        supports_inline_queries=False,
        can_connect_to_business=False,
        has_main_web_app=False,
    )
    world = World(bot=bot)
    world.add_person(YOU_ID, "You")
    world.add_person(ALEX_ID, "Alex")
    world.add_group(GROUP_ID, "Training group", [YOU_ID, ALEX_ID])
    return world
