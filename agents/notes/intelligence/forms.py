"""What the steps pass on: a strategy, ranked results, an answer with its sources. And what models fill in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from pydantic import BaseModel, Field

from agents.model.terse import Terse
from storage.entities import Frozen


class NoteFound(BaseModel):
    """A page that a search found."""

    page_id: str
    title: str
    path: str
    workspace: str
    url: str
    summary: str
    quote: str
    """What it says about the question, word for word."""
    heading: str
    day: str
    """ISO: what it is about, else when it was last edited."""


class NoteRead(BaseModel):
    """A page's text."""

    page_id: str
    title: str
    path: str
    workspace: str
    url: str
    text: str
    cut: bool
    """There is more of it."""
    is_live: bool
    """False: its source did not answer, and this is what was indexed."""


class Pages(Protocol):
    """One person's notes."""

    async def search(self, query: str, most: int) -> Sequence[NoteFound]:
        """The pages nearest to a query. Raises NotesError."""
        ...

    async def read(self, page_id: str) -> NoteRead | None:
        """What a page says; None: it is gone or can't be read."""
        ...


class SearchStrategy(Frozen):
    """What to search for. `fallback_queries` are used where the others find little."""

    primary_queries: tuple[str, ...]
    fallback_queries: tuple[str, ...] = ()
    expected_content_type: str = ""
    reasoning: str = ""


class RankedResult(Frozen):
    """A page that was found, and how much it is to the question (0 to 1). `content`: what was read of it."""

    page_id: str
    title: str
    path: str = ""
    workspace: str = ""
    url: str = ""
    summary: str = ""
    day: str = ""
    quotes: tuple[str, ...] = ()
    """What was found in it, word for word."""
    relevance_score: float = 0.0
    relevance_reasoning: str = ""
    content: str | None = None
    is_live: bool = True


class Citation(Frozen):
    """A page that bears an answer out, and its words that do."""

    page_id: str
    title: str
    path: str
    url: str
    day: str
    quote: str


class SynthesizedAnswer(Frozen):
    """An answer whose figures and quotations code has held against the pages."""

    answer: str
    confidence: float
    citations: tuple[Citation, ...]
    gaps_identified: str | None = None
    follow_up_suggestions: tuple[str, ...] = ()


class NotesAnswer(Frozen):
    """What became of a question. `answer` None: no model wrote one that holds; `found` can be quoted."""

    strategy: SearchStrategy
    found: tuple[RankedResult, ...]
    answer: SynthesizedAnswer | None = None
    refused: bool = False
    """A model wrote one that does not hold."""


class StrategyWire(Terse):
    """What a model says about where to look."""

    reasoning: str = Field(default="", description="a sentence: what would answer this, in which words")
    expected_content_type: str = Field(default="", description="such as: a plan, a list, a report of a visit")
    primary_queries: tuple[str, ...] = Field(description="1 to 3 searches")
    fallback_queries: tuple[str, ...] = Field(default=(), description="for when those find little")


class RankWire(Terse):
    """A page, judged."""

    page: int = Field(description="its number")
    relevance_reasoning: str = Field(default="", description="a few words")
    relevance_score: float = Field(description="0 to 1")


class RankingWire(Terse):
    """The pages, judged."""

    pages: tuple[RankWire, ...]


class CitationWire(Terse):
    """Where something stands."""

    page: int = Field(description="its number")
    quote: str = Field(description="its words that say so, copied as they are, a sentence at most")


class AnswerWire(Terse):
    """An answer from the pages."""

    citations: tuple[CitationWire, ...] = Field(description="what the answer rests on, before it is written")
    answer: str = Field(description="empty if the pages do not answer the question")
    gaps_identified: str = Field(default="", description="what was asked and the pages do not say")
    follow_up_suggestions: tuple[str, ...] = Field(
        default=(), description="up to 3 short questions that these pages can answer"
    )
    confidence: float = Field(description="0 to 1: how surely the pages answer the question")


class SummaryWire(Terse):
    """A page in a few words."""

    summary: str = Field(description="what it is about, 1 or 2 sentences")
