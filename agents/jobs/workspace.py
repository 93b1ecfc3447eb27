"""A job's folder, and the only ways to its files: confined to it, bounded in size and number.

`instructions.md, workspace.md, main_plan.md, todos.yaml, archive/, artifacts/`, below
`vault/USER/jobs/JOB`, where the person can read it. No path leads out: no `..`, no links, no devices.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
import stat
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from agents.jobs.todo import TODOS_FILE, Refusal
from storage.plain_files import leads_away

INSTRUCTIONS, MEMORY, PLAN = "instructions.md", "workspace.md", "main_plan.md"
ARCHIVE, ARTIFACTS = "archive", "artifacts"
INPUTS = f"{ARTIFACTS}/input-"
"""How the paths of files begin that the person gave."""
FIGURES = "figures.json"
"""What slots stand for."""
FOLDER = "jobs"
"""Below a person's folder of the vault."""
MOST_FILES = 200
LONGEST_FILE = 200_000
"""Bytes of a text file."""
LONGEST_WHOLE = 20_000_000
"""Bytes of all files."""
LONGEST_MEMORY = 8_000
"""Characters of workspace.md: it is part of every prompt."""
_SEGMENT = re.compile(r"[\w][\w .()+,-]{0,99}")
_DEEPEST = 4
_HITS = 50
_LINE = 300
_FENCED = re.compile(
    r"\s*```[ \t]*(?:markdown|md|yaml|yml|text)?[ \t]*\n(?:(?!\n```).)*\n```\s*", re.DOTALL | re.IGNORECASE
)


class WorkspaceGone(Exception):  # noqa: N818 - what happened
    """The folder of a job is not there any more."""


class DiskFull(Exception):  # noqa: N818 - what happened
    """Nothing can be written now."""


_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EFBIG})


_IN_VAULT = 2
"""The vault is above the folder of jobs and the person's."""


@dataclass(frozen=True, slots=True)
class FileInfo:
    """A file below the folder; `size` in bytes."""

    path: str
    size: int


