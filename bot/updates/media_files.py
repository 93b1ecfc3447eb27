"""Voice notes and pictures are fetched from Telegram and kept: a row and a file below the data directory."""

from __future__ import annotations

import asyncio
import logging
import os
from dataclasses import dataclass
from pathlib import Path

from telegram import Bot, Message
from telegram.error import BadRequest, NetworkError, RetryAfter, TelegramError
from ulid import ULID

from bot.errors import BotError
from bot.replies.verdicts import pause_of
from bot.updates.attached import FETCH_LIMIT, Attached, suffix_of
from storage.attachments import Attachment, Attachments
from storage.errors import of_system

logger = logging.getLogger(__name__)

FOLDER = "media"
_TRIES = 3
_LONGEST_PAUSE = 5.0


class TooBigError(BotError):
    """The file is bigger than Telegram lets a bot fetch."""


class NotFetchedError(BotError):
    """Telegram did not give the file."""


@dataclass(frozen=True, slots=True)
class MediaFiles:
    """One attachment a message; doing anything twice changes nothing."""

    bot: Bot
    attachments: Attachments
    data_dir: Path

    async def entered(self, message: Message, user_id: int, found: Attached) -> Attachment:
        """The row of a message's attachment, made when it is new. The file is not there yet."""
        chat_id, message_id = message.chat.id, message.message_id
        known = await self.attachments.attachment_of_message(user_id, chat_id, message_id)
        if known is not None:
            return known
        new = Attachment(
            id=str(ULID()),
            user_id=user_id,
            chat_id=chat_id,
            message_id=message_id,
            kind=found.kind,
            file_id=found.file_id,
            media_type=found.media_type,
            at=message.date,
        )
        await self.attachments.add_attachment(new)
        return new

    async def fetched(self, attachment: Attachment, size: int | None = None) -> tuple[Attachment, bytes]:
        """With its file. Raises TooBigError, NotFetchedError, and DatabaseUnusable when it can't be kept."""
        if attachment.path is not None:
            kept = self.data_dir / attachment.path
            if await asyncio.to_thread(kept.is_file):
                return attachment, await asyncio.to_thread(kept.read_bytes)
        if size is not None and size > FETCH_LIMIT:
            raise TooBigError
        content = await self.download(attachment.file_id)
        at = attachment.at
        name = f"{attachment.id}.{suffix_of(attachment.media_type)}"
        path = f"{FOLDER}/{at:%Y}/{at:%m}/{name}"
        try:
            await asyncio.to_thread(_write, self.data_dir / path, content)
        except OSError as error:
            raise of_system(self.data_dir / path, error) from error
        there = attachment.model_copy(update={"path": path})
        await self.attachments.update_attachment(there)
        return there, content

    async def read(self, attachment: Attachment, text: str) -> Attachment:
        """With what was read from it."""
        done = attachment.model_copy(update={"text": text})
        await self.attachments.update_attachment(done)
        return done

    async def download(self, file_id: str) -> bytes:
        """A file's bytes. Raises TooBigError, NotFetchedError."""
        for attempt in range(1, _TRIES + 1):
            try:
                file = await self.bot.get_file(file_id)
                return bytes(await file.download_as_bytearray())
            except BadRequest as error:
                if "too big" in error.message.lower():
                    raise TooBigError from error
                raise NotFetchedError(error.message) from error
            except (NetworkError, RetryAfter) as error:
                logger.warning("a file could not be fetched (try %d): %s", attempt, error)
                if attempt == _TRIES:
                    raise NotFetchedError(error.message) from error
                asked = pause_of(error) if isinstance(error, RetryAfter) else attempt / 2
                await asyncio.sleep(min(asked, _LONGEST_PAUSE))
            except TelegramError as error:
                raise NotFetchedError(error.message) from error
        raise NotFetchedError


def _write(path: Path, content: bytes) -> None:
    """Whole or not at all, and for nobody else to read."""
    for folder in reversed(path.parents[:3]):  # `parents=True` would leave the upper ones open to all
        folder.mkdir(mode=0o700, exist_ok=True)
    draft = path.with_name(f".{path.name}.part")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError:
        draft.unlink(missing_ok=True)
        raise
