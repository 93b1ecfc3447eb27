"""Reading a request's body: JSON, of a limited size, within a limited time."""

from __future__ import annotations

import asyncio
from typing import TypeVar

from pydantic import BaseModel, ValidationError
from starlette.requests import Request

from bot.web.problems import mistaken, not_json, too_large, too_slow

SECONDS = 10.0
"""For the whole body."""
_MOST_MISTAKES = 20
"""That are told one by one."""
M = TypeVar("M", bound=BaseModel)


async def body_of(request: Request, most: int, seconds: float | None = None) -> bytes:
    """At most `most` bytes of JSON; `seconds` instead of the usual ones. Raises Problem."""
    content_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if content_type != "application/json":
        raise not_json()
    length = request.headers.get("content-length", "")
    if length.isdecimal() and int(length[:20]) > most:
        raise too_large()
    body = bytearray()
    try:
        async with asyncio.timeout(seconds or SECONDS):
            async for chunk in request.stream():
                body += chunk
                if len(body) > most:
                    raise too_large()
    except TimeoutError as error:
        raise too_slow() from error
    return bytes(body)


async def read(request: Request, model: type[M], most: int, seconds: float | None = None) -> M:
    """The body as `model`. Raises Problem."""
    body = await body_of(request, most, seconds)
    try:
        return model.model_validate_json(body)
    except ValidationError as error:
        if error.error_count() > _MOST_MISTAKES:
            raise mistaken([]) from None
        raise mistaken(error.errors(include_url=False, include_input=False, include_context=False)) from None
