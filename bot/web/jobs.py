"""Long jobs begun over HTTP, with files. What goes on then is said and asked as everywhere: `/jobs CODE`."""

from __future__ import annotations

import secrets
from base64 import b64decode
from binascii import Error as NotBase64
from dataclasses import dataclass
from http import HTTPStatus
from typing import Annotated

from pydantic import BeforeValidator, Field, WithJsonSchema
from starlette.requests import Request
from starlette.responses import Response

from bot.jobs.inputs import MOST_INPUTS, UnreadableError, digest_of, inputs_of
from bot.people.state import BotState
from bot.texts.html import plain
from bot.web.bodies import read
from bot.web.messages import Given, Told, Words
from bot.web.problems import Problem, key_of, key_reused, not_allowed
from bot.web.tokens import Tokens

MOST_BYTES = 8 * 1024 * 1024
"""Of a body: the largest PDF as base64, and some."""
SECONDS = 60.0
"""For such a body."""


def _decoded(value: object) -> object:
    if not isinstance(value, str):
        return value
    try:
        return b64decode(value, validate=True)
    except (NotBase64, ValueError):
        raise ValueError("must be base64") from None


class JobFile(Given):
    """CSV, Markdown, text or JSON up to 200 kB, or a PDF with text up to 5 MB."""

    name: str = Field(min_length=1, max_length=200, description="with its ending, which says what it is")
    content: Annotated[
        bytes, BeforeValidator(_decoded), WithJsonSchema({"type": "string", "contentEncoding": "base64"})
    ] = Field(description="base64")


class JobWanted(Given):
    """A job, in the words that stand behind /job in the chat."""

    text: Words = Field(min_length=1, description="such as: review since November")
    files: tuple[JobFile, ...] = Field(default=(), max_length=MOST_INPUTS, description="what it reads")


class JobBegun(Told):
    """The job goes on by itself. `/jobs CODE` as a message shows it, answers it, corrects it."""

    code: str
    text: str


@dataclass(frozen=True, slots=True)
class JobApi:
    """One endpoint, for each person alone."""

    state: BotState
    tokens: Tokens

    async def post_job(self, request: Request) -> Response:
        """Begin a job; under a key that was used for it already it is the same one."""
        with self.tokens.admitted(request) as caller:
            key = key_of(request) or secrets.token_hex(16)
            wanted = await read(request, JobWanted, MOST_BYTES, SECONDS)
            if not self.state.access.allows(caller.user_id, caller.user_id):
                raise not_allowed()
            begun = await self._begun(caller.user_id, wanted, f"http {key}")
            return Response(
                begun.model_dump_json(), status_code=HTTPStatus.CREATED, media_type="application/json"
            )

    async def _begun(self, user_id: int, wanted: JobWanted, key: str) -> JobBegun:
        user = await self.state.user(user_id)
        await self.state.meet(user.id, user.name)
        say = await self.state.wording(user_id)
        try:
            files = await inputs_of((one.name, one.content) for one in wanted.files)
        except UnreadableError:
            raise _not_begun("no_file", plain(say("job.no_file"))) from None
        said = await (await self.state.jobs.open()).wished(user_id, wanted.text, say, key, files)
        from agents.jobs.office import body_of, job_id_of  # noqa: PLC0415 - loaded by now
        from bot.jobs.typed import code_of  # noqa: PLC0415 - loaded by now

        row = await self.state.db.jobs.job(user_id, job_id_of(user_id, key))
        if row is None:
            raise _not_begun("not_begun", plain(said.html))
        if body_of(row).digest != digest_of(wanted.text, files):
            raise key_reused()
        return JobBegun(code=code_of(row), text=plain(said.html))


def _not_begun(code: str, why: str) -> Problem:
    return Problem(HTTPStatus.UNPROCESSABLE_ENTITY, code, why)
