"""The Markdown vault: a projection of the database that people can open in Obsidian.

`vault/<user>/logs/raw/YYYY/MM/YYYY-MM-DD.md`, the same below `logs/parsed` as JSON, and `global-context.md`.
File names come from ids and dates only; what users write is only ever content.

A file that a person has changed is not written over: `storage.vault_disk` finds it, what was changed is
followed, and then it is `put`.

The files are written after the commit and may be behind: `vault_projected` holds how far they are, so what a
crash interrupted is written at the next start, and the transaction of a log need not write a word about it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import time
from collections.abc import AsyncGenerator, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from storage.chosen import chosen, with_chosen
from storage.errors import StorageError
from storage.plain_files import begun, leads_away, read_plain
from storage.vault_disk import LONGEST, MEMORY, Disk, Found
from storage.vault_files import Block, DayLog, blocks_of, front_of, parsed_json, raw_markdown
from storage.vault_marks import is_ours, mark_of, marked, unmarked
from storage.vault_paths import PARSED, RAW, day_path
from storage.vault_reading import Sheet, sheet_of
from storage.vault_rows import Behind, VaultRows

logger = logging.getLogger(__name__)

FOLDER = "vault"
ARCHIVE = "global-context-archive.md"
DELAY = 1.0
"""Seconds a change waits for others of the same day."""
_DAYS_AT_ONCE = 10
_LONGEST_OURS = 64_000_000
_CHOSEN = "; "
_SHARE, _LONGEST_PAUSE = 20, 60.0
"""A day full of entries takes long to write: a twentieth of the time at most, once a minute at least."""


@dataclass(slots=True)
class _Files:
    """What is to be written below a user's folder, by relative path; None is to be removed."""

    texts: dict[str, str | None] = field(default_factory=dict[str, "str | None"])

    def add_day(self, log: DayLog, zone: ZoneInfo) -> None:
        name = day_path(log.day)
        has_entries = bool(log.entries)
        self.texts[f"{RAW}/{name}.md"] = raw_markdown(log, zone) if has_entries else None
        self.texts[f"{PARSED}/{name}.json"] = parsed_json(log) if has_entries else None


@dataclass(frozen=True, slots=True)
class Written:
    """What a changed file was, when it was ours."""

    base: Sheet
    now: Sequence[Block]
    """What it would be by now."""
    sure: bool
    """Whether it is known; else `base` is what it would be by now."""
    is_ours: bool
    """Nothing was changed after all."""


