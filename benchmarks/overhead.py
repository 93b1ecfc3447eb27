"""What a logged message costs beside a bare echo bot: `python -m benchmarks.overhead --json`.

Both bots are real python-telegram-bot processes that poll the same local Bot API server, which runs in a
process of its own. A round starts each bot anew, the order alternating, and drives it with the same messages;
a message counts once its reply was delivered. Ratios are medians over the rounds, ours / echo.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Literal

from benchmarks.figures import told
from benchmarks.messages import logs
from benchmarks.processes import TOKEN, Child, start, start_server
from benchmarks.wal import Commits
from storage.entities import Frozen
from storage.preparation import FILE_NAME
from telegram_local.events import MessageEvent
from telegram_local.world import ALEX_ID, BOT_ID, YOU_ID
from tests.driver.client import LocalClient

Kind = Literal["echo", "swealog"]
COUNTED = 15
SETTLED = 0.15
"""Seconds after which nothing more is written for a message."""
WARM_UP = 32
"""Messages that are not counted: they load what is loaded late, and break the first records."""
CONFIG = """
telegram: {{token: "{token}", api_url: "{url}"}}
access: {{allow_users: [{you}, {alex}]}}
profile: {{weight_unit: lb, distance_unit: km, ask_first: []}}
logging: {{level: WARNING}}
"""


class Overhead(Frozen):
    """The last line of the output."""

    cpu_ratio: float
    """CPU of the bot's process for a message, one message after the other."""
    cpu_ratio_burst: float
    """The same with many messages waiting."""
    commits_per_log: float
    """Transactions from the arrival of a message to its delivered reply, counted in the write-ahead log."""
    commits_per_log_all: float
    """With what is written afterwards: that the reply was sent, and what was learned."""
    start_ratio: float
    """From the start of the process to its first getUpdates."""
    rss_ratio: float
    """Resident memory after all messages."""
    rss_ratio_start: float
    """A moment after the first poll."""
    logs_per_s: float
    """Messages answered a second in a burst, two chats."""
    cpu_ms: float
    cpu_ms_echo: float
    start_s: float
    start_s_echo: float
    rss_mb: float
    rss_mb_echo: float
    rounds: int
    messages: int


def _moments() -> Iterator[datetime]:
    """When the messages were sent: a few a day over the last years, as people do."""
    moment = datetime.now(UTC) - timedelta(days=1000)
    while True:
        yield moment
        moment += timedelta(hours=4)


@dataclass
class Round:
    """What one run of one bot showed."""

    start_s: float
    rss_start_mb: float
    cpu_ms: float = 0
    cpu_burst_ms: float = 0
    logs_per_s: float = 0
    rss_mb: float = 0
    commits: float = 0
    commits_all: float = 0


