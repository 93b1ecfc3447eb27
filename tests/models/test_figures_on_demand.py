"""Figures that a model asks for after a look at the records; what is looked for before a person is asked."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator
from datetime import date, timedelta
from pathlib import Path

import pytest

from bot.core import utc_now
from evals.diary import entry
from tests.driver.storing import save_entry
from tests.models.asked import Asked
from tests.models.filling import Json
from tests.models.product import QUICKLY, Product, product
from tests.models.server import ModelServer
from tests.models.test_engine import ANSWER, agents

USER = 7
MOVED = 6
"""Days ago."""
NIGHTS = {12: 8.0, 11: 7.5, 9: 8.5, 8: 8.0, 5: 5.0, 4: 5.5, 3: 6.0, 2: 5.5}
MOVE: Json = {
    "reasoning": "Sleep around the move.",
    "parts": [{"type": "insight", "about": ["sleep"]}],
    "searches": [{"topics": ["sleep"]}, {"words": ["moved"]}],
    "next_action": "retrieve",
}


def on(ago: int) -> date:
    return utc_now().date() - timedelta(days=ago)


def day(ago: int) -> str:
    return str(on(ago))


def asks(gap: Json) -> Json:
    """An analysis that needs something first."""
    return {
        "query_intent": "so",
        "findings": [],
        "gaps": [gap],
        "verdict_reasoning": "",
        "verdict": "insufficient",
    }


def wanted(**figure: object) -> Json:
    described = {
        "key": "average sleep",
        "description": "average sleep before and after",
        "gap_type": "figure",
    }
    return {
        **described,
        "severity": "critical",
        "figure": {"statistic": "average", "quantity": "value", **figure},
    }


def told(asked: Asked) -> Json:
    """Whatever averages it was shown; nothing without."""
    averages = re.findall(r"^(F\d+) \S+ h = average", asked.user, re.MULTILINE)
    response = "Your sleep: " + " and ".join(f"{{{ref}}} on average" for ref in averages) + "."
    return {**ANSWER, "findings": [], "response": response if averages else "x", "used": averages}


def planning(plan: Json, kind: str = "query") -> Json:
    return {"reasoning": "asks", "domains": ["sleep"], "confidence": 0.9, "input_type": kind, "plan": plan}


@pytest.fixture
async def nights(server: ModelServer, tmp_path: Path) -> AsyncGenerator[Product]:
    """Good nights before a move and bad ones after it."""
    limits = {**QUICKLY, "high_seconds": 5, "turn_seconds": 30}
    async with product(tmp_path, server.llm_section(), limits) as opened:
        for number, (ago, hours) in enumerate(NIGHTS.items()):
            held = f"sleep value={hours:g}h"
            await save_entry(opened.db.entries, entry(number, on(ago), f"slept {hours:g}h", (held,), USER))
        move = entry(99, on(MOVED), "moved to the new flat by the tracks", (), USER)
        await save_entry(opened.db.entries, move)
        yield opened


async def test_days_of_a_record_found_are_days_of_a_figure(nights: Product, server: ModelServer) -> None:
    """The day of the move is known once its entry is: the second round compares before with after."""
    before, after = {"start": day(12), "end": day(MOVED + 1)}, {"start": day(MOVED), "end": day(0)}
    gap = wanted(measure="sleep", days=after, versus=before)
    server.always("router", planning(MOVE))
    server.script("analyzer", asks(gap), told)
    said = await nights.say("did i sleep worse since the move?", USER)

    assert agents(server)[:3] == ["router", "analyzer", "analyzer"]
    assert "planner" not in [call.agent for call in await nights.calls(USER)]
    assert said.turn.replans == 1
    assert "5.5 h" in said.replies[0]
    assert "8 h" in said.replies[0]
    assert said.turn.notices == ()


async def test_a_figure_that_was_computed_is_not_asked_for_for_ever(
    nights: Product, server: ModelServer
) -> None:
    server.always("router", planning(MOVE))
    server.always("analyzer", asks(wanted(measure="sleep")))
    said = await nights.say("did i sleep worse since the move?", USER)

    assert [asked.agent for asked in server.asked].count("analyzer") <= 3
    assert said.turn.state in ("OBSERVE", "COMPLETE")
    assert said.replies


async def test_what_does_not_exist_is_not_computed(nights: Product, server: ModelServer) -> None:
    server.always("router", planning(MOVE))
    server.script("analyzer", asks(wanted(measure="unicorns")), told)
    said = await nights.say("did i sleep worse since the move?", USER)

    assert said.turn.replans == 0
    assert said.replies


async def test_figures_asked_for_advice_are_computed(nights: Product, server: ModelServer) -> None:
    figure = {"statistic": "average", "quantity": "value", "measure": "sleep"}
    plan = {**MOVE, "parts": [{"type": "recommendation", "about": ["sleep"], "figures": [figure]}]}
    server.always("router", planning(plan))
    server.always("analyzer", told)
    await nights.say("should i go to bed earlier?", USER)

    (asked, *_) = server.calls("analyzer")
    assert "6.8 h" in asked.user


async def test_the_past_is_searched_before_the_person_is_asked(nights: Product, server: ModelServer) -> None:
    """How it was may stand in an entry that no search for sleep has found."""
    noisy = entry(50, on(20), "awful noise from the trains all night", (), USER)
    await save_entry(nights.db.entries, noisy)
    words = "noise from trains at night"
    missing: Json = {"key": "noise", "gap_type": "subjective", "severity": "critical", "description": words}
    asked: Json = {"key": "noise", "kind": "subjective", "critical": True, "what": words}
    plan = {
        **MOVE,
        "searches": [{"topics": ["sleep"]}],
        "parts": [{"type": "comparison", "about": ["sleep"]}],
    }
    server.always("router", planning(plan))
    server.always("planner", {**plan, "searches": [], "next_action": "clarify", "gaps": [asked]})
    server.script("analyzer", asks(missing))
    quoted = "Your sleep had “awful noise from the trains all night”."
    server.always("analyzer", {**ANSWER, "findings": [], "response": quoted})
    said = await nights.say("how loud are my nights?", USER)

    assert "CLARIFY" not in said.turn.path
    assert "awful noise" not in server.calls("analyzer")[0].user
    assert "awful noise" in said.replies[0]


async def test_a_plan_that_only_asks_for_figures_is_one(nights: Product, server: ModelServer) -> None:
    """The planner is asked again: its second plan wants what nobody computed, of what was read already."""
    figure = {"statistic": "average", "quantity": "value", "measure": "sleep"}
    part = {"type": "insight", "about": ["sleep"], "figures": [figure]}
    missing: Json = {
        "key": "mood",
        "gap_type": "contextual",
        "severity": "critical",
        "description": "your mood",
    }
    found = [{"claim": "You slept worse.", "refs": ["E1"]}]
    server.always("router", planning({**MOVE, "parts": [{"type": "insight", "about": ["sleep"]}]}))
    server.always("planner", {**MOVE, "searches": [], "parts": [part], "next_action": "synthesize"})
    server.script("analyzer", {**asks(missing), "findings": found})
    server.always("analyzer", told)
    await nights.say("why do i sleep like that?", USER)

    (planned,) = server.calls("planner")
    assert day(12) in planned.user, "the days of what was found"
    first, second = server.calls("analyzer")
    assert ("6.8 h" in first.user, "6.8 h" in second.user) == (False, True)
