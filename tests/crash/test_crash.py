"""Kills at labelled instants and at any moment: what is left is what a run without kills leaves."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.crash.instants import DECIDING, PLACES
from tests.crash.living import MODES, Kill, Life, Mode, kills, live
from tests.crash.planted import DEFECTS
from tests.crash.stream import (
    EVOLVED,
    FIRST_ID,
    SLIPS,
    TOPICS,
    Act,
    Script,
    coached,
    in_file,
    remembered,
    scripts,
    slipped,
    watered,
)
from tests.crash.verdict import judge, uncopied
from tests.driver.sizes import SOAK, size

KILLS = size(8, 40, 300)
ACTS = size(12, 24, 120)
LOGS = 12


def _killed(mode: str) -> pytest.MarkDecorator:
    return pytest.mark.fault(f"SIGKILL at a labelled instant or at any moment ({mode})")


@pytest.mark.soak
@pytest.mark.parametrize(
    "mode",
    [
        pytest.param("polling", marks=_killed("polling")),
        pytest.param("webhook", marks=[_killed("webhook"), pytest.mark.soak_only]),
    ],
)
async def test_nothing_is_lost_or_doubled_however_often_it_is_killed(
    tmp_path: Path, mode: Mode, record_property: Callable[[str, object], None]
) -> None:
    seed = MODES.index(mode)
    people = scripts(seed, people=2, acts=ACTS, crowd=2)
    calm = await live(tmp_path / "calm", people, [], mode, seed)
    killed = await live(tmp_path / "killed", people, kills(seed, KILLS), mode, seed)

    verdict = await judge(people, calm, killed)

    assert verdict.good, "\n".join([str(verdict), *verdict.examples])
    assert verdict.kills == KILLS
    assert len(verdict.instants) >= KILLS // 4
    record_property("briefings", verdict.briefings)  # a quick machine is through before any is due
    record_property("trials", KILLS)


AROUND = (
    "reminder: due, not written",
    "reminder: written, not sent",
    "reply: before it is sent",
    "reply: sent, not recorded",
)


@_killed("polling")
async def test_reminders_and_timers_come_however_it_is_killed_around_them(tmp_path: Path) -> None:
    acts = tuple(remembered("timer" if number % 2 else "reminder", number) for number in range(5))
    people = [Script(FIRST_ID, FIRST_ID, acts, answers="tap")]
    calm = await live(tmp_path / "calm", people, [], "polling", 0)
    killing = [Kill(20, place, 2 if place.startswith("reply") else 1) for place in AROUND]
    killed = await live(tmp_path / "killed", people, killing, "polling", 0)

    verdict = await judge(people, calm, killed)

    assert verdict.good, "\n".join([str(verdict), *verdict.examples])
    assert verdict.instants == set(AROUND)
    assert verdict.reminders == len(acts)


COPYING = (
    tuple(place for place in PLACES if place.startswith("sync:"))
    if SOAK
    else ("sync: after a file of a folder", "sync: pushed, not noted")
)


@_killed("polling")
async def test_copies_elsewhere_hold_everything_once_however_it_is_killed_around_them(tmp_path: Path) -> None:
    acts = tuple(Act("log", f"bench {20 + n} kg 3x5", mark=f"{20 + n}") for n in range(8))
    people = [Script(FIRST_ID, FIRST_ID, acts, answers="tap")]
    killed = await live(tmp_path / "killed", people, [Kill(20, place) for place in COPYING], "polling", 0)

    assert set(killed.killed) == set(COPYING)
    assert [one async for one in uncopied(killed, FIRST_ID)] == []


@_killed("polling")
async def test_a_tool_is_never_called_again_and_a_specialist_answers_however_it_is_killed(
    tmp_path: Path,
) -> None:
    asked = Act("memory", "what did I say about kayaks?")
    acts = tuple(one for number in range(6 if SOAK else 3) for one in (watered(FIRST_ID, number), asked))
    people = [Script(FIRST_ID, FIRST_ID, acts, answers="tap")]
    around = [place for place in PLACES if place.startswith(("tool:", "specialist:"))]
    around = around if SOAK else ["tool: called, not noted", "specialist: has answered, not committed"]
    calm = await live(tmp_path / "calm", people, [], "polling", 0)
    killed = await live(tmp_path / "killed", people, [Kill(20, place) for place in around], "polling", 0)

    verdict = await judge(people, calm, killed)

    assert verdict.good, "\n".join([str(verdict), *verdict.examples])
    assert verdict.instants == set(around)


COACHING = tuple(place for place in PLACES if place.startswith("coach:"))


@_killed("polling")
async def test_coaches_are_made_and_report_once_however_it_is_killed_around_them(tmp_path: Path) -> None:
    acts = tuple(coached(topic) for topic in TOPICS)
    people = [Script(FIRST_ID, FIRST_ID, acts, answers="tap")]
    calm = await live(tmp_path / "calm", people, [], "polling", 0)
    killed = await live(tmp_path / "killed", people, [Kill(20, place) for place in COACHING], "polling", 0)

    verdict = await judge(people, calm, killed)

    assert verdict.good, "\n".join([str(verdict), *verdict.examples])
    assert verdict.instants == set(COACHING)
    assert verdict.coaches == len(TOPICS)


EDITING = tuple(place for place in PLACES if place.startswith("edit:"))


@_killed("polling")
async def test_changed_files_are_followed_once_however_it_is_killed_around_them(tmp_path: Path) -> None:
    acts = tuple(in_file(f"{20 + number}", f"{40 + number}") for number in range(2))
    people = [Script(FIRST_ID, FIRST_ID, acts, answers="tap")]
    calm = await live(tmp_path / "calm", people, [], "polling", 0)
    killing = [Kill(20, place) for place in EDITING]
    killed = await live(tmp_path / "killed", people, killing, "polling", 0)

    verdict = await judge(people, calm, killed)

    assert verdict.good, "\n".join([str(verdict), *verdict.examples])
    assert verdict.instants == set(EDITING)


@_killed("polling")
async def test_proposals_and_templates_are_decided_once_however_it_is_killed_around_them(
    tmp_path: Path,
) -> None:
    acts = (*slipped(SLIPS[0]), EVOLVED, EVOLVED, EVOLVED)
    people = [Script(FIRST_ID, FIRST_ID, acts, answers="tap")]
    calm = await live(tmp_path / "calm", people, [], "polling", 0)
    for before in (0, 1) if SOAK else (1,):
        around = DECIDING[before::2]
        killing = [Kill(20, place) for place in around]
        killed = await live(tmp_path / f"killed{before}", people, killing, "polling", 0)

        verdict = await judge(people, calm, killed)

        assert verdict.good, "\n".join([str(verdict), *verdict.examples])
        assert verdict.instants == set(around)


@pytest.mark.soak
async def test_the_verdict_sees_each_planted_defect(tmp_path: Path) -> None:
    """Without them, the test above shows, the same kills leave nothing to be seen."""
    acts = tuple(Act("log", f"bench {20 + n} kg 3x5", mark=f"{20 + n}") for n in range(LOGS))
    people = [Script(FIRST_ID, FIRST_ID, acts, answers="tap")]

    async def lived(name: str, *killing: Kill, planted: str = "") -> Life:
        return await live(tmp_path / name, people, killing, "polling", 0, planted)

    calm = await lived("calm")
    for number, (planted, defect) in enumerate(DEFECTS.items()):
        kill = Kill(60, defect.instant, defect.count)
        verdict = await judge(people, calm, await lived(str(number), kill, planted=planted))
        assert verdict.instants == {defect.instant}
        assert not verdict.good, planted
