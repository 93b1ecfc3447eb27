"""Inline mode: `@bot bench` in any chat shows one's own last sets, to oneself until one is tapped."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import groupby

from telegram import InlineQuery, InlineQueryResultArticle, InputTextMessageContent
from telegram.constants import ParseMode
from telegram.error import BadRequest

from agents.vocabulary import own_terms
from bot.people.state import BotState
from bot.replies.measures import line
from bot.texts import Html, Wording
from bot.texts.html import escape, plain
from storage.entities import DateRange, Measure

logger = logging.getLogger(__name__)

_LONGEST_QUERY = 60
_MOST_NAMES = 8
_MOST_DAYS = 5
_MOST_LINES = 12
_LONGEST_TITLE = 60
_LONGEST_DESCRIPTION = 120
_LATELY = timedelta(days=120)
"""Most often the last days are here; what was not done for so long is looked for in all years."""


@dataclass(frozen=True, slots=True)
class Found:
    """What was done of one thing on one day."""

    name: str
    day: date
    measures: tuple[Measure, ...]


@dataclass(frozen=True, slots=True)
class Inline:
    """Answers what is typed behind the bot's name. Nothing of it is kept, and nobody else's log is read."""

    state: BotState

    async def answer(self, query: InlineQuery) -> None:
        """For the one who types alone, never from a cache."""
        asker = query.from_user.id
        found: list[Found] = []
        if self.state.access.allows(asker, asker):
            found = await self.found(asker, " ".join(query.query.split())[:_LONGEST_QUERY].casefold())
        profile = await self.state.profile(asker)
        say = await self.state.wording(asker)
        today = profile.local(self.state.now()).date()
        results = [_article(str(number), each, say, today) for number, each in enumerate(found)]
        try:
            await query.answer(results, cache_time=0, is_personal=True)
        except BadRequest as error:  # who types on does not wait for an answer
            logger.info("an inline query was not answered: %s", error.message)

    async def found(self, user_id: int, typed: str) -> list[Found]:
        """The last days of one thing, or the last day of each that it may become."""
        logged = [each.name for each in await self.state.db.measures.logged_measures(user_id)]
        names = await self._named(user_id, typed, list(dict.fromkeys(logged)))
        days = _MOST_DAYS if len(names) == 1 else 1
        return [found for name in names for found in await self._last(user_id, name, days)]

    async def _named(self, user_id: int, typed: str, logged: Sequence[str]) -> list[str]:
        if not typed:
            return list(logged[:_MOST_NAMES])
        memory = await self.state.db.contexts.context(user_id)
        own = own_terms(memory.content) if memory is not None else {}
        terms = {**self.state.services.registry.terms, **own}
        meant = terms.get(typed, typed)
        return [meant] if meant in logged else _beginning(typed, logged, terms)[:_MOST_NAMES]

    async def _last(self, user_id: int, name: str, days: int) -> list[Found]:
        today = self.state.now().date()
        lately = DateRange(start=today - _LATELY, end=today + timedelta(days=1))
        measures = self.state.db.measures.measures
        rows = await measures(user_id, [name], lately) or await measures(user_id, [name])
        by_day = [(day, tuple(rows)) for day, rows in groupby(rows, key=lambda row: row.measure.day)]
        return [
            Found(name, day, _alike([row.measure for row in of_day]))
            for day, of_day in by_day[: -days - 1 : -1]
        ]


def _beginning(typed: str, logged: Sequence[str], terms: Mapping[str, str]) -> list[str]:
    """Names that begin so, or of which another word does; in the order of how often they are logged."""
    meant = {name for term, name in terms.items() if term.startswith(typed)}
    return [name for name in logged if name in meant or any(word.startswith(typed) for word in name.split())]


def _alike(measures: Sequence[Measure]) -> tuple[Measure, ...]:
    """Sets that are alike and follow each other in one."""
    groups = (
        list(alike) for _, alike in groupby(measures, key=lambda one: one.model_copy(update={"sets": 1}))
    )
    return tuple(alike[0].model_copy(update={"sets": len(alike)}) for alike in groups)


def _article(number: str, found: Found, say: Wording, today: date) -> InlineQueryResultArticle:
    lines = [told for measure in found.measures if (told := line(measure, say))]
    title = f"{say.measure(found.name)} · {say.day(found.day, today)}"
    shown = [
        Html(f"<b>{escape(title)}</b>"),
        *lines[:_MOST_LINES],
        *([Html("…")] if lines[_MOST_LINES:] else []),
    ]
    return InlineQueryResultArticle(
        number,
        title[:_LONGEST_TITLE],
        InputTextMessageContent("\n".join(shown), parse_mode=ParseMode.HTML),
        description=plain(Html(", ".join(lines)))[:_LONGEST_DESCRIPTION],
    )
