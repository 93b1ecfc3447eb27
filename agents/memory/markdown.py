"""The memory as Markdown for Obsidian, and the archive of what left it.

A line is `- key: value (certain) <!-- correction, 2026-10-02 to 2026-11-20, 3x -->`: the comment says where
it came from, when it was first and last seen true, how often, and if it is pinned. What leaves the memory
goes to the archive. Text from users cannot break the format: a line is one line, `<!--` is escaped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from functools import lru_cache
from typing import get_args

from agents.memory.lines import SECTIONS, Category, Forgotten, GlobalContext, MemoryLine, Reason
from agents.memory.text import tokens

_LINE = re.compile(
    r"- (?P<key>[^:]+): (?P<value>.+) \((?P<confidence>certain|likely|tentative)\)"
    r" <!-- (?P<source>.*), (?P<first>\d{4}-\d\d-\d\d) to (?P<last>\d{4}-\d\d-\d\d), (?P<seen>\d+)x"
    r"(?P<pinned>, pinned)? -->"
)
_UNWANTED = re.compile(r"  - (?P<category>[a-z]+): (?P<key>.+)")
_ENTITIES = {"&amp;": "&", "&colon;": ":", "&lt;!--": "<!--", "--&gt;": "-->"}
_ESCAPED = re.compile("|".join(map(re.escape, _ENTITIES)))


def render(context: GlobalContext) -> str:
    """The Markdown; `parse` reads it back exactly."""
    updated = context.last_updated.isoformat() if context.last_updated else ""
    names = [f"  - {category}: {key}\n" for category, key in context.unwanted]
    unwanted = "".join(["unwanted:\n", *names]) if names else ""
    head = f"---\nlast_updated: {updated}\nversion: {context.version}\n{unwanted}---\n"
    parts = [head, "\n# Global Context\n"]
    for category, title in SECTIONS.items():
        lines = [_render_line(line) for line in context.lines if line.category == category]
        parts.append("\n".join([f"\n## {title}\n", *lines, ""]) if lines else f"\n## {title}\n")
    return "".join(parts)


@lru_cache(maxsize=16)
def parse(text: str) -> GlobalContext:
    """The memory in the Markdown; lines that are none of ours are left out."""
    number = re.search(r"^version: (\d+)$", text, re.MULTILINE)
    updated = re.search(r"^last_updated: (\d{4}-\d\d-\d\d)$", text, re.MULTILINE)
    head = text.partition("\n---\n")[0]
    by_title: dict[str, Category] = {title: category for category, title in SECTIONS.items()}
    by_name: dict[str, Category] = {category: category for category in SECTIONS}
    unwanted = [found for row in head.split("\n") if (found := _UNWANTED.fullmatch(row))]
    category: Category | None = None
    lines: list[MemoryLine] = []
    for row in text.split("\n"):
        if row.startswith("## "):
            category = by_title.get(row[3:].strip())
        elif category is not None and (line := _read_line(category, row)) is not None:
            lines += [] if line.is_setting else [line]
    return GlobalContext(
        version=int(number[1]) if number else 0,
        last_updated=date.fromisoformat(updated[1]) if updated else None,
        lines=tuple(lines),
        unwanted=tuple(
            (by_name[row["category"]], row["key"]) for row in unwanted if row["category"] in by_name
        ),
    )


def cost_of(line: MemoryLine) -> int:
    """Tokens that are free for certain when the line goes (an estimate on the low side)."""
    return tokens(_render_line(line) + "\n") - 1


def archived(archive: str, forgotten: Iterable[Forgotten], day: date) -> str:
    """The archive with what left the memory added under the day's heading, oldest first."""
    rows = [
        f"- {item.line.category}: {_render_line(item.line).removeprefix('- ')} {item.reason}"
        for item in forgotten
    ]
    if not rows:
        return archive
    heading = f"## {day}"
    start = archive or "# Archive\n"
    if f"\n{heading}\n" not in start:
        start += f"\n{heading}\n\n"
    return start + "\n".join(rows) + "\n"


_LEFT = re.compile(rf"- (?P<category>[a-z]+): (?P<line>.+) (?P<reason>{'|'.join(get_args(Reason))})")


def read_archive(archive: str) -> list[tuple[date, Forgotten]]:
    """What `archived` wrote, newest first; rows that are none of ours are left out."""
    found: list[tuple[date, Forgotten]] = []
    day: date | None = None
    for row in archive.split("\n"):
        if heading := re.fullmatch(r"## (\d{4}-\d\d-\d\d)", row):
            day = date.fromisoformat(heading[1])
        elif day is not None and (left := _LEFT.fullmatch(row)) and left["category"] in SECTIONS:
            line = _read_line(left["category"], f"- {left['line']}")
            if line is not None:
                found.append((day, Forgotten.model_validate({"line": line, "reason": left["reason"]})))
    return found[::-1]


def _render_line(line: MemoryLine) -> str:
    key = _escape(line.key).replace(":", "&colon;")
    pinned = ", pinned" if line.pinned else ""
    return (
        f"- {key}: {_escape(line.value)} ({line.confidence})"
        f" <!-- {_escape(line.source)}, {line.first} to {line.last}, {line.seen}x{pinned} -->"
    )


@lru_cache(maxsize=1024)
def _read_line(category: str, row: str) -> MemoryLine | None:
    """Most lines stay the same from version to version."""
    found = _LINE.fullmatch(row)
    if found is None:
        return None
    return MemoryLine.model_validate(
        {
            "category": category,
            **{name: _unescape(found[name]) for name in ("key", "value", "source")},
            **{name: found[name] for name in ("confidence", "first", "last", "seen")},
            "pinned": found["pinned"] is not None,
        }
    )


def _escape(text: str) -> str:
    """Only what would end or begin a comment, and the ampersand of anything that looks like our escapes."""
    if "&" in text:
        text = re.sub(r"&(?=(?:amp|colon|lt|gt);)", "&amp;", text)
    return text.replace("<!--", "&lt;!--").replace("-->", "--&gt;")


def _unescape(text: str) -> str:
    return _ESCAPED.sub(lambda found: _ENTITIES[found[0]], text) if "&" in text else text
