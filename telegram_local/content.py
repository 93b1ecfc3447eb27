"""What a message of the bot holds: its checked text or caption, its picture or file."""

from __future__ import annotations

from dataclasses import dataclass

from telegram_local.entities import parse_html
from telegram_local.errors import BadRequestError
from telegram_local.files import FOLDERS, StoredFile, mime_type
from telegram_local.formatted import FormattedText, cleaned, finish, utf16_length
from telegram_local.legacy import parse_legacy_markdown
from telegram_local.markdown import parse_markdown
from telegram_local.requests import Caption, Measures
from telegram_local.state import LocalState
from telegram_local.telegram import Audio, Document, Entity, Message, PhotoSize, Video, Voice

TEXT_LIMIT = 4096
CAPTION_LIMIT = 1024
Medium = list[PhotoSize] | Document | Voice | Audio | Video


@dataclass(frozen=True, slots=True)
class Upload:
    """A file sent with a call."""

    name: str
    content: bytes


def formatted(state: LocalState, text: str, parse_mode: str, entities: list[Entity] | None) -> FormattedText:
    """The text with entities, by parse mode or as given; EntityParseError as Telegram words it."""
    text = cleaned(text)
    match parse_mode.lower():
        case "":
            parsed = FormattedText(text, _bounded(text, entities or []))
        case "html":
            parsed = parse_html(text)
        case "markdown":
            parsed = parse_legacy_markdown(text)
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


def message_text(
    state: LocalState, text: str, parse_mode: str, entities: list[Entity] | None
) -> FormattedText:
    """The checked text of a message."""
    if not text:
        raise BadRequestError("message text is empty")
    parsed = formatted(state, text, parse_mode, entities)
    if not parsed.text:
        raise BadRequestError("text must be non-empty")
    if utf16_length(parsed.text) > TEXT_LIMIT:
        raise BadRequestError("message is too long")
    return parsed


def caption_of(state: LocalState, text: str, parse_mode: str, entities: list[Entity] | None) -> FormattedText:
    """The checked words below a picture or file."""
    parsed = formatted(state, text, parse_mode, entities)
    if utf16_length(parsed.text) > CAPTION_LIMIT:
        raise BadRequestError("message caption is too long")
    return parsed


def media(kind: str, file: StoredFile, measures: Measures) -> dict[str, Medium]:
    """The field of a message that holds the file."""
    match kind:
        case "photo":
            return {"photo": file.photo()}
        case "voice":
            return {"voice": file.voice(measures.duration)}
        case "audio":
            return {"audio": file.audio(measures.duration, measures.performer, measures.title)}
        case "video":
            return {"video": file.video(measures.duration, measures.width, measures.height)}
        case _:
            return {"document": file.document()}


def with_media(
    state: LocalState,
    message: Message,
    kind: str,
    given: str,
    uploads: dict[str, Upload],
    *,
    caption: Caption,
    measures: Measures,
) -> Message:
    """The message with this file and caption in place of whatever it held."""
    words = caption_of(state, caption.caption, caption.parse_mode, caption.caption_entities)
    nothing = dict.fromkeys(("text", "entities", *FOLDERS))
    content = {
        **nothing,
        **media(kind, media_file(state, kind, given, uploads), measures),
        "caption": words.text or None,
        "caption_entities": words.entities or None,
    }
    return message.model_copy(update=content)


def media_file(state: LocalState, kind: str, given: str, uploads: dict[str, Upload]) -> StoredFile:
    """The file that is uploaded with the call, or that was sent before under the id given."""
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
    file = state.files.make(FOLDERS[kind], upload.name, mime_type(upload.name, kind), upload.content)
    if kind == "photo":
        file.photo()
    state.keep_file(file)
    return file
