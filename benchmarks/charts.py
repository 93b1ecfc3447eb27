"""What charts cost, and whom they hold up: `python -m benchmarks.charts --json`.

Charts of a diary of years are made in this process as the bot makes them (words, entries, caption, and the
picture in the process that draws), while a ticker notes how late the loop comes to it. `--thread` draws them
in a thread of this process instead, the other choice. Then a real bot and the local Bot API server, each a
process: one person logs, message after message, while the other asks for one chart after the other, and
while nobody does, in turns.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import random
import sys
import tempfile
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from itertools import cycle, islice
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter, process_time

import uvloop
from ulid import ULID

from agents.charts.chart import NoChart
from agents.charts.studio import Studio
from agents.offline.charts.service import Charting
from benchmarks.figures import told
from benchmarks.messages import logs
from benchmarks.overhead import CONFIG
from benchmarks.processes import TOKEN, Child, start, start_server
from bot.core import open_core
from bot.settings import Settings, passed_on
from storage.entities import Effects, Entry, Frozen, Measure
from telegram_local.world import ALEX_ID, YOU_ID
from tests.driver.client import LocalClient
from tests.driver.person import Person

CHARTS, LOGS, ENTRIES = 100, 600, 6000
_PAUSE = 0.5
"""Seconds between a chart and the wish for the next one."""
_BLOCK = 50
"""Logs of a turn, with and without charts: longer than a chart and the pause behind it, else each log of a
turn would meet a chart."""


class _Beside(StrEnum):
    """What goes on while logs are answered."""

    NOTHING = "nothing"
    CHARTS = "charts"
    CHARTS_AT_ONCE = "charts, the next one at once"
    COMPUTING = "a process as nice as the one that draws computes, and no chart is made"


_TICK = 0.001
_TODAY = date(2026, 11, 20)
_NOW = datetime(2026, 11, 20, 20, tzinfo=UTC)
USER = 1001
WISHES = (
    "bench 3m", "squat", "running", "sleep against bench", "body weight", "calendar", "muscles",
    "벤치 올해", "deadlift this year", "bench and squat",
)  # fmt: skip
_PAGE = os.sysconf("SC_PAGE_SIZE")


class ChartCosts(Frozen):
    """The last line of the output. Times of the processor, but for stalls and the ratio of replies."""

    chart_ms_p95: float
    """From the words to the picture: this process and the one that draws."""
    chart_ms_median: float
    first_ms: float
    """The first one, which starts the process that draws."""
    loop_stall_ms_max: float
    """How late the loop came to a ticker at most while charts were made."""
    loop_stall_ms_p99: float
    loop_stall_idle_ms_max: float
    """The same where as much is computed in another process and no chart is made: the machine's part."""
    log_p95_ratio: float
    """Reply to a log while the other person asks for a chart, half a second after the last one came, over and
    over / while nobody asks for any; p95s."""
    log_p95_ratio_no_pause: float
    """The same where the next chart is asked for at once."""
    log_p95_ratio_computing: float
    """The same where a process as nice as the one that draws computes, and no chart is made: the machine's
    part."""
    rss_growth_mb: float
    """Of the bot after so many charts."""
    drawer_rss_mb: float
    """Of the process that draws, after so many."""
    kb_median: float
    charts: int
    logs: int


class _Ticker:
    """Notes how late it is called."""

    def __init__(self) -> None:
        self.late: list[float] = []

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        """While the block runs."""
        task = asyncio.create_task(self._tick())
        try:
            yield
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def _tick(self) -> None:
        while True:
            due = perf_counter() + _TICK
            await asyncio.sleep(_TICK)
            self.late.append((perf_counter() - due) * 1000)


def _p(values: list[float], share: int) -> float:
    return quantiles(values, n=100, method="inclusive")[share - 1] if len(values) > 1 else values[0]


def _cpu_of(pid: int | None) -> float:
    """Seconds of the processor of all its threads, as benchmarks.processes reads them."""
    return 0.0 if pid is None else time.clock_gettime((~pid << 3) | 2)


def _rss_mb(pid: int | None) -> float:
    if pid is None:
        return 0.0
    return int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]) * _PAGE / 1e6


async def _in_thread(spec: str) -> bytes:
    """The other choice: matplotlib in this process."""
    from agents.charts.drawing import draw  # noqa: PLC0415 - only asked for sometimes
    from agents.charts.letters import Letters, font_file  # noqa: PLC0415 - as above
    from agents.charts.spec import ChartSpec  # noqa: PLC0415 - as above

    def work() -> bytes:
        return draw(ChartSpec.model_validate_json(spec), Letters(font_file()))

    return await asyncio.to_thread(work)


