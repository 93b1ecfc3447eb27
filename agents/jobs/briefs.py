"""What a worker is told: the system prompt of its phase, and the todos at the head of the messages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime

from agents.jobs.kinds import Kind
from agents.jobs.transitions import JobState
from agents.jobs.workspace import INSTRUCTIONS, LONGEST_MEMORY, MEMORY, Workspace
from agents.profile import Profile

_VARIABLE = re.compile(r"\{(\w+)\}|\{\{|\}\}")
_BRACES = {"{{": "{", "}}": "}"}


def get_system_prompt(
    kind: Kind, state: JobState, workspace: Workspace, profile: Profile, now: datetime
) -> str:
    """The prompt of the phase, with the workspace's memory in it."""
    from agents.model.context.prompts import language  # noqa: PLC0415 - while a job runs

    memory = workspace.text(MEMORY) or "(empty)"
    settings = kind.type.phase_settings
    return _filled(
        kind.prompts[state.mode],
        {
            "phase_number": str(state.phase_number),
            "workspace_md": memory[:LONGEST_MEMORY],
            "min_todos": str(settings.min_todos),
            "max_todos": str(settings.max_todos),
            "language": language(profile.language),
            "now": f"{now:%A %Y-%m-%d}",
        },
    )


def opening(state: JobState, summary: str = "") -> str:
    """What a phase begins with: its todos; `summary`: of what was said before, where that was compacted."""
    parts = [f"Phase {state.phase_number} ({state.mode}). {state.phase}".rstrip(), state.description]
    parts += ["\n".join(["Todos, in this order:", *(f"{one.id}. {one.content}" for one in state.todos)])]
    parts += [f"The task is in {INSTRUCTIONS}. Work on one todo after the other with the tools."]
    if summary and state.current is not None:
        parts.append(f"Done so far: todos before {state.current.id}, which is the current one.\n{summary}")
    return "\n\n".join(part for part in parts if part)


def instructions_file(kind: Kind, request: str, files: tuple[str, ...] = ()) -> str:
    """instructions.md: what its type does, then the person's own words as data."""
    quoted = "\n".join(f"> {line}" for line in request.splitlines())
    parts = [kind.instructions.strip(), f"## Request\n\n{quoted}" if quoted else ""]
    parts += ["## Files\n\n" + "\n".join(f"- artifacts/{name}" for name in files) if files else ""]
    return "\n\n".join(part for part in parts if part) + "\n"


def feedback(number: int, words: str) -> str:
    """What is added to instructions.md when the person wants something changed."""
    quoted = "\n".join(f"> {line}" for line in words.splitlines())
    return f"\n## Feedback {number}\n\n{quoted}\n"


def _filled(text: str, values: Mapping[str, str]) -> str:
    """In one pass, so that braces in a value stay what they are."""
    return _VARIABLE.sub(lambda found: _BRACES.get(found[0]) or values.get(found[1], found[0]), text)
