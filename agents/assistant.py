"""The assistant's tools and whose sources they work on: the one place where the registry is put together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import TYPE_CHECKING

from agents.agenda.mine import CalendarReader, CalendarsOf, CalendarWriter
from agents.agenda.settings import CalendarAccount
from agents.charts.chart import ChartMaker, ChartsOf
from agents.goals.book import GoalBook, GoalsOf
from agents.gym.book import BooksOf, GymBook
from agents.limits import Limits
from agents.notes.settings import Intelligence
from agents.notes.shelf import NotesShelf
from agents.profile import Profile
from agents.reminders.book import ReminderBook
from agents.remote.connected import connected_tools
from agents.remote.servers import OwnServers, RemoteServers
from agents.retriever import RetrieverInput
from agents.specialists.staff import SERVICES, Staff
from agents.tools import catalogue
from agents.tools.catalogue.conversation import ResultsOf, Talk, no_results
from agents.tools.catalogue.diary import Diary
from agents.tools.registry import ToolRegistry, discovered
from agents.types import RetrievalInstruction
from agents.work import Services, UserSearch
from storage.entities import Entry
from storage.stores import Stores

if TYPE_CHECKING:  # only where models are configured
    from agents.model.calls.ask import Models
    from agents.specialists.specialist import Injected
    from agents.tools.catalogue.conversation import Summarized

ShelfOf = Callable[[int], NotesShelf | None]
"""A person's notes; None: they have none."""
DiaryOf = Callable[[int], Diary | None]
_NEAREST = 5
"""Entries that are quoted for a question."""


def _none(_: int) -> None:
    return None


@dataclass(frozen=True, slots=True)
class Sources:
    """Of everybody's own diary; what jobs delivered is found as if it had been said."""

    diary: DiaryOf = _none
    goals: GoalsOf = _none
    charts: ChartsOf = _none
    gym: BooksOf = _none
    results: ResultsOf = no_results


@dataclass(frozen=True, slots=True)
class Assistant:
    """What is asked for somebody."""

    tools: ToolRegistry
    calendars: CalendarsOf
    owners: Callable[[], Sequence[int]]
    notes: ShelfOf
    remotes: RemoteServers
    staff: Staff

    def writes_calendar(self, user_id: int) -> bool:
        """Whether events were perhaps written into a calendar of this person's."""
        return self.calendars.writer(user_id, self.owners()) is not None

    def has_calendar(self, user_id: int) -> bool:
        """Whether any is this person's."""
        owners = self.owners()
        return any(of(user_id, owners) is not None for of in (self.calendars.reader, self.calendars.writer))

    def has_notes(self, user_id: int) -> bool:
        """Whether any are this person's."""
        return self.notes(user_id) is not None

    async def close(self) -> None:
        """End what runs for it, and wait for rows that are still being written."""
        await self.remotes.close()
        await self.tools.close()


def build(
    db: Stores,
    owners: Callable[[], Sequence[int]],
    *,
    accounts: Sequence[CalendarAccount] = (),
    notes: ShelfOf = _none,
    remotes: RemoteServers | None = None,
    own: Sources = Sources(),
    limits: Limits | None = None,
    models: Models | None = None,
    intelligence: Intelligence | None = None,
    injected: Injected | None = None,
) -> Assistant:
    """For these sources; `owners` tells whose those are that name nobody. `models`: whom specialists ask."""
    limits = limits or Limits()
    calendars = CalendarsOf(accounts)
    remotes = remotes or RemoteServers((), owners)
    tools = ToolRegistry(db.tool_calls)
    tools.provide(CalendarReader, lambda user_id: calendars.reader(user_id, owners()))
    tools.provide(CalendarWriter, lambda user_id: calendars.writer(user_id, owners()))
    tools.provide(NotesShelf, notes)
    tools.provide(Diary, own.diary)
    tools.provide(OwnServers, remotes.of)
    tools.provide(GoalBook, own.goals)
    tools.provide(ReminderBook, lambda user_id: ReminderBook(db, user_id))
    tools.provide(ChartMaker, own.charts)
    tools.provide(GymBook, own.gym)
    summarized = _summarized(models, limits)
    tools.provide(Talk, lambda user_id: Talk(db.messages, user_id, summarized, own.results))
    tools.register(*discovered(catalogue))
    tools.join(lambda user_id: (connected_tools, *remotes.tools(user_id)))
    staff = Staff(
        tools,
        limits,
        models,
        described={SERVICES: remotes.about},
        intelligence=intelligence,
        injected=injected,
    )
    return Assistant(tools, calendars, owners, notes, remotes, staff)


def diaries(services: Services) -> DiaryOf:
    """Everybody's own diary."""

    @cache
    def names() -> dict[str, str]:
        return dict(services.registry.combine(tuple(services.registry.domains)).vocabulary)

    def of(user_id: int) -> Diary:
        async def memory() -> str:
            found = await services.db.contexts.context(user_id)
            return found.content if found is not None else ""

        async def profile() -> Profile:
            return await services.profile(user_id)

        search = UserSearch(services.db, user_id, services.meaning)

        async def nearest(question: str, today: date) -> list[Entry]:
            found = await services.engine.retrieve(
                RetrieverInput(
                    instructions=(
                        RetrievalInstruction(
                            strategy="nearest", question=question, by_meaning=True, widen=False
                        ),
                    ),
                    vocabulary=names(),
                    today=today,
                    max_entries=services.limits.max_entries,
                ),
                search,
            )
            known = {entry.id: entry for entry in found.entries}
            near = [one for attempt in found.attempts for one in attempt.nearest if one in known]
            return [known[one] for one in dict.fromkeys(near)][:_NEAREST]

        return Diary(search, profile, names(), memory, nearest)

    return of


def _summarized(models: Models | None, limits: Limits) -> Summarized | None:
    if models is None:
        return None
    from agents.specialists.summary import summarizer  # noqa: PLC0415 - only with models

    return summarizer(models, limits.calls.history)
