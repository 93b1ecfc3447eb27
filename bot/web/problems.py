"""What goes wrong, as RFC 9457 problem details: the one home of their wording. Never a traceback."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from http import HTTPStatus

from pydantic import BaseModel
from pydantic_core import ErrorDetails
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from storage.errors import StorageError

logger = logging.getLogger(__name__)

MEDIA_TYPE = "application/problem+json"
_RETRY_SECONDS = 10
_LONGEST_POINTER = 200
_KEY = re.compile(r'"?([\x21\x23-\x5b\x5d-\x7e]{1,200})"?')
"""An idempotency key, with the quotes of a structured field or without."""


class Mistake(BaseModel):
    """Where in the body something is wrong (a JSON pointer), and what."""

    pointer: str
    detail: str


class ProblemDetails(BaseModel):
    """The body of every error."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str
    code: str
    """For programs: stays the same when the words change."""
    errors: tuple[Mistake, ...] = ()


class Problem(Exception):  # noqa: N818 - RFC 9457 calls it so
    """An answer that says what is wrong."""

    def __init__(
        self,
        status: HTTPStatus,
        code: str,
        detail: str,
        *,
        headers: Mapping[str, str] | None = None,
        errors: tuple[Mistake, ...] = (),
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.headers = dict(headers or {})
        self.details = ProblemDetails(
            title=status.phrase, status=status, detail=detail, code=code, errors=errors
        )

    def response(self) -> Response:
        """As it goes out."""
        return Response(
            self.details.model_dump_json(),
            status_code=self.status,
            headers=self.headers,
            media_type=MEDIA_TYPE,
        )


def too_large() -> Problem:
    """For a body beyond the limit; the connection is closed, as the rest of the body is not read."""
    return Problem(
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
        "too_large",
        "The body is too large.",
        headers={"Connection": "close"},
    )


def too_slow() -> Problem:
    """For a body that does not come."""
    return Problem(
        HTTPStatus.REQUEST_TIMEOUT,
        "too_slow",
        "The body did not arrive in time.",
        headers={"Connection": "close"},
    )


def not_json() -> Problem:
    """For another content type."""
    return Problem(
        HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "not_json", "Send JSON: Content-Type: application/json."
    )


def key_of(request: Request) -> str | None:
    """The caller's own name for what is sent; None: there is none. Raises Problem."""
    given = request.headers.get("idempotency-key")
    if given is None:
        return None
    found = _KEY.fullmatch(given.strip())
    if found is None:
        detail = "Idempotency-Key must be 1 to 200 visible characters."
        raise Problem(HTTPStatus.BAD_REQUEST, "bad_key", detail)
    return found[1]


def key_reused() -> Problem:
    """For other content under a key."""
    detail = "This Idempotency-Key was used for something else."
    return Problem(HTTPStatus.UNPROCESSABLE_ENTITY, "key_reused", detail)


def not_allowed() -> Problem:
    """For a token of somebody who was put out."""
    return Problem(HTTPStatus.FORBIDDEN, "not_allowed", "This person may not use the bot any more.")


def unreadable() -> Problem:
    """For what is no JSON."""
    return Problem(HTTPStatus.BAD_REQUEST, "unreadable", "The body is no JSON that can be read.")


def not_found(what: str) -> Problem:
    """For what is not there, or somebody else's."""
    return Problem(HTTPStatus.NOT_FOUND, "not_found", f"There is no such {what}.")


def unavailable(detail: str) -> Problem:
    """For later."""
    return Problem(
        HTTPStatus.SERVICE_UNAVAILABLE,
        "unavailable",
        detail,
        headers={"Retry-After": str(_RETRY_SECONDS)},
    )


def mistaken(errors: list[ErrorDetails]) -> Problem:
    """For JSON that says something else than it should; what was sent is not repeated."""
    if any(error["type"] == "json_invalid" for error in errors):
        return unreadable()
    found = tuple(
        Mistake(
            pointer="".join(f"/{part}" for part in error["loc"])[:_LONGEST_POINTER],
            detail=error["msg"].removeprefix("Value error, "),
        )
        for error in errors
    )
    return Problem(
        HTTPStatus.UNPROCESSABLE_ENTITY, "mistaken", "Something in the body is wrong.", errors=found
    )


def answered_with(error: Exception) -> Problem:
    """What an exception is told as."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, StorageError):
        logger.error("the database could not be used: %s", error)
        return unavailable("The database can't be used at the moment.")
    if isinstance(error, HTTPException):
        status = HTTPStatus(error.status_code)
        return Problem(status, "http", f"{status.description or status.phrase}.", headers=error.headers)
    logger.error("a request failed", exc_info=error)
    return Problem(HTTPStatus.INTERNAL_SERVER_ERROR, "failure", "That went wrong on our side.")


async def on_error(_request: Request, error: Exception) -> Response:
    """The one exception handler of the app."""
    return answered_with(error).response()
