"""Telegram's HTML to text and entities, refusing what Telegram refuses, in its words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from telegram_local.errors import EntityParseError
from telegram_local.formatted import FormattedText, utf16_length
from telegram_local.telegram import Entity, User

_TAGS = {
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "u": "underline",
    "ins": "underline",
    "s": "strikethrough",
    "strike": "strikethrough",
    "del": "strikethrough",
    "span": "spoiler",
    "tg-spoiler": "spoiler",
    "tg-emoji": "custom_emoji",
    "a": "text_link",
    "pre": "pre",
    "code": "code",
    "blockquote": "blockquote",
}
_SPACES = " \t\r\n\v"
_NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}
_REFERENCE = re.compile(r"&(?:#x([0-9A-Fa-f]{1,6})|#([0-9]{1,7})|([A-Za-z]+));?")
_PLAIN = re.compile(r"[^<&]+")
_NAME_TOKEN = re.compile(r"[A-Za-z0-9.-]*")
_USER_LINK = re.compile(r"tg://user/?\?id=(\d+)")


@dataclass(slots=True)
class _Open:
    """A start tag that waits for its end; begin counts characters, offset UTF-16 units."""

    tag: str
    argument: str
    offset: int
    begin: int


class _HtmlParser:
    """One pass over the text, shaped after Telegram's own parser so that both refuse the same."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._at = 0
        self._parts: list[str] = []
        self._length = 0
        self._offset = 0
        self._open: list[_Open] = []
        self._entities: list[Entity] = []

    def parse(self) -> FormattedText:
        while self._at < len(self._source):
            character = self._source[self._at]
            if character == "<":
                if self._source.startswith("</", self._at):
                    self._end_tag()
                else:
                    self._start_tag()
            elif character == "&":
                self._append(self._reference() or self._one())
            elif match := _PLAIN.match(self._source, self._at):
                self._at = match.end()
                self._append(match.group())
        if self._open:
            raise EntityParseError(f'Can\'t find end tag corresponding to start tag "{self._open[-1].tag}"')
        text = "".join(self._parts)
        if any("\ud800" <= character <= "\udfff" for character in text):
            raise EntityParseError(
                "Text contains invalid Unicode characters after decoding HTML entities, "
                "check for unmatched surrogate code units"
            )
        return FormattedText(text, self._entities)

    def _append(self, text: str) -> None:
        self._parts.append(text)
        self._length += len(text)
        self._offset += utf16_length(text)

    def _one(self) -> str:
        self._at += 1
        return self._source[self._at - 1]

    def _reference(self) -> str:
        """The character a reference at this place stands for; empty when it is only an ampersand."""
        match = _REFERENCE.match(self._source, self._at)
        if match is None:
            return ""
        hexadecimal, decimal, name = match.groups()
        if name is not None:
            character = _NAMED.get(str(name), "")
        else:
            code = int(str(hexadecimal), 16) if hexadecimal is not None else int(str(decimal))
            character = chr(code) if 0 < code < 0x10FFFF else ""
        if character:
            self._at = match.end()
        return character

    def _byte(self, index: int) -> int:
        return len(self._source[:index].encode("utf-8", "surrogatepass"))

    def _peek(self) -> str:
        return self._source[self._at] if self._at < len(self._source) else ""

    def _skip_spaces(self) -> None:
        while self._peek() and self._peek() in _SPACES:
            self._at += 1

    def _until(self, stops: str) -> str:
        start = self._at
        while self._peek() and self._peek() not in stops:
            self._at += 1
        return self._source[start : self._at]

    def _start_tag(self) -> None:
        begin = self._at
        self._at += 1
        tag = self._until(_SPACES + ">").lower()
        if not self._peek():
            raise EntityParseError(f"Unclosed start tag at byte offset {self._byte(begin)}")
        if tag not in _TAGS:
            raise EntityParseError(f'Unsupported start tag "{tag}" at byte offset {self._byte(begin)}')
        argument = ""
        while True:
            self._skip_spaces()
            if self._peek() == ">":
                break
            name, value = self._attribute(tag, begin)
            argument = _argument(tag, name, value) or argument
        if tag == "span" and argument != "spoiler":
            raise EntityParseError(
                f'Tag "span" must have class "tg-spoiler" at byte offset {self._byte(begin)}'
            )
        self._at += 1
        self._open.append(_Open(tag, argument, self._offset, self._length))

    def _attribute(self, tag: str, begin: int) -> tuple[str, str | None]:
        where = self._byte(begin)
        name = self._until(_SPACES + "=>")
        if not name and self._peek():
            raise EntityParseError(f'Empty attribute name in the tag "{tag}" at byte offset {where}')
        self._skip_spaces()
        if self._peek() != "=":
            if not self._peek():
                raise EntityParseError(f'Unclosed start tag "{tag}" at byte offset {where}')
            return name, None
        self._at += 1
        self._skip_spaces()
        if not self._peek():
            raise EntityParseError(f'Unclosed start tag "{tag}" at byte offset {where}')
        value = self._quoted() if self._peek() in "'\"" else self._bare()
        if not self._peek():
            raise EntityParseError(f"Unclosed start tag at byte offset {where}")
        return name, value

    def _quoted(self) -> str:
        quote = self._one()
        parts: list[str] = []
        while self._peek() and self._peek() != quote:
            parts.append((self._reference() if self._peek() == "&" else "") or self._one())
        if self._peek():
            self._at += 1
        return "".join(parts)

    def _bare(self) -> str:
        start = self._at
        match = _NAME_TOKEN.match(self._source, start)
        self._at = match.end() if match else start
        if self._peek() and self._peek() not in _SPACES + ">":
            raise EntityParseError(f"Unexpected end of name token at byte offset {self._byte(start)}")
        return self._source[start : self._at].lower()

    def _end_tag(self) -> None:
        begin = self._at
        where = self._byte(begin)
        if not self._open:
            raise EntityParseError(f"Unexpected end tag at byte offset {where}")
        self._at += 2
        name = self._until(_SPACES + ">").lower()
        self._skip_spaces()
        if self._peek() != ">":
            raise EntityParseError(f"Unclosed end tag at byte offset {where}")
        self._at += 1
        opened = self._open.pop()
        if name and name != opened.tag:
            raise EntityParseError(
                f'Unmatched end tag at byte offset {where}, expected "</{opened.tag}>", found "</{name}>"'
            )
        if self._offset > opened.offset:
            self._close(opened)

    def _close(self, opened: _Open) -> None:
        length = self._offset - opened.offset
        entity = Entity(type=_TAGS[opened.tag], offset=opened.offset, length=length)
        last = self._entities[-1] if self._entities else None
        twin = last if last and (last.offset, last.length) == (opened.offset, length) else None
        if opened.tag == "a":
            inner = "".join(self._parts)[opened.begin :]
            if not link_entity(entity, opened.argument or inner):
                return
        elif opened.tag == "pre" and twin is not None and twin.type == "code" and twin.language:
            twin.type = "pre"
            return
        elif opened.tag == "code" and twin is not None and twin.type == "pre" and opened.argument:
            twin.language = opened.argument
            return
        elif opened.tag == "code":
            # Kept only until a surrounding pre takes it over; see parse_html.
            entity.language = opened.argument or None
        elif opened.tag == "tg-emoji":
            if not opened.argument.isdigit() or int(opened.argument) == 0:
                raise EntityParseError("Invalid custom emoji identifier specified")
            entity.custom_emoji_id = opened.argument
        elif opened.tag == "blockquote" and opened.argument:
            entity.type = "expandable_blockquote"
        self._entities.append(entity)


