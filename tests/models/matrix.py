"""The fault matrix: every agent, every fault, with and without a provider to fall back on.

A cell is a message that reports and asks, in a product of its own. One agent's calls to the default provider
misbehave, all of them; the log must be stored once, the question answered in time, and the record tell why.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import product as combinations
from pathlib import Path
from typing import cast

from agents.model.calls.ask import Outcome
from agents.session import Notice
from agents.types import InputType
from bot.texts import wording
from storage.entities import ModelCall
from tests.models.answers import MATRIX, SORTED, WORDS, Answer, Fault, spoilt, structured
from tests.models.asked import AGENTS, Api, Asked
from tests.models.filling import Json
from tests.models.product import QUICKLY, Product, Said, product
from tests.models.server import ModelServer

LOG = "bench 185x5x3, felt heavy"
QUESTION = "why has my bench press been stuck lately, though I train a lot?"
UNCLEAR = "was it better than usual?"
GRACE = 2.0
"""Seconds beside the time for the models: 2 cores run many cells at once, and all of the rest."""

_BAD_FORM = frozenset({Outcome.MALFORMED, Outcome.KEPT, Outcome.OK})
"""Repaired, kept in part, or given up: whatever was possible."""
RECORDED: Mapping[Fault, frozenset[Outcome]] = {
    Fault.RATE_LIMITED: frozenset({Outcome.RATE_LIMITED}),
    Fault.SERVER_ERROR: frozenset({Outcome.SERVER_ERROR}),
    Fault.UNAVAILABLE: frozenset({Outcome.SERVER_ERROR}),
    Fault.HANG: frozenset({Outcome.TIMEOUT}),
    Fault.DRIP: frozenset({Outcome.TIMEOUT}),
    Fault.RESET: frozenset({Outcome.CONNECTION}),
    Fault.RESET_BODY: frozenset({Outcome.CONNECTION}),
    Fault.EMPTY: frozenset({Outcome.MALFORMED}),
    Fault.INVALID_JSON: frozenset({Outcome.MALFORMED}),
    Fault.TRUNCATED: _BAD_FORM | {Outcome.TOO_LONG},
    Fault.WRONG_SCHEMA: frozenset({Outcome.MALFORMED, Outcome.KEPT}),
    Fault.PROSE: _BAD_FORM,
    Fault.REFUSAL: frozenset({Outcome.REFUSED, Outcome.MALFORMED}),
    Fault.REFUSAL_TEXT: frozenset({Outcome.REFUSED, Outcome.MALFORMED}),
    Fault.HUGE: frozenset({Outcome.TOO_LONG}),
    Fault.ENDLESS: frozenset({Outcome.TOO_LONG, Outcome.TIMEOUT}),
    **dict.fromkeys((*WORDS, *SORTED), frozenset({Outcome.OK})),
}
"""How the record may name a call that met a fault."""
GONE = frozenset(
    {
        Fault.RATE_LIMITED,
        Fault.SERVER_ERROR,
        Fault.UNAVAILABLE,
        Fault.HANG,
        Fault.DRIP,
        Fault.RESET,
        Fault.RESET_BODY,
        Fault.EMPTY,
        Fault.INVALID_JSON,
        Fault.ENDLESS,
    }
)
"""After these nothing of the default provider's answer can be used."""
SLOW = (Fault.HANG, Fault.DRIP, Fault.ENDLESS)
"""Over when the time for a call is."""
PATIENT: Mapping[str, object] = {
    **dict.fromkeys(("low_seconds", "medium_seconds", "high_seconds"), 20),
    "turn_seconds": 60,
}
"""Whatever fails at once shall not be taken for a time-out where the machine is busy."""
ROOMY: Mapping[str, object] = {
    **dict.fromkeys(("low_seconds", "medium_seconds", "high_seconds"), 1),
    "turn_seconds": 16,
}
"""A plan made three times waits for six calls that never end; a fallback still answers then."""
_SILENT = ("clarifier", "observer", "retriever")
"""Nobody is told that code did these."""
_WARM: set[Api] = set()
"""What this process has called once."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One combination."""

    agent: str
    fault: Fault
    fallback: bool
    api: Api = "openai"
    streamed: bool = False

    def __str__(self) -> str:
        parts = (self.agent, self.fault, "fallback" if self.fallback else "alone", self.api)
        return "-".join((*parts, *(("streamed",) if self.streamed else ())))


