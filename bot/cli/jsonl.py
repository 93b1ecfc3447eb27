"""Batches: one JSON object a line in, one JSON line each out, in the same order, as soon as it is known."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import IO, Annotated, Generic, TypeVar

import click
from pydantic import AwareDatetime, BaseModel, BeforeValidator, ConfigDict, NaiveDatetime, ValidationError

Moment = AwareDatetime | NaiveDatetime
Id = str | int | None


def _text(value: object) -> object:
    """Without lone surrogates, which can stand in JSON and cannot be stored."""
    return value.encode("utf-8", "ignore").decode("utf-8") if isinstance(value, str) else value


Text = Annotated[str, BeforeValidator(_text)]


class InputLine(BaseModel):
    """A line of a batch; keys it does not know are ignored."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    id: Id = None


class OutputLine(BaseModel):
    """A line of the answer; what was not said is left out."""

    model_config = ConfigDict(frozen=True)

    id: Id = None


class BadLine(OutputLine):
    """Instead of an answer: what is wrong with line number `line`."""

    line: int
    error: str


Line = TypeVar("Line", bound=InputLine)


@dataclass(frozen=True)
class Numbered(Generic[Line]):
    """A line that could be read."""

    number: int
    line: Line


def lines_of(stream: IO[bytes], model: type[Line]) -> Iterator[Numbered[Line] | BadLine]:
    """The lines of a batch; blank ones are skipped, a bad one does not stop the rest."""
    for number, raw in enumerate(stream, 1):
        content = raw.removeprefix(b"\xef\xbb\xbf").strip()
        if not content:
            continue
        try:  # json, not pydantic: it takes a lone surrogate, which we can mend
            loaded: object = json.loads(content)
        except (ValueError, RecursionError) as error:
            yield BadLine(line=number, error=f"not JSON: {error}")
            continue
        try:
            yield Numbered(number=number, line=model.model_validate(loaded))
        except ValidationError as error:
            yield BadLine(id=_id_of(loaded), line=number, error=_problem(error))


class _OnlyId(BaseModel):
    id: Id = None


def _id_of(loaded: object) -> Id:
    try:
        return _OnlyId.model_validate(loaded).id
    except ValidationError:
        return None


def _problem(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"][:1])
    return f"{where}: {first['msg']}" if where else first["msg"]


async def each(
    stream: IO[bytes], model: type[Line], done: Callable[[Numbered[Line]], Awaitable[None]]
) -> None:
    """Each line in order; one that can't be read is said and does not stop the rest."""
    for found in lines_of(stream, model):
        if isinstance(found, BadLine):
            write(found)
            continue
        try:
            await done(found)
        except (OverflowError, ValueError) as error:  # a date outside the calendar
            write(BadLine(id=found.line.id, line=found.number, error=str(error)))


def write(line: BaseModel, *, single: bool = False) -> None:
    """One line to standard output, out at once, without what is unknown; a `single` result has no id."""
    said = line.model_dump(mode="json", exclude_none=True, exclude={"id"})
    identity = {} if single else {"id": getattr(line, "id", None)}
    click.echo(json.dumps({**identity, **said}, ensure_ascii=False))
