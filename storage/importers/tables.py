"""Tables of text: bytes to rows by column name, in whatever order, encoding and dialect they come."""

from __future__ import annotations

import codecs
import csv
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from io import TextIOWrapper
from itertools import chain, islice
from typing import get_args

from storage.importers.model import File, Problem, Problems
from storage.importers.words import ColumnName
from storage.importers.words import columns as known_as

MOST_ROWS = 50_000
"""Of all tables of an import: ten years of 200 sessions with 25 sets. Each may become an entry of 3 kB."""
_MOST_COLUMNS = 400
_LONGEST_NAME = 100
_MOST_SIGNS = 20_000
"""In a cell."""
_SHORT = 200
_MOST_TEXT = 4_000_000
"""Characters of cells that are longer than that, in a table."""
_LONGEST_ROW = 500_000
_CHUNK = 64 * 1024
CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufeff]")
_HANGUL = re.compile("[\uac00-\ud7a3]")
_UNIT = re.compile(r"^(.*?)(?:\s*[(\[]([^)\]]*)[)\]]|[_ ](kg|kgs|lbs?|km|miles|mi|meters))$")
_HEADER_WITHIN = 12
"""Lines; some apps write a title above the table."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column's name in lower case without its unit ("weight", "kg")."""

    name: str
    unit: str


class Header(dict[ColumnName, tuple[str, ...]]):
    """Which of a table's columns a name stands for; none for a name that it has not."""

    @classmethod
    def of(cls, columns: list[Column]) -> Header:
        """Of a table's columns."""
        there = {column.name for column in columns}
        names: tuple[ColumnName, ...] = get_args(ColumnName)
        return cls({name: tuple(text for text in known_as(name) if text in there) for name in names})


@dataclass(slots=True)
class Line:
    """A row: its cells by column name, with the unit that the header names."""

    number: int
    header: Header
    _cells: dict[str, list[tuple[str, str]]] = field(default_factory=dict[str, "list[tuple[str, str]]"])

    def put(self, column: Column, text: str) -> None:
        """Add a cell."""
        self._cells.setdefault(column.name, []).append((text, column.unit))

    def all(self, name: ColumnName) -> list[tuple[str, str]]:
        """Cells of a column that are not empty, each with the unit that the header names."""
        return [cell for written in self.header[name] for cell in self._cells.get(written, ()) if cell[0]]

    def get(self, name: ColumnName) -> str:
        """The first cell that is not empty."""
        found = self.all(name)
        return found[0][0] if found else ""

    def raw(self, written: str) -> list[tuple[str, str]]:
        """The same of a column under the very name it has."""
        return [cell for cell in self._cells.get(written, ()) if cell[0]]

    def cell(self, written: str) -> str:
        """The first of them, without a unit."""
        return next((text for text, _ in self.raw(written)), "")


@dataclass(slots=True)
class Table:
    """A file's rows; `problems` are those of the table itself, known when its lines were read once."""

    file: File
    columns: list[Column]
    header: Header
    begins: int
    """The header's line."""
    problems: Problems
    most_rows: int

    @property
    def lines(self) -> Iterator[Line]:
        """The rows below the header, read anew each time."""
        self.problems.clear()
        self.problems.more = 0
        with _text(self.file) as text:
            rows = _rows(text, self.file.name, self.problems)
            below = ((number, cells) for number, cells in rows if number > self.begins)
            yield from _lines(below, self)

    def has(self, *names: ColumnName) -> bool:
        """Whether it has a column of one of the names."""
        return any(self.header[name] for name in names)

    @property
    def names(self) -> set[str]:
        """All column names."""
        return {column.name for column in self.columns}


def encoding_of(file: File) -> str:
    """UTF-8 or UTF-16, else as Windows writes it here or there. Nothing of it is kept in memory."""
    with file.open() as stream:
        if stream.read(2) in (b"\xff\xfe", b"\xfe\xff"):
            return "utf-16"
    if _decodes(file, "utf-8-sig") is not None:
        return "utf-8-sig"
    return "euc_kr" if _decodes(file, "euc_kr") else "cp1252"