@dataclass(frozen=True, slots=True)
class Done:
    """What a cell showed; `troubles` is empty when all is well."""

    cell: Cell
    seconds: float = 0.0
    log_lost: bool = False
    unanswered: bool = False
    over_time: bool = False
    troubles: tuple[str, ...] = ()
    outcomes: tuple[str, ...] = field(default=())


def cells(apis: Iterable[Api] = ("openai",), faults: Iterable[Fault] = MATRIX) -> list[Cell]:
    """All of them; the agent whose answer is shown as it grows also in pieces."""
    every = combinations(AGENTS, faults, (False, True), apis)
    found = [Cell(agent, fault, fallback, api) for agent, fault, fallback, api in every if can(agent, fault)]
    pieces = combinations((fault for fault in faults if fault not in SORTED), (False, True), apis)
    return found + [
        Cell("synthesizer", fault, fallback, api, streamed=True) for fault, fallback, api in pieces
    ]


def can(agent: str, fault: Fault) -> bool:
    """Whether the agent has what the fault spoils."""
    return agent == "router" or fault not in SORTED


class Matrix:
    """Two providers for all cells, which they tell apart by the key."""

    def __init__(self, folder: Path, server: ModelServer, spare: ModelServer, at_once: int = 6) -> None:
        self._folder = folder
        self._server = server
        self._spare = spare
        self._room = asyncio.Semaphore(at_once)
        self._cells: dict[str, Cell] = {}
        for provider in (server, spare):
            provider.retry_after = 0.05
        server.always("*", self._told)
        spare.always("*", self._good)

    def _told(self, asked: Asked) -> Answer:
        cell = self._cells[asked.key]
        answer = self._good(asked)
        return spoilt(answer, cell.fault) if asked.agent == cell.agent else answer

    def _good(self, asked: Asked) -> Answer:
        return good(asked, clarifying=self._cells[asked.key].agent == "clarifier")

    async def run(
        self, cells: Sequence[Cell], calls: Mapping[str, object] = QUICKLY, **llm: object
    ) -> list[Done]:
        """All cells, some at a time, once everything is loaded."""
        used: set[Api] = {cell.api for cell in cells}
        for api in sorted(used - _WARM):
            await self._warm(api, calls)
            _WARM.add(api)
        return list(await asyncio.gather(*(self._run(cell, calls, llm) for cell in cells)))

    async def _warm(self, api: Api, calls: Mapping[str, object]) -> None:
        """The first call of a kind costs more than the time-outs here allow for."""
        key = f"sk-warm-{api}"
        self._cells[key] = Cell("", Fault.SERVER_ERROR, fallback=True, api=api)
        section = {**self._server.llm_section(api=api, key=key), "fewer_calls": False}
        async with product(self._folder / key, section, {**calls, **PATIENT}) as running:
            await running.say(f"{LOG}. {QUESTION}")

    async def _run(self, cell: Cell, calls: Mapping[str, object], llm: Mapping[str, object]) -> Done:
        async with self._room:
            key = f"sk-cell-{len(self._cells)}"
            self._cells[key] = cell
            section = self._server.llm_section(
                api=cell.api, fallback=self._spare if cell.fallback else None, key=key
            )
            patience = {**calls, **(ROOMY if cell.fault in SLOW else PATIENT)}
            async with product(
                self._folder / key, {**section, "fewer_calls": False, **llm}, patience
            ) as running:
                if cell.streamed:
                    running.core.machine.previews = lambda _: lambda _: None
                await running.benched()
                await running.slept(4.5)
                question = UNCLEAR if cell.agent == "clarifier" else QUESTION
                said = await running.say(f"{LOG}. {question}")
                await running.learned()
                limit = float(cast("float", ROOMY["turn_seconds"])) + GRACE
                return await judged(cell, running, said, limit)


