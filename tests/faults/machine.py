"""A bot as a process of its own, on a machine that can be made to fail under it."""

from __future__ import annotations

import asyncio
import os
import resource
import shutil
import signal
import sqlite3
import subprocess
from asyncio.subprocess import PIPE, STDOUT
from collections.abc import AsyncGenerator, Callable, Generator, Mapping
from contextlib import asynccontextmanager, closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import yaml

from bot.texts import wording
from storage.preparation import FILE_NAME
from telegram_local.events import MessageEvent
from telegram_local.server import LocalServer
from telegram_local.world import ALEX_ID, GROUP_ID, YOU_ID
from tests.driver.bounds import Bounds
from tests.driver.client import LocalClient
from tests.driver.listening import free_port
from tests.driver.person import Person
from tests.driver.processes import ROOT, Process, start

PATIENCE = 60.0
OUTAGE = str(wording("en")("outage"))
_PAGE = 4096


class Disk(Protocol):
    """Where a bot keeps its data, and how little room there can be."""

    path: Path
    """As the bot sees it."""
    seen: Path
    """As the test sees it."""
    full: str
    """What the operator is told when there is no room."""

    def bounds(self) -> Bounds:
        """Of a process that runs there."""
        ...

    def fill(self, bot: Bot | None = None, leave: int = 0) -> None:
        """Until nothing but `leave` bytes can be written."""
        ...

    def free(self, bot: Bot | None = None) -> None:
        """Make room again."""
        ...


class Mounted:
    """A file system of its own in memory, in namespaces of its own, which nobody else sees."""

    full = "the disk is full"

    def __init__(self, path: Path, holder: subprocess.Popen[bytes]) -> None:
        self.path = path
        self._holder = holder
        self.seen = Path("/proc", str(holder.pid), "root", *path.parts[1:])

    def bounds(self) -> Bounds:
        """See `Disk`."""
        return Bounds(namespaces=self._holder.pid)

    def fill(self, bot: Bot | None = None, leave: int = 0) -> None:
        """See `Disk`."""
        del bot
        system = os.statvfs(self.seen)
        with (self.seen / "ballast").open("ab", buffering=0) as file:
            file.write(bytes(max(0, system.f_bavail * system.f_frsize - leave)))

    def free(self, bot: Bot | None = None) -> None:
        """See `Disk`."""
        del bot
        (self.seen / "ballast").unlink(missing_ok=True)

    def remount(self, how: str) -> None:
        """`ro` or `rw`; refused while somebody has a file open for writing."""
        command = [*self.bounds().command(), "mount", "-o", f"remount,{how}", str(self.path)]
        subprocess.run(command, check=True)  # noqa: S603 - what a machine's administrator would say


class Limited:
    """Where nothing may be mounted: the process may write no byte beyond the beginning of any file."""

    full = "could not be"

    def __init__(self, path: Path) -> None:
        self.path = self.seen = path
        self._is_full = False

    def bounds(self) -> Bounds:
        """See `Disk`."""
        return Bounds(file_bytes=0 if self._is_full else None)

    def fill(self, bot: Bot | None = None, leave: int = 0) -> None:
        """See `Disk`; room is counted from the end of the write-ahead log."""
        log = self.path / f"{FILE_NAME}-wal"
        room = log.stat().st_size + leave if leave and log.exists() else 0
        self._is_full = True
        if bot is not None:
            refuse_writes(bot, beyond=room)

    def free(self, bot: Bot | None = None) -> None:
        """See `Disk`."""
        self._is_full = False
        if bot is not None:
            allow_writes(bot)


def refuse_writes(bot: Bot, beyond: int = 0) -> None:
    """From now on each write of this process beyond so many bytes of a file fails (EFBIG)."""
    resource.prlimit(bot.process.pid, resource.RLIMIT_FSIZE, (beyond, resource.RLIM_INFINITY))


