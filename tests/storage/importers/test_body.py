"""Body weight and body fat in the exports of apps."""

from __future__ import annotations

from datetime import date, time

from storage.importers.model import Choices, File, Reading
from storage.importers.reading import read_file
from tests.storage.importers.samples import FILES, sample

CHOICES = Choices(today=date(2026, 11, 22))


def read(content: bytes | str, choices: Choices = CHOICES) -> Reading:
    raw = content.encode() if isinstance(content, str) else content
    return read_file(File("x.csv", raw), choices)


def told(reading: Reading) -> list[tuple[int, time | None, str]]:
    return [
        (each.day.day, each.at, " ".join(f"{b.name} {b.value:g}{b.unit or '?'}" for b in each.values))
        for each in reading.weighings
    ]


def test_hevy():
    reading = read((FILES / "body" / "hevy_measurements.csv").read_bytes())
    assert told(reading) == [
        (28, time(0), "body weight 75kg body fat 18.2%"),
        (3, time(0), "body weight 76.2kg"),
    ]
    assert [(p.line, p.kind, p.value) for p in reading.problems] == [
        (3, "unknown_measurement", name)
        for name in ("chest_cm", "left_bicep_cm", "right_bicep_cm", "waist_cm")
    ]


def test_fitnotes():
    reading = read((FILES / "body" / "fitnotes_body.csv").read_bytes())
    assert told(reading) == [
        (10, time(7), "body weight 82kg"),
        (11, time(7, 5), "body weight 81.5kg body fat 18%"),
        (11, time(20), "body weight 180lb"),
    ]
    assert reading.weighings[1].note == "Light, after cardio"
    assert [(p.line, p.kind) for p in reading.problems] == [
        (6, "bad_measurement"),
        (7, "unknown_measurement"),
    ]


def test_stronglifts_tells_it_beside_the_sets():
    reading = read(sample("stronglifts_lb"))
    assert told(reading) == [(3, None, "body weight 175lb")]


def test_a_table_of_ones_own_in_any_language():
    assert told(read("날짜,체중\n2026-01-05,72.5\n", Choices(weight_unit="kg"))) == [
        (5, None, "body weight 72.5?")
    ]
    assert read("Date,Weight\n2026-01-05,72.5\n").asks == {"weight_unit"}
    assert told(read("Datum;Körpergewicht (kg);Körperfett\n05.01.2026;72,5;17,1 %\n")) == [
        (5, None, "body weight 72.5kg body fat 17.1%")
    ]
    assert told(read("Date,Weight\n2026-01-05,160 lb\n")) == [(5, None, "body weight 160lb")]


def test_what_cannot_be_is_told():
    reading = read(
        "Date,Weight (kg),Body fat\n2026-01-05,7.5,5\n2031-01-05,75,\n2026-01-06,75,95\n2026-01-07,0,0\n"
    )
    assert told(reading) == [(5, None, "body fat 5%"), (6, None, "body weight 75kg")]
    assert [(p.line, p.kind) for p in reading.problems] == [
        (2, "bad_measurement"), (3, "impossible_date"), (4, "bad_measurement"),
    ]  # fmt: skip
