"""What can go wrong in the machine; a class's docstring is its default message."""

from __future__ import annotations


class AgentsError(Exception):
    """Something went wrong while working on the message."""

    def __init__(self, message: str | None = None) -> None:
        super().__init__(message or (type(self).__doc__ or "").strip())


class UnlistedTransitionError(AgentsError):
    """A step returned a state that the table does not list."""


class UnknownTurnError(AgentsError):
    """No such turn."""
