"""Set-up asks before it uses sudo at a terminal; as root, in CI and without a terminal it never does."""

from __future__ import annotations

import os
import pty
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LOCKS = ("aiogram/requirements.txt", "grammy/package-lock.json", "mcp/package-lock.json")
SCRIPTS = pytest.mark.parametrize("script", ["venv", "chromium", "clients"])
ASKED = "Install it with sudo apt-get? [y/N]"


def machine(folder: Path, *, root: bool) -> dict[str, str]:
    """A machine whose apt-get, sudo and python only write down how they were called; nothing is installed."""
    tools = folder / "bin"
    tools.mkdir()
    scripts = {
        "id": f"echo {0 if root else 1000}",
        "apt-get": f'echo "apt-get $*" >>{folder}/done',
        "sudo": f'echo "sudo $*" >>{folder}/done; [ "$1" = -n ] && shift; exec "$@"',
        "python": f'[ "$1" = -c ] || grep -q install {folder}/done 2>/dev/null',
    }
    for name, script in scripts.items():
        (tools / name).write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        (tools / name).chmod(0o755)
    for name in ("bash", "cmp", "dirname", "rm", "env", "grep", "sh"):
        found = next(path for path in map(Path, ("/usr/bin", "/bin")) if (path / name).exists()) / name
        (tools / name).symlink_to(found)
    return {"PATH": str(tools), "PYTHON": str(tools / "python")}


def scripts_of_ours(folder: Path) -> Path:
    """A copy of them, where of the bots of other makers nothing is missing but Node."""
    for lock in LOCKS:
        given, made = folder / "tests/clients" / lock, folder / ".cache/clients" / lock
        for copy in (given, made.with_name(".lock")):
            copy.parent.mkdir(parents=True)
            shutil.copy(ROOT / "tests/clients" / lock, copy)
    return Path(shutil.copytree(ROOT / ".ci", folder / ".ci"))


def shown(terminal: int) -> Iterator[bytes]:
    """All that stands on it once nobody writes any more: one read may be only the first line."""
    with suppress(OSError):  # how Linux says that this was the end
        while part := os.read(terminal, 10_000):
            yield part


def set_up(
    folder: Path, script: str, *, root: bool = False, ci: bool = False, answer: str | None = None
) -> tuple[int, str, list[str]]:
    """Exit code, what was said, and what was run; `answer` None: there is no terminal."""
    environ = machine(folder, root=root) | ({"CI": "true"} if ci else {})
    near, far = pty.openpty()
    at_terminal = answer is not None
    if answer is not None:
        os.write(near, f"{answer}\n".encode())
    process = subprocess.run(  # noqa: S603 - our own script
        [str(scripts_of_ours(folder) / script), *([str(folder / "venv")] if script == "venv" else [])],
        env=environ,
        stdin=far if at_terminal else subprocess.DEVNULL,
        stdout=far if at_terminal else subprocess.PIPE,
        stderr=far if at_terminal else subprocess.STDOUT,
        check=False,
    )
    os.close(far)
    said = b"".join(shown(near)) if at_terminal else process.stdout
    os.close(near)
    ran = (folder / "done").read_text(encoding="utf-8").splitlines() if (folder / "done").exists() else []
    return process.returncode, said.decode(), ran


def installs(ran: list[str]) -> bool:
    return any(line.startswith("apt-get install") for line in ran)


@SCRIPTS
@pytest.mark.parametrize(("answer", "done"), [("y", True), ("yes", True), ("n", False), ("", False)])
def test_at_a_terminal_it_asks(tmp_path: Path, script: str, answer: str, done: bool):
    code, said, ran = set_up(tmp_path, script, answer=answer)
    assert ASKED in said
    assert installs(ran) == done
    assert any(line.startswith("sudo ") for line in ran) == done
    assert not any(line.startswith("sudo -n") for line in ran), "a password may be asked for"
    assert code == (1 if script == "venv" and not done else 0), said


@SCRIPTS
@pytest.mark.parametrize("answer", [None, "n"])
def test_root_is_not_asked_and_needs_no_sudo(tmp_path: Path, script: str, answer: str | None):
    code, said, ran = set_up(tmp_path, script, root=True, answer=answer)
    assert (code, installs(ran), ASKED in said) == (0, True, False)
    assert not any(line.startswith("sudo") for line in ran)


@SCRIPTS
@pytest.mark.parametrize("answer", [None, "n"])
def test_ci_is_not_asked(tmp_path: Path, script: str, answer: str | None):
    code, said, ran = set_up(tmp_path, script, ci=True, answer=answer)
    assert (code, installs(ran), ASKED in said) == (0, True, False)
    assert all(line.startswith(("sudo -n ", "apt-get ")) for line in ran)


@pytest.mark.parametrize(
    ("script", "package"), [("venv", "python3-venv"), ("chromium", "chromium"), ("clients", "npm")]
)
def test_without_a_terminal_it_says_what_to_install(tmp_path: Path, script: str, package: str):
    code, said, ran = set_up(tmp_path, script)
    assert f"sudo apt-get install {package}" in said
    assert (code, ran) == (1 if script == "venv" else 0, [])
