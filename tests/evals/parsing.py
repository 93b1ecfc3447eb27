"""Scores the offline parser on labelled messages: `python -m tests.evals.parsing`.

Options: --held-out or --all instead of the two thirds used for tuning, --misses to see what went wrong.
Set-level F1: each set (and each metric) is one row; a row is right when every labelled field is.
"""

from __future__ import annotations

import sys
import zlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import cast

import yaml

from agents.offline.parser import parse
from agents.parser import ParserInput, ParserOutput
from agents.profile import Profile
from domains.model import ActiveDomainContext
from domains.registry import load
from storage.entities import Measure

CASES = Path(__file__).with_suffix(".yaml")
NOW = datetime(2026, 11, 21, 10, 0, tzinfo=UTC)


@dataclass(frozen=True)
class Case:
    """A message, its phenomenon and language, and the measures it holds."""

    phenomenon: str
    language: str
    text: str
    expected: tuple[str, ...]

    @property
    def held_out(self) -> bool:
        """Every third message, by its checksum."""
        return zlib.crc32(self.text.encode()) % 3 == 0


@dataclass
class Score:
    """Counts of rows: found and right, found and wrong, missed; and messages with anything invented."""

    right: int = 0
    wrong: int = 0
    missed: int = 0
    messages: int = 0
    perfect: int = 0
    misses: list[str] = field(default_factory=list[str])

    @property
    def f1(self) -> float:
        """2 x right / (2 x right + wrong + missed); 1 where nothing was to be found and nothing was."""
        total = 2 * self.right + self.wrong + self.missed
        return 2 * self.right / total if total else 1.0

    def add(self, case: Case, right: int, wrong: Sequence[str], missed: Sequence[str]) -> None:
        """Count one message."""
        self.right += right
        self.wrong += len(wrong)
        self.missed += len(missed)
        self.messages += 1
        self.perfect += not wrong and not missed
        if wrong or missed:
            self.misses.append(f"{case.text!r}\n      extra  {list(wrong)}\n      missed {list(missed)}")


@cache
def cases() -> tuple[Case, ...]:
    """All labelled messages."""
    raw = cast("dict[str, dict[str, list[list[str]]]]", yaml.safe_load(CASES.read_text("utf-8")))
    return tuple(
        Case(phenomenon, language, line[0], tuple(line[1:]))
        for phenomenon, languages in raw.items()
        for language, lines in languages.items()
        for line in lines
    )


@cache
def everything() -> ActiveDomainContext:
    """All packaged domains together."""
    registry = load()
    return registry.combine(registry.domains)


def read(text: str, profile: Profile | None = None) -> ParserOutput:
    """The parser's answer to one message, nothing known about its writer."""
    return parse(
        ParserInput(text=text, now=NOW, profile=profile or Profile(user_id=1), domain_context=everything())
    )


_UNITS = {"km": 1000.0, "mi": 1609.344, "yd": 0.9144, "m": 1.0, "min": 60.0, "h": 3600.0, "s": 1.0}


def _amount(text: str) -> tuple[float, str]:
    """`5km`, `25:30`, `185lb`, `60`."""
    if ":" in text:
        parts = [float(part) for part in text.split(":")]
        return sum(part * 60**power for power, part in enumerate(reversed(parts))), "s"
    digits = "".join(letter for letter in text if letter.isdigit() or letter == ".")
    return float(digits), text[len(digits) :]


def expected_rows(label: str) -> list[frozenset[tuple[str, str]]]:
    """One row a set, as comparable fields."""
    words = label.split()
    first = next((at for at, word in enumerate(words) if "=" in word or word == "warmup"), len(words))
    row: dict[str, str] = {"name": " ".join(words[:first])}
    sets, day = 1, 0
    for at, word in enumerate(words[first:], first):
        key, _, value = word.partition("=")
        match key:
            case "text":
                row["text"] = " ".join([value, *words[at + 1 :]]).lower()
                break
            case "sets":
                sets = int(value)
            case "day":
                day = int(value)
            case "warmup":
                row["warmup"] = "yes"
            case "distance" | "duration":
                number, unit = _amount(value)
                row[key] = f"{number * _UNITS.get(unit, 1.0):.0f}"
            case "weight":
                number, unit = _amount(value)
                row["weight"], row["unit"] = f"{number:g}", unit or "-"
            case _:
                number, unit = _amount(value)
                row[key] = f"{number:g}{unit if unit in ('kg', 'lb') else ''}"
    row["day"] = str((NOW + timedelta(days=day)).date())
    return [frozenset(row.items())] * sets


