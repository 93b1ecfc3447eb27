"""Who was let in where, the codes that let in, wrong codes, and the buttons of the access pages."""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import get_args

from storage.connection import Transaction
from storage.errors import RightsChanged
from storage.query import Column, Query, columns_of, insert
from storage.rights import (
    AccessButton,
    ButtonAct,
    Code,
    GiveGroup,
    GroupRight,
    LetIn,
    LockOut,
    Member,
    NewCode,
    Overview,
    Place,
    PutOut,
    Rights,
    RightsChange,
    ShowButtons,
    TakeGroup,
    UseButton,
)
from storage.store import Store

_KEPT = timedelta(days=1)
"""What has become of a code is told for so long."""

_MEMBERS = Query[int, str, str, int | None, datetime]("""
    SELECT user_id, role, name, let_in_by, at
    FROM members
    WHERE place = :place
    ORDER BY at, user_id
""")
_JOIN = f"""
    {insert("members", ("place", *Member.__slots__))}
    ON CONFLICT (place, user_id) DO UPDATE
    SET role = excluded.role, name = excluded.name, let_in_by = excluded.let_in_by, at = excluded.at
"""
_LEAVE = "DELETE FROM members WHERE place = :place AND user_id = :whom"
_OWNERS = Column[int]("SELECT user_id FROM members WHERE place = :place AND role = 'owner'")

_GROUPS = Query[int, str, int | None, datetime, int | None]("""
    SELECT chat_id, title, given_by, at, moved_to
    FROM group_rights
    WHERE place = :place
    ORDER BY at, chat_id
""")
_GIVE = f"""
    {insert("group_rights", ("place", *GroupRight.__slots__))}
    ON CONFLICT (place, chat_id) DO UPDATE
    SET title = excluded.title, given_by = excluded.given_by, at = excluded.at,
        moved_to = excluded.moved_to
"""
_TAKE = """
    DELETE FROM group_rights
    WHERE place = :place AND (chat_id = :which OR moved_to = :which)
"""

_CODE = ("kind", "salt", "digest", "made_by", "made_at", "expires_at")
_ADD_CODE = insert("codes", ("place", *_CODE, "status"))
_OPEN_CODES = Query[int, str, str, str, int | None]("""
    SELECT seq, kind, salt, digest, made_by
    FROM codes
    WHERE place = :place AND status = 'open' AND expires_at > :now
    ORDER BY seq
""")
_END_CODE = """
    UPDATE codes SET salt = '', digest = '', status = :becomes, ended_at = :now
    WHERE seq = :code AND place = :place AND status = 'open' AND expires_at > :now
"""
_WITHDRAW = """
    UPDATE codes SET salt = '', digest = '', status = 'withdrawn', ended_at = :now
    WHERE made_by = :whose AND place = :place AND status = 'open' AND expires_at > :now
"""
_EXPIRE = """
    UPDATE codes SET salt = '', digest = '', status = 'expired', ended_at = :now
    WHERE status = 'open' AND expires_at <= :now
"""
_DROP_CODES = "DELETE FROM codes WHERE ended_at < :since"

_ADD_GUESS = insert("guesses", ("place", "user_id", "at", "stranger"))
_DROP_GUESSES = "DELETE FROM guesses WHERE at <= :since"
_OF_PERSON = Column[int]("""
    SELECT count(*)
    FROM guesses
    WHERE place = :place AND user_id = :whose AND at > :since
""")
_OF_STRANGERS = Column[int]("""
    SELECT count(*)
    FROM guesses
    WHERE place = :place AND stranger = 1 AND at > :since
""")
_BY_PERSON = Query[int, int]("""
    SELECT user_id, count(*)
    FROM guesses
    WHERE place = :place AND at > :since
    GROUP BY user_id
""")
_FROM_NOW = "UPDATE guesses SET at = :now WHERE place = :place AND user_id = :whose"

