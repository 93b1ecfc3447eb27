"""A message with a voice note or a picture becomes one with words, before it is worked on like any other.

Kept first, read second, worked on third, each committed for itself: whatever stops it in between, the update
is not done, and when it comes again what is there is used. In a group only what is meant for the bot is
fetched: other voices and pictures are neither copied nor shown to a model.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from telegram import Bot, Message

from agents.profile import Profile
from agents.senses import Senses, SensesFailed
from agents.session import Session, enter
from agents.turn import Incoming, Media, Trouble
from bot.updates.attached import PICTURE_LIMIT, Attached, attached, picture_type
from bot.updates.incoming import says_something
from bot.updates.media_files import MediaFiles, NotFetchedError, TooBigError
from storage.attachments import Attachment, Attachments


@dataclass(frozen=True, slots=True)
class Perception:
    """The words in what people send instead of typing."""

    bot: Bot
    attachments: Attachments
    data_dir: Path
    senses: Senses | None
    """What hears voice notes and sees pictures; None: nothing does."""
    profile: Callable[[int], Awaitable[Profile]]
    """Of a user, by id."""

    async def perceived(self, incoming: Incoming, source: Message) -> Incoming:
        """With what is said or shown in `source` as part of its text, or why it is not.

        An edit changes the caption only: what was read from the file before still counts.
        """
        found = _own(source, incoming.user_id)
        if found is None:
            return incoming
        if incoming.edited or incoming.silent:
            known = await self.attachments.attachment_of_message(
                incoming.user_id, source.chat.id, source.message_id
            )
            text = known.text if known else None
            return with_media(incoming, Media(kind=found.kind, text=text)) if text else incoming
        began = time.monotonic()
        read = with_media(incoming, await self._media(incoming, source, found))
        return read.model_copy(update={"began": began})

    async def recalled(self, incoming: Incoming, message: Message) -> Incoming:
        """With the words of what it replies to, where those were a voice note or a picture of one's own."""
        replied = message.reply_to_message
        if replied is None or _own(replied, incoming.user_id) is None:
            return incoming
        known = await self.attachments.attachment_of_message(
            incoming.user_id, replied.chat.id, replied.message_id
        )
        words = [part for part in (incoming.replied_text, known.text if known else None) if part]
        return incoming.model_copy(update={"replied_text": "\n".join(words) or None})

    async def is_unread(self, source: Message, user_id: int) -> bool:
        """Whether it is this person's voice note or picture, and nobody has read it yet."""
        if _own(source, user_id) is None:
            return False
        known = await self.attachments.attachment_of_message(user_id, source.chat.id, source.message_id)
        return known is None or not known.text

    async def again(self, incoming: Incoming, source: Message, *, logged: bool) -> Incoming:
        """The message that is asked for, as if it came now: what is stored of it belongs to it.

        `logged`: its caption is an entry, which follows what is read now.
        """
        meant = incoming.model_copy(
            update={
                "message_id": source.message_id,
                "sent_at": source.date,
                "reply_to": None,
                "replied_text": None,
            }
        )
        return (await self.perceived(meant, source)).model_copy(update={"edited": logged})

    async def _media(self, incoming: Incoming, source: Message, found: Attached) -> Media:
        files = MediaFiles(self.bot, self.attachments, self.data_dir)
        attachment = await files.entered(source, incoming.user_id, found)
        if attachment.text:
            return Media(kind=found.kind, text=attachment.text)
        trouble: Trouble
        try:
            attachment, content = await files.fetched(attachment, found.size)
            text = await self._sensed(incoming, attachment, content)
        except TooBigError:
            trouble = "too_big"
        except NotFetchedError:
            trouble = "not_fetched"
        except _NoModel:
            trouble = "no_model"
        except SensesFailed as failed:
            trouble = "budget" if failed.out_of_budget else "failed"
        else:
            text = text if says_something(text) else ""
            await files.read(attachment, text)
            return Media(kind=found.kind, text=text, trouble=None if text else "empty")
        return Media(kind=found.kind, trouble=trouble)

    async def _sensed(self, incoming: Incoming, attachment: Attachment, content: bytes) -> str:
        """Raises SensesFailed, and TooBigError where only models find it so."""
        senses = self.senses
        if senses is None or not (senses.hears if attachment.kind == "voice" else senses.sees):
            raise _NoModel
        session = Session(
            turn_id=attachment.id,
            user_id=incoming.user_id,
            chat_id=incoming.chat_id,
            sent_at=incoming.sent_at,
            kind=attachment.kind,
        )
        # A task of its own, so that the session ends with it.
        return await asyncio.create_task(self._within(session, senses, incoming, attachment, content))

    async def _within(
        self, session: Session, senses: Senses, incoming: Incoming, attachment: Attachment, content: bytes
    ) -> str:
        enter(session)
        if attachment.kind == "voice":
            _, _, name = (attachment.path or "").rpartition("/")
            return await senses.hear(content, name)
        media_type = picture_type(content)
        if media_type is None:
            return ""
        if len(content) > PICTURE_LIMIT:
            raise TooBigError
        profile = await self.profile(incoming.user_id)
        return await senses.see(content, media_type, incoming.text, profile)


def _own(source: Message, user_id: int) -> Attached | None:
    """What hangs on it, if this person sent it."""
    author = source.from_user
    return attached(source) if author is not None and author.id == user_id else None


class _NoModel(Exception):  # noqa: N818 - what happened, not an error
    """Nothing hears or sees this."""


def with_media(incoming: Incoming, media: Media) -> Incoming:
    """The caption and what was read, one below the other."""
    text = "\n".join(part for part in (incoming.text, media.text) if part)
    return incoming.model_copy(update={"text": text, "media": media})


def why_nothing(incoming: Incoming) -> str:
    """What is said where there is not a word to work with."""
    media = incoming.media
    return "other.empty" if media is None or media.trouble is None else f"{media.kind}.{media.trouble}"
