"""One agent's request at one provider: its calls, its reminders, and what is made of a malformed answer."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Generic, cast

import pydantic_core
from pydantic import ValidationError

from agents import llm
from agents.model.calls.ask import Ask, Outcome, W
from agents.model.calls.attempts import Attempts
from agents.model.calls.salvage import growing, salvage
from agents.model.calls.wire import CallFailed, Reply, ToolCall

_FENCED = re.compile(r"```(?:json|JSON)?\s*(.*?)```", re.DOTALL)


def json_in(text: str) -> str | None:
    """The JSON object in a text: the text itself, one in a fence, or the longest in prose; None: none."""
    candidates = [text.strip(), *(found.strip() for found in _FENCED.findall(text))]
    for candidate in candidates:
        if candidate.startswith("{") and parsed(candidate) is not None:
            return candidate
    return _embedded(text)


def parsed(text: str) -> dict[str, object] | None:
    """The object that a JSON text is; None: it is not whole, or something else."""
    try:
        value = pydantic_core.from_json(text)
    except ValueError:
        return None
    return cast("dict[str, object]", value) if isinstance(value, dict) else None


def parsed_as_far(text: str) -> dict[str, object] | None:
    """The beginning of a JSON object, as far as it was written."""
    start = text.find("{")
    if start < 0:
        return None
    for tail in (text[start:], text[start : text.rfind("}") + 1]):
        try:
            value = pydantic_core.from_json(tail, allow_partial="trailing-strings")
        except ValueError:
            continue
        if isinstance(value, dict):
            return cast("dict[str, object]", value)
    return None


def _embedded(text: str) -> str | None:
    """The longest object that prose surrounds; each brace is looked at once."""
    best: str | None = None
    depth, start, quoted, escaped = 0, 0, False, False
    for place, sign in enumerate(text):
        if quoted:
            escaped, quoted = (sign == "\\" and not escaped), (sign != '"' or escaped)
            continue
        if sign == '"' and depth:
            quoted = True
        elif sign == "{":
            start = place if depth == 0 else start
            depth += 1
        elif sign == "}" and depth:
            depth -= 1
            found = text[start : place + 1]
            if depth == 0 and len(found) > len(best or "") and parsed(found) is not None:
                best = found
    return best


logger = logging.getLogger(__name__)

_PICTURE_TOKENS = 1500
"""What a picture counts as in an estimate."""
_MOST_TOOLS = 16
"""Tools used at once; more are no work but a loop."""
_GLANCE_SECONDS = 0.1
"""Between two looks at an answer that is being written."""


@dataclass(slots=True)
class Conversation(Generic[W]):
    """pydantic-ai leads it; every request of its passes through `send`."""

    ask: Ask[W]
    attempts: Attempts
    answers: list[str] = field(default_factory=list[str], init=False)
    """The malformed ones, oldest first."""
    rounds: int = field(default=0, init=False)
    """How often tools were used."""
    glanced: float = field(default=0.0, init=False)

    async def send(self, request: Mapping[str, object]) -> object:
        """One request, tried as often as the limits allow. Raises CallFailed, NotAsked."""
        target, limits = self.attempts.target, self.attempts.limits
        request = self._out_of_rounds(request) if self.rounds >= limits.tool_rounds else request
        assumed = self.attempts.accounts.assumed
        reply = await self.attempts.call(
            partial(llm.complete, target, request, assumed, self._grown if self.ask.partial else None),
            llm.estimated(
                target,
                _tokens(request),
                self.attempts.answer_tokens(cast("int", request["max_tokens"])),
                assumed,
            ),
            self._judge,
        )
        if len(self.answers) > limits.reminders:
            raise CallFailed(Outcome.MALFORMED, "nothing of it was usable")
        return llm.completion(target, reply)

    def _out_of_rounds(self, request: Mapping[str, object]) -> Mapping[str, object]:
        """Tools have been used often enough: now it has to answer."""
        if not self.ask.tools:
            return request
        if self.attempts.target.output == "tool":
            forced: object = {"type": "function", "function": {"name": self.ask.agent}}
        else:
            forced = "none"
        return {**request, "tool_choice": forced}

    def _judge(self, reply: Reply) -> tuple[Outcome, str]:
        """Put the answer into the form that was asked for, if it can be; else say what is wrong."""
        if self._looks_up(reply):
            return Outcome.OK, ""
        said = next((call.arguments for call in reply.tool_calls), None) or reply.text
        found = json_in(said)
        text, wrong = self._fitting(found)
        if text is not None:
            self._put(reply, text)
            return Outcome.OK, ""
        self.answers.append(said)
        kept = self._kept() if len(self.answers) > self.attempts.limits.reminders else None
        if kept is not None:
            self._put(reply, kept.model_dump_json())
            self.answers.clear()
            return Outcome.KEPT, wrong
        if found is not None:
            self._put(reply, found)
        return Outcome.MALFORMED, wrong

    def _looks_up(self, reply: Reply) -> bool:
        """Whether it asks for a tool, and there are rounds left; where there are none the calls go."""
        tools = {tool.name for tool in self.ask.tools}
        if not any(call.name in tools for call in reply.tool_calls):
            return False
        if self.rounds < self.attempts.limits.tool_rounds:
            self.rounds += 1
            del reply.tool_calls[_MOST_TOOLS:]
            return True
        reply.tool_calls = [call for call in reply.tool_calls if call.name not in tools]
        return False

    def _fitting(self, found: str | None) -> tuple[str | None, str]:
        """The reading of an answer that has the form asked for, or None and what is wrong."""
        wrong = "no JSON object in it"
        for text in _readings(found):
            try:
                self.ask.output.model_validate_json(text)
            except ValidationError as error:
                wrong = wrong if text is not found else _told(error)
            else:
                return text, ""
        return None, wrong

    def _kept(self) -> W | None:
        """The good fields of the last answer that has any."""
        floor = self.ask.floor() if self.ask.floor is not None else None
        for said in reversed(self.answers):
            found = json_in(said)
            data = parsed(found) if found is not None else parsed_as_far(said)
            kept = salvage(self.ask.output, data, floor)
            if kept is not None:
                return kept
        return None

    def _put(self, reply: Reply, text: str) -> None:
        """Have the answer stand where it was asked for."""
        if self.attempts.target.output == "tool":
            call = next(iter(reply.tool_calls), ToolCall("call_0", "", ""))
            reply.tool_calls = [ToolCall(call.id, self.ask.agent, text)]
        else:
            reply.tool_calls, reply.text = [], text

    def _grown(self, text: str) -> None:
        """Show the answer so far, now and then."""
        now = time.monotonic()
        if self.ask.partial is None or now - self.glanced < _GLANCE_SECONDS:
            return
        self.glanced = now
        so_far = growing(self.ask.output, parsed_as_far(text))
        if so_far is None:
            return
        try:
            self.ask.partial(so_far)
        except Exception:  # a preview is never worth an answer
            logger.exception("the preview of an answer failed")


def _readings(found: str | None) -> Sequence[str]:
    """The JSON as it stands, and what a single key wraps: some models name the form once more."""
    if found is None:
        return ()
    data = parsed(found) or {}
    inner = next(iter(data.values())) if len(data) == 1 else None
    if isinstance(inner, str):
        return (found, inner)
    if isinstance(inner, dict):
        start = found.find("{", 1)
        return (found, found[start : found.rfind("}", 0, -1) + 1])
    return (found,)


def _told(error: ValidationError) -> str:
    """Fields and what is wrong with them, without what was said: that is the person's."""
    return "; ".join(
        f"{'.'.join(str(part) for part in problem['loc'])}: {problem['type']}"
        for problem in error.errors(include_url=False, include_context=False, include_input=False)
    )[:300]


def _tokens(request: Mapping[str, object]) -> int:
    """About as many as a prompt has: four characters each, a picture a fixed number."""
    messages = cast("Sequence[Mapping[str, object]]", request["messages"])
    characters = len(str(request.get("tools") or request.get("response_format") or ""))
    pictures = 0
    for message in messages:
        content = message.get("content")
        parts = cast("Sequence[Mapping[str, object]]", content) if isinstance(content, list) else ()
        pictures += sum(part.get("type") == "image_url" for part in parts)
        characters += len(content) if isinstance(content, str) else 0
        characters += sum(len(str(part.get("text", ""))) for part in parts)
    return characters // 4 + pictures * _PICTURE_TOKENS
