"""What somebody's notes are about, by workspace: for whoever decides where to look."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from agents.model.context.shelf import Shelf
from agents.session import Session
from storage.entities import Frozen
from storage.notes import Notes

if TYPE_CHECKING:
    from agents.model.settings import Player

_TOPICS = 8


class WorkspaceTold(Frozen):
    """A workspace in a line. `topics` are the names at its top with the most pages below them."""

    name: str
    page_count: int
    topics: tuple[str, ...]
    last_day: str
    summary: str


class IndexSummary(Frozen):
    """All that is indexed of somebody's notes."""

    generated_at: datetime
    summary: str
    workspaces: tuple[WorkspaceTold, ...]


async def overview(notes: Notes, user_id: int, now: datetime) -> IndexSummary:
    """Every workspace of this user that is indexed."""
    tops: dict[str, Counter[str]] = {}
    for workspace, path in await notes.paths(user_id):
        if path:
            tops.setdefault(workspace, Counter())[path.partition(" > ")[0]] += 1
    told = tuple(
        _told(
            one.name,
            one.pages,
            tops.get(one.name, Counter()),
            one.last_day.isoformat() if one.last_day else "",
        )
        for one in await notes.workspaces(user_id)
    )
    pages = sum(one.page_count for one in told)
    return IndexSummary(generated_at=now, summary=f"pages: {pages}, workspaces: {len(told)}", workspaces=told)


def _told(name: str, pages: int, tops: Counter[str], last_day: str) -> WorkspaceTold:
    most = tops.most_common(_TOPICS)
    below = f"; most of them below: {', '.join(f'{top} ({count})' for top, count in most)}" if most else ""
    changed = f"; last changed: {last_day}" if last_day else ""
    return WorkspaceTold(
        name=name, page_count=pages, topics=tuple(top for top, _ in most), last_day=last_day,
        summary=f"pages: {pages}{below}{changed}",
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class NotesOverview:
    """An injector: tells whoever looks for something in notes what there is."""

    notes: Notes
    name: str = "notes"
    priority: int = 50
    agents: frozenset[Player] = frozenset({"notes_search"})

    async def get_context(self, session: Session, shelf: Shelf) -> str | None:
        """A line a workspace; nothing where nothing is indexed."""
        told = await overview(self.notes, session.user_id, session.sent_at)
        if not told.workspaces:
            return None
        lines = [f"- {one.name}: {one.summary}" for one in told.workspaces]
        return "\n".join([f"The person's notes ({told.summary}):", *lines])
