"""Charts by HTTP: asked for by command or in words, fetched as a picture, by their person alone."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.driver.harness import TestClock
from tests.web.calling import ALEXS, Caller, calling, client_of, problem

PNG = b"\x89PNG\r\n\x1a\n"


@pytest.mark.parametrize("asked", ["/chart bench", "show me a chart of my bench", "bench graph"])
async def test_a_chart_is_fetched_where_its_answer_says(tmp_path: Path, asked: str):
    clock = TestClock()
    clock.set(datetime(2026, 11, 2, 12, tzinfo=UTC))
    async with calling(tmp_path, clock=clock) as (bot, you):
        for load in (80, 82.5, 85, 87.5):
            assert (await you.say(f"bench {load} kg 5x5")).chart is None
            clock.advance(days=4)
        answer = await you.say(asked, key="once")
        assert "bench press" in answer.text
        assert answer.chart is not None
        assert "Bench press" in answer.chart.alt
        assert not answer.entries, "nothing was stored or changed"
        picture = await you.send("GET", answer.chart.href)
        assert (picture.status_code, picture.headers["content-type"]) == (200, "image/png")
        assert picture.content.startswith(PNG)
        assert await you.say(asked, key="once") == answer
        problem(await Caller(you.http, ALEXS).send("GET", answer.chart.href), 404)
        log = await you.say("/today")
        problem(await you.send("GET", f"/input/{log.id}/chart.png"), 404)
        await bot.restart()
        async with client_of(bot) as client:
            again = await Caller(client).send("GET", answer.chart.href)
            assert again.content == picture.content
