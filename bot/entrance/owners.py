"""What owners do in chat: invite people, see who is in, put them out, let groups in and out."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from datetime import timedelta

from telegram import Bot, LinkPreviewOptions
from telegram.constants import ParseMode
from telegram.error import TelegramError

from bot.entrance.menu import hide_owner_menu
from bot.entrance.pairing import make_code
from bot.people.access import NOTICE
from bot.people.codes import LOCK_OUT
from bot.people.state import BotState
from bot.replies.callbacks import AccessTap
from bot.replies.evidence import shortened
from bot.replies.said import Said
from bot.texts import Html, Wording
from bot.texts.html import escape, plain
from bot.updates.asked import Asked, Place
from bot.updates.incoming import BotIdentity
from storage.entities import Button, Effects, Outgoing
from storage.errors import RightsChanged
from storage.rights import (
    AccessButton,
    ButtonAct,
    GiveGroup,
    GroupRight,
    PutOut,
    RightsChange,
    ShowButtons,
    TakeGroup,
    UseButton,
)

_BUTTONS_VALID = timedelta(hours=24)
_SHOWN = 30
"""So many of each kind are listed with a button; the rest shows when those are gone."""
_LABEL = 30


@dataclass(slots=True)
class _Page:
    """A message with buttons, as it is put together. All its buttons are for one person in one chat."""

    user_id: int
    chat_id: int
    key: str
    edits: int | None = None
    html: str = ""
    rows: list[tuple[Button, ...]] = field(default_factory=list[tuple[Button, ...]])
    buttons: list[AccessButton] = field(default_factory=list[AccessButton])

    def outgoing(self) -> Outgoing:
        said = Said(Html(self.html), tuple(self.rows))
        return said.to(self.user_id, self.key, self.chat_id, edits=self.edits)


@dataclass(frozen=True, slots=True)
class OwnerCommands:
    """Over the state; `perform` for commands, `tapped` for buttons."""

    state: BotState
    me: BotIdentity
    bot: Bot

    async def perform(self, name: str, asked: Asked, title: str) -> Outgoing | None:
        """One of the owners' commands; `title` is the group's."""
        if not self.state.access.is_owner(asked.user_id):
            return _notice(asked, "people.owners_only")
        is_private = asked.chat_id == asked.user_id
        if name in {"invite", "people"} and not is_private:
            return _notice(asked, "people.private")
        if name in {"allow", "disallow"} and is_private:
            return _notice(asked, "people.in_group")
        acts: dict[str, Callable[[], Awaitable[Outgoing | None]]] = {
            "invite": lambda: self._invite(asked),
            "people": lambda: self._people(asked),
            "allow": lambda: self._allow(asked, title),
            "disallow": lambda: self._disallow(asked),
        }
        return await acts[name]()

    async def _invite(self, asked: Asked) -> Outgoing | None:
        """Past the outbox: a code is in no row."""
        state = self.state
        made = await make_code(
            state.db.access, state.access.place, "person", state.now(), made_by=asked.user_id
        )
        link = f"https://t.me/{self.me.username}?start={made.code.replace('-', '')}"
        html = asked.say("invite", link=Html(escape(link)), code=made.code)
        try:
            await self.bot.send_message(
                asked.chat_id,
                html,
                parse_mode=ParseMode.HTML,
                link_preview_options=LinkPreviewOptions(is_disabled=True),
            )
        except TelegramError:
            await state.db.access.end_code(state.access.place, made.seq, state.now())
            return _notice(asked, "invite.failed")
        return None

    async def _people(self, asked: Asked) -> Outgoing | None:
        page = _Page(asked.user_id, asked.chat_id, f"{NOTICE}{asked.update_id}")
        await self._list(page, asked.say)
        await self._show(page)
        return None

    async def _allow(self, asked: Asked, title: str) -> Outgoing:
        access = self.state.access
        if access.allows_group(asked.chat_id):
            return _notice(asked, "allow.already")
        await access.change(self.state.db, [self._right(asked.user_id, asked.chat_id, title)])
        return _notice(asked, "joined", mention=self.me.mention)

    async def _disallow(self, asked: Asked) -> Outgoing:
        access = self.state.access
        if access.group(asked.chat_id) is not None:
            await access.change(self.state.db, [TakeGroup(asked.chat_id)])
        if access.host is not None:
            return _notice(asked, "people.local")
        return _notice(asked, "disallow.configured" if asked.chat_id in access.groups else "disallow.done")

    async def offer_group(self, update_id: int, owner: int, chat_id: int, effects: Effects) -> None:
        """An owner has added the bot to a group that is not allowed."""
        say = await self.state.wording(owner)
        page = _Page(owner, chat_id, f"{NOTICE}{update_id}")
        page.html = say("allow.ask")
        self._button(page, "allow", None, say("allow.button"))
        effects.outgoing.append(page.outgoing())
        shown = ShowButtons(tuple(page.buttons))
        await self.state.access.change(self.state.db, [shown], effects)

    # Buttons

    async def tapped(self, tap: Place, token: str, title: str, say: Wording) -> str:
        """What to tell whoever tapped. `title` is the group's."""
        state, access = self.state, self.state.access
        button = await state.db.access.access_button(access.place, token)
        if button is None:
            return say("tap.unknown")
        if (refused := self._refusal(tap, button)) is not None:
            return say(refused)
        try:
            return await self._act(tap, button, title, say)
        except RightsChanged:
            return say("people.changed")

    def _refusal(self, tap: Place, button: AccessButton) -> str | None:
        """Why the button does nothing for this tap."""
        elsewhere = button.chat_id != tap.chat_id or (
            bool(button.message_ids) and tap.message_id not in button.message_ids
        )
        reasons = (
            (button.user_id != tap.user_id, "tap.not_yours"),
            (elsewhere, "tap.unknown"),
            (button.used, "people.used"),
            (button.expires_at <= self.state.now(), "tap.expired"),
            (not self.state.access.is_owner(tap.user_id), "people.owners_only"),
        )
        return next((key for is_so, key in reasons if is_so), None)

    async def _act(self, tap: Place, button: AccessButton, title: str, say: Wording) -> str:
        access = self.state.access
        page = _Page(tap.user_id, tap.chat_id, f"{NOTICE}{tap.update_id}", edits=tap.message_id)
        changes: list[RightsChange] = [UseButton(button.token)]
        about, notice = button.about or 0, ""
        match button.act:
            case "remove":
                if access.owners == [about]:
                    return say("people.last_owner")
                self._confirm(page, about, say)
            case "back":
                await self._list(page, say)
            case "surely":
                changes.append(PutOut(about) if about > 0 else TakeGroup(about))
                await self._list(page, say, without=about)
                notice = say("people.removed" if access.host is None else "people.local")
            case "allow":
                changes.append(self._right(tap.user_id, tap.chat_id, title))
                page.html = say("joined", mention=self.me.mention)
        was_owner = about > 0 and access.is_owner(about)
        await self._show(page, changes)
        if was_owner and not access.is_owner(about):
            await hide_owner_menu(self.bot, about)
        if notice and about > 0:
            await self.state.jobs.remove(about)
        return notice

    async def _show(self, page: _Page, changes: Iterable[RightsChange] = ()) -> None:
        """Make the changes and show the page, in one commit."""
        shown = ShowButtons(tuple(page.buttons))
        effects = Effects(outgoing=[page.outgoing()])
        await self.state.access.change(self.state.db, [*changes, shown], effects)

    async def _list(self, page: _Page, say: Wording, without: int | None = None) -> None:
        """Everybody who may use the bot, with a button for each who can be put out."""
        access, now = self.state.access, self.state.now()
        lines = [say("people.title")]
        members = [each for each in access.rights.members if each.user_id != without]
        for member in members[:_SHOWN]:
            by = access.member(member.let_in_by) if member.let_in_by is not None else None
            lines.append(
                say(
                    f"people.{member.role}",
                    name=member.name or str(member.user_id),
                    user=member.user_id,
                    by=by.name if by else str(member.let_in_by or say("people.console")),
                    day=say.short_day(member.at.date(), now.date()),
                )
            )
            label = say("people.remove", name=shortened(member.name or str(member.user_id), _LABEL))
            self._button(page, "remove", member.user_id, label)
        groups = [each for each in access.rights.groups if each.moved_to is None and each.chat_id != without]
        for group in groups[:_SHOWN]:
            lines.append(say("people.group", title=group.title, chat=group.chat_id))
            label = say("people.remove", name=shortened(group.title or str(group.chat_id), _LABEL))
            self._button(page, "remove", group.chat_id, label)
        if (more := max(0, len(members) - _SHOWN) + max(0, len(groups) - _SHOWN)) > 0:
            lines.append(say("people.more", count=more))
        lines += [say("people.configured", id=each) for each in sorted(access.users)]
        lines += [say("people.configured_group", id=each) for each in sorted(access.groups)]
        overview = await self.state.db.access.overview(access.place, LOCK_OUT, now)
        if overview.codes:
            lines.append(say("people.codes", count=overview.codes))
        if access.host is not None:
            lines.append(say("people.local"))
        page.html = "\n".join([*lines, "", say("people.hint")])

    def _confirm(self, page: _Page, about: int, say: Wording) -> None:
        """Ask once more."""
        access = self.state.access
        member, group = access.member(about), access.group(about)
        name = member.name if member else group.title if group else ""
        page.html = say("people.sure" if about > 0 else "people.sure_group", name=name, id=about)
        self._button(page, "surely", about, say("people.surely"))
        self._button(page, "back", None, say("people.back"))

    def _button(self, page: _Page, act: ButtonAct, about: int | None, label: str) -> None:
        token = secrets.token_urlsafe(16)
        page.rows.append((AccessTap(token).button(plain(label)),))
        page.buttons.append(
            AccessButton(
                token=token,
                user_id=page.user_id,
                chat_id=page.chat_id,
                shown_by=page.key,
                act=act,
                about=about,
                expires_at=self.state.now() + _BUTTONS_VALID,
                message_ids=() if page.edits is None else (page.edits,),
            )
        )

    def _right(self, owner: int, chat_id: int, title: str) -> GiveGroup:
        return GiveGroup(GroupRight(chat_id, title, owner, self.state.now()))


def _notice(asked: Asked, key: str, **values: str) -> Outgoing:
    """A reply that is sent whether or not the chat is allowed by then."""
    return asked.reply(asked.say(key, **values)).model_copy(update={"key": f"{NOTICE}{asked.update_id}"})
