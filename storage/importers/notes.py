"""A diary in Markdown or text: a file a day, or headings that are days."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, time
from itertools import chain, islice

from storage.importers.dates import EARLIEST, Dates
from storage.importers.model import Choices, File, Note, Problem, Reading
from storage.importers.tables import lines_of
from storage.vault_files import from_content

MOST_NOTES = 10_000
_LONGEST_TITLE = 60
_LONGEST_LINE = 50_000
_FRONT_WITHIN = 100
"""Lines."""
MOST_SIGNS = 20_000
"""In a note; a day of anybody's is shorter."""
_FRONT = re.compile(r"\A---[ \t]*\n(.*?)\n---[ \t]*(?:\n|\Z)", re.DOTALL)
_FRONT_DATE = re.compile(
    r"^(?:date|day|created|날짜)[ \t]*:[ \t]*[\"']?([^\"'\n]+)", re.MULTILINE | re.IGNORECASE
)
_HEADING = re.compile(r"^#{1,4}[ \t]+(.*)$")
_CLOCK = re.compile(r"(\d{1,2}):(\d{2})(?: (\[correction\]))?(?: \((\d{4}-\d{2}-\d{2})\))?")
_DATE = (
    r"(?:[^\W\d_]{2,12}\.?,?[ ]+)?(?:\d{1,4}[-/.년][ ]?\d{1,2}[-/.월][ ]?\d{1,4}[일.]?"
    r"|\d{1,2}(?:st|nd|rd|th)?\.?[ ]+[^\W\d_]{3,12}\.?,?[ ]+\d{4}"
    r"|[^\W\d_]{3,12}\.?[ ]+\d{1,2}(?:st|nd|rd|th)?,?[ ]+\d{4})"
)
_DATE_LINE = re.compile(rf"{_DATE}(?:[ ]*[,(]?[ ]*[^\W\d_]{{1,12}}\.?\)?)?[ ]*:?")
_DATE_AHEAD = re.compile(
    rf"(?:[-*+\u2022][ ]{{1,2}})?({_DATE})(?:[ ]{{0,2}}\([^)\n]{{1,12}}\))?"
    r"[ ]{0,2}[:;,|\u2013\u2014-]?\s{1,8}(?=\S)"
)
"""A day with what was done behind it, on one line."""
_SKIPPED = ("global-context.md", "global-context-archive.md", "readme.md")


@dataclass(slots=True)
class _Part:
    """Lines under a heading."""

    line: int
    day: date | None
    at: time | None
    lines: list[str]
    is_correction: bool = False
    length: int = 0

    def add(self, line: str) -> None:
        """What is longer than any note is only measured."""
        self.length += len(line) + bool(self.lines)
        if self.length <= MOST_SIGNS:
            self.lines.append(line)


def is_note(name: str) -> bool:
    """Whether a file of this name is a diary's."""
    return name.casefold().rpartition("/")[2] not in _SKIPPED


def dates_within(files: list[File]) -> Iterator[str]:
    """What may be a date: names and headings of all files, which share an order."""
    for file in files:
        yield _stem(file.name)
        room = MOST_SIGNS
        for line in lines_of(file, MOST_SIGNS):
            room -= len(line) + 1
            if room < 0:
                break
            text = _title(line)
            ahead = _DATE_AHEAD.match(line)
            if len(text) <= _LONGEST_TITLE and _DATE_LINE.fullmatch(text):
                yield text
            elif ahead is not None:
                yield ahead[1]


def read_notes(files: list[File], choices: Choices) -> Reading:
    """The notes of a diary; a file without any date is a problem, and left out."""
    reading = Reading()
    dates = Dates(dates_within(files), choices)
    if dates.is_open:
        reading.asks.add("date_order")
    for file in files:
        _read(file, dates, choices, reading)
        if len(reading.notes) >= MOST_NOTES:
            break
    return reading


def _read(file: File, dates: Dates, choices: Choices, reading: Reading) -> None:
    named = dates.moment(_stem(file.name))
    day = named[0] if named else None
    lines = lines_of(file, _LONGEST_LINE)
    beginning: list[str] = []
    front = _FRONT.match("\n".join(beginning := list(islice(lines, _FRONT_WITHIN))) + "\n")
    offset = 1
    if front is not None:
        stated = _FRONT_DATE.search(front[1])
        found = dates.moment(stated[1]) if stated else None
        day = found[0] if found else day
        skipped = front[0].count("\n")
        offset += skipped
        beginning = beginning[skipped:]
    for part in _parts(chain(beginning, lines), day, offset, dates):
        words = from_content("\n".join(part.lines)).strip()
        if not any(sign.isalnum() for sign in words):
            continue
        if part.day is None:
            problem = Problem(file.name, part.line, "no_day")
        elif not EARLIEST <= part.day <= choices.latest:
            problem = Problem(file.name, part.line, "impossible_date", part.day.isoformat())
        elif part.is_correction:
            problem = Problem(file.name, part.line, "correction")
        elif part.length > MOST_SIGNS:
            problem = Problem(file.name, part.line, "too_long", f"{MOST_SIGNS:,}")
        elif len(reading.notes) >= MOST_NOTES:
            reading.problems.append(Problem(file.name, part.line, "too_many_notes", f"{MOST_NOTES:,}"))
            return
        else:
            reading.notes.append(Note(file.name, part.line, part.day, part.at, words))
            continue
        reading.problems.append(problem)


def _parts(lines: Iterable[str], day: date | None, offset: int, dates: Dates) -> Iterator[_Part]:
    part = _Part(offset, day, None, [])
    in_lines: bool | None = None
    for number, line in enumerate(lines, offset):
        if in_lines is None and line.strip():
            in_lines = day is None and _DATE_AHEAD.match(line.lstrip()) is not None
        title = _title(line)
        clock = _CLOCK.fullmatch(title) if _HEADING.match(line) else None
        is_date = len(title) <= _LONGEST_TITLE and _DATE_LINE.fullmatch(title) is not None
        found = dates.moment(title) if is_date else None
        ahead = _DATE_AHEAD.match(line) if in_lines and found is None else None
        said = dates.moment(ahead[1]) if ahead else None
        if found is not None:
            yield part
            part = _Part(number, found[0], None, [])
        elif ahead is not None and said is not None:
            yield part
            part = _Part(number, said[0], None, [])
            part.add(line[ahead.end() :])
        elif clock is not None and int(clock[1]) < 24 and int(clock[2]) < 60:
            yield part
            at = time(int(clock[1]), int(clock[2]))
            part = _Part(number, part.day, at, [], is_correction=clock[3] is not None)
        else:
            part.add(line)
    yield part


def _title(line: str) -> str:
    found = _HEADING.match(line)
    return (found[1] if found else line).strip().strip("*_").strip()


def _stem(name: str) -> str:
    return name.rpartition("/")[2].rpartition(".")[0].replace("_", "-")
