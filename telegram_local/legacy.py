"""Telegram's old Markdown to text and entities: four signs, nothing inside one another."""

from __future__ import annotations

import re

from telegram_local.entities import link_entity
from telegram_local.errors import EntityParseError
from telegram_local.formatted import FormattedText, utf16_length
from telegram_local.telegram import Entity

_PLAIN = re.compile(r"\\(?P<escaped>[_*`\[])|(?P<plain>[^_*`\[\\]+|\\)")
_PRE = re.compile(r"```(?:(?P<language>[^\s`]+)(?=\s))?(?:\r\n|\n\r|\n|\r)?(?P<inside>.*?)```", re.DOTALL)
_MARKED = re.compile(
    r"_(?P<italic>[^_]*)_|\*(?P<bold>[^*]*)\*|`(?P<code>[^`]*)`"
    r"|\[(?P<text_link>[^\]]*)\](?:\((?P<url>[^)]*)\)?)?",
    re.DOTALL,
)


def parse_legacy_markdown(source: str) -> FormattedText:
    """Text and entities of parse_mode Markdown; EntityParseError for a sign that is not closed."""
    parts: list[str] = []
    entities: list[Entity] = []
    at = offset = 0
    while at < len(source):
        if plain := _PLAIN.match(source, at):
            inside, entity = plain["escaped"] or plain["plain"], None
            at = plain.end()
        else:
            inside, entity, at = _entity(source, at)
        length = utf16_length(inside)
        if entity is not None and length:
            entity.offset, entity.length = offset, length
            entities.append(entity)
        parts.append(inside)
        offset += length
    return FormattedText("".join(parts), entities)


def _entity(source: str, at: int) -> tuple[str, Entity | None, int]:
    """What a sign at this place marks: the text inside, the entity if there is one, and where it ends."""
    if source.startswith("```", at):
        found = _PRE.match(source, at)
        kind = "pre"
    else:
        found = _MARKED.match(source, at)
        kind = (found and found.lastgroup) or ""
    if found is None:
        where = len(source[:at].encode("utf-8", "surrogatepass"))
        raise EntityParseError(f"Can't find end of the entity starting at byte offset {where}")
    if kind == "pre":
        return found["inside"], Entity(type=kind, offset=0, length=0, language=found["language"]), found.end()
    kind = "text_link" if kind == "url" else kind
    entity = Entity(type=kind, offset=0, length=0)
    inside = found[kind]
    if kind == "text_link" and not link_entity(entity, found["url"] or inside):
        return inside, None, found.end()
    return inside, entity, found.end()
