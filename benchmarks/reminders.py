"""100,000 reminders of 10,000 people: `python -m benchmarks.reminders --json`.

Spread over a day: the whole bot in this process, its Telegram a process of its own. The clock is skipped,
nothing else is: when all that was due is delivered, it jumps to the next that the alarm waits for, so what
counts as late is all the time that the work took. All are in the table; of each of the `--hours` of the day
the first `--minutes` are lived, as dense as a day of all of them is, and what would come in the rest of an
hour waits in the table for a week (`--minutes 60`: the whole day).

All in one second: bot and Telegram are processes of their own, in real time, and Telegram refuses what is
sent faster than 30 a second. Ten reminders of a person are one message. Idle: two bots side by side that wait
for messages, one with all these reminders to come next week, one with none.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sqlite3
import sys
import tempfile
from collections.abc import Iterable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from pathlib import Path
from random import Random

from agents.reminders.plan import Plan
from agents.reminders.rows import new_id, row_of
from benchmarks.figures import told
from benchmarks.processes import TOKEN, Child, start, start_server
from bot.app import App
from bot.people.watch import KEY
from bot.reminders.alarm import Alarm, until
from bot.settings import Settings
from storage.entities import Frozen
from storage.preparation import FILE_NAME
from storage.reminder import ReminderRow
from storage.reminders import save_reminders
from storage.stores import Stores
from tests.driver.client import LocalClient
from units import HOUR_S

FIRST = 3001
"""Of the people that the local server adds."""
IDEAL = 30.0
"""Messages a second that Telegram lets through."""
_CHUNK = 5000
_GAP = 0.3
"""Seconds: what the alarm waits for longer is a gap between reminders, not its own pace."""
_SETTLES = 8.0
"""Seconds until a bot that was started is at rest."""
_LATER = timedelta(days=7)
_DAY_S = 24 * HOUR_S
_BEFORE_BURST = 8.0


class Figures(Frozen):
    """The last line of the output; seconds."""

    due_late_s_p99: float
    due_late_s_max: float
    spread_messages: int
    burst_late_ratio: float
    """The last message's lateness / that of messages at 30 a second."""
    burst_late_s: float
    burst_messages: int
    burst_refused: int
    """Times that Telegram asked to wait."""
    cpu_idle_ratio: float | None
    """CPU of an idle bot with the reminders / of one without any, all rounds together."""
    cpu_idle_ms: float | None
    """Of the bot without, a minute."""
    reminders: int
    people: int


def reminder(number: int, people: int, due: datetime) -> ReminderRow:
    """One of the people's, in turn."""
    plan = Plan(text=f"Stretch {number}", moment=due)
    return row_of(new_id("benchmark", number), FIRST + number % people, "reminder", plan, due, due)


async def fill(db: Stores, rows: Iterable[ReminderRow]) -> None:
    """Without anybody hearing of it."""
    waiting = list(rows)
    for begin in range(0, len(waiting), _CHUNK):
        some = waiting[begin : begin + _CHUNK]
        await db.database.write(lambda tx, some=some: save_reminders(tx, some))


class Skipped:
    """A clock that can be set ahead."""

    def __init__(self, shown: datetime) -> None:
        self._ahead = shown - datetime.now(UTC)

    def __call__(self) -> datetime:
        """Now."""
        return datetime.now(UTC) + self._ahead

    def skip(self, seconds: float) -> None:
        """So much later."""
        self._ahead += timedelta(seconds=seconds)


def configured(folder: Path, url: str, people: int) -> dict[str, object]:
    """A bot that these people may use."""
    return {
        "data_dir": str(folder / "data"),
        "telegram": {"token": TOKEN, "api_url": url},
        "access": {"allow_users": [FIRST + number for number in range(people)]},
        "profile": {"time_zone": "UTC", "language": "en", "ask_first": []},
        "logging": {"level": "ERROR"},
        "backups": {"enabled": False},  # a copy costs what the database is large
    }


async def spread(folder: Path, people: int, count: int, hours: float, minutes: float) -> list[float]:
    """Seconds that each message of the first minutes of a day's hours came late."""
    clock, chance = Skipped(datetime(2026, 11, 23, tzinfo=UTC)), Random(1)  # noqa: S311
    begin = clock() + timedelta(minutes=1)
    seconds = [chance.uniform(0, _DAY_S) for _ in range(count)]
    lived = [one % HOUR_S < minutes * 60 for one in seconds]
    rows = [
        reminder(number, people, begin + timedelta(seconds=one) + (timedelta() if now else _LATER))
        for number, (one, now) in enumerate(zip(seconds, lived, strict=True))
    ]
    server, url, _ = await start_server("--people", str(people))
    app = App(Settings.model_validate(configured(folder, url, people)), clock)
    over = asyncio.Event()

    async def skip(changed: asyncio.Event, seconds: float | None) -> None:
        if seconds is None or seconds > _GAP:
            while await app.core.db.outbox.chats_awaiting(KEY):  # noqa: ASYNC110 - rows ring no bell
                await asyncio.sleep(0.001)
            clock.skip(seconds or 0)
            if seconds is None or clock() > begin + timedelta(hours=hours):
                over.set()
                await asyncio.Event().wait()
        else:
            await until(changed, seconds)

    try:
        await app.start()
        await fill(Stores.on(app.core.db.database), rows)
        app.state.watch.make = lambda: Alarm(app.state, skip)
        app.state.watch.hear(rows[:1])
        await over.wait()
        await app.stop()
    finally:
        await server.stop()
    due_of = {row.id: row.due_at for row in rows}
    return sorted(late(folder / "data", due_of))


