"""The folder of a job: confined, bounded, readable."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from agents.jobs import workspace
from agents.jobs.todo import Refusal
from agents.jobs.workspace import Workspace, WorkspaceGone, harmless, writable


@pytest.fixture
def folder(tmp_path: Path) -> Workspace:
    made = Workspace.of(tmp_path / "vault", 7, "01JOB")
    made.make("Do it.")
    return made


def test_a_new_folder_has_its_instructions_and_is_its_owners_alone(folder: Workspace, tmp_path: Path):
    assert folder.root == tmp_path / "vault" / "7" / "jobs" / "01JOB"
    assert folder.text("instructions.md") == "Do it."
    assert {one.name for one in folder.root.iterdir()} == {"instructions.md", "archive", "artifacts"}
    assert folder.root.stat().st_mode & 0o077 == 0
    folder.make("Something else.")
    assert folder.text("instructions.md") == "Do it."


@pytest.mark.parametrize(
    "path",
    ["../out.md", "/etc/passwd", "a/../../b", "a//b", "..", "a\\b", "a\x00b", "", "a/b/c/d/e", ".hidden",
     "~/x", "x" * 200, "artifacts/.new"],
)  # fmt: skip
def test_no_path_leads_out(folder: Workspace, path: str):
    with pytest.raises(Refusal, match="no path of the workspace"):
        folder.write(path, "x")
    with pytest.raises(Refusal, match="no path of the workspace"):
        folder.read(path)


def test_links_and_devices_are_not_followed(folder: Workspace, tmp_path: Path):
    (tmp_path / "secret").write_text("secret")
    (folder.root / "link.md").symlink_to(tmp_path / "secret")
    (folder.root / "artifacts" / "away").symlink_to(tmp_path)
    os.mkfifo(folder.root / "pipe.md")
    (tmp_path / "shared").write_text("shared")
    os.link(tmp_path / "shared", folder.root / "hard.md")
    folder.write("hard.md", "mine")
    assert (tmp_path / "shared").read_text() == "shared"
    folder.take_out("hard.md")
    for path in ("link.md", "artifacts/away/secret"):
        with pytest.raises(Refusal, match="link"):
            folder.read(path)
        with pytest.raises(Refusal, match="link"):
            folder.write(path, "x")
    with pytest.raises(Refusal, match="no file"):
        folder.read("pipe.md")
    assert [one.path for one in folder.files()] == ["instructions.md"]
    assert (tmp_path / "secret").read_text() == "secret"


def test_files_are_bounded_in_size_number_and_all_together(
    folder: Workspace, monkeypatch: pytest.MonkeyPatch
):
    with pytest.raises(Refusal, match="too many for a file"):
        folder.write("artifacts/long.md", "x" * (workspace.LONGEST_FILE + 1))
    with pytest.raises(Refusal, match=r"Keep it below 8000"):
        folder.write("workspace.md", "x" * 8001)
    monkeypatch.setattr(workspace, "LONGEST_WHOLE", 50)
    with pytest.raises(Refusal, match="in all"):
        folder.write("artifacts/a.md", "x" * 60)
    monkeypatch.setattr(workspace, "MOST_FILES", 3)
    for name in ("a", "b"):
        folder.write(f"artifacts/{name}.md", "x")
    with pytest.raises(Refusal, match="no more"):
        folder.write("artifacts/c.md", "x")
    folder.write("artifacts/a.md", "another x")


def test_no_two_files_differ_only_in_case_or_form(folder: Workspace):
    folder.write("artifacts/Plan.md", "one")
    for twin in ("artifacts/plan.md", "artifacts/PLAN.MD", "artifacts/\uff30lan.md"):
        with pytest.raises(Refusal, match=r"There is artifacts/Plan.md already"):
            folder.write(twin, "another")
    folder.write("artifacts/Plan.md", "two")
    assert folder.text("artifacts/Plan.md") == "two"


@pytest.mark.parametrize(
    "text",
    ["![a](https://evil.example/a.png?q=1)", "![a]( //evil.example)", "![a][b]\n\n[b]: https://evil.example",
     "![[../../secret]]", "<img src=x onerror=alert(1)>", "< IFRAME src=x>", "<script>alert(1)</script>"],
)  # fmt: skip
def test_no_text_fetches_or_runs_anything(text: str):
    told = harmless(f"Some words. {text}")
    assert told != f"Some words. {text}"
    assert told.replace("\u200b", "") == f"Some words. {text}"
    assert not re.search(r"!\[|<\s*(?:img|iframe|script)", told, re.IGNORECASE)
    fine = "Sleep < 7 h! See https://example.org and ![squats](charts/squats), <b>bold</b> at most."
    assert harmless(fine) == fine


@pytest.mark.parametrize("fence", ["```markdown\n# Plan\n```", "```\n# Plan\n```\n", "\n```yaml\na: 1\n```"])
def test_a_file_wrapped_in_a_markdown_fence_is_refused(folder: Workspace, fence: str):
    with pytest.raises(Refusal, match="Markdown fence"):
        folder.write("main_plan.md", fence)
    folder.write("main_plan.md", "# Plan\n```\ncode\n```\ntext\n```\nmore\n```")


def test_files_are_listed_read_in_parts_and_searched(folder: Workspace):
    folder.write("artifacts/plan.md", "First line\nBench on Monday\n")
    assert [one.path for one in folder.files("artifacts")] == ["artifacts/plan.md"]
    assert folder.read("artifacts/plan.md", 6, 4) == ("line", 27)
    assert folder.search("bench") == [("artifacts/plan.md", 2, "Bench on Monday")]
    with pytest.raises(Refusal, match="There is no file"):
        folder.read("artifacts/none.md")
    with pytest.raises(Refusal, match="folder"):
        folder.read("artifacts")


def test_a_folder_that_was_removed_is_told(folder: Workspace):
    folder.remove()
    for act in (folder.files, lambda: folder.read("workspace.md"), lambda: folder.write("a.md", "x")):
        with pytest.raises(WorkspaceGone):
            act()
    assert not folder.root.exists()


@pytest.mark.parametrize("linked", ["7", "7/jobs", "7/jobs/01JOB"])
def test_a_link_above_the_folder_is_not_followed(tmp_path: Path, linked: str):
    outside, place = tmp_path / "outside", tmp_path / "vault" / linked
    outside.mkdir()
    (outside / "instructions.md").write_text("theirs")
    place.parent.mkdir(parents=True)
    place.symlink_to(outside)
    folder = Workspace.of(tmp_path / "vault", 7, "01JOB")
    for act in (lambda: folder.make("Do it."), lambda: folder.write("a.md", "x"), folder.files):
        with pytest.raises(WorkspaceGone):
            act()
    folder.remove()
    assert [(one.name, one.read_text()) for one in outside.iterdir()] == [("instructions.md", "theirs")]


@pytest.mark.parametrize(
    ("path", "strategic", "may"),
    [
        ("workspace.md", True, True), ("workspace.md", False, True), ("main_plan.md", True, True),
        ("main_plan.md", False, False), ("todos.yaml", True, False), ("instructions.md", True, False),
        ("archive/phase_2.yaml", True, False), ("archive/phase_2.md", True, True),
        ("artifacts/plan.md", False, True), ("./main_plan.md", False, False), ("figures.json", False, False),
        ("artifacts/plan.csv", False, False), ("artifacts/plan.MD/", False, False),
        ("main_plan.md/", False, False), ("Main_Plan.md", True, False), ("Figures.json", False, False),
        ("Todos.yaml", True, False), ("ARTIFACTS/plan.md", False, False), ("Archive/p.yaml", True, False),
        ("\uff4dain_plan.md", False, False), ("notes.md", False, True),
    ],
)  # fmt: skip
def test_who_may_write_what(path: str, strategic: bool, may: bool):
    if may:
        writable(path, is_strategic=strategic)
    else:
        with pytest.raises(Refusal):
            writable(path, is_strategic=strategic)