_OF_BUTTON = ("token", "user_id", "chat_id", "shown_by", "act", "about", "expires_at", "used")
_ADD_BUTTON = insert("access_buttons", ("place", "message_id", *_OF_BUTTON))
_BUTTON = Query[int, int, str, str, int | None, datetime, int | None, bool, str]("""
    SELECT access_buttons.user_id, access_buttons.chat_id, access_buttons.shown_by, access_buttons.act,
        access_buttons.about, access_buttons.expires_at, access_buttons.message_id, access_buttons.used,
        outbox.message_ids
    FROM access_buttons LEFT OUTER
    JOIN outbox ON outbox.key = access_buttons.shown_by
    WHERE access_buttons.place = :place AND access_buttons.token = :token
""")
_UNUSED = Column[str]("SELECT token FROM access_buttons WHERE token = :tapped AND used = 0")
_USE = """
    UPDATE access_buttons SET used = 1
    WHERE shown_by = (SELECT shown_by FROM access_buttons WHERE token = :tapped) AND used = 0
"""
_ACTS: dict[str, ButtonAct] = {act: act for act in get_args(ButtonAct)}
_DROP_BUTTONS = "DELETE FROM access_buttons WHERE expires_at < :since"


class AccessRows(Store):
    """The rows of who may use the bot where."""

    async def rights(self, place: Place) -> Rights:
        """Everybody and every group that was let in by chat."""

        def work(tx: Transaction) -> Rights:
            here = {"place": place}
            people = tuple(
                Member(user_id, "owner" if role == "owner" else "person", name, by, at)
                for user_id, role, name, by, at in tx.rows(_MEMBERS, here)
            )
            return Rights(people, tuple(GroupRight(*row) for row in tx.rows(_GROUPS, here)))

        return await self.database.read(work)

    async def add_code(self, place: Place, code: NewCode) -> int:
        """Keep a code; its number."""

        def work(tx: Transaction) -> int:
            now = {"now": code.made_at}
            tx.execute(_EXPIRE, now)
            tx.execute(_DROP_CODES, {"since": code.made_at - _KEPT})
            row = columns_of(code, _CODE)
            tx.execute(_ADD_CODE, {"place": place, "status": "open", **row})
            alike = [row[0] for row in tx.rows(_OPEN_CODES, {"place": place, **now}) if row[1] == code.kind]
            for seq in alike[: -code.most]:
                tx.execute(_END_CODE, {"code": seq, "place": place, "becomes": "replaced", **now})
            return alike[-1]

        return await self.database.write(work)

    async def open_codes(self, place: Place, now: datetime) -> list[Code]:
        """Those that would let somebody in."""

        def work(tx: Transaction) -> list[Code]:
            return [
                Code(seq, "owner" if kind == "owner" else "person", salt, digest, made_by)
                for seq, kind, salt, digest, made_by in tx.rows(_OPEN_CODES, {"place": place, "now": now})
            ]

        return await self.database.read(work)

    async def end_code(self, place: Place, seq: int, now: datetime) -> None:
        """It could not be shown, so nobody shall use it."""
        await self._run(_END_CODE, code=seq, place=place, becomes="withdrawn", now=now)

    async def is_locked_out(self, place: Place, user_id: int, limit: LockOut, now: datetime) -> bool:
        """Whether this person has sent too many wrong codes lately."""
        sent = await self._first(_OF_PERSON, place=place, whose=user_id, since=_since(limit, now))
        return (sent or 0) >= limit.person

    async def note_guess(
        self, place: Place, user_id: int, *, stranger: bool, limit: LockOut, now: datetime
    ) -> int:
        """A wrong code; how many this person has sent. Too many begin an hour of silence."""

        def work(tx: Transaction) -> int:
            here = {"place": place, "since": _since(limit, now)}
            tx.execute(_DROP_GUESSES, here)
            tx.execute(_ADD_GUESS, {"place": place, "user_id": user_id, "at": now, "stranger": stranger})
            by_person = tx.first(_OF_PERSON, {"whose": user_id, **here}) or 0
            if by_person >= limit.person:
                tx.execute(_FROM_NOW, {"place": place, "whose": user_id, "now": now})
            return by_person

        return await self.database.write(work)

    async def access_button(self, place: Place, token: str) -> AccessButton | None:
        """By its token, whosever it is."""
        row = await self._first(_BUTTON, place=place, token=token)
        if row is None:
            return None
        user_id, chat_id, shown_by, act, about, expires_at, message_id, used, sent_as = row
        sent: list[int] = json.loads(sent_as or "[]") if message_id is None else [message_id]
        return AccessButton(
            token, user_id, chat_id, shown_by, _ACTS[act], about, expires_at, tuple(sent), used
        )

    async def overview(self, place: Place, limit: LockOut, now: datetime) -> Overview:
        """How many may come in, and how that stands."""

        def work(tx: Transaction) -> Overview:
            here = {"place": place}
            roles = [row[1] for row in tx.rows(_MEMBERS, here)]
            lately = {"since": _since(limit, now), **here}
            wrong = tx.rows(_BY_PERSON, lately)
            return Overview(
                owners=roles.count("owner"),
                people=roles.count("person"),
                groups=sum(row[4] is None for row in tx.rows(_GROUPS, here)),
                codes=len(tx.rows(_OPEN_CODES, {"now": now, **here})),
                locked=sum(count >= limit.person for _, count in wrong),
                guesses=tx.first(_OF_STRANGERS, lately) or 0,
            )

        return await self.database.read(work)

    async def tidy_access(self, limit: LockOut, now: datetime) -> None:
        """Drop what is over: wrong codes after their hour, codes and buttons after their time."""

        def work(tx: Transaction) -> None:
            tx.execute(_DROP_GUESSES, {"since": _since(limit, now)})
            tx.execute(_EXPIRE, {"now": now})
            tx.execute(_DROP_CODES, {"since": now - _KEPT})
            tx.execute(_DROP_BUTTONS, {"since": now})

        await self.database.write(work, repeatable=True)


