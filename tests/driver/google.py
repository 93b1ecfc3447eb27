"""Google Calendar's paths, as far as they are asked for: tokens, events with versions, pages, the bin."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, cast

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from tests.driver.listening import Listener

Item = dict[str, Any]
"""Any: an event as Google writes it."""
_EVENTS = "/calendar/v3/calendars/{calendar}/events"


@dataclass(slots=True)
class Google:
    """`revoked`: no token is given any more. `loses`: answers to what changes something say 503."""

    url: str = ""
    events: dict[str, Item] = field(default_factory=dict[str, Item])
    revoked: bool = False
    loses: bool = False
    leads_to: str = ""
    pages: int = 0
    codes: set[str] = field(default_factory=set[str])
    changes: list[str] = field(default_factory=list[str])
    """What came in to be changed: POST, PATCH, DELETE."""

    def account(self, folder: Path, **changes: object) -> dict[str, object]:
        """For the configuration, with a key file of a service account."""
        key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        told = {
            "type": "service_account",
            "client_email": "swealog@example.test",
            "token_uri": f"{self.url}/token",
            "private_key": key.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
            ).decode(),
        }
        file = folder / "service-account.json"
        file.write_text(json.dumps(told))
        return {"kind": "google", "credentials": str(file), "url": f"{self.url}/calendar/v3/", **changes}

    def put(self, uid: str, summary: str, start: str, end: str) -> None:
        """An event, times in RFC 3339 or days."""
        kind = "dateTime" if "T" in start else "date"
        self.events[uid] = self._versioned(
            {"id": uid, "summary": summary, "start": {kind: start}, "end": {kind: end}}
        )

    def confirmed(self) -> list[Item]:
        return [one for one in self.events.values() if one["status"] == "confirmed"]

    def app(self) -> Starlette:
        return Starlette(
            routes=[
                Route("/auth", self._auth, methods=["GET"]),
                Route("/token", self._token, methods=["POST"]),
                Route(_EVENTS, self._list, methods=["GET"]),
                Route(_EVENTS, self._insert, methods=["POST"]),
                Route(_EVENTS + "/{uid}", self._one, methods=["GET", "PATCH", "DELETE"]),
            ]
        )

    def _versioned(self, item: Item) -> Item:
        version = int(item.get("etag", '"0"').strip('"')) + 1
        return {"status": "confirmed", **item, "etag": f'"{version}"'}

    async def _auth(self, request: Request) -> Response:
        """The person says yes at once."""
        asked = request.query_params
        self.codes.add("code-1")
        return RedirectResponse(f"{asked['redirect_uri']}?code=code-1&state={asked['state']}")

    async def _token(self, request: Request) -> Response:
        form = dict(part.split("=", 1) for part in (await request.body()).decode().split("&"))
        if self.revoked or form.get("code", "code-1") not in {*self.codes, "code-1"}:
            return JSONResponse({"error": "invalid_grant"}, 400)
        told = {
            "access_token": "token-1",
            "expires_in": 3600,
            "token_type": "Bearer",
            "refresh_token": "again-1",
        }
        return JSONResponse(told)

    def _stopped(self, request: Request) -> Response | None:
        if request.headers.get("authorization") != "Bearer token-1":
            return _error(401, "authError")
        if self.leads_to:
            return RedirectResponse(self.leads_to, 302)
        if request.method != "GET":
            self.changes.append(request.method)
        return None

    async def _list(self, request: Request) -> Response:
        """One event a page."""
        if (stopped := self._stopped(request)) is not None:
            return stopped
        self.pages += 1
        first, last = (datetime.fromisoformat(request.query_params[name]) for name in ("timeMin", "timeMax"))
        items = [
            one
            for one in self.confirmed()
            if _moment(one["end"], first) > first and _moment(one["start"], first) < last
        ]
        items.sort(key=lambda one: _moment(one["start"], first))
        at = int(request.query_params.get("pageToken", 0))
        page: Item = {"items": items[at : at + 1]}
        if at + 1 < len(items):
            page["nextPageToken"] = str(at + 1)
        return JSONResponse(page)

    async def _insert(self, request: Request) -> Response:
        if (stopped := self._stopped(request)) is not None:
            return stopped
        item = await request.json()
        if item["id"] in self.events:
            return _error(409, "duplicate")
        self.events[item["id"]] = self._versioned(_clean(item))
        return _error(503, "backendError") if self.loses else JSONResponse(self.events[item["id"]])

    async def _one(self, request: Request) -> Response:
        if (stopped := self._stopped(request)) is not None:
            return stopped
        item = self.events.get(request.path_params["uid"])
        if item is None:
            return _error(404, "notFound")
        if request.headers.get("if-match", item["etag"]) != item["etag"]:
            return _error(412, "conditionNotMet")
        if request.method == "DELETE":
            item.update(self._versioned(item) | {"status": "cancelled"})
            return _error(503, "backendError") if self.loses else Response(status_code=204)
        if request.method == "PATCH":
            item.update(self._versioned(item) | _clean(await request.json()))
        lost = self.loses and request.method == "PATCH"
        return _error(503, "backendError") if lost else JSONResponse(item)


def _clean(item: Item) -> Item:
    """Without what is to be nothing."""
    return {
        key: _told(cast("Item", value)) if isinstance(value, dict) else value for key, value in item.items()
    }


def _told(value: Item) -> Item:
    return {name: one for name, one in value.items() if one is not None}


def _moment(told: Item, like: datetime) -> datetime:
    if "dateTime" not in told:
        return datetime.fromisoformat(told["date"]).replace(tzinfo=like.tzinfo)
    return datetime.fromisoformat(told["dateTime"])


def _error(status: int, reason: str) -> Response:
    told = {"code": status, "message": reason, "errors": [{"reason": reason, "message": reason}]}
    return JSONResponse({"error": told}, status)


@asynccontextmanager
async def google() -> AsyncGenerator[Google]:
    """Running until the end."""
    server = Google()
    async with Listener(server.app()) as listener:
        server.url = listener.base_url
        yield server