class Vault:
    """Writes the files of one data directory. `default_zone` is for users who have not chosen theirs."""

    def __init__(
        self, rows: VaultRows, default_zone: str = "UTC", *, follows: bool = True, longest: int = LONGEST
    ) -> None:
        """Not `follows`: nobody reads what people change in the files, and it is written over."""
        self._rows = rows
        self._default_zone = default_zone
        self._holds = follows
        self.folder = rows.database.data_dir / FOLDER
        self.disk = Disk(self.folder, longest)

    async def catch_up(self) -> int:
        """Write whatever changed since the files were last written; how many days and memories that were."""
        written = await self._follow_zones()
        while True:
            behind = await self._rows.vault_behind()
            if not (behind.days or behind.memories):
                return written
            zones = await self._new_zones(behind)
            await self._write(behind)
            await self._rows.vault_written(behind.mark, zones)
            written += len(behind.days) + len(behind.memories)

    async def rebuild(self) -> int:
        """Write everything anew; stale files are removed. How many files there are now."""
        newest = await self._rows.vault_newest()
        known = await self._rows.vault_users()
        count = 0
        for user in known:
            count += await self._rebuild_user(user)
        await asyncio.to_thread(_remove_others, self.folder, {str(user) for user in known})
        await self._rows.vault_written(newest, {})
        return count

    async def _follow_zones(self) -> int:
        """Write all files of users who have moved to another zone anew, the memory of who chose something."""
        written = 0
        for user_id, before in (await self._rows.vault_zones()).items():
            now = await self._written_for(user_id)
            if now.partition(_CHOSEN)[0] != before.partition(_CHOSEN)[0]:
                written += await self._rebuild_user(user_id)
            elif now != before:
                files = await self._memory(user_id)
                await asyncio.to_thread(_write_files, self.folder / str(user_id), files, self._holds)
                await self._rows.vault_written(None, {user_id: now})
                written += 1
        return written

    async def _written_for(self, user_id: int) -> str:
        """The zone that the files are in and what the memory says was chosen."""
        preferences = await self._rows.vault_preferences(user_id)
        told = [f"{title} {value}" for title, value in chosen(preferences).items()]
        return _CHOSEN.join([(await self._zone(user_id)).key, *told])

    async def markdown(self, user_id: int) -> dict[str, str]:
        """A user's Markdown files by their path below the user's folder, as `rebuild` would write them."""
        files = {**await self.memory(user_id), **await self.days(user_id)}
        return {path: text for path, text in files.items() if text is not None and path.endswith(".md")}

    async def memory(self, user_id: int) -> dict[str, str | None]:
        """The files of what is known about a user by their path; None: there is none."""
        return (await self._memory(user_id)).texts

    async def days(self, user_id: int, only: Iterable[date] | None = None) -> dict[str, str | None]:
        """The files of all days, or of some; None: nothing is left of it."""
        texts: dict[str, str | None] = {}
        async for files in self._by_days(user_id, only):
            texts |= files.texts
        return texts

    async def _by_days(self, user_id: int, only: Iterable[date] | None = None) -> AsyncGenerator[_Files]:
        """The same, some days at a time."""
        zone = await self._zone(user_id)
        days = list(await self._rows.vault_days(user_id) if only is None else only)
        for start in range(0, len(days), _DAYS_AT_ONCE):
            files = _Files()
            for log in await self._rows.vault_logs(user_id, days[start : start + _DAYS_AT_ONCE]):
                files.add_day(log, zone)
            yield files

    async def zone(self, user_id: int) -> str:
        """In which a user's files tell the time."""
        return (await self._zone(user_id)).key

    async def written(self, user_id: int, day: date, text: str) -> Written:
        """What a person has changed into this text, and what holds now."""
        states = await self._rows.vault_states(user_id, day)
        before = (await self._rows.vault_zones()).get(user_id, "").partition(_CHOSEN)[0]
        zones = [ZoneInfo(before)] if before else []
        now = await self._zone(user_id)
        found = next(
            (
                (state, zone)
                for state in states
                for zone in dict.fromkeys((*zones, now))
                if _is_of(text, raw_markdown(state, zone))
            ),
            None,
        )
        state, zone = found or (states[0], now)
        base = sheet_of(front_of(state), blocks_of(state, zone))
        is_known = found is not None or not any(one.entries for one in states)  # or a day that never was
        whole = unmarked(raw_markdown(state, zone)) == text  # as an earlier release wrote it
        return Written(base, blocks_of(states[0], zone), sure=is_known, is_ours=whole)

    async def put(self, found: Found) -> None:
        """Write over a changed file that was dealt with, unless it was changed again since."""
        files = _Files()
        if found.day is None:
            files = await self._memory(found.user_id)
        else:
            zone = await self._zone(found.user_id)
            [log] = await self._rows.vault_logs(found.user_id, [found.day])
            files.add_day(log, zone)
        await asyncio.to_thread(self._put, found, files)

    def _put(self, found: Found, files: _Files) -> None:
        now = self.disk.found(found.path)
        if now is None or (now.digest == found.digest and now.trouble != "link"):
            _write_files(self.folder / str(found.user_id), files, holds=False)

    async def _rebuild_user(self, user_id: int) -> int:
        root = self.folder / str(user_id)
        written_for = await self._written_for(user_id)  # before what is written, which may be newer then
        files = await self._memory(user_id)
        current = await asyncio.to_thread(_write_files, root, files, self._holds)
        async for files in self._by_days(user_id):
            current |= await asyncio.to_thread(_write_files, root, files, self._holds)
        await asyncio.to_thread(_remove_stale, root, current)
        await self._rows.vault_written(None, {user_id: written_for})
        return len(current)

    async def _new_zones(self, behind: Behind) -> dict[int, str]:
        """What the first files of people are written for; of all others `_follow_zones` alone says it.

        Read before the files are written: what is chosen meanwhile is followed afterwards.
        """
        users = {*(user_id for user_id, _ in behind.days), *behind.memories}
        known = await self._rows.vault_zones()
        return {user_id: await self._written_for(user_id) for user_id in sorted(users - known.keys())}

    async def _write(self, behind: Behind) -> None:
        days: dict[int, list[date]] = {}
        for user_id, day in sorted(behind.days):
            days.setdefault(user_id, []).append(day)
        for user_id in sorted({*days, *behind.memories}):
            files = await self._memory(user_id) if user_id in behind.memories else _Files()
            await asyncio.to_thread(_write_files, self.folder / str(user_id), files, self._holds)
            async for files in self._by_days(user_id, days.get(user_id, [])):
                await asyncio.to_thread(_write_files, self.folder / str(user_id), files, self._holds)

    async def _memory(self, user_id: int) -> _Files:
        version = await self._rows.vault_memory(user_id)
        content, archive = (version.content, version.archive) if version else ("", "")
        content = with_chosen(content, await self._rows.vault_preferences(user_id)) if content else ""
        return _Files({MEMORY: marked(content) or None, ARCHIVE: archive or None})

    async def _zone(self, user_id: int) -> ZoneInfo:
        """Never fails: one bad preference must not keep everybody's files from being written."""
        preferences = await self._rows.vault_preferences(user_id)
        try:
            return ZoneInfo(preferences.time_zone or self._default_zone)
        except (ZoneInfoNotFoundError, ValueError):
            return ZoneInfo("UTC")


