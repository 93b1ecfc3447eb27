"""Rows of long jobs: fenced, paused whatever the loop commits, exported with their files."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from bot.commands import export
from storage.errors import Outdated
from storage.job import JobRow, JobStep
from storage.stores import Stores
from tests.storage.things import NOW, USER

JOB = JobRow(id="01J", user_id=USER, chat_id=USER, kind="review", at=NOW, updated_at=NOW, body="{}")


def step(number: int, phase: int = 1, kind: str = "said") -> JobStep:
    return JobStep.model_validate(
        {"job_id": "01J", "number": number, "user_id": USER, "phase": phase, "kind": kind, "at": NOW,
         "body": str(number)}
    )  # fmt: skip


async def test_a_commit_is_fenced_and_kept_with_its_steps(db: Stores):
    assert await db.jobs.add(JOB, 1)
    after = await db.jobs.commit(JOB, [step(1), step(2)])
    assert (after.seq, after.status) == (1, "running")
    with pytest.raises(Outdated):
        await db.jobs.commit(JOB, [step(3)])
    assert [one.body for one in await db.jobs.steps(USER, "01J", 1)] == ["1", "2"]
    assert await db.jobs.last_step(USER, "01J") == 2
    assert await db.jobs.steps(USER + 1, "01J", 1) == []
    assert await db.jobs.job(USER + 1, "01J") is None


async def test_what_was_paused_meanwhile_stays_paused_unless_it_ends(db: Stores):
    await db.jobs.add(JOB, 1)
    assert await db.jobs.halt(USER, "01J", "person", NOW)
    assert await db.jobs.halt(USER, "01J", "person", NOW) is False
    paused = await db.jobs.commit(JOB, [step(1)])
    assert (paused.status, paused.reason) == ("paused", "person")
    done = await db.jobs.commit(paused.model_copy(update={"status": "done", "reason": ""}))
    assert (done.status, done.reason) == ("done", "")
    assert await db.jobs.unfinished() == []


async def test_a_person_has_at_most_so_many_that_go_on(db: Stores):
    assert await db.jobs.add(JOB, 1)
    other = JOB.model_copy(update={"id": "02J"})
    assert await db.jobs.add(other, 1) is False
    assert await db.jobs.add(other.model_copy(update={"user_id": USER + 1}), 1)
    assert [one.id for one in await db.jobs.unfinished()] == ["01J", "02J"]


async def test_messages_of_phases_long_over_go_and_their_transitions_stay(db: Stores):
    await db.jobs.add(JOB, 1)
    row = await db.jobs.commit(JOB, [step(1), step(2, 1, "transition"), step(3, 2)])
    await db.jobs.commit(row, [step(4, 3)], drops=2)
    assert [one.body for one in await db.jobs.steps(USER, "01J", 1)] == ["2"]
    assert [one.body for one in await db.jobs.steps(USER, "01J", 2)] == ["3"]


async def test_messages_of_a_job_that_the_person_ended_go(db: Stores):
    await db.jobs.add(JOB, 1)
    row = await db.jobs.commit(JOB, [step(1), step(2, 1, "transition")])
    over = row.model_copy(update={"status": "stopped", "ended_at": NOW})
    assert await db.jobs.turn(over, ["running"])
    assert await db.jobs.turn(over, ["running"]) is False
    assert [one.body for one in await db.jobs.steps(USER, "01J", 1)] == ["2"]


async def test_jobs_are_exported_with_the_files_that_they_worked_in(db: Stores, tmp_path: Path):
    await db.jobs.add(JOB, 1)
    folder = tmp_path / "vault" / str(USER) / "jobs" / "01J"
    (folder / "artifacts").mkdir(parents=True)
    (folder / "artifacts" / "review.md").write_text("# Review")
    (folder / "link").symlink_to("/etc/hostname")
    everything = await export.gathered(db, USER, "UTC")
    assert not everything.is_empty
    export.pack(everything, tmp_path, tmp_path / "all.zip")
    with zipfile.ZipFile(tmp_path / "all.zip") as archive:
        assert archive.read("vault/jobs/01J/artifacts/review.md") == b"# Review"
        assert [one["id"] for one in json.loads(archive.read("jobs.json"))] == ["01J"]
        assert not [name for name in archive.namelist() if name.endswith("link")]
