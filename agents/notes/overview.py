"""What somebody's notes are about, by workspace: for whoever decides where to look."""

from __future__ import annotations

from collections import Counter

from storage.entities import Frozen
from storage.notes import Notes

_TOPICS = 8


class WorkspaceTold(Frozen):
    """A workspace in a line. `topics` are the names at its top with the most pages below them."""

    name: str
    page_count: int
    topics: tuple[str, ...]
    last_day: str


async def overview(notes: Notes, user_id: int) -> list[WorkspaceTold]:
    """Every workspace of this user that is indexed."""
    tops: dict[str, Counter[str]] = {}
    for workspace, path in await notes.paths(user_id):
        if path:
            tops.setdefault(workspace, Counter())[path.partition(" > ")[0]] += 1
    return [
        WorkspaceTold(
            name=one.name,
            page_count=one.pages,
            topics=tuple(name for name, _ in tops.get(one.name, Counter()).most_common(_TOPICS)),
            last_day=one.last_day.isoformat() if one.last_day else "",
        )
        for one in await notes.workspaces(user_id)
    ]
