"""Bot API methods that send: texts, pictures and files, albums, places, copies, drafts."""

from __future__ import annotations

import secrets

from telegram_local.content import TEXT_LIMIT, Upload, caption_of, formatted, message_text, with_media
from telegram_local.errors import BadRequestError
from telegram_local.events import ActionEvent, DraftEvent
from telegram_local.files import FOLDERS
from telegram_local.formatted import piece, utf16_length
from telegram_local.keyboards import inline_keyboard, reply_interface
from telegram_local.messages import StoredMessage
from telegram_local.requests import (
    ChatAction,
    Copy,
    Forward,
    ForwardMany,
    ReplyParameters,
    Send,
    SendDraft,
    SendLocation,
    SendMedia,
    SendMediaGroup,
    SendMessage,
)
from telegram_local.state import LocalState
from telegram_local.telegram import Entity, Location, Message, MessageOrigin, TextQuote
from telegram_local.world import ChatRecord

_MOST_IN_ALBUM = 10
_ALONE = frozenset({"document", "audio"})
"""Kinds that share an album only with their own."""
_QUOTED = frozenset({"bold", "italic", "underline", "strikethrough", "spoiler", "custom_emoji"})
"""Entities that a quotation keeps."""
_HEAD = (
    "message_id",
    "message_thread_id",
    "is_topic_message",
    "sender",
    "chat",
    "date",
    "reply_to_message",
    "quote",
    "forward_origin",
    "edit_date",
    "via_bot",
    "reply_markup",
)
"""What is a message's own, however often its content was sent before."""
_ACTIONS = frozenset(
    {
        "typing",
        "choose_sticker",
        "find_location",
        *(f"{verb}_{noun}" for verb in ("record", "upload") for noun in ("video", "voice", "video_note")),
        "upload_photo",
        "upload_document",
    }
)


def _replied(state: LocalState, record: ChatRecord, request: Send) -> Message | None:
    if request.reply is None:
        return None
    if request.reply.chat_id not in {None, record.chat.id}:
        raise BadRequestError("replies to messages of other chats are not offered by the local server")
    target = state.messages.get(record.chat.id, request.reply.message_id)
    if target is not None:
        return quoted(target)
    if request.reply.allow_sending_without_reply:
        return None
    raise BadRequestError("message to be replied not found")


def quoted(target: StoredMessage) -> Message:
    """A message as it is embedded in the one that answers it."""
    return target.message.model_copy(update={"reply_to_message": None})


def _thread(record: ChatRecord, asked: int | None, replied: Message | None) -> int | None:
    """The topic it goes to: the one asked for, or else that of the message it answers."""
    if asked is not None and asked not in record.topics:
        raise BadRequestError("message thread not found")
    return asked if asked is not None else replied.message_thread_id if replied is not None else None


def _blank(state: LocalState, record: ChatRecord, request: Send) -> Message:
    replied = _replied(state, record, request)
    thread_id = _thread(record, request.message_thread_id, replied)
    markup = request.reply_markup
    return Message(
        message_id=0,
        message_thread_id=thread_id,
        is_topic_message=True if thread_id is not None else None,
        sender=state.world.author,
        chat=record.chat,
        date=state.now(),
        reply_to_message=replied,
        quote=_quote(state, replied, request.reply),
        reply_markup=None if reply_interface(markup) else inline_keyboard(markup),
    )


