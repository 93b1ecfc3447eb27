"""Who may use the bot where. Nobody, until the configuration, a code or an owner says so."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Annotated

from pydantic import BeforeValidator, Field

from storage.access import AccessRows
from storage.entities import Effects, Frozen, OutboxRow
from storage.rights import GroupRight, Member, Place, Placed, Rights, RightsChange
from storage.stores import Stores

NOTICE = "access:"
"""How the keys of replies begin that are sent although their chat is no longer, or not yet, allowed."""


def _as_ids(value: object) -> object:
    """Ids may come from one environment variable: "1, 2"; nothing at all means nobody."""
    if value is None:
        return ()
    if isinstance(value, str):
        return tuple(part for part in value.replace(",", " ").split())
    return value


Ids = Annotated[tuple[int, ...], BeforeValidator(_as_ids)]


class AccessSection(Frozen):
    """Who may use the bot. Everybody else is turned away; in the local chat its own people are allowed."""

    allow_users: Ids = Field(default=(), description="Telegram user ids that may write to the bot privately")
    allow_groups: Ids = Field(default=(), description="group ids in which every member may use the bot")


@dataclass(slots=True)
class Access:
    """Private chats are allowed by person, groups by group; the one says nothing about the other.

    What the configuration allows can't be taken away in chat. What was given in chat is in rows, and here as
    they were read last: `load` reads them, `change` changes them.
    """

    users: frozenset[int] = frozenset()
    """Allowed by the configuration."""
    groups: frozenset[int] = frozenset()
    """Allowed by the configuration."""
    host: int | None = None
    """On the chat page of this machine: its owner. Everybody there is allowed."""
    rights: Rights = field(default_factory=Rights)
    overwritten: bool = True
    """The database's log may hold what was overwritten since; at first, by a run that was killed."""
    _members: dict[int, Member] = field(default_factory=dict[int, Member])
    _groups: dict[int, GroupRight] = field(default_factory=dict[int, GroupRight])
    _changing: asyncio.Lock = field(default_factory=asyncio.Lock)

    @classmethod
    def of(cls, section: AccessSection, *, host: int | None = None) -> Access:
        """What the configuration allows."""
        return cls(frozenset(section.allow_users), frozenset(section.allow_groups), host)

    @property
    def place(self) -> Place:
        """Whose ids these are."""
        return "telegram" if self.host is None else "local"

    @property
    def owners(self) -> list[int]:
        """Whoever may let others in."""
        paired = [member.user_id for member in self.rights.members if member.role == "owner"]
        return paired if self.host is None else list(dict.fromkeys([self.host, *paired]))

    def allows(self, user_id: int, chat_id: int) -> bool:
        """Whether this person may use the bot in this chat (a private chat has its person's id)."""
        if self.host is not None:
            return True
        if chat_id == user_id:
            return user_id in self.users or user_id in self._members
        return self.allows_group(chat_id)

    def knows(self, some_id: int) -> bool:
        """Whether a person may write privately, or a group may be worked in."""
        return self.allows(some_id, some_id) if some_id > 0 else self.allows_group(some_id)

    def allows_group(self, chat_id: int) -> bool:
        """Whether its members may use the bot there."""
        return self.host is not None or chat_id in self.groups or chat_id in self._groups

    def is_owner(self, user_id: int) -> bool:
        """Whether this person may let others in."""
        member = self._members.get(user_id)
        return user_id == self.host or (member is not None and member.role == "owner")

    def member(self, user_id: int) -> Member | None:
        """Somebody who was let in by a code."""
        return self._members.get(user_id)

    def group(self, chat_id: int) -> GroupRight | None:
        """A group that was let in by chat."""
        return self._groups.get(chat_id)

    def admits(self, row: OutboxRow) -> bool:
        """Whether a reply may still be sent: not to whom was put out since."""
        reply = row.outgoing
        if reply.key.startswith(NOTICE):
            return True
        return (
            self.allows(reply.chat_id, reply.chat_id)
            if reply.chat_id > 0
            else self.allows_group(reply.chat_id)
        )

    async def load(self, rows: AccessRows) -> None:
        """As the rows are now."""
        self.rights = await rows.rights(self.place)
        self._members = {member.user_id: member for member in self.rights.members}
        self._groups = {group.chat_id: group for group in self.rights.groups}

    async def change(
        self, db: Stores, changes: Iterable[RightsChange], effects: Effects | None = None
    ) -> None:
        """In one transaction with `effects`. Raises RightsChanged, and then nothing was written.

        The rights hold before a reply about them is sent: who reads it may write the next moment.
        """
        effects = Effects() if effects is None else effects
        effects.rights = Placed(self.place, tuple(changes))
        self.overwritten |= effects.scrubbed
        async with self._changing:
            try:
                await db.turns.apply(effects, settle=partial(self.load, db.access))
            except BaseException:
                await self.load(db.access)
                raise
