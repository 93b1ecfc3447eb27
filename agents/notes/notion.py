"""Notes in a Notion workspace: every page that was shared with the integration."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, date, datetime

from agents.notes.notion_api import NotionApi, Object
from agents.notes.notion_blocks import content_of, inside, title_of, word
from agents.notes.source import Content, Listed, NotesGone

_ID = re.compile(r"[0-9a-fA-F]{8}-?(?:[0-9a-fA-F]{4}-?){3}[0-9a-fA-F]{12}")
_DEEPEST = 30
_UNTITLED = "…"


@dataclass(frozen=True, slots=True)
class _Place:
    """A page, a database or a table of one: its title, and where it is."""

    title: str
    parent: tuple[str, str]
    """(kind, id): page_id, database_id, data_source_id, block_id, workspace."""


class NotionNotes:
    """A source; a page's id is Notion's."""

    def __init__(self, workspace: str, api: NotionApi) -> None:
        self.workspace = workspace
        self._api = api
        self._places: dict[str, _Place] = {}

    async def pages(self) -> AsyncIterator[Listed]:
        """What a search for everything finds, and the rows of databases that it left out."""
        self._places.clear()
        tables = [one async for one in self._api.search("data_source") if not _is_trash(one)]
        for table in tables:
            self._place_table(table)
        found = {word(page, "id"): page async for page in self._api.search("page") if not _is_trash(page)}
        for table in tables:
            async for row in self._api.rows(word(table, "id")):
                if not _is_trash(row):
                    found.setdefault(word(row, "id"), row)
        for page_id, page in found.items():
            self._places[page_id] = _Place(title_of(page) or _UNTITLED, _parent(page))
        for page in found.values():
            yield await self._listed(page)

    async def read(self, page: Listed) -> Content:
        """The page's properties and blocks. Raises NotesGone, also for a page in the trash."""
        found = await self._live(page.page_id)
        return await content_of(found, self._api.children)

    async def find(self, page_id: str) -> Listed:
        """The page of this id. Raises NotesGone."""
        return await self._listed(await self._live(page_id))

    async def close(self) -> None:
        """Close the connections."""
        await self._api.close()

    async def _live(self, page_id: str) -> Object:
        if not _ID.fullmatch(page_id):
            raise NotesGone(page_id[:64])
        page = await self._api.page(page_id)
        if _is_trash(page):
            raise NotesGone(page_id)
        return page

    async def _listed(self, page: Object) -> Listed:
        edited = word(page, "last_edited_time")
        return Listed(
            page_id=word(page, "id"),
            title=title_of(page) or _UNTITLED,
            path=await self._above(_parent(page)),
            last_edited_time=edited,
            day=_day(edited),
            url=word(page, "url"),
        )

    async def _above(self, parent: tuple[str, str]) -> tuple[str, ...]:
        """The titles above, from the top. Where something was not shared with us, they begin below it."""
        titles: list[str] = []
        for _ in range(_DEEPEST):
            if parent[0] == "workspace" or not parent[1]:
                break
            place = await self._place(parent)
            if place is None:
                break
            if place.title:
                titles.insert(0, place.title)
            parent = place.parent
        return tuple(titles)

    async def _place(self, parent: tuple[str, str]) -> _Place | None:
        kind, one = parent
        if one not in self._places:
            try:
                self._places[one] = await self._asked(kind, one)
            except NotesGone:
                return None
        return self._places[one]

    async def _asked(self, kind: str, one: str) -> _Place:
        """What the listing has not told. A block has no title: it only leads to its page."""
        match kind:
            case "page_id":
                page = await self._api.page(one)
                return _Place(title_of(page) or _UNTITLED, _parent(page))
            case "database_id":
                database = await self._api.database(one)
                return _Place(title_of(database), _parent(database))
            case "data_source_id":
                self._place_table(await self._api.data_source(one))
                return self._places[one]
            case _:
                return _Place("", _parent(await self._api.block(one)))

    def _place_table(self, table: Object) -> None:
        """A table stands where its database does; the title of a database with one table is the table's."""
        above = inside(table, "database_parent")
        parent = _of(above) if isinstance(above, dict) else _parent(table)
        self._places[word(table, "id")] = _Place(title_of(table), parent)


def _parent(given: Object) -> tuple[str, str]:
    parent = given.get("parent")
    return _of(parent) if isinstance(parent, dict) else ("workspace", "")


def _of(parent: Object) -> tuple[str, str]:
    kind = word(parent, "type")
    return kind, word(parent, kind)


def _is_trash(given: Object) -> bool:
    return bool(given.get("in_trash") or given.get("archived"))


def _day(edited: str) -> date:
    try:
        return datetime.fromisoformat(edited).astimezone(UTC).date()
    except ValueError:
        return date.min
