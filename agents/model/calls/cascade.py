"""Asking models: default provider, fallback provider, or the word that nobody answered."""

from __future__ import annotations

import asyncio
import importlib
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from agents.limits import CallLimits
from agents.model.calls.accounts import Accounts, Ledger, NotAsked
from agents.model.calls.ask import Ask, ModelsFailed, Outcome, Price, Unasked, W
from agents.model.calls.attempts import Attempts, Line
from agents.model.calls.wire import CallFailed, Reply
from agents.model.context.prompts import merged
from agents.model.settings import LlmSettings, Target
from agents.profile import Profile
from agents.session import Session, current

if TYPE_CHECKING:  # only while a job runs
    from agents.model.calls.stepping import StepAsk, Stepped

logger = logging.getLogger(__name__)

_BUDGETS = (Unasked.BUDGET_DAY, Unasked.BUDGET_MONTH)
_BYTES_A_SECOND = 3000
"""Of a voice note."""


@dataclass(frozen=True, slots=True)
class TierCheck:
    """What one call to a model brought. `structured`: it filled in a form as asked."""

    target: Target
    outcome: Outcome
    seconds: float
    price: Price
    structured: bool
    detail: str = ""


class _Form(BaseModel):
    """A form to fill in, for a check."""

    color: str = Field(description="a color of the rainbow")
    sum: int = Field(description="what 17 and 25 come to")


_CHECK = Ask(
    agent="router",
    instructions="Fill in the form.",
    context="Name a color of the rainbow and add 17 and 25.",
    output=_Form,
    max_output_tokens=200,
)


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
        self._accounts = Accounts(settings.budget, ledger, clock, profile_of)
        self._lines: dict[str, Line] = {}
        self._warming = asyncio.Lock()
        self._warm = False

    async def warm(self) -> None:
        """Load the libraries, in a thread, before somebody waits for them."""
        if self._warm:
            return
        async with self._warming:
            if not self._warm:
                await asyncio.to_thread(importlib.import_module, "agents.model.calls.playing")
                await importlib.import_module("agents.llm").warm()
                self._warm = True

    async def close(self) -> None:
        """Wait for what is still to be recorded."""
        await self._accounts.close()

    async def ask(self, ask: Ask[W]) -> W:
        """The answer. Raises ModelsFailed."""
        session = current() or self._nobody()
        quick = session.mode == "quick" and self._settings.quick == "low"
        targets = self._settings.targets(ask.agent, "low" if quick else ask.tier, ask.model)
        until = self._until(session)
        reasons: list[Outcome | Unasked] = []
        for target in targets:
            attempts = self._attempts(target, session, until, ask.agent, ask.with_agents)
            attempts.prompts = ask.prompts or merged(ask.agent, *ask.with_agents).version
            try:
                return await self._play(ask, attempts)
            except (CallFailed, NotAsked) as failed:
                reasons.append(_reason(failed))
            except Exception:  # the last line of defence: the code's own answer is always there
                logger.exception("%s could not be asked at %s", ask.agent, target.provider)
                reasons.append(Outcome.MALFORMED)
        raise _failed(reasons, until)

    async def step(self, ask: StepAsk) -> Stepped:
        """The next answer of a job's conversation, with its tool calls. Raises ModelsFailed."""
        await self.warm()
        from agents.model.calls.stepping import step  # noqa: PLC0415 - loaded by now

        session = current() or self._nobody()
        until = self._until(session)
        reasons: list[Outcome | Unasked] = []
        for target in self._settings.targets("jobs", ask.tier, ask.model):
            attempts = self._attempts(target, session, until, "jobs")
            attempts.prompts = ask.prompts
            try:
                return await step(ask, attempts)
            except (CallFailed, NotAsked) as failed:
                reasons.append(_reason(failed))
        raise _failed(reasons, until)

    async def hear(self, targets: Sequence[Target], audio: bytes, filename: str) -> str:
        """What is said in a recording, by the first provider that answers. Raises ModelsFailed."""
        await self.warm()
        from agents import llm  # noqa: PLC0415 - loaded by now

        session = current() or self._nobody()
        until, assumed = self._until(session), self._accounts.assumed
        seconds = max(len(audio) / _BYTES_A_SECOND, 1.0)
        reasons: list[Outcome | Unasked] = []
        for target in targets:
            attempts = self._attempts(target, session, until, "voice")
            estimate = llm.estimated_sound(target, seconds, assumed)
            once = partial(llm.transcribe, target, audio, filename, assumed, seconds)
            try:
                return (await attempts.call(once, estimate, _as_it_is)).text
            except (CallFailed, NotAsked) as failed:
                reasons.append(_reason(failed))
        raise _failed(reasons, until)

    async def check(self, target: Target) -> TierCheck:
        """Call a model once, whatever the breaker says."""
        session = self._nobody()
        attempts = self._attempts(target, session, self._until(session), "check")
        attempts.kind = "check"
        attempts.probing = True
        attempts.limits = self._limits.model_copy(update={"reminders": 0})
        detail = ""
        try:
            await self._play(_CHECK, attempts)
        except (CallFailed, NotAsked) as failed:
            detail = str(failed)
        if not attempts.made:
            return TierCheck(target, Outcome.TIMEOUT, 0.0, Price(0.0), structured=False, detail=detail)
        made = attempts.made[-1]
        return TierCheck(
            target,
            Outcome(made.outcome),
            made.latency_ms / 1000,
            Price(made.price_usd, made.price_known),
            structured=made.outcome == Outcome.OK and not detail,
            detail=made.detail or detail,
        )

    async def _play(self, ask: Ask[W], attempts: Attempts) -> W:
        await self.warm()
        from agents.model.calls.playing import play  # noqa: PLC0415 - loaded by now

        return await play(ask, attempts)

    def _attempts(
        self, target: Target, session: Session, until: float, agent: str, also: tuple[str, ...] = ()
    ) -> Attempts:
        line = self._lines.get(target.provider)
        if line is None:
            line = self._lines[target.provider] = Line(target.parallel, self._limits)
        limits = self._limits
        seconds = {"low": limits.low_seconds, "medium": limits.medium_seconds, "high": limits.high_seconds}
        return Attempts(
            target=target,
            line=line,
            limits=limits,
            accounts=self._accounts,
            session=session,
            until=until,
            seconds=seconds[target.tier or "medium"],
            agent=agent,
            also=also,
        )

    def _until(self, session: Session) -> float:
        return session.began + self._limits.turn_seconds

    def _nobody(self) -> Session:
        """What is asked outside of any turn is nobody's."""
        return Session(turn_id="", user_id=0, chat_id=0, sent_at=self._accounts.clock())


def _as_it_is(_: Reply) -> tuple[Outcome, str]:
    return Outcome.OK, ""


def _reason(failed: CallFailed | NotAsked) -> Outcome | Unasked:
    return failed.outcome if isinstance(failed, CallFailed) else failed.reason


def _failed(reasons: Sequence[Outcome | Unasked], until: float) -> ModelsFailed:
    """Once everybody was asked who could be."""
    late = time.monotonic() >= until
    return ModelsFailed(Unasked.OUT_OF_TIME if late else _foremost(reasons))


def _foremost(reasons: Sequence[Outcome | Unasked]) -> Outcome | Unasked:
    """What to tell: the time or the money ran out, else how the last call that was made ended."""
    for reason in (Unasked.OUT_OF_TIME, *_BUDGETS):
        if reason in reasons:
            return reason
    made = (each for each in reversed(reasons) if isinstance(each, Outcome))
    return next(made, next(iter(reasons), Unasked.BREAKER))
