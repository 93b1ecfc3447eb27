"""Uploaded and sent files: their bytes, names and sizes."""

from __future__ import annotations

import mimetypes
import secrets
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import Any

from telegram_local.errors import BadRequestError
from telegram_local.images import image_size
from telegram_local.telegram import Audio, Document, File, PhotoSize, Video, Voice

DOWNLOAD_LIMIT = 20 * 1024 * 1024
_PHOTO_LIMIT = 10 * 1024 * 1024
FOLDERS = {"photo": "photos", "document": "documents", "voice": "voice", "audio": "music", "video": "videos"}
"""Where the paths of each kind of file begin."""
_ID_BYTES = 24
_ID_LENGTH = 32
_BOXES = {"s": 90, "m": 320, "x": 800, "y": 1280}
"""The squares, in pixels, that the smaller sizes of a picture fit in."""
_SPOKEN = {"voice": "audio/ogg", "audio": "audio/mpeg", "video": "video/mp4"}
_TYPES = mimetypes.MimeTypes()  # without the machine's own list: the same everywhere
for _suffix, _type in {
    ".flac": "audio/flac",
    ".gpx": "application/gpx+xml",
    ".m4a": "audio/mp4",
    ".md": "text/markdown",
    ".oga": "audio/ogg",
    ".ogg": "audio/ogg",
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ".yaml": "application/yaml",
}.items():
    _TYPES.add_type(_type, _suffix)


def mime_type(name: str, kind: str = "document") -> str:
    """By the file's name, as Telegram does it, else what its kind mostly is."""
    guessed, packed = _TYPES.guess_type(f"file{PurePath(name).suffix.lower()}", strict=False)
    if packed == "gzip":
        return "application/gzip"
    return guessed or _SPOKEN.get(kind, "application/octet-stream")


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file and its bytes; path is what getFile answers."""

    file_id: str
    unique_id: str
    path: str
    name: str
    mime: str
    content: bytes

    def _told(self, *, named: bool = True) -> dict[str, Any]:
        """What is told of every kind of file."""
        told = {"file_id": self.file_id, "file_unique_id": self.unique_id, "mime_type": self.mime}
        return {**told, "file_size": len(self.content), **({"file_name": self.name} if named else {})}

    def document(self) -> Document:
        """The file as a document."""
        return Document(**self._told())

    def voice(self, duration: int) -> Voice:
        """The file as a voice note of so many seconds."""
        return Voice(duration=duration, **self._told(named=False))

    def audio(self, duration: int, performer: str | None, title: str | None) -> Audio:
        """The file as a piece of music of so many seconds."""
        return Audio(duration=duration, performer=performer, title=title, **self._told())

    def video(self, duration: int, width: int, height: int) -> Video:
        """The file as a film of so many seconds and pixels."""
        return Video(width=width, height=height, duration=duration, **self._told())

    def photo(self) -> list[PhotoSize]:
        """The picture's sizes, the whole one last; Telegram's refusal when it is none.

        Each has an id of its own, but the smaller ones hold the same bytes: nothing here scales a picture.
        """
        size = image_size(self.content)
        if size is None or len(self.content) > _PHOTO_LIMIT:
            raise BadRequestError("IMAGE_PROCESS_FAILED")
        width, height = size
        if width + height > 10000 or max(size) > 20 * min(size):
            raise BadRequestError("PHOTO_INVALID_DIMENSIONS")
        longer = max(size)
        smaller = {letter: box / longer for letter, box in _BOXES.items() if box < longer}
        return [
            PhotoSize(
                file_id=self.file_id[:_ID_LENGTH] + letter,
                file_unique_id=self.unique_id + letter,
                file_size=len(self.content),
                width=max(1, round(width * scale)),
                height=max(1, round(height * scale)),
            )
            for letter, scale in {**smaller, "": 1.0}.items()
        ]

    def download(self) -> File:
        """What getFile answers."""
        if len(self.content) > DOWNLOAD_LIMIT:
            raise BadRequestError("file is too big")
        return File(
            file_id=self.file_id,
            file_unique_id=self.unique_id,
            file_size=len(self.content),
            file_path=self.path,
        )


class FileShelf:
    """All files by id and by path."""

    def __init__(self) -> None:
        self._by_id: dict[str, StoredFile] = {}
        self._by_path: dict[str, StoredFile] = {}

    def make(self, folder: str, name: str, mime: str, content: bytes) -> StoredFile:
        """A new file; its id is random, so knowing it is permission to read it."""
        file_id = secrets.token_urlsafe(_ID_BYTES)
        suffix = name.rsplit(".", 1)[-1] if "." in name else "bin"
        suffix = suffix if suffix.isalnum() and suffix.isascii() and len(suffix) <= 8 else "bin"
        number = len(self._by_id)
        while (path := f"{folder}/file_{number}.{suffix}") in self._by_path:
            number += 1
        stored = StoredFile(file_id, secrets.token_urlsafe(8), path, name, mime, content)
        self.put(stored)
        return stored

    def put(self, stored: StoredFile) -> None:
        """Add a file."""
        self._by_id[stored.file_id] = stored
        self._by_path[stored.path] = stored

    def drop(self, file_ids: Iterable[str]) -> None:
        """Forget files."""
        for file_id in file_ids:
            if (stored := self._by_id.pop(file_id, None)) is not None:
                del self._by_path[stored.path]

    def get(self, file_id: str) -> StoredFile | None:
        """The file with this id, which may be that of one of a picture's smaller sizes."""
        stored = self._by_id.get(file_id)
        whole = self._by_id.get(file_id[:_ID_LENGTH])
        letter = file_id[_ID_LENGTH:]
        if stored is None and whole is not None and letter in _BOXES:
            return replace(whole, file_id=file_id, unique_id=whole.unique_id + letter)
        return stored

    def at(self, path: str) -> StoredFile | None:
        """The file with this path."""
        return self._by_path.get(path)
