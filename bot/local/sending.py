"""Bot API methods that send, edit, delete and react."""

from __future__ import annotations

from dataclasses import dataclass

from bot.local.entities import parse_html
from bot.local.errors import BadRequestError
from bot.local.events import ActionEvent, AnswerEvent, DraftEvent
from bot.local.files import StoredFile
from bot.local.formatted import FormattedText, cleaned, finish, utf16_length
from bot.local.keyboards import checked_keyboard
from bot.local.markdown import parse_markdown
from bot.local.messages import StoredMessage
from bot.local.reactions import REACTIONS
from bot.local.requests import (
    AnswerCallback,
    ChatAction,
    EditCaption,
    EditMarkup,
    EditText,
    Send,
    SendDraft,
    SendMedia,
    SendMessage,
    SetReaction,
    Targeted,
)
from bot.local.state import LocalState
from bot.local.telegram import Entity, InlineKeyboard, Message, Reaction
from bot.local.world import ChatRecord

TEXT_LIMIT = 4096
CAPTION_LIMIT = 1024
_ANSWER_LIMIT = 200
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
_NOT_MODIFIED = (
    "message is not modified: specified new message content and reply markup are exactly the same "
    "as a current content and reply markup of the message"
)
_QUERY_GONE = "query is too old and response timeout expired or query ID is invalid"


@dataclass(frozen=True, slots=True)
class Upload:
    """A file sent with a call."""

    name: str
    mime: str
    content: bytes


def formatted(state: LocalState, text: str, parse_mode: str, entities: list[Entity] | None) -> FormattedText:
    """The text with entities, by parse mode or as given; EntityParseError as Telegram words it."""
    text = cleaned(text)
    match parse_mode.lower():
        case "":
            parsed = FormattedText(text, _bounded(text, entities or []))
        case "html":
            parsed = parse_html(text)
        case "markdownv2":
            parsed = parse_markdown(text)
        case _:
            raise BadRequestError("unsupported parse_mode")
    return finish(FormattedText(parsed.text, _known(state, parsed.entities)))


def _known(state: LocalState, entities: list[Entity]) -> list[Entity]:
    """Mentions by id get the person's name; those of strangers are dropped, as Telegram does."""
    named: list[Entity] = []
    for entity in entities:
        person = state.world.users.get(entity.user.id) if entity.user else None
        if person is not None:
            named.append(entity.model_copy(update={"user": person}))
        elif entity.user is None:
            named.append(entity)
    return named


def _bounded(text: str, entities: list[Entity]) -> list[Entity]:
    size = utf16_length(text)
    for entity in entities:
        if entity.offset < 0 or entity.offset > size:
            raise BadRequestError("entity begins after the end of the text")
        if entity.length < 0 or entity.offset + entity.length > size:
            raise BadRequestError("entity ends after the end of the text")
    return entities


def _message_text(
    state: LocalState, text: str, parse_mode: str, entities: list[Entity] | None
) -> FormattedText:
    if not text:
        raise BadRequestError("message text is empty")
    parsed = formatted(state, text, parse_mode, entities)
    if not parsed.text:
        raise BadRequestError("text must be non-empty")
    if utf16_length(parsed.text) > TEXT_LIMIT:
        raise BadRequestError("message is too long")
    return parsed


def _caption(state: LocalState, text: str, parse_mode: str, entities: list[Entity] | None) -> FormattedText:
    parsed = formatted(state, text, parse_mode, entities)
    if utf16_length(parsed.text) > CAPTION_LIMIT:
        raise BadRequestError("message caption is too long")
    return parsed


def _replied(state: LocalState, record: ChatRecord, request: Send) -> Message | None:
    if request.reply is None:
        return None
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
    return Message(
        message_id=0,
        message_thread_id=thread_id,
        is_topic_message=True if thread_id is not None else None,
        sender=state.world.author,
        chat=record.chat,
        date=state.now(),
        reply_to_message=replied,
        reply_markup=checked_keyboard(request.reply_markup),
    )


