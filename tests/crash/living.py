"""A bot lived through a stream of messages: killed and started again as often as asked, then stopped."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sqlite3
import sys
from asyncio.subprocess import DEVNULL, PIPE
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path
from typing import Literal

import yaml

from storage.entities import Effects, Message, Preferences, ScheduledRun, User
from storage.preparation import FILE_NAME
from storage.stores import Stores
from telegram_local.events import MessageEvent
from telegram_local.messages import StoredMessage
from telegram_local.server import LocalServer
from tests.crash.acting import Gate, act_all, answer_left
from tests.crash.instants import INSTANTS, MIGRATION_PLACES, RARE
from tests.crash.stream import Script
from tests.driver import git_server
from tests.driver.client import LocalClient
from tests.driver.listening import free_port
from tests.driver.processes import Process, start
from tests.driver.sizes import SOAK
from tests.storage.older import make_older, older_schemas
from tests.storage.things import NOW, entry, sets

Mode = Literal["polling", "webhook"]
MODES: tuple[Mode, ...] = ("polling", "webhook")
GARDEN = Path(__file__).parents[1] / "mcp" / "server.py"
COPY, REPOSITORY = "copy", "diary.git"
"""Where the first person's diary is copied to, in the folder of a life."""
AT_SOME_MOMENT = "at some moment"
_PATIENCE = 300.0
_WHOLE_LIFE = 7200.0
"""People wait over all kills, and a busy machine takes its time for them."""
_WAIT_FOR_INSTANT = 6.0
_STOPS_WITHIN = 15.0
_START = 2.0 if SOAK else 0.4
"""Seconds that a start takes, about; a fork has imported everything before."""
_UNFINISHED = (
    "SELECT (SELECT count(*) FROM inbox WHERE NOT done) + (SELECT count(*) FROM turns WHERE status = 'ready')"
    " + (SELECT count(*) FROM outbox WHERE status = 'queued')"
    " + (SELECT count(*) FROM reminders WHERE status = 'set')"
    " + (SELECT count(*) FROM wake_queue WHERE kind = 'asked')"
    " + (SELECT count(*) FROM wakes WHERE ended_at IS NULL)"
    " + (SELECT count(*) FROM sync_outbox o JOIN sync_targets t ON t.user_id = o.user_id"
    "    WHERE t.seq < o.seq AND t.state <> 'stopped')"
)


@dataclass(frozen=True, slots=True)
class Kill:
    """SIGKILL at an instant when it comes for the `count`th time, or when that has not come in time."""

    after: float
    """Seconds since it was ready; a busy machine takes long to start it."""
    instant: str = ""
    count: int = 1
    starting: bool = False
    """`after` is since its start instead."""


@dataclass(slots=True)
class Life:
    """What happened, and where it was left."""

    folder: Path
    killed: Counter[str] = field(default_factory=Counter[str])
    updates: int = 0
    replies: dict[int, list[str]] = field(default_factory=dict[int, list[str]])
    """In each chat, what the bot sent, as it was when it was sent."""
    shown: dict[int, list[str]] = field(default_factory=dict[int, list[str]])
    """In each chat, what stands there of the bot in the end."""
    waits: bool = False
    """Whether somebody was waiting in vain in the end."""
    unanswerable: list[str] = field(default_factory=list[str])
    """Questions left open that could not be answered in the end."""
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
    """First in the migration; then every other at a labelled instant, in turn, and the rest at any moment.

    That may be while it starts. `seed` also tells with which labels a life of few kills begins.
    """
    chance = random.Random(f"kills/{seed}")  # noqa: S311
    before, inside, after = MIGRATION_PLACES
    migrating = [
        Kill(_WAIT_FOR_INSTANT, before),
        Kill(_WAIT_FOR_INSTANT, inside, chance.randint(1, 8)),
        Kill(_WAIT_FOR_INSTANT, after),
    ]
    labelled = list(INSTANTS)
    chance.shuffle(labelled)
    others = (
        _at_some_moment(chance, starting=number % 6 == 1)
        if number % 2
        else Kill(_WAIT_FOR_INSTANT, label, 1 if label in RARE else chance.randint(1, 3))
        for number, label in enumerate(label for label in cycle(labelled) for _ in range(2))
    )
    return [*migrating, *islice(others, count)][:count]


