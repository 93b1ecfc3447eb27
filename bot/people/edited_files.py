"""A file of the vault that somebody changed: the entry follows, with a receipt in chat and Undo.

A changed block is a revision of its entry, a new one a new entry, one that is gone a deletion. Where the
entry was changed otherwise since, both versions are proposed. What can't be followed is kept and said.
Killed in between, all of it is found again and not done twice: what holds already is no change, and turns,
proposals and notices are known by what they are made of.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time

from agents.cases import Reading, tried_on
from agents.changes.items import TextItem
from agents.changes.proposing import propose
from agents.changes.rewriting import words_of
from agents.derived_ids import id_of
from agents.keeping import rewritten
from agents.machine import Machine
from agents.profile import Profile
from agents.turn import Incoming
from agents.vocabulary import own_terms
from agents.work import Services
from bot.replies.callbacks import MemoryTap
from bot.replies.console_ids import chat_of, message_of
from bot.replies.said import Said
from bot.replies.tried import tried_lines
from bot.texts import Html, wording
from bot.texts.html import plain
from storage.chosen import with_chosen
from storage.entities import Buttons, Effects, Entry, Outgoing, Preferences
from storage.text import clean
from storage.vault import Vault
from storage.vault_disk import Found
from storage.vault_files import Block
from storage.vault_marks import unmarked
from storage.vault_reading import changes_of, read_sheet

_THREAD = "vault"
_MOST = 100
"""Changes of one file that are followed; a file with more was not written by hand."""
_DEALT_WITH = frozenset({"waiting", "declined", "nothing_changes"})
_LONGEST_PROPOSED = 20_000
_MOST_VERSIONS = 50
"""So many versions of the memory back a file of it is known."""


@dataclass(frozen=True, slots=True)
class EditedFiles:
    """What people write into the vault."""

    services: Services
    machine: Machine
    vault: Vault

    async def follow(self, found: Found) -> None:
        """Do what it says and write the file anew, if its owner is known. Raises OSError, StorageError."""
        if await self.services.db.people.get_user(found.user_id) is None:
            return
        if not await self.taken(found):
            await self._keep(found)
        await self.vault.put(found)

    async def taken(self, found: Found) -> bool:
        """Do what it says; whether that was all."""
        if found.trouble:
            return False
        profile = await self.services.profile(found.user_id)
        if found.day is None:
            return await self._memory(found, profile)
        return await self._day(found, found.day, profile)

    async def _day(self, found: Found, day: date, profile: Profile) -> bool:
        sheet = read_sheet(found.text)
        written = await self.vault.written(found.user_id, day, found.text)
        if written.is_ours or sheet is None:
            return written.is_ours
        changes = changes_of(written.base, written.now, sheet, sure=written.sure)
        if len(changes.edited) + len(changes.removed) + len(changes.added) > _MOST:
            return False
        for block, words in (*changes.edited, *((block, "") for block in changes.removed)):
            await self._entry(found.user_id, block, words)
        for at, words in changes.added:
            await self._new(found.user_id, datetime.combine(day, time.fromisoformat(at), profile.zone), words)
        return await self._asked(found, changes.both, profile) and not changes.rest

    async def _entry(self, user_id: int, block: Block, words: str) -> None:
        """Its words are these now; none: it is deleted."""
        entry = await self._of(user_id, block)
        if entry is None or entry.deleted:
            return
        incoming = Incoming(
            user_id=user_id,
            chat_id=entry.chat_id,
            message_id=entry.message_id,
            text=clean(words),
            sent_at=entry.logged_at,
            edited=True,
            in_file=entry.id,
        )
        await self.machine.begin(incoming, id_of("file", entry.id, entry.revision, words))

    async def _new(self, user_id: int, at: datetime, words: str) -> None:
        key = f"{at.isoformat()}\0{words}"
        incoming = Incoming(
            user_id=user_id,
            chat_id=chat_of(user_id, _THREAD),
            message_id=message_of(key),
            text=clean(words),
            sent_at=at,
            in_file="",
        )
        await self.machine.begin(incoming, id_of("new", user_id, key))

    async def _asked(self, found: Found, both: Sequence[tuple[Block, str]], profile: Profile) -> bool:
        """Both versions are shown, and the person chooses; whether all could be."""
        if not both:
            return True
        items: list[TextItem] = []
        reason = plain(wording(profile.language)("vault.both"))
        for block, words in both:
            entry = await self._of(found.user_id, block)
            if entry is not None and len(words) <= _LONGEST_PROPOSED:
                was, new = words_of(entry), clean(words)
                items.append(TextItem(entry_id=entry.id, was=was, text=new, reason=reason))
        made = await propose(self.services, found.user_id, found.user_id, "vault", items, name=_name(found))
        return len(items) == len(both) and all(one.why in _DEALT_WITH for one in made.refused)

    async def _of(self, user_id: int, block: Block) -> Entry | None:
        entries = await self.services.db.entries.entries(user_id, [block.entry_id])
        return entries[0] if entries else None

    async def _memory(self, found: Found, profile: Profile) -> bool:
        versions = await self.services.db.contexts.versions(found.user_id, limit=_MOST_VERSIONS)
        user = await self.services.db.people.get_user(found.user_id)
        chosen = user.preferences if user else Preferences()
        text = unmarked(found.text)
        if any(with_chosen(one.content, chosen) == text for one in versions):
            return True  # ours, and of a form that carries no mark
        number = _version_of(text)
        base = next((one for one in versions if one.version == number), None)
        if base is None:
            return False
        current, shown = versions[0], with_chosen(base.content, chosen)
        now = profile.local(self.services.clock())
        budget = self.services.limits.global_context_tokens
        version, whole = rewritten(current, base, text, shown, now, budget)
        if version is not None:
            say = wording(profile.language)
            tap = MemoryTap(found.user_id, "back", version.version, str(current.version))
            undo = tap.button(say.label("context.undo"))
            before, after = (Reading(profile, own_terms(one.content)) for one in (current, version))
            other = before.own != after.own
            tried = await tried_on(self.services, found.user_id, before, after) if other else None
            html = Html("\n".join([say("vault.memory"), *tried_lines(tried, say)]))
            told = _told(found, html, ((undo,),))
            await self.services.db.turns.apply(Effects(contexts=[version], outgoing=[told]))
        return whole

    async def _keep(self, found: Found) -> None:
        """Beside, as it is; said once."""
        say = wording((await self.services.profile(found.user_id)).language)
        if found.trouble == "link":
            html = say("vault.link", name=_name(found))
        else:
            kept = self.vault.disk.keep(found)
            key = f"vault.{found.trouble or 'rest'}"
            html = say(key, name=_name(found), kept=kept)
        await self.services.db.turns.apply(Effects(outgoing=[_told(found, html)]))


def _told(found: Found, html: Html, buttons: Buttons = ()) -> Outgoing:
    key = f"vault:{found.path}:{found.digest}{':memory' if buttons else ''}"
    return Said(html, buttons).to(found.user_id, key)


def _version_of(text: str) -> int | None:
    """The version that the memory's file was made from."""
    head = text.partition("\n---\n")[0]
    numbers = [row.partition(":")[2].strip() for row in head.split("\n") if row.startswith("version:")]
    return int(numbers[0]) if len(numbers) == 1 and numbers[0].isdecimal() and len(numbers[0]) < 10 else None


def _name(found: Found) -> str:
    return found.path.rpartition("/")[2]