class VaultWriter:
    """Keeps the files up to date while the program runs: `touch` after a commit, `flush` at start and end."""

    def __init__(self, vault: Vault, delay: float = DELAY) -> None:
        self._vault = vault
        self._delay = delay
        self._pause = delay
        self._task: asyncio.Task[None] | None = None
        self._hurry = asyncio.Event()
        self._is_behind = False
        self._is_refused = False

    def touch(self) -> None:
        """Something changed. Cheap: what changed is read from the rows when it is written."""
        self._is_behind = True
        if self._task is None:
            self._task = asyncio.create_task(self._work(), name="vault")

    async def flush(self) -> None:
        """Write what changed now; at the start, what an earlier run left behind; before the end, the rest."""
        self._hurry.set()
        self.touch()
        while self._task is not None:
            await asyncio.shield(self._task)
        self._hurry.clear()

    async def _work(self) -> None:
        try:
            while self._is_behind:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(self._pause):
                        await self._hurry.wait()
                self._is_behind = False
                began = time.perf_counter()
                if await self._catch_up():
                    took = time.perf_counter() - began
                    self._pause = max(self._delay, min(_SHARE * took, _LONGEST_PAUSE))
                elif self._hurry.is_set():
                    break  # the next start catches up
                else:
                    self._is_behind = True
                    self._pause = min(2 * self._pause, _LONGEST_PAUSE)
        finally:
            self._task = None

    async def _catch_up(self) -> bool:
        """Whether everything is written. The entries themselves are safe; the files follow when they can."""
        try:
            await self._vault.catch_up()
        except (OSError, StorageError) as error:
            if not self._is_refused:
                logger.warning("the vault can't be written, which is tried again until it can: %s", error)
            self._is_refused = True
            return False
        if self._is_refused:
            logger.warning("the vault can be written again")
            self._is_refused = False
        return True


def _is_of(text: str, ours: str) -> bool:
    """Whether it was made of that; files of an earlier release have no mark."""
    mark = mark_of(text)
    return mark_of(ours) == mark if mark else unmarked(ours) == text


def _write_files(root: Path, files: _Files, holds: bool = True) -> set[Path]:
    """Those that exist afterwards."""
    _make_folder(root.parent)
    current: set[Path] = set()
    barred: set[Path] = set()
    for relative, text in files.texts.items():
        path = root / relative
        if leads_away(path.parent, root.parent):
            barred.add(path.parent)
        elif holds and _is_held(path, text):
            current.add(path)
        elif text is None:
            path.unlink(missing_ok=True)
        else:
            _replace(path, text.encode())
            current.add(path)
    for folder in sorted(barred):
        logger.warning("nothing is written to %s, for a link leads there", folder)
    return current


def _is_held(path: Path, text: str | None) -> bool:
    """Whether a person has changed what stands there: it is read first."""
    if path.suffix != ".md" or path.name == ARCHIVE or (text is not None and not mark_of(text)):
        return False
    return path.is_symlink() or (path.exists() and not _was_ours(path))


def _was_ours(path: Path) -> bool:
    try:
        content = read_plain(path, _LONGEST_OURS)
        return content is not None and len(content) <= _LONGEST_OURS and is_ours(content.decode())
    except (UnicodeDecodeError, IsADirectoryError):
        return False


def _make_folder(path: Path) -> None:
    """For its owner alone, and so all above it: `parents=True` would leave those as the system has it."""
    missing: list[Path] = []
    while not path.is_dir() and path != path.parent:
        missing.append(path)
        path = path.parent
    for folder in reversed(missing):
        folder.mkdir(mode=0o700, exist_ok=True)


def _replace(path: Path, content: bytes) -> None:
    """Whoever reads the file sees the old or the new one, never half of it."""
    _make_folder(path.parent)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with begun(draft) as file:
            file.write(content)
        draft.replace(path)
    except OSError:
        draft.unlink(missing_ok=True)
        raise


def _remove_stale(root: Path, current: Iterable[Path]) -> None:
    """What a rebuild did not write; folders of the user's own (Obsidian keeps its settings in one) stay."""
    kept = set(current)
    for folder in (one for one in (root / RAW, root / PARSED) if not leads_away(one, root.parent)):
        for path in sorted(folder.rglob("*"), reverse=True):
            if path.is_symlink():
                continue
            if not path.is_dir():
                if path not in kept and _may_go(path, folder):
                    path.unlink()
            elif not any(path.iterdir()):
                path.rmdir()


def _may_go(path: Path, folder: Path) -> bool:
    """What we wrote, whole or begun; what a person put there stays."""
    return folder.name == "parsed" or path.name.startswith(".") or (path.suffix == ".md" and _was_ours(path))


def _remove_others(folder: Path, known: set[str]) -> None:
    """Logs of users the database does not know."""
    for root in folder.iterdir() if folder.exists() else ():
        if root.is_dir() and root.name not in known:
            _remove_stale(root, ())
