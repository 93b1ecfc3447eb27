"""What tools work on: everybody's own diary. Charts and reports are loaded with the first of them."""

from __future__ import annotations

import asyncio
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from agents.charts.chart import Chart, ChartMaker, ChartsOf, NoChart
from agents.goals.book import GoalBook, GoalsOf
from agents.gym.book import GymBook
from agents.gym.programmed import Programmed
from agents.offline.parser import parse
from agents.offline.safety import hurting
from agents.reports.reviewer import Reviewer, ReviewersOf
from agents.work import Services
from bot.people.job_results import job_results

if TYPE_CHECKING:
    from agents.assistant import Sources
    from agents.changes.items import Item
    from agents.offline.reviewing.service import Reviewing
    from agents.reports.part import Part
    from storage.entities import DateRange


def sources(services: Services, data_dir: Path) -> Sources:
    """Of everybody's diary. `data_dir`: where what jobs delivered lies."""
    from agents.assistant import Sources, diaries  # noqa: PLC0415 - all tools, where only one is wanted

    gym = services.gym
    return Sources(
        diary=diaries(services),
        goals=goal_books(services),
        charts=chart_makers(services),
        gym=lambda user_id: None if gym is None else gym_book(services, gym, user_id),
        results=job_results(services.db, data_dir),
    )


def goal_books(services: Services) -> GoalsOf:
    """Read by the parser of logs."""
    return lambda user_id: GoalBook(services, user_id, parse)


def gym_book(services: Services, gym: Programmed, user_id: int) -> GymBook:
    """One person's, with what hurts as it was logged."""
    return GymBook(services, gym, user_id, hurting)


def chart_makers(services: Services) -> ChartsOf:
    """Of everybody's diary; what makes them is loaded with the first one."""

    def of(user_id: int) -> ChartMaker:
        async def wished(text: str, now: datetime) -> Chart | NoChart:
            charting = (await asyncio.to_thread(_loaded))(services)
            return await charting.wished(text, user_id, now)

        return ChartMaker(wished)

    return of


def _loaded():
    from agents.offline.charts.service import Charting  # noqa: PLC0415 - a bot that draws nothing skips it

    return Charting


def reviewers(services: Services) -> ReviewersOf:
    """Of everybody's diary; what reads it is loaded with the first report."""

    @cache
    def loaded() -> Reviewing:
        from agents.offline.reviewing.service import Reviewing  # noqa: PLC0415 - a bot without reports skips it

        return Reviewing(services)

    def of(user_id: int) -> Reviewer:
        async def part(
            name: str, span: DateRange, now: datetime, language: str, without: frozenset[str]
        ) -> Part | None:
            return await (await asyncio.to_thread(loaded)).part(user_id, name, span, now, language, without)

        async def flaws(span: DateRange, now: datetime, language: str) -> tuple[Part, list[Item]]:
            return await (await asyncio.to_thread(loaded)).flaws(user_id, span, now, language)

        return Reviewer(part, flaws)

    return of
