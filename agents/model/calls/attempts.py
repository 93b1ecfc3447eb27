"""The tries for one request at one provider: each counted, timed, paid for and recorded."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Protocol, TypeVar

from ulid import ULID

from agents.limits import CallLimits
from agents.model.calls.accounts import Accounts, NotAsked
from agents.model.calls.ask import Estimate, Outcome, Unasked, Usage
from agents.model.calls.wire import TRANSIENT, CallFailed
from agents.model.settings import Target
from agents.session import Session
from storage.entities import ModelCall


class Breaker:
    """Opens after `failures` in a row, for `seconds`; then one call at a time tries whether it is back."""

    def __init__(self, failures: int, seconds: float) -> None:
        self._limit = failures
        self._seconds = seconds
        self._failures = 0
        self._closed_until = 0.0
        self.is_slow = False
        """Whether the last failure was that it took too long."""
        self.openings = 0
        """How often it was opened: who waited through one need not find out for itself."""

    def admits(self) -> bool:
        """Whether to call now. The first after the pause is the probe: others wait for what it finds."""
        if self._failures < self._limit and not self._closed_until:
            return True
        now = time.monotonic()
        if now < self._closed_until:
            return False
        self._closed_until = now + self._seconds
        return True

    def succeeded(self) -> None:
        """It is well."""
        self._failures = 0
        self._closed_until = 0.0

    def failed(self, *, slow: bool = False) -> None:
        """One more in a row; too many, or a probe that failed, opens it."""
        self.is_slow = slow
        self._failures += 1
        if self._failures >= self._limit or self._closed_until:
            self.open(self._seconds)

    def open(self, seconds: float) -> None:
        """Leave it alone for so long, as it asked itself."""
        self.openings += 1
        self._closed_until = max(self._closed_until, time.monotonic() + seconds)


_WELL = frozenset({Outcome.BAD_REQUEST, Outcome.REFUSED, Outcome.TOO_LONG})
"""Failures of a provider that is up."""


class Line:
    """The way to one provider: so many calls at once, none while it is left alone."""

    def __init__(self, parallel: int, limits: CallLimits) -> None:
        self.slots = asyncio.Semaphore(parallel)
        self.breaker = Breaker(limits.breaker_failures, limits.breaker_seconds)


class Answered(Protocol):
    """What a call brings has at least been counted."""

    @property
    def usage(self) -> Usage:
        """Tokens and price."""
        ...


A = TypeVar("A", bound=Answered)
Judge = Callable[[A], tuple[Outcome, str]]
"""Whether an answer is what was wanted, and if not, what is wrong with it."""


@dataclass(slots=True)
class Attempts:
    """`until` is the moment (monotonic) at which the person must have been answered."""

    target: Target
    line: Line
    limits: CallLimits
    accounts: Accounts
    session: Session
    until: float
    seconds: float
    agent: str
    also: tuple[str, ...] = ()
    prompts: str = ""
    """Versions of those that it is asked with."""
    kind: str | None = None
    """Instead of the session's kind of message."""
    probing: bool = False
    """Once only, and whatever the breaker says."""
    made: list[ModelCall] = field(default_factory=list[ModelCall], init=False)
    failures: int = field(default=0, init=False)

    async def call(self, once: Callable[[], Awaitable[A]], estimate: Estimate, judge: Judge[A]) -> A:
        """The first answer. Raises CallFailed after the last try, NotAsked where none may be made."""
        last: CallFailed | None = None
        while True:
            if time.monotonic() >= self.until:
                raise NotAsked(Unasked.OUT_OF_TIME)
            if not self.probing and not self.line.breaker.admits():
                raise last or NotAsked(self._left_alone())
            opened = self.line.breaker.openings
            try:
                async with self._slot(), self.accounts.reserved(self.session.user_id, estimate.usd):
                    if not self.probing and self.line.breaker.openings != opened:
                        raise last or NotAsked(
                            self._left_alone()
                        )  # it went down while this one waited its turn
                    answer = await self._once(once, estimate.sent, judge)
            except CallFailed as failed:
                last = failed
                await self._bear(failed)
            else:
                self.line.breaker.succeeded()
                return answer

    def _left_alone(self) -> Unasked:
        return Unasked.SLOW if self.line.breaker.is_slow else Unasked.BREAKER

    def answer_tokens(self, most: int) -> int:
        """How long the answer is expected to be."""
        target = self.target
        players = (self.agent, *self.also)
        return self.accounts.expected.tokens(target.provider, target.model, players, most)

    @asynccontextmanager
    async def _slot(self) -> AsyncGenerator[None]:
        """One of the calls that the provider takes at once; the wait counts against the message's time."""
        try:
            async with asyncio.timeout(self.until - time.monotonic()):
                await self.line.slots.acquire()
        except TimeoutError:
            raise NotAsked(Unasked.OUT_OF_TIME) from None
        try:
            yield
        finally:
            self.line.slots.release()

    async def _once(self, once: Callable[[], Awaitable[A]], sent: Usage, judge: Judge[A]) -> A:
        """One call; where it is given up or breaks off, `sent` is what the provider will charge at least."""
        self.session.calls += 1
        at, began = self.accounts.clock(), time.monotonic()

        def told(outcome: Outcome, detail: str, usage: Usage) -> ModelCall:
            call = ModelCall(
                id=str(ULID()),
                at=at,
                turn_id=self.session.turn_id,
                user_id=self.session.user_id,
                kind=self.session.kind if self.kind is None else self.kind,
                mode=self.session.mode,
                agent=self.agent,
                also=self.also,
                provider=self.target.provider,
                model=self.target.model,
                attempt=len(self.made) + 1,
                input_tokens=usage.input,
                output_tokens=usage.output,
                cached_tokens=usage.cached,
                price_usd=usage.price.usd,
                price_known=usage.price.known,
                latency_ms=round((time.monotonic() - began) * 1000, 1),
                outcome=outcome,
                detail=detail,
                prompts=self.prompts,
            )
            self.made.append(call)
            return call

        try:
            async with asyncio.timeout(min(self.seconds, self.until - began)):
                answer = await once()
        except TimeoutError:
            failed = CallFailed(Outcome.TIMEOUT, f"no answer in {time.monotonic() - began:.1f} s")
            await self.accounts.record(told(failed.outcome, failed.detail, sent))
            raise failed from None
        except CallFailed as failed:
            usage = sent if failed.begun else failed.usage
            await self.accounts.record(told(failed.outcome, failed.detail, usage))
            raise
        except asyncio.CancelledError:
            self.accounts.record_late(told(Outcome.CANCELLED, "", sent))
            raise
        outcome, detail = judge(answer)
        usage = answer.usage
        if not (usage.input or usage.price.usd):  # a provider that does not count: what was sent is known
            usage = replace(sent, price=replace(sent.price, known=False) if sent.price.usd else sent.price)
        await self.accounts.record(told(outcome, detail, usage))
        return answer

    async def _bear(self, failed: CallFailed) -> None:
        """Wait for the next try; raises what failed where there is none."""
        self.failures += 1
        breaker, limits = self.line.breaker, self.limits
        if failed.outcome in _WELL:
            breaker.succeeded()
        else:
            breaker.failed(slow=failed.outcome is Outcome.TIMEOUT)
        if failed.retry_after is not None and failed.retry_after > limits.backoff_max_seconds:
            breaker.open(failed.retry_after)
            raise failed
        if self.probing or failed.outcome not in TRANSIENT or self.failures >= limits.tries:
            raise failed
        usual = limits.backoff_seconds * 2 ** (self.failures - 1) * random.uniform(0.5, 1)  # noqa: S311 - jitter
        wait = max(min(usual, limits.backoff_max_seconds), failed.retry_after or 0.0)
        if time.monotonic() + wait >= self.until:
            raise failed
        await asyncio.sleep(wait)