def allow_writes(bot: Bot) -> None:
    """The file system takes what it is given again."""
    resource.prlimit(bot.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


@contextmanager
def mounted(path: Path, megabytes: int) -> Generator[Mounted | None]:
    """None: nothing may be mounted here."""
    path.mkdir(parents=True)
    script = f'mount -t tmpfs -o size={megabytes}m,mode=700 small "$1" && echo there && exec cat'
    holder = subprocess.Popen(  # noqa: S603 - as above
        ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", script, "sh", str(path)],  # noqa: S607
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    assert holder.stdin is not None
    assert holder.stdout is not None
    try:
        yield Mounted(path, holder) if holder.stdout.readline() == b"there\n" else None
    finally:
        holder.stdin.close()
        holder.stdout.close()
        holder.wait(timeout=PATIENCE)


@contextmanager
def small_disk(path: Path, megabytes: int = 8) -> Generator[Disk]:
    """A real full file system where one can be made, else a process that may not write."""
    with mounted(path, megabytes) as disk:
        yield disk or Limited(path)


@dataclass(slots=True)
class Bot:
    """`swealog run` as a process; it can be started again on the same data."""

    config: Path
    data: Path
    bounds: Callable[[], Bounds] = Bounds
    _process: Process | None = None
    _said: list[bytes] = field(default_factory=list[bytes])
    _listening: set[asyncio.Task[None]] = field(default_factory=set[asyncio.Task[None]])

    @property
    def process(self) -> Process:
        """The running one."""
        assert self._process is not None
        return self._process

    @property
    def log(self) -> str:
        """What it wrote to standard error, all starts together."""
        return b"".join(self._said).decode()

    async def _spawn(self) -> Process:
        process = await self._begun("run")
        listening = asyncio.create_task(self._listen(process))
        self._listening.add(listening)
        return process

    async def _listen(self, process: Process) -> None:
        """Not into a file, which may be one of those that can't be written."""
        assert process.stderr is not None
        while said := await process.stderr.readline():
            self._said.append(said)

    async def _begun(self, *arguments: str, stderr: int = PIPE) -> Process:
        """A command of Swealog on this bot's data."""
        return await start(
            "bot.cli", *arguments, "--config", str(self.config), "--data-dir", str(self.data),
            stdout=PIPE, stderr=stderr, env=_environment(), bounds=self.bounds(),
        )  # fmt: skip

    async def start(self) -> str:
        """Until it says that it is ready; what it says."""
        self._process = await self._spawn()
        assert self._process.stdout is not None
        said = await asyncio.wait_for(self._process.stdout.readline(), PATIENCE)
        if b"ready" not in said:
            await asyncio.gather(*self._listening)
            raise AssertionError(self.log)
        return said.decode()

    async def refused(self, code: int = 1) -> str:
        """Start it where it can't: what it says, which is one line. Code 2: starting again would not help."""
        before = len(self.log)
        process = await self._spawn()
        try:
            ended = await asyncio.wait_for(process.wait(), PATIENCE)
        finally:
            if process.returncode is None:
                process.kill()
            await asyncio.gather(*self._listening)
        said = self.log[before:]
        assert ended == code, (ended, said)
        lines = [line for line in said.splitlines() if line.startswith("swealog: ")]
        assert len(lines) == 1, said
        assert "Traceback" not in said
        return lines[0]

    async def ends(self) -> int:
        """Its exit code, when it stops by itself."""
        return await asyncio.wait_for(self.process.wait(), PATIENCE)

    async def stop(self) -> int:
        """As systemd would; its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return await self.ends()

    async def kill(self) -> None:
        """As the system does when memory runs out."""
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()
        await asyncio.gather(*self._listening)

    async def swealog(self, *arguments: str) -> tuple[int, str]:
        """Another command on the same data: its exit code, and what it says."""
        process = await self._begun(*arguments, stderr=STDOUT)
        said, _ = await asyncio.wait_for(process.communicate(), PATIENCE)
        return process.returncode or 0, said.decode()

    async def says(self, words: str) -> None:
        """Wait until it has written that to standard error."""
        await until(lambda: words in self.log, f"{words!r} in its log")


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONPATH": str(ROOT)}


async def until(condition: Callable[[], bool], what: str) -> None:
    """Wait for what rings no bell."""
    try:
        async with asyncio.timeout(PATIENCE):
            while not condition():  # noqa: ASYNC110
                await asyncio.sleep(0.05)
    except TimeoutError:
        raise AssertionError(f"not within {PATIENCE:.0f} s: {what}") from None


@asynccontextmanager
async def telegram() -> AsyncGenerator[tuple[LocalServer, LocalClient]]:
    """The local Bot API server and whoever looks at its chats."""
    async with (
        LocalServer() as server,
        LocalClient(server.base_url, server.state.control_token, patience=PATIENCE) as client,
    ):
        yield server, client


def configured(folder: Path, server: LocalServer, *, webhook: bool = False, **sections: object) -> Path:
    """A configuration for a bot on this server."""
    telegram_section: dict[str, object] = {"token": server.token, "api_url": server.base_url}
    if webhook:
        port = free_port()
        telegram_section["mode"] = "webhook"
        telegram_section["webhook"] = {
            "url": f"http://127.0.0.1:{port}", "port": port, "secret": "secret-of-the-fault-tests",
        }  # fmt: skip
    tree: Mapping[str, object] = {
        "telegram": telegram_section,
        "access": {"allow_users": [YOU_ID, ALEX_ID], "allow_groups": [GROUP_ID]},
        "profile": {"time_zone": "UTC", "language": "en", "ask_first": []},
        **sections,
    }
    folder.mkdir(parents=True, exist_ok=True)
    config = folder / "config.yaml"
    config.write_text(yaml.safe_dump(tree), encoding="utf-8")
    return config


async def heard(client: LocalClient, person: Person, words: str) -> None:
    """Wait until a chat shows these words of the bot's."""

    def is_there() -> bool:
        return any(words in said for said in replies(client, person.chat_id))

    await until(is_there, f"{words!r} in {person.chat_id}")


def replies(client: LocalClient, chat_id: int) -> list[str]:
    """All that the bot said in a chat, in order."""
    return [
        event.stored.text
        for event in client.log
        if isinstance(event, MessageEvent)
        and event.new
        and event.stored.from_bot
        and event.stored.chat_id == chat_id
    ]


def left(disk: Disk, to: Path) -> Path:
    """The database as the bot left it, copied: SQLite would follow the way into the namespace itself."""
    shutil.copytree(disk.seen / "data", to)
    return to / FILE_NAME


def stored_texts(database: Path, user_id: int) -> list[str]:
    """What a person logged, in the order of the messages."""
    with closing(sqlite3.connect(database, timeout=PATIENCE)) as connection:
        rows = connection.execute(
            "SELECT json_extract(body, '$.text') FROM entries WHERE user_id = ? ORDER BY message_id",
            (user_id,),
        )
        return [str(row[0]) for row in rows]
