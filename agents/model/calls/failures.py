"""What an error of the libraries means: litellm's and openai's are told apart by their classes' names."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from email.utils import parsedate_to_datetime
from typing import cast

from agents.model.calls.ask import Outcome
from agents.model.calls.transport import AnswerEndless, RedirectRefused
from agents.model.calls.wire import CallFailed
from agents.model.settings import Target
from agents.redaction import Redaction, secrets_of_address

_SECRET = re.compile(r"\b(?:sk|pk|key|AIza)[-_A-Za-z0-9*.]{8,}")
_DETAIL = 300
MOST_WAIT = 900.0
"""Seconds that a provider is left alone for at its own wish."""
_OURS: Mapping[type[BaseException], Outcome] = {
    RedirectRefused: Outcome.BAD_REQUEST,
    AnswerEndless: Outcome.TOO_LONG,
}
_BY_NAME: tuple[tuple[frozenset[str], Outcome], ...] = (
    (frozenset({"APIResponseValidationError", "JSONDecodeError", "ValidationError"}), Outcome.MALFORMED),
    (frozenset({"ContextWindowExceededError"}), Outcome.TOO_LONG),
    (frozenset({"ContentPolicyViolationError", "RejectedRequestError"}), Outcome.REFUSED),
    (frozenset({"RateLimitError"}), Outcome.RATE_LIMITED),
    (frozenset({"AuthenticationError", "PermissionDeniedError"}), Outcome.AUTH),
    (frozenset({"Timeout", "APITimeoutError", "TimeoutError"}), Outcome.TIMEOUT),
)
"""Classes of litellm and openai by name, so that both count; of an error's bases the nearest decides."""
_NEVER_THERE = frozenset({"ConnectTimeout", "ConnectionTimeoutError", "ConnectTimeoutError"})
"""Of aiohttp and httpx: nobody took the call, which libraries also tell as one that took too long."""
_CUT = frozenset({"ClientConnectionError", "ClientPayloadError", "TransportError", "ConnectionError"})
"""Of aiohttp, httpx and Python: what litellm tells as a failure of the server."""
_BY_STATUS = {
    429: Outcome.RATE_LIMITED,
    401: Outcome.AUTH,
    402: Outcome.AUTH,
    403: Outcome.AUTH,
    408: Outcome.TIMEOUT,
    413: Outcome.TOO_LONG,
}


def failure(error: Exception, target: Target) -> CallFailed:
    """The error as one of ours, with the time to wait where the provider told it."""
    chain = list(_chain(error))
    return CallFailed(_outcome(chain), _detail(error, target), retry_after=_retry_after(chain))


def _chain(error: BaseException | None) -> list[BaseException]:
    """The error and what it came from."""
    found: list[BaseException] = []
    while error is not None and error not in found:
        found.append(error)
        error = error.__cause__ or error.__context__
    return found


def _outcome(chain: Sequence[BaseException]) -> Outcome:
    ours = next((_OURS[type(error)] for error in chain if type(error) in _OURS), None)
    return _of_libraries(chain) if ours is None else ours


def _of_libraries(chain: Sequence[BaseException]) -> Outcome:
    names = [{kind.__name__ for kind in type(error).__mro__} for error in chain]
    every = frozenset[str]().union(*names)
    told_by_name = (outcome for one in names for known, outcome in _BY_NAME if one & known)
    named = Outcome.CONNECTION if every & _NEVER_THERE else next(told_by_name, None)
    if named is not None:
        return named
    if every & _CUT:
        return Outcome.CONNECTION
    # What litellm calls a connection error may hide an answer with a status below it (Ollama's do).
    told = chain[1:] if "APIConnectionError" in names[0] else chain
    status = next(
        (each for error in told if isinstance(each := getattr(error, "status_code", None), int)), None
    )
    if status is None:
        return Outcome.CONNECTION
    if status in _BY_STATUS:
        return _BY_STATUS[status]
    return Outcome.BAD_REQUEST if 400 <= status < 500 else Outcome.SERVER_ERROR


def _retry_after(chain: Sequence[BaseException]) -> float | None:
    """Seconds; the header has them as a number or as a moment."""
    for error in chain:
        for holder in (getattr(error, "response", None), error):
            for name in ("headers", "litellm_response_headers"):
                headers = cast("Mapping[str, str] | None", getattr(holder, name, None))
                told = headers.get("retry-after") if headers is not None else None
                if told is not None:
                    return _seconds(told)
    return None


def _seconds(told: str) -> float | None:
    with suppress(ValueError):
        return _bounded(float(told))
    with suppress(ValueError, TypeError, OverflowError):
        return _bounded(parsedate_to_datetime(told).timestamp() - time.time())
    return None


def _bounded(seconds: float) -> float:
    """A slip of the provider's (a year, infinity, nothing that is a number) must not close it for good."""
    return min(max(0.0, seconds), MOST_WAIT) if seconds == seconds else 0.0  # noqa: PLR0124 - NaN


def _detail(error: Exception, target: Target) -> str:
    """What was said, without any key, and without what the address holds."""
    keys = [target.api_key.get_secret_value()] if target.api_key is not None else []
    redacted = Redaction([*keys, *secrets_of_address(target.api_base or "")])
    text = redacted(" ".join(_said(str(error)).split()))
    return f"{type(error).__name__}: {_SECRET.sub('…', text)}"[:_DETAIL]


def _said(text: str) -> str:
    """The message alone where the rest is the JSON that the server sent it in."""
    before, brace, body = text.partition("{")
    with suppress(ValueError, TypeError, KeyError):
        return f"{before}{json.loads(brace + body)['error']['message']}"
    return text