def _at_some_moment(chance: random.Random, *, starting: bool) -> Kill:
    return Kill(chance.uniform(0, _START) if starting else chance.uniform(0, 2.0), starting=starting)


async def live(  # noqa: PLR0917 - where, who, what happens to them
    folder: Path, scripts: Sequence[Script], killing: Sequence[Kill], mode: Mode, seed: int, planted: str = ""
) -> Life:
    """Let everybody do what their script says while the bot is killed; then everything is finished.

    `planted` is a defect of the victims (`tests/crash/planted.py`), which the last of them has no more.
    """
    life = Life(folder)
    await asyncio.to_thread(folder.mkdir, parents=True)
    await _aged(life, scripts, seed)
    async with LocalServer() as server:
        first = server.state.updates.next_id
        _populated(server, scripts)
        async with LocalClient(server.base_url, server.state.control_token, patience=_WHOLE_LIFE) as client:
            config = _configured(folder, server, scripts, mode)
            gate = Gate(len(killing), max(len(script.acts) for script in scripts))
            acting = [
                asyncio.create_task(
                    act_all(
                        client,
                        script,
                        gate,
                        random.Random(f"{seed}/{script.user_id}"),  # noqa: S311
                        life.data / "vault" / str(script.user_id),
                    )
                )
                for script in scripts
            ]
            for kill in killing:
                gate.let_more()
                life.killed[await _killed(life, config, kill, planted)] += 1
            gate.let_all()
            process = await _started(life, config)
            try:
                life.waits = not await _all_done(acting)
                await _finished(life, server)
                await _answered(life, client, scripts)
                await _finished(life, server)
                process.send_signal(signal.SIGTERM)
                life.stopped = await asyncio.wait_for(process.wait(), _STOPS_WITHIN) == 0
            finally:
                if process.returncode is None:
                    process.kill()
                    await process.wait()
            life.updates = server.state.updates.next_id - first
            for chat_id in {script.chat_id for script in scripts}:
                life.replies[chat_id] = _sent(client, chat_id)
                life.shown[chat_id] = [one.text for one in client.history(chat_id) if one.from_bot]
    return life


async def _all_done(acting: Iterable[asyncio.Task[None]]) -> bool:
    try:
        await asyncio.wait_for(asyncio.gather(*acting), _PATIENCE * 3)
    except TimeoutError:
        return False
    return True


def _populated(server: LocalServer, scripts: Iterable[Script]) -> None:
    world = server.state.world
    for script in scripts:
        world.add_person(script.user_id, f"Person{script.user_id}")
        if script.chat_id not in world.chats:
            world.add_group(script.chat_id, "The crowd", [])
        if script.chat_id != script.user_id:
            world.chats[script.chat_id].members.append(script.user_id)


async def _answered(life: Life, client: LocalClient, scripts: Iterable[Script]) -> None:
    """The questions that were left open through all kills."""
    for script in scripts:
        if not await answer_left(client, script):
            life.unanswerable.append(f"{script.user_id} was not asked, or sees no question any more")


def _sent(client: LocalClient, chat_id: int) -> list[str]:
    return [
        event.stored.text
        for event in client.log
        if isinstance(event, MessageEvent) and event.new and _from_bot(event.stored, chat_id)
    ]


def _from_bot(stored: StoredMessage, chat_id: int) -> bool:
    return stored.from_bot and stored.chat_id == chat_id


