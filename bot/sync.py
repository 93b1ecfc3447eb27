"""Copies of diaries elsewhere, put together. Imported only where some are configured, or were."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import shutil
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

from ulid import ULID

from bot.core import Core
from bot.settings import Settings
from bot.texts import wording
from storage.entities import Effects, Outgoing
from storage.sync.delivery import Delivery, Told, Worker
from storage.sync.folder import Folder
from storage.sync.rows import SyncRows, Target, Wanted
from storage.sync.settings import FOLDER, SyncFolder, SyncGit
from storage.sync.target import Place
from storage.vault import Vault

logger = logging.getLogger(__name__)
_SHOWN = 5
Owners = Callable[[], Sequence[int]]
ReadBack = Callable[[int, Mapping[str, bytes]], Awaitable[Sequence[str]]]
"""Reads Markdown files that somebody changed in a repository; those that are let be."""


@dataclass(frozen=True, slots=True)
class Syncing:
    """What `settings.sync` names, and its rows. Of the owners the first has the targets that name nobody."""

    settings: Settings
    core: Core
    owners: Owners
    read_back: ReadBack | None = None

    @property
    def rows(self) -> SyncRows:
        """Its tables."""
        return SyncRows(self.core.db.database)

    def wanted(self) -> list[Wanted]:
        """Targets whose person is known by now."""
        owner = next(iter(self.owners()), None)
        given = ((one, owner if one.user is None else one.user) for one in self.settings.sync.targets)
        return [Wanted(one.called, user, one.place) for one, user in given if user is not None]

    def delivery(self) -> Delivery:
        """What brings the targets up to date."""
        db, zone = self.core.db, self.settings.profile.time_zone
        places = {one.called: place_of(one, self.settings.data) for one in self.settings.sync.targets}
        return Delivery(
            self.rows, Vault(db.vault, zone), places, self.core.services.clock, self._take, self._tell
        )

    async def begin(self, stack: AsyncExitStack) -> None:
        """Follow changes until the stack is closed; nothing stays of what is not configured any more."""
        kept = self.settings.data / FOLDER
        if not self.settings.sync.targets:
            await self.rows.switch_off()
            await asyncio.to_thread(shutil.rmtree, kept, ignore_errors=True)
            return
        kept.mkdir(mode=0o700, exist_ok=True)
        section = self.settings.sync
        pulls = {one.called: one.pull_minutes * 60.0 for one in section.git}
        worker = Worker(self.delivery(), self.wanted, new_name, section.wait_seconds, pulls)
        if len(self.wanted()) < len(section.targets):
            logger.warning("nobody owns the bot yet, so what names no user is not copied: see sync.md")
        await worker.start()
        stack.push_async_callback(worker.stop)

    async def _take(self, user_id: int, files: Mapping[str, bytes | None]) -> Sequence[str]:
        known = {path: content for path, content in files.items() if content is not None}
        if self.read_back is None:
            return sorted(files)
        return sorted({*(files.keys() - known.keys()), *await self.read_back(user_id, known)})

    async def _tell(self, target: Target, kind: Told, about: Sequence[str]) -> None:
        """In the private chat, once."""
        profile = await self.core.services.profile(target.user_id)
        named = ", ".join(about[:_SHOWN]) + (" …" if len(about) > _SHOWN else "")
        say = wording(profile.language)
        html = say(f"sync.{kind}", name=target.name, about=named)
        sign = hashlib.sha256(f"{target.seq} {' '.join(about)}".encode()).hexdigest()[:16]
        user_id = target.user_id
        told = Outgoing(key=f"sync:{target.name}:{sign}", chat_id=user_id, user_id=user_id, html=html)
        await self.core.db.turns.apply(Effects(outgoing=[told]))


def new_name() -> str:
    """What a database is called in its targets."""
    return str(ULID())


def place_of(given: SyncFolder | SyncGit, data_dir: Path) -> Place:
    """Nothing of it is opened yet."""
    if isinstance(given, SyncFolder):
        return Folder(Path(given.path))
    from storage.sync.repository import Repository  # noqa: PLC0415 - needs dulwich

    return Repository(given.url, given.branch, mirror(data_dir, given.called), given.username, given.token)


def mirror(data_dir: Path, name: str) -> Path:
    """The copy of a repository that is kept here."""
    return data_dir / FOLDER / f"{name}.git"
