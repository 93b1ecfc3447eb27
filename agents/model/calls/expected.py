"""How long a model's answer will be, told before it is asked: as its latest to the same agents were."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Sequence

from storage.entities import ModelCall

USUAL_TOKENS = 500
"""Of an agent's answer, while nobody has seen one."""
_LATELY = 20
_MARGIN = 1.25
"""Over the longest answer of late."""
_Players = tuple[str, ...]


class Expected:
    """Answers' lengths in tokens, by the model and the agents that one call plays; only since the start."""

    def __init__(self) -> None:
        self._seen: defaultdict[tuple[str, str, _Players], deque[int]] = defaultdict(_latest)

    def learn(self, call: ModelCall) -> None:
        """Remember how long an answer was; failures that brought none teach nothing."""
        if call.output_tokens:
            self._seen[call.provider, call.model, (call.agent, *call.also)].append(call.output_tokens)

    def tokens(self, provider: str, model: str, players: Sequence[str], most: int) -> int:
        """What to reckon with, never above the `most` that is asked for."""
        seen = self._seen.get((provider, model, tuple(players)))
        expected = max(seen) * _MARGIN if seen else USUAL_TOKENS * len(players)
        return min(round(expected), most)


def _latest() -> deque[int]:
    return deque(maxlen=_LATELY)
