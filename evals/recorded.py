"""Models' answers kept in a file and given again from it, so that a run can be repeated without a network.

A line is one JSON object: first what the file is (`about`), then `{"request", "agent", "answer"}`, or with
`failed` where no model answered. `request` is a digest of what was asked.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from pathlib import Path

from pydantic import BaseModel, ConfigDict, JsonValue, ValidationError

from agents.model.calls.ask import Ask, Models, ModelsFailed, Outcome, Unasked, W
from agents.model.context.prompts import Prompts, prompts

_MARK = re.compile(r"<[a-z][a-z_]*-([0-9a-f]{8})>")
"""An opening fence: its mark is drawn anew for each call."""


class RecordingError(Exception):
    """A file of recorded answers cannot be read or does not know a request."""


class _Line(BaseModel):
    """One request and what came of it."""

    model_config = ConfigDict(extra="forbid")
    request: str
    agent: str
    answer: JsonValue = None
    failed: Outcome | Unasked | None = None


class _About(BaseModel):
    """The first line: where the answers are from, and which prompts brought them."""

    model_config = ConfigDict(extra="forbid")
    about: str
    scripted: bool = False
    """No model said it: then instructions are no part of a request, as nobody followed them."""
    versions: dict[str, int] = {}
    """Of each prompt file."""
    prompts: dict[str, str] = {}
    """The files themselves, where models followed them: it can be played when they have changed."""


def digest(ask: Ask[W], *, scripted: bool = False) -> str:
    """The same for the same agent, instructions and context; the marks of the fences do not count."""
    context = ask.context
    for mark in dict.fromkeys(_MARK.findall(context)):
        context = context.replace(mark, "mark")
    instructions = "" if scripted else ask.instructions
    asked = json.dumps([ask.agent, *ask.with_agents, instructions, context], ensure_ascii=False)
    return hashlib.sha256(asked.encode()).hexdigest()[:24]


class RecordingModels:
    """Asks other models and keeps what they answer."""

    def __init__(self, models: Models, *, scripted: bool = False) -> None:
        self._models = models
        self._scripted = scripted
        self._lines: dict[str, _Line] = {}
        self.asked: Counter[str] = Counter()
        """Requests by agent."""
        self.failed: Counter[str] = Counter()
        """Those of them that no model answered."""

    async def ask(self, ask: Ask[W]) -> W:
        """The answer of the models asked. Raises ModelsFailed."""
        self.asked[ask.agent] += 1
        line = _Line(request=digest(ask, scripted=self._scripted), agent=ask.agent)
        try:
            answer = await self._models.ask(ask)
        except ModelsFailed as failed:
            self.failed[ask.agent] += 1
            self._lines[line.request] = line.model_copy(update={"failed": failed.reason})
            raise
        self._lines[line.request] = line.model_copy(update={"answer": answer.model_dump(mode="json")})
        return answer

    def save(self, path: Path, about: str) -> None:
        """Write the file; `about` says where the answers are from."""
        used = prompts()
        texts = {} if self._scripted else dict(used.texts)
        head = _About(about=about, scripted=self._scripted, versions=used.versions, prompts=texts)
        lines = [head.model_dump_json(exclude_defaults=True)]
        lines += [line.model_dump_json(exclude_none=True) for line in self._lines.values()]
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")


class ReplayingModels:
    """Answers from a file. A request that is not in it raises RecordingError, and is counted in `missed`."""

    def __init__(self, path: Path) -> None:
        self._path = path
        head, self._lines = _read(path)
        self._scripted = head.scripted
        self.about = head.about
        self.prompts = Prompts(head.prompts) if head.prompts else prompts()
        """Those that the answers are to."""
        self.asked: Counter[str] = Counter()
        """Requests by agent."""
        self.missed: Counter[str] = Counter()
        """Those of them that the file does not answer."""

    async def ask(self, ask: Ask[W]) -> W:
        """The answer recorded for this request. Raises ModelsFailed where that is what was recorded."""
        self.asked[ask.agent] += 1
        line = self._lines.get(digest(ask, scripted=self._scripted))
        if line is None:
            raise self._miss(ask.agent, "has no answer to a request of")
        if line.failed is not None:
            raise ModelsFailed(line.failed)
        try:
            return ask.output.model_validate(line.answer)
        except ValidationError as error:
            raise self._miss(ask.agent, "has an answer that no longer fits the form of") from error

    def _miss(self, agent: str, what: str) -> RecordingError:
        self.missed[agent] += 1
        return RecordingError(f"{self._path} {what} the {agent}")


def _read(path: Path) -> tuple[_About, dict[str, _Line]]:
    try:
        head, *rest = path.read_text(encoding="utf-8").splitlines()
        lines = [_Line.model_validate_json(line) for line in rest if line.strip()]
        return _About.model_validate_json(head), {line.request: line for line in lines}
    except (OSError, ValueError) as error:
        raise RecordingError(f"{path} is no file of recorded answers: {error}") from error
