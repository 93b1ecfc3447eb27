"""Prompts: what an agent is told. First what never changes, so that it is cached; data last, fenced."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path

from agents.model.fences import Fence
from agents.model.settings import AgentName, Player
from agents.profile import Profile

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


@cache
def prompt(agent: Player) -> Prompt:
    """The agent's own prompt below what all share. A file with no frame of its own has the common one."""
    return merged(agent)


@cache
def merged(first: Player, *others: AgentName) -> Prompt:
    """One prompt to play several agents in a single call. The frame is the first one's."""
    shared = ["_common", "_merged"] if others else ["_common"]
    read = [_read(name, alone=not others) for name in (*shared, first, *others)]
    return Prompt(
        agent=first,
        instructions="\n\n".join(one.static for one in read),
        frame=next(one.frame for one in (*read[len(shared) :], *read) if one.frame),
        version=", ".join(f"{one.name} {one.version}" for one in read),
    )


@dataclass(frozen=True, slots=True)
class _File:
    name: str
    version: int
    static: str
    frame: str


def _read(name: str, *, alone: bool) -> _File:
    """A file; `alone`: for a call that plays nobody else. Raises PromptError."""
    text = (FOLDER / f"{name}.md").read_text(encoding="utf-8")
    head = _VERSION.match(text)
    if head is None:
        raise PromptError(f"{name}.md: its first line must be its version: <!-- version: 1 -->")
    static, _, frame = _ALONE.sub(r"\1" if alone else "", text[head.end() :]).partition(MARK)
    return _File(name, int(head[1]), static.strip(), checked(frame.strip(), name))


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
    filled = _filled(
        prompt.frame,
        {
            "current_datetime": f"{local:%A}, {local.day} {local:%B %Y} ({local:%Y-%m-%d}), {local:%H:%M}",
            "timezone": profile.time_zone,
            "language": language(profile.language),
            "max_history": str(history),
            "tool_context": fence.block("tool_context", tool_context) if tool_context.strip() else "",
            "data": "\n\n".join(fence.block(name, text) for name, text in blocks if text.strip()),
        },
    )
    known = [f"# {heading}\n{fence.inside(text).strip()}" for heading, text in reference if text.strip()]
    return "\n\n".join([*known, filled])


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