@dataclass
class Bench:
    """A server, a folder, and the rounds so far."""

    client: LocalClient
    url: str
    folder: Path
    messages: int
    warm_up: int = WARM_UP
    more: str = ""
    """Of the configuration."""
    rounds: dict[Kind, list[Round]] = field(default_factory=lambda: {"echo": [], "swealog": []})
    words: Iterator[str] = field(default_factory=logs)
    moments: Iterator[datetime] = field(default_factory=_moments)

    async def launch(self, kind: Kind) -> Child:
        """Start a bot; its complaints are in the folder."""
        log = self.folder / f"{kind}.log"
        if kind == "echo":
            return await start(["benchmarks.echo", self.url, TOKEN], log)
        config = self.folder / "config.yaml"
        config.write_text(
            CONFIG.format(token=TOKEN, url=self.url, you=YOU_ID, alex=ALEX_ID) + self.more, encoding="utf-8"
        )
        data = str(self.folder / "data")
        return await self.start_swealog(["bot.cli", "run", "--config", str(config), "--data-dir", data], log)

    async def start_swealog(self, arguments: list[str], log: Path) -> Child:
        """Our bot, as it is always started."""
        return await start(arguments, log)

    async def run(self, kind: Kind) -> None:
        """One round of one bot."""
        await self.client.forget_calls()
        bot = await self.launch(kind)
        try:
            first_poll = await self._first_poll(bot)
            await asyncio.sleep(SETTLED)
            done = Round(start_s=first_poll - bot.started, rss_start_mb=bot.rss_mb)
            await self._one_by_one(self.warm_up)
            before = bot.cpu_seconds
            await self._one_by_one(self.messages)
            done.cpu_ms = (bot.cpu_seconds - before) * 1000 / self.messages
            before, clock = bot.cpu_seconds, perf_counter()
            await self._burst(self.messages)
            done.logs_per_s = self.messages / (perf_counter() - clock)
            done.cpu_burst_ms = (bot.cpu_seconds - before) * 1000 / self.messages
            done.rss_mb = bot.rss_mb
            if kind == "swealog":
                done.commits, done.commits_all = await self._count_commits(min(COUNTED, self.messages))
            self.rounds[kind].append(done)
        finally:
            await bot.stop()

    async def _first_poll(self, bot: Child) -> float:
        while True:
            calls = await self.client.calls("getUpdates")
            if calls:
                return calls[0].at
            if not bot.running:
                text = bot.log.read_text(encoding="utf-8")[-2000:] if bot.log else ""
                raise RuntimeError(f"the bot ended before it polled:\n{text}")
            await asyncio.sleep(0.01)

    async def _one_by_one(self, number: int) -> None:
        for text in islice(self.words, number):
            await self._say(text)

    async def _say(self, text: str) -> None:
        here = len(self.client.log)
        await self.client.you.say(text, at=next(self.moments))
        await self._replies(here, 1)

    async def _count_commits(self, number: int) -> tuple[float, float]:
        """Until the reply is there, and until nothing more is written; medians."""
        commits = Commits(self.folder / "data" / FILE_NAME)
        counts: list[tuple[int, int]] = []
        for text in islice(self.words, number):
            await asyncio.sleep(SETTLED)
            commits.since()
            await self._say(text)
            until_reply = commits.since()
            await asyncio.sleep(SETTLED)
            afterwards = commits.since()
            if until_reply is not None and afterwards is not None:
                counts.append((until_reply, until_reply + afterwards))
        return median(first for first, _ in counts), median(both for _, both in counts)

    async def _burst(self, number: int) -> None:
        here = len(self.client.log)
        people = (self.client.you, self.client.alex)
        for index, text in enumerate(islice(self.words, number)):
            await people[index % 2].say(text, at=next(self.moments))
        await self._replies(here, number)

    async def _replies(self, after: int, number: int) -> None:
        seen = after
        count = 0

        def enough() -> bool:
            nonlocal seen, count
            events = self.client.log
            while seen < len(events):
                event = events[seen]
                seen += 1
                if isinstance(event, MessageEvent) and event.new and event.stored.message.sender:
                    count += event.stored.message.sender.id == BOT_ID
            return count >= number

        await self.client.until(enough, within=60 + number, what=f"{number} replies")

    def result(self) -> Overhead:
        """Medians; a ratio is the median of the rounds' ratios, neighbours in time compared."""
        ours, echo = self.rounds["swealog"], self.rounds["echo"]
        pairs = list(zip(ours, echo, strict=True))
        return Overhead(
            cpu_ratio=_round(median(a.cpu_ms / b.cpu_ms for a, b in pairs)),
            cpu_ratio_burst=_round(median(a.cpu_burst_ms / b.cpu_burst_ms for a, b in pairs)),
            commits_per_log=_round(median(a.commits for a in ours)),
            commits_per_log_all=_round(median(a.commits_all for a in ours)),
            start_ratio=_round(median(a.start_s / b.start_s for a, b in pairs)),
            rss_ratio=_round(median(a.rss_mb / b.rss_mb for a, b in pairs)),
            rss_ratio_start=_round(median(a.rss_start_mb / b.rss_start_mb for a, b in pairs)),
            logs_per_s=_round(median(a.logs_per_s for a in ours)),
            cpu_ms=_round(median(a.cpu_ms for a in ours)),
            cpu_ms_echo=_round(median(b.cpu_ms for b in echo)),
            start_s=_round(median(a.start_s for a in ours)),
            start_s_echo=_round(median(b.start_s for b in echo)),
            rss_mb=_round(median(a.rss_mb for a in ours)),
            rss_mb_echo=_round(median(b.rss_mb for b in echo)),
            rounds=len(ours),
            messages=self.messages,
        )


def _round(value: float) -> float:
    return round(value, 3)


async def measure(rounds: int, messages: int, warm_up: int = WARM_UP, more: str = "") -> Overhead:
    """Run it all; needs Linux (/proc)."""
    server, url, page = await start_server()
    try:
        with tempfile.TemporaryDirectory(prefix="swealog-overhead-") as folder:
            async with LocalClient(page) as client:
                bench = Bench(client, url, Path(folder), messages, warm_up, more)
                for number in range(rounds):
                    order: tuple[Kind, Kind] = ("echo", "swealog") if number % 2 else ("swealog", "echo")
                    for kind in order:
                        await bench.run(kind)
                return bench.result()
    finally:
        await server.stop()


def main() -> None:
    """Print the figures; with --json only the JSON line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.overhead", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print the JSON line only")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--messages", type=int, default=150, help="a round, once alone and once in a burst")
    parser.add_argument("--warm-up", type=int, default=WARM_UP, help="messages that are not counted")
    parser.add_argument("--diary", action="store_true", help="with entries found by meaning switched on")
    parser.add_argument("--profile", action="store_true", help="run our bot once under cProfile instead")
    given = parser.parse_args()
    if given.profile:
        from benchmarks.profiling import profile  # noqa: PLC0415 - only asked for sometimes

        sys.exit(asyncio.run(profile(given.messages)))
    more = "notes: {diary: true}\n" if given.diary else ""
    result = asyncio.run(measure(given.rounds, given.messages, given.warm_up, more))
    told(result, json=given.json)


if __name__ == "__main__":
    main()
