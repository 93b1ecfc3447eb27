"""A question to notes answered by a model, as far as it holds against the pages; else they are quoted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from pydantic import JsonValue

from agents.notes.asking import NotesWords, speech
from agents.notes.intelligence.asks import Question
from agents.notes.intelligence.forms import (
    Citation,
    NoteFound,
    NoteRead,
    NotesAnswer,
    RankedResult,
    SynthesizedAnswer,
)
from agents.notes.intelligence.pipeline import NotesIntelligence
from agents.notes.settings import Intelligence
from agents.notes.source import NotesError
from agents.session import current
from agents.specialists.catalogue.notes import NotesQuery, trouble
from agents.specialists.specialist import Passage, Seat, Told
from agents.tools.catalogue.notes import NotesFound, notion_search
from agents.tools.result import ToolResult

_MOST = 10
_UNSURE = 0.4
"""Of the model's confidence; below it the answer says so."""
_QUERY = 1000
_CALLS = 3
"""For one message, with the one in which a model handed it on."""


class _SearchError(NotesError):
    """The search could not be made; `result` says why."""

    def __init__(self, result: ToolResult[NotesFound]) -> None:
        super().__init__(result.detail)
        self.result = result


@dataclass(frozen=True, slots=True)
class _Pages:
    """The person's pages, reached by the one tool: every search and every page read is a call of it."""

    seat: Seat

    async def search(self, query: str, most: int) -> Sequence[NoteFound]:
        """Raises _SearchError."""
        arguments: dict[str, JsonValue] = {"query": query[:_QUERY], "max_results": min(most, _MOST)}
        result = await self.seat.call(notion_search, arguments)
        if result.value is None:
            raise _SearchError(result)
        return result.value.found

    async def read(self, page_id: str) -> NoteRead | None:
        """None: it is gone, or can't be read."""
        result = await self.seat.call(notion_search, {"page_id": page_id})
        return None if result.value is None else result.value.page


async def answered(asked: NotesQuery, seat: Seat, wanted: Intelligence) -> Told:
    """At most three calls. Trouble is an answer."""
    words = speech(seat.context.language).words
    overview = "" if seat.injected is None else await seat.injected("notes_search")
    session = current()
    left = max(1, _CALLS - (session.calls if session is not None else 0))
    engine = NotesIntelligence(wanted, seat, seat.prompt_tokens, overview, left)
    hint = "\n".join(filter(None, (*seat.context.conversation, asked.context_hint)))
    question = Question(
        asked.user_question, seat.now, seat.profile, hint, asked.search_scope, asked.time_context
    )
    most = asked.max_pages_to_analyze if "max_pages_to_analyze" in asked.model_fields_set else None
    try:
        told = await engine.answer(question, _Pages(seat), most)
    except _SearchError as failed:
        return Told(text=trouble(failed.result, words))
    if not told.found:
        return Told(text=words.nothing.format(topic=asked.user_question))
    if told.answer is None:
        return _quoted(told, words, most or wanted.fetch_top_n)
    return Told(
        text="\n\n".join(_lines(told, told.answer, words)),
        passages=tuple(_passage(one, one.quote) for one in told.answer.citations),
        follow_ups=told.answer.follow_up_suggestions,
    )


def _lines(told: NotesAnswer, answer: SynthesizedAnswer, words: NotesWords) -> list[str]:
    said = answer.answer if answer.confidence >= _UNSURE else f"{words.unsure} {answer.answer}"
    gaps = [words.gaps.format(gaps=answer.gaps_identified)] if answer.gaps_identified else []
    return [*_stale(told, words), said, *gaps]


def _quoted(told: NotesAnswer, words: NotesWords, most: int) -> Told:
    """What was found, in its own words."""
    head = [*_stale(told, words), words.refused if told.refused else words.head]
    passages = tuple(_passage(one, one.quotes[0]) for one in told.found[:most])
    return Told(text="\n\n".join(head), passages=passages)


def _stale(told: NotesAnswer, words: NotesWords) -> list[str]:
    """Which sources did not answer."""
    down = dict.fromkeys(one.workspace for one in told.found if not one.is_live)
    return [words.stale.format(sources=", ".join(down))] if down else []


def _passage(page: RankedResult | Citation, quote: str) -> Passage:
    where = page.path if page.path != page.title else ""
    return Passage(
        text=quote,
        day=date.fromisoformat(page.day),
        title=page.title,
        where=where,
        url=page.url,
        page_id=page.page_id,
    )
