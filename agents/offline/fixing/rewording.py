"""What a correction changes: values of an entry, or the entry as a message says it anew."""

from __future__ import annotations

from agents.language.reading import read_log
from agents.offline.fixing.corrections import correct, nothing_before, replaced
from agents.offline.fixing.differences import difference
from agents.offline.fixing.outcome import result
from agents.offline.fixing.slots import lent_unit
from agents.offline.fixing.stated import Statement
from agents.offline.fixing.statements import read_statement
from agents.offline.lexicon import readable
from agents.parser import ParserInput, ParserOutput
from storage.entities import Entry


def corrected(given: ParserInput) -> ParserOutput | None:
    """What a correction comes to; None where there is nothing before that it could correct."""
    if nothing_before(given):
        return None
    said = given.model_copy(update={"text": readable(given.text)[0]})
    return _reworded(said) if given.says_anew else correct(said)


def _reworded(given: ParserInput) -> ParserOutput:
    """The changed entry, or in a sentence why nothing was changed."""
    entry = given.target_entry
    if entry is None:
        return correct(given)
    several = None if _contrasts(given) else _anew(given, entry, several=True)
    output = several or correct(given)
    if output.correction is None:
        return _anew(given, entry, several=False) or output
    return output


def _contrasts(given: ParserInput) -> bool:
    """Whether it tells what was wrong, or only what comes to it or goes."""
    said = read_statement(given)
    return bool(said.deletes or said.adds or said.swaps or said.old or said.old_names or said.addition)


def _anew(given: ParserInput, entry: Entry, *, several: bool) -> ParserOutput | None:
    """The entry as a message says it that is a log of its own, of the same things where it had any.

    `several`: only where it measures more than one thing, which no value of one thing corrects.
    """
    reading = read_log(given.text, given.profile.local(given.now), given.profile, given.domain_context)
    units = [measure.weight_unit for measure in entry.measures if measure.weight_unit]
    measures = [
        lent_unit(measure, units[0] if units else None).model_copy(update={"day": entry.day})
        for measure in reading.measures
    ]
    names = {measure.name for measure in measures}
    if not names or reading.problems or reading.unread or (several and len(names) == 1):
        return None
    if entry.measures and names.isdisjoint(measure.name for measure in entry.measures):
        return None
    if entry.measures:
        measures = replaced([*entry.measures], measures, Statement(structured=True))
    return result(entry, measures, difference(entry.measures, measures))
