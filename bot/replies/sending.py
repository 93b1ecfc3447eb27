"""One reply on its way: which Bot API calls it takes, and what a refusal means."""

from __future__ import annotations

import asyncio
import errno
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, cast

from telegram import InlineKeyboardButton, InlineKeyboardMarkup, LinkPreviewOptions, Message, ReplyParameters
from telegram.constants import ParseMode, ReactionEmoji
from telegram.error import BadRequest, NetworkError, TelegramError
from telegram.ext import ExtBot

from bot.replies.pictures import Draw, NoPictureError, undrawn
from bot.replies.verdicts import TOO_LARGE, is_unreachable
from bot.texts.html import CAPTION_UNITS, plain, split, units
from storage.entities import Buttons, Outgoing

logger = logging.getLogger(__name__)

_NO_PREVIEW = LinkPreviewOptions(is_disabled=True)
_HIDDEN = _NO_PREVIEW.to_dict()
_UNCHANGED = "message is not modified"
_SHORTEST_PART = 32


def keyboard(buttons: Buttons) -> InlineKeyboardMarkup | None:
    """The buttons as Telegram wants them; None when there are none."""
    if not buttons:
        return None
    return InlineKeyboardMarkup(
        [[InlineKeyboardButton(button.label, callback_data=button.data) for button in row] for row in buttons]
    )


Fields = dict[str, object]
"""As the Bot API has them."""
"""The picture of a chart. Raises NoPictureError."""
_UNDRAWN = {True: "chart.no_letters", False: "chart.undrawn"}
"""What is said in place of a picture, by whether letters are missing."""


class SpeakingBot(ExtBot[None]):
    """PTB's bot, which also sends a message without reading back what was said."""

    __slots__ = ()

    async def say(self, fields: Fields) -> int:
        """`sendMessage`; the id of the message. Raises TelegramError."""
        told: object = await self._post("sendMessage", fields)
        message_id = cast("Fields", told).get("message_id") if isinstance(told, dict) else None
        if type(message_id) is not int:
            raise TelegramError("sendMessage was answered with no message")
        return message_id


@dataclass(frozen=True, slots=True)
class _Look:
    """How a part is shown; what Telegram refuses of it is left out, the words never are."""

    text: str
    parse_mode: str | None
    reply: Fields | None
    markup: Fields | None
    thread: int | None

    def plainer(self, error: BadRequest) -> _Look:
        """Without what was refused; this very look when nothing is left to leave out."""
        if self.parse_mode is not None and _markup_refused(error):
            return replace(self, text=plain(self.text), parse_mode=None)
        if self.thread is not None and _topic_refused(error):
            return replace(self, thread=None)
        text = self.text if self.parse_mode is None else plain(self.text)
        return _Look(text, None, None, None, None)


