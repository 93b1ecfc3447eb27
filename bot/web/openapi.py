"""The description of the HTTP API (OpenAPI 3.1), made from the models that read and write it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import TypeAlias

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from bot.web.jobs import RESULTS, JobBegun, JobShown, JobWanted
from bot.web.messages import CHART, PNG, Answer, Answered, Health, Memory, Said, Stored, Working
from bot.web.problems import MEDIA_TYPE, ProblemDetails

Json: TypeAlias = "str | int | float | bool | list[Json] | dict[str, Json] | None"

_KEY_HELP = (
    "A name of your own for this message: sent again with the same key and content it is stored once and "
    "gets the same answer, for at least a fortnight; other content under the key is refused (422)."
)
_TOKEN_SCHEME = "token"  # noqa: S105 - the scheme's name
_PROBLEMS = {
    "400": "The body is no JSON, or a header is wrong.",
    "401": "No token, or none that is known.",
    "403": "The token's person may not use the bot.",
    "404": "There is no such thing, or it is somebody else's.",
    "408": "The body did not arrive in time.",
    "413": "The body is too large.",
    "415": "The body is not sent as JSON.",
    "421": "The server is not called by this name.",
    "422": "Something in the body is wrong, or the Idempotency-Key was used for something else.",
    "429": "Too many requests; Retry-After says when to come back.",
    "503": "Storage or Telegram fails at the moment; try again with the same Idempotency-Key.",
}
_ANY = ("401", "421", "429", "503")
_WITH_BODY = ("400", "403", "408", "413", "415", "422", *_ANY)
_OF_JOB = ("403", "404", *_ANY)
_CODE = ("code", "^[0-9a-z]{4}$")
_HEADERS: dict[str, Json] = {
    "202": {
        "Location": {"schema": {"type": "string"}, "required": True},
        "Retry-After": {"schema": {"type": "string"}, "required": True},
    },
    "401": {"WWW-Authenticate": {"schema": {"type": "string"}, "required": True}},
    "429": {"Retry-After": {"schema": {"type": "string"}, "required": True}},
    "503": {"Retry-After": {"schema": {"type": "string"}, "required": True}},
}


@dataclass(frozen=True, slots=True)
class Operation:
    """One method of one path. `told` is the body of each good status, or only its media type."""

    method: str
    path: str
    name: str
    summary: str
    told: Mapping[str, type[BaseModel] | str]
    problems: Sequence[str]
    given: type[BaseModel] | None = None
    parameter: tuple[str, str] | None = None
    """The path's: its name and pattern."""
    is_public: bool = False


OPERATIONS = (
    Operation(
        "post", "/input", "say", "Say something to the bot; 202: its answer is not ready yet.",
        {"200": Answer, "202": Working}, _WITH_BODY, given=Said,
    ),
    Operation(
        "get", "/input/{id}", "answer", "The answer to an earlier message.",
        {"200": Answer, "202": Working}, ("404", *_ANY), parameter=("id", "^[0-9a-f]{16}$"),
    ),
    Operation(
        "get", f"/input/{{id}}/{CHART}", "chart", "The chart of an answer.",
        {"200": PNG}, ("404", *_ANY), parameter=("id", "^[0-9a-f]{16}$"),
    ),
    Operation(
        "post", "/questions/{token}", "reply", "Answer, or skip, a question of the bot.",
        {"200": Answer, "202": Working}, ("404", *_WITH_BODY), given=Answered,
        parameter=("token", "^[A-Za-z0-9_-]{8,40}$"),
    ),
    Operation(
        "get", "/entries/{id}", "entry", "An entry: your words, and what was understood.",
        {"200": Stored}, ("404", *_ANY), parameter=("id", "^[0-9A-HJKMNP-TV-Z]{26}$"),
    ),
    Operation("get", "/context", "context", "What the bot remembers about you.", {"200": Memory}, _ANY),
    Operation(
        "post", "/jobs", "job", "Begin a long job, with files that it reads.", {"201": JobBegun}, _WITH_BODY,
        given=JobWanted,
    ),
    Operation(
        "get", "/jobs/{code}", "job_shown", "How far a job is, and its files.", {"200": JobShown},
        _OF_JOB, parameter=_CODE,
    ),
    *(
        Operation(
            "get", f"/jobs/{{code}}/{name}", name.replace(".", "_"), "What a job has made.", {"200": media},
            _OF_JOB, parameter=_CODE,
        )
        for name, media in RESULTS.items()
    ),
    Operation(
        "get", "/health", "health", "Whether messages are taken.", {"200": Health}, ("421", "503"),
        is_public=True,
    ),
    Operation(
        "get", "/metrics", "metrics", "Numbers for Prometheus.", {"200": "text/plain"}, _ANY,
    ),
)  # fmt: skip


def description() -> dict[str, Json]:
    """The whole document."""
    models = sorted(
        {
            model
            for operation in OPERATIONS
            for model in (*operation.told.values(), operation.given, ProblemDetails)
            if isinstance(model, type)
        },
        key=lambda model: model.__name__,
    )
    inputs = {operation.given for operation in OPERATIONS}
    _, schemas = models_json_schema(
        [(model, "validation" if model in inputs else "serialization") for model in models],
        ref_template="#/components/schemas/{model}",
    )
    paths: dict[str, Json] = {}
    for operation in OPERATIONS:
        methods = paths.setdefault(operation.path, {})
        if isinstance(methods, dict):
            methods[operation.method] = _described(operation)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Swealog",
            "version": version("swealog"),
            "description": "Text your training, food and sleep; ask questions, get answers with evidence.",
        },
        "paths": paths,
        "components": {
            "schemas": schemas["$defs"],
            "securitySchemes": {_TOKEN_SCHEME: {"type": "http", "scheme": "bearer"}},
        },
    }


def _described(operation: Operation) -> dict[str, Json]:
    parameters: list[Json] = []
    if operation.parameter is not None:
        name, pattern = operation.parameter
        schema: dict[str, Json] = {"type": "string", "pattern": pattern}
        parameters.append({"name": name, "in": "path", "required": True, "schema": schema})
    document: dict[str, Json] = {
        "operationId": operation.name,
        "summary": operation.summary,
        "responses": {
            **{status: _response(status, told) for status, told in operation.told.items()},
            **{status: _response(status, ProblemDetails) for status in operation.problems},
        },
        "security": [] if operation.is_public else [{_TOKEN_SCHEME: []}],
    }
    if operation.given is not None:
        key: dict[str, Json] = {"type": "string", "pattern": "^[!#-\\[\\]-~]{1,200}$"}
        parameters.append(
            {"name": "Idempotency-Key", "in": "header", "schema": key, "description": _KEY_HELP}
        )
        content: Json = {"application/json": {"schema": _ref(operation.given)}}
        document["requestBody"] = {"required": True, "content": content}
    if parameters:
        document["parameters"] = parameters
    return document


def _response(status: str, told: type[BaseModel] | str) -> dict[str, Json]:
    if isinstance(told, str):
        content: dict[str, Json] = {told: {"schema": {"type": "string"}}}
    else:
        media_type = MEDIA_TYPE if told is ProblemDetails else "application/json"
        content = {media_type: {"schema": _ref(told)}}
    says = _PROBLEMS.get(status) or ((told.__doc__ or "") if not isinstance(told, str) else "The file.")
    response: dict[str, Json] = {"description": says, "content": content}
    if status in _HEADERS:
        response["headers"] = _HEADERS[status]
    return response


def _ref(model: type[BaseModel]) -> dict[str, Json]:
    return {"$ref": f"#/components/schemas/{model.__name__}"}
