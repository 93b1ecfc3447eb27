"""One reply on its way: which Bot API calls it takes, and what a refusal means."""

from __future__ import annotations

import logging
import os
from dataclasses import dataclass, field
from pathlib import Path

import httpcore
import httpx
from telegram import (
    Bot,
    ForceReply,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    LinkPreviewOptions,
    Message,
    ReplyParameters,
)
from telegram.constants import ParseMode
from telegram.error import BadRequest, ChatMigrated, Forbidden, InvalidToken, RetryAfter, TelegramError

from bot.html import CAPTION_UNITS, plain, split, units
from bot.journal import redacted
from storage.entities import Button, Outgoing

os.environ.setdefault("PTB_TIMEDELTA", "1")  # how PTB is asked for the type of retry_after it will have

logger = logging.getLogger(__name__)

_NO_PREVIEW = LinkPreviewOptions(is_disabled=True)
_GONE = (
    "chat not found",
    "user not found",
    "deactivated",
    "not enough rights",
    "no rights",
    "peer_id_invalid",
)
_UNCHANGED = "message is not modified"
_UNREACHABLE_MESSAGE = ("message to edit not found", "message can't be edited", "message_id_invalid")
_SECONDS_AT_MOST = 60.0
_CUT = (
    httpcore.ReadTimeout, httpcore.ReadError, httpcore.WriteTimeout, httpcore.WriteError,
    httpcore.RemoteProtocolError,
    httpx.ReadTimeout, httpx.ReadError, httpx.WriteTimeout, httpx.WriteError, httpx.RemoteProtocolError,
)  # fmt: skip
"""Trouble after the request was on its way; files go by httpx, everything else by httpcore."""


@dataclass(frozen=True, slots=True)
class Later:
    """Try again after so many seconds. `limited`: Telegram asked for it."""

    seconds: float
    limited: bool = False


@dataclass(frozen=True, slots=True)
class Never:
    """It can't be delivered, for this reason."""

    reason: str


@dataclass(frozen=True, slots=True)
class Moved:
    """The group has become a supergroup with this id."""

    chat_id: int


def pause_of(error: RetryAfter) -> float:
    """The seconds Telegram asks for."""
    pause = error.retry_after
    return float(pause) if isinstance(pause, int) else pause.total_seconds()


def consequence(error: TelegramError, attempts: int) -> Later | Never | Moved:
    """What to do after `attempts` failed tries; network trouble and 5xx are retried for ever."""
    if isinstance(error, RetryAfter):
        return Later(pause_of(error), limited=True)
    if isinstance(error, ChatMigrated):
        return Moved(error.new_chat_id)
    if isinstance(error, Forbidden | BadRequest):
        return Never(redacted(error.message))
    if isinstance(error, InvalidToken):
        return Later(_SECONDS_AT_MOST)
    return Later(min(_SECONDS_AT_MOST, 0.5 * 2 ** min(attempts, 10)))


def may_have_arrived(error: TelegramError) -> bool:
    """Whether the message can be in the chat although Telegram's answer did not come, or made no sense."""
    return type(error) is TelegramError or isinstance(error.__cause__, _CUT)


def keyboard(buttons: tuple[tuple[Button, ...], ...]) -> InlineKeyboardMarkup | None:
    """The buttons as Telegram wants them; None when there are none."""
    if not buttons:
        return None
    return InlineKeyboardMarkup(
        [[InlineKeyboardButton(button.label, callback_data=button.data) for button in row] for row in buttons]
    )


