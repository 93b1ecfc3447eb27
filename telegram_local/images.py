"""Width and height of a picture, read from its first bytes without an imaging library."""

from __future__ import annotations

import struct

_FRAME_MARKERS = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}


def image_size(content: bytes) -> tuple[int, int] | None:
    """Pixels (width, height) of a PNG, JPEG, GIF or WebP; None for anything else."""
    size: tuple[int, int] | None = None
    if content.startswith(b"\x89PNG\r\n\x1a\n") and len(content) >= 24:
        size = struct.unpack(">II", content[16:24])
    elif content[:6] in {b"GIF87a", b"GIF89a"} and len(content) >= 10:
        size = struct.unpack("<HH", content[6:10])
    elif content.startswith(b"\xff\xd8"):
        size = _jpeg_size(content)
    elif content[:4] == b"RIFF" and content[8:12] == b"WEBP" and len(content) >= 30:
        size = _webp_size(content)
    return size if size and min(size) > 0 else None


def _jpeg_size(content: bytes) -> tuple[int, int] | None:
    at = 2
    while at + 9 <= len(content) and content[at] == 0xFF:
        marker = content[at + 1]
        if marker in _FRAME_MARKERS:
            height, width = struct.unpack(">HH", content[at + 5 : at + 9])
            return int(width), int(height)
        at += 2 + int.from_bytes(content[at + 2 : at + 4], "big")
    return None


def _webp_size(content: bytes) -> tuple[int, int] | None:
    kind = content[12:16]
    if kind == b"VP8X":
        return (
            1 + int.from_bytes(content[24:27], "little"),
            1 + int.from_bytes(content[27:30], "little"),
        )
    if kind == b"VP8L":
        bits = int.from_bytes(content[21:25], "little")
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    if kind == b"VP8 ":
        width, height = struct.unpack("<HH", content[26:30])
        return int(width) & 0x3FFF, int(height) & 0x3FFF
    return None
