"""A forked process is, to whoever looks at it, one with a command line of its own."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from asyncio.subprocess import PIPE
from pathlib import Path

import pytest

from tests.driver.bounds import Bounds
from tests.driver.collecting import Collected
from tests.driver.processes import ROOT, Forked, run, start

PROBE = """
import atexit, os, pathlib, sys
atexit.register(print, "and went")
print(__name__, sys.argv[1:], os.environ["PROBED"], "HOME" in os.environ)
print(pathlib.Path.cwd().name, sys.stdin.read())
print("complained", file=sys.stderr)
sys.exit(int(sys.argv[1]))
"""
FAILS = """
import sys
sys.stdin.read()
raise RuntimeError('as planned')
"""


def written(folder: Path, code: str) -> dict[str, str]:
    """A module `probe` in a folder that is looked into."""
    (folder / "probe.py").write_text(code, encoding="utf-8")
    return {"PROBED": "yes", "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}"}


async def both(folder: Path, env: dict[str, str], *arguments: str) -> list[tuple[int | None, bytes, bytes]]:
    """What the two say: forked, and by a command line."""
    forked = await start("probe", *arguments, stdin=PIPE, stdout=PIPE, stderr=PIPE, folder=folder, env=env)
    true = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "probe", *arguments, stdin=PIPE, stdout=PIPE, stderr=PIPE, cwd=folder, env=env
    )
    streams = await asyncio.gather(*(one.communicate(b"given") for one in (forked, true)))
    return [
        (one.returncode, errors, said) for one, (said, errors) in zip((forked, true), streams, strict=True)
    ]


async def test_streams_environment_folder_arguments_and_exit_code(tmp_path: Path) -> None:
    forked, true = await both(tmp_path, written(tmp_path, PROBE), "7", "x y")
    assert forked == true
    assert forked[0] == 7
    assert b"__main__ ['7', 'x y'] yes False" in forked[2]
    assert forked[2].endswith(b"and went\n")


async def test_what_fails_says_where_and_is_1(tmp_path: Path) -> None:
    forked, true = await both(tmp_path, written(tmp_path, FAILS))
    assert (forked[0], true[0]) == (1, 1)
    assert all(said.startswith(b"Traceback") and b"as planned" in said for said in (forked[1], true[1]))


@pytest.mark.parametrize("arguments", [("--help",), ("--version",), ("nonsense",), ("log",)], ids=str)
def test_the_command_line_says_the_same(arguments: tuple[str, ...]) -> None:
    true = subprocess.run(  # noqa: S603 - ours
        [sys.executable, "-m", "bot.cli", *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    forked = run("bot.cli", *arguments)
    assert (forked.returncode, forked.stdout, forked.stderr) == (true.returncode, true.stdout, true.stderr)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
async def test_a_signal_ends_it(tmp_path: Path, number: signal.Signals) -> None:
    env = written(tmp_path, "print('there', flush=True); import time; time.sleep(600)")
    process = await start("probe", stdout=PIPE, folder=tmp_path, env=env)
    assert process.stdout is not None
    assert await process.stdout.readline() == b"there\n"
    process.send_signal(number)
    assert await process.wait() == process.returncode == -number
    process.kill()  # nobody else's, by now


async def test_one_child_leaves_nothing_to_the_next(tmp_path: Path) -> None:
    env = written(tmp_path, "import bot, sys; print(hasattr(bot, 'planted')); bot.planted = True")
    said = [
        await (await start("probe", stdout=PIPE, folder=tmp_path, env=env)).communicate() for _ in range(2)
    ]
    assert [out for out, _ in said] == [b"False\n", b"False\n"]


async def test_files_end_where_they_are_bound_to(tmp_path: Path) -> None:
    env = written(
        tmp_path, "open('long', 'wb', buffering=0).write(bytes(100)); print(os.stat('long').st_size)"
    )
    (tmp_path / "probe.py").write_text(
        "import os, signal\nsignal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        + (tmp_path / "probe.py").read_text(encoding="utf-8"),
        encoding="utf-8",
    )
    process = await start("probe", stdout=PIPE, folder=tmp_path, env=env, bounds=Bounds(file_bytes=60))
    assert (await process.communicate())[0] == b"60\n"


async def test_it_is_a_fork_unless_in_a_soak() -> None:
    process = await start("bot.cli", "--version", stdout=PIPE)
    await process.communicate()
    assert isinstance(process, Forked) is not bool(os.environ.get("SOAK"))


async def test_a_worker_is_a_fork_unless_it_is_alone_or_in_a_soak() -> None:
    beside = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")) > 1
    parent = await asyncio.to_thread(Path(f"/proc/{os.getppid()}/cmdline").read_bytes)
    assert (b"tests.driver.nest" in parent) is (beside and not os.environ.get("SOAK"))


async def test_a_forked_worker_goes_on_with_the_tests_of_the_nest_in_a_folder_of_its_own(
    request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    parent = await asyncio.to_thread(Path(f"/proc/{os.getppid()}/cmdline").read_bytes)
    goes_on = any(isinstance(one, Collected) for one in request.config.pluginmanager.get_plugins())
    assert goes_on is (b"tests.driver.nest" in parent)
    assert os.environ.get("PYTEST_XDIST_WORKER", "") in str(tmp_path)
