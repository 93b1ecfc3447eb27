"""The files of a folder or a zip, within limits. Nothing is unpacked to the disk, so no name can do harm."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path

from storage.importers.model import File, Problem, suffix_of

MOST_FILES = 10_000
MOST_BYTES = 128 * 1024 * 1024
"""Of all files together, unpacked."""
_MOST_MB = str(MOST_BYTES // 1024 // 1024)
_MAGIC = b"PK\x03\x04"
_KINDS = {".csv", ".tsv", ".txt", ".md", ".markdown", ".json", ""}
_UNREADABLE = (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, OSError, EOFError)
"""RuntimeError: it is encrypted."""


def is_zip(content: bytes) -> bool:
    """Whatever its name is."""
    return content.startswith(_MAGIC)


def unzipped(file: File, problems: list[Problem]) -> Iterator[File]:
    """Files of kinds that are read. The sizes in a zip's directory are not believed, only what comes out."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(file.content))
        members = archive.infolist()
    except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError) as error:
        problems.append(Problem(file.name, 0, "damaged_zip", detail=str(error)))
        return
    room = MOST_BYTES
    for count, member in enumerate(m for m in members if not m.is_dir() and _is_read(m.filename)):
        if count >= MOST_FILES:
            problems.append(Problem(file.name, 0, "too_many_files", f"{MOST_FILES:,}"))
            return
        try:
            with archive.open(member) as stream:
                content = stream.read(room + 1)
        except _UNREADABLE as error:
            problems.append(Problem(member.filename, 0, "not_unpacked", detail=str(error)))
            continue
        room -= len(content)
        if room < 0:
            problems.append(Problem(file.name, 0, "too_much", _MOST_MB))
            return
        yield File(member.filename.replace("\\", "/"), content)


def of_folder(folder: Path, problems: list[Problem]) -> Iterator[File]:
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
            problems.append(Problem(folder.name, 0, "too_much", _MOST_MB))
            return
        try:
            yield File(name, path.read_bytes())
        except OSError as error:
            problems.append(Problem(name, 0, "unread_file", detail=error.strerror or ""))


def _is_read(name: str) -> bool:
    parts = name.replace("\\", "/").split("/")
    hidden = any(part.startswith(".") and part not in (".", "..") for part in parts) or "__MACOSX" in parts
    return suffix_of(name) in _KINDS and not hidden
