"""What a hundred questions at once cost beside bare model calls: `python -m benchmarks.concurrency --json`.

The models are a scripted server in a process of its own that takes `--seconds` for every call. Ours: as many
chats, each with a few logs, ask a question each at the same moment; the machine, the models' engine and
SQLite are the real ones, and the clock stops when the last reply is in the outbox. Bare: the same requests,
byte for byte as the server saw them, through `litellm.acompletion` alone, the calls of a chat one after the
other. The two take turns; a ratio is the median of the rounds' ratios. Ideal: the calls of a chat times the
seconds of a call.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import re
import tempfile
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta
from importlib import import_module
from pathlib import Path
from statistics import median
from sys import executable
from time import perf_counter, process_time
from typing import Any, Protocol, cast

import httpx

from agents.turn import Incoming
from benchmarks.figures import told
from benchmarks.processes import ROOT
from bot.core import Core, open_core, utc_now
from bot.settings import Settings
from storage.entities import Frozen

LOGS = ("bench 185x5x3", "squat 225x5", "slept 7 h", "bench 190x5x3")
QUESTION = "why has my bench press been stuck lately, and does my sleep have to do with it?"
ANSWERS = {
    "router": {
        "domains": ["strength", "sleep"],
        "input_type": "query",
        "plan": {
            "reasoning": "asked why",
            "parts": [{"type": "insight", "about": ["bench press", "sleep"]}],
            "searches": [{"topics": ["bench press", "sleep"]}],
            "next_action": "retrieve",
        },
    },
    "analyzer": {
        "findings": [{"claim": "The bench press has hardly moved.", "refs": ["E1", "E2"]}],
        "response": "Your bench press has hardly moved, and there is little to see in your sleep.",
        "used": ["E1", "E2"],
        "verdict": "sufficient",
    },
}
"""What the scripted models say to the question; the evaluator passes."""
_CHAT = re.compile(r"\(chat \d+\)")
AFTERWARDS = "observer"
"""What is asked once the reply is there does not count."""


class Concurrency(Frozen):
    """The last line of the output; times are medians in seconds."""

    ratio_to_litellm: float
    """Wall time of ours / of the same calls through bare litellm."""
    ratio_to_ideal: float
    """Wall time of ours / calls of one chat x seconds of a call."""
    litellm_to_ideal: float
    calls_a_chat: float
    at_once_max: int
    """The most requests at the server at one moment, of ours."""
    agents: tuple[str, ...]
    """Who was asked in a chat."""
    wall_s: float
    wall_s_litellm: float
    cpu_ms_a_call: float
    cpu_ms_a_call_litellm: float
    chats: int
    rounds: int


class _Library(Protocol):
    async def acompletion(self, **request: object) -> object: ...


class _Round(Frozen):
    wall_s: float
    cpu_s: float


class _Ours(_Round):
    calls: int
    agents: tuple[str, ...]
    at_once_max: int
    requests: tuple[tuple[dict[str, Any], ...], ...]
    """Of every chat, in order."""


@asynccontextmanager
async def model_server(seconds: float) -> AsyncGenerator[str]:
    """The address of a scripted server in a process of its own."""
    process = await asyncio.create_subprocess_exec(
        executable, "-m", "tests.models.server", "--delay", str(seconds), "--answers", json.dumps(ANSWERS),
        cwd=ROOT, stdin=DEVNULL, stdout=PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    try:
        line = await asyncio.wait_for(process.stdout.readline(), 60)
        yield line.decode().strip()
    finally:
        process.terminate()
        await process.wait()


def settings(url: str, folder: Path) -> Settings:
    """Models at the server, as a configuration file would have it."""
    tiers = {tier: {"scripted": f"scripted-{tier}"} for tier in ("low", "medium", "high")}
    provider = {"api_base": f"{url}/v1", "api_key": "sk-scripted", "parallel": 1000}
    llm = {"default_provider": "scripted", "providers": {"scripted": provider}, "tiers": tiers}
    profile = {"time_zone": "UTC", "weight_unit": "lb", "distance_unit": "km"}
    return Settings.model_validate({"data_dir": folder, "llm": llm, "profile": profile})


class Bench:
    """Our machine, the server it asks, and the messages said so far."""

    def __init__(self, core: Core, url: str, chats: int) -> None:
        self._core = core
        self._url = url
        self._chats = range(1, chats + 1)
        self._said = 0

    async def prepare(self) -> None:
        """Something to find for everybody, and whatever is loaded at the first question."""
        for text in LOGS:
            await asyncio.gather(*(self._say(chat, text, days_ago=len(LOGS)) for chat in self._chats))
        await self._say(1, QUESTION)
        await self._core.lanes.idle()
        await self._asked()
        gc.collect()
        gc.freeze()  # as the bot does once all is loaded

    async def _say(self, chat: int, text: str, days_ago: int = 0) -> None:
        self._said += 1
        sent_at = utc_now() - timedelta(days=days_ago)
        await self._core.machine.begin(
            Incoming(user_id=chat, chat_id=chat, message_id=self._said, text=text, sent_at=sent_at)
        )

    async def _asked(self) -> tuple[list[dict[str, Any]], int]:
        async with httpx.AsyncClient(timeout=60) as client:
            told = (await client.delete(f"{self._url}/control/asked")).json()
        return told["asked"], told["at_once_max"]

    async def ours(self) -> _Ours:
        """Everybody asks."""
        clock, cpu = perf_counter(), process_time()
        await asyncio.gather(*(self._say(chat, f"{QUESTION} (chat {chat:03})") for chat in self._chats))
        wall, used = perf_counter() - clock, process_time() - cpu
        await self._core.lanes.idle()
        asked, most = await self._asked()
        counted = [one for one in asked if one["agent"] != AFTERWARDS]
        chains = _by_chat([one["request"] for one in counted])
        return _Ours(
            wall_s=wall,
            cpu_s=used,
            calls=sum(map(len, chains)),
            agents=tuple(dict.fromkeys(one["agent"] for one in counted)),
            at_once_max=most,
            requests=chains,
        )

    async def bare(self, chains: Sequence[Sequence[Mapping[str, object]]]) -> _Round:
        """The same requests, with litellm alone."""
        library = cast("_Library", import_module("litellm"))

        async def chat(requests: Sequence[Mapping[str, object]]) -> None:
            for request in requests:
                options = {**request, "model": f"openai/{request['model']}"}
                await library.acompletion(
                    **options, api_base=f"{self._url}/v1", api_key="sk-scripted", max_retries=0
                )

        clock, cpu = perf_counter(), process_time()
        await asyncio.gather(*map(chat, chains))
        done = _Round(wall_s=perf_counter() - clock, cpu_s=process_time() - cpu)
        await self._asked()
        return done


def _by_chat(requests: list[dict[str, Any]]) -> tuple[tuple[dict[str, Any], ...], ...]:
    """The question says whose it is."""
    chains: dict[str, list[dict[str, Any]]] = {}
    for request in requests:
        named = _CHAT.search(json.dumps(request["messages"]))
        chains.setdefault(named[0] if named else "", []).append(request)
    return tuple(map(tuple, chains.values()))


async def measure(chats: int, rounds: int, seconds: float) -> Concurrency:
    """Take turns."""
    with tempfile.TemporaryDirectory(prefix="swealog-concurrency-") as folder:
        async with model_server(seconds) as url:
            core = await open_core(settings(url, Path(folder)), utc_now)
            try:
                bench = Bench(core, url, chats)
                await bench.prepare()
                ours: list[_Ours] = []
                bare: list[_Round] = []
                for _ in range(rounds):
                    ours.append(await bench.ours())
                    bare.append(await bench.bare(ours[-1].requests))
            finally:
                await core.aclose()
    ideal = [done.calls / chats * seconds for done in ours]
    pairs = list(zip(ours, bare, strict=True))
    return Concurrency(
        ratio_to_litellm=round(median(a.wall_s / b.wall_s for a, b in pairs), 3),
        ratio_to_ideal=round(median(a.wall_s / b for a, b in zip(ours, ideal, strict=True)), 3),
        litellm_to_ideal=round(median(a.wall_s / b for a, b in zip(bare, ideal, strict=True)), 3),
        calls_a_chat=round(median(done.calls / chats for done in ours), 2),
        at_once_max=max(done.at_once_max for done in ours),
        agents=ours[-1].agents,
        wall_s=round(median(done.wall_s for done in ours), 3),
        wall_s_litellm=round(median(done.wall_s for done in bare), 3),
        cpu_ms_a_call=round(median(done.cpu_s * 1000 / done.calls for done in ours), 2),
        cpu_ms_a_call_litellm=round(median(b.cpu_s * 1000 / a.calls for a, b in pairs), 2),
        chats=chats,
        rounds=rounds,
    )


def main() -> None:
    """Print the figures; with --json only the JSON line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.concurrency", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print the JSON line only")
    parser.add_argument("--chats", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=1.0, help="that the model takes for a call")
    given = parser.parse_args()
    result = asyncio.run(measure(given.chats, given.rounds, given.seconds))
    told(result, json=given.json)


if __name__ == "__main__":
    main()
