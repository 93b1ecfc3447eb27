"""Who says something of reminders, and when."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from agents.profile import Profile
from agents.reminders.rows import new_id
from agents.turn import Incoming
from bot.texts import Wording, wording


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks when, and how they are answered."""

    incoming: Incoming
    profile: Profile
    language: str
    now: datetime
    """When it was said, on their clock."""

    @property
    def say(self) -> Wording:
        """In the language of what was said."""
        return wording(self.language)

    def id_of(self, what: str) -> str:
        """One a message."""
        return new_id(what, self.incoming.chat_id, self.incoming.message_id)