@dataclass(slots=True)
class Delivery:
    """Sends one Outgoing, part by part. After a failure `send` goes on with the first part not yet sent.

    `say` gives a sentence in the language of whom it is for; `thread` is the topic of a group it belongs to.
    """

    bot: SpeakingBot
    outgoing: Outgoing
    data_dir: Path
    chat_id: int
    say: Callable[[str], Awaitable[str]]
    thread: int | None = None
    message_ids: list[int] = field(default_factory=list[int])
    texts: list[str] = field(default_factory=list[str])
    """What each of the messages shows, without markup."""
    _parts: list[str] | None = None
    _file_done: bool = False
    draw: Draw = undrawn
    """Makes the picture of a chart."""

    def move(self, chat_id: int) -> None:
        """The chat goes on with another id, and none of the messages there were."""
        self.chat_id = chat_id
        self.thread = None

    @property
    def _moved(self) -> bool:
        return self.chat_id != self.outgoing.chat_id

    async def send(self, first: str = "") -> None:
        """Raises TelegramError; text is only ever given up when the chat itself refuses it.

        `first`: what to say before a part that may have arrived already, or comes late (HTML).
        """
        if self.outgoing.reacts_to is not None and await self._react(self.outgoing.reacts_to):
            return
        if self.outgoing.edits is not None and await self._edit(self.outgoing.edits):
            return
        if not self._file_done and (self.outgoing.document is not None or self.outgoing.chart is not None):
            if self.outgoing.document is not None:
                await self._send_document(self.outgoing.document, first)
            elif self.outgoing.chart is not None:
                await self._send_chart(self.outgoing.chart, first)
            first = "" if self.message_ids else first
        if self._parts is None:
            self._parts = split(self.outgoing.html)
        if first and self._parts and not self._parts[0].startswith(first):
            self._parts[:1] = split(f"{first}\n\n{self._parts[0]}")
        while self._parts:
            part = self._parts[0]
            try:
                message_id = await self._send_text(part)
            except BadRequest as error:
                half = units(plain(part)) // 2
                if "too long" not in error.message.lower() or half < _SHORTEST_PART:
                    raise
                self._parts[:1] = split(part, half)
            else:
                self._note(message_id, self._parts.pop(0))

    async def _react(self, message_id: int) -> bool:
        """Whether the thumb is there; False: the chat admits none, so it is said in words."""
        if self._moved:
            return False
        try:
            await self.bot.set_message_reaction(self.chat_id, message_id, ReactionEmoji.THUMBS_UP)
        except BadRequest as error:
            if is_unreachable(error.message):
                raise
            logger.info("a message can't be reacted to: %s", error.message)
            return False
        return True

    async def _edit(self, message_id: int) -> bool:
        """Whether the message shows it now; False: it is gone, send a new one instead."""
        parts = split(self.outgoing.html)
        if self.outgoing.kind != "edit" and (self._moved or len(parts) != 1):
            return False
        if self._moved:
            raise BadRequest("message to edit not found: the group has become a supergroup")
        try:
            await self._edit_text(message_id, parts[0] if parts else "")
        except BadRequest as error:
            if _UNCHANGED not in error.message.lower():
                if self.outgoing.kind != "edit" and not is_unreachable(error.message):
                    return False
                raise
        self._note(message_id, parts[0] if parts else "")
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

    async def _send_document(self, document: str, first: str) -> None:
        """The file with the words below it, or the words alone, which say that the file is missing."""
        await self._send_file("document", document, first, self._upload)

    async def _send_chart(self, chart: str, first: str) -> None:
        """The picture with the words below it; the words alone, which say so, where none can be drawn."""

        async def drawn(chart: str, caption: str) -> Message:
            return await self._post(await self.draw(chart), caption)

        try:
            await self._send_file("chart", chart, first, drawn)
        except NoPictureError as error:
            logger.warning("the chart of a reply can't be drawn: %s", error)
            await self._send_without(_UNDRAWN[error.letters])

    async def _send_file(
        self, kind: str, file: str, first: str, send: Callable[[str, str], Awaitable[Message]]
    ) -> None:
        """The words below it where they fit there."""
        caption = self._with(first)
        caption = caption if units(plain(caption)) <= CAPTION_UNITS else ""
        try:
            message = await send(file, caption)
        except (OSError, BadRequest, NetworkError) as error:
            if not _file_refused(error):
                raise
            logger.warning("the %s %s of a reply can't be sent: %s", kind, file, error)
            await self._send_without("file_missing")
        else:
            self._note(message.message_id, caption)
            if caption:
                self._parts = []
            self._file_done = True

    async def _send_without(self, why: str) -> None:
        """The words alone; `why` names the sentence that says what is missing."""
        self._parts = split(f"{self.outgoing.html}\n\n{await self.say(why)}")
        self._file_done = True

    def _with(self, first: str) -> str:
        return f"{first}\n\n{self.outgoing.html}" if first else self.outgoing.html

    async def _post(self, picture: bytes, caption: str) -> Message:
        """Telegram HTML below it; without markup where that is refused."""
        fields: dict[str, Any] = {
            "reply_parameters": self._reply(),
            "reply_markup": keyboard(self.outgoing.buttons) if caption else None,
            "message_thread_id": self.thread,
            "filename": "chart.png",
        }
        try:
            return await self.bot.send_photo(
                self.chat_id, picture, caption=caption or None, parse_mode=ParseMode.HTML, **fields
            )
        except BadRequest as error:
            if not _markup_refused(error):
                raise
            return await self.bot.send_photo(self.chat_id, picture, caption=plain(caption) or None, **fields)

    async def _upload(self, document: str, caption: str) -> Message:
        """Raises OSError where there is no such file of ours."""
        file = (self.data_dir / document).resolve()
        if not file.is_relative_to(self.data_dir.resolve()):
            raise PermissionError(errno.EACCES, "not below the data directory")
        content = await asyncio.to_thread(file.read_bytes)
        return await self.bot.send_document(
            self.chat_id,
            content,
            filename=file.name,
            caption=plain(caption) or None,
            reply_parameters=self._reply(),
            reply_markup=keyboard(self.outgoing.buttons) if caption else None,
            message_thread_id=self.thread,
        )

    def _reply(self) -> ReplyParameters | None:
        if self.outgoing.reply_to is None or self._moved:
            return None
        return ReplyParameters(self.outgoing.reply_to, allow_sending_without_reply=True)

    async def _send_text(self, html: str) -> int:
        """One part: the reply mark on the first, the keyboard on the last."""
        reply = self._reply() if not self.message_ids else None
        last = len(self._parts or ()) == 1
        look = _Look(
            html,
            ParseMode.HTML,
            reply.to_dict() if reply is not None else None,
            self._markup() if last else None,
            self.thread,
        )
        while True:
            try:
                return await self.bot.say(
                    {
                        "chat_id": self.chat_id,
                        "text": look.text,
                        "parse_mode": look.parse_mode,
                        "reply_parameters": look.reply,
                        "reply_markup": look.markup,
                        "link_preview_options": _HIDDEN,
                        "message_thread_id": look.thread,
                    }
                )
            except BadRequest as error:
                plainer = look.plainer(error)
                if plainer == look or is_unreachable(error.message) or "too long" in error.message.lower():
                    raise
                logger.warning(
                    "Telegram refused the look of a reply (%s): it goes out plainer", error.message
                )
                look = plainer

    def _markup(self) -> Fields | None:
        if self.outgoing.kind == "prompt":
            return {"force_reply": True, "selective": True}
        if not self.outgoing.buttons:
            return None
        rows = [
            [{"text": button.label, "callback_data": button.data} for button in row]
            for row in self.outgoing.buttons
        ]
        return {"inline_keyboard": rows}


def _topic_refused(error: BadRequest) -> bool:
    return any(word in error.message.lower() for word in ("thread", "topic"))


def _file_refused(error: Exception) -> bool:
    """Whether it is the file that can't be sent, not the chat or the connection."""
    if isinstance(error, BadRequest):
        return not is_unreachable(error.message)
    return isinstance(error, OSError) or TOO_LARGE in str(error).lower()


def _markup_refused(error: BadRequest) -> bool:
    return "parse entities" in error.message.lower() or "entity" in error.message.lower()
