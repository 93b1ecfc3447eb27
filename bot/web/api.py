"""The HTTP API's endpoints."""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import sha256
from http import HTTPStatus

from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import Response

from bot.people.state import BotState
from bot.replies.pictures import Draw, NoPictureError, undrawn
from bot.web.bodies import read
from bot.web.composing import stored
from bot.web.intake import Intake, Spoken, chat_of
from bot.web.messages import PNG, Answered, Memory, Said, Working
from bot.web.problems import key_of, key_reused, not_found, unavailable
from bot.web.tokens import Caller, Tokens
from storage.outbox import FETCHED_FROM
from storage.requests import Choice, Kept

MOST_BYTES = 128 * 1024
"""Of a body: the longest text with every character escaped."""
_POLL_SECONDS = "1"
_ID = re.compile(r"[0-9a-f]{16}")
_ENTRY = re.compile(r"[0-9A-HJKMNP-TV-Z]{26}")
_TOKEN = re.compile(r"[A-Za-z0-9_-]{8,40}")


@dataclass(frozen=True, slots=True)
class Api:
    """Each endpoint asks for a token first and then answers for its person alone."""

    state: BotState
    intake: Intake
    tokens: Tokens
    draw: Draw = undrawn

    async def post_input(self, request: Request) -> Response:
        """Take a message; its answer, or where to ask for it."""
        with self.tokens.admitted(request) as caller:
            key = key_of(request)
            said = await read(request, Said, MOST_BYTES)
            spoken = Spoken(
                user_id=caller.user_id,
                chat_id=chat_of(caller.user_id, said.thread),
                digest=_digest("input", said),
                text=said.text,
                sent_at=said.sent_at,
            )
            return await self._played(spoken, key, said.wait)

    async def get_input(self, request: Request) -> Response:
        """The answer to an earlier message."""
        with self.tokens.admitted(request) as caller:
            found = await self._earlier(request, caller)
            return _told(found, found.answer)

    async def get_chart(self, request: Request) -> Response:
        """The picture of an answer, drawn when it is asked for."""
        with self.tokens.admitted(request) as caller:
            found = await self._earlier(request, caller)
            if found.chart is None:
                raise not_found("chart")
            try:
                picture = await self.draw(found.chart)
            except NoPictureError as error:
                raise unavailable("The chart can't be drawn at the moment.") from error
            return Response(picture, media_type=PNG, headers={"X-Content-Type-Options": "nosniff"})

    async def post_question(self, request: Request) -> Response:
        """Answer what the bot asked in a thread."""
        with self.tokens.admitted(request) as caller:
            key = key_of(request)
            answered = await read(request, Answered, MOST_BYTES)
            token: str = request.path_params["token"]
            chat_id = await self._asked_in(caller, token)
            spoken = Spoken(
                user_id=caller.user_id,
                chat_id=chat_id,
                digest=_digest(token, answered),
                choice=Choice(token=token, text=answered.answer),
            )
            return await self._played(spoken, key or f"question {token} {spoken.digest}", answered.wait)

    async def get_entry(self, request: Request) -> Response:
        """One entry, as it is now."""
        with self.tokens.admitted(request) as caller:
            entry_id: str = request.path_params["id"]
            known = _ENTRY.fullmatch(entry_id) is not None
            found = await self.state.db.entries.entries(caller.user_id, [entry_id]) if known else []
            if not found:
                raise not_found("entry")
            return _json(stored(found[0], await self.state.wording(caller.user_id)))

    async def get_context(self, request: Request) -> Response:
        """The memory."""
        with self.tokens.admitted(request) as caller:
            memory = await self.state.db.contexts.context(caller.user_id)
            return _json(Memory(version=memory.version, content=memory.content) if memory else Memory())

    async def _earlier(self, request: Request, caller: Caller) -> Kept:
        """The message of the path's id. Raises Problem."""
        request_id: str = request.path_params["id"]
        found = await self.intake.known(caller.user_id, request_id) if _ID.fullmatch(request_id) else None
        if found is None:
            raise not_found("message")
        return found

    async def _asked_in(self, caller: Caller, token: str) -> int:
        """The chat of an open question, or of what was proposed. Raises Problem: it is not there."""
        known = _TOKEN.fullmatch(token) is not None
        question = await self.state.db.questions.question(caller.user_id, token) if known else None
        asked = question or (await self.state.db.proposals.proposal(caller.user_id, token) if known else None)
        if asked is None or asked.chat_id < FETCHED_FROM:
            raise not_found("question")
        return asked.chat_id

    async def _played(self, spoken: Spoken, key: str | None, wait: float) -> Response:
        kept = await self.intake.take(spoken, key)
        if kept.request.digest != spoken.digest:
            raise key_reused()
        return _told(kept, await self.intake.wait(kept, wait))


def _digest(where: str, given: BaseModel) -> str:
    """Of what is said, however long somebody waits for the answer."""
    return sha256(f"{where}\0{given.model_dump_json(exclude={'wait'})}".encode()).hexdigest()


def _told(kept: Kept, answer: str | None) -> Response:
    href = f"/input/{kept.request.id}"
    if answer is not None:
        return Response(answer, media_type="application/json", headers={"Content-Location": href})
    headers = {"Location": href, "Retry-After": _POLL_SECONDS}
    return _json(Working(id=kept.request.id, href=href), HTTPStatus.ACCEPTED, headers)


def _json(
    told: BaseModel, status: HTTPStatus = HTTPStatus.OK, headers: dict[str, str] | None = None
) -> Response:
    return Response(
        told.model_dump_json(), status_code=status, headers=headers, media_type="application/json"
    )
