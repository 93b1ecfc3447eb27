from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Literal

import pytest

from agents.model.calls.ask import Price
from agents.model.money import Purse
from agents.model.settings import LlmSettings, Target
from agents.session import Mode, Notice, Session
from agents.turn import Offer
from storage.entities import ModelCall
from storage.stores import Stores
from tests.storage.things import CHAT, NOW, USER, entry

DOLLAR_A_MILLION = 1e-6
TIMES = {"low": 1, "medium": 2, "high": 10}


async def price_of(target: Target, tokens_in: int, tokens_out: int, assumed: float) -> Price:
    """Ten times as dear at the high tier as at the low one."""
    del assumed
    assert target.tier is not None
    return Price((tokens_in + tokens_out) * DOLLAR_A_MILLION * TIMES[target.tier])


@pytest.fixture
async def db(tmp_path: Path) -> AsyncIterator[Stores]:
    opened = await Stores.open(tmp_path)
    yield opened
    await opened.close()


def purse(db: Stores, quick: Literal["offline", "low"] = "offline") -> Purse:
    return Purse(LlmSettings(default_provider="anthropic", quick=quick), db.calls, price_of)


def session(mode: Mode = "deep", turn_id: str = "now", *notices: Notice) -> Session:
    return Session(turn_id=turn_id, user_id=USER, chat_id=CHAT, sent_at=NOW, mode=mode, notices=list(notices))


async def spend(db: Stores, turn_id: str, usd: float, mode: Mode = "deep") -> None:
    await db.calls.record(
        ModelCall(
            id=f"{turn_id}-{usd}", at=NOW - timedelta(hours=1), turn_id=turn_id, user_id=USER, kind="query",
            mode=mode, agent="planner", provider="p", model="m", price_usd=usd, outcome="ok",
        )
    )  # fmt: skip


async def test_the_used_way_costs_what_it_cost_the_other_what_it_usually_does(db: Stores):
    await spend(db, "now", 0.25)
    await spend(db, "now", 0.5)
    assert await purse(db).offer(session(), []) == Offer(used="deep", quick=0, deep=0.75)
    await spend(db, "before", 0.25)
    assert await purse(db).offer(session("quick", "next"), []) == Offer(used="quick", quick=0, deep=0.5)


async def test_before_there_is_anything_to_go_by_the_length_of_what_is_sent_says_it(db: Stores):
    short = await purse(db).offer(session("quick"), [])
    long = await purse(db).offer(session("quick"), [entry(1, "bench 80x5x3 " * 500)])
    assert 0.01 < short.deep < long.deep < 0.5
    cheap = await purse(db, "low").offer(session(), [])
    assert 0 < cheap.quick < short.deep / 5


async def test_where_no_model_answered_it_was_the_quick_way_if_that_needs_none(db: Stores):
    failed = session("deep", "now", Notice.MODEL_FAILED)
    assert (await purse(db).offer(failed, [])).used == "quick"
    assert (await purse(db, "low").offer(failed, [])).used is None
    await spend(db, "now", 0.25)
    assert (await purse(db).offer(failed, [])).used is None