def send_message(state: LocalState, request: SendMessage) -> StoredMessage:
    """A text from the bot."""
    record = state.world.reachable(request.chat_id)
    parsed = _message_text(state, request.text, request.parse_mode, request.entities)
    content = {"text": parsed.text, "entities": parsed.entities or None}
    return state.post(record, _blank(state, record, request).model_copy(update=content))


def send_media(state: LocalState, kind: str, request: SendMedia, uploads: dict[str, Upload]) -> StoredMessage:
    """A photo, document or voice note from the bot, uploaded or by file id."""
    record = state.world.reachable(request.chat_id)
    parsed = _caption(state, request.caption, request.parse_mode, request.caption_entities)
    given = {"photo": request.photo, "document": request.document, "voice": request.voice}[kind]
    file = _file(state, kind, given, uploads)
    content = {
        "photo": file.photo() if kind == "photo" else None,
        "document": file.document() if kind == "document" else None,
        "voice": file.voice(request.duration) if kind == "voice" else None,
        "caption": parsed.text or None,
        "caption_entities": parsed.entities or None,
    }
    return state.post(record, _blank(state, record, request).model_copy(update=content))


def _file(state: LocalState, kind: str, given: str, uploads: dict[str, Upload]) -> StoredFile:
    upload = uploads.get(given.removeprefix("attach://") or kind)
    if upload is None:
        known = state.files.get(given)
        if known is not None:
            return known
        if given.startswith(("http://", "https://")):
            raise BadRequestError("failed to get HTTP URL content")
        raise BadRequestError(
            f"there is no {kind} in the request"
            if not given
            else "wrong remote file identifier specified: Wrong string length"
        )
    if not upload.content:
        raise BadRequestError("file must be non-empty")
    file = state.files.make(f"{kind}s", upload.name, upload.mime, upload.content)
    if kind == "photo":
        file.photo()
    state.keep_file(file)
    return file


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
    parsed = _message_text(state, request.text, request.parse_mode, request.entities)
    message = stored.message.model_copy(update={"text": parsed.text, "entities": parsed.entities or None})
    return _changed(state, stored, message, request.reply_markup)


def edit_caption(state: LocalState, request: EditCaption) -> StoredMessage:
    """Change the caption of the bot's own picture or file."""
    stored = _own(state, request)
    if stored.message.text is not None:
        raise BadRequestError("there is no caption in the message to edit")
    parsed = _caption(state, request.caption, request.parse_mode, request.caption_entities)
    content = {"caption": parsed.text or None, "caption_entities": parsed.entities or None}
    return _changed(state, stored, stored.message.model_copy(update=content), request.reply_markup)


def edit_markup(state: LocalState, request: EditMarkup) -> StoredMessage:
    """Change only the keyboard."""
    stored = _own(state, request)
    return _changed(state, stored, stored.message, request.reply_markup)


def _changed(
    state: LocalState, stored: StoredMessage, message: Message, markup: InlineKeyboard | None
) -> StoredMessage:
    edited = message.model_copy(update={"reply_markup": checked_keyboard(markup)})
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
    if not (stored.from_bot or record.private or record.bot_status == "administrator"):
        raise BadRequestError("message can't be deleted")
    state.remove(stored)


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


def answer_callback(state: LocalState, request: AnswerCallback) -> None:
    """Answer a tap: nothing, a toast or an alert."""
    if utf16_length(request.text) > _ANSWER_LIMIT:
        raise BadRequestError("MESSAGE_TOO_LONG")
    query = state.close_query(request.callback_query_id)
    if query is None:
        raise BadRequestError(_QUERY_GONE)
    state.events.publish(
        AnswerEvent(
            query_id=request.callback_query_id,
            user_id=query.user_id,
            chat_id=query.chat_id,
            message_id=query.message_id,
            text=request.text,
            alert=request.show_alert,
            url=request.url,
        )
    )
