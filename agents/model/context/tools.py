"""What agents may look up while they are asked: typed, read only, one user's own data.

A tool is bound to a shelf, so none takes a user id. What it answers is fenced as data; what cannot be
done is a sentence to the model, which may try again.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import TYPE_CHECKING, get_args

from agents.analyzer import AnalyzerInput, AnalyzerOutput
from agents.engine import Engine
from agents.facts import STATISTICS
from agents.model.context.shelf import Shelf
from agents.model.context.shown import shown_to
from agents.model.fences import Fence
from agents.retriever import EntrySearch, RetrieverInput, RetrieverOutput
from agents.truth import slotted
from agents.types import (
    FigureRequest,
    Finding,
    Quantity,
    QueryType,
    RetrievalAttempt,
    RetrievalInstruction,
    SubQuery,
)
from storage.entities import DateRange, Entry

if TYPE_CHECKING:
    from pydantic_ai import Tool

_WORDS = 12
"""Words of one search, at most."""
_QUANTITIES: tuple[str, ...] = get_args(Quantity)


class Unusable(Exception):  # noqa: N818 - a sentence for the model, never for anybody else
    """An argument that means nothing; the message says what would."""


def _day(written: str, name: str) -> date:
    try:
        return date.fromisoformat(written.strip())
    except ValueError:
        raise Unusable(f"{name} must be a day as YYYY-MM-DD, not {written[:40]!r}.") from None


def _span(start: str | None, end: str | None) -> DateRange | None:
    """Both or neither."""
    if not start and not end:
        return None
    if not start or not end:
        raise Unusable("Give both start and end, or neither for all time.")
    first, last = _day(start, "start"), _day(end, "end")
    if last < first:
        raise Unusable("end lies before start.")
    return DateRange(start=first, end=last)


def _words(words: Sequence[str], name: str) -> tuple[str, ...]:
    said = tuple(dict.fromkeys(word.strip() for word in words if word.strip()))
    if not said:
        raise Unusable(f"{name} is empty.")
    return said[:_WORDS]


def _fenced(text: str) -> str:
    return Fence().block("found", text)


@dataclass(slots=True)
class Searching:
    """The retriever's tools. What they find is kept here; the model sees only how much it was."""

    search: EntrySearch
    given: RetrieverInput
    entries: dict[str, Entry] = field(default_factory=dict[str, Entry])
    attempts: list[RetrievalAttempt] = field(default_factory=list[RetrievalAttempt])

    async def search_days(self, start: str, end: str) -> str:
        """All records about the days from start to end (YYYY-MM-DD, both included)."""
        return await self._made(
            lambda: RetrievalInstruction(strategy="date_range", date_range=_span(start, end))
        )

    async def search_words(
        self, keywords: list[str], start: str | None = None, end: str | None = None
    ) -> str:
        """Records in which any of the words or phrases stands, in these days or, without days, ever."""
        return await self._made(
            lambda: RetrievalInstruction(
                strategy="keyword", keywords=_words(keywords, "keywords"), date_range=_span(start, end)
            )
        )

    async def search_topics(self, topics: list[str], start: str | None = None, end: str | None = None) -> str:
        """Records with a measure of one of these names or domains, in these days or, without days, ever."""
        return await self._made(
            lambda: RetrievalInstruction(
                strategy="topic", topics=_words(topics, "topics"), date_range=_span(start, end)
            )
        )

    async def search_files(self, pattern: str) -> str:
        """Records whose file matches a glob such as 2026/11/*.md; ** crosses folders."""
        return await self._made(
            lambda: RetrievalInstruction(strategy="pattern", pattern=_words([pattern], "pattern")[0])
        )

    async def _made(self, instruction: Callable[[], RetrievalInstruction]) -> str:
        limit = self.given.max_entries
        try:
            asked = instruction()
            found = await self._found(asked, limit)
        except Unusable as wrong:
            return str(wrong)
        self.entries.update((entry.id, entry) for entry in found)
        self.attempts.append(
            RetrievalAttempt(
                attempt=self.given.attempt,
                instruction=asked,
                date_range=asked.date_range,
                entries_found=len(found),
            )
        )
        if not found:
            return "Nothing found."
        days = [entry.day for entry in found]
        cut = f" There are more; only the newest {limit} were read." if len(found) >= limit else ""
        return _fenced(f"{len(found)} records, {min(days)} to {max(days)}.{cut}")

    async def _found(self, asked: RetrievalInstruction, limit: int) -> list[Entry]:
        match asked.strategy:
            case "topic":
                known = self.given.vocabulary
                names = (*asked.topics, *(known.get(topic.lower(), topic) for topic in asked.topics))
                return await self.search.by_topics(tuple(dict.fromkeys(names)), asked.date_range, limit)
            case "keyword":
                return await self.search.by_keywords(asked.keywords, asked.date_range, limit)
            case "pattern":
                return await self.search.by_pattern(asked.pattern or "**", limit)
            case "date_range" | "nearest":
                if asked.date_range is None:
                    raise Unusable("Give start and end.")
                return await self.search.by_date_range(asked.date_range, limit)

    def with_floor(self, floor: RetrieverOutput) -> RetrieverOutput:
        """What code found, and what the tools found besides; the newest, where that is too much."""
        room = max(0, self.given.max_entries - len(floor.entries))
        known = {entry.id for entry in floor.entries}
        fresh = sorted((e for e in self.entries.values() if e.id not in known), key=_time, reverse=True)
        entries = sorted((*floor.entries, *fresh[:room]), key=_time, reverse=True)
        return floor.model_copy(
            update={
                "entries": tuple(entries),
                "attempts": (*floor.attempts, *self.attempts),
                "truncated": floor.truncated or len(fresh) > room,
            }
        )


