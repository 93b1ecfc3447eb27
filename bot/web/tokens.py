"""Who asks: bearer tokens, each of one person, and how much each may ask."""

from __future__ import annotations

import hmac
import time
from collections import deque
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from http import HTTPStatus

from starlette.requests import Request

from bot.web.problems import Problem, not_allowed
from bot.web.section import HttpSection, HttpToken

_MINUTE = 60.0
_REALM = 'Bearer realm="swealog"'
_MOST_CHARACTERS = 520


@dataclass(slots=True)
class Caller:
    """A token in use."""

    name: str
    user_id: int
    digest: bytes
    asked: deque[float] = field(default_factory=deque[float])
    """When, in the last minute."""
    at_work: int = 0


class Tokens:
    """Knows the callers. All tokens are compared, in constant time, whichever it is."""

    def __init__(self, section: HttpSection, may_use: Callable[[int], bool]) -> None:
        self._per_minute = section.per_minute
        self._at_once = section.at_once
        self._may_use = may_use
        self._callers = [_caller(token) for token in section.tokens]

    def caller(self, request: Request) -> Caller:
        """Whose token came with the request. Raises Problem (401; 403: of somebody who was put out)."""
        scheme, _, given = request.headers.get("authorization", "").partition(" ")
        given = given.strip()
        if scheme.lower() != "bearer" or not given:
            raise _unauthorized("missing_token", "Send Authorization: Bearer and your token.", _REALM)
        digest = _digest(given[:_MOST_CHARACTERS])
        found = [caller for caller in self._callers if hmac.compare_digest(caller.digest, digest)]
        if not found:
            challenge = f'{_REALM}, error="invalid_token"'
            raise _unauthorized("wrong_token", "Nobody has this token.", challenge)
        if not self._may_use(found[0].user_id):
            raise not_allowed()
        return found[0]

    @contextmanager
    def admitted(self, request: Request) -> Generator[Caller]:
        """The caller, while the request is worked on. Raises Problem (401, 403, 429)."""
        caller = self.caller(request)
        now = time.monotonic()
        while caller.asked and caller.asked[0] <= now - _MINUTE:
            caller.asked.popleft()
        if len(caller.asked) >= self._per_minute:
            pause = caller.asked[0] + _MINUTE - now
            raise _too_many("too_many", f"At most {self._per_minute} requests a minute.", pause)
        if caller.at_work >= self._at_once:
            raise _too_many("too_many_at_once", f"At most {self._at_once} requests at one time.", 1)
        caller.asked.append(now)
        caller.at_work += 1
        try:
            yield caller
        finally:
            caller.at_work -= 1


def _caller(token: HttpToken) -> Caller:
    return Caller(token.name, token.user, _digest(token.token.get_secret_value()))


def _digest(token: str) -> bytes:
    return sha256(token.encode("utf-8", "surrogateescape")).digest()


def _unauthorized(code: str, detail: str, challenge: str) -> Problem:
    return Problem(HTTPStatus.UNAUTHORIZED, code, detail, headers={"WWW-Authenticate": challenge})


def _too_many(code: str, detail: str, seconds: float) -> Problem:
    headers = {"Retry-After": str(max(1, int(seconds + 0.999)))}
    return Problem(HTTPStatus.TOO_MANY_REQUESTS, code, detail, headers=headers)
