"""Telegram HTML: escaping, plain text of it, and splitting it without breaking tags or entities."""

from __future__ import annotations

import re
from html import escape as _escape
from html import unescape
from typing import NamedTuple

MESSAGE_UNITS = 4096
CAPTION_UNITS = 1024

_TOKEN = re.compile(r"<[^<>]*>|&(?:#\d+|#x[0-9a-fA-F]+|[A-Za-z]+);|\n|[^\S\n]+|[^\s<&]+|[<&]")
_TAG = re.compile(r"<[^<>]*>")
_TAG_NAME = re.compile(r"</?\s*([A-Za-z0-9-]+)")
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff]")
"""Control characters, and what would turn the rest of a message around; marks of direction stay."""


def escape(text: str) -> str:
    """Anybody's text as HTML that shows it literally; characters Telegram refuses are left out."""
    return _escape(_CONTROL.sub("", text), quote=False)


def plain(html: str) -> str:
    """What the HTML shows, without any markup."""
    return unescape(_TAG.sub("", html))


def units(text: str) -> int:
    """Length as Telegram counts it: UTF-16 code units."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


class _Break(NamedTuple):
    """A place to cut: tokens before it, their length, and the tags open there."""

    tokens: int
    length: int
    tags: tuple[str, ...]


class _Splitter:
    """Collects tokens into parts of at most `limit` units, cutting at line ends or else between words."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.parts: list[str] = []
        self._tokens: list[str] = []
        self._length = 0
        self._tags: tuple[str, ...] = ()
        self._opened: tuple[str, ...] = ()
        """Tags that this part opened again because the part before closed them."""
        self._line: _Break | None = None
        self._space: _Break | None = None

    def tag(self, token: str) -> None:
        """An opening or closing tag; takes no room."""
        self._tokens.append(token)
        if token.startswith("</"):
            self._tags = self._tags[:-1]
        elif not token.endswith("/>"):
            self._tags = (*self._tags, token)

    def text(self, token: str) -> None:
        """A word, a space, a line end or an entity."""
        size = units(unescape(token))
        if token.isspace():
            here = _Break(len(self._tokens), self._length, self._tags)
            if "\n" in token:
                self._line = here
            self._space = here
        while self._length and self._length + size > self.limit:
            self._cut()  # what is left of a cut between words may be too long for a long word, too
            if token.isspace() and not self._length:
                return
        self._tokens.append(token)
        self._length += size

    def _cut(self) -> None:
        here = _Break(len(self._tokens), self._length, self._tags)
        line, space = self._line, self._space
        if line is not None and line.length >= self.limit // 2:
            where = line
        elif space is not None and space.length >= self.limit // 2:
            where = space
        else:
            where = here
        rest = self._tokens[where.tokens :]
        self._tokens = self._tokens[: where.tokens]
        self._emit(where.tags)
        while rest and rest[0].isspace():
            rest.pop(0)
        self._tokens, self._opened = rest, where.tags
        self._length = sum(units(unescape(token)) for token in rest if not _TAG.fullmatch(token))
        self._line = self._space = None

    def _emit(self, open_tags: tuple[str, ...]) -> None:
        body = "".join(self._tokens)
        if plain(body).strip():
            closing = "".join(f"</{_name(tag)}>" for tag in reversed(open_tags))
            self.parts.append("".join(self._opened) + body.rstrip("\n ") + closing)

    def finish(self) -> list[str]:
        """All parts."""
        self._emit(self._tags)
        return self.parts


def _name(tag: str) -> str:
    found = _TAG_NAME.match(tag)
    return found[1] if found else ""


def _pieces(token: str, limit: int) -> list[str]:
    """A word longer than a message, cut between characters (never inside a surrogate pair)."""
    if units(token) <= limit:
        return [token]
    step = limit // 2
    return [token[start : start + step] for start in range(0, len(token), step)]


def split(html: str, limit: int = MESSAGE_UNITS) -> list[str]:
    """Parts of at most `limit` visible UTF-16 units; tags open at a cut are closed and opened again."""
    if len(html) * 2 <= limit or units(plain(html)) <= limit:
        return [html] if plain(html).strip() else []
    splitter = _Splitter(limit)
    for token in _TOKEN.findall(html):
        if _TAG.fullmatch(token):
            splitter.tag(token)
        else:
            for piece in _pieces(token, limit):
                splitter.text(piece)
    return splitter.finish()
