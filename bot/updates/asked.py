"""A command as it was asked."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

from agents.profile import Profile
from agents.session import Mode
from agents.turn import Incoming
from bot.texts import Wording
from storage.entities import Buttons, Outgoing


@dataclass(frozen=True, slots=True)
class Place:
    """Which update by whom, about which message."""

    update_id: int
    user_id: int
    chat_id: int
    message_id: int

    def reply(
        self,
        html: str,
        *,
        reply_to: int | None = None,
        entries: tuple[str, ...] = (),
        kind: Literal["notice", "prompt"] = "notice",
    ) -> Outgoing:
        """The one message that comes of it; `reply_to` is a message of the same chat."""
        return Outgoing(
            key=f"update:{self.update_id}",
            chat_id=self.chat_id,
            user_id=self.user_id,
            html=html,
            reply_to=reply_to,
            entries=entries,
            kind=kind,
        )

    def edited(self, html: str, buttons: Buttons = ()) -> Outgoing:
        """What stands in place of that message from now on."""
        return Outgoing(
            key=f"update:{self.update_id}",
            chat_id=self.chat_id,
            user_id=self.user_id,
            html=html,
            buttons=buttons,
            edits=self.message_id,
            kind="edit",
        )


@dataclass(frozen=True, slots=True)
class Asked:
    """Who asked what where; `arguments` is what stood behind the command."""

    user_id: int
    chat_id: int
    message_id: int
    update_id: int
    arguments: str
    user_name: str
    language_code: str | None
    profile: Profile
    say: Wording
    sent_at: datetime
    today: date
    """On the user's clock."""
    moved: bool = False
    """Asked in a group; `chat_id` is the private chat, in which the answer is given."""

    @classmethod
    def of(cls, incoming: Incoming, arguments: str, say: Wording, profile: Profile, now: datetime) -> Asked:
        """A message as a command with these arguments."""
        return cls(
            user_id=incoming.user_id, chat_id=incoming.chat_id, message_id=incoming.message_id,
            update_id=incoming.update_id or 0, arguments=arguments.strip(), user_name=incoming.user_name,
            language_code=None, profile=profile, say=say, sent_at=incoming.sent_at,
            today=profile.local(now).date(),
        )  # fmt: skip

    def incoming(self, text: str, mode: Mode = "deep") -> Incoming:
        """As a message of these words."""
        return Incoming(
            user_id=self.user_id, chat_id=self.chat_id, message_id=self.message_id, text=text,
            sent_at=self.sent_at, update_id=self.update_id, user_name=self.user_name, mode=mode,
        )  # fmt: skip

    def reply(
        self,
        html: str,
        *,
        buttons: Buttons = (),
        document: str | None = None,
        chart: str | None = None,
        entries: tuple[str, ...] = (),
    ) -> Outgoing:
        """The one reply to this command; in a group it is a reply to the command's message."""
        return Outgoing(
            key=f"update:{self.update_id}",
            chat_id=self.chat_id,
            user_id=self.user_id,
            html=html,
            buttons=buttons,
            reply_to=self.message_id if self.chat_id != self.user_id else None,
            document=document,
            chart=chart,
            entries=entries,
            kind="document" if document else "notice",
        )
