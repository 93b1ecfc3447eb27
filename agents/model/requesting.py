"""A model's request from its prompt and what it is about."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Generic, TypedDict, Unpack

from agents.model.calls.ask import Ask, Picture, W
from agents.model.context.prompts import Prompt, framed, prompt
from agents.model.settings import AgentName, Player, Tier
from agents.profile import Profile

if TYPE_CHECKING:
    from pydantic_ai import Tool


class _More(TypedDict, Generic[W], total=False):
    """What else an `Ask` can hold."""

    tier: Tier | None
    model: str | None
    with_agents: tuple[AgentName, ...]
    tools: Sequence[Tool[None]]
    pictures: tuple[Picture, ...]
    floor: Callable[[], W]
    partial: Callable[[W], None] | None
    max_output_tokens: int


def request(
    own: Player | Prompt,
    *,
    now: datetime,
    profile: Profile,
    blocks: Sequence[tuple[str, str]],
    output: type[W],
    history: int = 0,
    tool_context: str = "",
    reference: Sequence[tuple[str, str]] = (),
    **more: Unpack[_More[W]],
) -> Ask[W]:
    """The request of an agent, or of several that a prompt was merged for; its data as `framed` puts it."""
    told = prompt(own) if isinstance(own, str) else own
    context = framed(
        told, now=now, profile=profile, blocks=blocks, history=history, tool_context=tool_context,
        reference=reference,
    )  # fmt: skip
    return Ask(told.agent, told.instructions, context, output, **more)
