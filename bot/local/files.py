"""Uploaded and sent files: their bytes, names and sizes."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from bot.local.errors import BadRequestError
from bot.local.images import image_size
from bot.local.telegram import Document, File, PhotoSize, Voice

DOWNLOAD_LIMIT = 20 * 1024 * 1024
_PHOTO_LIMIT = 10 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file and its bytes; path is what getFile answers."""

    file_id: str
    unique_id: str
    path: str
    name: str
    mime: str
    content: bytes

    def document(self) -> Document:
        """The file as a document."""
        return Document(
            file_id=self.file_id,
            file_unique_id=self.unique_id,
            file_name=self.name,
            mime_type=self.mime,
            file_size=len(self.content),
        )

    def voice(self, duration: int) -> Voice:
        """The file as a voice note of so many seconds."""
        return Voice(
            file_id=self.file_id,
            file_unique_id=self.unique_id,
            duration=duration,
            mime_type=self.mime,
            file_size=len(self.content),
        )

    def photo(self) -> list[PhotoSize]:
        """The file as a picture; Telegram's refusal when it is none."""
        size = image_size(self.content)
        if size is None or len(self.content) > _PHOTO_LIMIT:
            raise BadRequestError("IMAGE_PROCESS_FAILED")
        width, height = size
        if width + height > 10000 or max(size) > 20 * min(size):
            raise BadRequestError("PHOTO_INVALID_DIMENSIONS")
        return [
            PhotoSize(
                file_id=self.file_id,
                file_unique_id=self.unique_id,
                file_size=len(self.content),
                width=width,
                height=height,
            )
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
        file_id = secrets.token_urlsafe(24)
        suffix = name.rsplit(".", 1)[-1] if "." in name else "bin"
        suffix = suffix if suffix.isalnum() and suffix.isascii() and len(suffix) <= 8 else "bin"
        path = f"{folder}/file_{len(self._by_id)}.{suffix}"
        stored = StoredFile(file_id, secrets.token_urlsafe(8), path, name, mime, content)
        self.put(stored)
        return stored

    def put(self, stored: StoredFile) -> None:
        """Add a file."""
        self._by_id[stored.file_id] = stored
        self._by_path[stored.path] = stored

    def get(self, file_id: str) -> StoredFile | None:
        """The file with this id."""
        return self._by_id.get(file_id)

    def at(self, path: str) -> StoredFile | None:
        """The file with this path."""
        return self._by_path.get(path)
