"""The bot with ears and eyes: what it is sent, what its models make of it, and what it keeps."""

from __future__ import annotations

import struct
import zlib
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

from storage.attachments import Attachment
from storage.entities import Entry
from telegram_local.world import YOU_ID
from tests.driver.harness import RunningBot, TestClock, running_bot
from tests.driver.person import Person
from tests.models.answers import exactly, text
from tests.models.server import ModelServer

OGG = b"OggS" + bytes(200)


def png(width: int = 2, height: int = 2, padding: int = 0) -> bytes:
    """A grey picture; `padding` bytes more in a chunk that nobody looks at."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return (
            struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
        )

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress(b"".join(b"\0" + bytes(width) for _ in range(height)))
    extra = chunk(b"zzZz", bytes(padding)) if padding else b""
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + extra + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


PHOTO = png()


def ears_and_eyes(server: ModelServer) -> dict[str, object]:
    """`llm:` with models for voice and pictures, and none for anything else."""
    given = server.llm_section()
    return {
        "providers": {"scripted": {"api": "compatible", "api_base": server.openai_base}},
        "tiers": given["tiers"],
        "voice": {"provider": "scripted", "model": "scripted-ears"},
        "pictures": {"provider": "scripted"},
    }


@asynccontextmanager
async def listening(
    tmp_path: Path, server: ModelServer, **settings: Mapping[str, object]
) -> AsyncGenerator[tuple[RunningBot, Person]]:
    """The bot with ears and eyes at noon, no quiet hour; what is tried again is tried again at once."""
    clock = TestClock()
    clock.set(datetime.now(UTC).replace(hour=12, minute=0))
    limits = {"calls": {"backoff_seconds": 0, "medium_seconds": 20, **settings.pop("calls", {})}}
    llm = {**ears_and_eyes(server), **settings}
    async with running_bot(tmp_path, clock=clock, llm=llm, limits=limits) as (bot, you):
        bot.client.patience = 40  # whoever comes first waits for litellm to be loaded
        yield bot, you


def says(server: ModelServer, words: str) -> None:
    server.always("voice", text(words))


def shows(server: ModelServer, words: str, *, unreadable: bool = False) -> None:
    server.always("picture", exactly({"text": words, "unreadable": unreadable}))


async def entries(bot: RunningBot, user_id: int = YOU_ID) -> list[Entry]:
    return await bot.app.core.db.entries.recent_entries(user_id, 50)


async def kept(bot: RunningBot, user_id: int = YOU_ID) -> list[Attachment]:
    return await bot.app.core.db.attachments.attachments(user_id)


def file_of(bot: RunningBot, attachment: Attachment) -> Path:
    assert attachment.path is not None
    return bot.settings.data / attachment.path
