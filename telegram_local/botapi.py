"""The HTTP edge of the Bot API: reads a call in any of Telegram's encodings, applies faults, answers."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Mapping
from typing import Protocol, runtime_checkable
from urllib.parse import parse_qsl

from pydantic import JsonValue, TypeAdapter, ValidationError
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Message, Scope

from telegram_local.calls import Call
from telegram_local.content import Upload
from telegram_local.errors import (
    ApiError,
    BadRequestError,
    ConflictError,
    MethodNotFoundError,
    TooManyRequestsError,
    UnauthorizedError,
)
from telegram_local.faults import Fault, FaultKind
from telegram_local.methods import METHODS, Context, read
from telegram_local.polling import Polling
from telegram_local.rates import Rates, messages_of
from telegram_local.requests import GetUpdates
from telegram_local.state import LocalState

_TOKEN = re.compile(r"\d+:[\w-]+", re.ASCII)
_NOT_IN_ANSWERS = ("get", "setwebhook", "deletewebhook", "close", "logout")
"""Methods that Telegram does not carry out when a webhook's answer asks for them."""
_OBJECT: TypeAdapter[dict[str, JsonValue]] = TypeAdapter(dict[str, JsonValue])


@runtime_checkable
class Abortable(Protocol):
    """A connection that can be cut."""

    def abort(self) -> None:
        """Close at once, without a word."""
        ...


class BotApi:
    """Serves /bot<token>/<method> and /file/bot<token>/<path>."""

    def __init__(self, state: LocalState, *, rates: Rates | None = None) -> None:
        self.state = state
        self.polling = Polling(state)
        self._rates = rates

    async def call(self, request: Request) -> Response:
        """One Bot API call."""
        try:
            self._authorize(request.path_params["token"])
            params, uploads = await _read_call(request)
        except ApiError as error:
            return _refusal(error)
        method = str(request.path_params["method"])
        call = self.state.calls.begin(method, params, self.state.clock())
        fault = self.state.faults.take(method, call.chat_id)
        response = await self._answer(request, call, fault, params, uploads)
        call.status = response.status_code if response is not None else None
        if response is None:
            await _cut(request)
            return Response(status_code=502)
        return response

    def _authorize(self, token: str) -> None:
        if not _TOKEN.fullmatch(token):
            raise MethodNotFoundError
        if token != self.state.token:
            raise UnauthorizedError

    async def _answer(
        self,
        request: Request,
        call: Call,
        fault: Fault | None,
        params: Mapping[str, JsonValue],
        uploads: dict[str, Upload],
    ) -> Response | None:
        """The answer; None means that the connection is cut instead."""
        if fault is not None:
            call.fault = fault.kind
            if fault.delay > 0:
                await asyncio.sleep(fault.delay)
            if fault.kind is FaultKind.HANG:
                await _disconnected(request)
            if fault.kind in (FaultKind.DROP, FaultKind.HANG):
                return None
            if fault.kind is FaultKind.MALFORMED:
                return Response(fault.body, media_type="application/json")
        try:
            if fault is not None:
                _raise(fault)
            response = _success(await self._run(request, call, params, uploads))
        except ApiError as error:
            response = _refusal(error)
        if fault is not None and fault.kind is FaultKind.HANG_AFTER:
            await _disconnected(request)
        kind = fault.kind if fault is not None else None
        return None if kind in (FaultKind.LOSE_ANSWER, FaultKind.HANG_AFTER) else response

    async def _run(
        self, request: Request, call: Call, params: Mapping[str, JsonValue], uploads: dict[str, Upload]
    ) -> str:
        if call.method.lower() == "getupdates":
            return await self._poll(request, read(GetUpdates, params))
        return self._carry_out(call, params, uploads)

    def _carry_out(self, call: Call, params: Mapping[str, JsonValue], uploads: dict[str, Upload]) -> str:
        """Do what a call asks; its result as JSON text."""
        name = call.method.lower()
        handler = METHODS.get(name)
        if handler is None:
            raise MethodNotFoundError
        if self._rates is not None and call.chat_id is not None and (count := messages_of(name, params)):
            self._rates.take(call.chat_id, count, self.state.clock())
        result = handler(Context(self.state, uploads), params)
        if name == "setwebhook" and self.state.webhook.url:
            self.polling.interrupt("Conflict: terminated by setWebhook request")
        return result

    async def answered(self, kind: str, body: bytes) -> None:
        """Carry out the call that the bot's answer to a webhook holds; its result is told to nobody."""
        headers = [(b"content-type", kind.encode())]
        scope: Scope = {"type": "http", "method": "POST", "headers": headers, "query_string": b""}

        async def receive() -> Message:
            return {"type": "http.request", "body": body, "more_body": False}

        try:
            params, uploads = await _read_call(Request(scope, receive))
        except ApiError:
            return
        method = params.pop("method", None)
        if not isinstance(method, str) or method.lower().startswith(_NOT_IN_ANSWERS):
            return
        call = self.state.calls.begin(method, params, self.state.clock())
        try:
            self._carry_out(call, params, uploads)
            call.status = 200
        except ApiError as error:
            call.status = error.error_code

    async def _poll(self, request: Request, ask: GetUpdates) -> str:
        gone = asyncio.ensure_future(_disconnected(request))
        try:
            updates = await self.polling.get_updates(ask, gone)
        finally:
            gone.cancel()
        return f"[{','.join(update.body for update in updates)}]"

    async def download(self, request: Request) -> Response:
        """The bytes of a file."""
        try:
            self._authorize(request.path_params["token"])
        except ApiError as error:
            return _refusal(error)
        fault = self.state.faults.take("download", None)
        if fault is not None and fault.kind is FaultKind.HANG:
            await _disconnected(request)
        if fault is not None:
            await _cut(request)
            return Response(status_code=502)
        file = self.state.files.at(request.path_params["path"])
        if file is None:
            return _refusal(MethodNotFoundError())
        return Response(file.content, media_type="application/octet-stream")


