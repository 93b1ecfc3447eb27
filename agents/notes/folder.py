"""Notes in a folder: Markdown files, an Obsidian vault. Nothing outside of it is ever read."""

from __future__ import annotations

import asyncio
import logging
import os
import stat
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import quote, urlencode

from agents.notes.markdown import body_of, heading_of
from agents.notes.source import (
    MOST_CHARACTERS,
    Content,
    Listed,
    NotesError,
    NotesGone,
    NotesRefused,
    NotesUnavailable,
)

logger = logging.getLogger(__name__)

_ENDINGS = (".md", ".markdown")
_MOST_BYTES = 4 * MOST_CHARACTERS
_DEEPEST = 40


class FolderNotes:
    """A source; a file's id is the source's name with its path below the folder.

    Hidden files and folders are left out. A link is followed only to a place within the folder.
    """

    def __init__(self, workspace: str, root: Path) -> None:
        self.workspace = workspace
        self._root = root
        self._real = Path(os.path.realpath(root))
        self._uri = self._real.as_uri()
        self._is_vault = (root / ".obsidian").is_dir()

    async def pages(self) -> AsyncIterator[Listed]:
        """All Markdown files, by path. Raises NotesUnavailable where the folder is not there."""
        for page in await asyncio.to_thread(lambda: list(self._walk())):
            yield page

    async def read(self, page: Listed) -> Content:
        """The file's text. Raises NotesGone, NotesRefused."""
        return await asyncio.to_thread(self._read, page)

    async def find(self, page_id: str) -> Listed:
        """The file of this id. Raises NotesGone."""
        return await asyncio.to_thread(self._find, page_id)

    async def close(self) -> None:
        """Nothing is held open."""

    def _walk(self) -> Iterator[Listed]:
        if not self._root.is_dir():
            raise NotesUnavailable(f"there is no folder {self._root}")
        yield from self._below(self._real, ())

    def _below(self, folder: Path, above: tuple[str, ...]) -> Iterator[Listed]:
        for entry in self._entries(folder):
            if entry.name.startswith("."):
                continue
            if entry.is_dir(follow_symlinks=False):
                if len(above) < _DEEPEST:
                    yield from self._below(Path(entry.path), (*above, entry.name))
            elif entry.name.lower().endswith(_ENDINGS) and (page := self._page(entry, above)) is not None:
                yield page

    def _entries(self, folder: Path) -> list[os.DirEntry[str]]:
        """What is in a folder, by name. One below that may not be read is left out."""
        try:
            with os.scandir(folder) as found:
                return sorted(found, key=lambda one: one.name)
        except OSError as error:
            if folder != self._real:
                logger.warning("the folder %s is left out: %s", folder, error.strerror)
                return []
            kind = NotesRefused if isinstance(error, PermissionError) else NotesUnavailable
            raise kind(f"{folder}: {error.strerror}") from error

    def _page(self, entry: os.DirEntry[str], above: tuple[str, ...]) -> Listed | None:
        """None: a link that leads out of the folder or nowhere, or a name that is no text."""
        try:
            if entry.is_symlink() and not Path(os.path.realpath(entry.path)).is_relative_to(self._real):
                return None
            if not entry.is_file():
                return None
            return self._listed("/".join((*above, entry.name)), entry.stat())
        except (OSError, UnicodeError):
            return None

    def _listed(self, below: str, status: os.stat_result) -> Listed:
        below.encode()  # a name in another encoding can't be told to anybody
        *above, name = below.split("/")
        return Listed(
            page_id=f"{self.workspace}/{below}",
            title=name.rpartition(".")[0],
            path=tuple(above),
            last_edited_time=f"{status.st_mtime_ns}-{status.st_size}",
            day=datetime.fromtimestamp(status.st_mtime, UTC).date(),
            url=self._url(below),
        )

    def _url(self, below: str) -> str:
        if self._is_vault:
            return "obsidian://open?" + urlencode({"vault": self._root.name, "file": below}, quote_via=quote)
        return f"{self._uri}/{quote(below)}"

    def _find(self, page_id: str) -> Listed:
        path = self._path(page_id)
        try:
            status = path.stat()
            if not stat.S_ISREG(status.st_mode):
                raise NotesGone(page_id)
            return self._listed(page_id.removeprefix(f"{self.workspace}/"), status)
        except PermissionError as error:
            raise NotesError("it may not be read") from error
        except (OSError, UnicodeError) as error:
            raise NotesGone(page_id) from error

    def _path(self, page_id: str) -> Path:
        """Where a page's file is. Raises NotesGone for whatever is not within the folder."""
        prefix, below = f"{self.workspace}/", page_id[len(self.workspace) + 1 :]
        if not page_id.startswith(prefix) or "\0" in below or not below.lower().endswith(_ENDINGS):
            raise NotesGone(page_id)
        path = Path(os.path.realpath(self._real / below))
        if not path.is_relative_to(self._real) or any(part.startswith(".") for part in below.split("/")):
            raise NotesGone(page_id)
        return path

    def _read(self, page: Listed) -> Content:
        try:
            with os.fdopen(os.open(self._path(page.page_id), os.O_RDONLY | os.O_NONBLOCK), "rb") as file:
                if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                    raise NotesGone(page.page_id)
                raw = file.read(_MOST_BYTES + 1)
        except PermissionError as error:
            raise NotesError("it may not be read") from error
        except OSError as error:
            raise NotesGone(page.page_id) from error
        text = raw.decode("utf-8-sig", errors="replace").replace("\r\n", "\n")
        is_cut = len(raw) > _MOST_BYTES or len(text) > MOST_CHARACTERS
        title, body = body_of(text[:MOST_CHARACTERS])
        return Content(body, title or heading_of(body), is_cut)
