"""The tables of who may use the bot where. Forgetting somebody leaves them in, without their name.

`place` keeps the people of the chat page on this machine apart from those of Telegram: their ids mean others.
Whoever makes a database takes `metadata` from here, where it has all the tables.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Column, Named, Table, Text, TypedColumns

from storage.columns import Big, CleanText, Moment
from storage.schema import metadata

__all__ = ("access_buttons", "codes", "group_rights", "guesses", "members", "metadata")


class _Members(TypedColumns):
    place = Column(Text, primary_key=True)
    user_id = Column(Big, primary_key=True, autoincrement=False)
    role: Named[str] = Column(Text)
    name: Named[str] = Column(CleanText)
    let_in_by: Named[int | None] = Column(Big)
    """None: whoever reads the console."""
    at: Named[datetime] = Column(Moment)


members = Table("members", metadata, _Members, sqlite_with_rowid=False)


class _GroupRights(TypedColumns):
    place = Column(Text, primary_key=True)
    chat_id = Column(Big, primary_key=True, autoincrement=False)
    title: Named[str] = Column(CleanText)
    given_by: Named[int | None] = Column(Big)
    """None: the configuration, under the group's earlier id."""
    at: Named[datetime] = Column(Moment)
    moved_to: Named[int | None] = Column(Big)
    """The supergroup that it has become."""


group_rights = Table("group_rights", metadata, _GroupRights, sqlite_with_rowid=False)


class _Codes(TypedColumns):
    seq = Column(Big, primary_key=True)
    place: Named[str] = Column(Text)
    kind: Named[str] = Column(Text)
    salt: Named[str] = Column(Text)
    digest: Named[str] = Column(Text)
    """Both empty once the code is worth nothing."""
    made_by: Named[int | None] = Column(Big)
    made_at: Named[datetime] = Column(Moment)
    expires_at: Named[datetime] = Column(Moment)
    status: Named[str] = Column(Text)
    ended_at: Named[datetime | None] = Column(Moment)


codes = Table("codes", metadata, _Codes)
"""Pairing codes and invitations, never as they are typed."""


class _Guesses(TypedColumns):
    seq = Column(Big, primary_key=True)
    place: Named[str] = Column(Text)
    user_id: Named[int] = Column(Big)
    at: Named[datetime] = Column(Moment)
    stranger: Named[bool]


guesses = Table("guesses", metadata, _Guesses)
"""Who sent a wrong code when, for an hour; not what was sent."""


class _AccessButtons(TypedColumns):
    token = Column(Text, primary_key=True)
    place: Named[str] = Column(Text)
    user_id: Named[int] = Column(Big)
    chat_id: Named[int] = Column(Big)
    message_id: Named[int | None] = Column(Big)
    """None until the message with the button was sent."""
    shown_by: Named[str] = Column(Text)
    """The key of the reply that shows it."""
    act: Named[str] = Column(Text)
    about: Named[int | None] = Column(Big)
    expires_at: Named[datetime] = Column(Moment)
    used: Named[bool]


access_buttons = Table("access_buttons", metadata, _AccessButtons, sqlite_with_rowid=False)
