"""The memory of a person: the global context as Markdown for Obsidian, and how it is kept small.

A line is `- key: value (certain) <!-- correction, 2026-10-02 to 2026-11-20, 3x -->`: the comment says where
it came from, when it was first and last seen true and how often. What is replaced, faded or crowded out goes
to the archive, also Markdown. Text from users cannot break the format: a line is one line, `<!--` is escaped.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import Literal

from pydantic import Field, field_validator

from agents.observer import ObserverOutput
from agents.types import ContextUpdate
from storage.entities import Confidence, ContextVersion, Frozen

Category = Literal["preference", "pattern", "fact", "insight"]

SECTIONS: dict[Category, str] = {
    "preference": "Preferences",
    "pattern": "Patterns",
    "fact": "Facts",
    "insight": "Insights",
}
FADES_AFTER = timedelta(days=60)
"""A tentative line that was not seen true again for this long is archived."""
LONGEST_KEY, LONGEST_VALUE = 60, 240
_STRENGTH: dict[Confidence, int] = {"tentative": 0, "likely": 1, "certain": 2}
_KEEP: dict[Category, int] = {"insight": 0, "pattern": 1, "fact": 2, "preference": 3}
"""What is crowded out first among lines of equal confidence."""


class MemoryLine(Frozen):
    """One thing remembered. `first` and `last` are the days it was first and last seen true."""

    category: Category
    key: str = Field(min_length=1)
    value: str = Field(min_length=1)
    confidence: Confidence
    source: str = ""
    first: date
    last: date
    seen: int = Field(default=1, ge=1)

    @field_validator("key", "value", "source", mode="before")
    @classmethod
    def _one_line(cls, text: str) -> str:
        return one_line(text, LONGEST_VALUE)

    @field_validator("key")
    @classmethod
    def _short(cls, key: str) -> str:
        return one_line(key, LONGEST_KEY)

    @property
    def name(self) -> tuple[Category, str]:
        """What makes a line the same line: `Weight_unit` and `weight unit` are one."""
        return self.category, _key(self.key)


class GlobalContext(Frozen):
    """The whole memory, its lines in the order of the sections; `last_updated` None is the empty start."""

    version: int = Field(default=0, ge=0)
    last_updated: date | None = None
    lines: tuple[MemoryLine, ...] = ()

    @field_validator("lines")
    @classmethod
    def _by_section(cls, lines: tuple[MemoryLine, ...]) -> tuple[MemoryLine, ...]:
        order = list(SECTIONS)
        return tuple(sorted(lines, key=lambda line: order.index(line.category)))

    def find(self, category: Category, key: str) -> MemoryLine | None:
        """The line of that name."""
        return next((line for line in self.lines if line.name == (category, _key(key))), None)


class Forgotten(Frozen):
    """A line that left the memory, and why."""

    line: MemoryLine
    reason: Literal["replaced", "faded", "no room"]


class Changed(Frozen):
    """The memory after a change, with what left it."""

    context: GlobalContext
    forgotten: tuple[Forgotten, ...] = ()


# --- Markdown ---------------------------------------------------------------------------------------------

_LINE = re.compile(
    r"- (?P<key>[^:]+): (?P<value>.+) \((?P<confidence>certain|likely|tentative)\)"
    r" <!-- (?P<source>.*), (?P<first>\d{4}-\d\d-\d\d) to (?P<last>\d{4}-\d\d-\d\d), (?P<seen>\d+)x -->"
)
_ENTITIES = {"&amp;": "&", "&colon;": ":", "&lt;!--": "<!--", "--&gt;": "-->"}
_ESCAPED = re.compile("|".join(map(re.escape, _ENTITIES)))


def render(context: GlobalContext) -> str:
    """The Markdown; `parse` reads it back exactly."""
    updated = context.last_updated.isoformat() if context.last_updated else ""
    parts = [f"---\nlast_updated: {updated}\nversion: {context.version}\n---\n\n# Global Context\n"]
    for category, title in SECTIONS.items():
        lines = [_render_line(line) for line in context.lines if line.category == category]
        parts.append("\n".join([f"\n## {title}\n", *lines, ""]) if lines else f"\n## {title}\n")
    return "".join(parts)


def parse(text: str) -> GlobalContext:
    """The memory in the Markdown; lines that are none of ours are left out."""
    number = re.search(r"^version: (\d+)$", text, re.MULTILINE)
    updated = re.search(r"^last_updated: (\d{4}-\d\d-\d\d)$", text, re.MULTILINE)
    by_title: dict[str, Category] = {title: category for category, title in SECTIONS.items()}
    category: Category | None = None
    lines: list[MemoryLine] = []
    for row in text.split("\n"):
        if row.startswith("## "):
            category = by_title.get(row[3:].strip())
        elif category is not None and (found := _LINE.fullmatch(row)):
            lines.append(_parse_line(category, found))
    return GlobalContext(
        version=int(number[1]) if number else 0,
        last_updated=date.fromisoformat(updated[1]) if updated else None,
        lines=tuple(lines),
    )


def tokens(text: str) -> int:
    """An estimate that errs on the high side: 4 ASCII characters a token, any other character one token."""
    plain_letters = sum(letter.isascii() for letter in text)
    return math.ceil(plain_letters / 4) + len(text) - plain_letters


def one_line(text: str, longest: int) -> str:
    """Printable text on one line, at most `longest` characters."""
    visible = "".join(c if c.isspace() or unicodedata.category(c) not in ("Cc", "Cs") else " " for c in text)
    joined = " ".join(visible.split())
    return joined if len(joined) <= longest else joined[: longest - 1].rstrip() + "…"


def _key(key: str) -> str:
    return key.replace("_", " ").casefold()


def _render_line(line: MemoryLine) -> str:
    key = _escape(line.key).replace(":", "&colon;")
    return (
        f"- {key}: {_escape(line.value)} ({line.confidence})"
        f" <!-- {_escape(line.source)}, {line.first} to {line.last}, {line.seen}x -->"
    )


def _parse_line(category: Category, found: re.Match[str]) -> MemoryLine:
    return MemoryLine.model_validate(
        {
            "category": category,
            **{name: _unescape(found[name]) for name in ("key", "value", "source")},
            **{name: found[name] for name in ("confidence", "first", "last", "seen")},
        }
    )


def _escape(text: str) -> str:
    """Only what would end or begin a comment, and the ampersand of anything that looks like our escapes."""
    text = re.sub(r"&(?=(?:amp|colon|lt|gt);)", "&amp;", text)
    return text.replace("<!--", "&lt;!--").replace("-->", "--&gt;")


def _unescape(text: str) -> str:
    return _ESCAPED.sub(lambda found: _ENTITIES[found[0]], text)


# --- Change -----------------------------------------------------------------------------------------------


def apply(
    context: GlobalContext, updates: Iterable[ContextUpdate], now: datetime, token_budget: int
) -> Changed:
    """Take updates in: reinforce, replace, fade, make room. `now` is on the user's clock.

    The same words again on a later day reinforce a line, and a tentative one becomes likely. Other words
    under the same key replace it, unless it is certain and they are not. The version counts only changes.
    """
    today = now.date()
    lines = {line.name: line for line in context.lines}
    forgotten: list[Forgotten] = []
    for update in updates:
        new = _line(update, today)
        if new is None:
            continue
        old = lines.get(new.name)
        if old is not None and old.value != new.value:
            if old.confidence == "certain" and new.confidence != "certain":
                continue
            forgotten.append(Forgotten(line=old, reason="replaced"))
        elif old is not None:
            new = _reinforced(old, new, today)
        lines[new.name] = new
    kept = [line for line in lines.values() if not _faded(line, today)]
    forgotten += [Forgotten(line=line, reason="faded") for line in lines.values() if _faded(line, today)]
    if not forgotten and tuple(kept) == context.lines:
        return Changed(context=context)
    changed = GlobalContext(version=context.version + 1, last_updated=today, lines=tuple(kept))
    changed, crowded_out = _fitted(changed, token_budget)
    if changed.lines == context.lines:
        return Changed(context=context)
    return Changed(context=changed, forgotten=(*forgotten, *crowded_out))


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


def updated_context(
    current: ContextVersion | None,
    user_id: int,
    seen: ObserverOutput,
    *,
    now: datetime,
    cause: str,
    token_budget: int,
) -> ContextVersion | None:
    """The next version of a user's memory; None when nothing changes. `now` is on the user's clock."""
    if not seen.should_update:
        return None
    before = parse(current.content) if current else GlobalContext()
    if current is not None:
        before = before.model_copy(update={"version": current.version})
    changed = apply(before, seen.updates, now, token_budget)
    if changed.context is before:
        return None
    return ContextVersion(
        user_id=user_id,
        version=changed.context.version,
        content=render(changed.context),
        archive=archived(current.archive if current else "", changed.forgotten, now.date()),
        at=now,
        cause=cause,
    )


def _line(update: ContextUpdate, today: date) -> MemoryLine | None:
    """None when there is nothing to remember in it."""
    if not one_line(update.key, LONGEST_KEY) or not one_line(update.value, LONGEST_VALUE):
        return None
    return MemoryLine.model_validate({**update.model_dump(), "first": today, "last": today})


def _reinforced(old: MemoryLine, new: MemoryLine, today: date) -> MemoryLine:
    confidence = max(old.confidence, new.confidence, key=_STRENGTH.__getitem__)
    if today <= old.last:
        return old.model_copy(update={"confidence": confidence})
    if confidence == "tentative":
        confidence = "likely"
    return old.model_copy(update={"confidence": confidence, "last": today, "seen": old.seen + 1})


def _faded(line: MemoryLine, today: date) -> bool:
    return line.confidence == "tentative" and today - line.last > FADES_AFTER


def _fitted(context: GlobalContext, token_budget: int) -> tuple[GlobalContext, list[Forgotten]]:
    """Within the budget: tentative lines go first, then likely ones, the longest unseen of each first.

    Certain facts stay unless they alone are too many: then those longest unseen go (they can be computed
    again from the entries). Preferences never go.
    """
    used = tokens(render(context))
    leaving: list[MemoryLine] = []
    candidates = sorted(
        (line for line in context.lines if line.category != "preference"),
        key=lambda line: (_STRENGTH[line.confidence], _KEEP[line.category], line.last, line.seen, line.key),
    )
    for line in candidates:
        if used <= token_budget:
            break
        leaving.append(line)
        used -= tokens(_render_line(line) + "\n") - 1
    kept = tuple(line for line in context.lines if line not in leaving)
    return context.model_copy(update={"lines": kept}), [
        Forgotten(line=line, reason="no room") for line in leaving
    ]
