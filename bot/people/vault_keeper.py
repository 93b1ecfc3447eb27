"""The vault and people: files follow the commits, entries follow what is changed in the files."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack

from agents.machine import Machine
from agents.work import Services
from bot.process.vault_watch import VaultSection, VaultWatch
from storage.vault import Vault, VaultWriter
from storage.vault_disk import Found


class VaultKeeper:
    """`writer` is told of commits; `watch` looks for changed files."""

    def __init__(self, services: Services, machine: Machine, section: VaultSection) -> None:
        self.vault = Vault(
            services.db.vault,
            services.defaults.time_zone,
            follows=section.follow_edits,
            longest=section.longest_bytes,
        )
        self.writer = VaultWriter(self.vault)
        self.watch = VaultWatch(self.vault.disk, section, self._follow)
        self._section = section
        self._services = services
        self._machine = machine

    def start(self, stack: AsyncExitStack) -> Callable[[], None]:
        """Write what is behind now, and at the end; what is returned is to be called after commits."""
        self.writer.touch()
        stack.push_async_callback(self.writer.flush)
        return self.writer.touch

    async def _follow(self, found: Found) -> None:
        from bot.people.edited_files import EditedFiles  # noqa: PLC0415 - only where somebody changed a file

        await EditedFiles(self._services, self._machine, self.vault).follow(found)

    async def read_back(self, user_id: int, files: Mapping[str, bytes]) -> Sequence[str]:
        """Follow files that came from elsewhere, by their path below the user's folder.

        Those that could not be followed, or not as a whole. Killed in between, it can be called again.
        """
        if not self._section.follow_edits:
            return sorted(files)
        from bot.people.edited_files import EditedFiles  # noqa: PLC0415 - as above

        edited = EditedFiles(self._services, self._machine, self.vault)
        unread: list[str] = []
        for path, content in sorted(files.items()):
            found = self.vault.disk.given(f"{user_id}/{path}", content)
            if found is None or (found.differs and not await edited.taken(found)):
                unread.append(path)
        return unread
