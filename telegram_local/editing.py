"""Bot API methods that change what is there: edits, deletions, pins and reactions."""

from __future__ import annotations

from telegram_local.content import Upload, caption_of, message_text, with_media
from telegram_local.errors import BadRequestError
from telegram_local.files import FOLDERS
from telegram_local.keyboards import Markup, inline_keyboard
from telegram_local.messages import StoredMessage
from telegram_local.reactions import REACTIONS
from telegram_local.requests import (
    DeleteMany,
    EditCaption,
    EditMarkup,
    EditMedia,
    EditText,
    SetReaction,
    Targeted,
    ToChat,
)
from telegram_local.sending import quoted
from telegram_local.state import LocalState
from telegram_local.telegram import Message, Reaction
from telegram_local.world import ChatRecord

_NOT_MODIFIED = (
    "message is not modified: specified new message content and reply markup are exactly the same "
    "as a current content and reply markup of the message"
)


def _own(state: LocalState, request: Targeted) -> StoredMessage:
    record = state.world.reachable(request.chat_id)
    stored = state.messages.get(record.chat.id, request.message_id)
    if stored is None:
        raise BadRequestError("message to edit not found")
    if not stored.from_bot:
        raise BadRequestError("message can't be edited")
    return stored


def edit_text(state: LocalState, request: EditText) -> StoredMessage:
    """Change the bot's own text; without a keyboard the old one goes."""
    stored = _own(state, request)
    if stored.message.text is None:
        raise BadRequestError("there is no text in the message to edit")
    parsed = message_text(state, request.text, request.parse_mode, request.entities)
    message = stored.message.model_copy(update={"text": parsed.text, "entities": parsed.entities or None})
    return _changed(state, stored, message, request.reply_markup)


def edit_caption(state: LocalState, request: EditCaption) -> StoredMessage:
    """Change the caption of the bot's own picture or file."""
    stored = _own(state, request)
    if not any(getattr(stored.message, kind) for kind in FOLDERS):
        raise BadRequestError("there is no caption in the message to edit")
    parsed = caption_of(state, request.caption, request.parse_mode, request.caption_entities)
    content = {"caption": parsed.text or None, "caption_entities": parsed.entities or None}
    return _changed(state, stored, stored.message.model_copy(update=content), request.reply_markup)


def edit_media(state: LocalState, request: EditMedia, uploads: dict[str, Upload]) -> StoredMessage:
    """Put a picture or file in place of the old one, or of a text."""
    stored = _own(state, request)
    if stored.message.location is not None:
        raise BadRequestError("there is no media in the message to edit")
    part = request.media
    message = with_media(state, stored.message, part.type, part.media, uploads, caption=part, measures=part)
    return _changed(state, stored, message, request.reply_markup)


def edit_markup(state: LocalState, request: EditMarkup) -> StoredMessage:
    """Change only the keyboard."""
    stored = _own(state, request)
    return _changed(state, stored, stored.message, request.reply_markup)


def _changed(state: LocalState, stored: StoredMessage, message: Message, markup: Markup) -> StoredMessage:
    edited = message.model_copy(update={"reply_markup": inline_keyboard(markup)})
    if edited == stored.message:
        raise BadRequestError(_NOT_MODIFIED)
    edited = edited.model_copy(update={"edit_date": state.now()})
    return state.replace(stored.model_copy(update={"message": edited}))


def delete_message(state: LocalState, request: Targeted) -> None:
    """Delete for everybody; in a group only the bot's own unless it is an administrator."""
    record = state.world.reachable(request.chat_id)
    stored = state.messages.get(record.chat.id, request.message_id)
    if stored is None:
        raise BadRequestError("message to delete not found")
    if not _deletable(record, stored):
        raise BadRequestError("message can't be deleted")
    state.remove(stored)


def delete_messages(state: LocalState, request: DeleteMany) -> None:
    """Delete several; those that are gone or that the bot may not delete stay as they are."""
    record = state.world.reachable(request.chat_id)
    for number in request.message_ids:
        stored = state.messages.get(record.chat.id, number)
        if stored is not None and _deletable(record, stored):
            state.remove(stored)


def _deletable(record: ChatRecord, stored: StoredMessage) -> bool:
    return stored.from_bot or record.private or record.bot_status == "administrator"


def _pinning(state: LocalState, chat_id: int | str) -> ChatRecord:
    record = state.world.reachable(chat_id)
    if not record.private and record.bot_status != "administrator":
        raise BadRequestError("not enough rights to manage pinned messages in the chat")
    return record


def pin(state: LocalState, request: Targeted) -> None:
    """Pin a message above the chat; a note in the chat tells of it."""
    record = _pinning(state, request.chat_id)
    stored = state.messages.get(record.chat.id, request.message_id)
    if stored is None:
        raise BadRequestError("message to pin not found")
    if stored.message_id in record.pinned:
        record.pinned.remove(stored.message_id)
    record.pinned.append(stored.message_id)
    note = Message(
        message_id=0,
        sender=state.world.author,
        chat=record.chat,
        date=state.now(),
        pinned_message=quoted(stored),
    )
    state.post(record, note)
    state.world_changed()


def unpin(state: LocalState, request: Targeted) -> None:
    """Take a pin away; without a number the newest."""
    record = _pinning(state, request.chat_id)
    number = request.message_id or next(iter(record.pinned[-1:]), 0)
    if number not in record.pinned:
        raise BadRequestError("message to unpin not found")
    record.pinned.remove(number)
    state.world_changed()


def unpin_all(state: LocalState, request: ToChat) -> None:
    """Take every pin away."""
    _pinning(state, request.chat_id).pinned.clear()
    state.world_changed()


def set_reaction(state: LocalState, request: SetReaction) -> None:
    """Put the bot's emoji on a message, or take it away."""
    record = state.world.reachable(request.chat_id)
    stored = state.messages.get(record.chat.id, request.message_id)
    if stored is None:
        raise BadRequestError("message to react not found")
    if len(request.reaction) > 1:
        raise BadRequestError("REACTIONS_TOO_MANY")
    if any(reaction.emoji not in REACTIONS for reaction in request.reaction):
        raise BadRequestError("REACTION_INVALID")
    chosen = [Reaction(emoji=reaction.emoji) for reaction in request.reaction]
    reactions = {**stored.reactions, state.world.bot.id: chosen}
    state.replace(stored.model_copy(update={"reactions": reactions}))
