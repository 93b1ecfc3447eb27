"""What a target is asked, and how it answers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from storage.errors import StorageError

OURS = re.compile(rb"(?:logs/(?:raw|parsed)|records)/|global-context[\w-]*\.md$")
"""Paths that we write; of a repository all others are not looked at."""


class TargetAway(StorageError):  # noqa: N818 - reads as what happened
    """The target can't be reached."""


class TargetTampered(StorageError):  # noqa: N818 - as above
    """Somebody else changed the target in a way that can't be continued."""


class TargetMoved(StorageError):  # noqa: N818 - as above
    """Somebody else added to the target: what they changed has to be taken in first."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Files that change together, by path; None: there is no such file any more."""

    store: str
    seq: int
    """With them the target has everything up to here."""
    files: Mapping[str, bytes | None]
    title: str
    position: str = ""
    """Where the target was after the last batch."""
    held: frozenset[str] = frozenset()
    """Files that somebody else changed: they are let be."""
    is_whole: bool = False
    """`files` are all there are: what else we wrote there goes."""
    is_accepted: bool = False
    """What others changed there was seen: a folder keeps it beside, a repository in its history."""
    is_cleared: bool = False
    """Somebody is forgotten: what others changed of ours goes, too."""

    @property
    def overrides(self) -> bool:
        """Whether what others did there stands in the way no longer."""
        return self.is_accepted or self.is_cleared


@dataclass(frozen=True, slots=True)
class Written:
    """What became of a batch."""

    position: str = ""
    held: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Edits:
    """What others wrote there since `position` was reached; None: a file was removed."""

    position: str = ""
    files: Mapping[str, bytes | None] | None = None


class Place(Protocol):
    """A folder or repository. Its methods run in a thread and may take long.

    They raise TargetAway (tried again), TargetMoved (first `edits`) and TargetTampered (nothing is written
    until that is accepted).
    """

    def write(self, batch: Batch) -> Written:
        """Once: a batch that is there already is not written again."""
        ...

    def edits(self, store: str, position: str) -> Edits:
        """What others have changed since."""
        ...

    def look(self) -> tuple[str, ...]:
        """Files of ours that are gone or not as we wrote them."""
        ...

    def leave(self) -> None:
        """Remove what is kept here of it."""
        ...