def found_rows(measure: Measure) -> list[frozenset[tuple[str, str]]]:
    """The parser's measure in the same shape."""
    row: dict[str, str] = {"name": measure.name, "day": str(measure.day)}
    if measure.weight is not None:
        row["weight"], row["unit"] = f"{measure.weight:g}", measure.weight_unit or "-"
    for key, value in (("reps", measure.reps), ("rpe", measure.rpe), ("value", measure.value)):
        if value is not None:
            row[key] = f"{value:g}"
    if measure.unit in ("kg", "lb") and "value" in row:
        row["value"] += measure.unit
    if measure.distance_m is not None:
        row["distance"] = f"{measure.distance_m:.0f}"
    if measure.duration_s is not None:
        row["duration"] = f"{measure.duration_s:.0f}"
    if measure.warmup:
        row["warmup"] = "yes"
    if measure.text is not None and measure.name in ("meal", "pain"):
        row["text"] = measure.text.lower()
    return [frozenset(row.items())] * measure.sets


_APART = frozenset(("second_look", "audited"))
"""Labels made after seeing the parser's answers: they guard, but say nothing about quality."""
_LOOSE = frozenset(("mood", "energy", "sleep quality", "pain"))
"""Labels that name only the measure accept any value or words."""


def judge(case: Case, measures: Iterable[Measure]) -> tuple[int, list[str], list[str]]:
    """Rows that are right, rows that are extra, rows that are missing."""
    expected = Counter(row for label in case.expected for row in expected_rows(label))
    found = Counter(row for measure in measures for row in found_rows(measure))
    for row in list(expected):
        named = dict(row)
        if named["name"] in _LOOSE and set(named) == {"name", "day"}:
            alike = next((one for one in found if dict(one)["name"] == named["name"]), None)
            if alike is not None and alike != row:
                found[row] += found.pop(alike)
    right = sum((expected & found).values())
    return right, _shown(found - expected), _shown(expected - found)


def _shown(rows: Counter[frozenset[tuple[str, str]]]) -> list[str]:
    today = str(NOW.date())
    return [
        " ".join(f"{key}={value}" for key, value in sorted(row) if (key, value) != ("day", today))
        for row in rows.elements()
    ]


def score(chosen: Iterable[Case]) -> dict[tuple[str, str], Score]:
    """Scores by phenomenon and language; ("all", language) and ("all", "all") add them up."""
    scores: dict[tuple[str, str], Score] = {}
    for case in chosen:
        measures = [measure for entry in read(case.text).entries for measure in entry.measures]
        judged = judge(case, measures)
        keys = [(case.phenomenon, case.language)]
        if case.phenomenon not in _APART:
            keys += [("all", case.language), ("all", "all")]
        for key in keys:
            scores.setdefault(key, Score()).add(case, *judged)
    return scores


def invented(chosen: Iterable[Case]) -> tuple[int, int]:
    """Of the messages that log nothing, how many gave a row; and how many there are."""
    silent = [case for case in chosen if not case.expected]
    return sum(any(entry.measures for entry in read(case.text).entries) for case in silent), len(silent)


def main(arguments: Sequence[str]) -> None:
    """Print the table."""
    everyone = "--all" in arguments
    held_out = "--held-out" in arguments
    chosen = [case for case in cases() if everyone or case.held_out == held_out]
    scores = score(chosen)
    lines = [f"{'phenomenon':22} {'lang':4} {'F1':>6} {'messages':>9} {'all right':>9}"]
    for (phenomenon, language), one in scores.items():
        lines.append(f"{phenomenon:22} {language:4} {one.f1:6.3f} {one.messages:9} {one.perfect:9}")
        if "--misses" in arguments and phenomenon != "all":
            lines += [f"    {miss}" for miss in one.misses]
    wrong, silent = invented(chosen)
    lines.append(f"messages that log nothing: {silent}, rows invented in {wrong}")
    print("\n".join(lines))


if __name__ == "__main__":
    main(sys.argv[1:])
