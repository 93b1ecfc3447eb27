"""What a change wakes, in its own transaction; what merges, what waits, what runs once."""

from __future__ import annotations

import asyncio
import json
import re
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import get_args

import pytest

from agents.wakes.runner import MOST_ATTEMPTS, Runner, requested
from storage.coach import CoachRow, QueuedWake, WakeEnd, WakeReason, WakeRow
from storage.entities import ContextVersion, Effects, Imported, Measure
from storage.goal import GoalRow
from storage.proposal import ProposalRow, Settled
from storage.stores import Stores
from storage.wakes import THROTTLE
from tests.storage.things import NOW, TODAY, USER, change, entry, sets

OTHER = 8


def coach(name: str = "c1", *, user_id: int = USER, automatic: bool = True) -> CoachRow:
    return CoachRow(name, user_id, "bench", "strength", "active", automatic, "{}", NOW)


async def watching(db: Stores, *tokens: str, name: str = "c1", automatic: bool = True) -> CoachRow:
    row = coach(name, automatic=automatic)
    await db.coaches.save(row, tokens)
    return row


class Clock:
    def __init__(self) -> None:
        self.now = NOW

    def __call__(self):
        return self.now


def runner(db: Stores, clock: Clock, ran: list[WakeRow]) -> Runner:
    async def run(row: CoachRow, wake: WakeRow) -> Effects:
        ran.append(wake)
        own = entry(900 + len(ran), measures=(sets(),), domains=("strength",))
        return Effects(entries=[own], author=row.id, ended=[WakeEnd(wake, clock(), "reported", report="{}")])

    return Runner(db, clock, run)


NIGHT = Measure(domain="sleep", name="sleep", day=TODAY, value=7, unit="h")


PAGE = (Path(__file__).parents[2] / "docs" / "coaches.md").read_text(encoding="utf-8")


def rows_of(table: str) -> dict[str, str]:
    """A table of docs/coaches.md: its second column by its first."""
    body = PAGE.partition(f"| {table} |")[2].partition("\n\n")[0]
    return dict(re.findall(r"^\| ([^|-][^|]*) \| ([^|]*) \|$", body, re.MULTILINE))


FIRST = entry(1, measures=(sets(),), domains=("strength",))
BROUGHT = Imported(FIRST, "key1", "content1", "spare1")
MADE = {
    "a set or bout of an exercise": Effects(entries=[FIRST]),
    "a metric": Effects(entries=[entry(1, measures=(NIGHT,))]),
    "a correction, an edit, an undo": Effects(revisions=[change(FIRST, measures=(sets("squat"),))]),
    "a goal set, changed, reached or dropped": Effects(goals=[GoalRow("ID", USER, "squat", "{}", NOW)]),
    "a new version of the memory": Effects(
        contexts=[ContextVersion(user_id=USER, version=1, content="x", at=NOW)]
    ),
    "an event written, changed or taken out of the calendar here": Effects(
        settled=[Settled("t", USER, "done", NOW, in_calendar=True)]
    ),
    "an import": Effects(
        imported=[BROUGHT, Imported(entry(2, measures=(NIGHT,)), "key2", "content2", "spare2")]
    ),
}
THERE = {
    "a correction, an edit, an undo": Effects(entries=[FIRST]),
    "an import": Effects(imported=[BROUGHT]),
}
"""What was committed before anybody watched."""
TOLD_IN_WORDS = {
    "those of the entry before and after": {
        "user", "domain:strength", "exercise:bench press", "exercise:squat",
    },
    "those of each entry that is new; of what was there already none": {
        "user", "domain:sleep", "metric:sleep",
    },
}  # fmt: skip
TOKENS = {
    what: TOLD_IN_WORDS.get(told) or set(re.findall(r"`([^`]+)`", told))
    for what, told in rows_of("committed | tokens").items()
}


@pytest.mark.parametrize("what", TOKENS)
async def test_the_tokens_are_those_of_the_table(db: Stores, what: str):
    await db.turns.apply(THERE.get(what, Effects()), now=NOW)
    for token in sorted(set[str]().union(*TOKENS.values())):
        await watching(db, token, name=token)
    await db.turns.apply(MADE[what], now=NOW)
    woken = {one.coach_id for one in await db.wakes.due(NOW + THROTTLE)}
    assert woken == TOKENS[what]


def test_the_tables_numbers_are_those_of_the_code():
    assert f"due {THROTTLE.seconds} s after the first change" in PAGE
    assert MOST_ATTEMPTS == 3
    assert "three times at most" in PAGE
    for reason in get_args(WakeReason):
        assert f"`{reason}`" in PAGE


