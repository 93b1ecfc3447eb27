"""Bot API methods about a chat: who is in it, and leaving it."""

from __future__ import annotations

from telegram_local.errors import BadRequestError
from telegram_local.requests import GetMember, ToChat
from telegram_local.sending import quoted
from telegram_local.state import LocalState
from telegram_local.telegram import Chat, ChatMember, ChatMemberUpdated, Message, TelegramModel
from telegram_local.world import ChatRecord


class _Gifts(TelegramModel):
    unlimited_gifts: bool = False
    limited_gifts: bool = False
    unique_gifts: bool = False
    premium_subscription: bool = False
    gifts_from_channels: bool = False


class FullChat(Chat):
    """What getChat answers."""

    accent_color_id: int = 0
    max_reaction_count: int = 11
    accepted_gift_types: _Gifts = _Gifts()
    pinned_message: Message | None = None


def full_chat(state: LocalState, request: ToChat) -> FullChat:
    """The chat with its newest pin."""
    record = state.world.reachable(request.chat_id)
    full = FullChat.model_validate(record.chat.model_dump())
    pinned = state.messages.get(record.chat.id, record.pinned[-1]) if record.pinned else None
    return full.model_copy(update={"pinned_message": quoted(pinned) if pinned else None})


def member(state: LocalState, request: GetMember) -> ChatMember:
    """Somebody's standing."""
    record = state.world.reachable(request.chat_id)
    return _member(state, record, request.user_id)


def _member(state: LocalState, record: ChatRecord, user_id: int) -> ChatMember:
    user = state.world.user(user_id)
    if user.is_bot:
        return state.world.bot_membership(record)
    if user.id not in record.members:
        return ChatMember(status="left", user=user)
    if not record.private and record.members[0] == user.id:
        return ChatMember(status="creator", user=user, is_anonymous=False)
    return ChatMember(status="member", user=user)


def administrators(state: LocalState, request: ToChat) -> list[ChatMember]:
    """Who may more than others in a group: its creator, and the bot if it was made one."""
    record = state.world.reachable(request.chat_id)
    if record.private:
        raise BadRequestError("there are no administrators in the private chat")
    everybody = [_member(state, record, user_id) for user_id in (*record.members, state.world.bot.id)]
    return [one for one in everybody if one.status in {"creator", "administrator"}]


def member_count(state: LocalState, request: ToChat) -> int:
    """How many there are, with the bot."""
    return len(state.world.reachable(request.chat_id).members) + 1


def leave(state: LocalState, request: ToChat) -> None:
    """Go out of a group."""
    record = state.world.reachable(request.chat_id)
    if record.private:
        raise BadRequestError("chat member status can't be changed in private chats")
    old = state.world.bot_membership(record)
    record.bot_status = "left"
    state.queue(
        "my_chat_member",
        record.chat.id,
        ChatMemberUpdated(
            chat=record.chat,
            sender=state.world.author,
            date=state.now(),
            old_chat_member=old,
            new_chat_member=state.world.bot_membership(record),
        ),
    )
    state.world_changed()
