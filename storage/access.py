"""Who was let in where, the codes that let in, wrong codes, and the buttons of the access pages."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from typing import get_args

from sqlalchemy import BindParameter, bindparam, delete, func, select, update
from sqlalchemy.dialects.sqlite import insert

from storage.access_tables import access_buttons, codes, group_rights, guesses, members
from storage.columns import Moment
from storage.connection import Transaction
from storage.errors import RightsChanged
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
from storage.schema import outbox
from storage.store import Store

_PLACE: BindParameter[str] = bindparam("place")
_NOW = bindparam("now", type_=Moment())
_SINCE = bindparam("since", type_=Moment())
_KEPT = timedelta(days=1)
"""What has become of a code is told for so long."""

_MEMBERS = (
    select(members.c.user_id, members.c.role, members.c.name, members.c.let_in_by, members.c.at)
    .where(members.c.place == _PLACE)
    .order_by(members.c.at, members.c.user_id)
)
_joining = insert(members)
_JOIN = _joining.on_conflict_do_update(
    index_elements=[members.c.place, members.c.user_id],
    set_={name: _joining.excluded[name] for name in ("role", "name", "let_in_by", "at")},
)
_LEAVE = delete(members).where(members.c.place == _PLACE, members.c.user_id == bindparam("whom"))
_OWNERS = select(members.c.user_id).where(members.c.place == _PLACE, members.c.role == "owner")

_GROUPS = (
    select(
        group_rights.c.chat_id,
        group_rights.c.title,
        group_rights.c.given_by,
        group_rights.c.at,
        group_rights.c.moved_to,
    )
    .where(group_rights.c.place == _PLACE)
    .order_by(group_rights.c.at, group_rights.c.chat_id)
)
_giving = insert(group_rights)
_GIVE = _giving.on_conflict_do_update(
    index_elements=[group_rights.c.place, group_rights.c.chat_id],
    set_={name: _giving.excluded[name] for name in ("title", "given_by", "at", "moved_to")},
)
_TAKE = delete(group_rights).where(
    group_rights.c.place == _PLACE,
    (group_rights.c.chat_id == bindparam("which")) | (group_rights.c.moved_to == bindparam("which")),
)

_NEW_CODE = ("place", "kind", "salt", "digest", "made_by", "made_at", "expires_at", "status", "ended_at")
_ADD_CODE = insert(codes).values({name: bindparam(name) for name in _NEW_CODE})
_OPEN = (codes.c.place == _PLACE, codes.c.status == "open", codes.c.expires_at > _NOW)
_OPEN_CODES = (
    select(codes.c.seq, codes.c.kind, codes.c.salt, codes.c.digest, codes.c.made_by)
    .where(*_OPEN)
    .order_by(codes.c.seq)
)
_ended = update(codes).values(salt="", digest="", ended_at=_NOW)
_END_CODE = _ended.where(codes.c.seq == bindparam("code"), *_OPEN).values(status=bindparam("becomes"))
_WITHDRAW = _ended.where(codes.c.made_by == bindparam("whose"), *_OPEN).values(status="withdrawn")
_EXPIRE = _ended.where(codes.c.status == "open", codes.c.expires_at <= _NOW).values(status="expired")
_DROP_CODES = delete(codes).where(codes.c.ended_at < _SINCE)

_NEW_GUESS = ("place", "user_id", "at", "stranger")
_ADD_GUESS = insert(guesses).values({name: bindparam(name) for name in _NEW_GUESS})
_DROP_GUESSES = delete(guesses).where(guesses.c.at <= _SINCE)
_OF_PERSON = select(func.count()).where(
    guesses.c.place == _PLACE, guesses.c.user_id == bindparam("whose"), guesses.c.at > _SINCE
)
_OF_STRANGERS = select(func.count()).where(
    guesses.c.place == _PLACE, guesses.c.stranger, guesses.c.at > _SINCE
)
_BY_PERSON = (
    select(guesses.c.user_id, func.count())
    .where(guesses.c.place == _PLACE, guesses.c.at > _SINCE)
    .group_by(guesses.c.user_id)
)
_FROM_NOW = (
    update(guesses).where(guesses.c.place == _PLACE, guesses.c.user_id == bindparam("whose")).values(at=_NOW)
)

_ADD_BUTTON = insert(access_buttons)
_BUTTON = (
    select(
        access_buttons.c.user_id,
        access_buttons.c.chat_id,
        access_buttons.c.shown_by,
        access_buttons.c.act,
        access_buttons.c.about,
        access_buttons.c.expires_at,
        access_buttons.c.message_id,
        access_buttons.c.used,
        outbox.c.message_ids,
    )
    .outerjoin_from(access_buttons, outbox, outbox.c.key == access_buttons.c.shown_by)
    .where(access_buttons.c.place == _PLACE, access_buttons.c.token == bindparam("token"))
)
_page_of = select(access_buttons.c.shown_by).where(access_buttons.c.token == bindparam("tapped"))
_UNUSED = select(access_buttons.c.token).where(
    access_buttons.c.token == bindparam("tapped"), ~access_buttons.c.used
)
_USE = (
    update(access_buttons)
    .where(access_buttons.c.shown_by == _page_of.scalar_subquery(), ~access_buttons.c.used)
    .values(used=True)
)
_ACTS: dict[str, ButtonAct] = {act: act for act in get_args(ButtonAct)}
_DROP_BUTTONS = delete(access_buttons).where(access_buttons.c.expires_at < _SINCE)


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
            tx.execute(
                _ADD_CODE,
                {
                    "place": place,
                    "kind": code.kind,
                    "salt": code.salt,
                    "digest": code.digest,
                    "made_by": code.made_by,
                    "made_at": code.made_at,
                    "expires_at": code.expires_at,
                    "status": "open",
                    "ended_at": None,
                },
            )
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
        values = {"code": seq, "place": place, "becomes": "withdrawn", "now": now}
        await self.database.write(lambda tx: tx.execute(_END_CODE, values))

    async def is_locked_out(self, place: Place, user_id: int, limit: LockOut, now: datetime) -> bool:
        """Whether this person has sent too many wrong codes lately."""
        values = {"place": place, "whose": user_id, "since": _since(limit, now)}
        row = await self.database.read(lambda tx: tx.first(_OF_PERSON, values))
        return row is not None and row[0] >= limit.person

    async def note_guess(
        self, place: Place, user_id: int, *, stranger: bool, limit: LockOut, now: datetime
    ) -> int:
        """A wrong code; how many this person has sent. Too many begin an hour of silence."""

        def work(tx: Transaction) -> int:
            here = {"place": place, "since": _since(limit, now)}
            tx.execute(_DROP_GUESSES, here)
            tx.execute(_ADD_GUESS, {"place": place, "user_id": user_id, "at": now, "stranger": stranger})
            by_person = _count(tx.first(_OF_PERSON, {"whose": user_id, **here}))
            if by_person >= limit.person:
                tx.execute(_FROM_NOW, {"place": place, "whose": user_id, "now": now})
            return by_person

        return await self.database.write(work)

    async def access_button(self, place: Place, token: str) -> AccessButton | None:
        """By its token, whosever it is."""
        row = await self.database.read(lambda tx: tx.first(_BUTTON, {"place": place, "token": token}))
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
                guesses=_count(tx.first(_OF_STRANGERS, lately)),
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
            tx.execute(_JOIN, _member_row(place, member))
        case PutOut(user_id):
            _put_out(tx, place, user_id, now)
        case GiveGroup(right):
            tx.execute(_GIVE, _group_row(place, right))
        case TakeGroup(chat_id):
            tx.execute(_TAKE, {"place": place, "which": chat_id})
        case ShowButtons(shown):
            tx.execute_many(_ADD_BUTTON, [_button_row(place, button) for button in shown])
        case UseButton(token):
            if tx.first(_UNUSED, {"tapped": token}) is None:
                raise RightsChanged
            tx.execute(_USE, {"tapped": token})


def _put_out(tx: Transaction, place: Place, user_id: int, now: datetime) -> None:
    owners = [row[0] for row in tx.rows(_OWNERS, {"place": place})]
    if owners == [user_id] or not tx.execute(_LEAVE, {"place": place, "whom": user_id}):
        raise RightsChanged
    tx.execute(_WITHDRAW, {"place": place, "whose": user_id, "now": now})


def _since(limit: LockOut, now: datetime) -> datetime:
    return now - timedelta(seconds=limit.seconds)


def _count(row: tuple[int] | None) -> int:
    return 0 if row is None else row[0]


def _member_row(place: Place, member: Member) -> dict[str, object]:
    return {
        "place": place,
        "user_id": member.user_id,
        "role": member.role,
        "name": member.name,
        "let_in_by": member.let_in_by,
        "at": member.at,
    }


def _group_row(place: Place, right: GroupRight) -> dict[str, object]:
    return {
        "place": place,
        "chat_id": right.chat_id,
        "title": right.title,
        "given_by": right.given_by,
        "at": right.at,
        "moved_to": right.moved_to,
    }


def _button_row(place: Place, button: AccessButton) -> dict[str, object]:
    return {
        "token": button.token,
        "place": place,
        "user_id": button.user_id,
        "chat_id": button.chat_id,
        "message_id": button.message_ids[0] if button.message_ids else None,
        "shown_by": button.shown_by,
        "act": button.act,
        "about": button.about,
        "expires_at": button.expires_at,
        "used": button.used,
    }
