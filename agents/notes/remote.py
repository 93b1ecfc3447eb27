"""Embeddings by a model at a provider: paid for, recorded, tried again like every other call."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence

from ulid import ULID

from agents import llm
from agents.model.calls.accounts import Accounts, NotAsked
from agents.model.calls.ask import Outcome, Usage
from agents.model.calls.wire import TRANSIENT, CallFailed
from agents.model.settings import Target
from agents.notes.source import NotesError, NotesUnavailable
from storage.entities import ModelCall

_TRIES = 4
_SIGNS_A_TOKEN = 3
_LONGEST_WAIT = 60.0
_SECONDS = 60.0


class Asked:
    """Asks the model of `target` for vectors, for one person's money."""

    def __init__(self, target: Target, accounts: Accounts, user_id: int, *, pause: float = 1.0) -> None:
        self._target = target
        self._accounts = accounts
        self._user = user_id
        self._pause = pause

    async def __call__(self, texts: Sequence[str]) -> list[list[float]]:
        """One vector a text. Raises NotesError."""
        await llm.warm()
        tokens = sum(map(len, texts)) // _SIGNS_A_TOKEN
        usd = llm.price(self._target, tokens, 0, self._accounts.assumed).usd
        for tried in range(1, _TRIES + 1):
            try:
                async with self._accounts.reserved(self._user, usd):
                    return await self._once(texts)
            except NotAsked as refused:
                raise NotesError(f"no embeddings: {refused}") from None
            except CallFailed as failed:
                wait = max(self._pause * 2**tried, failed.retry_after or 0.0)
                if failed.outcome not in TRANSIENT or tried == _TRIES or wait > _LONGEST_WAIT:
                    raise NotesUnavailable(f"no embeddings: {failed}") from None
            await asyncio.sleep(wait)
        raise AssertionError("the last try raises")

    async def _once(self, texts: Sequence[str]) -> list[list[float]]:
        at, began = self._accounts.clock(), time.monotonic()
        usage, outcome = Usage(), Outcome.CANCELLED
        try:
            async with asyncio.timeout(_SECONDS):
                vectors, usage = await llm.embed(self._target, texts, self._accounts.assumed)
            outcome = Outcome.OK
        except TimeoutError:
            outcome = Outcome.TIMEOUT
            raise CallFailed(outcome, f"no answer within {_SECONDS:g} s") from None
        except CallFailed as failed:
            outcome = failed.outcome
            raise
        finally:
            self._accounts.record_late(
                ModelCall(
                    id=str(ULID()), at=at, turn_id="", user_id=self._user, kind="notes", agent="embeddings",
                    provider=self._target.provider, model=self._target.model, input_tokens=usage.input,
                    price_usd=usage.price.usd, price_known=usage.price.known, outcome=outcome.value,
                    latency_ms=round((time.monotonic() - began) * 1000, 1),
                )
            )  # fmt: skip
        return vectors