def _decodes(file: File, encoding: str) -> bool | None:
    """Whether there is Hangul in it; None: it is not in this encoding."""
    decoder = codecs.getincrementaldecoder(encoding)()
    found = False
    try:
        with file.open() as stream:
            while chunk := stream.read(_CHUNK):
                found = _HANGUL.search(decoder.decode(chunk)) is not None or found
            decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return None
    return found


def _text(file: File) -> TextIOWrapper:
    return TextIOWrapper(file.open(), encoding_of(file), errors="replace", newline="")


def lines_of(file: File, longest: int) -> Iterator[str]:
    """Lines without their ends and control characters; of a longer one the beginning."""
    with _text(file) as text:
        for line in _cut_lines(text, longest):
            yield CONTROL.sub("", line).rstrip("\r\n")


def _cut_lines(text: TextIOWrapper, longest: int) -> Iterator[str]:
    while line := text.readline(longest):
        rest = line
        while rest and not rest.endswith(("\n", "\r")):
            rest = text.readline(longest)
        yield line


def named(header: str) -> Column:
    """Columns of one name: "Weight (kg)", "weight_kg" and "WEIGHT"."""
    plain = " ".join(unicodedata.normalize("NFKC", header).casefold().split())
    found = _UNIT.match(plain)
    if found is None or not found[1]:
        return Column(plain, "")
    return Column(found[1].strip(), (found[2] or found[3] or "").strip())


def table(file: File, wanted: Sequence[ColumnName], most_rows: int = MOST_ROWS) -> Table | None:
    """The table whose header has at least two of the `wanted` columns; None if there is none."""
    with _text(file) as text:
        rows = _rows(text, file.name, Problems())
        for _, (number, cells) in zip(range(_HEADER_WITHIN), rows, strict=False):
            columns = [named(cell[:_LONGEST_NAME]) for cell in cells[:_MOST_COLUMNS]]
            header = Header.of(columns)
            if len({written for name in wanted for written in header[name]}) >= 2:
                return Table(file, columns, header, number, Problems(), most_rows)
    return None


def _lines(rows: Iterator[tuple[int, list[str]]], table: Table) -> Iterator[Line]:
    name, columns, problems = table.file.name, table.columns, table.problems
    room = _MOST_TEXT
    for count, (number, cells) in enumerate(rows):
        if count >= table.most_rows:
            problems.append(Problem(name, number, "too_many_rows", f"{MOST_ROWS:,}"))
            return
        if not any(cells):
            continue
        if len(cells) > len(columns) and any(cells[len(columns) :]):
            problems.append(Problem(name, number, "too_many_cells"))
            continue
        room -= sum(len(cell) for cell in cells if len(cell) > _SHORT)
        if room < 0:
            problems.append(Problem(name, number, "too_much_text", f"{_MOST_TEXT:,}"))
            return
        line = Line(number, table.header)
        for column, cell in zip(columns, cells, strict=False):
            line.put(column, cell[:_MOST_SIGNS].strip())
        yield line


class _Feed:
    """Lines for the csv module, which would gather a row of any length."""

    def __init__(self, text: TextIOWrapper) -> None:
        self._lines = _cut_lines(text, _LONGEST_ROW)
        self.length = 0
        """Of the row that is being read."""

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        line = next(self._lines)
        self.length += len(line)
        if self.length >= _LONGEST_ROW:
            raise csv.Error(f"a row of more than {_LONGEST_ROW:,} characters")
        return CONTROL.sub("", line)


def _rows(text: TextIOWrapper, name: str, problems: Problems) -> Iterator[tuple[int, list[str]]]:
    """Each with the number of its first line."""
    feed = _Feed(text)
    number = 1
    try:
        beginning = list(islice(feed, _HEADER_WITHIN))
    except csv.Error as error:
        problems.append(Problem(name, number, "unread_rest", detail=str(error)))
        return
    reader = csv.reader(chain(beginning, feed), delimiter=_delimiter(beginning))
    while True:
        feed.length = 0
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            problems.append(Problem(name, number, "unread_rest", detail=str(error)))
            return
        yield number, cells
        number = reader.line_num + 1


def _delimiter(lines: Sequence[str]) -> str:
    """The sign that parts the header."""
    for line in lines:
        outside = re.sub(r'"[^"]*"', "", line)
        best = max(";\t,", key=outside.count)
        if outside.count(best):
            return best
    return ","
