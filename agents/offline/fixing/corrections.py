"""Corrections: find the entry that is meant, give its whole new state and say the difference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agents.impossible import impossible
from agents.offline.fixing.amending import (
    added,
    changed_sets,
    everywhere,
    in_its_words,
    picked,
    swapped,
    variant_names,
)
from agents.offline.fixing.clauses import in_turn, opens_with_a_log
from agents.offline.fixing.deleting import (
    ALONE,
    ONCE,
    ONE_AT_A_TIME,
    Refused,
    are_twins,
    content_of,
    no_log_of,
    without,
)
from agents.offline.fixing.differences import difference, show
from agents.offline.fixing.meant import read_anew, statement_of
from agents.offline.fixing.outcome import moved_alone, problem, result
from agents.offline.fixing.places import pattern
from agents.offline.fixing.slots import (
    are_told_together,
    as_long,
    at_its_load,
    equal,
    field_of,
    fitting,
    holds,
    is_of_unit,
    lent_unit,
    named_rows,
    nearest_row,
    slot_for,
)
from agents.offline.fixing.stated import Slot, Statement, Value
from agents.offline.fixing.targets import shares_a_word, targets
from agents.offline.fixing.unclear import UNCLEAR, doubtful, not_found
from agents.offline.lexicon import plain
from agents.offline.routing.talk import gives_orders
from agents.parser import MOVED, NOTHING_BEFORE, ParserInput, ParserOutput
from domains.registry import load
from storage.entities import Entry, Measure
from storage.problems import Impossible
from units import HOUR_S, METRES


def correct(given: ParserInput) -> ParserOutput:
    """The changed entry, or in a sentence why nothing was changed."""
    return in_turn(given, _correct) or _correct(given)


def nothing_before(given: ParserInput) -> bool:
    """Whether it corrects what was never logged, so tells it: `had toast, water 500 not 300`."""
    if given.target_entry is not None or given.among or gives_orders(given.text.casefold()):
        return False
    entries = [entry for entry in given.recent_entries if not entry.deleted]
    statement = statement_of(given, entries)
    if statement.deletes or not entries:
        return not statement.deletes
    if not statement.old or targets(given, entries, statement):
        return False
    known = {measure.name for entry in entries for measure in entry.measures}
    return known.isdisjoint(statement.names or known) or opens_with_a_log(given)


def _correct(given: ParserInput) -> ParserOutput:
    candidates = (given.target_entry,) if given.target_entry is not None else given.recent_entries
    entries = [entry for entry in candidates if not entry.deleted]
    if not entries:
        return problem(NOTHING_BEFORE)
    statement = statement_of(given, entries)
    stated = _restated(given, statement, entries)
    statement = (
        replace(statement, names=[one.name for one in stated]) if are_told_together(stated) else statement
    )
    said = stated or _says_something(statement) or any(_variant(one.measures, statement) for one in entries)
    if gives_orders(given.text.casefold()) or not said:
        return problem(UNCLEAR)
    if statement.several_logs:
        return problem(ONE_AT_A_TIME)
    found = targets(given, entries, statement)
    if not found:
        return problem(not_found(statement))
    if doubt := doubtful(given, found, statement) or _of_something_else(given, found, statement):
        return problem(doubt)
    return _carried_out(given, found, statement, stated)


def _of_something_else(given: ParserInput, found: Sequence[Entry], statement: Statement) -> str:
    """Why `change the iron to 9` changes none of the logs, where none has a word of it; "" where one does."""
    named = statement.names or statement.old or statement.where or statement.which is not None
    verb = pattern("change")
    content = [word for word in content_of(statement) if not verb.fullmatch(word)]
    asks = statement.new and content and not (named or given.target_entry)
    if not asks or verb.match(given.text.casefold()) is None:
        return ""
    told = any(word in entry.text.casefold() for entry in found for word in content)
    return "" if told else no_log_of(content)


def _carried_out(
    given: ParserInput, found: Sequence[Entry], statement: Statement, stated: list[Measure]
) -> ParserOutput:
    """The first of the entries that can take it; of two alike that are one the newer goes."""
    if pattern("twice").search(plain(given.text)):
        return (
            result(found[0], [], ALONE) if are_twins(found) else problem(ONCE.format(show(found[0].measures)))
        )
    _sort_out(found[0], statement)
    if statement.deletes and not statement.new:
        left = without(found[0].measures, statement)
        return (
            problem(left.sentence)
            if isinstance(left, Refused)
            else result(found[0], left.measures, left.note)
        )
    if (alone := moved_alone(given, found[0], statement, stated)) is not None:
        return alone
    problems: list[Impossible] = []
    for entry in found:
        output = _changed(entry, statement, stated)
        wrong = _impossible(given, entry, output)
        if wrong is None:
            return output
        problems.append(wrong)
    return problem(problems[0])


def _says_something(statement: Statement) -> bool:
    values = statement.deletes or statement.new or statement.unit or statement.day or statement.names
    return bool(values or statement.warmup is not None or statement.swaps or statement.addition)


def _sort_out(entry: Entry, statement: Statement) -> None:
    """`delete the 100kg one`: figures that the log holds tell what goes, they are no new ones."""
    if not statement.deletes or statement.old or statement.which is not None:
        return
    if statement.new and all(any(holds(one, value) for one in entry.measures) for value in statement.new):
        statement.where += statement.new
        statement.new = []


def _impossible(given: ParserInput, entry: Entry, output: ParserOutput) -> Impossible | None:
    """What is out of range in the measures that would change; None when nothing is."""
    if output.correction is None:
        return None
    domains = {**load().domains, **{domain.name: domain for domain in given.domain_context.domains}}
    before = [measure.model_copy(update={"day": output.correction.day}) for measure in entry.measures]
    changed = [measure for measure in output.correction.measures if measure not in before]
    wrong = (one for measure in changed for one in impossible(domains.get(measure.domain), measure))
    return next(wrong, None)


def _restated(given: ParserInput, statement: Statement, entries: Sequence[Entry]) -> list[Measure]:
    """The measures of a correction that repeats whole sets or bouts (`bench 100x5 not 95`), or a pressure."""
    if statement.deletes:
        return []
    reading = read_anew(given, statement)
    logged = {measure.name for entry in entries for measure in entry.measures}
    if are_told_together(reading.measures) and logged.issuperset(one.name for one in reading.measures):
        return [*reading.measures]
    return [
        measure
        for measure in reading.measures
        if statement.adds or _complete(measure, structured=statement.structured)
    ]


def _complete(measure: Measure, *, structured: bool) -> bool:
    """Whether a measure stands for itself rather than naming one value of another."""
    if measure.weight is not None and measure.reps is not None:
        return True
    if measure.distance_m is not None and measure.duration_s is not None:
        return True
    return structured and measure.reps is not None


def _changed(entry: Entry, statement: Statement, stated: list[Measure]) -> ParserOutput:
    measures, told = _with_figures(list(entry.measures), statement, stated)
    if statement.warmup is not None:
        measures = _as_warmup(measures, statement)
    if not told:
        measures = _in_other_words(measures, statement)
    told_day = None if statement.day_selects else statement.day
    day = told_day if told_day is not None and told_day != entry.day else None
    if day is not None:
        measures = [measure.model_copy(update={"day": day}) for measure in measures]
    else:
        measures = [measure.model_copy(update={"day": entry.day}) for measure in measures]
    note = difference(entry.measures, measures)
    if day is not None:
        note = "; ".join(part for part in (note, f"{MOVED}{entry.day} → {day}") if part)
    if not note and not (told or statement.new or statement.names or statement.unit or statement.day):
        return problem(UNCLEAR)
    if not note:
        return problem("It already says that: " + show(entry.measures) + ".")
    return result(entry, measures, note, day)


def _with_figures(
    measures: list[Measure], statement: Statement, stated: list[Measure]
) -> tuple[list[Measure], bool]:
    """The measures with the sets and figures that are told, and whether any whole sets were."""
    more = added(measures, statement, statement.addition) if statement.addition else None
    if more is not None and not (stated and statement.names):
        return more, True
    if statement.swaps and (exchanged := swapped(measures, statement)) != measures:
        return exchanged, True
    if stated:
        return replaced(measures, stated, statement), True
    return (_with_values(measures, statement) if statement.new else measures), False


def _in_other_words(measures: list[Measure], statement: Statement) -> list[Measure]:
    """The same figures of another exercise, in another unit."""
    if statement.new and not (statement.old_names and statement.names):
        return measures
    if statement.unit is not None and not statement.new:
        measures = [_in_unit(measure, statement) for measure in measures]
    other, domains = _other_names(measures, statement), load().domains.values()
    return [
        measure.model_copy(
            update={
                "name": (name := other[measure.name]),
                "domain": next((one.name for one in domains if name in one.names), measure.domain),
            }
        )
        if measure.name in other
        else measure
        for measure in measures
    ]


def _other_names(measures: Sequence[Measure], statement: Statement) -> dict[str, str]:
    """What is another exercise than was logged, and which: the one that can be meant."""
    held, names = list(dict.fromkeys(measure.name for measure in measures)), statement.names
    if statement.old_names and names:
        return dict.fromkeys(statement.old_names, names[0])
    match names:
        case []:  # `they were dumbbells`
            return _variant(measures, statement)
        case [new] if statement.day is None:
            akin = held if len(held) == 1 else [one for one in held if shares_a_word(one, new)]
            return {akin[0]: new} if len(akin) == 1 else {}
        case [old, new] if old in held and new not in held:  # `squat was front squat`
            return {old: new}
        case [one, other] if one in held and pattern("swap").search(statement.kept_text):
            return {one: other, other: one}
        case _:
            return {}


def _as_warmup(measures: list[Measure], statement: Statement) -> list[Measure]:
    """`last set was a warmup`: the sets meant, all where none is named."""
    sets = picked(measures, statement) or []
    return changed_sets(measures, sets, lambda one: one.model_copy(update={"warmup": statement.warmup}))


def _variant(measures: Sequence[Measure], statement: Statement) -> dict[str, str]:
    """The one exercise of a log that a word makes another, and which."""
    words = statement.words
    vocabulary = {
        term: name for domain in load().domains.values() for term, name in domain.vocabulary.items()
    }
    found = variant_names(measures, words, vocabulary) if words else {}
    return found if len(found) == 1 else {}


def replaced(measures: list[Measure], stated: list[Measure], statement: Statement) -> list[Measure]:
    """Whole sets said anew replace those of the same name, or the one that held the old value."""
    if statement.adds:
        return [*measures, *stated]
    names = {measure.name for measure in stated}
    same = [at for at, measure in enumerate(measures) if measure.name in names]
    if len(stated) == 1 and statement.old:
        held = [
            at
            for at in same or range(len(measures))
            if any(holds(measures[at], old) for old in statement.old)
        ]
        same = held[-1:] or same
    if not same:
        domains = {measure.domain for measure in stated}
        same = [at for at, measure in enumerate(measures) if measure.domain in domains]
    if not same:
        return [*measures, *stated]
    before = [measures[at] for at in same]
    unit = next((one.weight_unit for one in before if one.weight_unit), None)
    new = [lent_unit(at_its_load(measure, before), unit) for measure in stated]
    one_for_one = len(new) == 1 and len(same) == 1 and new[0].sets == 1
    if one_for_one and (statement.old or not statement.structured):
        new = [new[0].model_copy(update={"sets": measures[same[0]].sets})]
    kept = [measure for at, measure in enumerate(measures) if at not in same]
    begin = sum(1 for at in range(same[0]) if at not in same)
    return [*kept[:begin], *new, *kept[begin:]]


def _with_values(measures: list[Measure], statement: Statement) -> list[Measure]:
    """Put each new value into its slot, in the rows that are meant."""
    told = {value.slot for value in statement.new}
    for number, value in enumerate(statement.new):
        old = statement.old[min(number, len(statement.old) - 1)] if statement.old else None
        slot = value.slot or slot_for(measures, statement, value)
        if slot in (None, "text"):
            measures = in_its_words(measures, statement, value, old)
            continue
        if value.slot is None and slot in told:
            continue  # `2.8 miles, one of those watches said`
        measures = _set_slot(measures, statement, value, old, slot)
    return measures


def _set_slot(
    measures: list[Measure], statement: Statement, value: Value, old: Value | None, slot: Slot
) -> list[Measure]:
    rows = [at for at in named_rows(measures, statement) if fitting(measures[at], slot) is not None]
    meant = statement.which is not None or statement.where or statement.top or statement.warmup_sets
    if meant and slot != "sets":
        sets = picked([*measures], statement)
        if sets is None:
            return measures
        return changed_sets(measures, sets, lambda one: _put(one, value, slot))
    if statement.every and slot != "sets":
        rows = everywhere(measures, statement, slot)
    elif old is not None:
        there = [at for at in rows if equal(field_of(measures[at], slot), old.value, slot)]
        rows = there or [at for at in rows if holds(measures[at], old)] or rows
    elif rows:
        last = measures[nearest_row(measures, rows, value.value) if slot == "value" else rows[-1]]
        rows = [
            at
            for at in rows
            if measures[at].name == last.name and field_of(measures[at], slot) == field_of(last, slot)
        ]
    changed = list(measures)
    for at in rows:
        changed[at] = _put(changed[at], value, slot)
    return changed


def _put(measure: Measure, value: Value, slot: Slot) -> Measure:
    target = fitting(measure, slot) or slot
    certainty = {key: how for key, how in measure.certainty.items() if key != target}
    update: dict[str, object] = {"certainty": certainty}
    number = value.value
    if value.more:
        number = (field_of(measure, target) or 0.0) + value.more * value.value
    if slot == "duration_s" and not value.unit:
        number = as_long(number, measure)
    if target == "value" and slot == "duration_s":
        number /= 60 if measure.unit == "min" else HOUR_S
    elif target == "distance_m" and value.slot is None:
        number *= METRES.get(measure.distance_unit or "", 1)
    elif target == "duration_s" and value.slot is None:
        number *= 60
    update[target] = int(number) if target in ("reps", "sets") else round(number, 3)
    if value.unit in ("kg", "lb") and target in ("weight", "value"):
        update["weight_unit" if target == "weight" else "unit"] = value.unit
        certainty.pop("weight_unit", None)
    return measure.model_copy(update=update)


def _in_unit(measure: Measure, statement: Statement) -> Measure:
    """The same figure in the other unit; nothing is converted."""
    named, unit = {*statement.names, *statement.old_names}, statement.unit or ""
    if not is_of_unit(measure, unit) or (named and measure.name not in named):
        return measure
    if unit in METRES:
        figure = (measure.distance_m or 0.0) / METRES[measure.distance_unit or unit]
        return measure.model_copy(update={"distance_m": figure * METRES[unit], "distance_unit": unit})
    field = "unit" if measure.name == "body weight" else "weight_unit"
    certainty = {key: how for key, how in measure.certainty.items() if key != field}
    return measure.model_copy(update={field: unit, "certainty": certainty})
