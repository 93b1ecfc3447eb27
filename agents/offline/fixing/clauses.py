"""Two corrections in one message: "change ohp to 62.5, last set only got 4"."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache

from agents.language.reading import read_log
from agents.language.text import plain
from agents.offline.fixing.places import pattern
from agents.offline.fixing.stated import Statement
from agents.offline.fixing.statements import read_statement
from agents.offline.fixing.unclear import of_several
from agents.parser import ParserInput, ParserOutput
from storage.entities import Entry

Correct = Callable[[ParserInput], ParserOutput]


def in_turn(given: ParserInput, correct: Correct) -> ParserOutput | None:
    """The first is made, then the second to what that leaves; None where there are no such two."""
    parts = _two(given)
    first = correct(parts[0]).correction if parts else None
    if parts is None or first is None or first.action == "delete":
        return None
    known = [one for one in (given.target_entry, *given.recent_entries) if one is not None]
    entry = next(one for one in known if one.id == first.target_entry_id)
    if other := _other_log(parts[1], entry, known):
        return ParserOutput(correction_problem=of_several([entry, other]), confidence=0.2)
    left = entry.model_copy(update={"measures": first.measures, "day": first.day})
    made = correct(parts[1].model_copy(update={"target_entry": left}))
    if made.correction is None or made.correction.action == "delete":
        return None
    both = made.correction.model_copy(update={"note": f"{first.note}; {made.correction.note}"})
    return made.model_copy(update={"correction": both})


def _other_log(given: ParserInput, entry: Entry, known: Sequence[Entry]) -> Entry | None:
    """The log of what the second corrects, where the first corrects another."""
    named = set(read_statement(given).names)
    if named & {one.name for one in entry.measures}:
        return None
    return next((one for one in known if named & {measure.name for measure in one.measures}), None)


@cache
def between_clauses() -> re.Pattern[str]:
    """What parts one correction from the next."""
    return re.compile(rf"\s*[,;]\s+|\s+{pattern('clause').pattern}\s+")


def _two(given: ParserInput) -> tuple[ParserInput, ParserInput] | None:
    """The two, where each gives a value, and the second says of which exercise or set; else None."""
    said = plain(given.text)
    for found in between_clauses().finditer(said):
        parts = (said[: found.start()], said[found.end() :])
        both = [given.model_copy(update={"text": part}) for part in parts]
        first, second = map(read_statement, both)
        if not (_gives_a_value(first) and _gives_a_value(second) and _says_of_what(second)):
            continue
        named = f"{first.names[0]} {parts[1]}" if first.names and not second.names else parts[1]
        return both[0], given.model_copy(update={"text": named})
    return None


def opens_with_a_log(given: ParserInput) -> bool:
    """Whether something else is told before what it sets right: `had toast, water 500 not 300`."""
    said = plain(given.text)
    for found in between_clauses().finditer(said):
        opening, rest = (
            given.model_copy(update={"text": part}) for part in (said[: found.start()], said[found.end() :])
        )
        first, second = read_statement(opening), read_statement(rest)
        if second.old and not (first.old or set(first.names) & set(second.names)):
            local = given.profile.local(given.now)
            return bool(read_log(opening.text, local, given.profile, given.domain_context).measures)
    return False


def _gives_a_value(statement: Statement) -> bool:
    return bool(statement.new) and not (statement.deletes or statement.adds or statement.structured)


def _says_of_what(statement: Statement) -> bool:
    return statement.which is not None or bool(statement.names)
