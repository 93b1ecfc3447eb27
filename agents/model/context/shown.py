"""Entries and figures as a model is shown them: compact lines with short references, E1 and F1."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from agents.facts.shown import clock, number, show
from agents.model.checks.words import sentence
from agents.types import EvaluationFeedback, Figure, Finding, RetrievalAttempt, SubQuery, UserAnswer
from storage.entities import DateRange, Entry, Measure
from units import METRES

_WORDS = 240
"""Characters of an entry's own words that are shown."""
_CLAIM = 600
_REFS = 6
"""References shown with a fact; the rest is counted."""
_WIDEST = 60
"""References that "E3-E40" may stand for."""
_REF = re.compile(
    r"(?<![A-Za-z0-9])([EFef])\s?(\d{1,5})(?:\s?(?:-|\u2013|to|\.\.)\s?\1(\d{1,5}))?(?![A-Za-z0-9])"
)
_BRACKETED = re.compile(
    r"\s*[\[(](?:(?:see|refs?:?)\s)?[EF]\d{1,5}(?:\s?(?:,|;|-|\u2013|&|and|to)\s?[EF]?\d{1,5})*[\])]"
)
_LETTERS = re.compile(r"[^\W\d_]{2,}")
_SAYS_NOTHING = frozenset(
    [
        "kg",
        "kgs",
        "lb",
        "lbs",
        "km",
        "mi",
        "min",
        "mins",
        "hr",
        "hrs",
        "sec",
        "hours",
        "hour",
        "minutes",
        "am",
        "pm",
        "reps",
        "rep",
        "sets",
        "set",
        "rpe",
        "kcal",
        "bpm",
        "for",
        "at",
        "and",
        "the",
        "with",
        "of",
        "did",
        "slept",
        "ran",
        "each",
        "today",
    ]
)


@dataclass(frozen=True)
class Shown:
    """What a model is shown. E1 is the oldest entry; F1 the first figure of the first finding by code.

    Made again from the same material it gives the same references.
    """

    entries: tuple[Entry, ...]
    """Oldest first."""
    findings: tuple[Finding, ...]
    """What code found, with its figures."""
    vocabulary: Mapping[str, str] = field(default_factory=dict[str, str])

    @classmethod
    def of(
        cls, entries: Iterable[Entry], findings: Sequence[Finding], vocabulary: Mapping[str, str]
    ) -> Shown:
        """In the order of time."""
        in_time = sorted(entries, key=lambda entry: (entry.day, entry.logged_at, entry.id))
        return cls(tuple(in_time), tuple(findings), vocabulary)

    @cached_property
    def figures(self) -> tuple[Figure, ...]:
        """Each once, in the order of the findings."""
        return tuple(dict.fromkeys(figure for finding in self.findings for figure in finding.figures))

    @cached_property
    def _entry_refs(self) -> dict[str, str]:
        return {entry.id: f"E{place}" for place, entry in enumerate(self.entries, 1)}

    @cached_property
    def _figure_refs(self) -> dict[Figure, str]:
        return {figure: f"F{place}" for place, figure in enumerate(self.figures, 1)}

    # --- To the model ---------------------------------------------------------------------------------------

    def entry_lines(self, among: Collection[str] | None = None) -> str:
        """A line each; `among`: only these ids."""
        return "\n".join(
            self.entry_line(entry) for entry in self.entries if among is None or entry.id in among
        )

    def entry_line(self, entry: Entry) -> str:
        """Reference, day, what was read, and the words where they say more."""
        read = "; ".join(_measured(measure) for measure in entry.measures)
        words = [sentence(entry.text, _WORDS)] if _says_more(entry, self.vocabulary) else []
        words += [f"note: {sentence(note, _WORDS)}" for note in entry.notes[-2:]]
        kind = "answer to a question: " if entry.kind == "answer" else ""
        told = " | ".join(part for part in (read, " / ".join(words)) if part)
        return f"{self._entry_refs[entry.id]} {entry.day} {entry.day:%a} {kind}{told}"

    def fact_lines(self) -> str:
        """What code found, each with its figures below."""
        lines: list[str] = []
        for finding in self.findings:
            mark = " (general knowledge)" if finding.general else ""
            refs = self._few(finding.evidence)
            lines.append(f"- {sentence(finding.claim, _CLAIM)}{mark}{f' [{refs}]' if refs else ''}")
            lines += [
                f"  {self._figure_line(figure)}" for figure in finding.figures if not figure.bears_a_day
            ]
        return "\n".join(dict.fromkeys(lines))

    def _figure_line(self, figure: Figure) -> str:
        day = f", {figure.day}" if figure.day else ""
        refs = self._few(figure.entries)
        value = show(figure.value, figure.unit)
        shown = f"{self._figure_refs[figure]} {sentence(figure.what, 120)} = {value}{day}"
        return f"{shown}{f' [{refs}]' if refs else ''}"

    def _few(self, ids: Sequence[str]) -> str:
        refs = [self._entry_refs[entry_id] for entry_id in ids if entry_id in self._entry_refs]
        more = f" and {len(refs) - _REFS} more" if len(refs) > _REFS else ""
        return ", ".join(refs[:_REFS]) + more

    def refs_of(self, finding: Finding) -> list[str]:
        """The references that carry a finding by code."""
        figures = [self._figure_refs[figure] for figure in finding.figures]
        return [*figures, *(self._entry_refs[e] for e in finding.evidence if e in self._entry_refs)]

    # --- From the model -------------------------------------------------------------------------------------

    def cited(self, refs: Iterable[str]) -> tuple[tuple[str, ...], tuple[Figure, ...]]:
        """The entry ids and figures that references mean; unknown ones mean nothing."""
        ids: list[str] = []
        figures: list[Figure] = []
        for letter, place in _places(refs):
            if letter == "E" and place <= len(self.entries):
                ids.append(self.entries[place - 1].id)
            elif letter == "F" and place <= len(self.figures):
                figures.append(self.figures[place - 1])
        return tuple(dict.fromkeys(ids)), tuple(dict.fromkeys(figures))

    def written_in(self, text: str) -> list[str]:
        """References in brackets, where a model put them into the text as well or only there."""
        return _BRACKETED.findall(text)

    def carriers(self, figures: Iterable[Figure]) -> tuple[str, ...]:
        """The entries of the findings by code to which figures belong."""
        wanted = set(figures)
        ids = [e for finding in self.findings if wanted & set(finding.figures) for e in finding.evidence]
        return tuple(dict.fromkeys(ids))

    def named(self, text: str) -> str:
        """The text for a person: references in brackets go, others become the day or figure they mean."""
        return _REF.sub(self._name, _BRACKETED.sub("", text))

    def _name(self, found: re.Match[str]) -> str:
        if found[1] not in "EF":
            return found[0]
        ids, figures = self.cited([f"{found[1]}{found[2]}"])
        if figures:
            return show(figures[0].value, figures[0].unit)
        return next((str(entry.day) for entry in self.entries if entry.id in ids), found[0])


