"""The notes specialist: it sees the person's notes and nothing else."""

from __future__ import annotations

from datetime import date
from typing import Any

from pydantic import Field

from agents.language.days.dates import find_periods
from agents.language.text import plain
from agents.notes import asking
from agents.notes.asking import NotesWords, Scope
from agents.specialists.specialist import Heard, Passage, Query, Seat, Standing, Told
from agents.tools.catalogue.notes import NoteFound, nearest_notes, notes_overview, notion_search
from agents.tools.result import Outcome, ToolResult

_PAGES: dict[Scope, int] = {"precise": 1, "exploratory": 3, "comprehensive": 5}


class NotesQuery(Query):
    """A question to the notes, by what is meant rather than by keywords."""

    search_scope: Scope = "exploratory"
    time_context: str = Field(default="", description="days that it is about, in words")
    max_pages_to_analyze: int = Field(default=3, ge=1, le=10, description="pages that are read for it")
    whole: bool = Field(default=False, description="asks what notes there are, about nothing in particular")


class Notes(Standing):
    """Quotes the pages found; with a model and `notes.intelligence` it answers from them."""

    name = "notes"
    description = "what stands in the person's own notes and documents (Notion, Markdown folders)"
    priority = 20
    request = NotesQuery
    tools = (notion_search, notes_overview, nearest_notes)

    def may_hear(self, said: Heard) -> bool:
        """Notes are named in every message that asks them."""
        named = asking.speech(said.language).named.search(plain(said.text)) is not None
        return named or (said.is_configured(self.name) and asking.may_name_document(said.text, said.language))

    def heard(self, said: Heard) -> NotesQuery | None:
        """Also where no notes are connected: then it says how to connect some."""
        if asking.asks_for_all(said.text, said.language):
            return NotesQuery(user_question=said.text, whole=True)
        topic = asking.asked(said.text, said.language)
        if topic is not None:
            days = _days_beside(topic, said)
            return NotesQuery(
                user_question=topic, context_hint=said.text[:4000], time_context=days,
                search_scope=asking.scope_of(said.text, said.language),
            )  # fmt: skip
        named = asking.asks_document(said.text, said.language) if said.is_configured(self.name) else None
        return None if named is None else NotesQuery(user_question=named, loose=True)

    def goes_on(self, said: Heard, last: NotesQuery) -> NotesQuery | None:
        """The same about something else."""
        return NotesQuery(user_question=said.text, search_scope=last.search_scope)

    async def answer(self, asked: NotesQuery, seat: Seat) -> Told:
        """From the pages by a model, else up to `max_pages_to_analyze` of them quoted."""
        if asked.whole:
            return await _all(seat)
        if "search_scope" not in asked.model_fields_set:
            scope = asking.scope_of(asked.user_question, seat.context.language)
            asked = asked.model_copy(update={"search_scope": scope})
        wanted = seat.intelligence
        if seat.models is not None and wanted is not None and wanted.enabled:
            from agents.specialists.notes_answer import answered  # noqa: PLC0415 - only with models

            return await answered(asked, seat, wanted)
        words = asking.speech(seat.context.language).words
        question = " ".join(filter(None, (asked.user_question, asked.time_context)))[:1000]
        most = _PAGES[asked.search_scope]
        if "max_pages_to_analyze" in asked.model_fields_set:
            most = min(asked.max_pages_to_analyze, most)
        result = await seat.call(notion_search, {"query": question, "max_results": most})
        if result.value is None:
            return Told(text=trouble(result, words))
        if not result.value.found:
            return Told(text=words.nothing.format(topic=asked.user_question))
        return Told(text=words.head, passages=tuple(_passage(one) for one in result.value.found))


def _days_beside(topic: str, said: Heard) -> str:
    """The days that a message names beside what it looks for, in its words."""
    text = plain(said.text)
    named = (text[one.start : one.end] for one in find_periods(text, said.now, said.order))
    return ", ".join(one for one in named if one not in topic)


async def _all(seat: Seat) -> Told:
    """What there is."""
    words = asking.speech(seat.context.language).words
    result = await seat.call(notes_overview, {})
    if result.value is None or not result.value.workspaces:
        return Told(text=words.none if result.value is not None else trouble(result, words))
    lines = [
        words.holds.format(
            name=one.name, pages=one.page_count, topics=f" ({', '.join(one.topics)})" if one.topics else ""
        )
        for one in result.value.workspaces
    ]
    return Told(text="\n".join([*lines, words.go_on]))


def trouble(result: ToolResult[Any], words: NotesWords) -> str:
    """Why nothing was searched."""
    if result.outcome is Outcome.NOT_CONFIGURED:
        return words.none
    why = "" if result.outcome is Outcome.FAILED else result.detail
    return words.down.format(why=why or result.outcome.value)


def _passage(found: NoteFound) -> Passage:
    where = found.path if found.path != found.title else ""
    day = date.fromisoformat(found.day)
    return Passage(
        text=found.quote, day=day, title=found.title, where=where, url=found.url, page_id=found.page_id
    )


specialist = Notes()