async def judged(cell: Cell, running: Product, said: Said, limit: float) -> Done:
    """What the cell must show."""
    stored = [entry for entry in await running.logs() if entry.message_id == said.turn.incoming.message_id]
    stored = [entry for entry in stored if entry.kind == "log"]
    calls = await running.calls()
    met = [call for call in calls if call.agent == cell.agent and call.provider == "scripted"]
    receipt_and_answer = 2
    lost = len(stored) != 1 or "185" not in stored[0].text
    unanswered = len(said.replies) < receipt_and_answer
    troubles = [*_recorded(cell, met), *_told(cell, said, calls)]
    if lost:
        troubles.append(f"stored {len(stored)} times")
    if unanswered:
        troubles.append(f"{len(said.replies)} replies: {said.replies}")
    return Done(
        cell=cell,
        seconds=said.seconds,
        log_lost=lost,
        unanswered=unanswered,
        over_time=said.seconds > limit,
        troubles=tuple(troubles),
        outcomes=tuple(f"{call.agent} {call.provider} {call.outcome}" for call in calls),
    )


def _recorded(cell: Cell, met: Sequence[ModelCall]) -> list[str]:
    if not met:
        return ["never asked"]
    if not RECORDED[cell.fault] & {Outcome(call.outcome) for call in met}:
        return [f"recorded as {met[0].outcome}: {met[0].detail}"]
    return []


def _told(cell: Cell, said: Said, calls: Sequence[ModelCall]) -> list[str]:
    """Whether the user hears that no model did it, if so; nobody hears Chinese."""
    found: list[str] = []
    words = WORDS.get(cell.fault)
    if words is not None and any(_says(reply, words) for reply in said.replies):
        found.append("what the model said reached the user")
    fell_back = any(call.agent == cell.agent and call.provider == "spare" for call in calls)
    if cell.fallback and cell.fault in GONE and not fell_back:
        found.append("the fallback provider was not asked")
    sentences = [wording("en")(f"notice.{notice}") for notice in (Notice.MODEL_FAILED, Notice.OUT_OF_TIME)]
    noticed = any(sentence in reply for sentence in sentences for reply in said.replies)
    expected = cell.fault in GONE and not cell.fallback and cell.agent not in _SILENT
    if expected and not noticed:
        found.append("the user was not told")
    if noticed and cell.fallback:
        found.append("the user was told although the fallback provider answered")
    return found


def _says(reply: str, words: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(words)}(?!\w)", reply) is not None


def good(asked: Asked, *, clarifying: bool = False) -> Answer:
    """A sensible answer of each agent, in the fields that its form has."""
    today = datetime.now().astimezone().date().isoformat()
    gap: Json = {
        "key": "which exercise",
        "what": "which exercise you mean",
        "kind": "clarification",
        "critical": True,
        "options": ["bench press", "squat"],
    }
    parts: list[Json] = [{"type": "insight", "about": ["bench press"]}]
    wanted: dict[str, Json] = {
        "router": {
            "domains": ["strength"],
            "log_part": LOG,
            "question_part": UNCLEAR if clarifying else QUESTION,
            "confidence": 0.9,
            "input_type": InputType.BOTH,
        },
        "parser": {"days": [{"day": today, "words": LOG, "measures": []}], "confidence": 0.9},
        "planner": {"parts": parts, "gaps": [gap], "next_action": "clarify"}
        if clarifying
        else {"parts": parts, "searches": [{"topics": ["bench press"]}], "next_action": "retrieve"},
        "analyzer": {"query_intent": "why it is stuck", "verdict": "sufficient"},
        "synthesizer": {"response": "Your bench press has not moved much."},
        "evaluator": {"verdict": "pass"},
        "observer": {"should_update": False},
    }
    properties: Json = (asked.schema or {}).get("properties") or {}
    fields = wanted.get(asked.agent, {})
    return structured({name: value for name, value in fields.items() if name in properties})
