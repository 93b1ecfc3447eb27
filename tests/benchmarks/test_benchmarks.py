"""Tiny runs: each benchmark ends with the JSON object it promises, most in a soak. None judges a time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks.brain import messages
from benchmarks.calls import Calls
from benchmarks.charts import ChartCosts
from benchmarks.concurrency import Concurrency
from benchmarks.durability import KINDS, Durability
from benchmarks.faults import Faults
from benchmarks.notes import Figures
from benchmarks.overhead import Overhead
from benchmarks.parsing import HOSTILE, Reading, growth, parsed, routed
from benchmarks.reminders import Figures as Reminded
from benchmarks.retrieval import Retrieval
from benchmarks.wakes import Figures as Wakes
from benchmarks.wal import Commits
from storage.entities import User
from storage.preparation import FILE_NAME
from storage.stores import Stores
from tests.driver.processes import run
from tests.driver.sizes import size
from tests.driver.storing import save_user


def last_line(*arguments: str) -> str:
    done = run(*arguments, "--json")
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()[-1]


@pytest.mark.soak_only
def test_overhead_compares_both_bots():
    line = last_line("benchmarks.overhead", "--rounds", "1", "--messages", "4", "--warm-up", "1")
    found = Overhead.model_validate_json(line)
    assert found.commits_per_log >= 1
    assert found.logs_per_s > 0
    assert found.rss_mb > found.rss_mb_echo > 0


@pytest.mark.soak_only
def test_retrieval_measures_each_kind_at_each_size():
    line = last_line("benchmarks.retrieval", "--sizes", "1000", "1200", "1500", "--queries", "20")
    found = Retrieval.model_validate_json(line)
    assert found.p95_ratio_1m.keyword > 0
    assert found.p95_ms_1m.topic > 0


@pytest.mark.soak_only
def test_notes_are_indexed_again_and_searched_at_two_sizes():
    line = last_line(
        "benchmarks.notes", "--pages", "200", "--chunks", "200", "400", "--queries", "20", "--texts", "3"
    )
    found = Figures.model_validate_json(line)
    assert (found.pages, found.chunks) == (200, (200, 400))
    assert 0 < found.changed_ratio < 1
    assert found.pages_per_s > 0
    assert found.search_ratio_10x_text > 0
    assert found.search_ratio_10x_hybrid > 0
    assert found.embed_ms


@pytest.mark.soak_only
def test_charts_are_made_and_logs_answered_beside_them():
    line = last_line("benchmarks.charts", "--charts", "3", "--logs", "2", "--entries", "600")
    found = ChartCosts.model_validate_json(line)
    assert (found.charts, found.logs) == (3, 2)
    assert found.chart_ms_p95 >= found.chart_ms_median > 0
    assert found.loop_stall_ms_max >= found.loop_stall_ms_p99 > 0
    assert found.log_p95_ratio > 0
    assert 0 < found.kb_median < 60


@pytest.mark.soak_only
def test_reminders_are_late_by_what_the_work_takes():
    small = ("--people", "12", "--reminders", "48", "--hours", "4", "--burst-people", "8")
    line = last_line("benchmarks.reminders", *small, "--rounds", "0")
    found = Reminded.model_validate_json(line)
    assert found.spread_messages > 0
    assert found.burst_messages == 8
    assert found.burst_late_ratio > 0


def test_parsing_is_compared_with_a_floor_and_grows():
    line = last_line("benchmarks.parsing", "--hostile", "1", "--messages", "60", "--short", "200")
    found = Reading.model_validate_json(line)
    assert found.messages == 60
    assert found.parse_ms_p95 >= found.parse_ms_p50 > found.floor_ms_p50 > 0
    assert found.growth_diary > 0


@pytest.mark.soak
@pytest.mark.parametrize("read_", [parsed, pytest.param(routed, marks=pytest.mark.soak_only)])
def test_no_run_of_letters_makes_reading_quadratic(read_: Callable[[str], None]):
    """Of the processor, at four times the length: 4 is linear, 16 quadratic."""
    read_("bench 80kg 5x5")
    shapes = dict.fromkeys((*HOSTILE[1 :: size(2, 1, 1)], ".", "!", "\u2026", "1"))
    grown = {piece: growth(piece, short=300, rounds=1, read_=read_)[0] for piece in shapes}
    suspects = [piece for piece, times in grown.items() if times > 8]
    again = {piece: growth(piece, rounds=3, read_=read_)[0] for piece in suspects}
    assert {piece: times for piece, times in again.items() if times > 8} == {}


def test_calls_are_fewer_than_with_one_for_each_agent():
    found = Calls.model_validate_json(last_line("benchmarks.calls", "--each", "1"))
    assert found.certain_log == 0
    assert found.other_log <= 1
    assert found.other_log_tokens <= 3000
    assert found.question_worst <= 4
    assert found.calls < found.calls_plain
    assert found.token_ratio < 1
    assert (found.chitchat <= 1, found.calendar_question <= 2, found.dispatch_extra) == (True, True, 0)
    assert found.notes_question <= 3
    assert len(messages()) == 40


def test_faults_counts_cells():
    line = last_line("benchmarks.faults", "--agent", "router", "--fault", "empty", "--api", "openai")
    found = Faults.model_validate_json(line)
    assert found.cells == 2
    assert (found.logs_lost, found.unanswered) == (0, 0)


@pytest.mark.soak_only
def test_concurrency_sends_the_same_requests_both_ways():
    line = last_line("benchmarks.concurrency", "--chats", "3", "--rounds", "1", "--seconds", "0.05")
    found = Concurrency.model_validate_json(line)
    assert found.calls_a_chat >= 1
    assert found.ratio_to_litellm > 0


async def test_commits_are_counted_from_outside(tmp_path: Path):
    db = await Stores.open(tmp_path)
    commits = Commits(tmp_path / FILE_NAME)
    for number in range(3):
        await save_user(db.people, User(id=number))
    await db.people.get_user(1)
    assert commits.since() == 3
    assert commits.since() == 0
    await db.close()


@pytest.mark.soak_only
def test_durability_is_priced_for_each_kind_of_write():
    found = Durability.model_validate_json(last_line("benchmarks.durability", "--rounds", "3"))
    assert [price.kind for price in found.prices] == [kind for kind, _, _ in KINDS]
    assert min(price.full_to_normal for price in found.prices) > 0
    assert min(price.on_to_off for price in found.prices) > 0


async def test_each_kind_of_write_is_synced_as_the_benchmark_says(tmp_path: Path):
    db = await Stores.open(tmp_path)
    submit = db.database._connection.submit  # pyright: ignore[reportPrivateUsage]
    for number, (kind, synced, write) in enumerate(KINDS, 1):
        await write(db, 1 if number < 4 else number)
        level = await submit(lambda connection: int(connection.execute("PRAGMA synchronous").fetchone()[0]))
        assert level == (2 if synced else 1), kind
    await db.close()


@pytest.mark.soak_only
def test_coaches_wake_once_for_what_they_watch():
    line = last_line("benchmarks.wakes", "--people", "3", "--entries", "60", "--rounds", "3")
    found = Wakes.model_validate_json(line)
    assert found.matches == 60
    assert 0 < found.wakes <= 60
    assert (found.self_wakes, found.double_runs, found.log_commits_more) == (0, 0, 0)
