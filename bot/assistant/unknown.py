"""Questions for nobody in particular: what the diary has no word for is looked up in the notes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from agents.handover import Handover, Part
from agents.language.text import plain
from agents.notes import asking
from agents.offline.nearest import Term, terms_of
from agents.offline.questions.annotated import Known
from agents.offline.questions.reader import read_question
from agents.specialists.catalogue.notes import NotesQuery
from agents.specialists.staff import NOTES
from agents.tools.catalogue.notion_search import NoteFound, notion_search
from bot.people.state import BotState

if TYPE_CHECKING:  # it is made only where something is asked
    from agents.specialists.specialist import Heard
    from bot.assistant.carrying import Errand

_PAGES, _QUOTED = 3, 200


def opens(text: str, language: str) -> bool:
    """Whether a message may be such a question: one look."""
    return len(text) <= _QUOTED and asking.opens(text, language)


async def in_notes(said: Heard, errand: Errand) -> Handover | None:
    """The notes, where one page of the first has all words that the diary does not know.

    The diary answers beside them where an entry has the words, too.
    """
    wanted = _unknown(said, errand.state)
    if not wanted:
        return None
    seat = await errand.seat(errand.staff.named(NOTES))
    asked = {"query": said.text, "max_results": _PAGES}
    result = await seat.call(notion_search, asked)
    found = result.value.found if result.value is not None else ()
    if not any(_has_all(_told(one), wanted) for one in found):
        return None
    query = NotesQuery(user_question=said.text, loose=True, max_pages_to_analyze=1)
    request = query.model_dump(mode="json", exclude_defaults=True)
    also = await _is_in_the_diary(wanted, errand)
    return Handover(
        parts=(Part(specialist=NOTES, words=said.text, request=request),), rest=said.text if also else ""
    )


def _unknown(said: Heard, state: BotState) -> Sequence[Term]:
    """The words that alone say what a question is about, where no name and no figure of the diary does."""
    domains = [one.vocabulary for one in state.services.registry.domains.values()]
    parts = read_question(said.text, Known(said.now, domains, order=said.order, language=said.language)).parts
    part = parts[0]
    if len(parts) != 1 or not part.keywords or part.periods or part.has("FOLLOWS", "PRONOUN"):
        return ()
    wanted = terms_of(said.text)
    return wanted if len(wanted) > 1 or not part.has("HAVE_I") else ()  # "when did I change gyms?"


def _told(found: NoteFound) -> str:
    return plain(f"{found.path} {found.title} {found.heading} {found.quote}")


def _has_all(text: str, wanted: Iterable[Term]) -> bool:
    return all(any(form in text for form in one.forms) for one in wanted)


async def _is_in_the_diary(wanted: Iterable[Term], errand: Errand) -> bool:
    """Whether an entry has one of the words."""
    words = [form for one in wanted for form in one.forms]
    search = errand.state.db.search
    return bool(await search.search_entries(errand.incoming.user_id, words, limit=1))
