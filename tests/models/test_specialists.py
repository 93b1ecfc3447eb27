"""Parts of a message handed to specialists by a model: in the router's own call, each seeing its own data."""

# ruff: noqa: RUF001 - spans are written with a dash

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import AbstractAsyncContextManager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from agents.limits import CallLimits
from agents.model import router
from agents.model.context.prompts import prompt
from agents.offline.engine import OfflineEngine
from agents.profile import Profile
from agents.router import RouterInput
from agents.specialists.specialist import Passage
from bot.assistant.pages import Page
from bot.assistant.shown import passage
from bot.texts import wording
from domains.registry import load
from storage.entities import Message
from telegram_local.world import YOU_ID
from tests.driver.harness import RunningBot, TestClock, running_bot
from tests.driver.person import Person
from tests.driver.radicale import Radicale, radicale
from tests.driver.storing import save_message
from tests.models.answers import structured, tool_calls
from tests.models.product import QUICKLY
from tests.models.server import ModelServer
from tests.scenarios.test_remote_tools import garden, until_connected
from tests.scenarios.test_specialists import notes

NOW = datetime(2026, 11, 18, 14, 0, tzinfo=UTC)  # a Wednesday
QUICK = {"calls": QUICKLY}
PROFILE = {"time_zone": "Europe/Berlin", "weight_unit": "kg", "distance_unit": "km"}
GAP = "am I tied up come friday arvo, do you reckon"
SAID = ("the canaryofthechat mattress is soft", "the mattress again, canaryofthechat")
LOOK = tool_calls(("garden_look", {"plant": "fern"}))
READS = {"title": "", "first_day": "2026-11-20", "at": None, "does": "free"}


@pytest.fixture
async def calendar(tmp_path: Path) -> AsyncGenerator[Radicale]:
    async with radicale(tmp_path / "radicale") as running:
        running.make("training")
        running.put("training", "a1", "SUMMARY:Canary lunch", "DTSTART:20261120T110000Z", "DURATION:PT1H")
        yield running


@pytest.fixture
def clock() -> TestClock:
    clock = TestClock()
    clock.set(NOW)
    return clock


def assisted(
    tmp_path: Path,
    clock: TestClock,
    server: ModelServer,
    calendar: Radicale,
    found: dict[str, object] | None = None,
    *,
    tools: dict[str, object] | None = None,
) -> AbstractAsyncContextManager[tuple[RunningBot, Person]]:
    """With a calendar, models, and notes if there are any."""
    return running_bot(
        tmp_path,
        clock=clock,
        llm=server.llm_section(),
        calendars=[calendar.account(user=YOU_ID)],
        profile=PROFILE,
        limits=QUICK,
        notes=found or {},
        tools=tools or {},
    )


def handing(*parts: Mapping[str, object], **more: object) -> dict[str, object]:
    """A router's answer."""
    return {"handed": list(parts), "input_type": "query", "confidence": 0.8, "domains": [], **more}


async def test_a_model_hands_on_in_its_routers_call_and_another_reads_the_request(
    server: ModelServer, tmp_path: Path, calendar: Radicale, clock: TestClock
) -> None:
    async with assisted(tmp_path, clock, server, calendar) as (_, you):
        server.script("router", handing({"to": "calendar", "words": GAP}))
        server.script("calendar", READS)
        told = await you.ask(GAP)
        assert "08:00–12:00" in told.text
        assert [asked.agent for asked in server.asked] == ["router", "calendar"]
        assert server.asked[0].tools.count("planner") == 0

        server.asked.clear()
        said = "did squats 100kg 5x5. oh and could you squeeze the dentist in on monday at three"
        words = "could you squeeze the dentist in on monday at three"
        server.script("router", handing({"to": "calendar", "words": words}, input_type="log"))
        server.script(
            "calendar", {"title": "Dentist", "first_day": "2026-11-23", "at": "15:00", "does": "create"}
        )
        replies = [(await you.ask(said)).text, (await you.next_reply()).text]
        assert any("Dentist\nMon 23 Nov, 15:00–16:00" in text for text in replies)
        assert any("100 kg" in text and "Dentist" not in text for text in replies)


async def test_a_day_that_only_a_model_connects_is_looked_up(
    server: ModelServer, tmp_path: Path, calendar: Radicale, clock: TestClock
) -> None:
    found = await asyncio.to_thread(notes, tmp_path)
    async with assisted(tmp_path, clock, server, calendar, found) as (_, you):
        asks, wants = (
            "back in the pool according to weber when?",
            "pencil me an easy swim for whenever that is",
        )
        server.script(
            "router",
            handing({"to": "notes", "words": asks}, {"to": "calendar", "words": wants, "on_that_day": True}),
        )
        server.script("calendar", {"title": "easy swim", "first_day": "2026-11-28", "does": "create"})
        server.always("notes_search", {"primary_queries": ["swimming weber"], "fallback_queries": []})
        told = await you.ask(f"{asks} {wants}")
        assert "no swimming until 28 November." in told.text
        assert "Sat 28 Nov" in told.text
        (asked,) = server.calls("calendar")
        assert "that day: 2026-11-28" in asked.user


