"""The control API behind the page and the test client: a snapshot, a stream of events, and acts."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping

from pydantic import JsonValue, TypeAdapter, ValidationError, validate_call
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from telegram_local import acts
from telegram_local.calls import Call
from telegram_local.errors import ApiError, BadRequestError
from telegram_local.faults import Fault
from telegram_local.files import FOLDERS, mime_type
from telegram_local.messages import StoredMessage
from telegram_local.people import ACTS, People
from telegram_local.state import LocalState

TOKEN_HEADER = "X-Control-Token"  # noqa: S105  # the name of a header
_HEARTBEAT_SECONDS = 15.0
_MOST_MESSAGES = 1000
_CALLS: TypeAdapter[list[Call]] = TypeAdapter(list[Call])
_ACTS = {name: validate_call(getattr(People, name)) for name in ACTS}
_TOLD: TypeAdapter[dict[str, JsonValue]] = TypeAdapter(dict[str, JsonValue])


class Control:
    """Serves /control/…; every request shows the page's key."""

    def __init__(self, state: LocalState) -> None:
        self.state = state
        self.people = People(state)

    def routes(self) -> list[Route]:
        """The routes, each behind the key."""
        return [
            Route("/control/snapshot", self._guarded(self._snapshot), methods=["GET"]),
            Route("/control/events", self._guarded(self._events), methods=["GET"]),
            Route("/control/act", self._guarded(self._act), methods=["POST"]),
            Route("/control/attach", self._guarded(self._attach), methods=["POST"]),
            Route("/control/faults", self._guarded(self._faults), methods=["POST", "DELETE"]),
            Route("/control/calls", self._guarded(self._calls), methods=["GET", "DELETE"]),
        ]

    def _guarded(
        self, handle: Callable[[Request], Awaitable[Response]]
    ) -> Callable[[Request], Awaitable[Response]]:
        async def run(request: Request) -> Response:
            shown = request.headers.get(TOKEN_HEADER, "")
            if not secrets.compare_digest(shown.encode(), self.state.control_token.encode()):
                return JSONResponse({"error": "The page's key is missing or wrong."}, status_code=403)
            try:
                return await handle(request)
            except ApiError as error:
                return JSONResponse({"error": error.description}, status_code=error.error_code)
            except ValidationError as error:
                return JSONResponse({"error": str(error)}, status_code=400)

        return run

    async def _snapshot(self, _request: Request) -> Response:
        state = self.state
        messages = [
            stored for chat_id in state.world.chats for stored in state.messages.of(chat_id)[-_MOST_MESSAGES:]
        ]
        snapshot = acts.Snapshot(
            epoch=state.events.epoch,
            number=state.events.last,
            world=state.world,
            messages=messages,
            commands=state.menu(),
            listening=state.presence.listening,
        )
        return _json(snapshot.model_dump_json(exclude_none=True, by_alias=True))

    async def _events(self, request: Request) -> Response:
        """Server-sent events after a place; the stream ends when the place is not known any more."""
        epoch, _, number = request.query_params.get("after", "").partition("-")
        if epoch != self.state.events.epoch or not number.isdecimal():
            return JSONResponse({"error": "Take a new snapshot."}, status_code=410)
        if not self.state.events.holds(int(number)):
            return JSONResponse({"error": "Take a new snapshot."}, status_code=410)
        return StreamingResponse(
            self._stream(int(number)), media_type="text/event-stream", headers={"Cache-Control": "no-store"}
        )

    async def _stream(self, after: int) -> AsyncIterator[str]:
        yield ": connected\n\n"
        async for batch in self.state.events.follow(after, heartbeat=_HEARTBEAT_SECONDS):
            if not batch:
                yield ": still here\n\n"
            for numbered in batch:
                yield f"data: {numbered.model_dump_json(exclude_none=True, by_alias=True)}\n\n"

    async def _act(self, request: Request) -> Response:
        told = _TOLD.validate_json(await request.body())
        outcome = carried_out(self.people, str(told.pop("act", "")), told)
        return _json(outcome.model_dump_json(exclude_none=True, by_alias=True))

    async def _attach(self, request: Request) -> Response:
        async with request.form() as form:
            fields = {name: value for name, value in form.items() if isinstance(value, str)}
            file = form.get("file")
            kind = fields.get("kind", "document")
            if not isinstance(file, UploadFile) or kind not in FOLDERS:
                raise BadRequestError("a file and its kind are needed")
            content = await file.read()
            if not content:
                raise BadRequestError("file must be non-empty")
            stored_file = self.state.files.make(
                FOLDERS[kind],
                file.filename or kind,
                _told_type(file, kind),
                content,
            )
        place = acts.InChat.model_validate(fields)
        reply_to = fields.get("reply_to", "")
        stored = self.people.attach(
            place.user_id,
            place.chat_id,
            kind,
            stored_file,
            caption=fields.get("caption", ""),
            duration=int(fields.get("duration", "1")),
            reply_to=int(reply_to) if reply_to.isdecimal() else None,
            key=fields.get("key"),
        )
        return _json(acts.Outcome(stored=stored).model_dump_json(exclude_none=True, by_alias=True))

    async def _faults(self, request: Request) -> Response:
        if request.method == "DELETE":
            self.state.faults.clear()
        else:
            self.state.faults.add(Fault.model_validate_json(await request.body()))
        return _json("{}")

    async def _calls(self, request: Request) -> Response:
        if request.method == "DELETE":
            self.state.calls.clear()
            return _json("{}")
        chat = request.query_params.get("chat_id")
        calls = self.state.calls.find(
            request.query_params.get("method"),
            int(chat) if chat else None,
            int(request.query_params.get("after", "0")),
        )
        return Response(_CALLS.dump_json(calls), media_type="application/json")


def carried_out(people: People, act: str, told: Mapping[str, object]) -> acts.Outcome:
    """Something that a person does, by its name; ApiError or ValidationError where it can't be done."""
    if (do := _ACTS.get(act)) is None:
        raise BadRequestError("there is no such act")
    done: StoredMessage | str | int | None = do(people, **told)
    return acts.Outcome(
        stored=done if isinstance(done, StoredMessage) else None,
        query_id=done if isinstance(done, str) else None,
        number=done if isinstance(done, int) else None,
    )


def _told_type(file: UploadFile, kind: str) -> str:
    """The type that the person's app tells, else the one of the file's name."""
    told = (file.content_type or "").partition(";")[0].strip()
    return mime_type(file.filename or kind, kind) if told in {"", "application/octet-stream"} else told


def _json(body: str) -> Response:
    return Response(body, media_type="application/json")
