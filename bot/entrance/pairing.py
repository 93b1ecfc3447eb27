"""Letting people in by code: made for the console or an owner, tried by whoever sends one in private."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, NamedTuple

from bot.entrance.allowance import Comparisons
from bot.people import codes
from bot.people.access import NOTICE
from bot.people.state import BotState
from bot.replies.said import Said
from bot.texts import Html, Wording, wording
from bot.texts.commands import MENU_LANGUAGES
from storage.access import AccessRows
from storage.entities import Effects, Message, Outgoing
from storage.errors import RightsChanged
from storage.rights import Code, LetIn, Member, Place, Role

logger = logging.getLogger(__name__)

Outcome = Literal["in", "already", "wrong", "last_wrong", "locked", "busy"]


class Made(NamedTuple):
    """A new code, as it is shown once and never kept."""

    seq: int
    code: str


async def make_code(
    rows: AccessRows, place: Place, kind: Role, now: datetime, made_by: int | None = None
) -> Made:
    """A code that makes whoever sends it an owner, or a person who may use the bot."""
    code = codes.new_code()
    kept = await asyncio.to_thread(codes.to_keep, code, kind, made_by, now)
    return Made(await rows.add_code(place, kept), codes.shown(code))


def announced(code: str, username: str = "") -> str:
    """What the console says of an owner's code."""
    whom = f"@{username}" if username else "your bot"
    return (
        f"Whoever texts this code to {whom} in a private chat within an hour becomes its owner: {code}\n"
        "It works once. `swealog pair` makes another one.\n"
    )


@dataclass(frozen=True, slots=True)
class Sender:
    """Who sent a code, and with which update."""

    user_id: int
    name: str
    language_code: str | None
    update_id: int
    message_id: int
    sent_at: datetime
    stranger: bool
    """Not allowed in private so far."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Tries codes. What was sent is never written down."""

    state: BotState
    comparisons: Comparisons

    async def tried(self, sender: Sender, code: str) -> Outcome:
        """Let the sender in if the code is an open one, and say so in the same commit; else say nothing."""
        state, place = self.state, self.state.access.place
        db, now = state.db, state.now()
        if await db.access.is_locked_out(place, sender.user_id, codes.LOCK_OUT, now):
            return "locked"
        kept = await db.access.open_codes(place, now)
        if kept and not self.comparisons.private.take(now):
            return "busy"
        found = await self._meant(code, kept)
        if found is None:
            return await self._wrong(sender) if sender.stranger or kept else "wrong"
        if self._has_more(sender.user_id, found.kind):
            return "already"
        try:
            await self._let_in(sender, found)
        except RightsChanged:  # somebody else was quicker
            return await self._wrong(sender)
        await state.meet(sender.user_id, sender.name, sender.language_code)
        logger.info("user %d was let in as %s", sender.user_id, found.kind)
        return "in"

    async def exposed(self, user_id: int, code: str) -> bool:
        """Whether that is an open code, which others have seen now: nobody comes in with it any more."""
        db, place, now = self.state.db, self.state.access.place, self.state.now()
        kept = await db.access.open_codes(place, now)
        if not kept or not self.comparisons.may_in_group(user_id, now):
            return False
        found = await self._meant(code, kept)
        if found is not None:
            await db.access.end_code(place, found.seq, now)
        return found is not None

    async def _meant(self, code: str, kept: Sequence[Code]) -> Code | None:
        """One at a time: the threads are for others, too."""
        async with self.comparisons.turn:
            return await asyncio.to_thread(codes.meant, code, kept)

    def _has_more(self, user_id: int, kind: Role) -> bool:
        """Whether the code would give nothing that the sender has not; then it stays for somebody else."""
        access = self.state.access
        return access.is_owner(user_id) or (kind == "person" and access.member(user_id) is not None)

    async def _wrong(self, sender: Sender) -> Outcome:
        state = self.state
        by_person = await state.db.access.note_guess(
            state.access.place,
            sender.user_id,
            stranger=sender.stranger,
            limit=codes.LOCK_OUT,
            now=state.now(),
        )
        return "last_wrong" if by_person >= codes.LOCK_OUT.person else "wrong"

    async def _let_in(self, sender: Sender, found: Code) -> None:
        state = self.state
        member = Member(sender.user_id, found.kind, sender.name, found.made_by, state.now())
        effects = Effects(
            inbox_done=sender.update_id,
            scrubbed=True,
            messages=[_without_words(sender)],
            outgoing=[await self._welcome(sender, found), *await self._news(sender, found)],
        )
        await state.access.change(state.db, [LetIn(found.seq, member)], effects)

    async def _welcome(self, sender: Sender, found: Code) -> Outgoing:
        say = await self.wording(sender.user_id, sender.language_code)
        if found.kind == "owner":
            html = say("pair.owner")
        else:
            by = self.state.access.member(found.made_by or 0)
            html = say("pair.person", by=by.name if by else say("people.console"))
        said = Said(Html("\n\n".join([html, say("start", name=sender.name)])))
        return said.to(sender.user_id, f"{NOTICE}{sender.update_id}")

    async def _news(self, sender: Sender, found: Code) -> list[Outgoing]:
        """Whoever invited hears of it; all owners, of a new one."""
        whom = self.state.access.owners if found.kind == "owner" else [found.made_by]
        key = "pair.new_owner" if found.kind == "owner" else "pair.joined"
        return [
            Said((await self.state.wording(owner))(key, name=sender.name, user=sender.user_id)).to(
                owner, f"{NOTICE}{sender.update_id}:{owner}"
            )
            for owner in whom
            if owner is not None and owner != sender.user_id
        ]

    async def wording(self, user_id: int, language_code: str | None) -> Wording:
        """In the language of whoever writes: chosen, else what their Telegram speaks, else the usual one."""
        if await self.state.db.people.get_user(user_id) is not None:
            return await self.state.wording(user_id)
        code = (language_code or "").partition("-")[0]
        return wording(code if code in MENU_LANGUAGES else self.state.services.defaults.language)


def _without_words(sender: Sender) -> Message:
    """So that the message is known, should it come again."""
    return Message(
        chat_id=sender.user_id,
        message_id=sender.message_id,
        user_id=sender.user_id,
        role="user",
        text="",
        at=sender.sent_at,
    )
