"""XML of any size by its tags: nothing of it is kept, and what could make memory grow is refused.

The parser is expat, which Python ships: no tree is built. Entities are refused where they are declared, so
none is ever expanded; a document type without them, as Apple Health writes it, is passed over.
"""

from __future__ import annotations

import gzip
import zipfile
import zlib
from collections.abc import Callable
from xml.parsers import expat

from storage.importers.model import File, ProblemKind

_CHUNK = 64 * 1024
_LONGEST_TAG = 1024 * 1024
"""Bytes; expat holds a tag whole."""
_LONGEST_TEXT = 1_000
_DEEPEST = 60
_MOST_NAMES = 2_000
"""Of elements and attributes: expat never forgets one."""

DAMAGED = (zipfile.BadZipFile, gzip.BadGzipFile, zlib.error, EOFError)
"""What is packed and does not come out whole."""
Attributes = dict[str, str]
OnStart = Callable[[Attributes], None]
OnEnd = Callable[[str], None]
"""Given the element's own text, without that of elements in it."""


class BadXmlError(Exception):
    """The document ends here; `kind` says why."""

    def __init__(self, kind: ProblemKind, detail: str = "", line: int = 0) -> None:
        super().__init__(detail)
        self.kind: ProblemKind = kind
        self.detail = detail
        self.line = line


class XmlStream:
    """Calls what was asked for by an element's name without its prefix; all others are passed over."""

    def __init__(self, starts: dict[str, OnStart], ends: dict[str, OnEnd], root: str = "") -> None:
        self._starts = starts
        self._ends = ends
        self._root = root
        self._wanted = starts.keys() | ends.keys()
        self._names: dict[str, str] = {}
        self._depth = 0
        self._text: list[str] = []
        self._reading = False
        self._known: dict[str, str] = {}
        self._parser = expat.ParserCreate(intern=self._known)
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._said
        self._parser.EntityDeclHandler = self._entity

    @property
    def line(self) -> int:
        """Where the parser is."""
        return self._parser.CurrentLineNumber

    def read(self, file: File, most: int | None) -> None:
        """All of it. Raises BadXmlError; `most` bytes are read, None is no limit."""
        fed = 0
        try:
            with file.open() as stream:
                while chunk := stream.read(_CHUNK):
                    fed += len(chunk)
                    if most is not None and fed > most:
                        raise BadXmlError("too_big", str(most // 1024 // 1024))
                    self._parser.Parse(chunk, False)
                    self._look(fed)
                self._parser.Parse(b"", True)
        except expat.ExpatError as error:
            raise BadXmlError("damaged", str(error), error.lineno) from None
        except DAMAGED as error:
            raise BadXmlError("damaged", str(error), self.line) from None
        except (LookupError, ValueError) as error:  # an encoding that nobody has
            if self._names:
                raise
            raise BadXmlError("damaged", str(error), self.line) from None

    def _look(self, fed: int) -> None:
        """Tags, document types and lists of names of any length would stay in memory."""
        begins = max(self._parser.CurrentByteIndex, 0) if self._depth or self._names else 0
        if fed - begins > _LONGEST_TAG or len(self._known) > _MOST_NAMES:
            raise BadXmlError("unsafe", line=self.line)

    def _start(self, tag: str, attributes: Attributes) -> None:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise BadXmlError("unsafe", line=self.line)
        name = self._names.get(tag)
        if name is None:
            name = self._names[tag] = tag.rpartition(":")[2]
        if self._depth == 1 and self._root and name != self._root:
            raise BadXmlError("unknown_file")
        self._reading = name in self._ends
        if self._reading:
            self._text.clear()
        if name in self._wanted and (begin := self._starts.get(name)):
            begin(attributes)

    def _end(self, tag: str) -> None:
        self._depth -= 1
        name = self._names[tag]
        if name in self._wanted and (finish := self._ends.get(name)):
            finish("".join(self._text).strip())
        self._reading = False
        self._text.clear()

    def _said(self, text: str) -> None:
        if self._reading and len(self._text) < 10:
            self._text.append(text[:_LONGEST_TEXT])

    def _entity(self, *_: object) -> None:
        raise BadXmlError("unsafe", line=self.line)
