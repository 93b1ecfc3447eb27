"""Files of the vault as others left them: which changed, what they say, and copies kept beside.

No link is followed, nothing but a plain file of at most so many bytes is read, and only where we write:
`USER/logs/raw/YYYY/MM/YYYY-MM-DD.md` and `USER/global-context.md`.
"""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import Literal

from storage.plain_files import begun, leads_away, read_plain
from storage.vault_marks import is_ours
from storage.vault_paths import RAW

MEMORY = "global-context.md"
KEPT = "kept"
"""The folder for what could not be followed, in the person's folder."""
LONGEST = 1_000_000
_LOOKED = ".looked"
_SLACK_NS = 2_000_000_000
"""File systems tell the time coarsely."""
_PATH = re.compile(
    rf"(?P<user>[1-9]\d{{0,15}})/(?:{MEMORY.replace('.', '[.]')}"
    rf"|{RAW}/(?P<year>\d{{4}})/(?P<month>\d\d)/(?P<day>(?P=year)-(?P=month)-\d\d)[.]md)",
    re.ASCII,
)

Trouble = Literal["", "link", "large", "unreadable"]


@dataclass(frozen=True, slots=True)
class Found:
    """A file that says something else than we wrote. `day` None: the memory."""

    path: str
    """Below the vault."""
    user_id: int
    day: date | None
    text: str = ""
    trouble: Trouble = ""
    digest: str = "a link"
    """Of its bytes, or of what is known of them."""

    @property
    def differs(self) -> bool:
        """Whether anything of it is not ours."""
        return bool(self.trouble) or not is_ours(self.text)


class Disk:
    """A vault's folder; of symbolic links nothing is read."""

    def __init__(self, folder: Path, longest: int = LONGEST) -> None:
        self.folder = folder
        self._longest = longest

    def changed(self) -> Iterator[str]:
        """Paths of files that may have changed since the last `looked`; a start reads few of them."""
        since = self._since()
        for path in self._paths():
            with suppress(OSError):
                if (self.folder / path).lstat().st_ctime_ns >= since:
                    yield path

    def begin(self) -> None:
        """A look begins: what is written from now on belongs to the next one."""
        if self.folder.is_dir():
            new = self.folder / f"{_LOOKED}.new"
            new.unlink(missing_ok=True)
            new.touch(mode=0o600)

    def looked(self) -> None:
        """All that `changed` gave was dealt with."""
        with suppress(FileNotFoundError):
            (self.folder / f"{_LOOKED}.new").replace(self.folder / _LOOKED)

    def found(self, path: str) -> Found | None:
        """What stands there; None: what we wrote, nothing, or no path of ours."""
        found = _at(path)
        try:
            if found is None:
                return None
            is_linked = leads_away(self.folder / path, self.folder)
            found = replace(found, trouble="link") if is_linked else self._of(found)
        except FileNotFoundError:
            return None
        return found if found.differs else None

    def given(self, path: str, content: bytes) -> Found | None:
        """A file that came from elsewhere; None: no path of ours."""
        found = _at(path)
        return None if found is None else self._told(found, content)

    def _of(self, found: Found) -> Found:
        content = self._read(found.path)
        if isinstance(content, str):
            size = (self.folder / found.path).lstat().st_size
            return replace(found, trouble="large", digest=f"{content}{size}")
        return self._told(found, content)

    def _told(self, found: Found, content: bytes) -> Found:
        found = replace(found, digest=sha256(content).hexdigest()[:16])
        if len(content) > self._longest:
            return replace(found, trouble="large")
        try:
            return replace(found, text=content.decode())
        except UnicodeDecodeError:
            return replace(found, trouble="unreadable")

    def keep(self, found: Found) -> str:
        """A copy of it beside; its path below the person's folder. What is too large is moved there.

        Raises OSError, where the folder for it is a link, too.
        """
        source = self.folder / found.path
        name = f"{KEPT}/{source.stem}.{found.digest[:8]}.md"
        target = self.folder / str(found.user_id) / name
        if leads_away(target.parent, self.folder):
            raise OSError(errno.ELOOP, f"{target.parent} is a link")
        target.parent.mkdir(mode=0o700, exist_ok=True)
        if found.trouble == "large":
            source.replace(target)
        elif not target.exists():
            draft = target.with_suffix(".part")
            with begun(draft) as file:
                file.write(read_plain(source, self._longest) or b"")
            draft.replace(target)
        return name

    def _read(self, path: str) -> bytes | str:
        """The bytes, or why not: what it is."""
        content = read_plain(self.folder / path, self._longest)
        if content is None:
            return "no file"
        return "large" if len(content) > self._longest else content

    def _since(self) -> int:
        with suppress(OSError):
            return (self.folder / _LOOKED).stat().st_mtime_ns - _SLACK_NS
        return 0

    def _paths(self) -> Iterator[str]:
        for user in _names(self.folder):
            if user.isdecimal():
                yield f"{user}/{MEMORY}"
                yield from self._days(user)

    def _days(self, user: str) -> Iterator[str]:
        """Folders that are links are told as they are, and not entered."""
        if (self.folder / user / "logs").is_symlink() or (self.folder / user / RAW).is_symlink():
            return
        for year in _names(self.folder / user / RAW):
            for month in _names(self.folder / user / RAW / year):
                where = f"{user}/{RAW}/{year}/{month}"
                yield from (f"{where}/{name}" for name in _names(self.folder / where) if name[-3:] == ".md")


def _at(path: str) -> Found | None:
    """Nothing of it is looked at yet."""
    where = _PATH.fullmatch(path)
    try:
        day = date.fromisoformat(where["day"]) if where and where["day"] else None
    except ValueError:
        return None
    return Found(path, int(where["user"]), day) if where else None


def _names(folder: Path) -> list[str]:
    """Sorted; nothing of a link or of what is no folder."""
    if folder.is_symlink():
        return []
    try:
        with os.scandir(folder) as entries:
            return sorted(entry.name for entry in entries)
    except OSError:
        return []