KEPT = {
    "throttle": "storage/test_wakes.py::test_changes_merge_into_the_wake_that_waits_and_are_due_when_it_was",
    "one at a time": "storage/test_wakes.py::test_while_one_is_at_work_the_follow_up_waits",
    "run keys": "storage/test_wakes.py::test_one_run_for_a_batch_and_what_comes_meanwhile_waits_for_the_next",
    "suppression": "scenarios/test_coaches.py::"
    "test_what_is_remembered_of_a_confirmed_proposal_does_not_wake_who_proposed_it",
    "*Update now*": "storage/test_wakes.py::"
    "test_a_request_waits_for_nothing_and_takes_the_place_of_what_waited",
    "automatic updates": "storage/test_wakes.py::"
    "test_without_automatic_updates_the_report_is_out_of_date_and_nothing_waits",
    "a paused coach": "scenarios/test_coaches.py::"
    "test_what_was_logged_while_nobody_looked_leaves_the_report_out_of_date",
    "before anything is paid": "models/test_coaches.py::"
    "test_who_switches_it_off_a_moment_before_pays_nothing",
    "restart": "storage/test_wakes.py::test_what_was_at_work_goes_on_after_a_kill_and_ends_once",
    "asked once": "storage/test_wakes.py::test_two_coaches_that_wake_together_do_not_ask_the_same_twice",
    "paid once": "models/test_kill_thoughts.py::test_what_a_model_wrote_for_a_coach_is_paid_once_over_a_kill",
    "`coaches.enabled: false`": "scenarios/test_coaches.py::test_switched_off_there_are_none",
}
"""The test that shows each rule of the page."""


@pytest.mark.parametrize(("rule", "kept"), rows_of("rule | how it is kept").items())
def test_each_rule_of_the_table_has_a_test(rule: str, kept: str):
    path, _, name = KEPT[rule].partition("::")
    assert f"def {name}(" in (Path(__file__).parents[1] / path).read_text(encoding="utf-8"), kept


@pytest.mark.parametrize(
    ("token", "wakes"),
    [
        ("user", True), ("domain:strength", True), ("exercise:bench press", True),
        ("metric:sleep", False), ("exercise:squat", False), ("goal:g1", False), ("memory", False),
    ],
)  # fmt: skip
async def test_a_log_wakes_who_watches_its_tokens(db: Stores, token: str, wakes: bool):
    await watching(db, token)
    await db.turns.apply(Effects(entries=[entry(1, measures=(sets(),), domains=("strength",))]), now=NOW)
    waits = await db.wakes.waiting(USER, "c1", "changes")
    assert (waits is not None) is wakes
    if waits is not None:
        assert (json.loads(waits.tokens), waits.due_at) == ([token], NOW + THROTTLE)
        assert waits.reason == "subscription"


async def test_goals_memory_nights_and_corrections_wake_too(db: Stores):
    await watching(db, "goal:g1", name="goal")
    await watching(db, "memory", name="memory")
    await watching(db, "metric:sleep", name="sleep")
    await db.turns.apply(Effects(goals=[GoalRow("g1", USER, "squat", "{}", NOW)]), now=NOW)
    await db.turns.apply(Effects(contexts=[ContextVersion(user_id=USER, version=1, content="x", at=NOW)]))
    new = entry(1, measures=(NIGHT,), domains=("sleep",))
    await db.turns.apply(Effects(entries=[new]), now=NOW)
    spoken = change(new, measures=()).model_copy(update={"cause": "reading"})
    await db.turns.apply(Effects(revisions=[spoken]), now=NOW)
    for name in ("goal", "memory", "sleep"):
        assert await db.wakes.waiting(USER, name, "changes") is not None, name
    waits = await db.wakes.waiting(USER, "sleep", "changes")
    assert waits is not None
    assert (waits.reason, waits.changes) == ("content", 2)


async def test_changes_merge_into_the_wake_that_waits_and_are_due_when_it_was(db: Stores):
    await watching(db, "exercise:bench press", "exercise:squat")
    await db.turns.apply(Effects(entries=[entry(1, measures=(sets(),))]), now=NOW)
    later = NOW + timedelta(seconds=100)
    await db.turns.apply(Effects(entries=[entry(2, measures=(sets("squat"),))]), now=later)
    waits = await db.wakes.waiting(USER, "c1", "changes")
    assert waits is not None
    assert json.loads(waits.tokens) == ["exercise:bench press", "exercise:squat"]
    assert (waits.changes, waits.queued_at, waits.due_at) == (2, NOW, NOW + THROTTLE)


async def test_what_a_wrong_clock_has_set_too_far_is_due_now(db: Stores):
    await watching(db, "user")
    ahead = NOW + timedelta(days=2)
    await db.turns.apply(Effects(entries=[entry(1, measures=(sets(),))]), now=ahead)
    assert [one.coach_id for one in await db.wakes.due(NOW)] == ["c1"]