@dataclass(slots=True)
class Delivery:
    """Sends one Outgoing, part by part. After a failure `send` goes on with the first part not yet sent."""

    bot: Bot
    outgoing: Outgoing
    data_dir: Path
    chat_id: int
    message_ids: list[int] = field(default_factory=list[int])
    texts: list[str] = field(default_factory=list[str])
    """What each of the messages shows, without markup."""
    _parts: list[str] | None = None
    _document_sent: bool = False

    async def send(self, again: str = "") -> None:
        """Raises TelegramError; text is only ever given up when the chat itself refuses it.

        `again`: what to say before a part that may have arrived already (HTML).
        """
        if self.outgoing.edits is not None and await self._edit(self.outgoing.edits):
            return
        if self.outgoing.document is not None and not self._document_sent:
            await self._send_document(self.outgoing.document, again)
            again = ""
        if self._parts is None:
            self._parts = split(self.outgoing.html)
        if again and self._parts:
            self._parts[:1] = split(f"{again}\n\n{self._parts[0]}")
        while self._parts:
            last = len(self._parts) == 1
            message = await self._send_text(self._parts[0], first=not self.message_ids, last=last)
            self._note(message.message_id, self._parts.pop(0))

    async def _edit(self, message_id: int) -> bool:
        """Whether the message shows it now; False: it is gone, send a new one instead."""
        parts = split(self.outgoing.html)
        if len(parts) != 1:
            return False
        try:
            await self._edit_text(message_id, parts[0])
        except BadRequest as error:
            reason = error.message.lower()
            if _UNCHANGED not in reason:
                if any(gone in reason for gone in _UNREACHABLE_MESSAGE) and self.outgoing.kind != "edit":
                    return False
                raise
        self._note(message_id, parts[0])
        return True

    def _note(self, message_id: int, html: str) -> None:
        self.message_ids.append(message_id)
        self.texts.append(plain(html))

    async def _edit_text(self, message_id: int, html: str) -> None:
        markup = keyboard(self.outgoing.buttons)
        try:
            await self.bot.edit_message_text(
                html,
                chat_id=self.chat_id,
                message_id=message_id,
                parse_mode=ParseMode.HTML,
                reply_markup=markup,
                link_preview_options=_NO_PREVIEW,
            )
        except BadRequest as error:
            if not _markup_refused(error):
                raise
            await self.bot.edit_message_text(
                plain(html), chat_id=self.chat_id, message_id=message_id, reply_markup=markup
            )

    async def _send_document(self, document: str, again: str) -> None:
        file = (self.data_dir / document).resolve()
        if not file.is_relative_to(self.data_dir.resolve()) or not file.is_file():
            logger.error("the document %s of a reply does not exist", document)
            self._document_sent = True
            return
        caption = f"{again}\n\n{self.outgoing.html}" if again else self.outgoing.html
        caption = caption if units(plain(caption)) <= CAPTION_UNITS else ""
        message = await self.bot.send_document(
            self.chat_id,
            file,
            filename=file.name,
            caption=plain(caption) or None,
            reply_parameters=self._reply(),
            reply_markup=keyboard(self.outgoing.buttons) if caption else None,
        )
        self._note(message.message_id, caption)
        self._document_sent = True
        if caption:
            self._parts = []

    def _reply(self) -> ReplyParameters | None:
        if self.outgoing.reply_to is None:
            return None
        return ReplyParameters(self.outgoing.reply_to, allow_sending_without_reply=True)

    async def _send_text(self, html: str, *, first: bool, last: bool) -> Message:
        """One part: the reply mark on the first, the keyboard on the last. Refused markup goes out plain."""
        reply = self._reply() if first else None
        markup = self._markup() if last else None
        try:
            return await self.bot.send_message(
                self.chat_id,
                html,
                parse_mode=ParseMode.HTML,
                reply_parameters=reply,
                reply_markup=markup,
                link_preview_options=_NO_PREVIEW,
            )
        except BadRequest as error:
            if any(gone in error.message.lower() for gone in _GONE):
                raise
            logger.warning("Telegram refused the look of a reply (%s): it goes out plain", error.message)
            kept = markup if _markup_refused(error) else None
            return await self.bot.send_message(
                self.chat_id, plain(html), reply_markup=kept, link_preview_options=_NO_PREVIEW
            )

    def _markup(self) -> InlineKeyboardMarkup | ForceReply | None:
        if self.outgoing.kind == "prompt":
            return ForceReply(selective=True)
        return keyboard(self.outgoing.buttons)


def _markup_refused(error: BadRequest) -> bool:
    return "parse entities" in error.message.lower() or "entity" in error.message.lower()
