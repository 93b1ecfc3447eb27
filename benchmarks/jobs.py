"""What long jobs cost, and whom they hold up: `python -m benchmarks.jobs --json`.

A step of the loop is compared with the same request through the project's own access to models (CPU of this
process; the scripted model is another). Prompt tokens are estimated as four characters each, over a job of
more than 1,000 steps. A process that works on a job is killed, and the next one says after how long its first
step was kept. Then ten years of entries are reviewed without a model, and logs are answered while four jobs
run and while none does, in turns.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from statistics import mean, median, quantiles
from time import perf_counter, process_time
from typing import cast

from pydantic_ai import models

from agents.jobs.body import JobBody
from agents.jobs.model_worker import ModelWorker
from agents.jobs.office import Order, Unwatched, body_of
from agents.jobs.worker import RuleWorker
from benchmarks import job_scripts
from benchmarks.charts import diary
from benchmarks.job_scripts import Kept, Scripted, acts, office, script
from storage.entities import Effects, Frozen, Message
from storage.job import JobRow
from storage.stores import Stores
from telegram_local.world import YOU_ID
from tests.driver.harness import running_bot
from tests.models.answers import Answer
from tests.models.asked import Asked
from tests.models.product import Product, product
from tests.models.server import ModelServer

ROOT = Path(__file__).parents[1]
USER = 7
STEPS = (10, 100, 1000)
ROUNDS, LOGS, BLOCK = 5, 400, 20


class JobCosts(Frozen):
    """The last line of the output."""

    overhead_ratio: float
    """CPU of a step to that of one call through the project's own model access."""
    resume_ms: float
    """From the start of the next process's office until a step is kept, libraries included."""
    tokens_ratio_1000_to_10: float
    """Prompt tokens a step, means of the phases that hold step 1,000 and step 10."""
    tokens_at: dict[int, float]
    review_s: float
    """CPU of the bot and of the process that draws, for a review of ten years without a model."""
    rss_mb: float
    """The most that the bot's process had meanwhile, the local Bot API server in it."""
    rss_before_mb: float
    log_p95_ratio: float
    """Of a log's reply, with four jobs to without."""
    log_p95_ms: float


# --- A step against a call ----------------------------------------------------------------------------------


def _says(asked: Asked) -> Answer:
    results = sum(one.get("role") == "tool" for one in asked.messages)
    phase = int(asked.system.split("Current phase: ")[1].split()[0])
    made = acts(phase, strategic="STRATEGIC" in asked.system, last=3)
    return Answer(calls=(cast("tuple[str, dict[str, object]]", made[min(results, len(made) - 1)]),))


async def serve() -> None:
    """The scripted model in a process of its own; prints its port."""
    async with ModelServer.running() as server:
        server.always("*", _says)
        print(server.port, flush=True)
        await asyncio.Event().wait()


async def overhead(folder: Path) -> float:
    """CPU a step to CPU a call, median of rounds."""
    server = ModelServer()
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "benchmarks.jobs", "--serve", cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    try:
        assert child.stdout is not None
        server.port = int(await child.stdout.readline())
        async with product(folder, server.llm_section(), calls={}) as on:
            return await _compared(on, folder)
    finally:
        child.kill()
        await child.wait()


async def _compared(on: Product, folder: Path) -> float:
    assert on.core.models is not None
    cascade = on.core.models.cascade
    ratios: list[float] = []
    for round_ in range(ROUNDS + 1):
        kept = Kept(cascade)
        async with office(folder, on.db, ModelWorker(kept), "model") as made:
            began = process_time()
            row = await made.start(Order(USER, USER, "task", "work"))
            await made.idle()
            steps = process_time() - began
            found = await on.db.jobs.job(USER, row.id)
            assert found is not None
            assert found.status == "done", (found.status, found.reason)
        began = process_time()
        for ask in kept.asks:
            await cascade.step(ask)
        calls = process_time() - began
        if round_:  # the first one loads libraries
            ratios.append(steps / calls)
        else:
            gc.collect()
            gc.freeze()  # as bot.app does
    return median(ratios)


