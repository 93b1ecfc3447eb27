"""The tools that write parts of a report: each person's own diary, read once, anew when it changed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from ulid import ULID

from agents.changes.items import TypoItem
from agents.reports.reviewer import Reviewer
from agents.tools.catalogue.reviews import find_flaws, review_part
from agents.tools.context import ToolContext
from agents.tools.registry import ToolRegistry
from agents.tools.result import Outcome
from bot.core import Core, open_core
from bot.people.sources import reviewers
from bot.settings import Settings
from storage.entities import Effects
from tests.agents.charts.diaries import LAST, NOW, half_a_year, me
from tests.agents.diary import entry, lift
from tests.agents.reports.test_review import SPAN, parts

ALL = {"since": SPAN.start.isoformat(), "until": SPAN.end.isoformat()}


@pytest.fixture
async def core(tmp_path: Path) -> AsyncIterator[Core]:
    settings = {"data_dir": tmp_path, "profile": {"weight_unit": "kg", "time_zone": "Europe/Berlin"}}
    made = await open_core(Settings.model_validate(settings), lambda: NOW)
    await made.db.turns.apply(Effects(entries=list(half_a_year())))
    yield made
    await made.aclose()


@pytest.fixture
async def tools(core: Core) -> AsyncIterator[ToolRegistry]:
    made = ToolRegistry(core.db.tool_calls)
    made.provide(Reviewer, reviewers(core.services))
    made.register(review_part, find_flaws)
    yield made
    await made.close()


async def test_a_part_is_what_the_function_makes(tools: ToolRegistry):
    for name in ("overview", "records", "courses"):
        result = await tools.call(review_part, {"name": name, **ALL}, ToolContext.of(me(), NOW))
        assert result.value == parts()[name]


async def test_what_is_logged_meanwhile_is_in_the_next_part(core: Core, tools: ToolRegistry):
    context = ToolContext.of(me(), NOW)
    before = (await tools.call(review_part, {"name": "records", **ALL}, context)).value
    new = entry(LAST, lift(LAST, 150, 1), name=str(ULID())).model_copy(update={"message_id": 1})
    await core.db.turns.apply(Effects(entries=[new]))
    after = (await tools.call(review_part, {"name": "records", **ALL}, context)).value
    assert before is not None
    assert after is not None
    assert 150 in {one.value for one in after.figures} - {one.value for one in before.figures}


async def test_nobody_sees_what_others_logged(tools: ToolRegistry):
    nobody = ToolContext.of(me().model_copy(update={"user_id": 99}), NOW)
    result = await tools.call(review_part, {"name": "overview", **ALL}, nobody)
    assert result.outcome is Outcome.NOT_FOUND
    flaws = await tools.call(find_flaws, ALL, nobody)
    assert flaws.value is not None
    assert flaws.value.changes == ()


async def test_flaws_come_with_the_changes_that_mend_them(core: Core, tools: ToolRegistry):
    slip = entry(LAST, lift(LAST, 1000, 5), name=str(ULID())).model_copy(update={"message_id": 1})
    await core.db.turns.apply(Effects(entries=[slip]))
    found = (await tools.call(find_flaws, ALL, ToolContext.of(me(), NOW))).value
    assert found is not None
    (change,) = found.changes
    assert isinstance(change, TypoItem)
    assert (change.entry_id, change.was, change.becomes) == (slip.id, 1000, 100)
    assert "| Bench press |" in found.text


async def test_days_the_wrong_way_round_are_refused(tools: ToolRegistry):
    turned = {"since": ALL["until"], "until": ALL["since"]}
    result = await tools.call(review_part, {"name": "overview", **turned}, ToolContext.of(me(), NOW))
    assert result.outcome is Outcome.INVALID
