"""Tables of text: bytes to rows by column name, in whatever order, encoding and dialect they come."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import get_args

from storage.importers.model import File, Problem
from storage.importers.words import ColumnName
from storage.importers.words import columns as known_as

MOST_ROWS = 200_000
_MOST_COLUMNS = 400
_LONGEST_NAME = 100
_MOST_SIGNS = 20_000
"""In a cell."""
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


@dataclass(slots=True)
class Table:
    """A file's rows; `problems` are those of the table itself."""

    columns: list[Column]
    header: Header
    lines: list[Line]
    problems: list[Problem]

    def has(self, *names: ColumnName) -> bool:
        """Whether it has a column of one of the names."""
        return any(self.header[name] for name in names)

    @property
    def names(self) -> set[str]:
        """All column names."""
        return {column.name for column in self.columns}


def decoded(content: bytes) -> str:
    """Text in UTF-8 or UTF-16, else as Windows writes it here or there; without control characters."""
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return CONTROL.sub("", content.decode("utf-16", "replace"))
    for encoding in ("utf-8-sig", "euc_kr"):
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if encoding == "utf-8-sig" or _HANGUL.search(text):
            return CONTROL.sub("", text)
    return CONTROL.sub("", content.decode("cp1252", "replace"))


def named(header: str) -> Column:
    """Columns of one name: "Weight (kg)", "weight_kg" and "WEIGHT"."""
    plain = " ".join(unicodedata.normalize("NFKC", header).casefold().split())
    found = _UNIT.match(plain)
    if found is None or not found[1]:
        return Column(plain, "")
    return Column(found[1].strip(), (found[2] or found[3] or "").strip())


def table(file: File, wanted: Sequence[ColumnName]) -> Table | None:
    """The table whose header has at least two of the `wanted` columns; None if there is none."""
    text = decoded(file.content)
    problems: list[Problem] = []
    rows = _rows(text, file.name, problems)
    for _, (_, cells) in zip(range(_HEADER_WITHIN), rows, strict=False):
        columns = [named(cell[:_LONGEST_NAME]) for cell in cells[:_MOST_COLUMNS]]
        header = Header.of(columns)
        if len({written for name in wanted for written in header[name]}) >= 2:
            return Table(columns, header, list(_lines(rows, columns, header, file.name, problems)), problems)
    return None


def _lines(
    rows: Iterator[tuple[int, list[str]]],
    columns: list[Column],
    header: Header,
    name: str,
    problems: list[Problem],
) -> Iterator[Line]:
    for count, (number, cells) in enumerate(rows):
        if count >= MOST_ROWS:
            problems.append(Problem(name, number, "too_many_rows", f"{MOST_ROWS:,}"))
            return
        if not any(cells):
            continue
        if len(cells) > len(columns) and any(cells[len(columns) :]):
            problems.append(Problem(name, number, "too_many_cells"))
            continue
        line = Line(number, header)
        for column, cell in zip(columns, cells, strict=False):
            line.put(column, cell[:_MOST_SIGNS].strip())
        yield line


def _rows(text: str, name: str, problems: list[Problem]) -> Iterator[tuple[int, list[str]]]:
    """Each with the number of its first line."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text))
    number = 1
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            problems.append(Problem(name, number, "unread_rest", detail=str(error)))
            return
        yield number, cells
        number = reader.line_num + 1


def _delimiter(text: str) -> str:
    """The sign that parts the header."""
    for line in text.splitlines()[:_HEADER_WITHIN]:
        outside = re.sub(r'"[^"]*"', "", line)
        best = max(";\t,", key=outside.count)
        if outside.count(best):
            return best
    return ","
