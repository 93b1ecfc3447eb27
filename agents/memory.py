"""The memory of a person: the global context as Markdown for Obsidian, and how it is kept small.

A line is `- key: value (certain) <!-- correction, 2026-10-02 to 2026-11-20, 3x -->`: the comment says where
it came from, when it was first and last seen true, how often, and if it is pinned. What leaves the memory
goes to the archive, also Markdown. Text from users cannot break the format: a line is one line, `<!--` is
escaped. docs/memory.md says what is remembered for how long.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable
from datetime import date, datetime, timedelta
from functools import cached_property, lru_cache
from typing import Literal, get_args

from pydantic import Field, field_validator

from agents.observer import ObserverOutput
from agents.types import ContextUpdate
from storage.entities import Confidence, ContextVersion, Frozen

Category = Literal["preference", "pattern", "fact", "insight"]
Reason = Literal["replaced", "faded", "no room", "forgotten", "rolled back", "withdrawn"]
"""Why a line left the memory."""

SECTIONS: dict[Category, str] = {
    "preference": "Preferences",
    "pattern": "Patterns",
    "fact": "Facts",
    "insight": "Insights",
}
FADES_AFTER: dict[Confidence, timedelta] = {"tentative": timedelta(days=60), "likely": timedelta(days=180)}
"""Lines not seen true again for this long are archived; what is certain, or likely preferred, never is."""
RECENT = timedelta(days=28)
"""What was seen so lately makes room last."""
MOST_UNWANTED = 24
"""Names of forgotten lines that are kept in mind; the newest count."""
LONGEST_KEY, LONGEST_VALUE = 60, 240
RECOUNTED = "record"
"""The source of what can be counted again from all entries at any time."""
TAUGHT = "correction"
"""The source of what the user said about themselves."""
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
    pinned: bool = False  # by the user: never fades and never makes room

    @field_validator("key", "value", "source", mode="before")
    @classmethod
    def _one_line(cls, text: str) -> str:
        return one_line(text, LONGEST_VALUE)

    @field_validator("key")
    @classmethod
    def _short(cls, key: str) -> str:
        return one_line(key, LONGEST_KEY)

    @cached_property
    def name(self) -> tuple[Category, str]:
        """What makes a line the same line: `Weight_unit` and `weight unit` are one."""
        return self.category, key_of(self.key)


class GlobalContext(Frozen):
    """The whole memory, its lines in the order of the sections; `last_updated` None is the empty start."""

    version: int = Field(default=0, ge=0)
    last_updated: date | None = None
    lines: tuple[MemoryLine, ...] = ()
    unwanted: tuple[tuple[Category, str], ...] = ()
    """Names of lines that the user forgot, oldest first: only the user's own words bring them back."""

    @field_validator("lines")
    @classmethod
    def _by_section(cls, lines: tuple[MemoryLine, ...]) -> tuple[MemoryLine, ...]:
        order = list(SECTIONS)
        return tuple(sorted(lines, key=lambda line: order.index(line.category)))

    @field_validator("unwanted")
    @classmethod
    def _newest(cls, names: tuple[tuple[Category, str], ...]) -> tuple[tuple[Category, str], ...]:
        newest = names[-MOST_UNWANTED:]
        return tuple((category, key_of(key)) for category, key in newest)

    def find(self, category: Category, key: str) -> MemoryLine | None:
        """The line of that name."""
        name = category, key_of(key)
        return next((line for line in self.lines if line.name == name), None)


class Forgotten(Frozen):
    """A line that left the memory, and why."""

    line: MemoryLine
    reason: Reason


class Changed(Frozen):
    """The memory after a change, with what left it."""

    context: GlobalContext
    forgotten: tuple[Forgotten, ...] = ()


# --- Markdown ---------------------------------------------------------------------------------------------

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
        elif category is not None and (found := _LINE.fullmatch(row)):
            lines.append(_parse_line(category, found))
    return GlobalContext(
        version=int(number[1]) if number else 0,
        last_updated=date.fromisoformat(updated[1]) if updated else None,
        lines=tuple(lines),
        unwanted=tuple(
            (by_name[row["category"]], row["key"]) for row in unwanted if row["category"] in by_name
        ),
    )


def tokens(text: str) -> int:
    """An estimate that errs on the high side: 4 ASCII characters a token, any other character one token."""
    plain_letters = sum(letter.isascii() for letter in text)
    return math.ceil(plain_letters / 4) + len(text) - plain_letters


def one_line(text: str, longest: int) -> str:
    """Printable text on one line, at most `longest` characters."""
    visible = text
    if not (text.isascii() and text.isprintable()):
        kinds = ((c, unicodedata.category(c)) for c in text)
        visible = "".join(c if c.isspace() or kind not in ("Cc", "Cs") else " " for c, kind in kinds)
    joined = " ".join(visible.split())
    return joined if len(joined) <= longest else joined[: longest - 1].rstrip() + "…"


def key_of(key: str) -> str:
    """Keys that are the same line's are the same here."""
    return one_line(key.replace("_", " ").casefold(), LONGEST_KEY)


def _render_line(line: MemoryLine) -> str:
    key = _escape(line.key).replace(":", "&colon;")
    pinned = ", pinned" if line.pinned else ""
    return (
        f"- {key}: {_escape(line.value)} ({line.confidence})"
        f" <!-- {_escape(line.source)}, {line.first} to {line.last}, {line.seen}x{pinned} -->"
    )


