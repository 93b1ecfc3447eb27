"""Named failures of this package; each docstring is the default message."""

from __future__ import annotations


class DomainError(Exception):
    """A domain could not be used."""

    def __init__(self, message: str = "") -> None:
        super().__init__(message or type(self).__doc__)


class PackagedDomainError(DomainError):
    """A domain file that ships with the program is broken; reinstall it."""
