"""Who may use the bot where. Nobody, until the configuration says so."""

from __future__ import annotations

from dataclasses import dataclass

from bot.sections import AccessSection


@dataclass(frozen=True, slots=True)
class Access:
    """Private chats are allowed by person, groups by group; the one says nothing about the other."""

    users: frozenset[int]
    groups: frozenset[int]
    everyone: bool = False
    """In the local chat, whose page is reachable from this machine only."""

    @classmethod
    def of(cls, section: AccessSection, *, everyone: bool = False) -> Access:
        """What the configuration allows."""
        return cls(frozenset(section.allow_users), frozenset(section.allow_groups), everyone)

    def allows(self, user_id: int, chat_id: int) -> bool:
        """Whether this person may use the bot in this chat (a private chat has its person's id)."""
        if self.everyone:
            return True
        return user_id in self.users if chat_id == user_id else chat_id in self.groups