async def made(charts: int, amount: int, *, thread: bool) -> dict[str, float]:
    """Charts made here, one after the other, with what each took and what the loop noticed."""
    with tempfile.TemporaryDirectory(prefix="swealog-charts-") as folder:
        core = await open_core(Settings(data_dir=Path(folder)), lambda: _NOW)
        studio = Studio(passed_on())
        try:
            entries = list(diary(amount))
            for at in range(0, len(entries), 500):
                await core.db.turns.apply(Effects(entries=entries[at : at + 500]))
            del entries
            charting = Charting(core.services)
            await charting.wished("squat", USER, _NOW)  # a bot that has answered before has loaded its words
            gc.collect()
            gc.freeze()  # as bot.app does
            draw = _in_thread if thread else studio.draw
            return await _made(charting, studio, draw, charts)
        finally:
            await studio.close()
            await core.aclose()


def diary(amount: int) -> Iterator[Entry]:
    """So many entries, the newest today: a night and a weight each day, bench, squat and a run in turns."""
    draw = random.Random(7)  # noqa: S311 - a diary, no secret
    for number in range(amount):
        day = _TODAY - timedelta(days=(amount - 1 - number) // 3)
        given = _MEASURED[number % 3](day, (amount - number) / amount, draw)
        yield Entry(
            id=str(ULID()), user_id=USER, chat_id=USER, message_id=number + 1, day=day,
            logged_at=datetime(day.year, day.month, day.day, 12, number % 60, tzinfo=UTC),
            text="made up", domains=(given.domain,), measures=(given,),
        )  # fmt: skip


def _slept(day: date, _: float, draw: random.Random) -> Measure:
    return Measure(domain="sleep", name="sleep", day=day, value=round(draw.gauss(7, 1), 1), unit="h")


def _weighed(day: date, left: float, draw: random.Random) -> Measure:
    return Measure(
        domain="general", name="body weight", day=day, value=round(80 + 6 * left + draw.gauss(0, 0.5), 1),
        unit="kg",
    )  # fmt: skip


def _trained(day: date, left: float, draw: random.Random) -> Measure:
    if day.toordinal() % 3 == 0:
        seconds = 1500 + 300 * left + draw.gauss(0, 30)
        return Measure(domain="running", name="run", day=day, distance_m=5000, duration_s=round(seconds))
    name = ("bench press", "squat", "deadlift")[day.toordinal() % 5 % 3]
    weight = round((120 - 40 * left + draw.gauss(0, 3)) / 2.5) * 2.5
    return Measure(domain="strength", name=name, day=day, weight=weight, weight_unit="kg", reps=5, sets=3)


_MEASURED = (_slept, _weighed, _trained)


async def _made(
    charting: Charting, studio: Studio, draw: Callable[[str], Awaitable[bytes]], charts: int
) -> dict[str, float]:
    took: list[float] = []
    sizes: list[int] = []
    ticker, idle = _Ticker(), _Ticker()
    async with ticker.running():
        for text in islice(cycle(WISHES), charts):
            before = process_time() + _cpu_of(studio.pid)
            found = await charting.wished(text, USER, _NOW)
            assert not isinstance(found, NoChart), (text, found)
            sizes.append(len(await draw(found.spec.model_dump_json(exclude_defaults=True))))
            took.append((process_time() + _cpu_of(studio.pid) - before) * 1000)
    async with _computing(nice=False), idle.running():
        await asyncio.sleep(min(10.0, 0.1 * charts))
    rest = took[1:] or took
    return {
        "chart_ms_p95": _p(rest, 95),
        "chart_ms_median": median(rest),
        "first_ms": took[0],
        "loop_stall_ms_max": max(ticker.late),
        "loop_stall_ms_p99": _p(ticker.late, 99),
        "loop_stall_idle_ms_max": max(idle.late),
        "drawer_rss_mb": _rss_mb(studio.pid),
        "kb_median": median(sizes) / 1024,
    }


async def _asked(person: Person, text: str) -> float:
    """Seconds until the reply."""
    clock = perf_counter()
    await person.ask(text, within=60)
    return perf_counter() - clock


async def _bot(folder: Path, url: str) -> Child:
    config = folder / "config.yaml"
    config.write_text(CONFIG.format(token=TOKEN, url=url, you=YOU_ID, alex=ALEX_ID), encoding="utf-8")
    arguments = ["bot.cli", "run", "--config", str(config), "--data-dir", str(folder / "data")]
    return await start(arguments, folder / "bot.log")


async def replied(charts: int, number: int) -> dict[str, float]:
    """Two people of a real bot: how long a log waits for its reply, and what memory is left of charts."""
    server, url, page = await start_server()
    try:
        with tempfile.TemporaryDirectory(prefix="swealog-charts-") as folder:
            async with LocalClient(page) as client:
                client.patience = 60
                bot = await _bot(Path(folder), url)
                try:
                    return await _replied(client, bot, charts, number)
                finally:
                    await bot.stop()
    finally:
        await server.stop()


async def _replied(client: LocalClient, bot: Child, charts: int, number: int) -> dict[str, float]:
    you, alex = client.you, client.alex
    first = datetime.now(UTC) - timedelta(days=40)
    for at, text in enumerate(islice(logs(), 40)):
        await alex.say(text, at=first + timedelta(days=at))
        await alex.next_reply()
        await _asked(you, text)
    words = logs()
    before = bot.rss_mb
    waits: dict[_Beside, list[float]] = {one: [] for one in _Beside}
    asked = 0
    for beside in islice(cycle(_Beside), -(-number // _BLOCK) * len(_Beside)):
        async with _going_on(beside, alex) as charts_asked:
            waits[beside] += [await _asked(you, text) for text in islice(words, _BLOCK)]
        asked += len(charts_asked)
    for text in islice(cycle(WISHES), max(0, charts - asked)):
        await _asked(alex, f"/chart {text}")
    alone = _p(waits[_Beside.NOTHING], 95)
    return {
        "log_p95_ratio": _p(waits[_Beside.CHARTS], 95) / alone,
        "log_p95_ratio_no_pause": _p(waits[_Beside.CHARTS_AT_ONCE], 95) / alone,
        "log_p95_ratio_computing": _p(waits[_Beside.COMPUTING], 95) / alone,
        "rss_growth_mb": bot.rss_mb - before,
    }


@asynccontextmanager
async def _going_on(beside: _Beside, person: Person) -> AsyncGenerator[list[float]]:
    """That, while the block runs; yields how long each chart took, as far as they have come."""
    charts: list[float] = []
    if beside is _Beside.COMPUTING:
        async with _computing(nice=True):
            yield charts
    elif beside is _Beside.NOTHING:
        yield charts
    else:
        stop = asyncio.Event()
        asking = asyncio.create_task(
            _asking(person, stop, _PAUSE if beside is _Beside.CHARTS else 0.0, charts)
        )
        yield charts
        stop.set()
        await asking


@asynccontextmanager
async def _computing(*, nice: bool) -> AsyncGenerator[None]:
    """Another process computes while the block runs."""
    gently = "from agents.charts.worker import give_way; give_way()" if nice else ""
    burn = await asyncio.create_subprocess_exec(
        sys.executable, "-c", f"{gently}\nwhile True: pass", start_new_session=True
    )
    try:
        yield
    finally:
        burn.kill()
        await burn.wait()


async def _asking(person: Person, stop: asyncio.Event, pause: float, took: list[float]) -> None:
    """Charts asked for, one after the other, until it is enough; notes how long each took."""
    for text in cycle(("bench 3m", "calendar", "squat", "muscles")):
        if stop.is_set():
            return
        took.append(await _asked(person, f"/chart {text}"))
        with suppress(TimeoutError):
            async with asyncio.timeout(pause):
                await stop.wait()


async def measure(charts: int, number: int, amount: int, *, thread: bool = False) -> ChartCosts:
    """Run it all; needs Linux (/proc)."""
    found = await made(charts, amount, thread=thread)
    found |= await replied(charts, number)
    return ChartCosts.model_validate(
        {name: round(value, 3) for name, value in found.items()} | {"charts": charts, "logs": number}
    )


def main() -> None:
    """Print the figures; with --json only the JSON line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.charts", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print the JSON line only")
    parser.add_argument("--charts", type=int, default=CHARTS)
    parser.add_argument("--logs", type=int, default=LOGS, help="with charts, and as many without")
    parser.add_argument("--entries", type=int, default=ENTRIES, help="of the diary that is drawn")
    parser.add_argument("--thread", action="store_true", help="draw in a thread of this process instead")
    given = parser.parse_args()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:  # as the bot runs
        result = runner.run(measure(given.charts, given.logs, given.entries, thread=given.thread))
    told(result, json=given.json)


if __name__ == "__main__":
    main()
