"""Notion's blocks and properties as Markdown."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from typing import cast

from agents.notes.notion_api import Json, Object
from agents.notes.source import MOST_CHARACTERS, Content

_DEEPEST = 12
_LEAD = {
    "heading_1": "# ",
    "heading_2": "## ",
    "heading_3": "### ",
    "heading_4": "#### ",
    "bulleted_list_item": "- ",
    "numbered_list_item": "1. ",
    "quote": "> ",
    "callout": "> ",
}
_PAGES = {"child_page", "child_database"}
_SEPARATE = {"paragraph", "heading_1", "heading_2", "heading_3", "heading_4", "code", "quote", "callout"}

Children = Callable[[str], AsyncIterator[Object]]


def inside(given: Object, *keys: str) -> Json:
    """What lies below these keys; None where one is missing."""
    value: Json = given
    for key in keys:
        if not isinstance(value, Mapping):
            return None
        value = value.get(key)
    return value


def word(given: Object, *keys: str) -> str:
    """A text below these keys; empty where there is none."""
    value = inside(given, *keys)
    return value if isinstance(value, str) else ""


def objects(value: Json) -> list[Object]:
    """The objects of a list."""
    return [one for one in value if isinstance(one, Mapping)] if isinstance(value, list) else []


def plain(value: Json) -> str:
    """Rich text as it reads."""
    return "".join(word(part, "plain_text") for part in objects(value))


def title_of(given: Object) -> str:
    """Of a page (its title property) or of a database."""
    properties = inside(given, "properties")
    if "title" in given:
        return plain(given["title"]).strip()
    for one in properties.values() if isinstance(properties, Mapping) else ():
        if isinstance(one, Mapping) and one.get("type") == "title":
            return plain(one.get("title")).strip()
    return ""


def properties_of(page: Object) -> str:
    """What a row of a database says in its columns, a line each."""
    properties = inside(page, "properties")
    if not isinstance(properties, Mapping):
        return ""
    told = ((name, _value(one)) for name, one in properties.items() if isinstance(one, Mapping))
    return "\n".join(f"{name}: {value}" for name, value in told if value)


def _value(one: Object) -> str:
    kind = word(one, "type")
    value = one.get(kind)
    match kind:
        case "title":
            return ""
        case "rich_text":
            return plain(value)
        case "select" | "status":
            return word(one, kind, "name")
        case "multi_select" | "people":
            return ", ".join(word(each, "name") for each in objects(value))
        case "date":
            return "/".join(filter(None, (word(one, kind, "start"), word(one, kind, "end"))))
        case _:
            return str(value) if isinstance(value, str | int | float) else ""


async def content_of(page: Object, children: Children) -> Content:
    """All that stands on a page, up to what is read of one; child pages are named, not entered."""
    reading = _Reading(children)
    columns = properties_of(page)
    if columns:
        reading.add(f"{columns}\n")
    await reading.below(word(page, "id"), 0)
    return Content("\n".join(reading.lines), "", reading.is_full, tuple(reading.pages))


class _Reading:
    """The lines of one page so far."""

    def __init__(self, children: Children) -> None:
        self._children = children
        self._room = MOST_CHARACTERS
        self.lines: list[str] = []
        self.pages: list[str] = []

    @property
    def is_full(self) -> bool:
        """Whether the page is longer than what is read of one."""
        return self._room <= 0

    def add(self, line: str) -> None:
        """Another line, as far as there is room."""
        self.lines.append(line[: max(self._room, 0)])
        self._room -= len(line) + 1

    async def below(self, block_id: str, depth: int) -> None:
        """The blocks in a block, and what is in those."""
        async for block in self._children(block_id):
            if self.is_full:
                return
            kind = word(block, "type")
            if kind == "child_page":
                self.pages.append(word(block, "id"))
            line = _line(block, kind)
            if line:
                self.add("  " * (depth if kind not in _SEPARATE else 0) + line)
            if kind in _SEPARATE:
                self.add("")
            if block.get("has_children") and kind not in _PAGES and depth < _DEEPEST:
                await self.below(word(block, "id"), depth + 1)


def _line(block: Object, kind: str) -> str:
    about = block.get(kind)
    if not isinstance(about, Mapping):
        return ""
    given = cast("Object", about)
    if kind in _PAGES:
        return f"- {word(given, 'title')}"
    if kind == "table_row":
        cells = given.get("cells")
        return " | ".join(plain(cell) for cell in cells) if isinstance(cells, list) else ""
    text = plain(given.get("rich_text")) or plain(given.get("caption")) or word(given, "expression")
    if kind == "code":
        return f"```\n{text}\n```"
    if kind == "to_do":
        return f"- [{'x' if given.get('checked') else ' '}] {text}"
    return f"{_LEAD.get(kind, '')}{text}" if text else ""