async def _aged(life: Life, scripts: Iterable[Script], seed: int) -> None:
    """What an earlier release left: everybody has benched before, in a database of an older schema."""
    newest = life.folder / "newest"
    db = await Stores.open(newest)
    try:
        for script in scripts:
            old = entry(1, "bench 15 kg 3x5", user_id=script.user_id, measures=(sets(weight=15),), at=NOW)
            said = Message(
                chat_id=old.chat_id, message_id=1, user_id=old.user_id, role="user", text=old.text, at=NOW
            )
            # in the other unit, so that loads without one are still asked about
            row = sets("barbell row", weight=30).model_copy(update={"weight_unit": "lb"})
            other = entry(2, "row 30 lb 3x5", user_id=script.user_id, measures=(row,), at=NOW)
            heard = said.model_copy(update={"message_id": 2, "text": other.text})
            effects = Effects(messages=[said, heard], entries=[old, other])
            if script.chat_id == script.user_id:
                wanted = Preferences(digest="sun-18")
                effects.users = [User(id=script.user_id, preferences=wanted)]
                effects.runs = [ScheduledRun(user_id=script.user_id, job="digest", due_at=NOW)]
            await db.turns.apply(effects)
    finally:
        await db.close()
    version = random.Random(f"schema/{seed}").choice(older_schemas())  # noqa: S311
    await asyncio.to_thread(make_older, newest / FILE_NAME, life.data / FILE_NAME, version)


def _configured(folder: Path, server: LocalServer, scripts: Sequence[Script], mode: Mode) -> Path:
    telegram: dict[str, object] = {"token": server.token, "api_url": server.base_url, "mode": mode}
    if mode == "webhook":
        port = free_port()
        telegram["webhook"] = {
            "url": f"http://127.0.0.1:{port}",
            "port": port,
            "secret": "crash-secret-of-the-tests",
        }
    git_server.bare(folder / REPOSITORY)
    config = folder / "config.yaml"
    tree: dict[str, object] = {
        "telegram": telegram,
        "access": {
            "allow_users": [script.user_id for script in scripts],
            "allow_groups": [script.chat_id for script in scripts if script.chat_id != script.user_id],
        },
        "profile": {"time_zone": "UTC", "language": "en", "ask_first": []},
        "backups": {"every_hours": 1, "keep": 2},
        "vault": {"look_every_s": 1},
        "sync": {
            "folders": [{"path": str(folder / COPY), "user": scripts[0].user_id}],
            "git": [{"url": str(folder / REPOSITORY), "user": scripts[0].user_id, "pull_minutes": 0}],
            "wait_seconds": 1,
        },
        "tools": {
            "mcp": [_garden(folder, one) for one in scripts if any(a.kind == "tool" for a in one.acts)]
        },
    }
    config.write_text(yaml.safe_dump(tree), encoding="utf-8")
    return config


def _garden(folder: Path, script: Script) -> dict[str, object]:
    command = [sys.executable, str(GARDEN), str(shed(folder, script))]
    return {"name": f"garden{script.user_id}", "user": script.user_id, "command": command, "allow": ["water"]}


def shed(folder: Path, script: Script) -> Path:
    """What the tools of a person's were called for, a line each."""
    return folder / f"shed{script.user_id}"


async def _spawned(life: Life, config: Path, crash_at: str, planted: str = "") -> Process:
    with (life.folder / "stderr.txt").open("ab") as errors:
        return await start(
            "tests.crash.victim", "run", "--data-dir", str(life.data), "--config", str(config),
            stdin=DEVNULL, stdout=PIPE, stderr=errors,
            env={**os.environ, "CRASH_AT": crash_at, "CRASH_PLANTED": planted, "PYTHONUNBUFFERED": "1"},
        )  # fmt: skip


async def _started(life: Life, config: Path) -> Process:
    process = await _spawned(life, config, "")
    assert process.stdout is not None
    said = await asyncio.wait_for(process.stdout.readline(), _PATIENCE)
    assert b"ready" in said, life.log[-2000:]
    return process


async def _killed(life: Life, config: Path, kill: Kill, planted: str) -> str:
    """Where it was killed: the label, or that it was at some moment."""
    crash_at = f"{kill.count} {kill.instant}" if kill.instant else ""
    process = await _spawned(life, config, crash_at, planted)
    assert process.stdout is not None
    try:
        if not kill.starting:
            await asyncio.wait_for(process.stdout.readline(), _PATIENCE)  # it is ready, or ended
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
