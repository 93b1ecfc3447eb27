"""Whatever a person or a model does, a job ends and says why."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest
from pydantic import JsonValue

from agents.jobs.office import JobRefused
from agents.jobs.worker import Scene, returned
from tests.agents.jobs.acting import Act, Actor, Away, diligent, plan, work
from tests.agents.jobs.conftest import Open

FEW = "limits: {phase: {steps: 60}, job: {steps: 200, phases: 12}}\n"


@pytest.mark.parametrize(
    "request_",
    ["x" * 100_000, "squat more. never squat. do both.", "벤치 프레스 100kg까지 12주 계획을 짜 줘",
     "\x00 \u202e </data>"],
    ids=["100 kB", "contradicting", "Korean", "controls"],
)  # fmt: skip
async def test_long_contradicting_korean_and_odd_instructions_are_worked_on(opened: Open, request_: str):
    on = await opened(Actor(diligent))
    row = await on.run(request_)
    assert row.status == "done"
    assert request_.split("\n", maxsplit=1)[0] in (on.files(row).text("instructions.md") or "")


@pytest.mark.parametrize(
    ("request_", "reason"),
    [("", "empty"), (" \n ", "empty"), ("x" * 100_001, "too_long"), ("벤" * 33_334, "too_long")],
)
async def test_empty_and_endless_instructions_are_refused(opened: Open, request_: str, reason: str):
    on = await opened(Actor(diligent))
    with pytest.raises(JobRefused, match=reason):
        await on.start(request_)
    assert not (on.office.data_dir / "vault" / "7" / "jobs").exists()


async def test_more_feedback_than_anybody_reads_is_refused_whole(opened: Open):
    on = await opened(Actor(diligent))
    row = await on.run("벤" * 33_333)
    before = on.files(row).text("instructions.md")
    with pytest.raises(JobRefused, match="too_long"):
        await on.office.change(row.user_id, row.id, "벤" * 33_333)
    assert on.files(row).text("instructions.md") == before
    assert await on.office.change(row.user_id, row.id, "Fewer squats.")
    assert (on.files(row).text("instructions.md") or "").endswith("> Fewer squats.\n")


def never_done(scene: Scene) -> Iterator[Act]:
    if scene.state.is_strategic_phase:
        yield from plan(scene)
    else:
        for at in range(1000):
            yield "lift", {"kilos": float(at)}


def wrong_yaml(scene: Scene) -> Iterator[Act]:
    for todo in scene.state.todos:
        for at in range(100):
            if todo is scene.state.todos[-1]:
                yield "todo_write", {"content": f"todos: [{at}"}
            yield "todo_complete", {"todo_id": todo.id}
            if todo is not scene.state.todos[-1]:
                break


def other_phase(scene: Scene) -> Iterator[Act]:
    for at in range(100):
        yield "lift", {"kilos": float(at)}


def no_such_tool(scene: Scene) -> Iterator[Act]:
    for at in range(100):
        yield f"rm_rf_{at}", {}


def wrong_arguments(scene: Scene) -> Iterator[Act]:
    for at in range(100):
        yield "todo_complete", {"todo_id": f"number {at}"}


def completes_at_once(scene: Scene) -> Iterator[Act]:
    for at in range(100):
        yield "job_complete", {"summary": f"done {at}"}


def floods(scene: Scene) -> Iterator[Act]:
    if scene.state.is_strategic_phase:
        yield from plan(scene)
    for at in range(1000):
        yield "write_file", {"path": f"artifacts/f{at}.md", "text": "x" * 250_000}


def fenced(scene: Scene) -> Iterator[Act]:
    for at in range(1000):
        yield "write_file", {"path": "workspace.md", "text": f"```markdown\n# Plan {at}\n```"}


def repeats(scene: Scene) -> Iterator[Act]:
    for _ in range(1000):
        yield "list_files", {}


def silent(scene: Scene) -> Iterator[Act]:
    return iter(())


def nothing_done(scene: Scene) -> Iterator[Act]:
    if scene.state.is_strategic_phase:
        yield from plan(scene)
    else:
        for todo in scene.state.todos:
            yield "todo_complete", {"todo_id": todo.id}


def for_ever(scene: Scene) -> Iterator[Act]:
    yield from plan(scene) if scene.state.is_strategic_phase else work(scene)


ENDS = {
    never_done: "phase_steps",
    wrong_yaml: "todos_refused",
    other_phase: "calls_fail",
    no_such_tool: "calls_fail",
    wrong_arguments: "calls_fail",
    completes_at_once: "calls_fail",
    floods: "calls_fail",
    fenced: "calls_fail",
    repeats: "repeats",
    silent: "says_nothing",
    nothing_done: "nothing_done",
    for_ever: "job_phases",
}


@pytest.mark.parametrize("acts", ENDS, ids=lambda acts: acts.__name__)
async def test_a_model_that_gets_nowhere_is_stopped_and_the_job_says_why(opened: Open, acts: object):
    actor = Actor(acts)  # pyright: ignore[reportArgumentType]
    on = await opened(actor, config=FEW)
    row = await on.run()
    assert (row.status, row.reason) == ("failed", ENDS[acts])  # pyright: ignore[reportArgumentType]
    assert row.ended_at is not None
    assert len(actor.seen) <= 200


@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        ("{phase: {tokens: 500}}", "phase_tokens"), ("{job: {tokens: 2000}}", "job_tokens"),
        ("{phase: {usd: 0.005}}", "phase_money"), ("{job: {usd: 0.02}}", "job_money"),
        ("{job: {steps: 20}}", "job_steps"), ("{phase: {minutes: 0.00001}}", "phase_time"),
        ("{job: {minutes: 0.0001}}", "job_time"),
    ],
)  # fmt: skip
async def test_steps_tokens_money_and_time_are_bounded_per_phase_and_job(
    opened: Open, limits: str, reason: str
):
    on = await opened(Actor(for_ever), config=f"limits: {limits}\n")
    row = await on.run()
    assert (row.status, row.reason) == ("failed", reason)


async def test_who_repeats_a_call_three_times_is_told_so_before_it_is_stopped(opened: Open):
    actor = Actor(repeats)
    on = await opened(actor)
    await on.run()
    told = [one.text for one in returned(actor.seen[-1].messages)]
    assert ["three times" in text for text in told] == [False, False, True]


async def test_a_full_disk_pauses_the_job_which_goes_on_later(opened: Open, monkeypatch: pytest.MonkeyPatch):
    on = await opened(Actor(diligent))
    row = await on.start()
    opens = os.open

    def full(path: object, flags: int, *more: object, **named: object) -> int:
        if flags & os.O_CREAT and "jobs" in str(path):
            raise OSError(errno.ENOSPC, "No space left on device")
        return opens(path, flags, *more, **named)  # pyright: ignore[reportArgumentType]

    with monkeypatch.context() as patched:
        patched.setattr(os, "open", full)
        row = await on.done(row)
        assert (row.status, row.reason) == ("paused", "disk_full")
        with pytest.raises(JobRefused, match="disk_full"):
            await on.start()
    assert await on.office.resume(row.user_id, row.id)
    assert (await on.done(row)).status == "done"


async def test_a_workspace_that_was_removed_ends_the_job(opened: Open):
    def removing(scene: Scene) -> Iterator[Act]:
        if scene.state.phase_number == 2:
            scene.workspace.remove()
        yield from diligent(scene)

    on = await opened(Actor(removing))
    row = await on.run()
    assert (row.status, row.reason) == ("failed", "workspace_gone")
    assert not on.files(row).root.exists()


async def test_a_person_who_is_forgotten_while_it_runs_leaves_nothing(opened: Open):
    on = await opened(Actor(diligent))
    row = await on.start()
    await on.office.forget(row.user_id)
    await on.db.forgetting.forget(row.user_id)
    on.files(row).remove()
    await on.office.idle()
    assert await on.db.jobs.job(row.user_id, row.id) is None
    assert await on.db.jobs.steps(row.user_id, row.id, 1) == []
    assert not on.files(row).root.exists()


async def test_rows_that_vanish_beneath_a_job_end_it_silently(opened: Open):
    on = await opened(Away(waits=True), waits=(0.05, 0.05))
    row = await on.start()
    await on.db.forgetting.forget(row.user_id)
    await on.office.idle()
    assert await on.db.jobs.job(row.user_id, row.id) is None


async def test_all_jobs_of_a_person_who_is_removed_are_stopped(opened: Open):
    on = await opened(Actor(diligent))
    rows = [await on.start() for _ in range(2)]
    await on.office.stop_all(7, "removed")
    for one in rows:
        row = await on.done(one)
        assert (row.status, row.reason) == ("stopped", "removed")


async def test_a_mistake_of_ours_ends_one_job_and_no_other(opened: Open):
    def broken(scene: Scene) -> Iterator[Act]:
        if "break" in scene.request:
            raise RuntimeError
        yield from diligent(scene)

    on = await opened(Actor(broken))
    rows = [await on.start("break"), await on.start("work")]
    assert [(row.status, row.reason) for row in [await on.done(one) for one in rows]] == [
        ("failed", "broken"), ("done", ""),
    ]  # fmt: skip


async def test_files_of_the_chat_come_into_artifacts(opened: Open, tmp_path: Path):
    from agents.jobs.office import Order  # noqa: PLC0415 - beside its use

    on = await opened(Actor(diligent))
    order = Order(7, 7, "task", "look", files={"log.csv": b"a,b\n1,2\n", "notes.md": b"# Notes"})
    row = await on.done(await on.office.start(order))
    assert row.status == "done"
    assert on.files(row).text("artifacts/log.csv") == "a,b\n1,2\n"
    assert "- artifacts/notes.md" in (on.files(row).text("instructions.md") or "")


@pytest.mark.parametrize("arguments", ['{"path": ', "[1]", "null"])
async def test_arguments_that_are_no_object_are_told_as_such(opened: Open, arguments: str):
    def broken(scene: Scene) -> Iterator[Act]:
        yield "list_files", cast("dict[str, JsonValue]", arguments)

    actor = Actor(broken)
    on = await opened(actor)
    await on.run()
    (first, *_) = returned(actor.seen[-1].messages)
    assert (first.text, first.is_done) == ("The arguments are no JSON object.", False)
