"""What was being worked on when the process died, and how often: a small file that outlives SIGKILL.

Before an update is worked on its id is written into a slot of the file, and taken out afterwards: two writes
into the system's cache, which a kill does not empty. Who still stands there at the next start was at work
when the process died. After two deaths an update is worked on alone, so that the third names the guilty one
and not those that stood beside it; after three it is not begun again (`bot.entrance.quarantine`).
"""

from __future__ import annotations

import contextlib
import os
import struct
import time
from collections.abc import Collection, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from bot.errors import MachineError
from storage.errors import of_system
from units import DAY_S

MOST_DEATHS = 3
_NAME = ".attempts"
_SLOTS = 4096
_SLOT = struct.Struct("<qBBd")
"""Update id, how many deaths, what is happening, since when."""
_MOST_COUNTED = 255
_AT_WORK, _SET_ASIDE = 1, 2
_ALONE_FROM = 2
_KEPT_SECONDS = 14 * DAY_S


class Record(NamedTuple):
    """A slot. `since`: seconds since the epoch."""

    update_id: int
    deaths: int
    state: int
    since: float

    @property
    def is_aside(self) -> bool:
        """Whether it was set aside."""
        return bool(self.state & _SET_ASIDE)


class Attempts:
    """The file of one data directory. Without `open` nothing is written."""

    def __init__(self, data_dir: Path = Path()) -> None:
        self._path = data_dir / _NAME
        self._descriptor: int | None = None
        self._records: dict[int, Record] = {}
        self._slots: dict[int, int] = {}
        self._free: list[int] = []
        self._depth: dict[int, int] = {}
        """How many pieces of work belong to an update: the halves of a message run side by side."""

    def open(self) -> None:
        """Count a death for each update that was at work when the last process ended. Raises MachineError."""
        try:
            self._descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
            os.truncate(self._descriptor, _SLOTS * _SLOT.size)
            found = dict(_records(self._path))
        except OSError as error:
            raise MachineError(str(of_system(self._path, error))) from error
        self._free = [slot for slot in range(_SLOTS - 1, -1, -1) if slot not in found]
        for slot, record in found.items():
            self._slots[record.update_id] = slot
            deaths = min(record.deaths + (record.state & _AT_WORK), _MOST_COUNTED)
            self._put(record._replace(deaths=deaths, state=record.state & ~_AT_WORK))

    def close(self) -> None:
        """Nothing is at work any more."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    @contextmanager
    def at_work(self, update_id: int | None) -> Generator[None]:
        """Around the work on an update, whatever becomes of it; None: it is no update's."""
        if update_id is None or self._descriptor is None:
            yield
            return
        self._depth[update_id] = self._depth.get(update_id, 0) + 1
        if self._depth[update_id] == 1:
            known = self._records.get(update_id) or Record(update_id, 0, 0, 0.0)
            self._put(known._replace(state=known.state | _AT_WORK, since=time.time()))
        try:
            yield
        except BaseException:
            self._leave(update_id, is_done=False)
            raise
        else:
            self._leave(update_id, is_done=True)

    @property
    def suspects(self) -> frozenset[int]:
        """Updates that are to be worked on alone."""
        return frozenset(known.update_id for known in self._records.values() if known.deaths >= _ALONE_FROM)

    def is_aside(self, update_id: int) -> bool:
        """Whether it is not to be worked on any more."""
        known = self._records.get(update_id)
        return known is not None and known.is_aside

    def __len__(self) -> int:
        """How many are at work, were when a process died, or are set aside."""
        return len(self._records)

    @property
    def deadly(self) -> list[int]:
        """Updates that are not to be begun again and were not set aside yet."""
        return [
            known.update_id
            for known in self._records.values()
            if known.deaths >= MOST_DEATHS and not known.is_aside
        ]

    def set_aside(self, update_id: int) -> None:
        """Its sender was told."""
        self._put(Record(update_id, MOST_DEATHS, _SET_ASIDE, time.time()))

    def keep_only(self, unfinished: Collection[int]) -> None:
        """Forget updates that are done by now, and those that were set aside long ago."""
        over = time.time() - _KEPT_SECONDS
        for known in list(self._records.values()):
            if known.since < over if known.is_aside else known.update_id not in unfinished:
                self._drop(known.update_id)

    def _leave(self, update_id: int, *, is_done: bool) -> None:
        self._depth[update_id] -= 1
        if self._depth[update_id]:
            return
        del self._depth[update_id]
        known = self._records.get(update_id)
        if known is not None and (is_done or not known.deaths):
            self._drop(update_id)
        elif known is not None:
            self._put(known._replace(state=known.state & ~_AT_WORK))

    def _put(self, record: Record) -> None:
        self._records[record.update_id] = record
        slot = self._slots.get(record.update_id)
        if slot is None:
            if not self._free:  # more is at work than ever was: these go uncounted
                return
            slot = self._slots[record.update_id] = self._free.pop()
        self._write(slot, record)

    def _drop(self, update_id: int) -> None:
        del self._records[update_id]
        slot = self._slots.pop(update_id, None)
        if slot is not None:
            self._free.append(slot)
            self._write(slot, Record(0, 0, 0, 0.0))

    def _write(self, slot: int, record: Record) -> None:
        if self._descriptor is not None:
            with contextlib.suppress(OSError):  # a disk that refuses is told of elsewhere
                os.pwrite(self._descriptor, _SLOT.pack(*record), slot * _SLOT.size)


def set_aside(data_dir: Path) -> list[Record]:
    """Updates that were set aside, for `swealog doctor`; oldest first."""
    try:
        found = [record for _, record in _records(data_dir / _NAME) if record.is_aside]
    except OSError:
        return []
    return sorted(found, key=lambda record: record.since)


def _records(path: Path) -> Iterator[tuple[int, Record]]:
    content = path.read_bytes()
    whole = len(content) - len(content) % _SLOT.size
    used = content[:whole].rstrip(b"\0")  # almost always nothing: nobody was at work
    last = -(-len(used) // _SLOT.size) * _SLOT.size
    for slot, values in enumerate(_SLOT.iter_unpack(content[:last])):
        record = Record(*values)
        if record.state or record.deaths:
            yield slot, record
