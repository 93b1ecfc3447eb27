"""What a correction says, as it can be meant of what was logged: which names, which figures."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from agents.language.reading import Reading, read_log
from agents.offline.fixing.stated import Statement, Value
from agents.offline.fixing.statements import read_statement
from agents.parser import ParserInput
from agents.vocabulary import is_called
from storage.entities import Entry, Measure


def statement_of(given: ParserInput, entries: Sequence[Entry]) -> Statement:
    """What a correction says of these entries."""
    statement = _as_logged(given, read_statement(given), entries)
    return _of_a_lift(_with_loads(statement, entries), entries)


def _with_loads(statement: Statement, entries: Sequence[Entry]) -> Statement:
    """`curls were 14s not 12s`, of curls with a load: no seconds."""
    meant = [one for entry in entries for one in entry.measures if one.name in statement.names]
    if not meant or any(one.weight is None or one.duration_s is not None for one in meant):
        return statement
    new, old = ([_of_dumbbells(one) for one in values] for values in (statement.new, statement.old))
    return replace(statement, new=new, old=old)


def _of_dumbbells(value: Value) -> Value:
    return Value(value.value, "weight") if value.slot == "duration_s" and value.unit == "s" else value


def _as_logged(given: ParserInput, statement: Statement, entries: Sequence[Entry]) -> Statement:
    """`rows were 140` of barbell rows, where no rowing was logged; of `knee was a 4`, as a log, the pain."""
    known = dict.fromkeys(measure.name for entry in entries for measure in entry.measures)
    if not (statement.names or statement.old_names or statement.deletes) and statement.new:
        names = {one.name for one in read_anew(given, statement).measures}
        return replace(statement, names=[one for one in known if one in names])
    logged = {said: [one for one in known if is_called(one, said)] for said in statement.names}
    names = [said if said in known or not logged[said] else logged[said][0] for said in statement.names]
    return replace(statement, names=names)


def _of_a_lift(statement: Statement, entries: Sequence[Entry]) -> Statement:
    """`the weight was 90` is about a lift where no body weight was logged lately, or none like it."""
    lately = {measure.name for entry in entries[:3] for measure in entry.measures}
    if statement.deletes or "body weight" not in statement.names or "body weight" in lately:
        return statement
    if any(_weighs_about(measure, statement) for entry in entries for measure in entry.measures):
        return statement
    names = [name for name in statement.names if name != "body weight"]
    new = [Value(value.value, value.slot or "weight", value.unit) for value in statement.new]
    return replace(statement, names=names, new=new)


def _weighs_about(measure: Measure, statement: Statement) -> bool:
    held = measure.value if measure.name == "body weight" else None
    return held is not None and any(
        math.isclose(held, one.value, rel_tol=_DAYS_APART) for one in statement.new
    )


_DAYS_APART = 0.05
"""The share by which a body changes within days."""


def read_anew(given: ParserInput, statement: Statement) -> Reading:
    """What is right, read as a log."""
    local = given.profile.local(given.now)
    return read_log(statement.kept_text, local, given.profile, given.domain_context)
