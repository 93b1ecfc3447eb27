"""A diary in Markdown or text: a file a day, or headings that are days."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, time, timedelta

from storage.importers.dates import EARLIEST, Dates
from storage.importers.model import Choices, File, Note, Problem, Reading
from storage.importers.tables import decoded
from storage.vault_files import from_content

MOST_NOTES = 10_000
_LONGEST_TITLE = 60
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


def is_note(name: str) -> bool:
    """Whether a file of this name is a diary's."""
    return name.casefold().rpartition("/")[2] not in _SKIPPED


def dates_within(files: list[File]) -> Iterator[str]:
    """What may be a date: names and headings of all files, which share an order."""
    for file in files:
        yield _stem(file.name)
        for line in decoded(file.content)[:MOST_SIGNS].splitlines():
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
        if len(reading.notes) > MOST_NOTES:
            del reading.notes[MOST_NOTES:]
            reading.problems.append(Problem(file.name, 0, "too_many_notes", f"{MOST_NOTES:,}"))
            break
    return reading


def _read(file: File, dates: Dates, choices: Choices, reading: Reading) -> None:
    text = decoded(file.content).replace("\r\n", "\n").replace("\r", "\n")
    named = dates.moment(_stem(file.name))
    day = named[0] if named else None
    front = _FRONT.match(text)
    offset = 1
    if front is not None:
        stated = _FRONT_DATE.search(front[1])
        found = dates.moment(stated[1]) if stated else None
        day = found[0] if found else day
        offset += front[0].count("\n")
        text = text[front.end() :]
    latest = choices.today + timedelta(days=1) if choices.today < date.max else choices.today
    for part in _parts(text, day, offset, dates):
        words = from_content("\n".join(part.lines)).strip()
        if not any(sign.isalnum() for sign in words):
            continue
        if part.day is None:
            problem = Problem(file.name, part.line, "no_day")
        elif not EARLIEST <= part.day <= latest:
            problem = Problem(file.name, part.line, "impossible_date", part.day.isoformat())
        elif part.is_correction:
            problem = Problem(file.name, part.line, "correction")
        elif len(words) > MOST_SIGNS:
            problem = Problem(file.name, part.line, "too_long", f"{MOST_SIGNS:,}")
        else:
            reading.notes.append(Note(file.name, part.line, part.day, part.at, words))
            continue
        reading.problems.append(problem)


def _parts(text: str, day: date | None, offset: int, dates: Dates) -> Iterator[_Part]:
    part = _Part(offset, day, None, [])
    in_lines = day is None and _DATE_AHEAD.match(text.lstrip()) is not None
    for number, line in enumerate(text.split("\n"), offset):
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
            part = _Part(number, said[0], None, [line[ahead.end() :]])
        elif clock is not None and int(clock[1]) < 24 and int(clock[2]) < 60:
            yield part
            at = time(int(clock[1]), int(clock[2]))
            part = _Part(number, part.day, at, [], is_correction=clock[3] is not None)
        else:
            part.lines.append(line)
    yield part


def _title(line: str) -> str:
    found = _HEADING.match(line)
    return (found[1] if found else line).strip().strip("*_").strip()


def _stem(name: str) -> str:
    return name.rpartition("/")[2].rpartition(".")[0].replace("_", "-")
