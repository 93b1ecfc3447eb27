"""From changed rows to the files of a target, as they are now, and one line that says what changed."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date

from storage.sync.rows import Change, SyncRows
from storage.sync.tables import DAYS, MEMORY, PERSON, RECORDS
from storage.vault import Vault

_TABLES = {one.table for one in RECORDS}
_SAFE = re.compile(r"[\w-]{1,80}")
_NAMED = 3
"""Days that a title names."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """Files by path; None: it is gone."""

    files: dict[str, bytes | None] = field(default_factory=dict[str, "bytes | None"])
    title: str = ""


class Rendering:
    """The files of one person."""

    def __init__(self, rows: SyncRows, vault: Vault, user_id: int) -> None:
        self._rows = rows
        self._vault = vault
        self._user_id = user_id

    async def zone(self) -> str:
        """In which the files tell the time: another one changes all of them."""
        return await self._vault.zone(self._user_id)

    async def changed(self, changes: Sequence[Change]) -> Rendered:
        """What these changes are about."""
        days = sorted({day for one in changes if one.table == DAYS for day in _days(one.key)}, reverse=True)
        files = _bytes(await self._vault.days(self._user_id, days))
        parts = [_listed(days)] if days else []
        if any(one.table in (MEMORY, PERSON) for one in changes):
            files |= _bytes(await self._vault.memory(self._user_id))
            parts.append("memory")
        records = sorted({(one.table, one.key) for one in changes if one.table in _TABLES})
        for table, key in records:
            row = await self._rows.record(self._user_id, table, key)
            files[_path(table, key)] = None if row is None else _readable(row)
        parts += _counted(table for table, _ in records)
        return Rendered(files, "; ".join(parts))

    async def whole(self) -> Rendered:
        """All there is."""
        days = await self._vault.days(self._user_id)
        files = {**_bytes(days), **_bytes(await self._vault.memory(self._user_id))}
        tables: list[str] = []
        for one in RECORDS:
            for key, row in (await self._rows.records(self._user_id, one.table)).items():
                files[_path(one.table, key)] = _readable(row)
                tables.append(one.table)
        there = {path: content for path, content in files.items() if content is not None}
        if not there:
            return Rendered({}, "Nothing is kept here any more")
        told = "; ".join([f"{len(days) // 2} days", *_counted(tables)])
        return Rendered(dict(there), f"Everything: {told}")


def _days(key: str) -> list[date]:
    return [date.fromisoformat(day) for day in key.split()]


def _listed(days: Sequence[date]) -> str:
    more = f" and {len(days) - _NAMED} more days" if len(days) > _NAMED else ""
    return f"Log of {', '.join(day.isoformat() for day in days[:_NAMED])}{more}"


def _counted(tables: Iterable[str]) -> list[str]:
    return [f"{table.replace('_', ' ')} ({count})" for table, count in Counter(tables).items()]


def _bytes(texts: dict[str, str | None]) -> dict[str, bytes | None]:
    return {path: None if text is None else text.encode() for path, text in texts.items()}


def _path(table: str, key: str) -> str:
    """A name made of what somebody typed would be theirs to choose."""
    name = key if _SAFE.fullmatch(key) else hashlib.sha256(key.encode()).hexdigest()[:32]
    return f"records/{table}/{name}.json"


def _readable(row: str) -> bytes:
    """JSON inside of JSON unfolded."""
    fields = {name: _unfolded(value) for name, value in json.loads(row).items()}
    return (json.dumps(fields, ensure_ascii=False, indent=2, sort_keys=True) + "\n").encode()


def _unfolded(value: object) -> object:
    if not isinstance(value, str) or not value.startswith(("{", "[")):
        return value
    try:
        return json.loads(value)
    except ValueError:
        return value
