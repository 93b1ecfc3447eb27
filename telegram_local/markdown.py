"""Telegram's MarkdownV2 to text and entities, refusing what Telegram refuses, in its words."""

from __future__ import annotations

import re
from dataclasses import dataclass

from telegram_local.entities import link_entity
from telegram_local.errors import EntityParseError
from telegram_local.formatted import FormattedText, utf16_length
from telegram_local.telegram import Entity

_RESERVED = frozenset("_*[]()~`>#+-=|{}.!\n")
_SIGNS = {
    "*": "bold",
    "_": "italic",
    "__": "underline",
    "~": "strikethrough",
    "||": "spoiler",
    "`": "code",
    "```": "pre",
    "[": "text_link",
    "![": "custom_emoji",
}
_NAMES = {"text_link": "TextUrl", "custom_emoji": "CustomEmoji", "blockquote": "BlockQuote"}
_LANGUAGE = re.compile(r"[^\s`]+(?=\s)")
_EMOJI_LINK = re.compile(r"tg://emoji\?id=(\d+)")


@dataclass(slots=True)
class _Open:
    """An entity that waits for its end; at and begin count characters, offset UTF-16 units."""

    kind: str
    at: int
    begin: int
    offset: int
    language: str | None = None


class _MarkdownParser:
    """One pass over the text, shaped after Telegram's own parser so that both refuse the same."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._at = 0
        self._text = ""
        self._offset = 0
        self._open: list[_Open] = []
        self._entities: list[Entity] = []
        self._line_start = True

    def parse(self) -> FormattedText:
        while self._at < len(self._source):
            character = self._source[self._at]
            following = self._source[self._at + 1 : self._at + 2]
            if character == "\\" and following and "\0" < following <= "~":
                self._at += 2
                self._append(following)
                continue
            reserved = "`" if self._inside("code", "pre") else _RESERVED
            if character not in reserved:
                self._at += 1
                self._append(character)
            elif character == "\n":
                self._newline()
            elif self._ends():
                self._end()
            else:
                self._begin()
        if self._inside("blockquote"):
            self._close(self._open.pop(), None)
        if self._open:
            last = self._open[-1]
            raise EntityParseError(
                f"Can't find end of {_name(last)} entity at byte offset {self._byte(last.at)}"
            )
        return FormattedText(self._text, self._entities)

    def _append(self, text: str) -> None:
        self._text += text
        self._offset += utf16_length(text)
        self._line_start = text.endswith("\n")

    def _inside(self, *kinds: str) -> bool:
        return bool(self._open) and self._open[-1].kind in kinds

    def _byte(self, index: int) -> int:
        return len(self._source[:index].encode("utf-8", "surrogatepass"))

    def _newline(self) -> None:
        self._at += 1
        if self._inside("blockquote"):
            if self._source.startswith(">", self._at):
                self._at += 1
                self._append("\n")
                self._line_start = False
                return
            self._close(self._open.pop(), None)
        self._append("\n")

    def _ends(self) -> bool:
        if not self._open:
            return False
        rest = self._source[self._at : self._at + 3]
        match self._open[-1].kind:
            case "italic":
                return rest.startswith("_") and not rest.startswith("__")
            case "text_link" | "custom_emoji":
                return rest.startswith("]")
            case "blockquote":
                return False
            case kind:
                return rest.startswith(next(sign for sign, name in _SIGNS.items() if name == kind))

    def _begin(self) -> None:
        start = self._at
        rest = self._source[start : start + 3]
        if rest.startswith(">") and self._line_start and not self._open:
            self._at += 1
            self._open.append(_Open("blockquote", start, len(self._text), self._offset))
            return
        sign = next((rest[:size] for size in (3, 2, 1) if rest[:size] in _SIGNS), None)
        if sign is None or len(sign) > len(rest):
            raise EntityParseError(
                f"Character '{rest[0]}' is reserved and must be escaped with the preceding '\\'"
            )
        self._at += len(sign)
        opened = _Open(_SIGNS[sign], start, len(self._text), self._offset)
        if sign == "```":
            if language := _LANGUAGE.match(self._source, self._at):
                opened.language = language.group()
                self._at = language.end()
            if self._source.startswith("\n", self._at):
                self._at += 1
        self._open.append(opened)

    def _end(self) -> None:
        opened = self._open.pop()
        self._at += {"underline": 2, "spoiler": 2, "pre": 3}.get(opened.kind, 1)
        url: str | None = None
        if opened.kind in {"text_link", "custom_emoji"}:
            url = self._url() if self._source.startswith("(", self._at) else self._text[opened.begin :]
        self._close(opened, url)

    def _url(self) -> str:
        self._at += 1
        begin = self._at
        url = ""
        while self._at < len(self._source) and self._source[self._at] != ")":
            if self._source[self._at] == "\\":
                self._at += 1
            url += self._source[self._at : self._at + 1]
            self._at += 1
        if self._at >= len(self._source):
            raise EntityParseError(f"Can't find end of a URL at byte offset {self._byte(begin)}")
        self._at += 1
        return url

    def _close(self, opened: _Open, url: str | None) -> None:
        length = self._offset - opened.offset
        if length <= 0:
            return
        entity = Entity(type=opened.kind, offset=opened.offset, length=length, language=opened.language)
        if opened.kind == "text_link" and not link_entity(entity, url or ""):
            return
        if opened.kind == "custom_emoji":
            match = _EMOJI_LINK.fullmatch(url or "")
            if match is None:
                raise EntityParseError("Custom emoji entity must contain a tg://emoji URL")
            entity.custom_emoji_id = match.group(1)
        self._entities.append(entity)


def _name(opened: _Open) -> str:
    if opened.kind == "pre" and opened.language:
        return "PreCode"
    return _NAMES.get(opened.kind, opened.kind.capitalize())


def parse_markdown(source: str) -> FormattedText:
    """Text and entities of parse_mode MarkdownV2; EntityParseError for what Telegram refuses."""
    return _MarkdownParser(source).parse()
