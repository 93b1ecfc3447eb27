"""A bot lived through a stream of messages: killed and started again as often as asked, then stopped."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sqlite3
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import yaml

from bot.local.client import LocalClient
from bot.local.events import MessageEvent
from bot.local.messages import StoredMessage
from bot.local.server import LocalServer
from storage.preparation import FILE_NAME
from tests.bot.local.listening import free_port
from tests.crash.instants import INSTANTS
from tests.crash.stream import Act, Script

ROOT = Path(__file__).parents[2]
Mode = Literal["polling", "webhook"]
MODES: tuple[Mode, ...] = ("polling", "webhook")
AT_SOME_MOMENT = "at some moment"
_PATIENCE = 300.0
_WAIT_FOR_INSTANT = 8.0
_STOPS_WITHIN = 15.0
_UNFINISHED = (
    "SELECT (SELECT count(*) FROM inbox WHERE NOT done) + (SELECT count(*) FROM turns WHERE status = 'ready')"
    " + (SELECT count(*) FROM outbox WHERE status = 'queued')"
)


@dataclass(frozen=True, slots=True)
class Kill:
    """SIGKILL at an instant when it comes for the `count`th time, or so many seconds after the start."""

    after: float
    instant: str = ""
    count: int = 1


@dataclass(slots=True)
class Life:
    """What happened, and where it was left."""

    folder: Path
    killed: Counter[str] = field(default_factory=Counter[str])
    updates: int = 0
    replies: dict[int, list[str]] = field(default_factory=dict[int, list[str]])
    """Of each person, what the bot sent, as it was when it was sent."""
    stopped: bool = False
    """Whether it ended by itself, in time, when it was asked to."""

    @property
    def data(self) -> Path:
        """The bot's data directory."""
        return self.folder / "data"

    @property
    def log(self) -> str:
        """What it wrote to standard error, all starts together."""
        return (self.folder / "stderr.txt").read_text(encoding="utf-8")


