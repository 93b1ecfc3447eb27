"""German is data alone: a folder of words beside the others, and German logs are read."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from agents.language.reading import read_log
from agents.profile import Profile
from domains.registry import load
from evals.cases import Parsing
from evals.loading import read
from storage.entities import Measure

NOW = datetime(2026, 11, 21, 10, tzinfo=UTC)
FOLDER = Path(__file__).parents[3] / "evals" / "data" / "german"
LOGS = {
    "Bankdrücken 80 kg 5 Wdh 3 Sätze": ["bench press 80.0 5 x3 0"],
    "gestern Kreuzheben 140kg x 3": ["deadlift 140.0 3 x1 -1"],
    "am Dienstag 3x5 Kniebeugen mit 100 kg": ["squat 100.0 5 x3 -4"],
    "vor drei Tagen Klimmzüge zehn, acht, sechs": [
        "pull-up - 10 x1 -3",
        "pull-up - 8 x1 -3",
        "pull-up - 6 x1 -3",
    ],
    "7 Stunden geschlafen und 5 km gelaufen in 27:30": ["run 5000 1650 0", "sleep 7.0 0"],
    "Schmerzen rechte Schulter": ["pain right shoulder 0"],
    "Blutdruck 128/82, Körperfett 18 %": [
        "systolic pressure 128.0 0",
        "diastolic pressure 82.0 0",
        "body fat 18.0 0",
    ],
    "morgen Kreuzheben 150 kg": [],
    "mein Bruder hat 120 kg Bankdrücken geschafft": [],
    "bench 80kg 5x5, felt heavy": ["bench press 80.0 5 x5 0"],
    "벤치 80키로 5개 3세트": ["bench press 80.0 5 x3 0"],
}


def shown(one: Measure) -> str:
    """A measure with its day, counted from now."""
    day = (one.day - NOW.date()).days
    if one.reps is not None:
        return f"{one.name} {one.weight or '-'} {one.reps} x{one.sets} {day}"
    if one.distance_m is not None:
        return f"{one.name} {one.distance_m:.0f} {one.duration_s or 0:.0f} {day}"
    return f"{one.name} {one.value if one.value is not None else one.text} {day}"


def told(text: str) -> list[str]:
    """What is read of a message."""
    registry = load()
    reading = read_log(text, NOW, Profile(user_id=1), registry.combine(registry.domains))
    return [shown(one) for one in reading.measures]


@pytest.mark.parametrize("text", LOGS)
def test_a_log_is_read_in_a_language_of_which_there_are_only_words(text: str) -> None:
    assert told(text) == LOGS[text]


def test_what_was_not_done_is_stored_of_few_blind_messages() -> None:
    silent = [one.example.text for one in read(FOLDER, "parsing", Parsing) if not one.example.holds]
    assert len(silent) > 20
    assert sum(bool(told(text)) for text in silent) <= 2