def change_rights(tx: Transaction, place: Place, change: RightsChange, now: datetime) -> None:
    """In the transaction of the work it belongs to. Raises RightsChanged, which undoes that."""
    match change:
        case LetIn(code, member):
            values = {"code": code, "place": place, "becomes": "used", "now": now}
            if not tx.execute(_END_CODE, values):
                raise RightsChanged
            tx.execute(_JOIN, {"place": place, **asdict(member)})
        case PutOut(user_id):
            _put_out(tx, place, user_id, now)
        case GiveGroup(right):
            tx.execute(_GIVE, {"place": place, **asdict(right)})
        case TakeGroup(chat_id):
            tx.execute(_TAKE, {"place": place, "which": chat_id})
        case ShowButtons(shown):
            tx.execute_many(_ADD_BUTTON, [_button_row(place, button) for button in shown])
        case UseButton(token):
            if tx.first(_UNUSED, {"tapped": token}) is None:
                raise RightsChanged
            tx.execute(_USE, {"tapped": token})


def _put_out(tx: Transaction, place: Place, user_id: int, now: datetime) -> None:
    owners = tx.rows(_OWNERS, {"place": place})
    if owners == [user_id] or not tx.execute(_LEAVE, {"place": place, "whom": user_id}):
        raise RightsChanged
    tx.execute(_WITHDRAW, {"place": place, "whose": user_id, "now": now})


def _since(limit: LockOut, now: datetime) -> datetime:
    return now - timedelta(seconds=limit.seconds)


def _button_row(place: Place, button: AccessButton) -> dict[str, object]:
    message_id = button.message_ids[0] if button.message_ids else None
    return {"place": place, "message_id": message_id, **columns_of(button, _OF_BUTTON)}
