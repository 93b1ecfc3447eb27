"""Changes of a log set by set: sets taken out, added, told as warm-ups."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from agents.offline.fixing.places import MIDDLE
from agents.offline.fixing.slots import figures_of, fitting, holds
from agents.offline.fixing.stated import Addition, Slot, Statement, Value
from storage.entities import Certainty, Measure


def own_rows(measures: Sequence[Measure], statement: Statement) -> list[int]:
    """The rows of sets that are meant: of the measures named, holding the figures they are told by."""
    names = {*statement.names, *statement.old_names}
    rows = [at for at, measure in enumerate(measures) if not names or measure.name in names]
    if statement.where:
        return [at for at in rows if any(holds(measures[at], value) for value in statement.where)]
    return [at for at in rows if measures[at].reps is not None or measures[at].weight is not None] or rows


def picked(measures: Sequence[Measure], statement: Statement) -> list[tuple[int, int]] | None:
    """The sets that are meant, each by its row and its place in it; None where the log has none such."""
    rows = own_rows(measures, statement)
    if statement.warmup_sets:
        rows = [at for at in rows if measures[at].warmup]
    if statement.top:
        heaviest = max((measures[at].weight or 0.0 for at in rows), default=0.0)
        rows = [at for at in rows if (measures[at].weight or 0.0) == heaviest]
    sets = [(at, place) for at in rows for place in range(measures[at].sets)]
    if statement.which is not None:
        begin = statement.which if statement.which >= 0 else len(sets) - statement.count
        if statement.which == MIDDLE:
            begin = len(sets) // 2 if len(sets) % 2 else -1
        sets = sets[begin : begin + statement.count] if begin >= 0 else []
        sets = sets if len(sets) == statement.count else []
    return sets or None


def changed_sets(
    measures: Sequence[Measure], sets: Sequence[tuple[int, int]], change: Callable[[Measure], Measure | None]
) -> list[Measure]:
    """The rows with these sets changed, or gone where `change` gives None; sets alike stay one row."""
    meant = set(sets)
    result: list[Measure] = []
    for at, measure in enumerate(measures):
        if not any(row == at for row, _ in meant):
            result.append(measure)
            continue
        begin = len(result)
        for place in range(measure.sets):
            one = measure.model_copy(update={"sets": 1})
            new = change(one) if (at, place) in meant else one
            last = result[-1] if len(result) > begin else None
            if new is not None and last is not None and last.model_copy(update={"sets": 1}) == new:
                result[-1] = last.model_copy(update={"sets": last.sets + 1})
            elif new is not None:
                result.append(new)
    return result


def added(measures: Sequence[Measure], statement: Statement, addition: Addition) -> list[Measure] | None:
    """`add another set of 5`, `one more set of 3 at 90kg`: like the last set but for what is told."""
    rows = own_rows(measures, statement)
    lifted = [at for at in rows if measures[at].reps is not None or measures[at].weight is not None]
    if not lifted:
        return None
    last = measures[lifted[-1]]
    told: dict[str, object] = {"sets": addition.sets}
    certainty: dict[str, Certainty] = dict(last.certainty)
    if addition.reps is not None:
        told["reps"] = addition.reps
        certainty.pop("reps", None)
    if addition.weight is not None:
        told |= {"weight": addition.weight, "weight_unit": addition.unit or last.weight_unit, "warmup": False}
        certainty.pop("weight", None)
    new = last.model_copy(update={**told, "certainty": certainty})
    alike = new.model_copy(update={"sets": last.sets, "certainty": last.certainty}) == last
    at = lifted[-1]
    if alike:
        new = last.model_copy(update={"sets": last.sets + addition.sets})
        return [*measures[:at], new, *measures[at + 1 :]]
    return [*measures[: at + 1], new, *measures[at + 1 :]]


def in_its_words(
    measures: Sequence[Measure], statement: Statement, value: Value, old: Value | None
) -> list[Measure]:
    """`the ibuprofen was 400` of "200mg ibuprofen", `2 eggs` of "3 eggs and toast": a figure in words."""
    return [_in_its_words(measure, statement, value, old) for measure in measures]


def _in_its_words(measure: Measure, statement: Statement, value: Value, old: Value | None) -> Measure:
    text = measure.text or ""
    places = [text.find(word) for word in statement.words if word in text]
    figures = [one for one in figures_of(measure) if old is None or float(one[0]) == old.value]
    meant = bool(places) or old is not None or (value.slot == "text" and not statement.words)
    if not figures or not meant or value.slot not in (None, "text"):
        return measure
    near = min(figures, key=lambda one: min((abs(one.end() - at) for at in places), default=0))
    return measure.model_copy(update={"text": f"{text[: near.start()]}{value.value:g}{text[near.end() :]}"})


def swapped(measures: Sequence[Measure], statement: Statement) -> list[Measure]:
    """`sets and reps are swapped`, `swap 5 and 8`: they change places."""
    figures = {value.value for value in statement.new}
    result = list(measures)
    for at in own_rows(measures, statement):
        sets, reps = measures[at].sets, measures[at].reps
        if reps is not None and figures <= {sets, reps}:
            result[at] = measures[at].model_copy(update={"sets": reps, "reps": sets})
    return result


def everywhere(measures: Sequence[Measure], statement: Statement, slot: Slot) -> list[int]:
    """The rows of "all sets": of the exercise named, else of the last one."""
    rows = [at for at in own_rows(measures, statement) if fitting(measures[at], slot) is not None]
    return [at for at in rows if measures[at].name == measures[rows[-1]].name]


def variant_names(
    measures: Sequence[Measure], words: Sequence[str], vocabulary: dict[str, str]
) -> dict[str, str]:
    """What the exercises of a log become with a word put before them: `dumbbells`: dumbbell bench press."""
    found: dict[str, str] = {}
    for measure in measures:
        for word in words:
            for form in (word, word.removesuffix("s")):
                name = vocabulary.get(f"{form} {measure.name}")
                if name is not None and name != measure.name:
                    found[measure.name] = name
    return found
