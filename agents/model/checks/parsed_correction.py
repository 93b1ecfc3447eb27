"""What holds of a correction as a model read it: an entry that is there, figures that were said."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from agents.model.checks.cleaned import line
from agents.model.checks.doubted import doubts
from agents.model.checks.evidence import evidence
from agents.model.checks.measures import FIGURES, MeasureReader, row, same_figures
from agents.model.checks.parsed_log import named_days, sane_day
from agents.model.checks.patterns import pattern, words
from agents.model.checks.words import share
from agents.model.parser_wire import FixWire, ParserWire, RowWire
from agents.parser import Correction, ParserInput, ParserOutput, Uncertainty
from storage.entities import Entry, Measure

_ENTRY = re.compile(r"e?(\d{1,3})")


def output(
    told: ParserWire, given: ParserInput, floor: ParserOutput, candidates: Sequence[Entry]
) -> ParserOutput:
    """The correction, if all of it can be; else what code makes of the message."""
    entry = _target(told.fix, candidates)
    if told.fix is None or entry is None:
        if floor.correction is not None:
            return floor
        return floor.model_copy(update={"uncertain": _doubts(told, given, floor)})
    change = _deletion(told.fix, given, entry) or _change(told.fix, given, floor, entry)
    if change is None:
        return floor
    if floor.correction is not None and _same(change, floor.correction):
        return floor
    return ParserOutput(correction=change, confidence=share(told.confidence, floor.confidence))


def _target(fix: FixWire | None, candidates: Sequence[Entry]) -> Entry | None:
    """The entry that is meant, among those that were shown."""
    if fix is None:
        return None
    wanted = fix.entry.strip()
    number = _ENTRY.fullmatch(wanted.lower())
    if number is not None and 1 <= int(number[1]) <= len(candidates):
        return candidates[int(number[1]) - 1]
    return next((entry for entry in candidates if entry.id == wanted), None)


def _deletion(fix: FixWire, given: ParserInput, entry: Entry) -> Correction | None:
    """The whole entry goes, when the person's own words ask for that."""
    everything = set(fix.remove) >= set(range(1, len(entry.measures) + 1)) and bool(entry.measures)
    if not (fix.action == "delete" or (everything and not fix.rows)) or not _says(words().deletes, given):
        return None
    note = "; ".join(f"- {row(measure)}" for measure in entry.measures) or f"- {line(entry.text, 80)}"
    return Correction(target_entry_id=entry.id, day=entry.day, measures=(), note=note, action="delete")


def _change(fix: FixWire, given: ParserInput, floor: ParserOutput, entry: Entry) -> Correction | None:
    """The entry's new state. None when it cannot be, holds a figure nobody said, or changes nothing."""
    if fix.action == "delete":
        return None
    day = _new_day(fix, given, floor, entry)
    rows = list(entry.measures)
    notes: list[str] = []
    added: list[Measure] = []
    for told in fix.rows:
        before = rows[told.row - 1] if 1 <= told.row <= len(rows) else None
        after = _patched(told, before, given, entry, day)
        if after is None:
            return None
        if before is None:
            added.append(after)
            notes.append(f"+ {row(after)}")
        elif not same_figures(after, before) or after.weight_unit != before.weight_unit:
            rows[told.row - 1] = after
            notes.append(f"{row(before)} → {row(after)}")
    gone = {number - 1 for number in fix.remove if 1 <= number <= len(rows)}
    if not all(_may_go(rows[at], given) for at in gone):
        return None
    notes += [f"- {row(rows[at])}" for at in sorted(gone)]
    if day != entry.day:
        notes.append(f"{entry.day} → {day}")
    kept = [measure for at, measure in enumerate(rows) if at not in gone]
    if not notes or (not kept and not added and entry.measures):
        return None
    measures = tuple(measure.model_copy(update={"day": day}) for measure in (*kept, *added))
    return Correction(target_entry_id=entry.id, day=day, measures=measures, note="; ".join(notes))


def _may_go(measure: Measure, given: ParserInput) -> bool:
    """Part of an entry goes when that is asked for, or when it is named and denied."""
    if _says(words().deletes, given):
        return True
    said = given.text.lower()
    terms = [term for term, name in given.domain_context.vocabulary.items() if name == measure.name]
    return _says(words().denies, given) and any(term in said for term in (measure.name, *terms))


def _says(written: str, given: ParserInput) -> bool:
    return pattern(written).search(given.text) is not None


def _new_day(fix: FixWire, given: ParserInput, floor: ParserOutput, entry: Entry) -> date:
    """Another day only if the message names it, or is about nothing else (“the day before”)."""
    today = given.profile.local(given.now).date()
    day = sane_day(fix.day, today) if fix.day else None
    known = {*named_days(given.text, given, floor)}
    if floor.correction is not None:
        known.add(floor.correction.day)
    only_the_day = not fix.rows and not fix.remove
    return day if day is not None and day <= today and (only_the_day or day in known) else entry.day


def _patched(
    told: RowWire, before: Measure | None, given: ParserInput, entry: Entry, day: date
) -> Measure | None:
    """The row as it is after. Every figure must stand in the message, the entry or the row."""
    texts = [given.text, entry.text, *entry.notes, *(row(measure) for measure in entry.measures)]
    reader = MeasureReader("\n".join(texts), evidence(texts), given.domain_context, given.profile)
    whole = told if before is None else told.model_copy(update=_kept(told, before))
    after = reader.measure(whole, day)
    if after is None or reader.problems or {"name", *FIGURES} & after.certainty.keys():
        return None
    if before is None:
        return after
    return after.model_copy(update=_as_before(after, before))


def _kept(told: RowWire, before: Measure) -> dict[str, object]:
    """What a row says nothing about stays as it was."""
    silent: dict[str, object] = {
        name: getattr(before, name)
        for name in ("weight", "weight_unit", "reps", "rpe", "value", "unit", "text")
        if getattr(told, name) is None
    }
    if told.seconds is None:
        silent["seconds"] = before.duration_s
    if "sets" not in told.model_fields_set:
        silent["sets"] = before.sets
    if "warmup" not in told.model_fields_set:
        silent["warmup"] = before.warmup
    return silent


def _as_before(after: Measure, before: Measure) -> dict[str, object]:
    """Distance, units and how things are known, where the correction left them alone."""
    kept = {"text": True, "distance_m": True, "distance_unit": after.distance_m is None}
    kept |= {"weight_unit": after.weight is not None, "unit": after.value is not None}
    same: dict[str, object] = {
        name: getattr(before, name) for name, may in kept.items() if may and getattr(after, name) is None
    }
    changed = {key for key in FIGURES if getattr(after, key) != getattr(before, key)}
    return {**same, "certainty": {key: how for key, how in before.certainty.items() if key not in changed}}


def _same(one: Correction, other: Correction) -> bool:
    """Whether both leave the entry in the same state."""
    return (
        (one.target_entry_id, one.day, one.action) == (other.target_entry_id, other.day, other.action)
        and len(one.measures) == len(other.measures)
        and all(same_figures(left, right) for left, right in zip(one.measures, other.measures, strict=True))
    )


def _doubts(told: ParserWire, given: ParserInput, floor: ParserOutput) -> tuple[Uncertainty, ...]:
    """Which entry is meant may be asked; code's own questions come first."""
    known = {doubt.key for doubt in floor.uncertain}
    asked = [doubt for doubt in doubts(told.doubts[:1], given) if doubt.key not in known]
    return (*floor.uncertain, *asked)
