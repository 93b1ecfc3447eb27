"""What the vault's files say: the same rows always give the same bytes.

A raw file begins with front matter (the day, links to the days beside it and to what was done, tags). Below
it there is a heading for each entry and each correction of a day, in the order they were made, by the user's
own clock; one that was made on another day says so. The words are verbatim, but for line endings and a
backslash before what Markdown or Obsidian would take for a heading, a fence, HTML, a link or an embedded
note, so that text stays content.
An entry that was taken back is left out of both files: it is in the database's history, not in the notes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from zoneinfo import ZoneInfo

from pydantic_core import to_json

from storage.cases import CAUSES, EDITED
from storage.entities import Entry, Revision
from storage.vault_marks import marked

_BEGINS = r"[ ]{0,3}(?:#|```|~~~|---|===|(?:=+|--?)[ \t]*$)"
"""How a line begins that Markdown would take for structure; the last underline what is above them."""
_ACTIVE = r"!\\?\[|\[\[|<[A-Za-z/!?]"
"""Pictures and embedded notes, links to notes, HTML."""
_BETWEEN = r"(?<=\])(?=\()|(?<=%)(?=%)|(?<=\$)(?=\$)"
"""Inside of links, comments and formulas."""
_STRUCTURE = re.compile(rf"^(?={_BEGINS})|{_BETWEEN}", re.MULTILINE)
_BEFORE_ACTIVE = re.compile(rf"(?<!\\)\\*+(?={_ACTIVE})")
_ESCAPED = re.compile(
    rf"^\\(?={_BEGINS}|[ ]{{0,3}}<)|(?<=\])\\(?=\()|(?<=%)\\(?=%)|(?<=\$)\\(?=\$)", re.MULTILINE
)
_NOT_IN_LINKS = re.compile(r"[\[\]|#^\\/:\x00-\x1f\x7f-\x9f\u2028\u2029]")
_NOT_IN_TAGS = re.compile(r"[^\w/-]+")
_LINE_ENDS = re.compile("\r\n?|[\x0b\x0c\x85\u2028\u2029]")


@dataclass(frozen=True, slots=True)
class DayLog:
    """A day's entries, oldest first, with the later revisions of those that were changed."""

    day: date
    entries: Sequence[Entry]
    revisions: Sequence[Revision] = ()


@dataclass(frozen=True, slots=True)
class Block:
    """A heading and what stands below it. `entry_id` and `revision` are of the entry whose words it is."""

    heading: str
    content: str
    entry_id: str = ""
    revision: int = 0


def raw_markdown(log: DayLog, zone: ZoneInfo) -> str:
    """The day in the user's words, with the mark that we wrote it."""
    blocks = "".join(f"\n## {one.heading}\n{one.content}\n" for one in blocks_of(log, zone))
    return marked(f"{front_of(log)}{blocks}")


def front_of(log: DayLog) -> str:
    """What stands above the first block, without the mark."""
    return f"{_front_matter(log)}# {log.day.isoformat()}\n"


def blocks_of(log: DayLog, zone: ZoneInfo) -> list[Block]:
    """A block for each entry and each correction, oldest first.

    An entry whose file was changed says what the file said then: it is no correction that stands below it.
    """
    standing = _standing(log.revisions)
    rewritten = {change.entry_id: change.note.removeprefix(EDITED) for change in standing if _of_file(change)}
    told = [
        (entry.logged_at, "", rewritten.get(entry.id, entry.text), entry.id, entry.revision)
        for entry in log.entries
    ]
    told += [(change.at, " [correction]", change.note, "", 0) for change in standing if not _of_file(change)]
    told.sort(key=lambda one: one[0])  # stable: at the same moment as stored, corrections last
    return [
        Block(_heading(log.day, at.astimezone(zone), label), as_content(text), entry_id, revision)
        for at, label, text, entry_id, revision in told
    ]


def _of_file(change: Revision) -> bool:
    return change.cause == "file"


def _heading(day: date, at: datetime, label: str) -> str:
    other_day = "" if at.date() == day else f" ({at.date().isoformat()})"
    return f"{at:%H:%M}{label}{other_day}"


def _front_matter(log: DayLog) -> str:
    """Obsidian's properties: links to the days beside it and to what was done, domains as tags."""
    names = dict.fromkeys(measure.name for entry in log.entries for measure in entry.measures)
    domains = dict.fromkeys(domain for entry in log.entries for domain in entry.domains)
    beside = ((key, log.day.toordinal() + step) for key, step in (("previous", -1), ("next", 1)))
    lines = [f"date: {log.day.isoformat()}"]
    lines += [f"{key}: {_link(date.fromordinal(day).isoformat())}" for key, day in beside if _is_day(day)]
    if domains:
        lines.append(f"tags: [{', '.join(_tag(domain) for domain in domains)}]")
    if names:
        lines += ["measures:", *(f"  - {_link(name)}" for name in names)]
    return "\n".join(["---", *lines, "---", "", ""])


def _is_day(ordinal: int) -> bool:
    return date.min.toordinal() <= ordinal <= date.max.toordinal()


def _link(name: str) -> str:
    """A link in a property. Names may be anybody's words: what has a meaning in a link is left out."""
    return json.dumps(f"[[{' '.join(_NOT_IN_LINKS.sub(' ', name).split())}]]", ensure_ascii=False)


def _tag(domain: str) -> str:
    return json.dumps(_NOT_IN_TAGS.sub("-", domain), ensure_ascii=False)


def parsed_json(log: DayLog) -> str:
    """The day as it was understood."""
    entries = [entry.model_dump(mode="json", exclude={"user_id", "deleted"}) for entry in log.entries]
    # Not json.dumps: with an indent it is pure Python, thirty times slower, and a busy day is written often.
    return to_json({"date": log.day.isoformat(), "entries": entries}, indent=2).decode() + "\n"


def as_content(text: str) -> str:
    """The text as Markdown that cannot be taken for the file's own structure."""
    lines = _STRUCTURE.sub("\\\\", _LINE_ENDS.sub("\n", text)).rstrip("\n")
    return _BEFORE_ACTIVE.sub(lambda found: found[0] + "\\" * (1 - len(found[0]) % 2), lines)


def from_content(markdown: str) -> str:
    """The text again."""
    lines = _BEFORE_ACTIVE.sub(lambda found: found[0][len(found[0]) % 2 :], markdown)
    return _ESCAPED.sub("", lines)


def _standing(revisions: Iterable[Revision]) -> list[Revision]:
    """Corrections that were not taken back."""
    changes = list(revisions)
    undone = {(change.entry_id, change.undoes) for change in changes if change.undoes is not None}
    return [
        change
        for change in changes
        if change.cause in CAUSES and change.note and (change.entry_id, change.revision) not in undone
    ]
