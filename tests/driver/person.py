"""One person in one chat, as a scenario test drives them."""

from __future__ import annotations

import asyncio
import datetime as dt
from dataclasses import dataclass
from typing import TYPE_CHECKING

from telegram_local import acts
from telegram_local.events import AnswerEvent, DraftEvent, FoundEvent, InlineFound, MessageEvent
from telegram_local.messages import StoredMessage
from telegram_local.world import MemberStatus

if TYPE_CHECKING:
    from tests.driver.client import LocalClient


class NoReplyError(Exception):
    """The bot did not do what was waited for in time."""


class NoSuchButtonError(Exception):
    """The message has no such button."""


class ControlRefusedError(Exception):
    """The control API refused the request."""


@dataclass(frozen=True, slots=True)
class Tapped:
    """A tap that the bot may answer."""

    query_id: str


class Person:
    """What one person does and sees; messages handed out once by next_reply are not handed out again."""

    def __init__(self, client: LocalClient, user_id: int, chat_id: int) -> None:
        self.user_id = user_id
        self.chat_id = chat_id
        self._client = client
        self._read = 0

    # Acting

    async def _act(self, kind: str, **told: object) -> acts.Outcome:
        return await self._client.act(kind, user_id=self.user_id, chat_id=self.chat_id, **told)

    async def say(
        self,
        text: str,
        *,
        reply_to: StoredMessage | None = None,
        at: dt.datetime | None = None,
        thread_id: int | None = None,
    ) -> StoredMessage:
        """Send a text; at is when it was sent, by default now; thread_id is the topic's, in a forum."""
        return _sent(
            await self._act(
                "say",
                text=text,
                reply_to=reply_to.message_id if reply_to else None,
                at=int(at.timestamp()) if at else None,
                thread_id=thread_id,
            )
        )

    async def ask(self, text: str, *, within: float | None = None) -> StoredMessage:
        """Send a text and wait for the next reply."""
        await self.say(text)
        return await self.next_reply(within=within)

    async def reply(self, target: StoredMessage, text: str) -> StoredMessage:
        """Send a text as an answer to a message."""
        return await self.say(text, reply_to=target)

    async def edit(self, target: StoredMessage, text: str) -> StoredMessage:
        """Change one's own message."""
        return _sent(await self._act("edit", message_id=target.message_id, text=text))

    async def delete(self, target: StoredMessage) -> None:
        """Delete one's own message, in private also the bot's; Telegram does not tell bots."""
        await self._act("delete", message_id=target.message_id)

    async def tap(self, target: StoredMessage, button: str | tuple[int, int]) -> Tapped:
        """Press a button of the current keyboard: by its text, a unique part of it, or (row, column)."""
        current = self.current(target)
        return await self.forge(target, _data(current, button))

    async def forge(self, target: StoredMessage, data: str) -> Tapped:
        """Send a tap with any data, also such as no button carries."""
        done = await self._act("tap", message_id=target.message_id, data=data)
        return Tapped(done.query_id or "")

    async def ask_inline(self, query: str) -> str:
        """Type something after the bot's name; the query id."""
        return (await self._act("ask_inline", query=query)).query_id or ""

    async def choose(self, query_id: str, result_id: str) -> StoredMessage:
        """Send one of the results that the bot found."""
        return _sent(await self._act("choose", query_id=query_id, result_id=result_id))

    async def found(self, query_id: str, *, within: float | None = None) -> list[InlineFound]:
        """What the bot found for an inline query."""

        def answer() -> list[InlineFound] | None:
            events = (event for event in self._client.log if isinstance(event, FoundEvent))
            return next((event.results for event in events if event.query_id == query_id), None)

        return await self._client.until(answer, within=within, what="results of an inline query")

    async def react(self, target: StoredMessage, emoji: str | None) -> None:
        """Put an emoji on a message; None takes it away."""
        await self._act("react", message_id=target.message_id, emoji=emoji)

    async def photo(self, content: bytes, caption: str = "", *, name: str = "photo.png") -> StoredMessage:
        """Send a picture."""
        mime = "image/jpeg" if name.endswith((".jpg", ".jpeg")) else "image/png"
        return await self._attach("photo", content, name, mime, caption)

    async def document(
        self, content: bytes, name: str, caption: str = "", *, mime: str = "application/octet-stream"
    ) -> StoredMessage:
        """Send a file."""
        return await self._attach("document", content, name, mime, caption)

    async def voice(self, content: bytes, *, duration: int = 1) -> StoredMessage:
        """Send a voice note of so many seconds."""
        return await self._attach("voice", content, "voice.ogg", "audio/ogg", "", duration=duration)

    async def _attach(
        self, kind: str, content: bytes, name: str, mime: str, caption: str, *, duration: int = 1
    ) -> StoredMessage:
        fields = {
            "user_id": str(self.user_id),
            "chat_id": str(self.chat_id),
            "kind": kind,
            "caption": caption,
            "duration": str(duration),
        }
        return await self._client.upload(fields, name, mime, content)

    async def sticker(self, emoji: str = "💪") -> StoredMessage:
        """Send a sticker."""
        return _sent(await self._act("sticker", emoji=emoji))

    async def location(self, latitude: float, longitude: float) -> StoredMessage:
        """Send a place."""
        return _sent(await self._act("location", latitude=latitude, longitude=longitude))

    async def poll(self, question: str, *options: str) -> StoredMessage:
        """Send a poll."""
        return _sent(await self._act("poll", question=question, options=list(options)))

    async def block(self) -> None:
        """Block the bot; in a group, throw it out."""
        await self.standing("kicked")

    async def unblock(self) -> None:
        """Unblock the bot; in a group, invite it again."""
        await self.standing("member")

    async def standing(self, status: MemberStatus) -> None:
        """Give the bot this standing in the chat."""
        await self._act("standing", status=status)

    # Seeing

    async def next_reply(self, *, within: float | None = None) -> StoredMessage:
        """The next message of the bot in this chat that was not handed out yet, in its latest version."""
        stored = await self._client.until(self._unread, within=within, what="a reply of the bot")
        return self._client.message(stored.chat_id, stored.message_id) or stored

    def _unread(self) -> StoredMessage | None:
        log = self._client.log
        while self._read < len(log):
            event = log[self._read]
            self._read += 1
            if isinstance(event, MessageEvent) and event.new and self._mine(event.stored):
                return event.stored
        return None

    def _mine(self, stored: StoredMessage) -> bool:
        return stored.chat_id == self.chat_id and stored.from_bot

    async def edited(self, target: StoredMessage, *, within: float | None = None) -> StoredMessage:
        """The next version of a message after the one given."""

        def newer() -> StoredMessage | None:
            current = self._client.message(target.chat_id, target.message_id)
            return current if current is not None and current.revision > target.revision else None

        return await self._client.until(newer, within=within, what=f"an edit of {target.text!r}")

    async def answered(self, tap: Tapped, *, within: float | None = None) -> AnswerEvent:
        """The bot's answer to a tap: its toast or alert text, often empty."""

        def answer() -> AnswerEvent | None:
            for event in self._client.log:
                if isinstance(event, AnswerEvent) and event.query_id == tap.query_id:
                    return event
            return None

        return await self._client.until(answer, within=within, what="an answer to the tap")

    async def gone(self, target: StoredMessage, *, within: float | None = None) -> None:
        """Wait until a message is deleted."""
        await self._client.until(
            lambda: self._client.message(target.chat_id, target.message_id) is None,
            within=within,
            what=f"the deletion of {target.text!r}",
        )

    async def silence(self, seconds: float = 0.5) -> None:
        """Check that no further reply comes for a while; NoReplyError names the one that does."""
        await asyncio.sleep(seconds)
        if (stored := self._unread()) is not None:
            raise NoReplyError(f"Expected silence, but the bot said {stored.text!r}.")

    def current(self, target: StoredMessage) -> StoredMessage:
        """The latest version of a message; NoReplyError when it was deleted."""
        current = self._client.message(target.chat_id, target.message_id)
        if current is None:
            raise NoReplyError(f"The message {target.text!r} was deleted.")
        return current

    def drafts(self) -> list[str]:
        """Every preview text the bot streamed to this chat, in order."""
        return [
            event.text
            for event in self._client.log
            if isinstance(event, DraftEvent) and event.chat_id == self.chat_id
        ]

    async def history(self) -> list[StoredMessage]:
        """All messages of this chat, oldest first."""
        return self._client.history(self.chat_id)


def _sent(outcome: acts.Outcome) -> StoredMessage:
    if outcome.stored is None:
        raise ControlRefusedError("The server did not say what was sent.")
    return outcome.stored


def _data(stored: StoredMessage, button: str | tuple[int, int]) -> str:
    markup = stored.message.reply_markup
    rows = markup.inline_keyboard if markup else []
    if isinstance(button, tuple):
        row, column = button
        found = [rows[row][column]] if row < len(rows) and column < len(rows[row]) else []
    else:
        flat = stored.buttons
        found = [one for one in flat if one.text == button]
        found = found or [one for one in flat if button.lower() in one.text.lower()]
    if len(found) != 1 or found[0].callback_data is None:
        raise NoSuchButtonError(f"No single button {button!r} among {stored.labels} of {stored.text!r}.")
    return found[0].callback_data
