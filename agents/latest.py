"""What is costly to make and asked for again: the latest of it is kept."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Latest(Generic[K, V]):
    """Values by key, as many as `most`; the first made goes first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: OrderedDict[K, V] = OrderedDict()

    def of(self, key: K, make: Callable[[], V]) -> V:
        """The value of the key, made now if there is none."""
        if key not in self._held:
            self._held[key] = make()
            if len(self._held) > self._most:
                self._held.popitem(last=False)
        return self._held[key]


def by_identity(most: int) -> Callable[[Callable[[K], V]], Callable[[K], V]]:
    """What is made of an object, kept with it: so no other can have its identity."""

    def kept(make: Callable[[K], V]) -> Callable[[K], V]:
        latest: Latest[int, tuple[K, V]] = Latest(most)

        @wraps(make)
        def of(one: K) -> V:
            return latest.of(id(one), lambda: (one, make(one)))[1]

        return of

    return kept