# --- Tokens -------------------------------------------------------------------------------------------------


async def tokens(folder: Path) -> dict[int, float]:
    """Prompt tokens a step: the mean of the phase that holds step 10, 100, 1,000."""
    scripted = Scripted(last=2 * job_scripts.PHASES + 1)
    db = await Stores.open(folder)
    try:
        async with office(folder, db, ModelWorker(scripted), "model") as made:
            row = await made.start(Order(USER, USER, "task", "work"))
            await made.idle()
            found = await db.jobs.job(USER, row.id)
            assert found is not None
            assert found.status == "done", found.reason
    finally:
        await db.close()
    means: dict[int, float] = {}
    for step in STEPS:
        phase = scripted.tokens[step - 1][0]
        means[step] = round(mean(size for of, size in scripted.tokens if of == phase), 1)
    return means


# --- Resuming -----------------------------------------------------------------------------------------------


class FirstStep(Unwatched):
    """Ends the process, or says when, after so many steps."""

    def __init__(self, after: int, then: Callable[[], None]) -> None:
        self.left, self.then = after, then

    async def changed(self, row: JobRow, body: JobBody) -> None:
        """Count one."""
        self.left -= 1
        if self.left == 0:
            self.then()


async def victim(folder: Path) -> None:
    """Work on a job until killed by itself."""
    db = await Stores.open(folder)
    async with office(folder, db, RuleWorker({"task": script}), "rule") as made:
        made.watcher = FirstStep(100, lambda: os.kill(os.getpid(), signal.SIGKILL))
        await made.start(Order(USER, USER, "task", "work"))
        await made.idle()


async def resumed(folder: Path, began: float) -> None:
    """Go on with it; print after how many milliseconds a step was kept, then end."""
    db = await Stores.open(folder)
    found = asyncio.Event()
    async with office(folder, db, RuleWorker({"task": script}), "rule") as made:
        made.watcher = FirstStep(1, found.set)
        assert await made.resume_all() == 1
        await found.wait()
        took = (perf_counter() - began) * 1000
        (row,) = await db.jobs.of_user(USER)
        assert body_of(row).state.phase_number > 1
        print(took, flush=True)
    await db.close()


def resume(folder: Path) -> float:
    """The median of kills."""
    took: list[float] = []
    for at in range(3):
        here = folder / str(at)
        here.mkdir()
        killed = subprocess.run(
            [sys.executable, "-m", "benchmarks.jobs", "--victim", str(here)], cwd=ROOT, check=False
        )
        assert killed.returncode == -signal.SIGKILL, killed.returncode
        told = subprocess.run(
            [sys.executable, "-m", "benchmarks.jobs", "--resume", str(here)],
            cwd=ROOT, check=True, capture_output=True, text=True,
        )  # fmt: skip
        took.append(float(told.stdout.split()[-1]))
    return median(took)


# --- A review -----------------------------------------------------------------------------------------------


async def review(folder: Path, entries: int) -> tuple[float, float, float]:
    """CPU seconds, the most memory and that before, in MB: the real bot is asked in the chat."""
    async with running_bot(folder, profile={"time_zone": "UTC", "weight_unit": "kg"}) as (bot, you):
        own = [one.model_copy(update={"user_id": YOU_ID, "chat_id": 77}) for one in diary(entries)]
        for at in range(0, entries, 1000):
            some = own[at : at + 1000]
            said = [
                Message(
                    chat_id=77, message_id=one.message_id, user_id=YOU_ID, role="user", text=one.text,
                    at=one.logged_at,
                )
                for one in some
            ]  # fmt: skip
            await bot.app.core.db.turns.apply(Effects(messages=said, entries=some))
        del own
        before, began = _peak_mb(), _cpu()
        await you.ask("/job review everything")
        while (await you.next_reply(within=300)).message.document is None:
            pass
        await you.next_reply(within=60)
    return _cpu() - began, _peak_mb(), before  # the process that draws has ended by now


