"""A command as it was asked."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

from agents.profile import Profile
from agents.session import Mode
from agents.turn import Incoming
from bot.replies.said import Said
from bot.texts import Html, Wording
from storage.entities import Outgoing


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
        said = Said(Html(html), entries=entries)
        reply = said.to(self.user_id, f"update:{self.update_id}", self.chat_id, reply_to=reply_to)
        return reply if kind == "notice" else reply.model_copy(update={"kind": kind})

    def edited(self, said: Said) -> Outgoing:
        """What stands in place of that message from now on."""
        return said.to(self.user_id, f"update:{self.update_id}", self.chat_id, edits=self.message_id)


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

    def says(self, said: Said, document: str | None = None) -> Outgoing:
        """The one reply to this command; in a group it is a reply to the command's message."""
        reply_to = self.message_id if self.chat_id != self.user_id else None
        reply = said.to(self.user_id, f"update:{self.update_id}", self.chat_id, reply_to=reply_to)
        return reply.model_copy(update={"document": document, "kind": "document"}) if document else reply

    def reply(self, html: str, document: str | None = None) -> Outgoing:
        """The same of words alone."""
        return self.says(Said(Html(html)), document)
