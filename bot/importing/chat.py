"""Importing in the chat: a file is fetched, shown, and stored when that is tapped.

The file waits below `imports/` until then, and the buttons carry what was chosen: a restart loses nothing.
"""

from __future__ import annotations

import asyncio
import os
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from telegram import Bot, Message

from agents.derived_ids import id_of
from agents.recounting import remember_change
from bot.importing import FOLDER
from bot.importing.importer import Importer
from bot.importing.plan import Plan, Whose
from bot.importing.preview import dated, preview
from bot.people.state import BotState
from bot.replies.callbacks import ImportAct, ImportTap
from bot.replies.copies import with_history
from bot.replies.said import Said
from bot.texts import Wording
from bot.updates.asked import Place
from bot.updates.attached import FETCH_LIMIT
from bot.updates.incoming import clean, is_private, words_of
from bot.updates.media_files import MediaFiles, NotFetchedError, TooBigError
from storage.entities import Button, Effects, Outgoing, WeightUnit
from storage.errors import Outdated
from storage.importers.model import Choices, File, Reading
from storage.importers.reading import read_file
from storage.importers.words import weight_units
from units import DAY_S

_KEPT_SECONDS = DAY_S
_SOON_SECONDS = 2.0
_UNSAFE = re.compile(r"[^\w .()-]+")
_LONGEST_NAME = 80
_LONGEST_FILE = 160
"""Bytes; file systems take 255, and the token stands before it."""


@dataclass(frozen=True, slots=True)
class Imports:
    """Files that wait, and what is done with them."""

    state: BotState

    async def offered(self, update_id: int, message: Message, user_id: int, bot: Bot) -> Outgoing | None:
        """The preview of a file that was sent."""
        file = message.document
        if file is None:
            return None
        place = Place(update_id, user_id, message.chat.id, message.message_id)
        say = await self.state.wording(user_id)
        reply_to = None if is_private(message) else message.message_id
        token = id_of(message.chat.id, message.message_id)
        name = clean(file.file_name or "file")[-_LONGEST_NAME:]
        if (file.file_size or 0) > FETCH_LIMIT:
            return self._reply(place, token, Said(say("import.too_big")), reply_to)
        try:
            content = await MediaFiles(bot, self.state.db.attachments, self.state.data_dir).download(
                file.file_id
            )
        except TooBigError:
            return self._reply(place, token, Said(say("import.too_big")), reply_to)
        except NotFetchedError:
            return self._reply(place, token, Said(say("import.not_fetched")), reply_to)
        await asyncio.to_thread(self._put, user_id, token, name, content)
        chosen = _said(token, words_of(message))
        del content
        file_there = await asyncio.to_thread(self._take, user_id, token)
        if file_there is None:
            return self._reply(place, token, Said(say("import.gone")), reply_to)
        plan = await self._plan(place, file_there, chosen, say)
        return self._reply(place, token, _page(name, plan, chosen, say), reply_to)

    async def tapped(self, place: Place, tap: ImportTap, say: Wording) -> str:
        """What to tell the one who tapped."""
        if tap.act == "undo":
            return await self._undo(place, tap, say)
        file = await asyncio.to_thread(self._take, place.user_id, tap.token)
        if file is None:
            return say("import.gone")
        if tap.act == "no":
            await self._apply(place.edited(Said(say("import.cancelled"))), place)
            await asyncio.to_thread(self._drop, place.user_id, tap.token)
            return ""
        plan = await self._plan(place, file, tap, say)
        if tap.act == "look" or plan.asks or not plan.new:
            await self._apply(place.edited(_page(file.name, plan, tap, say)), place)
            return ""
        try:
            return await self._store(place, tap, file, plan, say)
        except Outdated:  # something was logged meanwhile
            return await self.tapped(place, tap, say)

    async def _store(self, place: Place, tap: ImportTap, file: File, plan: Plan, say: Wording) -> str:
        working = place.edited(Said(say("import.working", count=len(plan.new))))
        await self.state.db.turns.apply(Effects(outgoing=[working]))
        effects = await self._importer(place, tap.token).effects(plan)
        effects.inbox_done = place.update_id
        first, last = (dated(day, say) if day else "" for day in (plan.first, plan.last))
        html = say("import.done", file=file.name, count=len(plan.new), first=first, last=last)
        undo = ImportTap(tap.token, "undo").button(say("import.undo"))
        key = f"import:{tap.token}:done:{place.update_id}"
        told = Said(html, ((undo,),)).to(place.user_id, key, place.chat_id)
        effects.outgoing.append(told.model_copy(update={"kind": "receipt"}))
        await self.state.db.turns.apply(effects, now=self.state.now())
        self.state.db.goals.changed(place.user_id)
        new = [item.entry for item in plan.new]
        await remember_change(self.state.services, place.user_id, new, "import")
        await asyncio.to_thread(self._drop, place.user_id, tap.token)
        return ""

    async def _undo(self, place: Place, tap: ImportTap, say: Wording) -> str:
        revisions = await self._importer(place, tap.token).undone()
        if not revisions:
            return say("undone.nothing")
        brought = await self.state.db.entries.revisions(place.user_id, revisions[0].entry_id)
        html = say("import.undone", count=len(revisions))
        html = await with_history(self.state.db.pushed, place.user_id, brought[0].at, html, say)
        effects = Effects(inbox_done=place.update_id, revisions=revisions, outgoing=[place.reply(html)])
        await self.state.db.turns.apply(effects)
        gone = [revision.entry for revision in revisions]
        await remember_change(self.state.services, place.user_id, gone, "undo")
        return say("tap.undone")

    async def _plan(self, place: Place, file: File, chosen: ImportTap, say: Wording) -> Plan:
        """What is in it; when that takes long, a word about it first."""
        given = Choices(chosen.weight_unit, chosen.distance_unit, chosen.date_order)

        def read(choices: Choices) -> Reading:
            return read_file(file, choices)

        work = asyncio.create_task(self._importer(place, chosen.token).plan(read, given))
        try:
            done, _ = await asyncio.wait({work}, timeout=_SOON_SECONDS)
            if not done:
                said, key = Said(say("import.reading", file=file.name)), f"import:{chosen.token}:reading"
                notice = said.to(place.user_id, f"{key}:{place.update_id}", place.chat_id)
                await self.state.db.turns.apply(Effects(outgoing=[notice]))
            return await work
        finally:
            work.cancel()

    def _importer(self, place: Place, token: str) -> Importer:
        return Importer(self.state.services, Whose(place.user_id, token))

    @staticmethod
    def _reply(place: Place, token: str, said: Said, reply_to: int | None) -> Outgoing:
        return said.to(place.user_id, f"import:{token}", place.chat_id, reply_to=reply_to)

    async def _apply(self, reply: Outgoing, place: Place) -> None:
        await self.state.db.turns.apply(Effects(inbox_done=place.update_id, outgoing=[reply]))

    def _folder(self, user_id: int) -> Path:
        return self.state.data_dir / FOLDER / str(user_id)

    def _put(self, user_id: int, token: str, name: str, content: bytes) -> None:
        """Nobody else may read it; what has waited for long goes."""
        folder = self._folder(user_id)
        for path in (folder.parent, folder):
            path.mkdir(mode=0o700, exist_ok=True)
        for old in folder.iterdir():
            if old.stat().st_mtime < time.time() - _KEPT_SECONDS:
                old.unlink(missing_ok=True)
        path = folder / f"{token}_{_file_name(name)}"
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)

    def _take(self, user_id: int, token: str) -> File | None:
        found = next(iter(self._folder(user_id).glob(f"{token}_*")), None)
        return None if found is None else File(found.name.removeprefix(f"{token}_"), found)

    def _drop(self, user_id: int, token: str) -> None:
        for path in self._folder(user_id).glob(f"{token}_*"):
            path.unlink(missing_ok=True)


