"""5,000 messages at once: `python -m benchmarks.overload --json`.

500 people text while the bot is frozen (SIGSTOP), one of them a thousand times; the newest comes last. Then
it goes on, and the clock runs until the last reply was sent. The bot and the local Bot API server are
processes of their own. The floor is the echo bot of `benchmarks.overhead` under the same messages.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import signal
import sqlite3
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from html import unescape
from http import HTTPStatus
from pathlib import Path
from time import perf_counter
from typing import Literal

import httpx

from benchmarks.figures import told
from benchmarks.processes import TOKEN, Child, start, start_server
from bot.texts import wording
from storage.entities import Frozen
from storage.invariants import broken
from storage.preparation import FILE_NAME
from telegram_local.events import MessageEvent
from tests.driver.client import LocalClient
from tests.driver.listening import free_port
from tests.overload.crowd import FIRST_ID, Heard, Said, crowd, judge

Mode = Literal["polling", "webhook"]
Kind = Literal["swealog", "echo"]
MOST_SHARE = 0.5
"""Of the replies, so many may come before the newest chat's; a queue without turns would give nearly all."""
MOST_GROWTH_MB = 64.0
"""What may be added to the memory at rest, however many wait."""
_SETTLED = 2.0
_SAMPLE = 0.05
_STILL = 60.0
"""Seconds without any reply after which no more are waited for."""
_SHOWN = 40
"""Lines of the log, where something is missing."""
_TOLD = wording("en").catalogue.say["pace"].partition(" ")[0]


class Overload(Frozen):
    """The last line of the output."""

    messages: int
    chats: int
    flood: int
    lost: int
    """Messages that were not kept, logs without their entry."""
    doubled: int
    """Entries and replies that are too many."""
    unanswered: int
    reordered: int
    told: int
    """How often the one who floods was told that it takes a while; once."""
    broken: int
    """Invariants of the database that do not hold, tracebacks in the log."""
    newest_rank: int
    newest_share: float
    """Of all replies, those sent before the first to the newest chat."""
    newest_seconds: float
    drain_seconds: float
    drain_seconds_echo: float
    messages_per_second: float
    messages_per_second_echo: float
    rss_rest_mb: float
    rss_peak_mb: float
    rss_ratio: float
    rss_rest_mb_echo: float
    rss_peak_mb_echo: float
    rss_ratio_echo: float
    mode: Mode
    seed: int

    @property
    def kept(self) -> bool:
        """Whether every promise was."""
        wrong = self.lost + self.doubled + self.unanswered + self.reordered + self.broken
        fair = self.newest_share <= MOST_SHARE and self.told == (self.flood > 0)
        return wrong == 0 and fair and self.rss_peak_mb - self.rss_rest_mb <= MOST_GROWTH_MB


@dataclass(slots=True)
class Drained:
    """What one bot showed."""

    heard: list[Heard]
    seconds: float
    rest_mb: float
    peak_mb: float


@dataclass(frozen=True, slots=True)
class Stage:
    """Where it is played."""

    folder: Path
    said: Sequence[Said]
    mode: Mode
    port: int = field(default_factory=free_port)
    """Of the webhook."""

    @property
    def data(self) -> Path:
        """Our bot's."""
        return self.folder / "data"

    def log(self, kind: Kind) -> str:
        """What the bot wrote to standard error."""
        return (self.folder / f"{kind}.log").read_text(encoding="utf-8")

    async def run(self, kind: Kind) -> Drained:
        """A server and a bot of their own."""
        people = 1 + max(one.chat_id for one in self.said) - FIRST_ID
        server, url, page = await start_server("--people", str(people))
        try:
            async with LocalClient(page) as client:
                bot = await self._launch(kind, url)
                try:
                    if kind == "echo" or self.mode == "polling":
                        await client.bot_listening(within=60)
                    else:
                        await self._healthy()
                    await asyncio.sleep(_SETTLED)
                    return await self._drained(client, bot)
                finally:
                    bot.process.send_signal(signal.SIGCONT)
                    await bot.stop()
        finally:
            await server.stop()

    async def _healthy(self) -> None:
        """Nothing is delivered yet that could show that the webhook works."""
        async with httpx.AsyncClient(trust_env=False) as http, asyncio.timeout(60):
            while True:
                with contextlib.suppress(httpx.TransportError):
                    if (await http.get(f"http://127.0.0.1:{self.port}/health")).is_success:
                        return
                await asyncio.sleep(0.1)

    async def _launch(self, kind: Kind, url: str) -> Child:
        log = self.folder / f"{kind}.log"
        if kind == "echo":
            return await start(["benchmarks.echo", url, TOKEN], log)
        telegram: dict[str, object] = {"token": TOKEN, "api_url": url, "mode": self.mode}
        if self.mode == "webhook":
            url_of_ours = f"http://127.0.0.1:{self.port}"
            telegram["webhook"] = {"url": url_of_ours, "port": self.port, "secret": "o" * 32}
        config = self.folder / "config.yaml"
        tree: dict[str, object] = {
            "telegram": telegram,
            "access": {"allow_users": sorted({one.chat_id for one in self.said})},
            "profile": {"time_zone": "UTC", "language": "en", "ask_first": [], "weight_unit": "kg"},
            "logging": {"level": "WARNING"},
        }
        config.write_text(json.dumps(tree), encoding="utf-8")  # which is YAML, too
        return await start(["bot.cli", "run", "--config", str(config), "--data-dir", str(self.data)], log)

    async def _drained(self, client: LocalClient, bot: Child) -> Drained:
        rest = bot.rss_mb
        bot.process.send_signal(signal.SIGSTOP)
        for one in self.said:
            await client.person(one.chat_id).say(one.text)
        await client.forget_calls()
        here = len(client.log)
        bot.process.send_signal(signal.SIGCONT)
        began, clock, peak = time.time(), perf_counter(), rest
        count, last = 0, clock
        while count < len(self.said) and perf_counter() - last < _STILL and bot.running:
            await asyncio.sleep(_SAMPLE)
            peak = max(peak, bot.rss_mb)
            events, here = client.log[here:], len(client.log)
            if new := sum(
                isinstance(one, MessageEvent) and one.new and one.stored.from_bot for one in events
            ):
                count, last = count + new, perf_counter()
        seconds = last - clock
        await asyncio.sleep(_SETTLED)  # what is too many comes now
        heard = [
            Heard(call.chat_id or 0, unescape(str(call.params.get("text", ""))), call.at - began)
            for call in await client.calls("sendMessage")
            if call.status == HTTPStatus.OK
        ]
        return Drained(heard, seconds, rest, max(peak, bot.rss_mb))

    def kept(self) -> tuple[int, int]:
        """Messages and logs that are not there, entries that are too many."""
        with closing(sqlite3.connect(self.data / FILE_NAME)) as database:
            texts = dict(
                database.execute("SELECT chat_id, count(*) FROM messages WHERE role = 'user' GROUP BY 1")
            )
            entries = dict(
                database.execute("SELECT chat_id, count(*) FROM entries WHERE NOT deleted GROUP BY 1")
            )
        lost = doubled = 0
        for chat_id in {one.chat_id for one in self.said}:
            mine = [one for one in self.said if one.chat_id == chat_id]
            logs = sum(one.token in one.text for one in mine)
            lost += max(0, len(mine) - texts.get(chat_id, 0)) + max(0, logs - entries.get(chat_id, 0))
            doubled += max(0, entries.get(chat_id, 0) - logs)
        return lost, doubled


