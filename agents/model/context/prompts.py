"""Prompts: what an agent is told. First what never changes, so that it is cached; data last, fenced."""

from __future__ import annotations

import re
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Literal

from agents.model.fences import Fence
from agents.model.settings import AgentName, Player
from agents.profile import Profile
from agents.session import current

FOLDER = Path(__file__).parents[2] / "prompts"
MARK = "<!-- context -->"
"""The line of a prompt file that ends what is always the same."""
_VERSION = re.compile(r"<!-- version: (\d+) -->\n")
"""The head of a prompt file: another number, another prompt."""
_ALONE = re.compile(r"<!-- alone -->\n(.*?)<!-- /alone -->\n", re.DOTALL)
"""What an agent is told only in a call of its own."""
VARIABLES = ("current_datetime", "timezone", "language", "max_history", "tool_context", "data")
_VARIABLE = re.compile(r"\{(\w*)\}")
_LANGUAGES = {
    "en": "English", "ko": "Korean", "de": "German", "fr": "French", "es": "Spanish", "it": "Italian",
    "pt": "Portuguese", "ja": "Japanese", "zh": "Chinese", "ru": "Russian", "nl": "Dutch", "pl": "Polish",
    "tr": "Turkish", "uk": "Ukrainian", "vi": "Vietnamese",
}  # fmt: skip


Job = AgentName | Literal["concierge"]
"""What one call can be told to do besides."""


class PromptError(Exception):
    """A prompt file is not as it must be."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """`instructions` hold nothing of any message or user; `frame` has the variables for what does."""

    agent: Player
    instructions: str
    frame: str
    version: str
    """Of each of its files, such as "router 2, parser 3"."""


class Prompts:
    """The prompt files of a folder, a revision or a recording: name to text."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.texts = texts
        self._merged: dict[tuple[str, ...], Prompt] = {}

    @classmethod
    def of(cls, folder: Path) -> Prompts:
        """Those of a folder."""
        return cls({path.stem: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.md"))})

    @property
    def versions(self) -> dict[str, int]:
        """Of each file, as its head says; 1 where it says none."""
        return {
            name: int(head[1]) if (head := _VERSION.match(self.texts[name])) else 1 for name in self.texts
        }

    def merged(self, first: Player, *others: Job) -> Prompt:
        """One prompt to play several agents in a single call. The frame is the first one's."""
        if (first, *others) not in self._merged:
            self._merged[first, *others] = self._put_together(first, others)
        return self._merged[first, *others]

    def _put_together(self, first: Player, others: Sequence[Job]) -> Prompt:
        shared = ["_common", "_merged"] if others else ["_common"]
        names = [*shared, first, *others]
        read = [self._read(name, alone=not others) for name in names]
        frames = [frame for _, frame in read]
        versions = self.versions
        return Prompt(
            agent=first,
            instructions="\n\n".join(static for static, _ in read),
            frame=frames[len(shared)] or frames[0],
            version=", ".join(f"{name} {versions[name]}" for name in names),
        )

    def _read(self, name: str, *, alone: bool) -> tuple[str, str]:
        """The static part and the frame of a file; `alone`: for a call that plays nobody else."""
        if name not in self.texts:
            raise PromptError(f"there is no {name}.md")
        text = _ALONE.sub(r"\1" if alone else "", _VERSION.sub("", self.texts[name], count=1))
        static, _, frame = text.partition(MARK)
        return static.strip(), checked(frame.strip(), name)


_others: ContextVar[Prompts | None] = ContextVar("prompts", default=None)


@cache
def _packaged() -> Prompts:
    return Prompts.of(FOLDER)


def prompts() -> Prompts:
    """Those in use: the product's own, but within `using`."""
    return _others.get() or _packaged()


@contextmanager
def using(others: Prompts) -> Generator[None]:
    """Other prompts meanwhile, in this task and those that it begins; for comparing."""
    token = _others.set(others)
    try:
        yield
    finally:
        _others.reset(token)


def prompt(agent: Player) -> Prompt:
    """The agent's own prompt below what all share. A file with no frame of its own has the common one."""
    return prompts().merged(agent)


def merged(first: Player, *others: Job) -> Prompt:
    """One prompt to play several agents in a single call."""
    return prompts().merged(first, *others)


def checked(frame: str, name: str) -> str:
    """The frame, if it can be filled. Raises PromptError."""
    used = _VARIABLE.findall(frame)
    unknown = sorted(set(used) - set(VARIABLES))
    if unknown:
        raise PromptError(
            f"{name}.md: there is no variable {{{unknown[0]}}} (there are: {', '.join(VARIABLES)})"
        )
    if frame and (used.count("data") != 1 or not frame.endswith("{data}")):
        raise PromptError(f"{name}.md: {{data}} must stand once and last, so that the message comes last")
    return frame


def framed(
    prompt: Prompt,
    *,
    now: datetime,
    profile: Profile,
    blocks: Sequence[tuple[str, str]],
    history: int,
    tool_context: str = "",
    reference: Sequence[tuple[str, str]] = (),
) -> str:
    """The dynamic part of a call. Blocks are (name, text) of what somebody wrote, the message itself last.

    `reference` is our own material under headings (what a domain knows); as it is the same for many
    messages it stands before everything else, unfenced. Empty blocks are left out.
    """
    fence = Fence()
    local = profile.local(now)
    session = current()
    dated = session is None or session.dated
    filled = _filled(
        prompt.frame,
        {
            "current_datetime": _moment(local) if dated else "",
            "timezone": profile.time_zone,
            "language": language(profile.language),
            "max_history": str(history),
            "tool_context": fence.block("tool_context", tool_context) if tool_context.strip() else "",
            "data": "\n\n".join(fence.block(name, text) for name, text in blocks if text.strip()),
        },
    )
    known = [f"# {heading}\n{fence.inside(text).strip()}" for heading, text in reference if text.strip()]
    return "\n\n".join([*known, filled])


def _moment(local: datetime) -> str:
    return f"{local:%A}, {local.day} {local:%B %Y} ({local:%Y-%m-%d}), {local:%H:%M}"


def _filled(frame: str, values: Mapping[str, str]) -> str:
    """In one pass, so that braces in a value stay what they are; a line whose variable is empty goes."""
    lines = [
        _VARIABLE.sub(lambda found: values[found[1]], line)
        for line in frame.splitlines()
        if not (names := _VARIABLE.findall(line)) or any(values[name] for name in names)
    ]
    return "\n".join(lines).strip()


def language(code: str) -> str:
    """A language as a model is told it."""
    name = _LANGUAGES.get(code.partition("-")[0].lower())
    return f"{name} ({code})" if name else code