@dataclass(frozen=True, slots=True)
class Workspace:
    """The folder of one job. Every method raises WorkspaceGone where it is not there, and Refusal."""

    root: Path
    _sizes: dict[str, int] = field(default_factory=dict[str, int], init=False, compare=False)
    """Of all files, by path, as counted before the first was written here."""

    @classmethod
    def of(cls, vault: Path, user_id: int, job_id: str) -> Workspace:
        """Where a job of a person's has its files; `job_id` is one of ours."""
        return cls(vault / str(user_id) / FOLDER / job_id)

    def make(self, instructions: str) -> None:
        """The folder with its instructions; what is there already stays. Raises DiskFull."""
        if self._is_linked():
            raise WorkspaceGone
        try:
            missing = [one for one in (self.root, *self.root.parents) if not one.is_dir()]
            for folder in (*reversed(missing), self.root / ARCHIVE, self.root / ARTIFACTS):
                folder.mkdir(mode=0o700, exist_ok=True)
        except OSError as error:
            raise _translated(error) from error
        if not (self.root / INSTRUCTIONS).exists():
            self.put(INSTRUCTIONS, instructions.encode())

    def remove(self) -> None:
        """All of it; nothing of what a link leads to."""
        if self._is_linked():
            return
        shutil.rmtree(self.root, ignore_errors=True)

    def text(self, path: str) -> str | None:
        """A whole text file; None: there is none."""
        target = self._inside(path)
        try:
            return self._read(target).decode("utf-8", errors="replace")
        except FileNotFoundError:
            return None

    def content(self, path: str) -> bytes | None:
        """A whole file of whatever kind; None: there is none."""
        try:
            return self._read(self._inside(path), LONGEST_WHOLE)
        except FileNotFoundError:
            return None

    def read(self, path: str, offset: int = 0, characters: int = 20_000) -> tuple[str, int]:
        """A part of a text file, and how long the whole is."""
        text = self.text(path)
        if text is None:
            raise Refusal(f"There is no file {path}.")
        return text[offset : offset + characters], len(text)

    def write(self, path: str, text: str) -> int:
        """A text file, whole or not at all; its bytes. Raises DiskFull.

        What a worker may not write (see `writable`) is the desk's business.
        """
        if _FENCED.fullmatch(text):
            raise Refusal("The whole file is inside a Markdown fence. Write its content itself, no fence.")
        content = text.encode("utf-8", errors="replace")
        if len(content) > LONGEST_FILE:
            raise Refusal(f"{len(content)} bytes are too many for a file: at most {LONGEST_FILE}.")
        if path == MEMORY and len(text) > LONGEST_MEMORY:
            raise Refusal(f"{MEMORY} has {len(text)} characters. Keep it below {LONGEST_MEMORY}.")
        self.put(path, content)
        return len(content)

    def put(self, path: str, content: bytes) -> None:
        """A file of whatever kind, by code: a picture too. Raises DiskFull."""
        target, path = self._inside(path), plain(path)
        known = self._sizes
        if not known:
            known.update((one.path, one.size) for one in _walked(self.root))
        if path not in known:
            twin = next((one for one in known if _folded(one) == _folded(path)), None)
            if twin is not None:
                raise Refusal(f"There is {twin} already, which some systems take for the same name.")
            if len(known) >= MOST_FILES:
                raise Refusal(f"There are {MOST_FILES} files already; no more.")
        if sum(known.values()) - known.get(path, 0) + len(content) > LONGEST_WHOLE:
            raise Refusal(f"The workspace may have {LONGEST_WHOLE} bytes in all; this does not fit.")
        draft = target.with_name(f".{target.name}.new")
        try:
            if not target.parent.is_dir():
                target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with os.fdopen(
                os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600), "wb"
            ) as file:
                file.write(content)
            draft.replace(target)
        except OSError as error:
            draft.unlink(missing_ok=True)
            raise _translated(error) from error
        known[path] = len(content)

    def take_out(self, path: str) -> None:
        """A file, if it is there."""
        self._inside(path).unlink(missing_ok=True)
        self._sizes.pop(plain(path), None)

    def files(self, folder: str = "") -> list[FileInfo]:
        """All files, or those below a folder, by path."""
        if not folder.strip("./"):
            return sorted(_walked(self._standing()), key=_by_path)
        start = self._inside(folder)
        return sorted(_walked(start, f"{start.relative_to(self.root).as_posix()}/"), key=_by_path)

    def search(self, words: str) -> list[tuple[str, int, str]]:
        """Lines that hold the words, whatever their case: path, line from 1, the line."""
        wanted, hits = words.casefold(), list[tuple[str, int, str]]()
        for one in self.files():
            text = (
                self.text(one.path) if one.path.endswith((".md", ".yaml", ".csv", ".txt", ".json")) else None
            )
            for number, line in enumerate((text or "").splitlines(), 1):
                if wanted in line.casefold():
                    hits.append((one.path, number, line.strip()[:_LINE]))
                    if len(hits) == _HITS:
                        return hits
        return hits

    def _is_linked(self) -> bool:
        """Whether a link stands for it, or for a folder of the vault that it is in."""
        return leads_away(self.root, self.root.parents[_IN_VAULT])

    def _standing(self) -> Path:
        if not self.root.is_dir() or self._is_linked():
            raise WorkspaceGone
        return self.root

    def _inside(self, path: str) -> Path:
        """Where a path leads. Raises Refusal for one that may lead out."""
        parts = plain(path).split("/")
        if len(parts) > _DEEPEST or not all(_SEGMENT.fullmatch(part) for part in parts):
            raise Refusal(f"{path[:120]!r} is no path of the workspace: plain names, relative, no '..'.")
        target = self._standing().joinpath(*parts)
        if leads_away(target, self.root):
            raise Refusal(f"{path!r} is a link; links are not followed.")
        return target

    def _read(self, target: Path, most: int = LONGEST_FILE) -> bytes:
        if target.is_dir():
            raise Refusal(f"{target.name} is a folder.")
        handle = os.open(target, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        with os.fdopen(handle, "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise Refusal(f"{target.name} is no file.")
            return file.read(most)


def _walked(folder: Path, below: str = "") -> Iterator[FileInfo]:
    """Regular files below a folder; links are not followed, drafts left out. Done for each file written."""
    folders = [(os.fspath(folder), below)]
    while folders:
        place, prefix = folders.pop()
        for one in _found_in(place):
            path = f"{prefix}{one.name}"
            if one.is_dir(follow_symlinks=False):
                folders.append((one.path, f"{path}/"))
            elif one.is_file(follow_symlinks=False):
                yield FileInfo(path, one.stat(follow_symlinks=False).st_size)


def _found_in(place: str) -> list[os.DirEntry[str]]:
    """Nothing where there is no folder, or none any more."""
    try:
        with os.scandir(place) as found:
            return [one for one in found if not one.name.startswith(".")]
    except (FileNotFoundError, NotADirectoryError):
        return []


def _folded(path: str) -> str:
    """As file systems compare names that make no difference of case or of how letters are put together."""
    return unicodedata.normalize("NFKC", path).casefold()


def _by_path(one: FileInfo) -> str:
    return one.path


def _translated(error: OSError) -> Exception:
    if error.errno in _FULL:
        return DiskFull(str(error))
    return WorkspaceGone(str(error)) if isinstance(error, FileNotFoundError) else Refusal(str(error.strerror))


PROTECTED = frozenset({INSTRUCTIONS, FIGURES})
"""Files that no worker writes by `write_file`."""
_OURS = frozenset({INSTRUCTIONS, MEMORY, PLAN, FIGURES, TODOS_FILE, ARCHIVE, ARTIFACTS})
_LOADS = re.compile(
    r"(?<=!)(?=\[[^\[\]]*\](?!\(charts/))|(?<=!)(?=\[\[)"
    r"|(?<=<)(?=\s*(?:img|picture|video|audio|source|i?frame|object|embed|script|link|svg|base|meta|form)\b)",
    re.IGNORECASE,
)
_NOTHING_SEEN = "\u200b"


def harmless(text: str) -> str:
    """A text that has whoever opens it fetch nothing from elsewhere, and run nothing: it looks the same.

    Pictures are those of charts alone. Names come from imports, words from the web.
    """
    return _LOADS.sub(_NOTHING_SEEN, text)


def plain(path: str) -> str:
    """A path as the workspace lists it, however it was written."""
    return path.strip().removeprefix("./").rstrip("/")


def writable(path: str, *, is_strategic: bool) -> None:
    """Raises Refusal for a file that a worker may not write in such a phase."""
    name = plain(path)
    first = name.partition("/")[0]
    if first not in _OURS and (meant := _folded(first)) in _OURS:
        raise Refusal(f"It is called {meant}.")
    if name == TODOS_FILE:
        raise Refusal("todos.yaml is written by todo_write, in a strategic phase.")
    if name in PROTECTED or (name.startswith(f"{ARCHIVE}/") and not name.endswith(".md")):
        raise Refusal(f"{name} is kept by the system; it can be read only.")
    if name.startswith(f"{ARTIFACTS}/") and not name.endswith((".md", ".json")):
        raise Refusal(f"{ARTIFACTS}/ takes Markdown (.md): its numbers are checked.")
    if name == PLAN and not is_strategic:
        raise Refusal(f"{PLAN} is changed in a strategic phase only.")
