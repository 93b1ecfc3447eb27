"""A small Notion over real HTTP: pages, databases, blocks, search, pagination, and what goes wrong there."""

from __future__ import annotations

import json
from collections import deque
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid5

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

TOKEN = "ntn_secret_token_of_ann"
Json = dict[str, Any]
"""Any: what Notion's API speaks."""
_SPACE = UUID(int=7)
_CODES = {
    401: "unauthorized",
    404: "object_not_found",
    409: "conflict_error",
    429: "rate_limited",
    500: "internal_server_error",
    503: "service_unavailable",
}


def id_of(name: str) -> str:
    """The id of what is called so here."""
    return str(uuid5(_SPACE, name))


def rich(text: str) -> list[Json]:
    return [{"type": "text", "plain_text": text, "text": {"content": text}}]


def block(kind: str, text: str = "", *, name: str = "", **more: object) -> Json:
    """A block; its children are put below its name."""
    return {"object": "block", "id": id_of(name or f"{kind} {text}"), "type": kind,
            "has_children": False, kind: {"rich_text": rich(text), **more}}  # fmt: skip


@dataclass
class Notion:
    """What there is, and what was asked. Names stand for ids."""

    pages: dict[str, Json] = field(default_factory=dict[str, Json])
    tables: dict[str, Json] = field(default_factory=dict[str, Json])
    databases: dict[str, Json] = field(default_factory=dict[str, Json])
    blocks: dict[str, Json] = field(default_factory=dict[str, Json])
    children: dict[str, list[Json]] = field(default_factory=dict[str, list[Json]])
    hidden: set[str] = field(default_factory=set[str])
    """Ids that a search leaves out."""
    failing: deque[Response] = field(default_factory=deque[Response])
    """Answered instead, one a request."""
    asked: list[str] = field(default_factory=list[str])
    page_size: int = 2
    """Most that one answer holds."""

    def page(
        self, name: str, *blocks: Json, above: Json | None = None, edited: str = "2026-11-20T08:00:00.000Z",
        properties: Json | None = None,
    ) -> str:  # fmt: skip
        """Put a page there, or in the place of the one of that name."""
        one = id_of(name)
        self.pages[one] = {
            "object": "page", "id": one, "last_edited_time": edited, "in_trash": False,
            "parent": above or {"type": "workspace", "workspace": True}, "url": f"https://notion.test/{one}",
            "properties": {"Name": {"type": "title", "title": rich(name)}, **(properties or {})},
        }  # fmt: skip
        self.children[one] = list(blocks)
        return one

    def table(self, name: str, above: Json) -> str:
        """A database with one table."""
        database, one = id_of(f"database {name}"), id_of(f"table {name}")
        self.databases[database] = {
            "object": "database",
            "id": database,
            "title": rich(name),
            "parent": above,
        }
        self.tables[one] = {
            "object": "data_source", "id": one, "title": rich(name), "database_parent": above,
            "parent": {"type": "database_id", "database_id": database},
        }  # fmt: skip
        return one

    def fail(self, status: int, *, times: int = 1, **headers: str) -> None:
        """Answer the next requests so."""
        body = {
            "object": "error",
            "status": status,
            "code": _CODES.get(status, "bad_gateway"),
            "message": "x",
        }
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self.failing.extend(JSONResponse(body, status, headers=named) for _ in range(times))

    def move(self, to: str) -> None:
        """Answer the next request by naming another address."""
        self.failing.append(RedirectResponse(to))

    def app(self) -> Starlette:
        routes = [
            Route("/v1/search", self._search, methods=["POST"]),
            Route("/v1/data_sources/{id}/query", self._rows, methods=["POST"]),
            Route("/v1/data_sources/{id}", self._of("tables")),
            Route("/v1/databases/{id}", self._of("databases")),
            Route("/v1/pages/{id}", self._of("pages")),
            Route("/v1/blocks/{id}/children", self._children),
            Route("/v1/blocks/{id}", self._of("blocks")),
        ]
        return Starlette(routes=routes)

    def _refused(self, request: Request) -> Response | None:
        self.asked.append(f"{request.method} {request.url.path.removeprefix('/v1/')}")
        if request.headers.get("authorization") != f"Bearer {TOKEN}":
            return JSONResponse(
                {"object": "error", "status": 401, "code": "unauthorized", "message": ""}, 401
            )
        assert request.headers["notion-version"]
        return self.failing.popleft() if self.failing else None

    async def _search(self, request: Request) -> Response:
        body = json.loads(await request.body())
        kind = body["filter"]["value"]
        there = self.pages if kind == "page" else self.tables
        found = [one for key, one in there.items() if key not in self.hidden]
        return self._refused(request) or self._paged(found, body)

    async def _rows(self, request: Request) -> Response:
        body, table = json.loads(await request.body()), request.path_params["id"]
        found = [one for one in self.pages.values() if one["parent"].get("data_source_id") == table]
        return self._refused(request) or self._paged(found, body)

    async def _children(self, request: Request) -> Response:
        one = request.path_params["id"]
        refused = self._refused(request)
        if refused is not None or one not in self.children:
            return refused or self._missing()
        return self._paged(self.children[one], dict(request.query_params))

    def _of(self, what: str) -> Any:
        async def answer(request: Request) -> Response:
            there: dict[str, Json] = getattr(self, what)
            found = there.get(request.path_params["id"])
            return self._refused(request) or (self._missing() if found is None else JSONResponse(found))

        return answer

    def _missing(self) -> Response:
        return JSONResponse(
            {"object": "error", "status": 404, "code": "object_not_found", "message": ""}, 404
        )

    def _paged(self, found: list[Json], asked: Json) -> Response:
        start = int(asked.get("start_cursor") or 0)
        end = start + min(int(asked.get("page_size", 100)), self.page_size)
        more = end < len(found)
        return JSONResponse({"object": "list", "results": found[start:end], "has_more": more,
                             "next_cursor": str(end) if more else None})  # fmt: skip
