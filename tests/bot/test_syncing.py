"""`swealog sync`, and what the doctor says of copies elsewhere."""

from __future__ import annotations

from pathlib import Path

from tests.bot.test_cli import Run, run

__all__ = ["run"]


def test_a_copy_is_brought_up_to_date_looked_at_and_accepted(run: Run, tmp_path: Path):
    assert "nothing is copied elsewhere" in run("sync", "status").stdout
    assert run("sync", "now").exit_code == 1
    root = tmp_path / "copy"
    (tmp_path / "config.yaml").write_text(
        f"profile: {{time_zone: UTC}}\nsync: {{folders: [{{path: {root}, name: mine}}]}}\n", encoding="utf-8"
    )
    assert "the bot does it when it runs" in run("sync", "status").stdout
    run("log", "bench 185 lb 5x3")
    brought = run("sync", "now")
    assert brought.exit_code == 0
    assert "mine of" in brought.stdout
    assert ": fine" in brought.stdout
    (day,) = root.rglob("2*.md")
    assert "bench 185 lb 5x3" in day.read_text(encoding="utf-8")

    day.write_text("somebody else's", encoding="utf-8")
    status, examined = run("sync", "status").stdout, run("doctor").stdout
    assert f"changed by others: {day.relative_to(root)}" in status
    assert "problem  sync: 1 targets, not all are followed" in examined
    run("log", "squat 225 lb 5x5")
    assert "1 changes wait" in run("sync", "status").stdout
    assert run("sync", "now").exit_code == 1
    assert day.read_text(encoding="utf-8") == "somebody else's"

    assert "no copy is called yours" in run("sync", "accept", "yours").stderr
    assert "filled anew" in run("sync", "accept", "mine").stdout
    assert run("sync", "now").exit_code == 0
    assert "squat 225 lb 5x5" in day.read_text(encoding="utf-8")
    assert "ok       sync: 1 targets" in run("doctor").stdout

    told = run("forget", "--yes").stdout
    assert f"mine (folder {root}) is emptied when the bot runs again, or by swealog sync now." in told
    run("sync", "now")
    assert not day.exists()