def _places(refs: Iterable[str]) -> Iterator[tuple[str, int]]:
    for ref in refs:
        for found in _REF.finditer(ref):
            first, last = int(found[2]), int(found[3] or found[2])
            for place in range(max(first, 1), min(last, first + _WIDEST) + 1):
                yield found[1].upper(), place


def _says_more(entry: Entry, vocabulary: Mapping[str, str]) -> bool:
    """Whether the words hold anything besides the names and numbers that were read from them."""
    if not entry.measures or entry.kind == "answer" or entry.problems:
        return True
    names = {measure.name for measure in entry.measures}
    rest = f" {' '.join(_LETTERS.findall(entry.text.lower()))} "
    for name in names:
        rest = rest.replace(f" {' '.join(_LETTERS.findall(name))} ", " ")
    left = [word for word in rest.split() if word not in _SAYS_NOTHING and vocabulary.get(word) not in names]
    return bool(left)


def _measured(measure: Measure) -> str:
    """Such as "bench press 185 lb x5 x3 sets @8"."""
    parts = (sentence(measure.name, 60), *(part for told in _PARTS for part in told(measure)))
    return " ".join(parts)


def _load(measure: Measure) -> Iterator[str]:
    if measure.weight is not None:
        yield f"{number(measure.weight, 2)} {measure.weight_unit or '(unit unknown)'}"


def _counts(measure: Measure) -> Iterator[str]:
    if measure.reps is not None:
        yield f"x{measure.reps}"
    if measure.sets > 1:
        yield f"{measure.sets} sets" if measure.reps is not None else f"{measure.sets} times"


def _moved(measure: Measure) -> Iterator[str]:
    if measure.distance_m is not None:
        unit = measure.distance_unit or "m"
        yield f"{number(measure.distance_m / METRES[unit], 2)} {unit}"
    if measure.duration_s is not None:
        yield f"in {clock(measure.duration_s)}"


def _value(measure: Measure) -> Iterator[str]:
    if measure.value is not None:
        yield show(measure.value, measure.unit or "")


def _felt(measure: Measure) -> Iterator[str]:
    if measure.rpe is not None:
        yield f"@{number(measure.rpe)}"
    if measure.text:
        yield f"({sentence(measure.text, 120)})"
    if measure.warmup:
        yield "warm-up"


_PARTS = (_load, _counts, _moved, _value, _felt)


# --- What else several agents are shown -------------------------------------------------------------------


def question(query: str, parts: Sequence[SubQuery]) -> str:
    """The question with its parts and their days."""
    lines = [query.strip()]
    for part in parts:
        days = f" | days {_span(part.date_range)}" if part.date_range else ""
        about = f" | about {', '.join(part.subjects)}" if part.subjects else ""
        lines.append(f"part {part.id} ({part.query_type.value}): {sentence(part.question)}{about}{days}")
    return "\n".join(lines)


def searched(attempts: Sequence[RetrievalAttempt]) -> str:
    """What was looked for and how much of it there is."""
    return "\n".join(
        f"{subject_of(a)} | {_span(a.date_range) if a.date_range else 'all time'} | {a.entries_found} entries"
        for a in attempts
    )


def subject_of(attempt: RetrievalAttempt) -> str:
    """What a search was for."""
    instruction = attempt.instruction
    words = ", ".join((*instruction.topics, *instruction.keywords))
    return sentence(words or instruction.pattern or "everything")


def answered(answers: Sequence[UserAnswer]) -> str:
    """What the person was asked and said."""
    return "\n".join(f"{sentence(a.question)} ({a.gap}): {sentence(a.answer)}" for a in answers)


def refused(feedback: Sequence[EvaluationFeedback]) -> str:
    """Why earlier drafts did not pass."""
    return "\n".join(
        f"- {sentence(f.issue)} {sentence(f.suggestion)}"
        + (f" It was: {sentence(f.affected_claim)}" if f.affected_claim else "")
        for f in feedback[-6:]
    )


def _span(span: DateRange) -> str:
    return f"{span.start} to {span.end}"