def _parse_line(category: str, found: re.Match[str]) -> MemoryLine:
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
    under the same key replace it, unless it is surer than they are. What the user forgot comes back only in
    the user's own words. The version counts only changes.
    """
    today = now.date()
    lines = {line.name: line for line in context.lines}
    forgotten: list[Forgotten] = []
    for update in updates:
        new = _line(update, today)
        if new is None or (new.name in context.unwanted and new.source != TAUGHT):
            continue
        old = lines.get(new.name)
        if update.withdrawn:
            if lines.pop(new.name, None) is not None and old is not None:
                forgotten.append(Forgotten(line=old, reason="withdrawn"))
            continue
        if old is not None and old.value != new.value:
            if _STRENGTH[new.confidence] < _STRENGTH[old.confidence]:
                continue
            forgotten.append(Forgotten(line=old, reason="replaced"))
            new = new.model_copy(update={"pinned": old.pinned})
        elif old is not None:
            new = _reinforced(old, new, today)
        lines[new.name] = new
    kept = [line for line in lines.values() if not _faded(line, today)]
    forgotten += [Forgotten(line=line, reason="faded") for line in lines.values() if _faded(line, today)]
    if not forgotten and tuple(kept) == context.lines:
        return Changed(context=context)
    names = {line.name for line in kept}
    changed = GlobalContext(
        version=context.version + 1,
        last_updated=today,
        lines=tuple(kept),
        unwanted=tuple(name for name in context.unwanted if name not in names),
    )
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


_LEFT = re.compile(rf"- (?P<category>[a-z]+): (?P<line>.+) (?P<reason>{'|'.join(get_args(Reason))})")


def read_archive(archive: str) -> list[tuple[date, Forgotten]]:
    """What `archived` wrote, newest first; rows that are none of ours are left out."""
    found: list[tuple[date, Forgotten]] = []
    day: date | None = None
    for row in archive.split("\n"):
        if heading := re.fullmatch(r"## (\d{4}-\d\d-\d\d)", row):
            day = date.fromisoformat(heading[1])
        elif day is not None and (left := _LEFT.fullmatch(row)) and left["category"] in SECTIONS:
            read = _LINE.fullmatch(f"- {left['line']}")
            if read is not None:
                line = _parse_line(left["category"], read)
                found.append((day, Forgotten.model_validate({"line": line, "reason": left["reason"]})))
    return found[::-1]


def updated_context(
    current: ContextVersion | None,
    user_id: int,
    seen: ObserverOutput,
    *,
    now: datetime,
    cause: str,
    token_budget: int,
) -> ContextVersion | None:
    """The next version of a user's memory; None when nothing changes. `now` is on the user's clock.

    Nothing learnt may still be a change: what nobody has seen true for long fades.
    """
    before = opened(current)
    changed = apply(before, seen.updates if seen.should_update else (), now, token_budget)
    return (
        next_version(current, user_id, changed, now=now, cause=cause) if changed.context != before else None
    )


def opened(current: ContextVersion | None) -> GlobalContext:
    """The memory of a version: its number is the row's, whatever the Markdown says."""
    return (
        parse(current.content).model_copy(update={"version": current.version}) if current else GlobalContext()
    )


def next_version(
    current: ContextVersion | None, user_id: int, changed: Changed, *, now: datetime, cause: str
) -> ContextVersion:
    """The row after `current` that holds a changed memory and what left it."""
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
    said = update.model_dump(exclude={"withdrawn"})
    return MemoryLine.model_validate({**said, "first": today, "last": today})


def _reinforced(old: MemoryLine, new: MemoryLine, today: date) -> MemoryLine:
    confidence = max(old.confidence, new.confidence, key=_STRENGTH.__getitem__)
    if today <= old.last:
        return old.model_copy(update={"confidence": confidence})
    if confidence == "tentative":
        confidence = "likely"
    return old.model_copy(update={"confidence": confidence, "last": today, "seen": old.seen + 1})


def _faded(line: MemoryLine, today: date) -> bool:
    patience = FADES_AFTER.get(line.confidence)
    kept = line.pinned or (line.category == "preference" and line.confidence != "tentative")
    return patience is not None and not kept and today - line.last > patience


def cost_of(line: MemoryLine) -> int:
    """Tokens that are free for certain when the line goes (an estimate on the low side)."""
    return tokens(_render_line(line) + "\n") - 1


def _fitted(context: GlobalContext, token_budget: int) -> tuple[GlobalContext, list[Forgotten]]:
    """Within the budget: tentative lines go first, then likely ones and records, the longest unseen first.

    What was seen in the last weeks goes after all that was not: last winter's record before a fresh pain.
    A record can be computed again when its exercise is trained again. Other certain facts go only when they
    alone are too many, preferences after all others. What is pinned stays: keeping.py sees to its size.
    """
    used = tokens(render(context))
    recent = (context.last_updated or date.max) - RECENT
    leaving: list[MemoryLine] = []
    candidates = sorted(
        (line for line in context.lines if not line.pinned),
        key=lambda line: (
            line.category == "preference",
            line.last >= recent,
            min(_STRENGTH[line.confidence], 1) if line.source == RECOUNTED else _STRENGTH[line.confidence],
            line.last,
            _KEEP[line.category],
            line.seen,
            line.key,
        ),
    )
    for line in candidates:
        if used <= token_budget:
            break
        leaving.append(line)
        used -= cost_of(line)
    kept = tuple(line for line in context.lines if line not in leaving)
    return context.model_copy(update={"lines": kept}), [
        Forgotten(line=line, reason="no room") for line in leaving
    ]
