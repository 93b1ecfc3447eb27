"""What a button that opens a page of notes carries."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

_LETTERS = 12


@dataclass(frozen=True, slots=True)
class PageTap:
    """Read a page out; `key`: what is left of its id, which may be a long path."""

    key: str


def key_of(page_id: str) -> str:
    """What stands for a page among those of its person."""
    return sha256(page_id.encode()).hexdigest()[:_LETTERS]


def page_data(tap: PageTap) -> str:
    """For a button that opens a page."""
    return f"b:{tap.key}"
