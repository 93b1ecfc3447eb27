"""A folder as a target: plain files, and one of ours that says what we wrote there.

What is about to be written is noted before, and what was written after, so that a kill in between is not
taken for somebody else's change.
"""

from __future__ import annotations

import errno
import hashlib
import os
from collections.abc import Mapping
from pathlib import Path

from pydantic import Field, ValidationError

from storage.entities import Frozen
from storage.plain_files import begun, leads_away, read_plain
from storage.sync.target import OURS, Batch, Edits, TargetAway, TargetTampered, Written

MANIFEST = ".swealog-sync.json"
DRAFT = ".swealog-sync.new"
"""What is being written, for all files one after the other: a kill leaves one at most."""
FILLED = "filled"
_LARGEST = 64 * 1024 * 1024
"""Bytes of a file that is read: ours are smaller."""
_ELSE = "no plain file, or a large one"


class _Manifest(Frozen):
    """What of the folder is ours: digests by path. `coming` was about to be written, perhaps often."""

    store: str
    seq: int
    files: dict[str, str] = Field(default_factory=dict)
    coming: dict[str, tuple[str, ...]] = Field(default_factory=dict)

    def knows(self, path: str, digest: str | None) -> bool:
        """Whether a file is as we left it, or not there."""
        return digest is None or digest in (self.files.get(path), *self.coming.get(path, ()))


class Folder:
    """Files below `root`. Links are not followed; what somebody else changed is let be."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._draft = root / DRAFT

    def write(self, batch: Batch) -> Written:
        """Each file at once or not at all."""
        try:
            return self._write(batch)
        except OSError as error:
            raise TargetAway(f"{self._root}: {error.strerror or error}") from error

    def _write(self, batch: Batch) -> Written:
        manifest = self._opened(batch)
        if manifest.seq >= batch.seq and not batch.is_whole:
            return Written(FILLED, batch.held)
        changes = dict(batch.files)
        if batch.is_whole:
            changes = {**dict.fromkeys(manifest.files), **changes}
        coming = {path: _digest(content) for path, content in changes.items() if content is not None}
        noted = {path: (*manifest.coming.get(path, ()), digest) for path, digest in coming.items()}
        manifest = manifest.model_copy(update={"coming": {**manifest.coming, **noted}})
        self._save(manifest)
        held = set[str]() if batch.overrides else set(batch.held)
        wanted = {path: content for path, content in changes.items() if path not in held}
        held |= {path for path, content in wanted.items() if not self._put(path, content, manifest, batch)}
        done = {path: coming.get(path) for path in changes if path not in held}
        self._read_back(done)
        files = {path: digest for path, digest in {**manifest.files, **done}.items() if digest is not None}
        self._save(_Manifest(store=batch.store, seq=batch.seq, files=files))
        return Written(FILLED, frozenset(held))

    def _read_back(self, done: Mapping[str, str | None]) -> None:
        """Raises TargetAway where the folder does not hold what was written a moment ago."""
        other = sorted(path for path, digest in done.items() if self._there(path) != digest)
        if other:
            raise TargetAway(f"{self._root} does not hold what was written there: {', '.join(other)}")

    def _there(self, name: str) -> str | None:
        """The digest of a file; of what is none, and none of ours, something else."""
        try:
            content = read_plain(self._root / name, _LARGEST)
        except (FileNotFoundError, NotADirectoryError):
            return None
        return _ELSE if content is None or len(content) > _LARGEST else _digest(content)

    def _opened(self, batch: Batch) -> _Manifest:
        if not self._root.is_dir():
            if batch.position:
                raise TargetAway(f"{self._root} is not there")
            self._root.mkdir(mode=0o700)
        if batch.overrides:
            return self._taken_over(batch)
        manifest = self._manifest()
        if manifest is None:
            if batch.position:
                raise TargetTampered(f"{self._root} does not hold what was written there")
            return _Manifest(store=batch.store, seq=0)
        if manifest.store != batch.store:
            raise TargetTampered(f"{self._root} is filled by another database")
        if manifest.seq > batch.seq:
            raise TargetTampered(f"{self._root} is newer than this database")
        return manifest

    def _taken_over(self, batch: Batch) -> _Manifest:
        """Where it is lost, or somebody is forgotten, all that lies where we write counts as ours."""
        try:
            manifest = self._manifest()
        except TargetTampered:
            manifest = None
        known = {} if manifest is None else manifest.files
        files = known if manifest is not None and not batch.is_cleared else {**self._lies_there(), **known}
        coming = {} if manifest is None else manifest.coming
        return _Manifest(store=batch.store, seq=0, files=files, coming=coming)

    def _lies_there(self) -> dict[str, str]:
        """Files where we write, whoever wrote them; links are not entered."""
        paths = (Path(top, name) for top, _, names in os.walk(self._root) for name in names)
        found = (path.relative_to(self._root).as_posix() for path in paths)
        return {path: "" for path in found if path.isprintable() and OURS.match(path.encode())}

    def _manifest(self) -> _Manifest | None:
        path = self._root / MANIFEST
        try:
            return _Manifest.model_validate_json(read_plain(path, _LARGEST) or b"")
        except FileNotFoundError:
            return None
        except ValidationError as error:
            raise TargetTampered(f"{path} can't be read") from error

    def _save(self, manifest: _Manifest) -> None:
        _replace(self._draft, self._root / MANIFEST, manifest.model_dump_json().encode())

    def _put(self, name: str, content: bytes | None, manifest: _Manifest, batch: Batch) -> bool:
        """False: somebody else's file is in the way."""
        path = self._root / name
        if self._is_barred(path):
            return False
        there = self._there(name)
        wanted = None if content is None else _digest(content)
        if there == wanted:
            return True
        if not manifest.knows(name, there):
            if not batch.overrides:
                return False
            if not batch.is_cleared or path.is_dir():
                path.rename(_beside(path))
        if content is None:
            path.unlink(missing_ok=True)
            _remove_empty(path.parent, self._root)
        else:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            _replace(self._draft, path, content)
        return True

    def _is_barred(self, path: Path) -> bool:
        """Whether a link is or leads there, or a file stands where a folder of ours was."""
        on_the_way = path.parents[: len(path.relative_to(self._root).parts) - 1]
        return leads_away(path, self._root) or any(one.is_file() for one in on_the_way)

    def edits(self, store: str, position: str) -> Edits:
        """Files of a folder are not read back."""
        del store
        return Edits(position)

    def look(self) -> tuple[str, ...]:
        """Every file is read."""
        try:
            manifest = self._manifest()
        except OSError as error:
            raise TargetAway(f"{self._root}: {error.strerror or error}") from error
        if manifest is None:
            return ()
        there = {path: self._there(path) for path in manifest.files}
        return tuple(path for path, it in there.items() if it is None or not manifest.knows(path, it))

    def leave(self) -> None:
        """Nothing is kept here of it."""


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _beside(path: Path) -> Path:
    """A name for somebody else's version that is not taken."""
    for number in range(1, 10_000):
        other = path.with_name(f"{path.stem}.theirs-{number}{path.suffix}")
        if not other.exists():
            return other
    raise TargetTampered(f"{path} was changed too often")


def _remove_empty(folder: Path, root: Path) -> None:
    while folder != root and folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()
        folder = folder.parent


def _replace(draft: Path, path: Path, content: bytes) -> None:
    """Whoever reads the file sees the old or the new one, also after a power failure.

    What is torn is found before it takes the place of anything (OSError).
    """
    with begun(draft) as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    if draft.read_bytes() != content:
        raise OSError(errno.EIO, f"{path.name} was torn while it was written")
    draft.replace(path)
