"""What goes over the wire and how a call over it fails; no library is needed to know this."""

from __future__ import annotations

from dataclasses import dataclass, field

from agents.model.calls.ask import Outcome, Usage

TRANSIENT = frozenset(
    {Outcome.RATE_LIMITED, Outcome.SERVER_ERROR, Outcome.TIMEOUT, Outcome.CONNECTION, Outcome.MALFORMED}
)
"""What may be over at the next try."""


class CallFailed(Exception):  # noqa: N818 - what happened, not an error of ours
    """One call brought no answer. `retry_after` is in seconds, where the provider named a time.

    `begun`: the answer broke off, so the provider had read the prompt.
    """

    def __init__(
        self,
        outcome: Outcome,
        detail: str = "",
        *,
        retry_after: float | None = None,
        usage: Usage | None = None,
        begun: bool = False,
    ) -> None:
        super().__init__(f"{outcome.value}: {detail}")
        self.outcome = outcome
        self.detail = detail
        self.retry_after = retry_after
        self.usage = usage or Usage()
        self.begun = begun


@dataclass(slots=True)
class ToolCall:
    """A tool the model wants called; `arguments` is JSON, if all is well."""

    id: str
    name: str
    arguments: str


@dataclass(slots=True)
class Reply:
    """What a model said. `cut` tells that it stopped at the token limit."""

    text: str = ""
    tool_calls: list[ToolCall] = field(default_factory=list[ToolCall])
    cut: bool = False
    thoughts: list[dict[str, object]] = field(default_factory=list[dict[str, object]])
    """Signed, as Anthropic wants them back with what the tools brought."""
    usage: Usage = field(default_factory=Usage)
