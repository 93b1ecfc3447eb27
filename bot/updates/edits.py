"""Which edits are none: Telegram also tells of one when a link's preview appears, and may tell it twice."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from typing import NamedTuple

from storage.stores import Stores

_REMEMBERED = 1000


class _Seen(NamedTuple):
    text: str
    update_id: int


@dataclass(slots=True)
class Edits:
    """What edited messages said last, as far as this run has seen it."""

    _seen: OrderedDict[tuple[int, int], _Seen] = field(default_factory=OrderedDict[tuple[int, int], _Seen])

    async def says_the_same(
        self, db: Stores, user_id: int, place: tuple[int, int], text: str, update_id: int
    ) -> bool:
        """Whether the message at `place` said this before this update (which may be retried)."""
        seen = self._seen.get(place)
        self._seen[place] = _Seen(text, update_id)
        self._seen.move_to_end(place)
        if len(self._seen) > _REMEMBERED:
            self._seen.popitem(last=False)
        if seen is not None:
            return seen.text == text and seen.update_id != update_id
        return await self._said_at_first(db, user_id, place) == text

    @staticmethod
    async def _said_at_first(db: Stores, user_id: int, place: tuple[int, int]) -> str | None:
        """None: it is not known, or it was edited in an earlier run."""
        message = await db.messages.get_message(*place)
        if message is None or message.user_id != user_id:
            return None
        entries = await db.entries.entries_of_message(user_id, *place, with_deleted=True)
        return None if any(entry.notes or entry.deleted for entry in entries) else message.text
