"""The files of a folder or a zip, within limits. Nothing is unpacked to the disk, so no name can do harm."""

from __future__ import annotations

import gzip
import io
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, cast

from storage.importers.model import File, Problem, Problems, suffix_of

MOST_FILES = 10_000
MOST_BYTES = 128 * 1024 * 1024
"""Of all files together, unpacked."""
MOST_MB = str(MOST_BYTES // 1024 // 1024)
_MOST_AT_ONCE = 4 * 1024 * 1024
"""Read in one go: a zip's directory, mostly. A longer one lists more files than are taken."""
_CHUNK = 64 * 1024
_MAGIC = b"PK\x03\x04"
_KINDS = {".csv", ".tsv", ".txt", ".md", ".markdown", ".json", ".gpx", ".tcx", ".fit", ""}
_PACKED = (".gpx.gz", ".tcx.gz", ".fit.gz")
"""Of one file each, as some sites give them."""
_METHODS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
"""Others unpack without bounds: what comes out of a few bytes is in memory before anybody can look."""
_UNREADABLE = (
    zipfile.BadZipFile,
    zlib.error,
    NotImplementedError,
    RuntimeError,
    ValueError,
    OSError,
    EOFError,
)
"""RuntimeError: it is encrypted."""


def is_zip(file: File) -> bool:
    """Whatever its name is."""
    with file.open() as stream:
        return stream.read(len(_MAGIC)) == _MAGIC


@dataclass(frozen=True, slots=True)
class _Member:
    """A file in an open zip."""

    archive: zipfile.ZipFile
    info: zipfile.ZipInfo

    def open(self) -> BinaryIO:
        return cast("BinaryIO", self.archive.open(self.info))


@dataclass(frozen=True, slots=True)
class _Gzipped:
    """A file that was packed by itself."""

    file: File

    def open(self) -> BinaryIO:
        return cast("BinaryIO", gzip.GzipFile(fileobj=self.file.open()))


def gunzipped(file: File) -> File:
    """The activity in a `.gz`, named without it; any other file as it is. Readers bound what comes out."""
    is_packed = file.name.casefold().endswith(_PACKED)
    return File(file.name[:-3], _Gzipped(file)) if is_packed else file


class _DirectoryTooLongError(Exception):
    """A zip lists more than is looked at."""


class _Bounded(io.BufferedReader):
    """A file of which nobody can ask for all at once."""

    def read(self, size: int | None = -1, /) -> bytes:
        if size is not None and size > _MOST_AT_ONCE:
            raise _DirectoryTooLongError
        return super().read(size)


def unzipped(file: File, problems: Problems) -> Iterator[File]:
    """Files of kinds that are read. The sizes in a zip's directory are not believed, only what comes out."""
    try:
        archive = zipfile.ZipFile(_Bounded(cast("io.RawIOBase", file.open())))
        members = archive.infolist()
    except _DirectoryTooLongError:
        problems.append(Problem(file.name, 0, "too_many_files", f"{MOST_FILES:,}"))
        return
    except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError) as error:
        problems.append(Problem(file.name, 0, "damaged_zip", detail=str(error)))
        return
    room = MOST_BYTES
    for count, member in enumerate(m for m in members if not m.is_dir() and _is_read(m.filename)):
        if count >= MOST_FILES:
            problems.append(Problem(file.name, 0, "too_many_files", f"{MOST_FILES:,}"))
            return
        try:
            if member.compress_type not in _METHODS:
                raise NotImplementedError(f"packed in a way that is not read ({member.compress_type})")
            room -= _length(archive, member, room)
        except _UNREADABLE as error:
            problems.append(Problem(member.filename, 0, "not_unpacked", detail=str(error)))
            continue
        if room < 0:
            problems.append(Problem(file.name, 0, "too_much", MOST_MB))
            return
        yield File(member.filename.replace("\\", "/"), _Member(archive, member))


def member_of(file: File, wanted: Callable[[str], bool]) -> File | None:
    """The longest file of a zip whose name is wanted; None also for a zip that cannot be read."""
    try:
        archive = zipfile.ZipFile(_Bounded(cast("io.RawIOBase", file.open())))
        found = [member for member in archive.infolist() if wanted(member.filename)]
    except (_DirectoryTooLongError, *_UNREADABLE):
        return None
    readable = (member for member in found if member.compress_type in _METHODS)
    longest = max(readable, key=lambda member: member.file_size, default=None)
    return None if longest is None else File(longest.filename, _Member(archive, longest))


def _length(archive: zipfile.ZipFile, member: zipfile.ZipInfo, most: int) -> int:
    """Bytes that come out, or some more than `most`. All of it is read: what is damaged shows now."""
    length = 0
    with archive.open(member) as stream:
        while length <= most and (chunk := stream.read(_CHUNK)):
            length += len(chunk)
    return length


def of_folder(folder: Path, problems: Problems) -> Iterator[File]:
    """The same of a folder; links that lead out of it are not followed."""
    root = folder.resolve()
    room = MOST_BYTES
    count = 0
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if not path.is_file() or not _is_read(name):
            continue
        count += 1
        if count > MOST_FILES:
            problems.append(Problem(folder.name, 0, "too_many_files", f"{MOST_FILES:,}"))
            return
        if not path.resolve().is_relative_to(root):
            problems.append(Problem(name, 0, "outside"))
            continue
        room -= path.stat().st_size
        if room < 0:
            problems.append(Problem(folder.name, 0, "too_much", MOST_MB))
            return
        try:
            path.open("rb").close()
        except OSError as error:
            problems.append(Problem(name, 0, "unread_file", detail=error.strerror or ""))
            continue
        yield File(name.encode("utf-8", "replace").decode(), path)


def _is_read(name: str) -> bool:
    parts = name.replace("\\", "/").split("/")
    hidden = any(part.startswith(".") and part not in (".", "..") for part in parts) or "__MACOSX" in parts
    return (suffix_of(name) in _KINDS or name.casefold().endswith(_PACKED)) and not hidden
