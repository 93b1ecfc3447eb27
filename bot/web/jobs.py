"""Long jobs over HTTP: begun with files, looked at, their results fetched. The rest is said: `/jobs CODE`."""

from __future__ import annotations

import asyncio
import secrets
from base64 import b64decode
from binascii import Error as NotBase64
from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING, Annotated

from pydantic import BeforeValidator, Field, WithJsonSchema
from starlette.requests import Request
from starlette.responses import Response

from bot.jobs.inputs import MOST_INPUTS, UnreadableError, digest_of, inputs_of
from bot.people.state import BotState
from bot.texts.html import plain
from bot.web.bodies import read
from bot.web.messages import Given, Told, Words
from bot.web.problems import Problem, key_of, key_reused, not_found
from bot.web.tokens import Tokens
from storage.job import DELIVERED, JobRow, JobStatus
from storage.vault import FOLDER as VAULT

if TYPE_CHECKING:
    from agents.jobs.workspace import Workspace

MOST_BYTES = 8 * 1024 * 1024
"""Of a body: the largest PDF as base64, and some."""
SECONDS = 60.0
"""For such a body."""


RESULTS = {"report.html": "text/html", "report.zip": "application/zip"}
"""What a job makes to be fetched, with what each file is."""


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


class JobResult(Told):
    """A file that a job made."""

    name: str
    size: int = Field(description="in bytes")
    href: str


class JobShown(Told):
    """A job as it stands; `files` are there once it has delivered."""

    code: str
    type: str
    status: JobStatus
    text: str
    files: tuple[JobResult, ...]


@dataclass(frozen=True, slots=True)
class JobApi:
    """For each person alone."""

    state: BotState
    tokens: Tokens

    async def post_job(self, request: Request) -> Response:
        """Begin a job; under a key that was used for it already it is the same one."""
        with self.tokens.admitted(request) as caller:
            key = key_of(request) or secrets.token_hex(16)
            wanted = await read(request, JobWanted, MOST_BYTES, SECONDS)
            begun = await self._begun(caller.user_id, wanted, f"http {key}")
            return Response(
                begun.model_dump_json(), status_code=HTTPStatus.CREATED, media_type="application/json"
            )

    async def get_job(self, request: Request) -> Response:
        """How far a job is, and where its files are fetched."""
        with self.tokens.admitted(request) as caller:
            door = await self.state.jobs.open()
            from bot.jobs.typed import code_of  # noqa: PLC0415 - loaded by now

            row = await self._called(caller.user_id, request)
            code, say = code_of(row), await self.state.wording(row.user_id)
            said = await door.typed(row.user_id, code, say)
            files = tuple(
                JobResult(name=name, size=size, href=f"/jobs/{code}/{name}")
                for name, size in (await asyncio.to_thread(self._delivered, row)).items()
            )
            shown = JobShown(code=code, type=row.kind, status=row.status, text=plain(said.html), files=files)
            return Response(shown.model_dump_json(), media_type="application/json")

    async def get_file(self, request: Request) -> Response:
        """A file that a job made: the last part of the path is its name."""
        with self.tokens.admitted(request) as caller:
            row, name = await self._called(caller.user_id, request), request.url.path.rpartition("/")[2]
            content = await asyncio.to_thread(self._content, row, name)
            if content is None:
                raise not_found("file")
            headers = {
                "Content-Disposition": f'attachment; filename="{name}"',
                "X-Content-Type-Options": "nosniff",
            }
            return Response(content, headers=headers, media_type=RESULTS[name])

    async def _called(self, user_id: int, request: Request) -> JobRow:
        """The job of the path's code. Raises Problem."""
        from bot.jobs.typed import LISTED, called  # noqa: PLC0415 - where somebody has jobs

        row = called(await self.state.db.jobs.of_user(user_id, LISTED), request.path_params["code"])
        if row is None:
            raise not_found("job")
        return row

    def _delivered(self, row: JobRow) -> dict[str, int]:
        """The sizes of what there is to be fetched, by name."""
        from agents.jobs.workspace import ARTIFACTS, WorkspaceGone  # noqa: PLC0415 - as above

        if row.status not in DELIVERED:
            return {}
        try:
            sizes = {one.path: one.size for one in self._workspace(row).files(ARTIFACTS)}
        except WorkspaceGone:
            return {}
        paths = {name: f"{ARTIFACTS}/{name}" for name in RESULTS}
        return {name: sizes[path] for name, path in paths.items() if path in sizes}

    def _content(self, row: JobRow, name: str) -> bytes | None:
        from agents.jobs.workspace import ARTIFACTS  # noqa: PLC0415 - as above

        return self._workspace(row).content(f"{ARTIFACTS}/{name}") if name in self._delivered(row) else None

    def _workspace(self, row: JobRow) -> Workspace:
        from agents.jobs.workspace import Workspace  # noqa: PLC0415 - as above

        return Workspace.of(self.state.data_dir / VAULT, row.user_id, row.id)

    async def _begun(self, user_id: int, wanted: JobWanted, key: str) -> JobBegun:
        user = await self.state.user(user_id)
        await self.state.meet(user.id, user.name)
        say = await self.state.wording(user_id)
        try:
            files = await inputs_of((one.name, one.content) for one in wanted.files)
        except UnreadableError:
            raise _not_begun("no_file", say.label("job.no_file")) from None
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
