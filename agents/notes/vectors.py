"""The chunks nearest to a vector: exactly with numpy, and in a file of usearch where there are very many.

The rows are the truth. What lies in memory or in the file is a copy that may lack the newest, which are
searched exactly beside it, and may still have what was deleted, which is not found among the chunks any more.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

import numpy as np
from numpy.typing import NDArray

from agents.notes.embedding import Vectors

MANY = 50_000
"""Vectors from which on a file is used."""
_BATCH = 10_000
_STALE = 0.1
"""The share of vectors missing in the file, from which on it is made anew."""


@dataclass(slots=True)
class _Exact:
    """Vectors in memory, with the numbers of their chunks, in ascending order."""

    numbers: NDArray[np.int64] = field(default_factory=lambda: np.empty(0, np.int64))
    vectors: Vectors | None = None

    @property
    def last(self) -> int:
        return int(self.numbers[-1]) if len(self.numbers) else 0

    def add(self, rows: Sequence[tuple[int, bytes]]) -> None:
        more = np.stack([np.frombuffer(vector, "<f4") for _, vector in rows])
        numbers = np.fromiter((number for number, _ in rows), np.int64, len(rows))
        self.vectors = more if self.vectors is None else np.concatenate([self.vectors, more])
        self.numbers = np.concatenate([self.numbers, numbers])

    def nearest(self, query: Vectors, most: int) -> dict[int, float]:
        if self.vectors is None or self.vectors.shape[1] != query.shape[-1]:
            return {}
        scores = self.vectors @ query.reshape(-1)
        top = np.argpartition(-scores, min(most, len(scores)) - 1)[:most]
        return {int(self.numbers[one]): float(scores[one]) for one in top}


class _Matches(Protocol):
    keys: NDArray[np.uint64]
    distances: NDArray[np.float32]


class _UIndex(Protocol):
    """What is used of `usearch.index.Index`."""

    ndim: int

    def __len__(self) -> int: ...
    def add(self, keys: NDArray[np.uint64], vectors: Vectors) -> object: ...
    def search(self, vectors: Vectors, count: int) -> _Matches: ...
    def save(self, path: str) -> None: ...
    def load(self, path: str) -> None: ...
    def view(self, path: str) -> None: ...


class _File:
    """A file of usearch, with a note beside it of how far it goes."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._note = path.with_suffix(".json")
        self._index: _UIndex | None = None
        self.last, self.count = self._noted()

    def _noted(self) -> tuple[int, int]:
        try:
            note = json.loads(self._note.read_text(encoding="utf-8"))
            return (int(note["last"]), int(note["count"])) if self._path.is_file() else (0, 0)
        except (OSError, ValueError, KeyError, TypeError):
            return 0, 0

    def nearest(self, query: Vectors, most: int) -> dict[int, float]:
        index = self._opened(query.shape[-1])
        if index is None:
            return {}
        found = index.search(query.reshape(-1), most)
        pairs = zip(found.keys.tolist(), found.distances.tolist(), strict=True)
        return {int(key): 1 - float(distance) for key, distance in pairs}

    def _opened(self, dimensions: int) -> _UIndex | None:
        """The index, read from the disk as it is searched; None: there is none, or it can't be read."""
        if self._index is None and self.count:
            index = _new_index(dimensions)
            try:
                index.view(str(self._path))
            except Exception:  # noqa: BLE001 - a damaged file: whatever the library raises, the rows are there
                self.last = self.count = 0
                return None
            self._index = index
        return self._index

    def begin(self) -> None:
        """Forget the file: it is being made anew."""
        self._index, self.last, self.count = None, 0, 0

    def keep(self, index: _UIndex, last: int) -> None:
        """Put it in the place of the file, then say how far it goes."""
        self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._note.unlink(missing_ok=True)
        made = self._path.with_suffix(".new")
        index.save(str(made))
        made.replace(self._path)
        self._note.write_text(json.dumps({"last": last, "count": len(index)}), encoding="utf-8")
        self.last, self.count, self._index = last, len(index), None


def _new_index(dimensions: int) -> _UIndex:
    library = import_module("usearch.index")
    return cast("_UIndex", library.Index(ndim=dimensions, metric="ip", dtype="f16"))


class VectorRows(Protocol):
    """Where vectors are kept, by ascending numbers that are never given twice."""

    async def vectors(
        self, user_id: int, model: str, *, after: int = 0, limit: int
    ) -> list[tuple[int, bytes]]:
        """(number, bytes) in the order of their numbers."""
        ...

    async def count(self, user_id: int, model: str) -> int:
        """How many there are."""
        ...

    async def last(self, user_id: int, model: str) -> int:
        """The highest number; 0: there is none."""
        ...


class NearestVectors:
    """The vectors of one user by one model."""

    def __init__(
        self, rows: VectorRows, user_id: int, model: str, folder: Path, *, many: int = MANY, kind: str = ""
    ) -> None:
        self._rows = rows
        self._key = (user_id, model)
        name = blake2b(f"{kind}{model}".encode(), digest_size=6).hexdigest()
        self._file = _File(folder / str(user_id) / f"{name}.usearch")
        self._exact = _Exact()
        self._many = many
        self._alone = asyncio.Lock()

    async def nearest(self, query: Vectors, most: int) -> dict[int, float]:
        """Chunks with how near they are (cosine), those deleted meanwhile perhaps among them."""
        async with self._alone:
            await self._catch_up()
            return await asyncio.to_thread(self._nearest, query, most)

    async def rebuild(self) -> bool:
        """Make the file anew where there are very many vectors and it lacks too many; whether it was made."""
        count = await self._rows.count(*self._key)
        lacking = abs(count - self._file.count)
        if count <= self._many or lacking <= count * _STALE:
            return False
        async with self._alone:
            self._exact = _Exact()
            self._file.begin()
            await self._build()
        return True

    def _nearest(self, query: Vectors, most: int) -> dict[int, float]:
        found = self._file.nearest(query, most) | self._exact.nearest(query, most)
        best = sorted(found, key=lambda one: -found[one])[:most]
        return {one: found[one] for one in best}

    async def _catch_up(self) -> None:
        """Read what the copies lack; the file is made where there are very many."""
        is_new = not self._exact.last and not self._file.count
        if is_new and await self._rows.count(*self._key) > self._many:
            await self._build()
        start = max(self._file.last, self._exact.last)
        if await self._rows.last(*self._key) <= start:
            return
        while rows := await self._rows.vectors(*self._key, after=start, limit=_BATCH):
            await asyncio.to_thread(self._exact.add, rows)
            start = rows[-1][0]

    async def _build(self) -> None:
        index: _UIndex | None = None
        last = 0
        while rows := await self._rows.vectors(*self._key, after=last, limit=_BATCH):
            part = _Exact()
            part.add(rows)
            vectors = cast("Vectors", part.vectors)
            index = index if index is not None else _new_index(vectors.shape[1])
            await asyncio.to_thread(index.add, part.numbers.astype(np.uint64), vectors)
            last = rows[-1][0]
        if index is not None:
            await asyncio.to_thread(self._file.keep, index, last)
