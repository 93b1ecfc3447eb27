"""What agents are told and may look up: in order, of one person only, never an exception for a bad wish."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest

from agents.analyzer import AnalyzerInput
from agents.model.context.injectors import Injectors, built_in
from agents.model.context.shelf import Shelf
from agents.model.context.stored_shelf import StoredShelf
from agents.model.context.tools import Figuring, Overview, Searching, of_analyzer, of_planner, of_retriever
from agents.model.settings import Player
from agents.offline.engine import OfflineEngine
from agents.profile import Profile
from agents.retriever import RetrieverInput, RetrieverOutput
from agents.session import Session
from bot.core import utc_now
from domains.registry import load
from evals.diary import entry
from storage.entities import ContextVersion
from storage.stores import Stores
from tests.driver.storing import save_entry

ME, OTHER = 7, 8
TODAY = utc_now().date()


@dataclass(frozen=True)
class Note:
    """An injector of a test; `says` None: it fails."""

    name: str
    says: str | None
    priority: int = 50
    agents: frozenset[Player] = frozenset({"planner"})

    async def get_context(self, session: Session, shelf: Shelf) -> str | None:
        if self.says is None:
            raise ValueError("a broken injector")
        return self.says


def session(user: int = ME) -> Session:
    return Session(turn_id="t", user_id=user, chat_id=user, sent_at=utc_now())


@pytest.fixture
async def db(tmp_path: Path) -> AsyncGenerator[Stores]:
    """Two people's benches; only one of them runs."""
    opened = await Stores.open(tmp_path)
    for number, user in enumerate((ME, OTHER)):
        bench = entry(number, TODAY, f"bench of {user}", ("bench press weight=100kg reps=5",), user)
        await save_entry(opened.entries, bench)
    await save_entry(opened.entries, entry(9, TODAY, "secret run", ("run distance=5km",), OTHER))
    yield opened
    await opened.close()


@pytest.fixture
def shelf(db: Stores) -> StoredShelf:
    return StoredShelf(db, session(), timedelta(hours=1))


async def test_injectors_speak_in_order_and_a_broken_one_is_left_out(
    shelf: StoredShelf, caplog: pytest.LogCaptureFixture
) -> None:
    injectors = Injectors([Note("late", "last", 90), Note("broken", None), Note("early", "first", 10)])
    injectors.register(Note("other", "for the parser", agents=frozenset({"parser"})))
    injectors.register(Note("late", "replaced", 90))

    assert await injectors.collect(["planner"], session(), shelf) == "first\n\nreplaced"
    assert "broken" in caplog.text


async def test_what_a_planner_is_told_is_the_persons_own(shelf: StoredShelf) -> None:
    memory = ContextVersion(user_id=ME, version=1, content="- goal: 120 kg", at=utc_now())
    await shelf.db.contexts.save_context(memory)
    told = await built_in(5).collect(["planner"], session(), shelf)

    assert "bench press (1)" in told
    assert f"{TODAY:%Y-%m}: 1" in told
    assert "120 kg" in told
    assert "run" not in told


async def test_searches_find_ones_own_and_say_how_much(shelf: StoredShelf) -> None:
    given = RetrieverInput(instructions=(), vocabulary={"bp": "bench press"}, today=TODAY)
    searching = Searching(shelf.search, given)

    assert "1 records" in await searching.search_topics(["bp"])
    assert "1 records" in await searching.search_days(str(TODAY), str(TODAY))
    assert "Nothing" in await searching.search_words(["secret"])
    assert "1 records" in await searching.search_files("**")
    found = searching.with_floor(RetrieverOutput(entries=(), attempts=()))
    assert [one.user_id for one in found.entries] == [ME]
    assert [attempt.entries_found for attempt in found.attempts] == [1, 1, 0, 1]


async def test_what_means_nothing_is_answered_with_a_sentence(shelf: StoredShelf) -> None:
    searching = Searching(shelf.search, RetrieverInput(instructions=(), vocabulary={}, today=TODAY))

    assert "YYYY-MM-DD" in await searching.search_days("last week", "today")
    assert "before start" in await searching.search_days("2026-11-09", "2026-11-01")
    assert "Give both" in await searching.search_words(["x"], "2026-11-01")
    assert "empty" in await searching.search_topics([" "])
    assert searching.attempts == []
    assert "Nothing is logged in 'running'" in await Overview(shelf).calendar("running")


async def test_figures_are_computed_by_code_and_can_be_referred_to(shelf: StoredShelf) -> None:
    floor, context = OfflineEngine(), load().combine(("strength",))
    entries = await shelf.search.by_topics(("bench press",), None, 10)
    given = AnalyzerInput(
        query="how strong am I?",
        sub_queries=(),
        now=utc_now(),
        profile=Profile(user_id=ME),
        entries=tuple(entries),
        domain_context=context,
    )
    figuring = Figuring(given, await floor.analyze(given), floor)
    told = await figuring.figure("record", "bench", "weight")

    assert "100 kg" in told
    assert "F1" in told
    assert figuring.all.findings[-1].figures[0].value == 100
    assert "There is no statistic" in await figuring.figure("mode", "bench", "weight")
    assert "There is no quantity" in await figuring.figure("max", "bench", "joy")


async def test_no_tool_takes_a_user(shelf: StoredShelf) -> None:
    given = RetrieverInput(instructions=(), vocabulary={}, today=TODAY)
    floor = OfflineEngine()
    asked = AnalyzerInput(
        query="", sub_queries=(), now=utc_now(),
        profile=Profile(user_id=ME), entries=(), domain_context=load().combine(()),
    )  # fmt: skip
    tools = [
        *of_retriever(Searching(shelf.search, given)),
        *of_planner(Overview(shelf)),
        *of_analyzer(Figuring(asked, await floor.analyze(asked), floor)),
    ]
    arguments = {name for tool in tools for name in tool.function_schema.json_schema["properties"]}

    assert len(tools) == 7
    assert not {name for name in arguments if "user" in name or "id" in name}
    assert all(tool.description for tool in tools)
