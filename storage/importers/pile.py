"""What may be more than memory should hold: a list on the disk, in a file without a name."""

from __future__ import annotations

import os
import tempfile
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any, Generic, TypeVar, cast, overload

from pydantic import TypeAdapter

T = TypeVar("T")
_IN_MEMORY = 256 * 1024
"""Bytes; what is smaller needs no file."""


def _folder() -> str:
    """What is on a disk even where /tmp is in memory; another one that was chosen stays."""
    usual, on_disk = tempfile.gettempdir(), "/var/tmp"  # noqa: S108 - the file in it has no name
    return on_disk if usual == "/tmp" and os.access(on_disk, os.W_OK) else usual  # noqa: S108 - compared


@cache
def _adapter(kind: type[object]) -> TypeAdapter[object]:
    return TypeAdapter(kind)


class Pile(Sequence[T], Generic[T]):
    """Things in the order in which they were appended or sorted. Nobody else ever reads the file."""

    def __init__(self, kind: type[T]) -> None:
        self._adapter = cast("TypeAdapter[T]", _adapter(kind))
        self._file = tempfile.SpooledTemporaryFile(  # noqa: SIM115 - it goes with the pile
            max_size=_IN_MEMORY, dir=_folder()
        )
        self._starts = array("q")
        self._lengths = array("q")
        self._end = 0

    def append(self, thing: T) -> None:
        """Add one. Raises OSError when the disk is full."""
        content = self._adapter.dump_json(thing)
        self._file.seek(self._end)
        self._file.write(content)
        self._starts.append(self._end)
        self._lengths.append(len(content))
        self._end += len(content)

    def extend(self, things: Iterable[T]) -> None:
        """Add each."""
        for thing in things:
            self.append(thing)

    def sort(self, key: Callable[[T], Any]) -> None:
        """Any: whatever can be compared."""
        keys = [key(thing) for thing in self]
        order = sorted(range(len(keys)), key=keys.__getitem__)
        self._starts = array("q", (self._starts[place] for place in order))
        self._lengths = array("q", (self._lengths[place] for place in order))

    def __len__(self) -> int:
        """How many."""
        return len(self._starts)

    def __iter__(self) -> Iterator[T]:
        """One after the other."""
        return map(self._at, range(len(self)))

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[T]: ...
    def __getitem__(self, index: int | slice) -> T | Sequence[T]:
        """One of them, or some as a list."""
        places = range(len(self))[index]
        return self._at(places) if isinstance(places, int) else [self._at(place) for place in places]

    def _at(self, place: int) -> T:
        self._file.seek(self._starts[place])
        return self._adapter.validate_json(self._file.read(self._lengths[place]))
