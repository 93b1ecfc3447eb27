"""Calls to Notion by its official client: at its pace, tried again where that helps, never anywhere else.

Only addresses below the configured one are asked; redirects are not followed. Every request of ours reads, so
each may be repeated.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from importlib import import_module
from time import monotonic
from typing import Protocol, TypeAlias, cast

from httpx import HTTPError

from agents.notes.source import NotesError, NotesGone, NotesRefused, NotesUnavailable

logger = logging.getLogger(__name__)

Json: TypeAlias = "Mapping[str, Json] | list[Json] | str | int | float | bool | None"
Object: TypeAlias = "Mapping[str, Json]"

_TRIES = 6
_PAUSE = 1 / 3
"""Seconds between requests: Notion allows three a second on average."""
_LONGEST_WAIT = 300.0
"""Seconds; whoever is told to wait longer stops, and goes on when it is started again."""
_PAGE_SIZE = 100
_TIMEOUT_MS = 60_000
_AGAIN = {409, 429}


class _Client(Protocol):
    """What is used of `notion_client.AsyncClient`."""

    async def request(self, **given: object) -> Object: ...
    async def aclose(self) -> None: ...


class NotionApi:
    """One workspace's API. All methods raise NotesError."""

    def __init__(
        self,
        token: str,
        api_base: str,
        *,
        pause: float = _PAUSE,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        try:
            library = import_module("notion_client")
        except ImportError as error:
            raise NotesUnavailable(
                "notion-client is not installed (pip install 'swealog[notion]')"
            ) from error
        self._client = cast(
            "_Client",
            library.AsyncClient(
                auth=token, base_url=api_base, retry=False, timeout_ms=_TIMEOUT_MS,
                logger=logging.getLogger("notion_client"), log_level=logging.ERROR,
            ),
        )  # fmt: skip
        failure: type[Exception] = library.errors.NotionClientErrorBase
        self._failures = (failure, HTTPError, ValueError)
        self._pause = pause
        self._sleep = sleep
        self._next = 0.0

    async def close(self) -> None:
        """Let go of its connections."""
        await self._client.aclose()

    async def page(self, page_id: str) -> Object:
        """A page's properties and parent."""
        return await self._get(f"pages/{page_id}")

    async def block(self, block_id: str) -> Object:
        """A block, to learn its parent."""
        return await self._get(f"blocks/{block_id}")

    async def database(self, database_id: str) -> Object:
        """A database: its title, parent and data sources."""
        return await self._get(f"databases/{database_id}")

    async def data_source(self, source_id: str) -> Object:
        """A table of a database."""
        return await self._get(f"data_sources/{source_id}")

    def children(self, block_id: str) -> AsyncIterator[Object]:
        """The blocks below a page or block."""
        return self._all("GET", f"blocks/{block_id}/children")

    def search(self, kind: str) -> AsyncIterator[Object]:
        """Everything of a kind (page, data_source) that was shared with the integration."""
        return self._all("POST", "search", {"filter": {"property": "object", "value": kind}})

    def rows(self, source_id: str) -> AsyncIterator[Object]:
        """The pages in a table."""
        return self._all("POST", f"data_sources/{source_id}/query", {})

    async def _get(self, path: str) -> Object:
        return await self._asked(path=path, method="GET")

    async def _all(self, method: str, path: str, body: Object | None = None) -> AsyncIterator[Object]:
        cursor: Json = None
        while True:
            paging: dict[str, Json] = {
                "page_size": _PAGE_SIZE,
                **({"start_cursor": cursor} if cursor else {}),
            }
            given = {"query": paging} if body is None else {"body": {**body, **paging}}
            answer = await self._asked(path=path, method=method, **given)
            for one in cast("list[Object]", answer.get("results") or []):
                yield one
            cursor = answer.get("next_cursor")
            if not answer.get("has_more") or not cursor:
                return

    async def _asked(self, **request: object) -> Object:
        """One request, repeated while that helps. Raises NotesError."""
        for tried in range(1, _TRIES + 1):
            await self._paced()
            try:
                return await self._client.request(**request)
            except self._failures as error:
                failure, wait = _meaning(error, tried)
                if wait is None or tried == _TRIES or wait > _LONGEST_WAIT:
                    raise failure from None  # the client's error holds the request
                logger.info("notion: %s, waiting %.1f s", failure, wait)
            await self._sleep(wait)
        raise AssertionError("the last try raises")

    async def _paced(self) -> None:
        """Wait for this request's turn."""
        now = monotonic()
        start = max(now, self._next)
        self._next = start + self._pause
        if start > now:
            await self._sleep(start - now)


def _meaning(error: Exception, tried: int) -> tuple[NotesError, float | None]:
    """What a failure is, and how many seconds to wait before it is tried again; None: never."""
    status = int(getattr(error, "status", 0) or 0)
    code = getattr(error, "code", None)
    told = str(getattr(code, "value", code) or type(error).__name__)
    if status == 401:
        return NotesRefused(f"Notion refused the token ({status} {told})"), None
    if status == 404:
        return NotesGone(f"Notion does not have it ({told})"), None
    if status in _AGAIN or status >= 500 or not status:
        backoff = min(0.5 * 2**tried, 30.0) * (0.5 + random.random() / 2)  # noqa: S311 - only spreads
        return NotesUnavailable(f"Notion is not available ({status or 'no answer'} {told})"), (
            _retry_after(error) or backoff
        )
    return NotesError(f"Notion does not take the request ({status} {told})"), None


def _retry_after(error: Exception) -> float:
    headers = cast("Mapping[str, str]", getattr(error, "headers", None) or {})
    try:
        return max(0.0, float(headers.get("retry-after", "0")))
    except ValueError:
        return 0.0
