"""What passes between the agents' prompts and the models: a request, its answer, and how it can fail."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from pydantic import BaseModel

from agents.model.settings import AgentName, Player, Tier

if TYPE_CHECKING:
    from pydantic_ai import Tool

W = TypeVar("W", bound=BaseModel)


class Outcome(StrEnum):
    """How one call ended; every one is recorded."""

    OK = "ok"
    KEPT = "kept"
    """Malformed to the end, but fields of it were good."""
    RATE_LIMITED = "rate_limited"
    SERVER_ERROR = "server_error"
    TIMEOUT = "timeout"
    CONNECTION = "connection"
    MALFORMED = "malformed"
    """Empty, no JSON, truncated JSON, or not what the schema says."""
    REFUSED = "refused"
    TOO_LONG = "too_long"
    """More than was asked for, or the prompt does not fit the model."""
    AUTH = "auth"
    BAD_REQUEST = "bad_request"
    CANCELLED = "cancelled"


class Unasked(StrEnum):
    """Why no call was made at all."""

    BUDGET_DAY = "budget_day"
    BUDGET_MONTH = "budget_month"
    BREAKER = "breaker"
    """The provider is left alone: it could not be reached."""
    SLOW = "slow"
    """The same: it took too long, again and again."""
    OUT_OF_TIME = "out_of_time"


class ModelsFailed(Exception):  # noqa: N818 - what happened, not an error of ours
    """No model answered: `reason` is how the last try ended, or why nobody was asked."""

    def __init__(self, reason: Outcome | Unasked) -> None:
        super().__init__(reason.value)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Picture:
    """An image to look at."""

    content: bytes
    media_type: str


@dataclass(frozen=True, slots=True)
class Ask(Generic[W]):
    """One agent's request.

    `instructions` never change (providers cache them); `context` is what is different each time, with
    everything that somebody wrote fenced as data. `output` is a pydantic model; verdicts follow reasons.
    """

    agent: Player
    instructions: str
    context: str
    output: type[W]
    tier: Tier | None = None
    """Instead of the agent's usual one: a call for several agents takes the highest of theirs."""
    model: str | None = None
    """Instead of the tier's, at the first provider."""
    with_agents: tuple[AgentName, ...] = ()
    """The agents this call plays besides, for the accounts."""
    tools: Sequence[Tool[None]] = ()
    pictures: tuple[Picture, ...] = ()
    floor: Callable[[], W] | None = None
    """Code's own answer: fields that stay malformed after the reminders are taken from it."""
    prompts: str = ""
    """Versions of its prompts, where they are not those of its agents in use."""
    partial: Callable[[W], None] | None = None
    """Given: the answer is streamed, and this sees it grow (unvalidated beyond its types)."""
    max_output_tokens: int | None = None


class Models(Protocol):
    """The cascade: default provider (tries, reminders), fallback provider, then ModelsFailed."""

    async def ask(self, ask: Ask[W]) -> W:
        """The answer. Raises ModelsFailed."""
        ...


@dataclass(frozen=True, slots=True)
class Price:
    """What something costs; `known` False: the model is not in the price list and a rate was assumed."""

    usd: float
    known: bool = True


@dataclass(slots=True)
class Usage:
    """Tokens of one call; `cached` are those of `input` that the provider had cached."""

    input: int = 0
    output: int = 0
    cached: int = 0
    price: Price = field(default_factory=lambda: Price(0.0))


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a call is expected to cost before it is made."""

    sent: Usage
    """The prompt alone: what counts when a call is given up while the provider is at it."""
    usd: float
    """With the answer."""