def kills(seed: int, count: int) -> list[Kill]:
    """Every other at a labelled instant, in turn; the rest at any moment, also while it starts."""
    chance = random.Random(f"kills/{seed}")  # noqa: S311
    labelled = list(INSTANTS)
    chance.shuffle(labelled)
    return [
        Kill(chance.uniform(0.3, 3.5))
        if number % 2
        else Kill(_WAIT_FOR_INSTANT, labelled[number // 2 % len(labelled)], chance.randint(1, 3))
        for number in range(count)
    ]


async def live(
    folder: Path, scripts: Sequence[Script], killing: Sequence[Kill], mode: Mode, seed: int
) -> Life:
    """Let everybody do what their script says while the bot is killed; then everything is finished."""
    life = Life(folder)
    await asyncio.to_thread(folder.mkdir, parents=True)
    async with LocalServer() as server:
        first = server.state.updates.next_id
        for script in scripts:
            server.state.world.add_person(script.user_id, f"Person{script.user_id}")
        async with LocalClient(server.base_url, server.state.control_token, patience=_PATIENCE) as client:
            config = _configured(folder, server, scripts, mode)
            gate = _Gate(len(killing), max(len(script.acts) for script in scripts))
            acting = [
                asyncio.create_task(_act(client, script, gate, random.Random(f"{seed}/{script.user_id}")))  # noqa: S311
                for script in scripts
            ]
            for kill in killing:
                gate.let_more()
                life.killed[await _killed(life, config, kill)] += 1
            gate.let_all()
            process = await _started(life, config)
            try:
                await asyncio.wait_for(asyncio.gather(*acting), _PATIENCE * 3)
                await _finished(life, server)
                process.send_signal(signal.SIGTERM)
                life.stopped = await asyncio.wait_for(process.wait(), _STOPS_WITHIN) == 0
            finally:
                if process.returncode is None:
                    process.kill()
                    await process.wait()
            life.updates = server.state.updates.next_id - first
            for script in scripts:
                life.replies[script.user_id] = [
                    event.stored.text
                    for event in client.log
                    if isinstance(event, MessageEvent)
                    and event.new
                    and _from_bot(event.stored, script.user_id)
                ]
    return life


class _Gate:
    """Spreads the acts of all over the kills, so that each has something to interrupt."""

    def __init__(self, steps: int, acts: int) -> None:
        self._share = acts / (steps + 1)
        self._allowed = 0.0
        self._opened = asyncio.Event()

    def let_more(self) -> None:
        self._allowed += self._share
        self._opened.set()

    def let_all(self) -> None:
        self._share = float("inf")
        self.let_more()

    async def wait(self, act: int) -> None:
        while act >= self._allowed:
            self._opened.clear()
            await self._opened.wait()


async def _act(client: LocalClient, script: Script, gate: _Gate, chance: random.Random) -> None:
    person = client.person(script.user_id)
    for number, act in enumerate(script.acts):
        await gate.wait(number)
        if act.kind == "import":
            said = await person.document(act.text.encode(), f"workouts{number}.csv", mime="text/csv")
        else:
            said = await person.say(act.text)
        if act.edited:
            await person.edit(said, act.edited)
        if act.tap:
            shown = await _asked(client, said, act)
            await person.forge(shown, _button(shown, act.tap) or "")
        await asyncio.sleep(chance.uniform(0, 0.2))


async def _asked(client: LocalClient, said: StoredMessage, act: Act) -> StoredMessage:
    def asked() -> StoredMessage | None:
        later = (one for one in client.history(said.chat_id) if one.message_id > said.message_id)
        return next((one for one in later if one.from_bot and _button(one, act.tap)), None)

    return await client.until(asked, what=f"the buttons after {act.text!r}")


def _button(shown: StoredMessage, begins: str) -> str | None:
    return next((one.callback_data for one in shown.buttons if one.text.startswith(begins)), None)


def _from_bot(stored: StoredMessage, chat_id: int) -> bool:
    return stored.from_bot and stored.chat_id == chat_id


def _configured(folder: Path, server: LocalServer, scripts: Iterable[Script], mode: Mode) -> Path:
    telegram: dict[str, object] = {"token": server.token, "api_url": server.base_url, "mode": mode}
    if mode == "webhook":
        port = free_port()
        telegram["webhook"] = {"url": f"http://127.0.0.1:{port}", "port": port, "secret": "crash-secret"}
    config = folder / "config.yaml"
    tree = {
        "telegram": telegram,
        "access": {"allow_users": [script.user_id for script in scripts]},
        "profile": {"time_zone": "UTC", "language": "en"},
        "backups": {"every_hours": 1, "keep": 2},
    }
    config.write_text(yaml.safe_dump(tree), encoding="utf-8")
    return config


async def _spawned(life: Life, config: Path, crash_at: str) -> Process:
    with (life.folder / "stderr.txt").open("ab") as errors:
        return await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.crash.victim", "run",
            "--data-dir", str(life.data), "--config", str(config),
            stdin=DEVNULL, stdout=PIPE, stderr=errors, cwd=ROOT,
            env={**os.environ, "CRASH_AT": crash_at, "PYTHONUNBUFFERED": "1"},
        )  # fmt: skip


async def _started(life: Life, config: Path) -> Process:
    process = await _spawned(life, config, "")
    assert process.stdout is not None
    said = await asyncio.wait_for(process.stdout.readline(), _PATIENCE)
    assert b"ready" in said, life.log[-2000:]
    return process


async def _killed(life: Life, config: Path, kill: Kill) -> str:
    """Where it was killed: the label, or that it was at some moment."""
    process = await _spawned(life, config, f"{kill.count} {kill.instant}")
    try:
        async with asyncio.timeout(kill.after):
            await process.wait()
    except TimeoutError:
        process.kill()
        await process.wait()
        return AT_SOME_MOMENT
    assert process.returncode == -signal.SIGKILL, life.log[-4000:]
    return kill.instant


async def _finished(life: Life, server: LocalServer) -> None:
    """Until no update, turn or reply is under way any more."""
    async with asyncio.timeout(_PATIENCE):
        while server.state.updates.pending() or _unfinished(life.data / FILE_NAME):  # noqa: ASYNC110
            await asyncio.sleep(0.1)  # another process's rows ring no bell


def _unfinished(database: Path) -> int:
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True, timeout=10)) as connection:
        (count,) = connection.execute(_UNFINISHED).fetchone()
    return int(count)
