"""The requests of the steps: the question and what was found, all of it fenced as data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from agents.model.calls.ask import Ask
from agents.model.requesting import request
from agents.notes.asking import Scope
from agents.notes.intelligence.forms import (
    AnswerWire,
    RankedResult,
    RankingWire,
    SearchStrategy,
    StrategyWire,
    SummaryWire,
)
from agents.profile import Profile

_QUOTE = 300
_SUMMARY_TOKENS = 400


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked. `hint` and `time_context` are what whoever passed it on knows besides."""

    text: str
    now: datetime
    profile: Profile
    hint: str = ""
    scope: Scope = "exploratory"
    time_context: str = ""

    @property
    def blocks(self) -> list[tuple[str, str]]:
        """The question last."""
        return [("hint", self.hint), ("time", self.time_context), ("question", self.text)]

    @property
    def own_search(self) -> str:
        """Its own words, with the days that are meant."""
        return f"{self.text} {self.time_context}".strip()


def search(asked: Question, context: str, most: int, floor: SearchStrategy) -> Ask[StrategyWire]:
    """What to search for."""
    wanted = f"scope: {asked.scope}\nsearches, at most: {most}"
    return request(
        "notes_search",
        now=asked.now,
        profile=asked.profile,
        blocks=[("wanted", wanted), *asked.blocks],
        tool_context=context,
        output=StrategyWire,
        floor=lambda: StrategyWire(primary_queries=floor.primary_queries),
    )


def rank(asked: Question, found: Sequence[RankedResult]) -> Ask[RankingWire]:
    """Which of the pages are to the question."""
    told = "\n\n".join(_listed(number, one) for number, one in enumerate(found, 1))
    return request(
        "notes_rank",
        now=asked.now,
        profile=asked.profile,
        blocks=[("pages", told), *asked.blocks],
        output=RankingWire,
        floor=lambda: RankingWire(pages=()),
    )


def answer(asked: Question, read: Sequence[RankedResult], characters: int) -> Ask[AnswerWire]:
    """The answer; of each page at most so many characters."""
    pages = [
        ("page", f"{_head(number, one)}\n\n{shown(one, characters)}") for number, one in enumerate(read, 1)
    ]
    return request(
        "notes_answer",
        now=asked.now,
        profile=asked.profile,
        blocks=[*pages, *asked.blocks],
        output=AnswerWire,
        floor=lambda: AnswerWire(citations=(), answer="", confidence=0),
    )


def summary(title: str, path: str, text: str, now: datetime, profile: Profile) -> Ask[SummaryWire]:
    """What a page is about."""
    return request(
        "notes_summary",
        now=now,
        profile=profile,
        blocks=[("page", f"{title}\n{path}\n\n{text}")],
        output=SummaryWire,
        max_output_tokens=_SUMMARY_TOKENS,
    )


def shown(page: RankedResult, characters: int) -> str:
    """What was found in a page, where that is not in its beginning, and the beginning."""
    beginning = (page.content or page.summary)[:characters]
    others = [quote for quote in page.quotes if quote not in beginning]
    return "\n[...]\n".join([beginning, *others])


def _head(number: int, page: RankedResult) -> str:
    return f"number: {number}\ntitle: {page.title}\nplace: {page.workspace} > {page.path}\nday: {page.day}"


def _listed(number: int, page: RankedResult) -> str:
    quotes = " [...] ".join(" ".join(quote[:_QUOTE].split()) for quote in page.quotes)
    return f"{_head(number, page)}\nabout: {page.summary}\nfound: {quotes}"
