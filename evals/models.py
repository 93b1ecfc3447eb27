"""The ModelEngine for a run of examples: its calls counted, recorded, or answered from a recording."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from agents.limits import Limits
from agents.model.calls.ask import Models, Outcome
from agents.model.calls.cascade import Cascade
from agents.model.engine import ModelEngine
from agents.model.settings import Budget, LlmSettings
from agents.offline.engine import OfflineEngine
from agents.profile import Profile
from bot.errors import StartError
from domains.registry import load
from evals.recorded import RecordingError, RecordingModels, ReplayingModels
from evals.shelf import DiaryShelf
from storage.entities import Frozen, ModelCall


@dataclass
class Calls:
    """A ledger of one run. Nobody's budget is touched."""

    made: list[ModelCall] = field(default_factory=list[ModelCall])

    async def record(self, call: ModelCall) -> None:
        """Keep one call."""
        self.made.append(call)

    async def spent(self, user_id: int, since: datetime) -> float:
        """Nothing: what a run costs is whose it is to start it."""
        return 0.0

    def lines(self) -> Iterator[str]:
        """Calls, tokens and price by agent."""
        for one in self.sums():
            yield (
                f"  {one.agent:14}{one.calls:>6} calls, {one.not_ok} not ok, {one.tokens_in:>9,} tokens in"
                f" ({one.cached:,} cached), {one.tokens_out:>8,} out, {one.usd:.4f} USD"
                f"{'' if one.price_known else ' (some prices assumed)'}"
            )

    def json(self, by_code: Mapping[str, int]) -> str:
        """The same as one object, with the requests by agent that no model answered."""
        calls = [one.model_dump() for one in self.sums()]
        return json.dumps({"calls": calls, "answered_by_code": dict(by_code)})

    def sums(self) -> list[Sum]:
        """One for each agent, and all together."""
        agents = sorted({call.agent for call in self.made})
        return [
            *(Sum.of(agent, [call for call in self.made if call.agent == agent]) for agent in agents),
            Sum.of("all", self.made),
        ]


class Sum(Frozen):
    """What some calls add up to."""

    agent: str
    calls: int
    not_ok: int
    tokens_in: int
    cached: int
    tokens_out: int
    usd: float
    price_known: bool

    @classmethod
    def of(cls, agent: str, calls: Sequence[ModelCall]) -> Sum:
        """Added up."""
        return cls(
            agent=agent,
            calls=len(calls),
            not_ok=sum(call.outcome != Outcome.OK for call in calls),
            tokens_in=sum(call.input_tokens for call in calls),
            cached=sum(call.cached_tokens for call in calls),
            tokens_out=sum(call.output_tokens for call in calls),
            usd=round(sum(call.price_usd for call in calls), 6),
            price_known=all(call.price_known for call in calls),
        )


def today() -> str:
    """For the head of a recording."""
    return f"{_now():%Y-%m-%d}"


def engine(settings: LlmSettings, limits: Limits, models: Models) -> ModelEngine:
    """As the product has it, over these models and the diaries of the examples."""
    return ModelEngine(settings, limits, load(), OfflineEngine(), models, DiaryShelf)


def configured(settings: LlmSettings, limits: Limits, calls: Calls) -> Cascade:
    """The models of the configuration. Raises StartError when there are none."""
    if not settings.enabled:
        raise StartError(
            "no model is configured: set a provider's key (see llm in config.example.yaml), or --replay FILE"
        )
    unlimited = settings.model_copy(update={"budget": Budget(unknown_price=settings.budget.unknown_price)})
    return Cascade(unlimited, limits.calls, calls, _now, _nobody)


def _now() -> datetime:
    return datetime.now(UTC)


async def _nobody(user_id: int) -> Profile:
    return Profile(user_id=user_id)


def replayed(path: Path) -> ReplayingModels:
    """Raises StartError when the file cannot be read."""
    try:
        return ReplayingModels(path)
    except RecordingError as error:
        raise StartError(str(error)) from error


def complete(models: ReplayingModels, path: Path) -> None:
    """Raises StartError when a request was not in the recording: scores without it would mislead."""
    if models.missed:
        agents = ", ".join(f"{name} {count}" for name, count in models.missed.items())
        raise StartError(
            f"{models.missed.total()} of {models.asked.total()} requests are not in {path} ({agents}):"
            " prompts, examples or what models are shown changed since. Record it anew with --record"
            " (the scripted answers in evals/data: python -m evals.record)"
        )


async def save(models: RecordingModels, path: Path, about: str) -> None:
    """Write what was answered."""
    await asyncio.to_thread(models.save, path, about)