async def test_one_run_for_a_batch_and_what_comes_meanwhile_waits_for_the_next(db: Stores):
    clock, ran = Clock(), list[WakeRow]()
    work = runner(db, clock, ran)
    await watching(db, "domain:strength")
    await db.turns.apply(Effects(entries=[entry(1, measures=(sets(),))]), now=clock.now)
    clock.now += THROTTLE - timedelta(seconds=1)
    assert await work.look() == 0
    clock.now += timedelta(seconds=1)
    [queued] = await db.wakes.due(clock.now)
    await work.idle()
    [wake] = ran
    assert [(one.outcome, one.reason) for one in await db.wakes.log(USER, "c1")] == [
        ("reported", "subscription")
    ]
    assert await db.wakes.waiting(USER, "c1", "changes") is None, "its own write has not woken it"
    assert not await db.wakes.begin(queued, wake), "a batch runs once"
    assert not await db.wakes.begin(replace(queued, batch="x"), replace(wake, run_key="y", id="y"))
    await db.turns.apply(Effects(entries=[entry(2, measures=(sets(),))]), now=clock.now)
    clock.now += THROTTLE
    await work.idle()
    assert len(ran) == 2
    assert [one.version for one in await db.coaches.reports(USER, "c1")] == [2, 1]


async def test_while_one_is_at_work_the_follow_up_waits(db: Stores):
    row = await watching(db, "domain:strength")
    first = requested(row, "a", NOW)
    await db.wakes.ask(first)
    wake = WakeRow("w1", USER, "c1", "manual", "[]", "k1", 1, 1, NOW)
    assert await db.wakes.begin(first, wake)
    await db.turns.apply(Effects(entries=[entry(1, measures=(sets(),))]), now=NOW)
    [queued] = await db.wakes.due(NOW + THROTTLE)
    second = replace(wake, id="w2", run_key="k2")
    assert not await db.wakes.begin(queued, second)
    await db.turns.apply(Effects(ended=[WakeEnd(wake, NOW, "unchanged")]))
    assert await db.wakes.begin(queued, second)


async def test_a_request_waits_for_nothing_and_takes_the_place_of_what_waited(db: Stores):
    clock, ran = Clock(), list[WakeRow]()
    row = await watching(db, "user")
    await db.turns.apply(Effects(entries=[entry(1, measures=(sets(),))]), now=NOW)
    await db.wakes.ask(requested(row, "tap", NOW))
    work = runner(db, clock, ran)
    await work.idle()
    await db.wakes.ask(requested(row, "tap", NOW))
    await work.idle()
    assert [one.reason for one in ran] == ["manual"], "the same tap counts once"
    clock.now += 2 * THROTTLE
    await work.idle()
    assert len(ran) == 1


async def test_without_automatic_updates_the_report_is_out_of_date_and_nothing_waits(db: Stores):
    await watching(db, "user", automatic=False)
    await db.turns.apply(Effects(entries=[entry(1, measures=(sets(),))]), now=NOW)
    [row] = await db.coaches.of_user(USER)
    assert row.outdated_at == NOW
    assert await db.wakes.due(NOW + timedelta(days=1)) == []


async def test_imports_wake_once_and_the_same_file_again_nobody(db: Stores):
    row = await watching(db, "user")
    brought = [
        Imported(entry(n, measures=(sets(),)), f"key{n}", f"content{n}", f"spare{n}") for n in range(1, 50)
    ]
    await db.turns.apply(Effects(imported=brought), now=NOW)
    waits = await db.wakes.waiting(USER, row.id, "changes")
    assert waits is not None
    assert waits.changes == 49
    ran = list[WakeRow]()
    clock = Clock()
    clock.now += THROTTLE
    await runner(db, clock, ran).idle()
    await db.turns.apply(Effects(imported=brought), now=clock.now)
    assert len(ran) == 1
    assert await db.wakes.waiting(USER, row.id, "changes") is None


async def test_others_and_the_paused_and_deleted_are_not_woken(db: Stores):
    row = await watching(db, "user")
    await db.turns.apply(Effects(entries=[entry(1, user_id=OTHER, measures=(sets(),))]), now=NOW)
    assert await db.wakes.due(NOW + THROTTLE) == []
    await db.turns.apply(Effects(entries=[entry(1, measures=(sets(),))]), now=NOW)
    await db.coaches.save(replace(row, status="paused"))
    assert await db.wakes.due(NOW + THROTTLE) == []
    await db.turns.apply(Effects(entries=[entry(2, measures=(sets(),))]), now=NOW)
    assert await db.wakes.due(NOW + THROTTLE) == []
    await db.coaches.save(replace(row, status="deleted"))
    assert await db.wakes.due(NOW + THROTTLE) == []
    assert await db.coaches.of_user(USER) == []