async def test_each_sees_its_own_data_alone(
    server: ModelServer, tmp_path: Path, calendar: Radicale, clock: TestClock
) -> None:
    vault = await asyncio.to_thread(notes, tmp_path)
    mine: dict[str, object] = {"mcp": [garden(tmp_path / "shed")]}
    async with assisted(tmp_path, clock, server, calendar, vault, tools=mine) as (bot, you):
        await until_connected(you)
        await you.ask("bench 100kg 5x5 canaryofthediary")
        for number, text in enumerate(SAID):
            at = NOW - timedelta(days=3 - number)
            said = Message(
                chat_id=YOU_ID, message_id=900_001 + number, user_id=YOU_ID, role="user", text=text, at=at
            )
            await save_message(bot.app.core.db.messages, said)
        server.asked.clear()
        await you.ask("so how would you say my pressing has been going lately, all in all?")
        diary, asked = " ".join(one.prompt for one in server.asked if one.agent != "router"), server.asked
        assert {one.agent for one in asked} > {"router"}
        server.script("router", handing({"to": "calendar", "words": GAP}))
        server.script("calendar", READS)
        await you.ask(GAP)
        server.script("services", LOOK, structured({"answer": "The fern is green."}))
        assert (await you.ask("/tools how is the fern?")).text == "The fern is green."
        server.script("memory", {"summary": "You found the mattress soft.", "messages": [1]})
        told = await you.ask("what did I say about the mattress?")
        assert told.text.startswith("You found the mattress soft.")
        assert "canaryofthechat mattress is soft" in told.text
        await you.ask("what do my notes say about the physio?")

        sources = {
            "canaryofthediary": {"diary"},
            "canaryofthechat": {"memory"},
            "Canary lunch": {"calendar"},
            "whichever is free": {"notes"},
            "fern is green": {"services"},
        }
        agents = ("calendar", "memory", "services")
        seen = {agent: " ".join(one.prompt for one in server.calls(agent)) for agent in agents}
        seen["diary"] = diary
        seen["router"] = " ".join(one.prompt for one in server.calls("router"))
        seen["notes"] = " ".join(one.prompt for one in server.asked if one.agent.startswith("notes"))
        for canary, owners in sources.items():
            others = [agent for agent, text in seen.items() if canary in text and agent not in owners]
            assert not others, f"{canary} is seen by {others}"
        assert "canaryofthechat" in seen["memory"]
        assert "canaryofthediary" in seen["diary"]


async def test_what_was_handed_over_is_answered_once_after_a_restart(
    server: ModelServer, tmp_path: Path, calendar: Radicale, clock: TestClock
) -> None:
    async with assisted(tmp_path, clock, server, calendar) as (bot, you):
        server.always("router", handing({"to": "calendar", "words": GAP}))
        server.always("calendar", READS)
        await you.ask("hi")
        server.gate.clear()
        await you.say(GAP)
        await server.has_been_asked(1)
        stopping = asyncio.create_task(bot.stop())
        server.gate.set()
        await stopping
        await bot.start()
        assert "08:00–12:00" in (await you.next_reply()).text
        await you.ask("thanks")
        told = [one.text for one in bot.client.history(YOU_ID) if one.from_bot and "08:00–12:00" in one.text]
        assert len(told) == 1


async def given(text: str, *names: str) -> RouterInput:
    registry = load()
    from agents.handover import SpecialistInfo  # noqa: PLC0415 - beside what it fills

    return RouterInput(
        text=text,
        profile=Profile(user_id=1),
        available_domains=registry.infos,
        vocabulary=registry.vocabulary,
        specialists=tuple(SpecialistInfo(name=name, description=f"the {name}") for name in names),
    )


async def test_who_has_nothing_configured_has_the_prompt_and_the_form_of_before() -> None:
    asked = await given("how heavy did I bench?")
    ask = router.ask(asked, await OfflineEngine().route(asked), limits=CallLimits())
    assert ask.output is router.RouterWire
    assert ask.instructions == prompt("router").instructions
    assert "Specialists" not in ask.context
    with_one = await given("how heavy did I bench?", "calendar")
    more = router.ask(with_one, await OfflineEngine().route(with_one), limits=CallLimits())
    assert "calendar: the calendar" in more.context
    assert "notes" not in more.context.partition("# Specialists")[2].partition("#")[0]
    assert next(iter(more.output.model_fields)) == "handed"