def _raise(fault: Fault) -> None:
    match fault.kind:
        case FaultKind.RATE_LIMIT:
            raise TooManyRequestsError(fault.retry_after)
        case FaultKind.CONFLICT:
            raise ConflictError
        case FaultKind.SERVER_ERROR | FaultKind.ERROR:
            raise ApiError(fault.description, code=fault.status)
        case _:
            return


async def _disconnected(request: Request) -> None:
    """Return when the caller has hung up."""
    while (await request.receive())["type"] != "http.disconnect":
        continue


async def _cut(request: Request) -> None:
    """Close the connection without an answer."""
    connection: object = request.scope.get("state", {}).get("connection")
    if isinstance(connection, Abortable):
        connection.abort()
        # The loop tells the protocol on its next round; until then an answer could still slip out.
        await asyncio.sleep(0.01)


async def _read_call(request: Request) -> tuple[dict[str, JsonValue], dict[str, Upload]]:
    """Parameters and uploaded files of a call."""
    params: dict[str, JsonValue] = dict(request.query_params)
    uploads: dict[str, Upload] = {}
    kind = request.headers.get("content-type", "").split(";")[0].strip().lower()
    try:
        if kind == "multipart/form-data":
            async with request.form() as form:
                for name, value in form.multi_items():
                    if isinstance(value, UploadFile):
                        uploads[name] = Upload(value.filename or name, await value.read())
                    else:
                        params[name] = value
        elif body := await request.body():
            if kind == "application/json":
                params.update(_OBJECT.validate_json(body))
            else:
                params.update(parse_qsl(body.decode(), keep_blank_values=True, strict_parsing=True))
    except UnicodeDecodeError as error:
        raise BadRequestError("strings must be encoded in UTF-8") from error
    except (ValidationError, ValueError) as error:
        raise BadRequestError("can't parse the request body") from error
    return params, uploads


def _success(result: str) -> Response:
    return Response(f'{{"ok":true,"result":{result}}}', media_type="application/json")


def _refusal(error: ApiError) -> Response:
    parameters: dict[str, JsonValue] = {}
    if error.retry_after is not None:
        parameters["retry_after"] = error.retry_after
    if error.migrate_to_chat_id is not None:
        parameters["migrate_to_chat_id"] = error.migrate_to_chat_id
    body: dict[str, JsonValue] = {
        "ok": False,
        "error_code": error.error_code,
        "description": error.description,
    }
    if parameters:
        body["parameters"] = parameters
    headers = {"Retry-After": str(error.retry_after)} if error.retry_after is not None else None
    return Response(
        json.dumps(body), status_code=error.error_code, media_type="application/json", headers=headers
    )
