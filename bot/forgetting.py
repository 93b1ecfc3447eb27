"""/forget: everything about a person goes, after a tap; also the files. Nothing of it is written down."""

from __future__ import annotations

import asyncio
import logging
import shutil
from dataclasses import dataclass
from pathlib import Path

from telegram import Bot
from telegram.constants import ParseMode
from telegram.error import TelegramError

from bot.callbacks import ForgetTap, forget_data
from bot.commands import export
from bot.commands.asked import Asked
from bot.desk import Desk
from bot.importing import FOLDER as IMPORTS
from bot.texts import Html, Wording
from storage.entities import Button, Outgoing
from storage.vault import FOLDER as VAULT
from storage.vault import Vault

logger = logging.getLogger(__name__)

VALID_SECONDS = 15 * 60
_COPIES = ("*backup*", "*.bak", "*.old", "*.corrupt*")


async def forget(desk: Desk, asked: Asked) -> Outgoing:
    """Ask first; in private only."""
    if asked.chat_id != asked.user_id:
        return asked.reply(asked.say("forget.private"))
    until = int(desk.now().timestamp()) + VALID_SECONDS
    buttons = (
        (Button(label=asked.say("forget.button"), data=forget_data(until, surely=True)),),
        (Button(label=asked.say("import.cancel"), data=forget_data(until, surely=False)),),
    )
    return asked.reply(asked.say("forget.ask"), buttons=buttons)


@dataclass(frozen=True, slots=True)
class Forgetting:
    """What a tap on the question does."""

    desk: Desk
    bot: Bot

    async def tapped(self, user_id: int, message_id: int, tap: ForgetTap, say: Wording) -> str:
        """Delete, or not; what to tell the one who tapped. The private chat has the id of the person."""
        if self.desk.now().timestamp() > tap.until:
            return say("tap.expired")
        if not tap.surely:
            await self._show(user_id, message_id, say("forget.kept"))
            return ""
        files = (await self.desk.repository.forget(user_id)).files
        await self._remove_files(user_id, files)
        self._forget_here(user_id)
        copies = await asyncio.to_thread(_copies, self.desk.data_dir)
        html = say("forget.done")
        if copies:
            html = Html("\n\n".join([html, say("forget.copies", names=", ".join(copies))]))
        await self._show(user_id, message_id, html)
        return ""

    async def _remove_files(self, user_id: int, media: tuple[str, ...]) -> None:
        """The vault's writer may be at work on the last change: it is let finish first."""
        await Vault(self.desk.repository, self.desk.services.defaults.time_zone).catch_up()
        await asyncio.to_thread(_remove, self.desk.data_dir, user_id, media)

    def _forget_here(self, user_id: int) -> None:
        self.desk.met.discard(user_id)
        for place in [place for place in self.desk.quiet if place[0] == user_id]:
            self.desk.quiet.discard(place)

    async def _show(self, chat_id: int, message_id: int, html: str) -> None:
        """Not through the outbox: that would be a row about somebody who is forgotten."""
        try:
            await self.bot.edit_message_text(
                html, chat_id=chat_id, message_id=message_id, parse_mode=ParseMode.HTML
            )
        except TelegramError as error:
            logger.info("what became of /forget could not be shown: %s", error)


def _remove(data_dir: Path, user_id: int, media: tuple[str, ...]) -> None:
    for folder in (VAULT, export.FOLDER, IMPORTS):
        shutil.rmtree(data_dir / folder / str(user_id), ignore_errors=True)
    for path in media:
        (data_dir / path).unlink(missing_ok=True)


def _copies(data_dir: Path) -> list[str]:
    """Files beside the database that look like copies of it."""
    return sorted({path.name for pattern in _COPIES for path in data_dir.glob(pattern)})
