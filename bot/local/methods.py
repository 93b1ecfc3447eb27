"""The table of Bot API methods: what each reads, does, and answers as JSON text."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from pydantic import BaseModel, JsonValue, TypeAdapter, ValidationError

from bot.local import requests as ask
from bot.local import sending
from bot.local.errors import BadRequestError
from bot.local.messages import StoredMessage
from bot.local.sending import Upload
from bot.local.state import LocalState, WebhookSettings
from bot.local.telegram import BotCommand, Chat, ChatMember, ChatMemberUpdated, TelegramModel, WebhookInfo

_COMMAND = re.compile(r"[a-z0-9_]{1,32}")
_SECRET = re.compile(r"[A-Za-z0-9_-]{1,256}")
_COMMAND_LIST: TypeAdapter[list[BotCommand]] = TypeAdapter(list[BotCommand])
_MOST_COMMANDS = 100
R = TypeVar("R", bound=BaseModel)
Result = TelegramModel | StoredMessage | list[BotCommand] | None


@dataclass(frozen=True, slots=True)
class Context:
    """What a handler may need besides its parameters."""

    state: LocalState
    uploads: dict[str, Upload]


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


def read(request: type[R], params: Mapping[str, JsonValue]) -> R:
    """The parameters as a typed request; BadRequestError for what is missing or malformed."""
    try:
        return request.model_validate(params)
    except (ValidationError, ValueError) as error:
        field = str(error.errors()[0]["loc"][0]) if isinstance(error, ValidationError) else "parameters"
        match field:
            case "chat_id":
                detail = "chat_id is empty" if not params.get(field) else "chat not found"
            case "message_id":
                detail = "message identifier is not specified"
            case "reply_markup":
                detail = "object expected as reply markup"
            case _:
                detail = f"can't parse {field}"
        raise BadRequestError(detail) from error


Handler = Callable[[Context, Mapping[str, JsonValue]], str]


def _method(request: type[R], handle: Callable[[Context, R], Result]) -> Handler:
    """Join a request type and a handler; no result means true."""

    def run(context: Context, params: Mapping[str, JsonValue]) -> str:
        result = handle(context, read(request, params))
        if result is None:
            return "true"
        if isinstance(result, list):
            return _COMMAND_LIST.dump_json(result).decode()
        return (result.message if isinstance(result, StoredMessage) else result).wire()

    return run


def set_webhook(state: LocalState, request: ask.SetWebhook) -> None:
    """Deliver updates to a URL; an empty one means polling again."""
    if request.secret_token and not _SECRET.fullmatch(request.secret_token):
        raise BadRequestError("secret token contains unallowed characters")
    if request.url and not re.match(r"https?://[^/]", request.url):
        raise BadRequestError("bad webhook: An HTTPS URL must be provided for webhook")
    state.allow(request.allowed_updates)
    if request.drop_pending_updates:
        state.confirm([update.update_id for update in state.updates.pending()])
    state.set_webhook(
        WebhookSettings(
            url=request.url,
            secret_token=request.secret_token,
            max_connections=min(max(request.max_connections, 1), 100),
        )
    )


def _webhook_info(state: LocalState) -> WebhookInfo:
    webhook = state.webhook
    return WebhookInfo(
        url=webhook.url,
        pending_update_count=len(state.updates),
        last_error_date=state.delivery.last_error_date,
        last_error_message=state.delivery.last_error_message,
        max_connections=webhook.max_connections if webhook.url else None,
        allowed_updates=state.updates.allowed or None,
    )


def _set_commands(state: LocalState, request: ask.Commands) -> None:
    if len(request.commands) > _MOST_COMMANDS:
        raise BadRequestError("BOT_COMMANDS_TOO_MUCH")
    for command in request.commands:
        if not _COMMAND.fullmatch(command.command.removeprefix("/")):
            raise BadRequestError("BOT_COMMAND_INVALID")
        if not 1 <= len(command.description) <= 256:
            raise BadRequestError("BOT_COMMAND_DESCRIPTION_INVALID")
    state.set_commands(request.scope.name(request.language_code), request.commands)


def _chat(state: LocalState, request: ask.ToChat) -> FullChat:
    return FullChat.model_validate(state.world.reachable(request.chat_id).chat.model_dump())


def _member(state: LocalState, request: ask.GetMember) -> ChatMember:
    record = state.world.reachable(request.chat_id)
    user = state.world.user(request.user_id)
    if user.is_bot:
        return state.world.bot_membership(record)
    if user.id not in record.members:
        return ChatMember(status="left", user=user)
    if not record.private and record.members[0] == user.id:
        return ChatMember(status="creator", user=user, is_anonymous=False)
    return ChatMember(status="member", user=user)


def _leave(state: LocalState, request: ask.ToChat) -> None:
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


def _get_file(state: LocalState, request: ask.GetFile) -> TelegramModel:
    file = state.files.get(request.file_id)
    if file is None:
        raise BadRequestError("invalid file_id" if request.file_id else "file_id not specified")
    return file.download()


METHODS: dict[str, Handler] = {
    name.lower(): handler
    for name, handler in {
        "getMe": _method(ask.NoParameters, lambda c, _: c.state.world.bot),
        "setWebhook": _method(ask.SetWebhook, lambda c, r: set_webhook(c.state, r)),
        "deleteWebhook": _method(
            ask.DeleteWebhook,
            lambda c, r: set_webhook(c.state, ask.SetWebhook(drop_pending_updates=r.drop_pending_updates)),
        ),
        "getWebhookInfo": _method(ask.NoParameters, lambda c, _: _webhook_info(c.state)),
        "setMyCommands": _method(ask.Commands, lambda c, r: _set_commands(c.state, r)),
        "getMyCommands": _method(
            ask.Commands, lambda c, r: c.state.commands.get(r.scope.name(r.language_code), [])
        ),
        "deleteMyCommands": _method(
            ask.Commands, lambda c, r: c.state.set_commands(r.scope.name(r.language_code), [])
        ),
        "sendMessage": _method(ask.SendMessage, lambda c, r: sending.send_message(c.state, r)),
        "sendMessageDraft": _method(ask.SendDraft, lambda c, r: sending.send_draft(c.state, r)),
        "sendPhoto": _method(ask.SendMedia, lambda c, r: sending.send_media(c.state, "photo", r, c.uploads)),
        "sendDocument": _method(
            ask.SendMedia, lambda c, r: sending.send_media(c.state, "document", r, c.uploads)
        ),
        "sendVoice": _method(ask.SendMedia, lambda c, r: sending.send_media(c.state, "voice", r, c.uploads)),
        "editMessageText": _method(ask.EditText, lambda c, r: sending.edit_text(c.state, r)),
        "editMessageCaption": _method(ask.EditCaption, lambda c, r: sending.edit_caption(c.state, r)),
        "editMessageReplyMarkup": _method(ask.EditMarkup, lambda c, r: sending.edit_markup(c.state, r)),
        "deleteMessage": _method(ask.Targeted, lambda c, r: sending.delete_message(c.state, r)),
        "sendChatAction": _method(ask.ChatAction, lambda c, r: sending.send_action(c.state, r)),
        "setMessageReaction": _method(ask.SetReaction, lambda c, r: sending.set_reaction(c.state, r)),
        "answerCallbackQuery": _method(ask.AnswerCallback, lambda c, r: sending.answer_callback(c.state, r)),
        "getFile": _method(ask.GetFile, lambda c, r: _get_file(c.state, r)),
        "getChat": _method(ask.ToChat, lambda c, r: _chat(c.state, r)),
        "getChatMember": _method(ask.GetMember, lambda c, r: _member(c.state, r)),
        "leaveChat": _method(ask.ToChat, lambda c, r: _leave(c.state, r)),
        "close": _method(ask.NoParameters, lambda _, __: None),
        "logOut": _method(ask.NoParameters, lambda _, __: None),
    }.items()
}
