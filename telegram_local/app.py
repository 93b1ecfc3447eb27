"""The web application: Bot API, control API, files and the chat page."""

from __future__ import annotations

from importlib.resources import files

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from telegram_local.botapi import BotApi
from telegram_local.control import Control
from telegram_local.guard import Guard
from telegram_local.state import LocalState

_STATIC = files("telegram_local") / "static"
_TYPES = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
# Pictures a browser may show in place; everything else is only ever downloaded.
_SHOWN = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp", "audio/ogg", "audio/mpeg"})


class Pages:
    """The chat page and the files shown in it."""

    def __init__(self, state: LocalState) -> None:
        self._state = state

    async def index(self, _request: Request) -> Response:
        """The page; it is the same for everybody, and does nothing without the key."""
        page = (_STATIC / "index.html").read_bytes()
        return HTMLResponse(page, headers={"Cache-Control": "no-cache"})

    async def static(self, request: Request) -> Response:
        """A script or style of the page."""
        name = str(request.path_params["name"])
        kind = _TYPES.get(name.rsplit(".", 1)[-1])
        source = _STATIC / name
        if kind is None or "/" in name or "\\" in name or not source.is_file():
            return PlainTextResponse("Not found", status_code=404)
        return Response(source.read_bytes(), media_type=kind, headers={"Cache-Control": "no-cache"})

    async def file(self, request: Request) -> Response:
        """A file of a message; its random id is the permission."""
        stored = self._state.files.get(str(request.path_params["file_id"]))
        if stored is None:
            return PlainTextResponse("Not found", status_code=404)
        headers = {"Cache-Control": "private, max-age=31536000, immutable"}
        shown = stored.mime in _SHOWN and "download" not in request.query_params
        headers["Content-Disposition"] = "inline" if shown else "attachment"
        return Response(
            stored.content, media_type=stored.mime if shown else "application/octet-stream", headers=headers
        )


async def _hung_up(_request: Request, _error: Exception) -> Response:
    """Whoever called is gone, mostly because it was stopped: nobody reads an answer, and nothing is wrong."""
    return Response(status_code=499)


def make_app(state: LocalState, api: BotApi, control: Control) -> ASGIApp:
    """The guarded application."""
    pages = Pages(state)
    routes = [
        Route("/bot{token}/{method}", api.call, methods=["GET", "POST"]),
        Route("/file/bot{token}/{path:path}", api.download, methods=["GET"]),
        *control.routes(),
        Route("/files/{file_id}", pages.file, methods=["GET"]),
        Route("/static/{name}", pages.static, methods=["GET"]),
        Route("/", pages.index, methods=["GET"]),
    ]
    return Guard(Starlette(routes=routes, exception_handlers={ClientDisconnect: _hung_up}))