def _time(entry: Entry) -> tuple[date, datetime, str]:
    return entry.day, entry.logged_at, entry.id


@dataclass(slots=True)
class Figuring:
    """The analyzer's tool: figures computed by code from the records at hand.

    Only from those: what an answer rests on is what was retrieved for it, and is checked against it.
    """

    given: AnalyzerInput
    known: AnalyzerOutput
    """What code had found before; its figures come first."""
    floor: Engine
    findings: list[Finding] = field(default_factory=list[Finding])

    async def figure(
        self,
        statistic: str,
        measure: str,
        quantity: str,
        start: str | None = None,
        end: str | None = None,
    ) -> str:
        """A number computed from the records: a statistic of a quantity of a measure, in days or ever."""
        try:
            request = self._request(statistic, measure, quantity, _span(start, end))
        except Unusable as wrong:
            return str(wrong)
        part = SubQuery(
            id=1,
            question=f"{statistic} {request.measure}",
            query_type=QueryType.SIMPLE,
            subjects=(request.measure,),
            figures=(request,),
            date_range=request.date_range,
        )
        computed = await self.floor.analyze(
            self.given.model_copy(update={"query": part.question, "sub_queries": (part,), "gaps": ()})
        )
        self.findings += computed.findings
        shown = shown_to(self.given, self.all)
        lines = [
            f"{slotted(found.claim, shown.sheet) or ''} [{', '.join(shown.refs_of(found))}]"
            for found in computed.findings
        ]
        new = [figure for found in computed.findings for figure in found.figures]
        lines += [shown.figure_line(figure) for figure in dict.fromkeys(new)]
        return _fenced("\n".join(lines) or "Nothing of it is among the records.")

    def _request(self, statistic: str, measure: str, quantity: str, span: DateRange | None) -> FigureRequest:
        chosen, of = statistic.strip().lower(), quantity.strip().lower()
        if chosen not in STATISTICS:
            raise Unusable(f"There is no statistic {statistic[:40]!r}; there are: {', '.join(STATISTICS)}.")
        if of not in _QUANTITIES:
            raise Unusable(f"There is no quantity {quantity[:40]!r}; there are: {', '.join(_QUANTITIES)}.")
        name = _words([measure], "measure")[0]
        known = self.given.domain_context.vocabulary.get(name.lower(), name)
        return FigureRequest.model_validate(
            {"statistic": chosen, "measure": known, "quantity": of, "date_range": span}
        )

    @property
    def all(self) -> AnalyzerOutput:
        """What code found before and since, so that every reference that was shown means something."""
        return self.known.model_copy(update={"findings": (*self.known.findings, *self.findings)})


@dataclass(frozen=True, slots=True)
class Overview:
    """The planner's tools: what exists, so that it searches where something is."""

    shelf: Shelf

    async def calendar(self, domain: str = "") -> str:
        """How many records there are per domain and month; of one domain, where it is named."""
        counts = await self.shelf.calendar()
        wanted = domain.strip().lower()
        domains = tuple(dict.fromkeys(count.domain for count in counts))
        if wanted and wanted not in domains:
            return f"Nothing is logged in {wanted[:40]!r}; there is: {', '.join(domains) or 'nothing'}."
        lines = [
            f"{count.month} {count.domain}: {count.entries}"
            for count in counts
            if not wanted or count.domain == wanted
        ]
        return _fenced("\n".join(lines)) if lines else "Nothing has been logged yet."

    async def names(self) -> str:
        """Everything that was ever logged by name, the most frequent first."""
        lines = [f"{name.name} ({name.domain}): {name.entries}" for name in await self.shelf.logged()]
        return _fenced("\n".join(lines)) if lines else "Nothing has been logged yet."


def tools(*functions: Callable[..., Awaitable[str]]) -> list[Tool[None]]:
    """As a model is offered them: name, arguments and description are the function's own."""
    from pydantic_ai import Tool  # noqa: PLC0415 - only with models

    return [Tool[None](function, takes_ctx=False) for function in functions]


def of_retriever(searching: Searching) -> list[Tool[None]]:
    """Storage operations."""
    return tools(
        searching.search_days, searching.search_words, searching.search_topics, searching.search_files
    )


def of_analyzer(figuring: Figuring) -> list[Tool[None]]:
    """Facts."""
    return tools(figuring.figure)


def of_planner(overview: Overview) -> list[Tool[None]]:
    """What exists."""
    return tools(overview.calendar, overview.names)
