"""Whose diary a report is of: everybody's own."""

from __future__ import annotations

import asyncio
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING

from agents.reports.reviewer import Reviewer, ReviewersOf
from agents.work import Services

if TYPE_CHECKING:
    from agents.changes.items import Item
    from agents.offline.reviewing.service import Reviewing
    from agents.reports.part import Part
    from storage.entities import DateRange


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
