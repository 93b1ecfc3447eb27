"""Kills at labelled instants and at any moment: what is left is what a run without kills leaves."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.crash.living import MODES, Mode, kills, live
from tests.crash.stream import scripts
from tests.crash.verdict import judge

KILLS = 16


@pytest.mark.parametrize("mode", MODES)
async def test_nothing_is_lost_or_doubled_however_often_it_is_killed(tmp_path: Path, mode: Mode) -> None:
    seed = MODES.index(mode)
    people = scripts(seed, people=2, acts=12, crowd=2)
    calm = await live(tmp_path / "calm", people, [], mode, seed)
    killed = await live(tmp_path / "killed", people, kills(seed, KILLS), mode, seed)

    verdict = await judge(people, calm, killed)

    assert verdict.good, "\n".join([str(verdict), *verdict.examples])
    assert verdict.kills == KILLS
    assert len(verdict.instants) >= KILLS // 4