async def measure(said: Sequence[Said], mode: Mode, seed: int, flood: int) -> Overload:
    """Ours, then the floor; needs Linux (/proc)."""
    with tempfile.TemporaryDirectory(prefix="swealog-overload-") as folder:
        stage = Stage(Path(folder), said, mode)
        ours = await stage.run("swealog")
        lost, entries_doubled = stage.kept()
        broken_ = [str(one) for one in await broken(stage.data / FILE_NAME)]
        tracebacks = _tracebacks(stage.log("swealog"))
        wrong = [*broken_, *tracebacks]
        echo = await stage.run("echo")
        if len(ours.heard) < len(said):
            wrong.extend(stage.log("swealog").splitlines()[-_SHOWN:])
    for line in wrong:
        sys.stderr.write(f"{line}\n")
    told = [one for one in ours.heard if one.text.startswith(_TOLD)]
    verdict = judge(said, [one for one in ours.heard if one not in told])
    newest = next((one.at for one in ours.heard if one.chat_id == said[-1].chat_id), ours.seconds)
    return Overload(
        messages=len(said),
        chats=len({one.chat_id for one in said}),
        flood=flood,
        lost=lost,
        doubled=entries_doubled + verdict.doubled,
        unanswered=verdict.unanswered,
        reordered=verdict.reordered,
        told=len(told),
        broken=len(broken_) + len(tracebacks),
        newest_rank=verdict.newest_rank,
        newest_share=verdict.newest_share,
        newest_seconds=round(newest, 1),
        drain_seconds=round(ours.seconds, 1),
        drain_seconds_echo=round(echo.seconds, 1),
        messages_per_second=round(len(said) / ours.seconds, 1),
        messages_per_second_echo=round(len(said) / echo.seconds, 1),
        rss_rest_mb=round(ours.rest_mb, 1),
        rss_peak_mb=round(ours.peak_mb, 1),
        rss_ratio=round(ours.peak_mb / ours.rest_mb, 2),
        rss_rest_mb_echo=round(echo.rest_mb, 1),
        rss_peak_mb_echo=round(echo.peak_mb, 1),
        rss_ratio_echo=round(echo.peak_mb / echo.rest_mb, 2),
        mode=mode,
        seed=seed,
    )


def _tracebacks(log: str) -> list[str]:
    return [line for line in log.splitlines() if "Traceback" in line or "ERROR" in line]


def main() -> None:
    """Print the figures; with --json only the JSON line. Exit 1 when a promise was broken."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.overload", description=__doc__)
    parser.add_argument("--messages", type=int, default=5000)
    parser.add_argument("--chats", type=int, default=500)
    parser.add_argument("--flood", type=int, default=1000, help="messages of the one who floods")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mode", choices=("polling", "webhook"), default="polling")
    parser.add_argument("--json", action="store_true", help="print the JSON line only")
    given = parser.parse_args()
    said = crowd(given.seed, given.chats, given.messages, given.flood)
    result = asyncio.run(measure(said, given.mode, given.seed, given.flood))
    told(result, json=given.json)
    sys.exit(0 if result.kept else 1)


if __name__ == "__main__":
    main()
