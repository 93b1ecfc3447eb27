"""What the memory consists of: lines in sections, and lines that left it."""

from __future__ import annotations

from datetime import date
from functools import cached_property
from typing import Literal

from pydantic import Field, field_validator

from agents.memory.text import LONGEST_KEY, LONGEST_VALUE, key_of, one_line
from storage.chosen import TITLES
from storage.entities import Confidence, Frozen

Category = Literal["preference", "pattern", "fact", "insight"]
Reason = Literal["replaced", "faded", "no room", "forgotten", "rolled back", "withdrawn"]
"""Why a line left the memory."""

SECTIONS: dict[Category, str] = {
    "preference": "Preferences",
    "pattern": "Patterns",
    "fact": "Facts",
    "insight": "Insights",
}
MOST_UNWANTED = 24
"""Names of forgotten lines that are kept in mind; the newest count."""
RECOUNTED = "record"
"""The source of what can be counted again from all entries at any time."""
RECORD = " record"
"""How the key of a line with an exercise's records ends."""
INTEREST = "interest in "
"""How the key of a line about what is often asked begins."""
SETTINGS = frozenset(TITLES.values())
"""Keys of preferences that live in the settings: the memory shows them and never holds them."""
TAUGHT = "correction"
"""The source of what the user said about themselves."""


class MemoryLine(Frozen):
    """One thing remembered. `first` and `last` are the days it was first and last seen true."""

    category: Category
    key: str = Field(min_length=1)
    value: str = Field(min_length=1)
    confidence: Confidence
    source: str = ""
    first: date
    last: date
    seen: int = Field(default=1, ge=1)
    pinned: bool = False  # by the user: never fades and never makes room

    @field_validator("key", "value", "source", mode="before")
    @classmethod
    def _one_line(cls, text: str) -> str:
        return one_line(text, LONGEST_VALUE)

    @field_validator("key")
    @classmethod
    def _short(cls, key: str) -> str:
        return one_line(key, LONGEST_KEY)

    @property
    def is_setting(self) -> bool:
        """Whether it says what only the settings may say."""
        return self.category == "preference" and key_of(self.key) in SETTINGS

    @cached_property
    def name(self) -> tuple[Category, str]:
        """What makes a line the same line: `Weight_unit` and `weight unit` are one."""
        return self.category, key_of(self.key)


class GlobalContext(Frozen):
    """The whole memory, its lines in the order of the sections; `last_updated` None is the empty start."""

    version: int = Field(default=0, ge=0)
    last_updated: date | None = None
    lines: tuple[MemoryLine, ...] = ()
    unwanted: tuple[tuple[Category, str], ...] = ()
    """Names of lines that the user forgot, oldest first: only the user's own words bring them back."""

    @field_validator("lines")
    @classmethod
    def _by_section(cls, lines: tuple[MemoryLine, ...]) -> tuple[MemoryLine, ...]:
        order = list(SECTIONS)
        return tuple(sorted(lines, key=lambda line: order.index(line.category)))

    @field_validator("unwanted")
    @classmethod
    def _newest(cls, names: tuple[tuple[Category, str], ...]) -> tuple[tuple[Category, str], ...]:
        newest = names[-MOST_UNWANTED:]
        return tuple((category, name) for category, key in newest if (name := key_of(key)))

    def find(self, category: Category, key: str) -> MemoryLine | None:
        """The line of that name."""
        name = category, key_of(key)
        return next((line for line in self.lines if line.name == name), None)


class Forgotten(Frozen):
    """A line that left the memory, and why."""

    line: MemoryLine
    reason: Reason


class Changed(Frozen):
    """The memory after a change, with what left it."""

    context: GlobalContext
    forgotten: tuple[Forgotten, ...] = ()