def _argument(tag: str, name: str, value: str | None) -> str:
    """What an attribute means for its tag; empty when Telegram ignores it."""
    if tag == "blockquote" and name == "expandable":
        return "expandable"
    if value is None:
        return ""
    if (tag, name) in {("a", "href"), ("tg-emoji", "emoji-id")}:
        return value
    if (tag, name) == ("code", "class") and value.startswith("language-"):
        return value.removeprefix("language-")
    if (tag, name) == ("span", "class") and value.startswith("tg-"):
        return value.removeprefix("tg-")
    return ""


def link_entity(entity: Entity, url: str) -> bool:
    """Turn the entity into a link or a mention by id; False when Telegram would drop the link."""
    if match := _USER_LINK.fullmatch(url):
        entity.type = "text_mention"
        entity.user = User(id=int(match.group(1)), first_name="User")
        return True
    checked = checked_url(url)
    entity.url = checked
    return checked is not None


def checked_url(url: str) -> str | None:
    """The address as Telegram would keep it, or None for what it would not link."""
    candidate = url.strip()
    if "://" not in candidate:
        candidate = f"http://{candidate}"
    try:
        parts = urlsplit(candidate)
    except ValueError:
        return None
    if parts.scheme.lower() not in {"http", "https", "tg", "ton", "tonsite"} or not parts.netloc:
        return None
    if parts.scheme.lower() in {"http", "https"}:
        if "." not in parts.netloc.split(":")[0] or any(space in candidate for space in _SPACES):
            return None
        if not parts.path and not parts.query:
            candidate += "/"
    return candidate


def parse_html(source: str) -> FormattedText:
    """Text and entities of parse_mode HTML; EntityParseError for what Telegram refuses."""
    formatted = _HtmlParser(source).parse()
    for entity in formatted.entities:
        if entity.type == "code":
            entity.language = None
    return formatted
