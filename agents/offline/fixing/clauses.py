"""Two corrections in one message: "change ohp to 62.5, last set only got 4"."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from agents.language.reading import read_log
from agents.language.text import plain
from agents.offline.fixing.places import pattern
from agents.offline.fixing.stated import Statement
from agents.offline.fixing.statements import read_statement
from agents.parser import ParserInput, ParserOutput

Correct = Callable[[ParserInput], ParserOutput]


def in_turn(given: ParserInput, correct: Correct) -> ParserOutput | None:
    """The first is made, then the second to what that leaves; None where there are no such two."""
    parts = _two(given)
    first = correct(parts[0]).correction if parts else None
    if parts is None or first is None or first.action == "delete":
        return None
    known = (given.target_entry, *given.recent_entries)
    entry = next(one for one in known if one is not None and one.id == first.target_entry_id)
    left = entry.model_copy(update={"measures": first.measures, "day": first.day})
    made = correct(parts[1].model_copy(update={"target_entry": left}))
    if made.correction is None or made.correction.action == "delete":
        return None
    both = made.correction.model_copy(update={"note": f"{first.note}; {made.correction.note}"})
    return made.model_copy(update={"correction": both})


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
