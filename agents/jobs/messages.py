"""The messages of one phase: made of its steps, and cleared with it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pydantic import JsonValue, TypeAdapter

from storage.entities import Frozen
from storage.job import JobStep

if TYPE_CHECKING:  # only while a job runs
    from pydantic_ai.messages import ModelMessage, ModelResponse, ToolCallPart

_CHARACTERS_A_TOKEN = 4
_KEPT = 0.4
"""Share of the threshold that stays as it was said."""
_SUMMED = 1200
"""Characters of one message that are summed up."""
_MOST_CALLS = 16


class _Result(Frozen):
    call_id: str
    tool: str
    text: str
    is_done: bool
    note: str = ""


class _Said(Frozen):
    response: JsonValue
    note: str = ""


class _Compacted(Frozen):
    summary: str
    kept_from: int


@dataclass(slots=True)
class Talk:
    """What was said in the phase, oldest first; `summary` stands for what was compacted."""

    summary: str = ""
    confirmed: set[str] = field(default_factory=set[str])
    """Calls that the person said may be repeated."""
    _said: list[tuple[int, list[ModelMessage], int]] = field(
        default_factory=list[tuple[int, "list[ModelMessage]", int]]
    )
    """Number of the step, what it added, its characters."""
    _open: list[ToolCallPart] = field(default_factory=list["ToolCallPart"])

    @classmethod
    def read(cls, steps: Iterable[JobStep]) -> Talk:
        """Made again of rows."""
        from pydantic_ai.messages import ModelResponse  # noqa: PLC0415 - while a job runs

        talk = cls()
        for step in steps:
            if step.kind == "said":
                read = _Said.model_validate_json(step.body)
                (response,) = _adapter().validate_python([read.response])
                if isinstance(response, ModelResponse):
                    talk._add_said(response, step.number, read.note)
            elif step.kind == "result":
                talk._add_result(_Result.model_validate_json(step.body), step.number)
            elif step.kind == "compacted":
                talk._add_compacted(_Compacted.model_validate_json(step.body))
            elif step.kind == "allowed":
                talk.confirmed.add(step.body)
        return talk

    @property
    def messages(self) -> list[ModelMessage]:
        """As a worker is given them."""
        return [message for _, messages, _ in self._said for message in messages]

    @property
    def pending(self) -> list[ToolCallPart]:
        """Calls of the last answer that have no result yet."""
        return [*self._open]

    def said(self, response: ModelResponse, number: int, note: str) -> str:
        """Add an answer; its row. `note`: what it is told where it called nothing."""
        calls = response.tool_calls
        if len(calls) > _MOST_CALLS:
            over = calls[_MOST_CALLS:]
            response.parts = [part for part in response.parts if part not in over]
        self._add_said(response, number, note)
        whole = _adapter().dump_json([response]).decode()[1:-1]
        return f'{{"response":{whole},"note":{json.dumps(note)}}}' if note else f'{{"response":{whole}}}'

    def result(self, call: ToolCallPart, number: int, text: str, *, is_done: bool, note: str = "") -> str:
        """Add a result; its row."""
        made = _Result(call_id=call.tool_call_id, tool=call.tool_name, text=text, is_done=is_done, note=note)
        self._add_result(made, number)
        return made.model_dump_json(exclude_defaults=True)

    def is_longer_than(self, tokens: int) -> bool:
        """About."""
        return self._characters(self._said) + len(self.summary) > tokens * _CHARACTERS_A_TOKEN

    def older(self, tokens: int) -> tuple[str, int]:
        """What is to be summed up, and the number of the first step that stays."""
        room, at = tokens * _CHARACTERS_A_TOKEN * _KEPT, len(self._said)
        while at > 0 and self._characters(self._said[at - 1 :]) <= room:
            at -= 1
        while at < len(self._said) and not self._begins(at):
            at += 1
        kept_from = self._said[at][0] if at < len(self._said) else self._last + 1
        lines = [self.summary] if self.summary else []
        for _, messages, _ in self._said[:at]:
            lines += [line for message in messages for line in _lines(message)]
        return "\n".join(lines), kept_from

    def compacted(self, summary: str, kept_from: int) -> str:
        """Put the summary in place of what was said before that step; its row."""
        made = _Compacted(summary=summary, kept_from=kept_from)
        self._add_compacted(made)
        return made.model_dump_json()

    @property
    def _last(self) -> int:
        return self._said[-1][0] if self._said else 0

    def _begins(self, at: int) -> bool:
        """Whether an answer of the worker stands there: what stays begins with one."""
        from pydantic_ai.messages import ModelResponse  # noqa: PLC0415 - while a job runs

        return isinstance(self._said[at][1][0], ModelResponse)

    @staticmethod
    def _characters(said: Sequence[tuple[int, list[ModelMessage], int]]) -> int:
        return sum(length for _, _, length in said)

    def _add_said(self, response: ModelResponse, number: int, note: str) -> None:
        from pydantic_ai.messages import ModelRequest, UserPromptPart  # noqa: PLC0415 - while a job runs

        added: list[ModelMessage] = [response]
        if note:
            added.append(ModelRequest(parts=[UserPromptPart(note)]))
        length = sum(len(line) for line in _whole(response)) + len(note)
        self._said.append((number, added, length))
        self._open = [*response.tool_calls]

    def _add_result(self, result: _Result, number: int) -> None:
        from pydantic_ai.messages import ModelRequest, ToolReturnPart  # noqa: PLC0415 - while a job runs

        text = f"{result.text}\n{result.note}" if result.note else result.text
        part = ToolReturnPart(
            result.tool, text, tool_call_id=result.call_id, outcome="success" if result.is_done else "failed"
        )
        self._said.append((number, [ModelRequest(parts=[part])], len(text)))
        self.confirmed.discard(result.call_id)
        at = next((at for at, one in enumerate(self._open) if one.tool_call_id == result.call_id), None)
        if at is not None:
            del self._open[at]

    def _add_compacted(self, made: _Compacted) -> None:
        self.summary = made.summary
        self._said = [one for one in self._said if one[0] >= made.kept_from]


def _adapter() -> TypeAdapter[list[ModelMessage]]:
    from pydantic_ai.messages import ModelMessagesTypeAdapter  # noqa: PLC0415 - while a job runs

    return ModelMessagesTypeAdapter


def _whole(response: ModelResponse) -> list[str]:
    calls = [f"{one.tool_name} {one.args_as_json_str()}" for one in response.tool_calls]
    return [response.text or "", *calls]


def _lines(message: ModelMessage) -> list[str]:
    """A message as it is summed up."""
    from pydantic_ai.messages import ModelResponse, ToolReturnPart  # noqa: PLC0415 - while a job runs

    if isinstance(message, ModelResponse):
        return [line[:_SUMMED] for line in _whole(message) if line]
    texts = (
        f"{part.tool_name}: {part.content}" for part in message.parts if isinstance(part, ToolReturnPart)
    )
    return [text[:_SUMMED] for text in texts]


def plain_result(call_id: str, tool: str, text: str, *, is_done: bool = True) -> str:
    """The row of a result that comes from elsewhere: the person's answer."""
    return _Result(call_id=call_id, tool=tool, text=text, is_done=is_done).model_dump_json(
        exclude_defaults=True
    )


def told(answer: str) -> str:
    """A person's answer as the result of the question."""
    return json.dumps({"answer": answer}, ensure_ascii=False)
