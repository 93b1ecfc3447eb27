"""The parser played by a model: what it is told, and what of its answer holds."""

from __future__ import annotations

from typing import Any

from agents.limits import CallLimits
from agents.model.calls.ask import Ask
from agents.model.checks import parsed_correction, parsed_log
from agents.model.checks.measures import row
from agents.model.context.measures import measure_lines
from agents.model.context.remembered import remembered
from agents.model.parser_wire import DayWire, MeasureWire, ParserWire
from agents.model.requesting import request
from agents.parser import ParserInput, ParserOutput
from storage.entities import Entry, Measure
from units import METRES

_PHRASE = 4
_HINTS = 20


def ask(
    given: ParserInput, floor: ParserOutput, tool_context: str = "", *, limits: CallLimits
) -> Ask[ParserWire]:
    """The request to read a log or a correction."""
    return request(
        "parser",
        now=given.now,
        profile=given.profile,
        reference=reference(given),
        blocks=[*around(given, told=bool(tool_context)), ("message", given.text)],
        history=limits.history,
        tool_context=tool_context,
        output=ParserWire,
        floor=lambda: wire(floor, given),
    )


def reference(given: ParserInput) -> list[tuple[str, str]]:
    """What can be measured in the domains loaded, as far as the message may mean it."""
    return [("Measures", measure_lines(given.text, given.domain_context))]


def around(given: ParserInput, *, told: bool = False) -> list[tuple[str, str]]:
    """What helps to read this message: the person's units, what words stand for, entries to correct.

    `told`: the injected context holds the memory already.
    """
    units = (given.profile.weight_unit, given.profile.distance_unit)
    order = "day before month" if given.profile.date_order == "DMY" else "month before day"
    notes = [
        f"Usual units: {', '.join(unit for unit in units if unit) or 'not known'}. Dates: {order}.",
        *(f"{term} = {name}" for term, name in hints(given)),
    ]
    answers = [f"{key}: {answer}" for key, answer in given.resolved.items()]
    return [
        ("memory", "" if told else remembered(given.global_context)),
        ("entries", "\n".join(shown(entry, n) for n, entry in enumerate(candidates(given), 1))),
        ("reading_notes", "\n".join(notes)),
        ("answers_to_doubts", "\n".join(answers)),
    ]


def candidates(given: ParserInput) -> tuple[Entry, ...]:
    """The entries that a correction may be about, in the order in which they are numbered."""
    if not given.correction:
        return ()
    entries = (given.target_entry,) if given.target_entry is not None else given.recent_entries
    return tuple(entry for entry in entries if not entry.deleted)


def hints(given: ParserInput) -> list[tuple[str, str]]:
    """Words of the message that stand for a measure and are not its name."""
    words = given.text.lower().split()
    known = given.domain_context.vocabulary
    phrases = (
        " ".join(words[begin : begin + length]).strip(".,:;!?()")
        for begin in range(min(len(words), 400))
        for length in range(1, _PHRASE + 1)
    )
    found = {phrase: known[phrase] for phrase in phrases if known.get(phrase, phrase) != phrase}
    return list(found.items())[:_HINTS]


def shown(entry: Entry, number: int) -> str:
    """An entry with its rows numbered."""
    rows = [f"  {at}) {row(measure)}" for at, measure in enumerate(entry.measures, 1)]
    words = " ".join(entry.text.split())
    return "\n".join([f"e{number} {entry.day}: {words[:160]}", *rows])


def wire(floor: ParserOutput, given: ParserInput) -> ParserWire:
    """Code's own answer in wire form."""
    several = len(floor.entries) > 1
    return ParserWire(
        days=tuple(
            DayWire(
                day=entry.day.isoformat(),
                words=entry.text if several else "",
                measures=tuple(_told(measure) for measure in entry.measures),
                unclear=tuple(str(problem) for problem in entry.problems),
            )
            for entry in floor.entries
        ),
        confidence=floor.confidence,
    )


def _told(measure: Measure) -> MeasureWire:
    metres = METRES[measure.distance_unit or "m"]
    same: dict[str, Any] = measure.model_dump(include=set(MeasureWire.model_fields))
    known = measure.distance_m is not None
    same["distance"] = measure.distance_m / metres if measure.distance_m is not None else None
    same["distance_unit"] = (measure.distance_unit or "m") if known else None
    return MeasureWire(**same, seconds=measure.duration_s)


def output(told: ParserWire, given: ParserInput, floor: ParserOutput) -> ParserOutput:
    """What holds of it. What code read as well is taken from code, which remembers units."""
    if given.correction:
        return parsed_correction.output(told, given, floor, candidates(given))
    return parsed_log.output(told, given, floor)
