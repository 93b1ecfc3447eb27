"""What hangs on a Telegram message: what can be heard or seen, and what may be imported."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from telegram import Message

FETCH_LIMIT = 20 * 1024 * 1024
"""Bytes; Telegram gives bots no more."""
PICTURE_LIMIT = 5 * 1024 * 1024
"""Bytes; more is refused by some providers."""
_IMPORTABLE = (
    ".csv", ".tsv", ".txt", ".md", ".markdown", ".json", ".zip", ".xml",
    ".fit", ".gpx", ".tcx", ".fit.gz", ".gpx.gz", ".tcx.gz",
)  # fmt: skip
_JOB = re.compile(r"/job(?:@\w+)?(?:\s|$)")
_PROGRAMMES = (".yaml", ".yml")
_PICTURES = ("image/jpeg", "image/png", "image/webp", "image/gif")
_SUFFIXES = {
    "audio/ogg": "ogg", "audio/opus": "ogg", "audio/mpeg": "mp3", "audio/mp3": "mp3", "audio/mp4": "m4a",
    "audio/m4a": "m4a", "audio/x-m4a": "m4a", "audio/wav": "wav", "audio/x-wav": "wav", "audio/flac": "flac",
    "audio/webm": "webm", "video/mp4": "mp4",
    "image/jpeg": "jpg", "image/png": "png", "image/webp": "webp", "image/gif": "gif",
}  # fmt: skip
_MAGIC = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF8", "image/gif"),
)


@dataclass(frozen=True, slots=True)
class Attached:
    """A file at Telegram. `size` in bytes, where it is known."""

    kind: Literal["voice", "picture"]
    file_id: str
    media_type: str
    size: int | None


def is_programme(message: Message) -> bool:
    """Whether a file hangs on it that may be a training programme of somebody's own."""
    file = message.document
    return file is not None and (file.file_name or "").casefold().endswith(_PROGRAMMES)


def is_for_job(message: Message) -> bool:
    """Whether a file hangs on it that is input of a job: its caption begins one."""
    return message.document is not None and _JOB.match(message.caption or "") is not None


def is_importable(message: Message) -> bool:
    """Whether a file hangs on it that may hold logs of another app, or a diary."""
    file = message.document
    if file is None or attached(message) is not None:
        return False
    return (
        is_programme(message)
        or is_for_job(message)
        or (file.file_name or "").casefold().endswith(_IMPORTABLE)
    )


def suffix_of(media_type: str) -> str:
    """How the name of such a file ends."""
    return _SUFFIXES.get(media_type, "bin")


def picture_type(content: bytes) -> str | None:
    """What kind of picture it really is; None: none that a model takes."""
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return "image/webp"
    return next((media_type for magic, media_type in _MAGIC if content.startswith(magic)), None)


def attached(message: Message) -> Attached | None:
    """A voice note, audio file, round video or picture, or a file that is one of these."""
    heard = message.voice or message.audio or message.video_note
    if heard is not None:
        usual = "video/mp4" if message.video_note else "audio/ogg"
        media_type = getattr(heard, "mime_type", None) or usual
        return Attached("voice", heard.file_id, media_type, heard.file_size)
    if message.photo:
        best = max(message.photo, key=lambda size: size.width * size.height)
        return Attached("picture", best.file_id, "image/jpeg", best.file_size)
    file = message.document
    if file is None or file.mime_type is None:
        return None
    if file.mime_type in _PICTURES:
        return Attached("picture", file.file_id, file.mime_type, file.file_size)
    if file.mime_type.startswith("audio/"):
        return Attached("voice", file.file_id, file.mime_type, file.file_size)
    return None
