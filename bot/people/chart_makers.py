"""Whose charts the tool makes: everybody's own."""

from __future__ import annotations

import asyncio
from datetime import datetime

from agents.charts.chart import Chart, ChartMaker, ChartsOf, NoChart
from agents.work import Services


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
