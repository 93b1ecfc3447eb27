"""Switchable misbehaviour of the server, so that tests can show the bot survives it."""

from __future__ import annotations

from enum import StrEnum

from pydantic import BaseModel, Field


class FaultKind(StrEnum):
    """What goes wrong."""

    RATE_LIMIT = "rate_limit"  # 429 with retry_after
    SERVER_ERROR = "server_error"  # 500, or the status given
    CONFLICT = "conflict"  # 409
    ERROR = "error"  # any status and description
    MALFORMED = "malformed"  # 200 with a body that is not what was asked for
    SLOW = "slow"  # the call works after delay seconds
    DROP = "drop"  # the connection dies before anything happened
    LOSE_ANSWER = "lose_answer"  # it happens, but the connection dies before the answer
    HANG = "hang"  # nothing happens, and no answer ever comes
    HANG_AFTER = "hang_after"  # it happens, but no answer ever comes


class Fault(BaseModel):
    """One fault: which calls it meets, how often, and what it does.

    Attributes:
        method: Bot API method; None means every method but getUpdates.
        chat_id: only calls to this chat.
        times: how many calls it meets; None until cleared.
        skip: how many matching calls pass before it begins.
        retry_after: seconds, for a rate limit.
        delay: seconds before the call is handled.
        body: what is answered instead of an answer, for a malformed one.
    """

    kind: FaultKind
    method: str | None = None
    chat_id: int | None = None
    times: int | None = Field(default=1, ge=1)
    skip: int = Field(default=0, ge=0)
    retry_after: int = 1
    delay: float = 0.0
    status: int = 500
    description: str = "Internal Server Error"
    body: str = '{"ok":true,"result":'

    def meets(self, method: str, chat_id: int | None) -> bool:
        """Whether this call is one it applies to."""
        method_fits = self.method.lower() == method.lower() if self.method else method != "getUpdates"
        return method_fits and (self.chat_id is None or self.chat_id == chat_id)


class FaultBoard:
    """The faults in force; the first that meets a call is used up by it."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []

    def add(self, fault: Fault) -> None:
        """Put a fault in force."""
        self.faults.append(fault.model_copy())

    def clear(self) -> None:
        """Heal everything."""
        self.faults.clear()

    def take(self, method: str, chat_id: int | None) -> Fault | None:
        """The fault this call meets, counting it down."""
        for fault in self.faults:
            if not fault.meets(method, chat_id):
                continue
            if fault.skip > 0:
                fault.skip -= 1
                continue
            if fault.times is not None:
                fault.times -= 1
                if fault.times == 0:
                    self.faults.remove(fault)
            return fault
        return None
