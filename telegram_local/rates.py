"""The rates at which Telegram's documentation asks bots to send, refused beyond them with 429.

The numbers are those of its questions and answers for bots: about one message a second in a chat
(short bursts may pass), 20 a minute in a group, about 30 a second altogether.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field

from pydantic import JsonValue, TypeAdapter, ValidationError

from telegram_local.errors import TooManyRequestsError


@dataclass(frozen=True, slots=True)
class Rate:
    """So many messages in so many seconds."""

    messages: int
    seconds: float


CHAT = Rate(5, 5.0)
"""One a second, where a burst of five may pass."""
GROUP = Rate(20, 60.0)
EVERYWHERE = Rate(30, 1.0)
_LIST: TypeAdapter[list[JsonValue]] = TypeAdapter(list[JsonValue])
_COUNTED = ("send", "forward", "copy")
_FREE = frozenset({"sendchataction", "sendmessagedraft"})


def messages_of(method: str, params: Mapping[str, JsonValue]) -> int:
    """How many messages a call sends; 0 for one that sends none."""
    method = method.lower()
    if not method.startswith(_COUNTED) or method in _FREE:
        return 0
    several = params.get("media" if method == "sendmediagroup" else "message_ids")
    if isinstance(several, str):
        try:
            return len(_LIST.validate_json(several))
        except ValidationError:
            return 1
    return len(several) if isinstance(several, list) else 1


@dataclass(slots=True)
class Rates:
    """When messages were sent, to whom."""

    _sent: dict[int, deque[float]] = field(default_factory=dict[int, deque[float]])
    _all: deque[float] = field(default_factory=deque[float])

    def take(self, chat_id: int, count: int, now: float) -> None:
        """Note so many messages to a chat; TooManyRequestsError when one of the rates forbids them."""
        sent = self._sent.setdefault(chat_id, deque(maxlen=GROUP.messages))
        everything = self._all
        waits = [_wait(sent, CHAT, now), _wait(everything, EVERYWHERE, now)]
        if chat_id < 0:
            waits.append(_wait(sent, GROUP, now))
        if (longest := max(waits)) > 0:
            raise TooManyRequestsError(max(1, math.ceil(longest)))
        sent.extend([now] * count)
        everything.extend([now] * count)
        while everything and everything[0] <= now - EVERYWHERE.seconds:
            everything.popleft()


def _wait(sent: deque[float], rate: Rate, now: float) -> float:
    """Seconds until one more message may be sent."""
    if len(sent) < rate.messages:
        return 0.0
    return sent[-rate.messages] + rate.seconds - now
