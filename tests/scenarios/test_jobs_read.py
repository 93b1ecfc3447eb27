"""A delivered review as the person reads it: their language throughout, nothing that says nothing."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from html import unescape
from pathlib import Path

import pytest
from pydantic_ai import models

from agents.charts.studio import Studio
from tests.driver.harness import RunningBot, TestClock, running_bot
from tests.driver.person import Person
from tests.models.server import ModelServer
from tests.models.test_jobs import LOOK_BACK, Call, done, plan
from tests.scenarios.test_jobs import PROFILE, delivered, read
from tests.scenarios.test_jobs_by_models import playing

TODAY = datetime(2026, 11, 21, 18, tzinfo=UTC)
ENGLISH = {
    6: ("bench 80kg 5x5", "slept 7h", "plank 60s x3"), 5: ("mood 6/10",), 4: ("weight 82kg", "plank 70s x3"),
    3: ("mood 7/10",), 2: ("shoulder hurts", "plank 75s x3", "yoga 45 min"), 1: ("weight 81kg",),
    0: ("bench 85kg 5x5", "plank 80s x3"),
}  # fmt: skip
KOREAN = {
    6: ("벤치 80kg 5x5", "7시간 잤다"), 4: ("체중 82kg", "6시간 잤다"), 3: ("벤치 82.5kg 5x5",),
    2: ("어깨가 아프다", "체중 81kg"), 0: ("벤치 85kg 5x5",),
}  # fmt: skip
"""What was texted, by how many days ago."""


@pytest.fixture(autouse=True)
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    async def drawn(_self: Studio, _spec: str) -> bytes:
        return b"\x89PNG"

    monkeypatch.setattr(Studio, "draw", drawn)


async def kept(you: Person, clock: TestClock, diary: dict[int, tuple[str, ...]]) -> None:
    for ago, texts in diary.items():
        clock.set(TODAY - timedelta(days=ago))
        for text in texts:
            await you.ask(text)


async def page_of(bot: RunningBot, you: Person, words: str) -> str:
    await you.ask(words)
    page, _ = await delivered(you)
    return (await read(bot, page)).partition("<body>")[2]


async def reviewed(bot: RunningBot, you: Person, words: str) -> tuple[str, str]:
    """What the report says, and where its numbers come from, as plain text."""
    text = unescape(re.sub(r"<[^>]+>", "", await page_of(bot, you, words)))
    said, _, sources = text.partition("Where each number" if words.isascii() else "각 수의 근거")
    return said, sources


async def test_a_review_says_nothing_empty_and_names_what_it_leaves_out(tmp_path: Path) -> None:
    clock = TestClock()
    clock.set(TODAY - timedelta(days=7))
    async with running_bot(tmp_path, clock=clock, profile=PROFILE) as (bot, you):
        await kept(you, clock, ENGLISH)
        said, sources = await reviewed(bot, you, "/job review everything")
        alone, _ = await reviewed(bot, you, "/job review today")
    assert "Days trained" in said
    for nothing in ("0 days", "in a row", "nothing logged", "A week", "Monday", "No long break"):
        assert nothing not in said  # an entry on each of seven days, and none of training behind another
    assert "Logged on few days or without a figure: Mood 2 days, Pain 1 day, Yoga 1 day." in said
    assert "By time a day: 3 min on Sun 15 Nov, 4 min on Sat 21 Nov." in said
    assert "\n1:20: Sat 21 Nov" in sources  # the longest set and the whole day are two numbers
    assert "\n4 min: Sat 21 Nov" in sources
    assert "First 82 kg on Tue 17 Nov, last 81 kg on Fri 20 Nov." in said
    assert "Sat 21 Nov. Entries: 2." in alone
    assert "1 days" not in alone


async def test_a_review_of_more_than_a_year_goes_by_years_and_says_so(tmp_path: Path) -> None:
    clock = TestClock()
    clock.set(TODAY - timedelta(days=500))
    async with running_bot(tmp_path, clock=clock, profile=PROFILE) as (bot, you):
        await kept(you, clock, {450: ("bench 80kg 5x5",), 40: ("bench 85kg 5x5",), 0: ("bench 90kg 5x5",)})
        said, _ = await reviewed(bot, you, "/job review everything")
        assert "Year by year" in said
        assert "Month by month" not in said
        said, _ = await reviewed(bot, you, "/job review the last 3 months")
        assert "Month by month" in said


async def test_a_korean_review_is_korean_in_each_sentence(tmp_path: Path) -> None:
    clock = TestClock()
    clock.set(TODAY - timedelta(days=7))
    async with running_bot(tmp_path, clock=clock, profile={**PROFILE, "language": "ko"}) as (bot, you):
        await kept(you, clock, KOREAN)
        said, sources = await reviewed(bot, you, "/job 전체 기간 돌아보기")
    assert "처음 7시간 (11월 15일(일)), 마지막 6시간 (11월 17일(화))." in said
    assert not re.findall(r"\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b|\d h\b", said)
    assert "\n6시간: 11월 17일(화)" in sources
    assert "통증 1일" in said


WRITTEN = "# 답\n\n- {F1}, {F1.day}\n\n3. 셋\n4. 넷\n\n```\n가 < 나: {F1}\n```\n"
BARE: dict[int, list[Call]] = {
    1: plan("찾기"),
    2: [
        ("compute_figure", {"measure": "bench press", "statistic": "max", "quantity": "weight"}),
        ("write_file", {"path": "artifacts/answer.md", "text": WRITTEN}),
        *done(1, 5),
    ],
    3: LOOK_BACK,
}


async def test_what_a_model_wrote_is_shown_as_it_was_meant_in_the_language_of_its_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(models, "ALLOW_MODEL_REQUESTS", True)
    clock = TestClock()
    clock.set(TODAY)
    async with ModelServer.running() as server:
        server.always("*", playing(BARE))
        section = server.llm_section()
        async with running_bot(tmp_path, clock=clock, profile=PROFILE, llm=section) as (bot, you):
            await you.ask("bench 85kg 5x5")
            page = await page_of(bot, you, "/job research 벤치 최고 기록은?")
    best, day = ('<a href="#s0">85 kg</a>', '<a href="#s0">11월 21일(토)</a>')
    assert f"<ul><li>{best}, {day}</li></ul>" in page
    assert '<ol start="3"><li>셋</li><li>넷</li></ol>' in page
    assert f"<pre>가 &lt; 나: {best}</pre>" in page
