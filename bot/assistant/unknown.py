"""Questions for nobody in particular: diary and notes are searched as one, by words and by meaning."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from agents.handover import Handover, Part
from agents.language.text import plain
from agents.notes import asking
from agents.offline.nearest import Term, terms_of
from agents.offline.questions.annotated import Known
from agents.offline.questions.reader import read_question
from agents.offline.questions.subjects import TRAINING
from agents.specialists.catalogue.notes import NotesQuery
from agents.specialists.staff import CALENDAR, MEMORY, NOTES
from agents.tools.catalogue.notes import NoteFound, nearest_notes, notion_search
from bot.people.state import BotState

if TYPE_CHECKING:  # it is made only where something is asked
    from agents.specialists.specialist import Heard
    from bot.assistant.carrying import Errand

_PAGES, _QUOTED, _SEVERAL = 3, 200, 2
_NO_FIGURE = (None, "list", "first", "last")
"""Statistics of a question that asks for no figure."""
_ELSEWHERE = (NOTES, CALENDAR, MEMORY)


def opens(text: str, language: str) -> bool:
    """Whether a message may be such a question: one look."""
    return len(text) <= _QUOTED and asking.opens(text, language)


async def looked_up(said: Heard, errand: Errand) -> Handover | None:
    """The diary and the notes searched as one, for what no date and no measure finds; None: the diary alone.

    A page counts that has all words which the diary does not know, or that surely means what is asked; the
    diary answers beside it where an entry does so, too.
    """
    asked = _open_question(said, errand.state)
    if asked is None:
        return None
    at = await _page_for(asked, said, errand)
    if at is None:
        return None
    query = NotesQuery(user_question=said.text, loose=True, max_pages_to_analyze=at + 1)
    request = query.model_dump(mode="json", exclude_defaults=True)
    also = asked.is_of_days or await _is_in_the_diary(asked, said, errand)
    return Handover(
        parts=(Part(specialist=NOTES, words=said.text, request=request),), rest=said.text if also else ""
    )


def elsewhere(errand: Errand) -> tuple[str, ...]:
    """Who else of those configured may know what the diary has no word for; nobody for any other question."""
    asked = _open_question(errand.said, errand.state)
    if asked is None or asked.is_of_days:
        return ()
    there = [one for one in _ELSEWHERE if errand.said.is_configured(one)]
    return tuple(there) if there != [MEMORY] else ()


@dataclass(frozen=True, slots=True)
class _Open:
    """A question that no date and no measure finds; `words` are those that the diary has no name for."""

    words: Sequence[Term]
    all_words: Sequence[Term]
    is_of_days: bool
    """It may ask for days of training after all."""


def _open_question(said: Heard, state: BotState) -> _Open | None:
    domains = [one.vocabulary for one in state.services.registry.domains.values()]
    parts = read_question(said.text, Known(said.now, domains, order=said.order, language=said.language))
    part = parts[0]
    of_days = part.has("ASKS_WHEN") and part.subjects == (TRAINING,)
    wanted = terms_of(said.text)
    named = part.quantity is not None or part.statistic not in _NO_FIGURE or len(wanted) < _SEVERAL
    is_open = bool(part.keywords) or part.aim == "why" or of_days or not named
    if len(parts) != 1 or not is_open or part.periods or part.has("FOLLOWS", "PRONOUN"):
        return None
    surely = (bool(part.keywords) or not named) and (
        len(wanted) > 1 or not part.has("HAVE_I")
    )  # "when did I change gyms?"
    return _Open(wanted if surely else (), wanted, is_of_days=of_days)


async def _page_for(asked: _Open, said: Heard, errand: Errand) -> int | None:
    """Which of the pages found says it."""
    seat = await errand.seat(errand.staff.named(NOTES))
    result = await seat.call(notion_search, {"query": said.text, "max_results": _PAGES})
    found = result.value.found if result.value is not None else ()
    told = (at for at, one in enumerate(found) if asked.words and _has_all(_told(one), asked.words))
    at = next(told, None)
    if at is not None or not found:
        return at
    near = await seat.call(nearest_notes, {"question": said.text})
    ids = near.value.page_ids if near.value is not None else ()
    return next((at for at, one in enumerate(found) if one.page_id in ids), None)


def _told(found: NoteFound) -> str:
    return plain(f"{found.path} {found.title} {found.heading} {found.quote}")


def _has_all(text: str, wanted: Iterable[Term]) -> bool:
    return all(any(form in text for form in one.forms) for one in wanted)


async def _is_in_the_diary(asked: _Open, said: Heard, errand: Errand) -> bool:
    """Whether an entry has one of the words, or surely means what is asked."""
    words = [form for one in asked.all_words for form in one.forms]
    services, user_id = errand.state.services, errand.incoming.user_id
    if words and await errand.state.db.search.search_entries(user_id, words, limit=1):
        return True
    return services.meaning is not None and bool(await services.meaning.nearest(user_id, said.text, 1))
