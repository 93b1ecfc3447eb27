"""What carrying out an item has left behind: all that taking it back needs."""

from __future__ import annotations

from pydantic import Field

from storage.entities import Frozen


class Left(Frozen):
    """A row's result. `before` and `after` are what stood there and what was put there, None for nothing."""

    token: str = ""
    before: str | None = None
    after: str | None = None
    entries: dict[str, int] = Field(default_factory=dict[str, int])
    """The revisions that were made, by entry."""
