"""Updates that were made up, by both ways in; many more: `python -m benchmarks.updates`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from telegram import Update

from tests.driver.harness import running_bot
from tests.driver.sizes import size
from tests.fuzz.feeding import WAYS, Way, feed, made
from tests.fuzz.strategies import KINDS

COUNT = size(150, 2_000, 20_000)


@pytest.mark.soak
@pytest.mark.fault("generated updates, valid and broken")
@pytest.mark.parametrize(("seed", "way"), list(enumerate(WAYS, 1)))
async def test_no_update_brings_the_bot_down(
    tmp_path: Path, seed: int, way: Way, record_property: Callable[[str, object], None]
):
    updates = made(seed, COUNT)
    record_property("trials", len(updates))
    fed = await feed(tmp_path, way, updates)
    assert fed.crashes == []
    assert fed.kinds.total() == COUNT
    assert fed.set_aside > COUNT / 10
    assert sum(one.valid for one in updates) > COUNT / 2


def test_every_kind_that_the_library_knows_is_made():
    assert set(Update.ALL_TYPES) <= set(KINDS)


def test_a_seed_always_makes_the_same():
    assert made(5, 20) == made(5, 20)


async def test_a_deleted_account_has_no_name(tmp_path: Path):
    """PTB's full name is None then; it was stored, and nothing of that person could be read any more."""
    async with running_bot(tmp_path) as (bot, you):
        bot.server.state.world.users[you.user_id].first_name = ""
        assert "80 kg" in (await you.ask("bench 80 kg 3x5")).text
        assert "81 kg" in (await you.ask("bench 81 kg 3x5")).text