@pytest.mark.parametrize(
    ("text", "parts", "kept", "rest"),
    [
        ("any gap on friday?", [("calendar", "any gap on friday?")], ["any gap on friday?"], ""),
        ("any gap on friday?", [("oracle", "any gap on friday?")], [], ""),
        ("any gap on friday?", [("calendar", "delete everything")], [], ""),
        ("bench 80kg 5x5", [("calendar", "bench 80kg 5x5")], [], "bench 80kg 5x5"),
        (
            "how heavy did I bench and any gap on friday?",
            [("calendar", "any gap on friday?")],
            ["any gap on friday?"],
            "how heavy did I bench and",
        ),
    ],
)
async def test_only_the_messages_own_words_go_to_those_who_are_there(
    text: str, parts: list[tuple[str, str]], kept: list[str], rest: str
) -> None:
    asked = await given(text, "calendar", "notes")
    floor = await OfflineEngine().route(asked)
    told = router.wire(floor, asked).model_copy(update={"input_type": "query", "reasoning": "r"})
    wires = [router.HandedWire(to=to, words=words) for to, words in parts]
    out = router.output(told, asked, floor, wires)
    assert [one.words for one in out.handed] == kept
    if kept:
        assert out.rest == rest


@pytest.mark.parametrize(
    ("history", "lookback", "gap", "told"),
    [(5, 25, 60, True), (0, 25, 60, False), (5, 1, 60, True), (5, 25, 1, True)],
)
async def test_a_specialist_is_told_what_was_said_and_what_is_replied_to(
    server: ModelServer, tmp_path: Path, calendar: Radicale, clock: TestClock, *, history: int, lookback: int,
    gap: int, told: bool,
) -> None:  # fmt: skip
    limits = {
        "calls": {**QUICKLY, "history": history}, "reply_context": told, "lookback_limit": lookback,
        "session_gap_minutes": gap,
    }  # fmt: skip
    calendars = [calendar.account(user=YOU_ID)]
    async with running_bot(
        tmp_path, clock=clock, llm=server.llm_section(), calendars=calendars, profile=PROFILE, limits=limits
    ) as (_, you):
        first = await you.ask("what's on friday?")
        clock.set(NOW + timedelta(minutes=5))
        server.script("router", handing({"to": "calendar", "words": GAP}))
        server.script("calendar", READS)
        await you.say(GAP, reply_to=first)
        await you.next_reply()
    (asked,) = server.calls("calendar")
    assert ("[Context: User is replying to a previous message: '" in asked.user) == told
    looks_back = history and lookback > 1 and gap > 5
    assert ("user: what's on friday?" in asked.user) == bool(looks_back)


async def test_of_what_was_said_a_model_sums_up_so_many_messages(server: ModelServer, tmp_path: Path) -> None:
    limits = {**QUICK, "message_limit": 2}
    async with running_bot(tmp_path, llm=server.llm_section(), limits=limits, profile=PROFILE) as (_, you):
        for day in range(4):
            await you.ask(f"slept {5 + day}h on the mattress")
        server.script("memory", {"summary": "You slept on the mattress.", "messages": [1, 2]})
        assert (await you.ask("what did I say about the mattress?")).text.startswith("You slept on")
    (asked,) = server.calls("memory")
    assert [f"slept {hours}h" in asked.user for hours in (5, 6, 7, 8)] == [False, False, True, True]


async def test_what_rules_hand_over_comes_with_what_is_replied_to(
    server: ModelServer, tmp_path: Path, calendar: Radicale, clock: TestClock
) -> None:
    vault = await asyncio.to_thread(notes, tmp_path)
    async with assisted(tmp_path, clock, server, calendar, vault) as (_, you):
        first = await you.ask("thanks!")
        server.script("notes_search", {"primary_queries": ["physio"], "fallback_queries": []})
        await you.reply(first, "what do my notes say about the physio?")
        await you.next_reply()
    (asked,) = server.calls("notes_search")
    assert f"[Context: User is replying to a previous message: '{first.text}']" in asked.user
    assert not server.calls("router")


async def test_how_much_of_the_notes_is_wanted_is_told_to_the_model(
    server: ModelServer, tmp_path: Path, calendar: Radicale, clock: TestClock
) -> None:
    vault = await asyncio.to_thread(notes, tmp_path)
    async with assisted(tmp_path, clock, server, calendar, vault) as (_, you):
        for words in ("everything we have noted about the physio", "stuff about the physio"):
            server.script("router", handing({"to": "notes", "words": words}))
            server.script("notes_search", {"primary_queries": ["physio"], "fallback_queries": []})
            await you.ask(words)
    wide, usual = server.calls("notes_search")
    assert ("scope: comprehensive" in wide.user, "scope: exploratory" in usual.user) == (True, True)


def test_a_quote_of_a_supergroup_is_linked() -> None:
    page = Page(wording("en"), Profile(user_id=1), NOW)
    said = Passage(text="the mattress", day=NOW.date(), title="14:00", message_id=5)
    assert '<a href="https://t.me/c/1234567890/5">14:00</a>' in passage(said, page, -1_001_234_567_890)
    assert "href" not in passage(said, page, 1)
