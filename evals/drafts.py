"""Drafts held against the check: `python -m evals.drafts [--json] [--misses N]`.

True sentences that must pass and falsehoods that must not, in English, German and Korean, each file a context
(entries, figures, a question) and its drafts in slots, written by somebody who does not know the check.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path
from typing import Any

from pydantic import Field

from agents.truth import Sheet, Told, days_named, moments_in, tell
from agents.truth.material import sorts_in
from agents.types import Figure
from domains.registry import load
from evals.diary import entry
from evals.loading import tree
from storage.entities import DateRange, DistanceUnit, Entry, Frozen, WeightUnit

DATA = Path(__file__).parent / "drafts_data"
_ROLES = {"trend": "change", "record": "max"}


class Line(Frozen):
    """An entry as the file has it."""

    day: date
    text: str
    measures: tuple[str, ...] = ()


class Number(Frozen):
    """A figure as the file has it."""

    value: float
    unit: str = ""
    what: str
    statistic: str
    measure: str = ""
    quantity: str = ""
    span: tuple[date, date] | None = None
    day: date | None = None
    entries: tuple[str, ...] = ()

    def figure(self, ids: dict[str, str]) -> Figure:
        """As code computes it."""
        span = DateRange(start=self.span[0], end=self.span[1]) if self.span else None
        role: Any = _ROLES.get(self.statistic, self.statistic)
        cited = tuple(ids[ref] for ref in self.entries if ref in ids)
        return Figure(
            value=self.value,
            unit=self.unit,
            what=self.what,
            entries=cited,
            day=self.day,
            role=role,
            measure=self.measure,
            span=span,
        )


class General(Frozen):
    """A general claim and its number."""

    text: str
    n: str = ""


class Context(Frozen):
    """What a writer was shown, and what was written of it."""

    language: str
    weight_unit: WeightUnit = "kg"
    distance_unit: DistanceUnit = "km"
    now: datetime
    question: str
    entries: dict[str, Line]
    figures: dict[str, Number]
    targets: Mapping[str, Number] = Field(default_factory=dict[str, Number])
    general: Mapping[str, General] = Field(default_factory=dict[str, General])
    true: tuple[str, ...] = Field(alias="true")
    false: tuple[tuple[str, str], ...] = Field(alias="false")

    def sheet(self) -> Sheet:
        """The material as the check knows it."""
        entries = {ref: _entry(number, line) for number, (ref, line) in enumerate(self.entries.items())}
        ids = {ref: one.id for ref, one in entries.items()}
        numbers = [*self.figures.values(), *self.targets.values()]
        spans = (span for number in numbers if (span := number.figure(ids).span) is not None)
        return Sheet(
            today=self.now.date(),
            entries=tuple(entries.values()),
            figures=tuple(number.figure(ids) for number in numbers),
            general=tuple(claim.text for claim in self.general.values()),
            query=self.question,
            asked=tuple(dict.fromkeys((*self._named(), *spans))),
            language=self.language,
            weight_unit=self.weight_unit,
            distance_unit=self.distance_unit,
            vocabulary=load().terms,
            sorts=sorts_in(load().domains.values()),
        )

    def _named(self) -> list[DateRange]:
        """The dates that the question names."""
        today = self.now.date()
        words = {
            span.end for moment in moments_in(self.question, today, self.language) for span in moment.spans
        }
        days = days_named(self.question, today, self.language)
        return [DateRange(start=day, end=day) for day in days if day not in words]


def _entry(number: int, line: Line) -> Entry:
    return entry(number, line.day, line.text, line.measures)


@dataclass
class Score:
    """What passed that should not, and what did not that should."""

    true: int = 0
    drafts: int = 0
    refused: list[tuple[str, str, str]] = field(default_factory=list[tuple[str, str, str]])
    """File, draft, reason."""
    passed: list[tuple[str, str, str]] = field(default_factory=list[tuple[str, str, str]])
    """File, kind, draft."""
    cut: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    """File and draft of which something is missing without a refusal."""
    kinds: Counter[str] = field(default_factory=Counter[str])

    def told(self, name: str, draft: str, sheet: Sheet) -> Told:
        """A draft held against its sheet."""
        found = tell(draft, sheet)
        if is_cut(draft, found):
            self.cut.append((name, draft))
        return found

    @property
    def summary(self) -> dict[str, Any]:
        """The last line of the output."""
        missed = Counter(kind for _, kind, _ in self.passed)
        return {
            "true": self.true,
            "false_refusals": len(self.refused),
            "silent_cuts": len(self.cut),
            "drafts": self.drafts,
            "planted_passed": len(self.passed),
            "share": round(len(self.passed) / max(1, self.drafts), 4),
            "kinds": {kind: f"{missed[kind]} of {n}" for kind, n in sorted(self.kinds.items())},
        }


def contexts(folder: Path = DATA) -> Iterator[tuple[str, Context]]:
    """The files of a folder, by name."""
    for path in sorted(folder.glob("*.yaml")):
        yield path.stem, Context.model_validate(tree(path))


def score(folder: Path = DATA) -> Score:
    """Every draft judged."""
    found = Score()
    for name, context in contexts(folder):
        sheet = context.sheet()
        for draft in context.true:
            found.true += 1
            told = found.told(name, draft, sheet)
            found.refused += [(name, draft, f"{one.phrase}: {one.reason}") for one in told.refusals[:1]]
        for kind, draft in context.false:
            found.drafts += 1
            found.kinds[kind] += 1
            if not found.told(name, draft, sheet).refusals:
                found.passed.append((name, kind, draft))
    return found


def is_cut(draft: str, told: Told) -> bool:
    """Whether words of a draft are in neither its text nor a refused sentence; particles may change."""
    refused = "".join(one.sentence for one in told.refusals)
    words = (one[0] for one in _WORD.finditer(_SLOT.sub(" ", draft)))
    return any(word not in told.text and word not in refused for word in words)


_SLOT = re.compile(r"\{[^{}]*\}\S*")
"""With the particle that stands at it."""
_WORD = re.compile(r"(?<![\w(])[^\W\d_]{2,}(?![\w(])")


def main(arguments: Sequence[str] | None = None) -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="the score on the last line")
    parser.add_argument("--misses", type=int, default=0, help="how many of each kind of miss to print")
    parser.add_argument("--examples", type=Path, default=DATA, help="a folder of contexts")
    given = parser.parse_args(arguments)
    found = score(given.examples)
    for name, draft, reason in found.refused[: given.misses]:
        print(f"refused  {name}: {draft}\n         {reason}")
    for name, draft in found.cut[: given.misses]:
        print(f"cut      {name}: {draft}")
    for name, kind, draft in found.passed[: given.misses]:
        print(f"passed   {name} [{kind}]: {draft}")
    if given.json or not given.misses:
        print(json.dumps(found.summary, ensure_ascii=False))


if __name__ == "__main__":
    main()
