"""A text with its entities: UTF-16 lengths, cleaning, trimming, and what Telegram detects by itself."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from telegram_local.telegram import Entity

_BLANK = " \n\t\r\v\f"
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\t]")
_DROPPED = re.compile("[\r\u202a-\u202e]")
# What Telegram marks without being asked. A command or mention may not start in the middle of a word.
_DETECTED = (
    ("bot_command", re.compile(r"(?<![\w/<>])/[A-Za-z0-9_]{1,64}(?:@[A-Za-z0-9_]{3,32})?(?![\w/])")),
    ("url", re.compile(r"https?://[^\s<>\"]+[^\s<>\".,;:!?)\]]")),
    ("email", re.compile(r"(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.-]*\w")),
    ("mention", re.compile(r"(?<![\w@.])@[A-Za-z]\w{2,31}(?!\w)", re.ASCII)),
    ("hashtag", re.compile(r"(?<![\w#&])#(?=\w*[^\W\d_])\w{1,256}(?!\w)")),
)
_CLOSED = frozenset({"code", "pre", "text_link", "text_mention"})
_ORDER = ("blockquote", "expandable_blockquote", "bold", "italic", "underline", "strikethrough", "spoiler")


@dataclass(slots=True)
class FormattedText:
    """A text and what is marked in it."""

    text: str
    entities: list[Entity] = field(default_factory=list[Entity])


def utf16_length(text: str) -> int:
    """The length Telegram counts: UTF-16 code units."""
    return len(text) if text.isascii() else len(text) + sum(character > "\uffff" for character in text)


def cleaned(text: str) -> str:
    """The text with control characters replaced by blanks, as Telegram stores it."""
    return _CONTROL.sub(" ", _DROPPED.sub("", text))


def finish(formatted: FormattedText, *, detect: bool = True) -> FormattedText:
    """Trim the ends, clip the entities to what is left, and add the detected ones."""
    left = len(formatted.text) - len(formatted.text.lstrip(_BLANK))
    text = formatted.text.strip(_BLANK)
    shift, size = utf16_length(formatted.text[:left]), utf16_length(text)
    kept: list[Entity] = []
    for entity in formatted.entities:
        start = max(0, entity.offset - shift)
        end = min(size, entity.offset - shift + entity.length)
        if end > start:
            kept.append(entity.model_copy(update={"offset": start, "length": end - start}))
    if detect:
        kept.extend(entity for entity in detected(text) if not _covered(entity, kept))
    kept.sort(key=_position)
    return FormattedText(text, kept)


def detected(text: str) -> list[Entity]:
    """Commands, links, addresses, mentions and hashtags of a plain text, in order."""
    found: list[Entity] = []
    if not any(sign in text for sign in "/@#"):
        return found
    for kind, pattern in _DETECTED:
        for match in pattern.finditer(text):
            offset = utf16_length(text[: match.start()])
            entity = Entity(type=kind, offset=offset, length=utf16_length(match.group()))
            if not any(_overlap(entity, other) for other in found):
                found.append(entity)
    return sorted(found, key=_position)


def piece(text: str, entity: Entity) -> str:
    """The part of the text an entity covers."""
    units = text.encode("utf-16-le", "surrogatepass")
    return units[entity.offset * 2 : (entity.offset + entity.length) * 2].decode("utf-16-le", "replace")


def _overlap(one: Entity, other: Entity) -> bool:
    return one.offset < other.offset + other.length and other.offset < one.offset + one.length


def _covered(entity: Entity, given: list[Entity]) -> bool:
    return any(other.type in _CLOSED and _overlap(entity, other) for other in given)


def _position(entity: Entity) -> tuple[int, int, int]:
    rank = _ORDER.index(entity.type) if entity.type in _ORDER else len(_ORDER)
    return entity.offset, -entity.length, rank