def _quote(state: LocalState, replied: Message | None, reply: ReplyParameters | None) -> TextQuote | None:
    """The words of the answered message that are quoted; they must stand there exactly."""
    if replied is None or reply is None or not reply.quote:
        return None
    wanted = formatted(state, reply.quote, reply.quote_parse_mode, reply.quote_entities)
    text = replied.text or replied.caption or ""
    units, part = _units(text), _units(wanted.text)
    found = [at for at in range(0, len(units), 2) if units.startswith(part, at)]
    if not part or not found:
        raise BadRequestError("QUOTE_TEXT_INVALID")
    position = min((at // 2 for at in found), key=lambda at: abs(at - (reply.quote_position or 0)))
    within = Entity(type="quote", offset=position, length=len(part) // 2)
    kept = _quoted_entities(replied.entities or replied.caption_entities or [], within)
    return TextQuote(text=piece(text, within), entities=kept or None, position=position, is_manual=True)


def _units(text: str) -> bytes:
    return text.encode("utf-16-le", "surrogatepass")


def _quoted_entities(entities: list[Entity], part: Entity) -> list[Entity]:
    """The marks of a text that lie in a part of it, counted from its beginning."""
    kept: list[Entity] = []
    for entity in entities:
        start = max(entity.offset, part.offset)
        end = min(entity.offset + entity.length, part.offset + part.length)
        if entity.type in _QUOTED and start < end:
            kept.append(entity.model_copy(update={"offset": start - part.offset, "length": end - start}))
    return kept


def _posted(state: LocalState, record: ChatRecord, message: Message, request: Send) -> StoredMessage:
    return state.post(record, message, interface=reply_interface(request.reply_markup))


def send_message(state: LocalState, request: SendMessage) -> StoredMessage:
    """A text from the bot."""
    record = state.world.reachable(request.chat_id)
    parsed = message_text(state, request.text, request.parse_mode, request.entities)
    content = {"text": parsed.text, "entities": parsed.entities or None}
    return _posted(state, record, _blank(state, record, request).model_copy(update=content), request)


def send_media(state: LocalState, kind: str, request: SendMedia, uploads: dict[str, Upload]) -> StoredMessage:
    """A picture, file or recording from the bot, uploaded or by file id."""
    record = state.world.reachable(request.chat_id)
    blank = _blank(state, record, request)
    given = str(getattr(request, kind))
    message = with_media(state, blank, kind, given, uploads, caption=request, measures=request)
    return _posted(state, record, message, request)


def send_media_group(
    state: LocalState, request: SendMediaGroup, uploads: dict[str, Upload]
) -> list[StoredMessage]:
    """An album; nothing of it is sent when one part is refused."""
    record = state.world.reachable(request.chat_id)
    if not request.media:
        raise BadRequestError("there are no messages to send")
    if len(request.media) > _MOST_IN_ALBUM:
        raise BadRequestError("too many messages to send as an album")
    kinds = {part.type for part in request.media}
    if len(kinds) > 1 and kinds & _ALONE:
        raise BadRequestError("document can't be mixed with other media types")
    album = str(secrets.randbits(53)) if len(request.media) > 1 else None
    blank = _blank(state, record, request).model_copy(update={"media_group_id": album})
    messages = [
        with_media(state, blank, part.type, part.media, uploads, caption=part, measures=part)
        for part in request.media
    ]
    return [state.post(record, message) for message in messages]


def send_location(state: LocalState, request: SendLocation) -> StoredMessage:
    """A point on the map."""
    record = state.world.reachable(request.chat_id)
    place = Location(
        latitude=request.latitude,
        longitude=request.longitude,
        horizontal_accuracy=request.horizontal_accuracy,
    )
    blank = _blank(state, record, request)
    return _posted(state, record, blank.model_copy(update={"location": place}), request)


def _source(state: LocalState, request: Forward | Copy, verb: str) -> StoredMessage:
    record = state.world.reachable(request.from_chat_id)
    stored = state.messages.get(record.chat.id, request.message_id)
    if stored is None:
        raise BadRequestError(f"message to {verb} not found")
    if not _has_content(stored):
        raise BadRequestError("message can't be copied" if verb == "copy" else "message can't be forwarded")
    return stored


def _has_content(stored: StoredMessage) -> bool:
    """Whether it is more than a note of the service."""
    message = stored.message
    service = (message.pinned_message, message.forum_topic_created, message.migrate_to_chat_id)
    return not any((*service, message.migrate_from_chat_id))


def forward_message(state: LocalState, request: Forward, *, album: int | None = None) -> StoredMessage:
    """A message again, saying who wrote it; album makes new album ids of old ones."""
    record = state.world.reachable(request.chat_id)
    original = _source(state, request, "forward").message
    author = original.sender or state.world.author
    origin = original.forward_origin or MessageOrigin(date=original.date, sender_user=author)
    blank = _blank(state, record, Send(chat_id=request.chat_id, message_thread_id=request.message_thread_id))
    head = blank.model_copy(update={"forward_origin": origin})
    return state.post(record, _again(original, head, album))


def copy_message(state: LocalState, request: Copy, *, album: int | None = None) -> StoredMessage:
    """A message again, as the bot's own, with another caption or keyboard if one is given."""
    record = state.world.reachable(request.chat_id)
    original = _source(state, request, "copy").message
    message = _again(original, _blank(state, record, request), album)
    if request.caption is not None and any(getattr(original, kind) for kind in FOLDERS):
        words = caption_of(state, request.caption, request.parse_mode, request.caption_entities)
        content = {"caption": words.text or None, "caption_entities": words.entities or None}
        message = message.model_copy(update=content)
    return _posted(state, record, message, request)


def _again(original: Message, head: Message, album: int | None) -> Message:
    """The content of one message under the head of another."""
    new = {name: getattr(head, name) for name in _HEAD}
    group = original.media_group_id
    new["media_group_id"] = None if group is None or album is None else str(int(group) ^ album)
    return original.model_copy(update=new)


def forward_messages(state: LocalState, request: ForwardMany) -> list[StoredMessage]:
    """Several messages again; those that are gone are left out, albums stay albums."""
    album = secrets.randbits(53)
    return [
        forward_message(state, Forward.model_validate(one), album=album)
        for one in _each(state, request, "forward")
    ]


def copy_messages(state: LocalState, request: ForwardMany) -> list[StoredMessage]:
    """Several messages again as the bot's own; those that are gone are left out, albums stay albums."""
    album = secrets.randbits(53)
    return [
        copy_message(state, Copy.model_validate(one), album=album) for one in _each(state, request, "copy")
    ]


def _each(state: LocalState, request: ForwardMany, verb: str) -> list[dict[str, int | str | None]]:
    """The request for each message alone."""
    source = state.world.reachable(request.from_chat_id)
    stored = [state.messages.get(source.chat.id, number) for number in request.message_ids]
    found = [one.message_id for one in stored if one is not None and _has_content(one)]
    if not found:
        raise BadRequestError(f"there are no messages to {verb}")
    same = request.model_dump(include={"chat_id", "from_chat_id", "message_thread_id"})
    caption = {"caption": ""} if request.remove_caption else {}
    return [{**same, **caption, "message_id": number} for number in found]


def send_draft(state: LocalState, request: SendDraft) -> None:
    """A growing preview in a private chat; nothing of it is kept."""
    record = state.world.reachable(request.chat_id)
    if not record.private:
        raise BadRequestError("TEXTDRAFT_PEER_INVALID")
    if request.draft_id == 0:
        raise BadRequestError("RANDOM_ID_INVALID")
    parsed = formatted(state, request.text, request.parse_mode, request.entities)
    if utf16_length(parsed.text) > TEXT_LIMIT:
        raise BadRequestError("message is too long")
    state.events.publish(
        DraftEvent(
            chat_id=record.chat.id, draft_id=request.draft_id, text=parsed.text, entities=parsed.entities
        )
    )


def send_action(state: LocalState, request: ChatAction) -> None:
    """The bot shows that it is busy."""
    record = state.world.reachable(request.chat_id)
    if request.action not in _ACTIONS:
        raise BadRequestError("wrong parameter action in request")
    thread_id = _thread(record, request.message_thread_id, None)
    state.events.publish(ActionEvent(chat_id=record.chat.id, action=request.action, thread_id=thread_id))
