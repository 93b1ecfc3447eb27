"""Entries and figures as a model is shown them: compact lines with short references, E1 and F1."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from agents.analyzer import AnalyzerInput, AnalyzerOutput
from agents.facts import has_open_unit
from agents.model.checks.words import sentence
from agents.truth import Sheet, sheet_of, slotted
from agents.truth.fields import FIELDS
from agents.truth.rendering import bare
from agents.types import EvaluationFeedback, Figure, Finding, RetrievalAttempt, SubQuery, UserAnswer
from storage.entities import DateRange, Entry, Measure

_WORDS = 240
"""Characters of an entry's own words that are shown."""
_CLAIM = 600
_REFS = 6
"""References shown with a fact; the rest is counted."""
_WIDEST = 60
"""References that "E3-E40" may stand for."""
_REF = re.compile(
    r"(?<![A-Za-z0-9])([EFPefp])\s?(\d{1,5})(?:\s?(?:-|\u2013|to|\.\.)\s?\1(\d{1,5}))?(?![A-Za-z0-9])"
)
_BRACKETED = re.compile(
    r"\s*[\[(](?:(?:see|refs?:?)\s)?[EF]\d{1,5}(?:\s?(?:,|;|-|\u2013|&|and|to)\s?[EF]?\d{1,5})*[\])]"
)
_IN_SLOTS = re.compile(r"\{[^{}]*\}|[^{}]+")
_FIELDS = ("kg", "km", "time", "pace", "reps", "sets", "n", "rpe")
_LETTERED = 26
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
    """What a model is shown, with the references by which it writes: E1 is the oldest entry.

    Made again from the same material it gives the same references.
    """

    sheet: Sheet
    findings: tuple[Finding, ...] = ()
    """What code found, with its figures."""

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Oldest first."""
        return self.sheet.entries

    @property
    def figures(self) -> tuple[Figure, ...]:
        """Each once, in the order of the findings."""
        return self.sheet.figures

    @cached_property
    def _entry_refs(self) -> dict[str, str]:
        return {entry.id: f"E{place}" for place, entry in enumerate(self.entries, 1)}

    @cached_property
    def _figure_refs(self) -> dict[Figure, str]:
        numbered = (("F", self.sheet.computed), ("P", self.sheet.plans))
        return {
            figure: f"{letter}{place}"
            for letter, all_of in numbered
            for place, figure in enumerate(all_of, 1)
        }

    # --- To the model ---------------------------------------------------------------------------------------

    def entry_lines(self, among: Collection[str] | None = None) -> str:
        """A line each; `among`: only these ids."""
        return "\n".join(
            self.entry_line(entry) for entry in self.entries if among is None or entry.id in among
        )

    def entry_line(self, entry: Entry) -> str:
        """Reference, day, parts with their fields as slots name them, and the words where they say more."""
        lettered = len(entry.measures) > 1
        parts = [
            f"{chr(ord('a') + at)} {told}" if lettered and at < _LETTERED else told
            for at, measure in enumerate(entry.measures)
            if (told := self._fields(entry, measure))
        ]
        words = [sentence(entry.text, _WORDS)] if _says_more(entry, self.sheet.vocabulary) else []
        words += [f"note: {sentence(note, _WORDS)}" for note in entry.notes[-2:]]
        kind = "answer to a question: " if entry.kind == "answer" else ""
        told = " | ".join(part for part in ("; ".join(parts), " / ".join(words)) if part)
        return f"{self._entry_refs[entry.id]} {entry.day} {entry.day:%a} {kind}{told}"

    def _fields(self, entry: Entry, measure: Measure) -> str:
        """Such as "bench press kg=60 reps=5 sets=3": what stands before the sign is the slot's part."""
        told: dict[str, str] = {}
        for name in _FIELDS:
            value = self.sheet.of_measure(entry, measure, name)
            if value is None or value.number is None or (name == "sets" and measure.sets == 1):
                continue
            part = value.unit if value.unit in FIELDS else name
            told.setdefault(bare(value.number, value.unit, self.sheet.words), part)
        shown = " ".join(f"{part}={said}" for said, part in told.items())
        rest = [f"({sentence(measure.text, 120)})"] if measure.text else []
        rest += ["warm-up"] if measure.warmup else []
        rest += ["unit unknown"] if has_open_unit(measure, self.sheet.units(measure)) else []
        return " ".join(part for part in (sentence(measure.name, 60), shown, *rest) if part)

    def fact_lines(self) -> str:
        """The figures, each with what it is and its days; what code says with them, in slots."""
        lines: list[str] = [self.figure_line(one) for one in self.figures if not one.bears_a_day]
        for finding in self.findings:
            claim = slotted(finding.claim, self.sheet)
            if claim is None:
                continue  # its figures say it
            mark = " (general knowledge)" if finding.general else ""
            refs = self._few(finding.evidence)
            lines.append(f"- {sentence(claim, _CLAIM)}{mark}{f' [{refs}]' if refs else ''}")
        lines += [f"G{place} {sentence(claim, _CLAIM)}" for place, claim in enumerate(self.sheet.general, 1)]
        lines += [f"D{place} {_span(days)}" for place, days in enumerate(self.sheet.asked, 1)]
        lines += [f"Q{place} {said}" for place, said in enumerate(self.sheet.numbers_asked, 1)]
        return "\n".join(dict.fromkeys(lines))

    def figure_line(self, figure: Figure) -> str:
        """Reference, value, what it is, and the days it is of."""
        day = f", day {figure.day}" if figure.day else ""
        over = f", {_span(figure.span)}" if figure.span else ""
        refs = self._few(figure.entries)
        value = self.sheet.of_figure(figure).shown
        shown = f"{self._figure_refs[figure]} {value} = {sentence(figure.what, 120)}{over}{day}"
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
            elif letter in "FP":
                figures += (self.sheet.computed if letter == "F" else self.sheet.plans)[place - 1 : place]
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
        """The text without references in brackets; those that stand bare in a sentence become slots."""
        return _IN_SLOTS.sub(
            lambda found: found[0] if found[0][0] == "{" else _REF.sub(_as_slot, found[0]),
            _BRACKETED.sub("", text),
        )


def _as_slot(found: re.Match[str]) -> str:
    """E3 of a sentence means its day, F1 its value."""
    if found[1] not in "EF":
        return found[0]
    return f"{{{found[1]}{found[2]}{'.day' if found[1] == 'E' else ''}}}"


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


def shown_to(given: AnalyzerInput, floor: AnalyzerOutput) -> Shown:
    """The references of a question: the same when asking and when reading the answer."""
    return given.once(_shown_to, floor)


def _shown_to(given: AnalyzerInput, floor: AnalyzerOutput) -> Shown:
    sheet = sheet_of(
        now=given.now,
        profile=given.profile,
        query=given.query,
        entries=given.entries,
        findings=floor.findings,
        sub_queries=given.sub_queries,
        attempts=given.retrieval_history,
        answers=given.answers,
        context=given.domain_context,
    )
    return Shown(sheet, floor.findings)


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
