"""The tool that reads a chart: its data and caption, or why there is none; rows like every call."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import date
from pathlib import Path

import pytest

from agents.charts.chart import ChartMaker
from agents.tools.catalogue.read_chart import read_chart
from agents.tools.context import ToolContext
from agents.tools.registry import ToolRegistry
from agents.tools.result import Outcome
from bot.core import open_core
from bot.people.sources import chart_makers
from bot.settings import Settings
from storage.entities import Effects
from tests.agents.charts.diaries import LAST, NOW, drawn, half_a_year, me


@pytest.fixture
async def tools(tmp_path: Path) -> AsyncIterator[ToolRegistry]:
    core = await open_core(
        Settings.model_validate({"data_dir": tmp_path, "profile": {"weight_unit": "kg"}}), lambda: NOW
    )
    await core.db.turns.apply(Effects(entries=list(half_a_year())))
    made = ToolRegistry(core.db.tool_calls)
    made.provide(ChartMaker, chart_makers(core.services))
    made.register(read_chart)
    yield made
    await made.close()
    await core.aclose()


async def test_it_tells_what_the_picture_shows(tools: ToolRegistry) -> None:
    context = ToolContext.of(me(), NOW)
    told = (await tools.call(read_chart, {"of": "bench 3m"}, context)).value
    assert told is not None
    spec = drawn("bench 3m").spec
    assert [(one.day, one.value) for one in told.lines[0].values] == [
        (dot.day, round(dot.value, 4)) for dot in spec.lines[0].dots
    ]
    assert told.trend[-1] == (spec.band[-1].day, spec.band[-1].low, spec.band[-1].value, spec.band[-1].high)
    assert (told.unit, told.until) == ("kg", LAST)
    assert "is going up" in told.caption
    assert told.lines[0].values[0].entries
    weeks = (await tools.call(read_chart, {"of": "muscles"}, context)).value
    assert weeks is not None
    assert weeks.weeks[-1] == date(2026, 11, 16)


async def test_what_is_not_there_is_said(tools: ToolRegistry) -> None:
    context = ToolContext.of(me(), NOW)
    for of, says in (("rowing", "You have logged no rowing."), ("flurb", "No chart is known by this name")):
        result = await tools.call(read_chart, {"of": of}, context)
        assert result.outcome is Outcome.NOT_FOUND
        assert says in result.detail
    nobody = ToolContext.of(me().model_copy(update={"user_id": 99}), NOW)
    assert (await tools.call(read_chart, {"of": "bench"}, nobody)).outcome is Outcome.NOT_FOUND
