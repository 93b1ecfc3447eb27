"""The table of Bot API methods: what each reads, does, and answers as JSON text."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from pydantic import BaseModel, JsonValue, ValidationError

from telegram_local import answering, chats, editing, sending
from telegram_local import requests as ask
from telegram_local.content import Upload
from telegram_local.errors import BadRequestError
from telegram_local.messages import StoredMessage
from telegram_local.state import LocalState, WebhookSettings
from telegram_local.telegram import BotCommand, ChatMember, MessageId, TelegramModel, WebhookInfo

_COMMAND = re.compile(r"[a-z0-9_]{1,32}")
_SECRET = re.compile(r"[A-Za-z0-9_-]{1,256}")
_MOST_COMMANDS = 100
R = TypeVar("R", bound=BaseModel)
Result = (
    TelegramModel
    | StoredMessage
    | Sequence[StoredMessage]
    | Sequence[MessageId]
    | Sequence[BotCommand]
    | Sequence[ChatMember]
    | int
    | None
)


@dataclass(frozen=True, slots=True)
class Context:
    """What a handler may need besides its parameters."""

    state: LocalState
    uploads: dict[str, Upload]


def read(request: type[R], params: Mapping[str, JsonValue]) -> R:
    """The parameters as a typed request; BadRequestError for what is missing or malformed."""
    try:
        return request.model_validate(params)
    except (ValidationError, ValueError) as error:
        field = str(error.errors()[0]["loc"][0]) if isinstance(error, ValidationError) else "parameters"
        match field:
            case "chat_id":
                detail = "chat_id is empty" if not params.get(field) else "chat not found"
            case "message_ids" if isinstance(params.get(field), (list, str)):
                detail = "message identifiers are not specified or too many"
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
        if isinstance(result, int):
            return str(result)
        if isinstance(result, Sequence):
            return f"[{','.join(_wire(one) for one in result)}]"
        return _wire(result)

    return run


def _wire(result: TelegramModel | StoredMessage) -> str:
    return (result.message if isinstance(result, StoredMessage) else result).wire()


def _number(stored: StoredMessage) -> MessageId:
    return MessageId(message_id=stored.message_id)


def _media(kind: str) -> Handler:
    return _method(ask.SendMedia, lambda c, r: sending.send_media(c.state, kind, r, c.uploads))


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


def _get_file(state: LocalState, request: ask.GetFile) -> TelegramModel:
    file = state.files.get(request.file_id)
    if file is None:
        raise BadRequestError("invalid file_id" if request.file_id else "file_id not specified")
    return file.download()


_TABLE: dict[str, Handler] = {
    "getMe": _method(ask.NoParameters, lambda c, _: c.state.world.bot),
    "close": _method(ask.NoParameters, lambda _, __: None),
    "logOut": _method(ask.NoParameters, lambda _, __: None),
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
    "sendPhoto": _media("photo"),
    "sendDocument": _media("document"),
    "sendVoice": _media("voice"),
    "sendAudio": _media("audio"),
    "sendVideo": _media("video"),
    "sendMediaGroup": _method(
        ask.SendMediaGroup, lambda c, r: sending.send_media_group(c.state, r, c.uploads)
    ),
    "sendLocation": _method(ask.SendLocation, lambda c, r: sending.send_location(c.state, r)),
    "sendChatAction": _method(ask.ChatAction, lambda c, r: sending.send_action(c.state, r)),
    "forwardMessage": _method(ask.Forward, lambda c, r: sending.forward_message(c.state, r)),
    "forwardMessages": _method(
        ask.ForwardMany, lambda c, r: [_number(one) for one in sending.forward_messages(c.state, r)]
    ),
    "copyMessage": _method(ask.Copy, lambda c, r: _number(sending.copy_message(c.state, r))),
    "copyMessages": _method(
        ask.ForwardMany, lambda c, r: [_number(one) for one in sending.copy_messages(c.state, r)]
    ),
    "editMessageText": _method(ask.EditText, lambda c, r: editing.edit_text(c.state, r)),
    "editMessageCaption": _method(ask.EditCaption, lambda c, r: editing.edit_caption(c.state, r)),
    "editMessageMedia": _method(ask.EditMedia, lambda c, r: editing.edit_media(c.state, r, c.uploads)),
    "editMessageReplyMarkup": _method(ask.EditMarkup, lambda c, r: editing.edit_markup(c.state, r)),
    "deleteMessage": _method(ask.Targeted, lambda c, r: editing.delete_message(c.state, r)),
    "deleteMessages": _method(ask.DeleteMany, lambda c, r: editing.delete_messages(c.state, r)),
    "pinChatMessage": _method(ask.Targeted, lambda c, r: editing.pin(c.state, r)),
    "unpinChatMessage": _method(ask.Targeted, lambda c, r: editing.unpin(c.state, r)),
    "unpinAllChatMessages": _method(ask.ToChat, lambda c, r: editing.unpin_all(c.state, r)),
    "setMessageReaction": _method(ask.SetReaction, lambda c, r: editing.set_reaction(c.state, r)),
    "answerCallbackQuery": _method(ask.AnswerCallback, lambda c, r: answering.answer_callback(c.state, r)),
    "answerInlineQuery": _method(ask.AnswerInline, lambda c, r: answering.answer_inline(c.state, r)),
    "getFile": _method(ask.GetFile, lambda c, r: _get_file(c.state, r)),
    "getChat": _method(ask.ToChat, lambda c, r: chats.full_chat(c.state, r)),
    "getChatMember": _method(ask.GetMember, lambda c, r: chats.member(c.state, r)),
    "getChatMemberCount": _method(ask.ToChat, lambda c, r: chats.member_count(c.state, r)),
    "getChatAdministrators": _method(ask.ToChat, lambda c, r: chats.administrators(c.state, r)),
    "leaveChat": _method(ask.ToChat, lambda c, r: chats.leave(c.state, r)),
}
OFFERED = ("getUpdates", *_TABLE)
"""Every method there is, as Telegram writes it; getUpdates waits, so it is answered elsewhere."""
METHODS = {
    "getchatmemberscount": _TABLE["getChatMemberCount"],  # its name until 2021, which telegraf still uses
    **{name.lower(): handler for name, handler in _TABLE.items()},
}
"""By name in small letters: Telegram takes a name in any case."""
