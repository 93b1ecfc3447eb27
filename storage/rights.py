"""Who may use the bot where, and the changes to it that can be part of a transaction."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

Place = Literal["telegram", "local"]
"""Ids of the chat page on this machine mean other people than the same ids on Telegram."""
Role = Literal["owner", "person"]
ButtonAct = Literal["remove", "surely", "back", "allow"]
"""What is negative in a button of the first two is a group, else a person, as Telegram numbers them."""


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody who was let in by a code; `let_in_by` None: a code from the console."""

    user_id: int
    role: Role
    name: str
    let_in_by: int | None
    at: datetime


@dataclass(frozen=True, slots=True)
class GroupRight:
    """A group in which every member may use the bot."""

    chat_id: int
    title: str
    given_by: int | None
    at: datetime
    moved_to: int | None = None


@dataclass(frozen=True, slots=True)
class Rights:
    """All that was given in chat at one place."""

    members: tuple[Member, ...] = ()
    groups: tuple[GroupRight, ...] = ()


@dataclass(frozen=True, slots=True)
class Code:
    """A code that can be used until `expires_at`, as it is kept; it makes its sender a `kind`."""

    seq: int
    kind: Role
    salt: str
    digest: str
    made_by: int | None


@dataclass(frozen=True, slots=True)
class NewCode:
    """A code to be kept; when there are more than `most` open ones of its kind, the oldest goes."""

    kind: Role
    salt: str
    digest: str
    made_by: int | None
    made_at: datetime
    expires_at: datetime
    most: int


@dataclass(frozen=True, slots=True)
class AccessButton:
    """A button of the access pages: whose it is, where it stands, what it is for. It works once.

    All buttons of a page have its key as `shown_by`; the first one that is tapped uses them all up.
    `message_ids` are the messages that show it, as far as they are known.
    """

    token: str
    user_id: int
    chat_id: int
    shown_by: str
    act: ButtonAct
    about: int | None
    expires_at: datetime
    message_ids: tuple[int, ...] = ()
    used: bool = False


@dataclass(frozen=True, slots=True)
class LockOut:
    """After how many wrong codes within `seconds` a person is refused."""

    person: int
    seconds: int


@dataclass(frozen=True, slots=True)
class Overview:
    """What the operator is told. No code is among it."""

    owners: int = 0
    people: int = 0
    groups: int = 0
    codes: int = 0
    locked: int = 0
    guesses: int = 0
    """Wrong codes of strangers within the hour."""


@dataclass(frozen=True, slots=True)
class LetIn:
    """Use up a code and make its sender a member."""

    code: int
    member: Member


@dataclass(frozen=True, slots=True)
class PutOut:
    """Remove a member, with the invitations they have made; never the last owner."""

    user_id: int


@dataclass(frozen=True, slots=True)
class GiveGroup:
    """Give a group its right, or again with a new title."""

    right: GroupRight


@dataclass(frozen=True, slots=True)
class TakeGroup:
    """Take a group's right, and that of its earlier ids."""

    chat_id: int


@dataclass(frozen=True, slots=True)
class ShowButtons:
    """Buttons that go out in the same transaction."""

    buttons: tuple[AccessButton, ...]


@dataclass(frozen=True, slots=True)
class UseButton:
    """Use up a button's page."""

    token: str


RightsChange = LetIn | PutOut | GiveGroup | TakeGroup | ShowButtons | UseButton
"""Applied in a transaction; what no longer fits (used, gone, the last owner) raises RightsChanged."""


@dataclass(frozen=True, slots=True)
class Placed:
    """Changes at a place."""

    place: Place
    changes: tuple[RightsChange, ...]
