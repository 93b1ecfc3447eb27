"""/forget: everything about a person goes, files too, when a code was typed. No button deletes anything.

Nothing of it is written down: the code follows from person and time, and what is said at the end goes past
the outbox.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import logging
import shutil
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from telegram import Bot
from telegram.constants import ParseMode
from telegram.error import TelegramError

from agents.notes.settings import FOLDER as NOTES
from bot.commands import export
from bot.importing import FOLDER as IMPORTS
from bot.people.state import BotState
from bot.replies.callbacks import ForgetTap
from bot.replies.said import Said
from bot.texts import Html, Wording
from bot.updates.asked import Asked
from storage.backup import FOLDER as BACKUPS
from storage.backup import back_up, backups
from storage.entities import Outgoing
from storage.errors import DatabaseProblem
from storage.forgetting import Forgotten
from storage.stores import Stores
from storage.sync.settings import FOLDER as SYNC
from storage.sync.settings import REPOSITORY
from storage.vault import FOLDER as VAULT
from storage.vault import Vault

logger = logging.getLogger(__name__)

VALID_SECONDS = 15 * 60
_CODE_LETTERS = 5
_COPIES = ("*backup*", "*.bak", "*.old", "*.corrupt*", "*.before-restore-*", f"{BACKUPS}/*")


Targets = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Erased:
    """What is there of a person who was deleted: files that look like copies, targets not emptied yet."""

    copies: list[str]
    targets: Targets


async def forget(state: BotState, asked: Asked) -> Outgoing:
    """Ask first; in private only. What `confirms` never comes here."""
    if asked.chat_id != asked.user_id:
        return asked.reply(asked.say("forget.private"))
    until = int(state.now().timestamp()) + VALID_SECONDS
    code = code_of(asked.user_id, state.now())
    cancel = ForgetTap(until).button(asked.say("import.cancel"))
    ask = asked.say("forget.ask", command=f"/forget {code}")
    elsewhere = _elsewhere(state, asked.user_id, await state.db.forgetting.targets(asked.user_id), asked.say)
    return asked.says(Said(_joined(ask, *elsewhere), ((cancel,),)))


def _elsewhere(state: BotState, user_id: int, targets: Targets, say: Wording) -> list[Html]:
    """What a deletion does to copies elsewhere, and what of a person it can't reach."""
    pushed = [name for name, place in targets if place.startswith(REPOSITORY)]
    told: list[Html] = []
    if targets:
        told.append(say("forget.targets", names=", ".join(name for name, _ in targets)))
    if pushed:
        told.append(say("forget.pushed", names=", ".join(pushed)))
    if state.assistant is not None and state.assistant.writes_calendar(user_id):
        told.append(say("forget.calendars"))
    return told


def _joined(*parts: Html) -> Html:
    return Html("\n\n".join(parts))


def code_of(user_id: int, now: datetime, before: int = 0) -> str:
    """What must be typed behind /forget; it changes, so that nobody types it by habit."""
    window = int(now.timestamp()) // VALID_SECONDS - before
    digest = hashlib.sha256(f"forget {user_id} {window}".encode()).digest()
    return base64.b32encode(digest).decode()[:_CODE_LETTERS]


def confirms(asked: Asked, now: datetime) -> bool:
    """Whether the code was typed, in private, a quarter of an hour to half an hour ago at most."""
    valid = {code_of(asked.user_id, now), code_of(asked.user_id, now, before=1)}
    return asked.chat_id == asked.user_id and asked.arguments.strip().upper() in valid


async def erase(db: Stores, data_dir: Path, user_id: int, time_zone: str, now: datetime) -> Erased:
    """Delete rows and files of a person; what was found of them elsewhere.

    The vault's writer may be at work on the last change: it is let finish first. Backups hold the others
    too, so one without the person takes the place of those there are.
    """
    forgotten = await db.forgetting.forget(user_id)
    await Vault(db.vault, time_zone).catch_up()
    await asyncio.to_thread(_remove, data_dir, user_id, forgotten)
    kept = await _renewed_backup(data_dir, now)
    return Erased(await asyncio.to_thread(_copies, data_dir, kept), forgotten.targets)


async def _renewed_backup(data_dir: Path, now: datetime) -> Path | None:
    """The one backup there is then; None: there was none, or a new one could not be made."""
    old = backups(data_dir)
    if not old:
        return None
    try:
        new = await back_up(data_dir, now, keep=1)
    except DatabaseProblem as error:
        logger.warning("backups still hold somebody who is forgotten: %s", error)
        return None
    for backup in old:
        if backup.path != new.path:
            backup.path.unlink(missing_ok=True)
    return new.path


@dataclass(frozen=True, slots=True)
class Forgetting:
    """What Cancel below the question, and the typed code, do."""

    state: BotState
    bot: Bot

    async def tapped(self, user_id: int, message_id: int, tap: ForgetTap, say: Wording) -> str:
        """Say that nothing was deleted; what to tell whoever tapped. The private chat has the person's id.

        Not through the outbox: that would be a row about somebody who may type the code yet.
        """
        if self.state.now().timestamp() > tap.until:
            return say("tap.expired")
        try:
            await self.bot.edit_message_text(say("forget.kept"), chat_id=user_id, message_id=message_id)
        except TelegramError as error:
            logger.info("that nothing was deleted could not be shown: %s", error)
        return ""

    async def typed(self, asked: Asked) -> None:
        """Delete, and say so in a message that is not kept."""
        html = await self._erased(asked.user_id, asked.say)
        try:
            await self.bot.send_message(asked.chat_id, html, parse_mode=ParseMode.HTML)
        except TelegramError as error:
            logger.info("what became of /forget could not be shown: %s", error)

    async def _erased(self, user_id: int, say: Wording) -> Html:
        zone = self.state.services.defaults.time_zone
        await self.state.jobs.forget(user_id)
        erased = await erase(self.state.db, self.state.data_dir, user_id, zone, self.state.now())
        self._forget_here(user_id)
        told = [say("forget.done"), *_elsewhere(self.state, user_id, erased.targets, say)]
        if erased.copies:
            told.append(say("forget.copies", names=", ".join(erased.copies)))
        return _joined(*told)

    def _forget_here(self, user_id: int) -> None:
        self.state.met.discard(user_id)
        for place in [place for place in self.state.quiet if place[0] == user_id]:
            self.state.quiet.discard(place)


def _remove(data_dir: Path, user_id: int, forgotten: Forgotten) -> None:
    for folder in (VAULT, export.FOLDER, IMPORTS, NOTES):
        shutil.rmtree(data_dir / folder / str(user_id), ignore_errors=True)
    for path in forgotten.files:
        (data_dir / path).unlink(missing_ok=True)
    for name, _ in forgotten.targets:
        shutil.rmtree(data_dir / SYNC / f"{name}.git", ignore_errors=True)


def _copies(data_dir: Path, kept: Path | None) -> list[str]:
    """Files beside the database and among its backups that look like copies of it."""
    found = {path for pattern in _COPIES for path in data_dir.glob(pattern)}
    return sorted(path.relative_to(data_dir).as_posix() for path in found if path.is_file() and path != kept)
