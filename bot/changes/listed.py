"""/proposals: sets that wait, listed and decided in words, also where there are no buttons."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from agents.changes.proposing import MOST_ITEMS, shown
from bot.assistant.tapped import Tapped
from bot.changes.deciding import Deciding
from bot.people.state import BotState
from bot.replies.callbacks import ProposalTap
from bot.replies.said import Said
from bot.texts import Html
from bot.updates.asked import Asked
from storage.proposal import ProposalRow
from storage.proposals import SET_LETTERS

_CODE = 4
_SAID = re.compile(r"([0-9a-f]{4,22})\s*([+-])\s*(\d{1,2})?", re.ASCII | re.IGNORECASE)
"""A set's code; yes or no; an item's number, or none for the whole set."""


@dataclass(frozen=True, slots=True)
class Listed:
    """For one command. What is answered belongs into the private chat."""

    state: BotState
    asked: Asked

    async def told(self) -> Said:
        """What waits, or what became of the set that the words decide."""
        sets = await self._waiting()
        said = _SAID.fullmatch(self.asked.arguments)
        if said is None:
            return await self._page(sets)
        code = said[1].lower()
        found = [of for of in sets if of.startswith(code)]
        number = int(said[3] or 0)
        if len(found) != 1 or number > MOST_ITEMS:
            return Said(self.asked.say("changes.which"))
        return await self._decided(found[0], is_yes=said[2] == "+", number=number)

    async def _waiting(self) -> dict[str, ProposalRow]:
        """An item of each set that may still be decided, by the set, the oldest first."""
        rows = await self.state.db.proposals.open_items(self.asked.user_id)
        now = self.state.now()
        return {row.token[:SET_LETTERS]: row for row in reversed(rows) if row.expires_at > now}

    async def _page(self, sets: dict[str, ProposalRow]) -> Said:
        if not sets:
            return Said(self.asked.say("changes.none"))
        pages = [await self._set(of) for of in reversed(sets)]
        buttons = pages[0].buttons if len(pages) == 1 else ()
        return Said(Html("\n\n".join(page.html for page in pages)), buttons)

    async def _set(self, of: str) -> Said:
        """As it stands, with the words that decide it."""
        rows = await self.state.db.proposals.of_set(self.asked.user_id, of)
        page = await shown(self.state.services, rows, self.state.now())
        return Said(Html("\n".join([page.html, *self._how(of, rows)])), page.buttons)

    def _how(self, of: str, rows: Sequence[ProposalRow]) -> list[Html]:
        waits = next((row for row in rows if row.status == "open"), None)
        if waits is None:
            return []
        return [
            self.asked.say("changes.how", code=of[:_CODE], number=str(int(waits.token[SET_LETTERS:], 16)))
        ]

    async def _decided(self, of: str, *, is_yes: bool, number: int) -> Said:
        asked = self.asked
        verdict = ("yes" if number else "all") if is_yes else ("no" if number else "later")
        tap = Tapped(asked.update_id, asked.user_id, asked.chat_id, None)
        told = await Deciding(self.state).tapped(tap, ProposalTap(f"{of}{number:02x}", verdict))
        return Said(Html(f"{told}\n\n{(await self._set(of)).html}"))
