"""Models that say what a test scripted, and one person's pages: a folder's, or made up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel

from agents.model.calls.ask import Ask, ModelsFailed, Unasked, W
from agents.notes.intelligence.forms import NoteFound, NoteRead
from agents.notes.source import NotesUnavailable


@dataclass
class Scripted:
    """By step, what is said to it, in this order; then nothing. `asked` is everything it was asked."""

    says: dict[str, list[BaseModel | None]] = field(default_factory=dict[str, list[BaseModel | None]])
    asked: list[Ask[Any]] = field(default_factory=list[Ask[Any]])

    async def ask(self, ask: Ask[W]) -> W | None:
        """In the form that was asked for."""
        self.asked.append(ask)
        waiting = self.says.get(ask.agent) or [None]
        said = waiting.pop(0)
        return None if said is None else ask.output.model_validate(said.model_dump())

    def steps(self) -> list[str]:
        """Who was asked."""
        return [ask.agent for ask in self.asked]


@dataclass
class Page:
    """Found and read."""

    page_id: str
    quote: str
    text: str = ""
    title: str = "A page"
    path: str = "Doctor"
    workspace: str = "Vault"
    url: str = "https://notion.so/a"
    summary: str = "what the doctor said"
    day: str = "2026-10-28"
    is_live: bool = True

    def as_found(self) -> NoteFound:
        """By a search."""
        return NoteFound(heading="", **{name: getattr(self, name) for name in _FOUND})

    def as_read(self) -> NoteRead:
        """The text, or what was quoted."""
        return NoteRead(
            page_id=self.page_id, title=self.title, path=self.path, workspace=self.workspace, url=self.url,
            text=self.text or self.quote, cut=False, is_live=self.is_live,
        )  # fmt: skip


_FOUND = ("page_id", "title", "path", "workspace", "url", "summary", "quote", "day")


@dataclass
class MadeUp:
    """Finds the pages that are made up for a query, else for any; `gone` can't be read any more."""

    found: dict[str, list[Page]]
    gone: set[str] = field(default_factory=set[str])
    is_down: bool = False
    searched: list[str] = field(default_factory=list[str])

    async def search(self, query: str, most: int) -> Sequence[NoteFound]:
        """In the order they are made up."""
        self.searched.append(query)
        if self.is_down:
            raise NotesUnavailable("the index can't be read")
        return [one.as_found() for one in self.found.get(query, self.found.get("*", []))[:most]]

    async def read(self, page_id: str) -> NoteRead | None:
        """None: it is gone."""
        pages = {page.page_id: page for found in self.found.values() for page in found}
        return None if page_id in self.gone else pages[page_id].as_read()


@dataclass
class Budgeted:
    """Sums up a page as `says` does, `most` times; then the budget is spent."""

    says: Callable[[str], str]
    most: int = 1000
    asked: list[str] = field(default_factory=list[str])

    async def ask(self, ask: Ask[W]) -> W:
        """Raises ModelsFailed."""
        if len(self.asked) >= self.most:
            raise ModelsFailed(Unasked.BUDGET_DAY)
        self.asked.append(ask.context)
        return ask.output.model_validate({"summary": self.says(ask.context)})
