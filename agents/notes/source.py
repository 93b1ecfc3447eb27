"""What a source of notes is: it lists its pages and reads one as Markdown."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import date
from typing import Protocol


class NotesError(Exception):
    """Something a source can't do; the message is for the log and the terminal, and never holds a token."""


class NotesUnavailable(NotesError):  # noqa: N818 - named for what happened
    """The source does not answer, or not now."""


class NotesRefused(NotesError):  # noqa: N818 - named for what happened
    """It does not let us in: a wrong or revoked token, a folder that may not be read."""


class NotesGone(NotesError):  # noqa: N818 - named for what happened
    """The page is not there, or not any more."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A page as the listing tells it."""

    page_id: str
    title: str
    path: tuple[str, ...]
    """The titles above it, from the top."""
    last_edited_time: str
    """Changes whenever the page does."""
    day: date
    url: str


@dataclass(frozen=True, slots=True)
class Content:
    """What a page says, as Markdown."""

    text: str
    title: str = ""
    """Where the text itself tells a better one."""
    cut: bool = False
    """It is longer than is read."""
    children: tuple[str, ...] = ()
    """Ids of pages found in it."""


MOST_CHARACTERS = 1_000_000
"""Of a page that are read: about 150,000 words."""


class NotesSource(Protocol):
    """One folder or workspace of one person. All methods raise NotesError."""

    @property
    def workspace(self) -> str:
        """What it is called."""
        ...

    def pages(self) -> AsyncIterator[Listed]:
        """All pages there are, without their content. That it ends means that the listing is whole."""
        ...

    async def read(self, page: Listed) -> Content:
        """What a page says now. Raises NotesGone."""
        ...

    async def find(self, page_id: str) -> Listed:
        """A page by its id. Raises NotesGone."""
        ...

    async def close(self) -> None:
        """Let go of connections."""
        ...
