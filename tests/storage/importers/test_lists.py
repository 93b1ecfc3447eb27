"""Lists of activities and days: Garmin Connect's and Google Fit's, as people publish their own."""

from __future__ import annotations

from datetime import date

from storage.importers.model import Body, Choices, File, Reading
from storage.importers.reading import read_file

HEADER = "Activity Type,Date,Favorite,Title,Distance,Calories,Time,Avg HR,Max HR,Aerobic TE,Avg Pace\n"
GARMIN = (
    HEADER
    + 'Running,2026-03-02 07:30:00,false,"Berlin Running","5.02","1,024","00:25:10","150","171","3.1","5"\n'
    'Lap Swimming,2026-03-03 18:00:00,false,Pool,"1,500","400","00:32:00.4","--","--","2.0","2:08"\n'
    'Strength Training,2026-03-04 18:00:00,false,Strength,"0.00","230","00:55:00","110","140","1.0","--"\n'
)
GOOGLE = """Date,Move Minutes count,Calories (kcal),Distance (m),Average heart rate (bpm),Step count,\
Average weight (kg),Max weight (kg),Min weight (kg),Running duration (ms)
2026-03-02,45,2100.5,6000.2,80,8421,79.6,79.8,79.4,1920000
2026-03-03,,,,,,,,,
2026-03-04,10,1900,800,,1200,,,,
"""
QUARTERS = "Start time,End time,Move Minutes count,Step count\n00:00:00.000+01:00,00:15:00.000+01:00,3,400\n"


def read(name: str, text: str, choices: Choices) -> Reading:
    return read_file(File(name, text.encode()), choices)


def bouts(reading: Reading) -> list[tuple[object, ...]]:
    rows = [workout.rows[0] for workout in reading.workouts]
    return [(row.exercise, row.distance, row.distance_unit, row.seconds, row.pulse) for row in rows]


def test_garmins_list():
    found = read("Activities.csv", GARMIN, Choices())
    assert bouts(found) == [
        ("running", 5.02, "km", 1510, 150),
        ("lap swimming", 1500, "m", 1920, None),
        ("strength training", None, None, 3300, 110),
    ]
    assert found.asks == {"distance_unit"}
    in_miles = read("Activities.csv", GARMIN, Choices(distance_unit="mi"))
    assert [row[:3] for row in bouts(in_miles)][:2] == [("running", 5.02, "mi"), ("lap swimming", 1500, "yd")]
    assert not in_miles.asks


def test_garmins_list_with_decimal_commas():
    european = (
        HEADER + '"Running","2026-05-12 21:33:50","false","Vilnius","5,81","411","00:33:08","129","139"\n'
    )
    assert bouts(read("a.csv", european, Choices(distance_unit="km"))) == [("running", 5.81, "km", 1988, 129)]


def test_garmins_rows_that_cannot_be_right():
    wrong = (
        HEADER + "Running,bad date,false,x,1.00,1,00:10:00,1,1,1,1\n"
        "Running,1970-01-01 00:00:00,false,x,1.00,1,00:10:00,1,1,1,1\n"
        "Running,2026-03-02 07:00:00,false,x,--,1,--,1,1,1,1\n"
    )
    found = read("a.csv", wrong, Choices(distance_unit="km"))
    assert found.is_empty
    assert [problem.kind for problem in found.problems] == ["unread_date", "impossible_date", "not_done"]


def test_google_fits_days():
    found = read("Daily activity metrics.csv", GOOGLE, Choices(today=date(2026, 3, 4)))
    (day,) = found.weighings
    assert day.day == date(2026, 3, 2)
    assert day.values == (Body("body weight", 79.6, "kg"), Body("steps", 8421, None, of_day=True))
    assert found.unkept["calories"] == 2
    assert "step count" not in found.unkept
    assert not found.problems


def test_google_fits_quarters_of_an_hour_are_told_not_read():
    found = read("2026-03-02.csv", QUARTERS, Choices())
    assert found.is_empty
    assert found.unkept == {"Google Fit, 15 min": 1}
