"""Two corrections in one message: "make ohp 62.5, last set only got 4"."""

from __future__ import annotations

import re

from agents.language.text import plain
from agents.offline.fixing.places import pattern
from agents.offline.fixing.stated import Statement
from agents.offline.fixing.statements import read_statement
from agents.parser import ParserInput


def two_clauses(given: ParserInput) -> tuple[ParserInput, ParserInput] | None:
    """The two, where each gives a value, and the second says of which exercise or set; else None."""
    said = plain(given.text)
    for found in re.finditer(rf"\s*[,;]\s+|\s+{pattern('clause').pattern}\s+", said):
        parts = (said[: found.start()], said[found.end() :])
        both = [given.model_copy(update={"text": part}) for part in parts]
        first, second = map(read_statement, both)
        if not (_gives_a_value(first) and _gives_a_value(second) and _says_of_what(second)):
            continue
        named = f"{first.names[0]} {parts[1]}" if first.names and not second.names else parts[1]
        return both[0], given.model_copy(update={"text": named})
    return None


def _gives_a_value(statement: Statement) -> bool:
    return bool(statement.new) and not (statement.deletes or statement.adds or statement.structured)


def _says_of_what(statement: Statement) -> bool:
    return statement.which is not None or bool(statement.names)
