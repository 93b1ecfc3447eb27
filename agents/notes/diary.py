"""Entries of the diary by what they mean: embedded in batches while nothing else is done, found by questions.

What merely measures ("bench 100 kg 5x5") is found by its figures and is not embedded.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from agents.notes.asking import probes
from agents.notes.source import NotesError
from storage.entities import Entry
from storage.entry_vectors import EntryVectors
from storage.errors import StorageError

if TYPE_CHECKING:  # numpy is loaded with the first entry or question, not at the start
    from agents.notes.embedding import Embedder, Origins, Vectors
    from agents.notes.vectors import NearestVectors

logger = logging.getLogger(__name__)

_BATCH = 32
_CANDIDATES = 50
_QUIET, _LONGEST = 20.0, 300.0
"""Seconds without a new entry after which the newest are embedded, and the longest that is waited for it."""


class DiaryMeaning:
    """Implements `agents.ports.Meaning`. `tells`: whether an entry says more than what was measured."""

    def __init__(
        self,
        rows: EntryVectors,
        embedder_of: Callable[[int], Embedder | None],
        folder: Path,
        tells: Callable[[Entry], bool],
    ) -> None:
        self._rows = rows
        self._embedder_of = embedder_of
        self._folder = folder
        self._tells = tells
        self._vectors: dict[tuple[int, str], NearestVectors] = {}
        self._origins: Origins | None = None

    async def nearest(self, user_id: int, question: str, most: int) -> list[Entry]:
        """None where nothing can embed now."""
        embedder = self._embedder_of(user_id)
        if embedder is None or not await self._rows.last(user_id, embedder.name):
            return []
        try:
            query, bar = await self._seen(embedder, question)
        except NotesError as error:
            logger.warning("a question could not be embedded, its words are searched: %s", error)
            return []
        near = await self._nearest(user_id, embedder.name).nearest(query, _CANDIDATES)
        sure = [one for one, score in near.items() if score > bar]
        entries = await self._rows.entries(user_id, sure)
        return [entries[one] for one in sorted(entries, key=lambda one: -near[one])][:most]

    async def catch_up(self, user_id: int) -> int:
        """Embed what is new, with pauses as long as the work; how many. Raises NotesError."""
        embedder = self._embedder_of(user_id)
        if embedder is None:
            return 0
        done = 0
        while found := await self._rows.missing(user_id, embedder.name, limit=_BATCH):
            began = monotonic()
            telling = [(place, entry) for place, entry in found if self._tells(entry)]
            vectors = await embedder.passages([_text(entry) for _, entry in telling]) if telling else ()
            made = {
                place: one.astype("<f4").tobytes() for (place, _), one in zip(telling, vectors, strict=True)
            }
            await self._rows.add(
                user_id, embedder.name, [(place, made.get(place, b"")) for place, _ in found]
            )
            done += len(telling)
            await asyncio.sleep(monotonic() - began if telling else 0)
        await self._rows.drop_others(user_id, embedder.name)
        return done

    async def _seen(self, embedder: Embedder, question: str) -> tuple[Vectors, float]:
        from agents.notes.embedding import Origins  # noqa: PLC0415 - as above

        self._origins = self._origins or Origins(probes)
        return await self._origins.seen(embedder, question)

    def _nearest(self, user_id: int, model: str) -> NearestVectors:
        from agents.notes.vectors import NearestVectors  # noqa: PLC0415 - as above

        key = (user_id, model)
        if key not in self._vectors:
            self._vectors[key] = NearestVectors(self._rows, user_id, model, self._folder, kind="diary")
        return self._vectors[key]


def _text(entry: Entry) -> str:
    return "\n".join((entry.text, *entry.notes))


class DiaryFollower:
    """Embeds entries some time after they were written: `touch` after a commit, `stop` at the end."""

    def __init__(self, meaning: DiaryMeaning, rows: EntryVectors, quiet: float = _QUIET) -> None:
        self._meaning = meaning
        self._rows = rows
        self._quiet = quiet
        self._seen = 0
        self._touched = 0.0
        self._is_behind = False
        self._task: asyncio.Task[None] | None = None

    def touch(self) -> None:
        """Something changed. Cheap: what changed is read from the rows."""
        self._is_behind, self._touched = True, monotonic()
        if self._task is None:
            self._task = asyncio.create_task(self._work(), name="diary by meaning")

    async def flush(self) -> None:
        """Embed what is new now. What can't be is tried again with the next entry."""
        last, users = await self._rows.changed(self._seen)
        try:
            for user_id in users:
                await self._meaning.catch_up(user_id)
        except (NotesError, StorageError) as error:
            logger.warning("entries can't be embedded now: %s", error)
            return
        self._seen = last

    async def stop(self) -> None:
        """Leave the rest to the next start."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    async def _work(self) -> None:
        try:
            while self._is_behind:
                until = monotonic() + _LONGEST
                while (wait := min(self._touched + self._quiet, until) - monotonic()) > 0:  # noqa: ASYNC110
                    await asyncio.sleep(wait)  # it is pushed back by whatever is written meanwhile
                self._is_behind = False
                await self.flush()
        finally:
            self._task = None
