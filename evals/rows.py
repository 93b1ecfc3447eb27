"""Compares what a parser found in a message with its label, set by set and metric by metric."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, timedelta

from domains.registry import load
from storage.entities import Measure
from units import METRES, SECONDS

NOW = datetime(2026, 11, 21, 10, 0, tzinfo=UTC)
"""When the messages are said to be sent."""
TODAY = NOW.date()
_UNITS = {**METRES, **SECONDS}


def _amount(text: str) -> tuple[float, str]:
    """`5km`, `25:30`, `185lb`, `60`."""
    if ":" in text:
        parts = [float(part) for part in text.split(":")]
        return sum(part * 60**power for power, part in enumerate(reversed(parts))), "s"
    digits = "".join(letter for letter in text if letter.isdigit() or letter == ".")
    return float(digits), text[len(digits) :]


def expected_rows(label: str, today: date = TODAY) -> list[frozenset[tuple[str, str]]]:
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
                number, unit = _amount(value.removeprefix("-"))  # the name of an assisted move says which way
                row["weight"], row["unit"] = f"{number:g}", unit or "-"
            case _:
                number, unit = _amount(value)
                row[key] = f"{number:g}{unit if unit in ('kg', 'lb') else ''}"
    row["day"] = str(today + timedelta(days=day))
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


_LOOSE = frozenset(("mood", "energy", "sleep quality", "pain"))
"""Labels that name only the measure accept any value or words."""


def _is_there(row: dict[str, str], label: dict[str, str]) -> bool:
    """Whether a row is of pain in the same place on the same day."""
    here = row["name"] == "pain" and row["day"] == label["day"]
    return here and _place(row.get("text", "")) == _place(label["text"])


def _place(words: str) -> str:
    """A place of the body by its name, whatever it was called and on which side."""
    places = {word: part for home in load().domains.values() for word, part in home.places.items()}
    known = [places[word] for word in sorted(places, key=len, reverse=True) if word in words]
    return known[0] if known else words


def judge(
    holds: Sequence[str], measures: Iterable[Measure], today: date = TODAY
) -> tuple[int, list[str], list[str]]:
    """Rows that are right, rows that are extra, rows that are missing."""
    expected = Counter(row for label in holds for row in expected_rows(label, today))
    found = Counter(row for measure in measures for row in found_rows(measure))
    for row in list(expected):
        named = dict(row)
        if named["name"] == "pain" and "value" not in named and "text" in named:
            alike = next((one for one in found if _is_there(dict(one), named)), None)
            if alike is not None and alike != row:
                found[row] += found.pop(alike)
        if named["name"] in _LOOSE and set(named) == {"name", "day"}:
            alike = next((one for one in found if dict(one)["name"] == named["name"]), None)
            if alike is not None and alike != row:
                found[row] += found.pop(alike)
    right = sum((expected & found).values())
    return right, _shown(found - expected), _shown(expected - found)


def _shown(rows: Counter[frozenset[tuple[str, str]]]) -> list[str]:
    today = str(TODAY)
    return [
        " ".join(f"{key}={value}" for key, value in sorted(row) if (key, value) != ("day", today))
        for row in rows.elements()
    ]