def late(data: Path, due_of: dict[str, datetime | None]) -> Iterable[float]:
    """Of each message, how much later it was sent than its first reminder was due."""
    with closing(sqlite3.connect(data / FILE_NAME)) as connection:
        sent = connection.execute(
            "SELECT o.key, m.at FROM outbox o JOIN messages m ON m.chat_id = o.chat_id"
            " AND m.message_id = json_extract(o.message_ids, '$[0]') WHERE o.status = 'sent'"
        ).fetchall()
    for key, at in sent:
        due = due_of[key.split(":")[1]]
        if due is not None:
            yield (datetime.fromisoformat(at) - due).total_seconds()


async def bot(folder: Path, url: str, people: int) -> Child:
    """The whole bot as a process."""
    config = folder / "config.yaml"
    config.write_text(json.dumps(configured(folder, url, people)), encoding="utf-8")  # which is YAML, too
    return await start(["bot.cli", "run", "--config", str(config)], folder / "log.txt")


async def stored(folder: Path, rows: Iterable[ReminderRow]) -> None:
    """In a database that no bot has opened yet."""
    db = await Stores.open(folder / "data")
    await fill(db, rows)
    await db.close()


async def burst(folder: Path, people: int, count: int) -> tuple[float, int, int]:
    """How late the last of all was, messages, and how often Telegram asked to wait."""
    server, url, page = await start_server("--people", str(people), "--rates")
    due = datetime.now(UTC) + timedelta(seconds=_BEFORE_BURST + count / 20_000)
    await stored(folder, (reminder(number, people, due) for number in range(count)))
    running = await bot(folder, url, people)
    try:
        async with LocalClient(page) as client:
            await client.bot_listening(within=60)
            calls = await client.calls("sendMessage")
            while (sent := sum(call.status == HTTPStatus.OK for call in calls)) < people:
                assert running.running, (folder / "log.txt").read_text(encoding="utf-8")
                await asyncio.sleep(max(1.0, (people - sent) / IDEAL))  # each look holds the server up
                calls = await client.calls("sendMessage")
        refused = sum(call.status == HTTPStatus.TOO_MANY_REQUESTS for call in calls)
        last = max(call.at for call in calls if call.status == HTTPStatus.OK)
        return last - due.timestamp(), sent, refused
    finally:
        await running.stop()
        await server.stop()


async def idle(folder: Path, people: int, count: int, seconds: float) -> tuple[float, float]:
    """CPU seconds of a bot with reminders to come and of one without, at the same time."""
    children: list[Child] = []
    servers: list[Child] = []
    try:
        for name, reminders in (("with", count), ("without", 0)):
            place = folder / name
            place.mkdir()
            due = datetime.now(UTC) + _LATER
            rows = (reminder(n, people, due + timedelta(seconds=n)) for n in range(reminders))
            await stored(place, rows)
            server, url, _ = await start_server()
            servers.append(server)
            children.append(await bot(place, url, 1))
        await asyncio.sleep(_SETTLES)
        before = [child.cpu_seconds for child in children]
        await asyncio.sleep(seconds)
        assert all(child.running for child in children)
        used = [child.cpu_seconds - had for child, had in zip(children, before, strict=True)]
        return used[0], used[1]
    finally:
        for child in (*children, *servers):
            await child.stop()


async def measure(given: argparse.Namespace, folder: Path) -> Figures:
    """All of it."""
    people, count = given.people, given.reminders
    waits = await spread(folder / "spread", people, count, given.hours, given.minutes)
    told = f"{given.minutes:g} minutes of {given.hours:g} hours of a day of {count}"
    sys.stderr.write(f"{told}: {len(waits)} messages\n")
    burst_people = min(given.burst_people, people)
    last, sent, refused = await burst(
        _made(folder / "burst"), burst_people, burst_people * max(1, count // people)
    )
    sys.stderr.write(f"in one second: {sent} messages, the last after {last:.0f} s\n")
    rounds = [
        await idle(_made(folder / f"idle{number}"), people, count, given.idle)
        for number in range(given.rounds)
    ]
    used = [sum(one[0] for one in rounds), sum(one[1] for one in rounds)]
    return Figures(
        due_late_s_p99=round(waits[int(len(waits) * 0.99)], 3),
        due_late_s_max=round(waits[-1], 3),
        spread_messages=len(waits),
        burst_late_ratio=round(last / (sent / IDEAL), 3),
        burst_late_s=round(last, 1),
        burst_messages=sent,
        burst_refused=refused,
        cpu_idle_ratio=round(used[0] / max(used[1], 1e-6), 3) if rounds else None,
        cpu_idle_ms=round(used[1] * 60_000 / given.idle / len(rounds), 1) if rounds else None,
        reminders=count,
        people=people,
    )


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder


def main() -> None:
    """Print the figures; with --json only the JSON line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.reminders", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print the JSON line only")
    parser.add_argument("--people", type=int, default=10_000)
    parser.add_argument("--reminders", type=int, default=100_000)
    parser.add_argument("--hours", type=float, default=24.0, help="of the day")
    parser.add_argument("--minutes", type=float, default=5.0, help="of each hour that are lived")
    parser.add_argument(
        "--burst-people", type=int, default=9_900, help="30 a second; a configuration has room for so many"
    )
    parser.add_argument("--idle", type=float, default=60.0, help="seconds")
    parser.add_argument("--rounds", type=int, default=3, help="of the idle bots; 0: none")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="swealog-reminders-") as folder:
        found = asyncio.run(measure(given, Path(folder)))
    told(found, json=given.json)


if __name__ == "__main__":
    main()
