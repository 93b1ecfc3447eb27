"""What has happened since the start, in plain numbers, for whoever wants metrics."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from storage.entities import ModelCall, TurnStatus

Made = tuple[str, str]
"""Provider and model."""


@dataclass(slots=True)
class Counters:
    """Grows for as long as the process lives. No key holds a person, a chat or a word of theirs."""

    updates: Counter[str] = field(default_factory=Counter[str])
    """New and known."""
    turns: Counter[str] = field(default_factory=Counter[str])
    """By what became of them: finished, asked (waits for an answer)."""
    replies: Counter[str] = field(default_factory=Counter[str])
    """Queued, sent and failed."""
    entries: int = 0
    calls: Counter[tuple[str, str, str]] = field(default_factory=Counter[tuple[str, str, str]])
    """By provider, model and outcome."""
    tokens: Counter[tuple[str, str, str]] = field(default_factory=Counter[tuple[str, str, str]])
    """By provider, model and kind: input, cached, output."""
    spent: dict[Made, float] = field(default_factory=dict[Made, float])
    """USD."""
    requests: Counter[tuple[str, int]] = field(default_factory=Counter[tuple[str, int]])
    """HTTP requests by route and status."""

    def turned(self, status: TurnStatus) -> None:
        """A turn has come to this."""
        if status is TurnStatus.DONE:
            self.turns["finished"] += 1
        elif status is TurnStatus.WAITING:
            self.turns["asked"] += 1

    def called(self, call: ModelCall) -> None:
        """A model was called."""
        made = (call.provider, call.model)
        self.calls[*made, call.outcome] += 1
        self.tokens[*made, "input"] += call.input_tokens
        self.tokens[*made, "cached"] += call.cached_tokens
        self.tokens[*made, "output"] += call.output_tokens
        self.spent[made] = self.spent.get(made, 0.0) + call.price_usd