async def test_what_was_at_work_goes_on_after_a_kill_and_ends_once(tmp_path: Path):
    db = await Stores.open(tmp_path)
    row = await watching(db, "user")
    queued = requested(row, "a", NOW)
    await db.wakes.ask(queued)
    await db.wakes.begin(queued, WakeRow("w1", USER, "c1", "manual", "[]", "k1", 1, 1, NOW))
    await db.close()
    db = await Stores.open(tmp_path)
    clock, ran = Clock(), list[WakeRow]()
    work = runner(db, clock, ran)
    await work.resume()
    await work.idle()
    assert [one.id for one in ran] == ["w1"]
    assert len(await db.coaches.reports(USER, "c1")) == 1
    await work.resume()
    await work.idle()
    assert len(ran) == 1
    await db.close()


async def test_nothing_runs_when_coaches_are_switched_off(db: Stores):
    clock, ran = Clock(), list[WakeRow]()
    work = runner(db, clock, ran)
    work.enabled = False
    row = await watching(db, "user")
    await db.wakes.ask(requested(row, "a", NOW))
    await work.idle()
    assert ran == []
    assert await db.wakes.due(NOW) != []


async def test_whose_night_it_is_keeps_nobody_else_waiting(db: Stores):
    clock, ran = Clock(), list[WakeRow]()
    work = runner(db, clock, ran)

    async def holds(queued: QueuedWake) -> bool:
        return queued.user_id == OTHER

    work.holds = holds
    for number in range(120):
        asleep = coach(f"a{number}", user_id=OTHER)
        await db.coaches.save(asleep)
        await db.wakes.ask(requested(asleep, "a", NOW))
    awake = await watching(db, "user", name="z")
    await db.wakes.ask(requested(awake, "a", NOW))
    await work.idle()
    assert [one.coach_id for one in ran] == ["z"]
    assert len(await db.wakes.due(NOW, most=200)) == 120


async def test_what_fails_leaves_the_report_out_of_date(db: Stores):
    async def fails(_row: CoachRow, _wake: WakeRow) -> Effects:
        raise RuntimeError

    clock = Clock()
    row = await watching(db, "user")
    await db.wakes.ask(requested(row, "a", NOW))
    await Runner(db, clock, fails).idle()
    [log] = await db.wakes.log(USER, "c1")
    [row] = await db.coaches.of_user(USER)
    assert (log.outcome, row.outdated_at) == ("failed", NOW)


async def test_what_somebody_else_was_quicker_at_is_made_anew_and_leaves_no_wake_at_work(db: Stores):
    row, tries = await watching(db, "user"), list[str]()

    async def late(_row: CoachRow, wake: WakeRow) -> Effects:
        tries.append(wake.id)
        gone = [Settled("gone", USER, "withdrawn", NOW, only=("open",))]
        once = "late" in wake.tokens and len(tries) > 1
        return Effects(settled=[] if once else gone, ended=[WakeEnd(wake, NOW, "reported", report="{}")])

    work = Runner(db, Clock(), late)
    for words, count in (("late", 2), ("never", 3)):
        tries.clear()
        await db.wakes.ask(replace(requested(row, words, NOW), tokens=json.dumps([words])))
        await work.idle()
        assert (len(tries), await db.wakes.running()) == (count, [])
    assert {one.outcome for one in await db.wakes.log(USER, "c1")} == {"reported", "failed"}


async def test_two_coaches_that_wake_together_do_not_ask_the_same_twice(db: Stores):
    looked, both = list[str](), asyncio.Event()

    async def asks(row: CoachRow, wake: WakeRow) -> Effects:
        waits = await db.proposals.marked(USER, "m")
        looked.append(row.id)
        if len(looked) == 2:
            both.set()
        await both.wait()  # both have looked before either writes
        asked = ProposalRow(
            f"{row.id:0>22}01", USER, USER, "change", NOW, NOW + THROTTLE, mark="m", body="{}"
        )
        return Effects(
            proposals=[] if waits else [asked], ended=[WakeEnd(wake, NOW, "reported", report="{}")]
        )

    for name in ("a", "b"):
        await db.wakes.ask(requested(await watching(db, "user", name=name), "x", NOW))
    await Runner(db, Clock(), asks).idle()
    assert len(looked) == 3
    assert len(await db.proposals.open_items(USER)) == 1
    assert [len(await db.coaches.reports(USER, name)) for name in ("a", "b")] == [1, 1]
