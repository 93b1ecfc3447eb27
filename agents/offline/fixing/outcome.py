"""What comes of a correction: an entry in its new state, one moved out of it, or why nothing changed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from agents.offline.fixing.stated import Statement
from agents.parser import MOVED, Correction, ParsedEntry, ParserInput, ParserOutput
from storage.entities import Entry, Measure
from storage.problems import Problem


def problem(sentence: Problem) -> ParserOutput:
    """Nothing was changed, and why."""
    return ParserOutput(correction_problem=sentence, confidence=0.2)


def result(entry: Entry, measures: Sequence[Measure], note: str, day: date | None = None) -> ParserOutput:
    """The entry with these measures, deleted where none are left; `note` says the difference."""
    return ParserOutput(
        correction=Correction(
            target_entry_id=entry.id,
            day=day or entry.day,
            measures=tuple(measures),
            note=note,
            action="change" if measures or day is not None else "delete",
        ),
        confidence=0.9,
    )


def moved_alone(
    given: ParserInput, entry: Entry, statement: Statement, stated: list[Measure]
) -> ParserOutput | None:
    """`the squats were yesterday` of a log with a bench, too: only they go there, as a log of their own."""
    day = None if statement.day_selects else statement.day
    moved = [one for one in entry.measures if one.name in statement.names]
    left = tuple(one for one in entry.measures if one not in moved)
    if day in (None, entry.day) or stated or statement.new or not moved or not left:
        return None
    measures = tuple(one.model_copy(update={"day": day}) for one in moved)
    domains = tuple(dict.fromkeys(one.domain for one in measures))
    output = result(entry, left, f"{MOVED}{entry.day} → {day}")
    own = ParsedEntry(day=day, text=given.text, domains=domains, measures=measures)
    return output.model_copy(update={"entries": (own,)})
