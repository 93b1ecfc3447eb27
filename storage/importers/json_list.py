"""The elements of a JSON list of any length, one at a time."""

from __future__ import annotations

import re
from collections.abc import Iterator

from storage.importers.model import File

LONGEST = 2 * 1024 * 1024
"""Bytes of an element."""
_CHUNK = 64 * 1024
_SPACE = b" \t\r\n"
_MARK = re.compile(rb'["\\\\\[\]{},]')


class _Scanner:
    """Finds where elements end; what they say is for a JSON parser."""

    def __init__(self) -> None:
        self._depth = 0
        self._in_text = False
        self._skip = -1
        self._buffer = bytearray()
        self._position = 0
        self._has_ended = False

    def feed(self, chunk: bytes) -> Iterator[bytes]:
        """The elements that end in it. Raises ValueError."""
        self._buffer += chunk
        for element in self._ends():
            if element.strip(_SPACE):
                yield element
        if len(self._buffer) > LONGEST:
            raise ValueError(f"an entry of more than {LONGEST:,} bytes")
        if self._has_ended and self._buffer.strip(_SPACE):
            raise ValueError("there is something behind the list")

    def end(self) -> None:
        """Raises ValueError when it is not the list's."""
        if not self._has_ended:
            raise ValueError("it is no list, or its end is missing")

    def _ends(self) -> Iterator[bytes]:
        begun = 0
        for mark in _MARK.finditer(self._buffer, self._position):
            place, sign = mark.start(), mark[0]
            if place == self._skip:
                continue
            if self._in_text:
                self._skip = place + 1 if sign == b"\\" else -1
                self._in_text = sign != b'"'
            elif sign == b'"':
                self._in_text = True
            elif sign in b"[{":
                self._depth += 1
                if self._depth == 1:
                    self._begin(sign, bytes(self._buffer[:place]))
                    begun = place + 1
            elif sign in b"]}":
                self._depth -= 1
                if self._depth == 0:
                    yield bytes(self._buffer[begun:place])
                    begun, self._has_ended = place + 1, True
            elif sign == b"," and self._depth == 1:
                yield bytes(self._buffer[begun:place])
                begun = place + 1
        del self._buffer[:begun]
        self._skip -= begun
        self._position = len(self._buffer)

    def _begin(self, sign: bytes, before: bytes) -> None:
        if sign != b"[" or before.strip(_SPACE + b"\xef\xbb\xbf") or self._has_ended:
            raise ValueError("it is no list")


def elements(file: File) -> Iterator[bytes]:
    """Each as JSON. Raises ValueError where it is no list, or one is longer than any entry."""
    scanner = _Scanner()
    with file.open() as stream:
        while chunk := stream.read(_CHUNK):
            yield from scanner.feed(chunk)
    scanner.end()