def _file_name(name: str) -> str:
    """For the disk: of a long one its end, which says what it is."""
    safe = _UNSAFE.sub("_", name).encode("utf-8", "ignore")[-_LONGEST_FILE:]
    return safe.decode("utf-8", "ignore").rstrip(". ") or "file"


def _said(token: str, caption: str) -> ImportTap:
    """A unit in the caption counts as chosen."""
    words = re.findall(r"[^\W\d_]+", caption.casefold())
    said: set[WeightUnit] = {unit for name, unit in weight_units().items() if _names(name, words)}
    unit = next(iter(said)) if len(said) == 1 else None
    return ImportTap(token, "look", weight_unit=unit)


def _names(unit: str, words: Sequence[str]) -> bool:
    """Korean words may end in a particle: 킬로로."""
    return any(word == unit or (not unit.isascii() and word.startswith(unit)) for word in words)


def _page(name: str, plan: Plan, chosen: ImportTap, say: Wording) -> Said:
    """The preview with what can be done now: answer what the file leaves open, then import."""
    html = preview(name, plan, say)
    if not plan.new:
        return Said(html)
    cancel = (_button(say("import.cancel"), chosen, "no"),)
    asked = min(plan.asks, default=None)
    match asked:
        case "weight_unit":
            row = tuple(_button(unit, replace(chosen, weight_unit=unit), "look") for unit in ("kg", "lb"))
        case "distance_unit":
            row = (
                _button("km", replace(chosen, distance_unit="km"), "look"),
                _button(say("import.miles"), replace(chosen, distance_unit="mi"), "look"),
            )
        case "date_order":
            row = (
                _button(say("import.day_first"), replace(chosen, date_order="DMY"), "look"),
                _button(say("import.month_first"), replace(chosen, date_order="MDY"), "look"),
            )
        case None:
            row = (_button(say("import.button", count=len(plan.new)), chosen, "go"),)
    return Said(html, (row, cancel))


def _button(label: str, chosen: ImportTap, act: ImportAct) -> Button:
    return Button(label=label, data=replace(chosen, act=act).data)
