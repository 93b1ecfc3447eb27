"""The rows of a table one after the other, each with its day; what is wrong with them goes to one reading."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, time

from storage.importers.activities import Activity, workout_of
from storage.importers.dates import EARLIEST, Dates
from storage.importers.model import Asked, Choices, Problem, ProblemKind, Reading
from storage.importers.numbers import weight_unit
from storage.importers.tables import MOST_ROWS, Line, Table


class TableRows:
    """`line` is the row that is being read, `reading` takes what was found."""

    line: Line

    def __init__(self, table: Table, choices: Choices) -> None:
        self.table, self.choices, self.reading = table, choices, Reading()
        self.file = table.file.name
        self._dates = Dates((line.get("date") for line in table.lines), choices)
        if self._dates.is_open:
            self.reading.asks.add("date_order")

    def __iter__(self) -> Iterator[tuple[Line, date, time | None]]:
        """Those whose day can be believed, with the time where it stands beside it."""
        for line in self.table.lines:
            self.line = line
            if (when := self._moment()) is not None:
                yield line, *when

    def _moment(self) -> tuple[date, time | None] | None:
        text = self.line.get("date")
        found = self._dates.moment(text) if text else None
        if found is None:
            return self.problem("unread_date" if text else "no_date", text[:40])
        if not EARLIEST <= found[0] <= self.choices.latest:
            return self.problem("impossible_date", found[0].isoformat())
        return found

    def problem(self, kind: ProblemKind, value: str = "", detail: str = "") -> None:
        """Note what is wrong with the row."""
        self.reading.problems.append(Problem(self.file, self.line.number, kind, value, detail))

    def is_over(self, count: int, most: int = MOST_ROWS) -> bool:
        """Whether there are more than are read, which is noted."""
        if count > most:
            self.problem("too_many_rows", f"{MOST_ROWS:,}")
        return count > most

    def ask(self, what: Asked, *, unknown: bool) -> None:
        """Ask for a unit that is written nowhere and was not chosen."""
        chosen = self.choices.weight_unit if what == "weight_unit" else self.choices.distance_unit
        if unknown and chosen is None:
            self.reading.asks.add(what)

    def preferred(self, cells: list[tuple[str, str]]) -> tuple[str, str]:
        """Of columns for each unit of weight the cell in the chosen one, else the first; with its header."""
        chosen = [cell for cell in cells if weight_unit(cell[1]) == self.choices.weight_unit]
        return (chosen or cells or [("", "")])[0]

    def add(self, activity: Activity) -> None:
        """Take an activity in, or note why it cannot be."""
        self.reading.take(workout_of(activity, self.choices))

    def done(self) -> Reading:
        """All that was found, with what was wrong with the table itself."""
        self.reading.problems += self.table.problems
        return self.reading
