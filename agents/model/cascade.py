"""Asking models: default provider, fallback provider, or the word that nobody answered."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime

from agents.limits import CallLimits
from agents.model.accounts import Ledger
from agents.model.ask import Ask, ModelsFailed, Outcome, Price, Unasked, W
from agents.model.settings import LlmSettings, Target
from agents.profile import Profile


@dataclass(frozen=True, slots=True)
class TierCheck:
    """What one call to a model brought. `structured`: it filled in a form as asked."""

    target: Target
    outcome: Outcome
    seconds: float
    price: Price
    structured: bool
    detail: str = ""


class Cascade:
    """The `Models` of the product: tries, reminders, kept fields, fallback, budget, breaker, record."""

    def __init__(
        self,
        settings: LlmSettings,
        limits: CallLimits,
        ledger: Ledger,
        clock: Callable[[], datetime],
        profile_of: Callable[[int], Awaitable[Profile]],
    ) -> None:
        self._settings = settings
        self._limits = limits
        self._ledger = ledger
        self._clock = clock
        self._profile_of = profile_of

    async def warm(self) -> None:
        """Load the libraries, in a thread, before somebody waits for them."""

    async def close(self) -> None:
        """Wait for what is still to be recorded."""

    async def ask(self, ask: Ask[W]) -> W:
        """The answer. Raises ModelsFailed."""
        raise ModelsFailed(Unasked.BREAKER)

    async def hear(self, target: Target, audio: bytes, filename: str) -> str:
        """What is said in a recording. Raises ModelsFailed."""
        raise ModelsFailed(Unasked.BREAKER)

    async def check(self, target: Target) -> TierCheck:
        """Call a model once, whatever the breaker says."""
        return TierCheck(target, Outcome.CONNECTION, 0.0, Price(0.0), structured=False)
