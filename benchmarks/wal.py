"""Counts SQLite's commits from outside, in the write-ahead log (https://sqlite.org/fileformat2.html#walformat).

A frame whose header says how large the database is afterwards is the last one of a transaction.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path

_HEADER = struct.Struct(">8I")
_FRAME = struct.Struct(">6I")


@dataclass(frozen=True)
class _Seen:
    salt: tuple[int, int] | None
    commits: int


class Commits:
    """Transactions committed since it was made or last asked."""

    def __init__(self, database: Path) -> None:
        self._wal = database.with_name(f"{database.name}-wal")
        self._last = self._read()

    def since(self) -> int | None:
        """How many; None when the log was begun anew meanwhile, and nobody can know."""
        before, self._last = self._last, self._read()
        if before.salt is None or before.salt == self._last.salt:
            return self._last.commits - before.commits
        return None

    def _read(self) -> _Seen:
        if not self._wal.exists():
            return _Seen(None, 0)
        with self._wal.open("rb") as file:
            head = file.read(_HEADER.size)
            if len(head) < _HEADER.size:
                return _Seen(None, 0)
            _, _, page_size, _, salt1, salt2, _, _ = _HEADER.unpack(head)
            commits = 0
            while len(frame := file.read(_FRAME.size)) == _FRAME.size:
                _, size_after, frame_salt1, frame_salt2, _, _ = _FRAME.unpack(frame)
                if (frame_salt1, frame_salt2) != (salt1, salt2):
                    break
                commits += size_after != 0
                file.seek(page_size, 1)
        return _Seen((salt1, salt2), commits)