def _cpu() -> float:
    return sum(getrusage(of).ru_utime + getrusage(of).ru_stime for of in (RUSAGE_SELF, RUSAGE_CHILDREN))


def _peak_mb() -> float:
    return getrusage(RUSAGE_SELF).ru_maxrss / 1024


def reviewed(folder: Path, entries: int) -> tuple[float, float, float]:
    """In a process of its own, as memory is counted by processes."""
    told = subprocess.run(
        [sys.executable, "-m", "benchmarks.jobs", "--review", str(folder), "--entries", str(entries)],
        cwd=ROOT, check=True, capture_output=True, text=True,
    )  # fmt: skip
    seconds, peak, before = map(float, told.stdout.split()[-3:])
    return seconds, peak, before


# --- Logs while jobs run ------------------------------------------------------------------------------------


async def beside(folder: Path) -> tuple[float, float]:
    """The 95th percentile of a log's time with four jobs at work to without, and the former in ms."""
    async with product(folder, {"default_provider": "none"}) as on:
        plain: list[float] = []
        busy: list[float] = []
        await _logged(on, BLOCK)
        for _ in range(LOGS // BLOCK):
            plain += await _logged(on, BLOCK)
            first = on.core.services.places.give_way  # as bot.jobs.assembly has it
            async with office(folder, on.db, RuleWorker({"task": script}), "rule", first) as made:
                rows = [await made.start(Order(USER + 1 + at, 1, "task", "work")) for at in range(4)]
                await asyncio.sleep(0.05)
                busy += await _logged(on, BLOCK)
                for row in rows:
                    await made.stop(row.user_id, row.id)
        return _p95(busy) / _p95(plain), _p95(busy) * 1000


async def _logged(on: Product, count: int) -> list[float]:
    took: list[float] = []
    for at in range(count):
        said = await on.say(f"bench {60 + at}x5x3")
        took.append(said.seconds)
        await asyncio.sleep(0.005)
    await on.learned()
    return took


def _p95(times: list[float]) -> float:
    return quantiles(times, n=20)[-1]


async def measured(folder: Path, entries: int) -> JobCosts:
    """All of it."""
    for name in ("overhead", "tokens", "beside", "resume", "review"):
        (folder / name).mkdir()
    ratio = await overhead(folder / "overhead")
    means = await tokens(folder / "tokens")
    logs, p95 = await beside(folder / "beside")
    seconds, peak, before = await asyncio.to_thread(reviewed, folder / "review", entries)
    return JobCosts(
        overhead_ratio=round(ratio, 2),
        resume_ms=round(await asyncio.to_thread(resume, folder / "resume"), 1),
        tokens_ratio_1000_to_10=round(means[1000] / means[10], 2),
        tokens_at=means,
        review_s=round(seconds, 1),
        rss_mb=round(peak),
        rss_before_mb=round(before),
        log_p95_ratio=round(logs, 2),
        log_p95_ms=round(p95, 2),
    )


def main() -> None:
    """One JSON object."""
    began = perf_counter()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--serve", action="store_true")
    parser.add_argument("--victim", type=Path)
    parser.add_argument("--resume", type=Path)
    parser.add_argument("--review", type=Path)
    parser.add_argument("--entries", type=int, default=10_950, help="of a review: three a day")
    given = parser.parse_args()
    models.ALLOW_MODEL_REQUESTS = True
    if given.serve:
        asyncio.run(serve())
    elif given.victim:
        asyncio.run(victim(given.victim))
    elif given.review:
        print(*asyncio.run(review(given.review, given.entries)))
    elif given.resume:
        asyncio.run(resumed(given.resume, began))
    else:
        with tempfile.TemporaryDirectory() as folder:
            costs = asyncio.run(measured(Path(folder), given.entries))
        print(json.dumps(costs.model_dump(), indent=None if given.json else 2))


if __name__ == "__main__":
    main()
