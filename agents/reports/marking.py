"""Parts with their slots filled in: each value that rests on entries is marked with its source."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date

from agents.reports.part import Part
from agents.reports.speech import ReportWords
from agents.truth import Sheet, SlotError, tell
from agents.types import Figure
from storage.entities import Entry, Frozen

_OPEN, _BETWEEN, _CLOSE = "\ue000", "\ue001", "\ue002"
"""Around a value and the number of its source; a text that has them itself loses them."""
_MARKS = re.compile(f"[{_OPEN}{_BETWEEN}{_CLOSE}]")
_MARKED = re.compile(f"{_OPEN}(\\d+){_BETWEEN}([^{_CLOSE}]*){_CLOSE}")
PICTURE = re.compile(r"!\[([^\]]*)\]\(charts/([^)]+)\)\s*")
_ALONE = re.compile(r"\s*\{([^{}]+)\}\s*")
_OF_MORE = re.compile(r"\[(\d+)\]$")
_CELLS = re.compile(r"(?<!\\)\|")
_ENTRY = re.compile(r"[0-9A-Z]{26}")
MARKER = re.compile(r"^\s*(?:#+\s+|[-*+]\s+|\d{1,3}[.)]\s+|>\s*)*")
"""What a line of Markdown begins with before its words."""
NUMBER = re.compile(r"(?<![\w{.,])\d[\d.,:x\u00d7/%-]*(?<![.,:/-])(?![\w}])")
_MARKED_OR_NUMBER = re.compile(f"{_OPEN}[^{_CLOSE}]*{_CLOSE}|{NUMBER.pattern}")


class Report(Frozen):
    """What is delivered. `today` is the day on which it was made, where the person is.

    `read`: numbers that stand in sources, each with the entries, pages or files that have it.
    """

    title: str
    subtitle: str
    parts: tuple[Part, ...]
    language: str
    today: date
    read: Mapping[str, tuple[str, ...]] = {}


@dataclass(frozen=True, slots=True)
class Drawn:
    """A PNG, or None where it can't be drawn, and what is to be seen in words."""

    png: bytes | None
    alt: str


class Source(Frozen):
    """What a value rests on: entries, the newest first, and how many there are in all."""

    shown: str
    what: str
    entries: tuple[str, ...]
    read: tuple[str, ...] = ()
    """Pages and files that it was read in."""
    count: int

    def named(self, words: ReportWords) -> str:
        """The value, and on how many entries it rests where not all are named."""
        if self.count <= len(self.entries):
            return self.shown
        return f"{self.shown} ({words.page['more'].format(count=self.count, shown=len(self.entries))})"


@dataclass(slots=True)
class Marking:
    """The report's lines, and the sources of their values in order."""

    lines: list[str] = field(default_factory=list[str])
    sources: list[Source] = field(default_factory=list[Source])
    _known: dict[tuple[object, ...], int] = field(default_factory=dict[tuple[object, ...], int])

    @classmethod
    def of(cls, report: Report) -> Marking:
        """Of all parts."""
        made = cls()
        for part in report.parts:
            sheet = part.sheet(report.language, report.today)
            text = _MARKS.sub("", part.text)
            lines = (*text.splitlines(), "")
            made.lines += [made._quoted(made.line(one, sheet), one, sheet, report.read) for one in lines]
        return made

    @property
    def cited(self) -> list[str]:
        """Every entry that a value rests on, each once."""
        return list(dict.fromkeys(entry for source in self.sources for entry in source.entries))

    def line(self, line: str, sheet: Sheet) -> str:
        """A line with its values; of a table each cell by itself."""
        if "{" not in line:
            return line
        if line.lstrip().startswith("|"):
            return "|".join(self._told(cell, sheet) for cell in _CELLS.split(line))
        return self._told(line, sheet)

    def _quoted(self, told: str, line: str, sheet: Sheet, read: Mapping[str, tuple[str, ...]]) -> str:
        """A line's numbers that no figure is, each with where it was read."""
        if not read or line.lstrip().startswith(("#", "![")):
            return told
        bare = {
            number
            for piece in (_CELLS.split(line) if line.lstrip().startswith("|") else (line,))
            for refusal in tell(piece, sheet, code=True).refusals
            for number in NUMBER.findall(refusal.phrase)
        }
        begins = len(found[0]) if (found := MARKER.match(line)) else 0

        def linked_to(found: re.Match[str]) -> str:
            sources = read.get(found[0].casefold(), ())
            is_bare = found[0] in bare and found.start() >= begins
            if not (is_bare and sources):
                return found[0]
            entries = tuple(one for one in sources if _ENTRY.fullmatch(one))
            return self._marked_as(
                found[0], found[0], entries, tuple(one for one in sources if one not in entries)
            )

        return _MARKED_OR_NUMBER.sub(linked_to, told)

    def _told(self, text: str, sheet: Sheet) -> str:
        if "{" not in text:
            return text
        if (alone := _ALONE.fullmatch(text)) is not None:  # a cell has no words that tell its language
            return f" {self._of_slot(alone[1], sheet)} "
        told = tell(text, sheet, code=True, settled=True)
        pieces: list[str] = []
        last = 0
        for claim in sorted(told.claims, key=lambda one: one.start):
            if claim.start < last:
                continue
            shown = told.text[claim.start : claim.end]
            entries = claim.entries or (claim.figure.entries if claim.figure is not None else ())
            marked = self._marked(shown, claim.figure, entries)
            pieces += [told.text[last : claim.start], marked]
            last = claim.end
        return "".join([*pieces, told.text[last:]])

    def _of_slot(self, slot: str, sheet: Sheet) -> str:
        try:
            value = sheet.value(slot)
        except SlotError:
            return f"{{{slot}}}"
        return self._marked(value.shown, value.figure, value.entries)

    def _marked(self, shown: str, figure: Figure | None, entries: tuple[str, ...]) -> str:
        if not entries:
            return shown
        if figure is None:
            return self._marked_as(shown, "", entries)
        return self._marked_as(shown, figure.what, entries, value=figure.value)

    def _marked_as(
        self, shown: str, what: str, entries: tuple[str, ...], read: tuple[str, ...] = (), value: float = 0
    ) -> str:
        key = (what, value, entries, read)
        if key not in self._known:
            self._known[key] = len(self.sources)
            found = _OF_MORE.search(what)
            count = int(found[1]) if found is not None else len(entries)
            self.sources.append(Source(shown=shown, what=what, entries=entries, read=read, count=count))
        return f"{_OPEN}{self._known[key]}{_BETWEEN}{shown}{_CLOSE}"


def linked(text: str, link: Callable[[int, str], str]) -> str:
    """The text with each marked value as `link` writes it, given the source's number and the value."""
    return _MARKED.sub(lambda found: link(int(found[1]), found[2]), text)


def blocks(lines: list[str]) -> Iterator[list[str]]:
    """Lines that belong together."""
    block: list[str] = []
    for line in lines:
        if line.strip():
            block.append(line)
        elif block:
            yield block
            block = []
    if block:
        yield block


def newest_first(entries: Iterable[Entry]) -> list[Entry]:
    """By their days."""
    return sorted(entries, key=lambda one: (one.day, one.logged_at), reverse=True)
