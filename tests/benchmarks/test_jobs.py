"""The benchmark of long jobs in small: prompts stay as long as they are, a killed process is gone on with."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import job_scripts, jobs


async def test_prompts_of_a_long_job_do_not_grow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(job_scripts, "PHASES", 4)
    monkeypatch.setattr(jobs, "STEPS", (10, 60, 110))
    means = await jobs.tokens(tmp_path)
    assert set(means) == {10, 60, 110}
    assert max(means.values()) < 1.5 * min(means.values())


@pytest.mark.soak_only
async def test_a_process_that_was_killed_is_gone_on_with(tmp_path: Path):
    assert jobs.resume(tmp_path) > 0
