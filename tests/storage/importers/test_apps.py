"""What each app's export says, however it is written."""

from __future__ import annotations

import csv
import io
from datetime import date, time, timedelta, timezone

import pytest

from storage.importers.model import Choices, File, Reading, Row
from storage.importers.reading import read_file
from tests.storage.importers.samples import ALL, sample

CHOICES = Choices(today=date(2026, 11, 22))


def read(content: bytes | str, choices: Choices = CHOICES, name: str = "x.csv") -> Reading:
    raw = content.encode() if isinstance(content, str) else content
    return read_file(File(name, raw), choices)


def shown(row: Row) -> str:
    load = f"{row.weight:g}{row.weight_unit or '?'}" if row.weight else ""
    far = f"{row.distance:g}{row.distance_unit or '?'}" if row.distance else ""
    long = f"{row.seconds:g}s" if row.seconds else ""
    reps = f"x{row.reps}" if row.reps else ""
    rpe = f"@{row.rpe:g}" if row.rpe else ""
    kind = f" {row.kind}" if row.kind != "normal" else ""
    return f"{row.exercise} {load}{reps}{far}{long}{rpe}{kind}"


EXPECTED = {
    "strong_classic": [
        "Bench Press (Barbell) 60kgx5 warmup",
        "Bench Press (Barbell) 100kgx5@8",
        "Bench Press (Barbell) 100kgx5@8.5",
        "Plank 60s",
        "Running 5km1500s",
    ],
    "strong_ios": [
        "Squat (Barbell) 135?x5 warmup",
        "Squat (Barbell) 225?x5@8",
        "Squat (Barbell) 225?x5@9",
        "Squat (Barbell) 185?x8 drop",
        "Squat (Barbell) 185?x6@10 failure",
    ],
    "strong_android": ["Deadlift (Barbell) 142.5kgx3@9.5", "Rowing (Machine) 2000m480s"],
    "hevy_kg": [
        "Squat (Barbell) 60kgx5 warmup",
        "Squat (Barbell) 120kgx5@8",
        "Squat (Barbell) 120kgx4@10 failure",
        "Leg Press (Machine) 180kgx12 drop",
        "Running 6.2km2100s",
    ],
    "hevy_lb": ["Bench Press (Barbell) 185lbx5", "Pull Up x12"],
    "fitnotes_android": [
        "Flat Barbell Bench Press 80kgx8",
        "Flat Barbell Bench Press 80kgx8",
        "Running (Treadmill) 3km1110s",
        "Barbell Squat 100kgx5",
    ],
    "fitnotes_ios": ["Deadlift 315lbx5", "Plank 90s"],
    "stronglifts": [
        "Squat 60kgx5",
        "Squat 60kgx5",
        "Squat 60kgx4",
        "Overhead Press 30kgx5",
        "Deadlift 80kgx5",
    ],
    "strong_2024_lb": [
        "T Bar Row 45lbx12 warmup",
        "T Bar Row 90lbx9@8.5",
        "T Bar Row 70lbx8 drop",
        "T Bar Row 70lbx6@10 failure",
        "Pull Up (Assisted) 30lbx8",
        "Running (Treadmill) 5200m1800s",
    ],
    "strong_2023_ios_kg": [
        "Squat (Barbell) 40?x5 warmup",
        "Squat (Barbell) 80?x5@8",
        "Plank 60s",
        "Pull Up (Assisted) 20?x8",
        "Chest Press (Machine) 30?x10",
    ],
    "hevy_2025_lb": [
        "Bench Press (Barbell) 95lbx10 warmup",
        "Bench Press (Barbell) 185lbx5@8.5",
        "Pull Up (Weighted) 25lbx8",
        "Treadmill 1.5mi840s",
        "Squat (Barbell) 100.5lbx5 drop",
    ],
    "fitnotes_android_units": [
        "Plank 90s",
        "Flat Barbell Bench Press 80kgx8",
        "Flat Barbell Bench Press 176.4lbx8",
        "Swimming 1500m2100s",
    ],
    "stronglifts_lb": [
        *["Dumbbell Lunge 20lbx12"] * 2,
        "Dumbbell Lunge 17.5lbx10",
        *["Plank 60s"] * 2,
        "Squat 135lbx5",
    ],
    "stronglifts_old": [*["Squat 135lbx5"] * 5, *["Squat 140lbx5"] * 4, "Squat 140lbx4"],
}


@pytest.mark.parametrize("name", ALL)
def test_every_set_is_read(name: str):
    reading = read(sample(name))
    assert [shown(row) for workout in reading.workouts for row in workout.rows] == EXPECTED[name]
    assert not reading.problems


@pytest.mark.parametrize("name", ALL)
def test_columns_in_any_order_and_any_encoding(name: str):
    content = sample(name).decode("utf-8-sig")
    delimiter = ";" if content.splitlines()[0].count(";") else ","
    rows = list(csv.reader(io.StringIO(content), delimiter=delimiter))
    width = len(rows[0])
    columns = [*range(1, width, 2), *range(0, width, 2)][::-1]
    out = io.StringIO()
    csv.writer(out, delimiter="\t", quoting=csv.QUOTE_ALL).writerows(
        [[row[c] for c in columns] for row in rows]
    )
    for encoding in ("utf-8-sig", "utf-16"):
        reading = read(out.getvalue().encode(encoding))
        assert [shown(row) for workout in reading.workouts for row in workout.rows] == EXPECTED[name]


@pytest.mark.parametrize("name", ALL)
def test_the_same_workout_has_the_same_key_in_any_units(name: str):
    keys = [(w.key, w.content) for w in read(sample(name)).workouts]
    pounds = Choices(weight_unit="lb", today=CHOICES.today)
    assert [(w.key, w.content) for w in read(sample(name), pounds).workouts] == keys
    assert len({key for key, _ in keys}) == len(keys)


@pytest.mark.parametrize(
    ("encoding", "exercise"),
    [
        ("cp949", "벤치프레스"),
        ("cp1252", "Bankdrücken für Ärzte"),
        ("utf-16", "벤치프레스"),
        ("utf-8", "스쿼트"),
    ],
)
def test_encodings(encoding: str, exercise: str):
    (workout,) = read(f"Date,Exercise,Reps\n2024-01-01,{exercise},5\n".encode(encoding)).workouts
    assert workout.rows[0].exercise == exercise


def test_several_sets_in_one_row():
    text = (
        "Date,Exercise,Sets,Reps,Weight (kg)\n"
        "2024-01-01,Squat,3,5,100\n"
        '2024-01-01,Bench Press,,"5,5,4",80\n'
        "2024-01-01,Row,,5/0/3,60\n"
    )
    (workout,) = read(text).workouts
    assert [shown(row) for row in workout.rows] == [
        *["Squat 100kgx5"] * 3,
        *["Bench Press 80kgx5"] * 2,
        "Bench Press 80kgx4",
        "Row 60kgx5",
        "Row 60kgx3",
    ]
    (workout,) = read("Date,Workout,Exercise,Sets & Reps,Weight\n2024-01-01,A,Squat,5x5 60kg,60\n").workouts
    assert [shown(row) for row in workout.rows] == ["Squat 60?x5"] * 5


def test_notes_quotes_and_timers():
    reading = read(sample("strong_classic"))
    assert reading.workouts[0].title == "Push, heavy"
    assert reading.workouts[0].note == "slept badly"
    assert reading.workouts[0].at == time(18, 2, 11)
    assert reading.workouts[0].rows[1].note == 'felt good, "snappy"'
    android = read(sample("strong_android"))
    assert (android.timers, android.workouts[0].note) == (1, "Gürtel")


def test_what_is_not_said_is_asked():
    assert read(sample("strong_ios")).asks == {"weight_unit"}
    assert not read(sample("strong_ios"), Choices(weight_unit="lb")).asks
    runs = "Date,Exercise Name,Set Order,Distance,Seconds\n2024-01-01,Running,1,5,1500\n"
    assert read(runs).asks == {"distance_unit"}
    dates = "Date,Exercise,Category,Weight (kg),Reps\n03/04/2024,Squat,Legs,100,5\n"
    assert read(dates).asks == {"date_order"}
    (workout,) = read(dates, Choices(date_order="MDY")).workouts
    assert workout.day == date(2024, 3, 4)
    certain = read(dates + "25/04/2024,Squat,Legs,100,5\n")
    assert not certain.asks
    assert [w.day for w in certain.workouts] == [date(2024, 4, 3), date(2024, 4, 25)]


@pytest.mark.parametrize(
    ("written", "day", "at"),
    [
        ("2024-03-01", date(2024, 3, 1), None),
        ("2024/3/1 18:30", date(2024, 3, 1), time(18, 30)),
        ("2024-03-01T18:30:05", date(2024, 3, 1), time(18, 30, 5)),
        ("2024-03-01T23:30:00Z", date(2024, 3, 2), time(8, 30)),
        ("2024. 3. 1. 오후 6:04", date(2024, 3, 1), time(18, 4)),
        ("2024년 3월 1일 오전 12:05", date(2024, 3, 1), time(0, 5)),
        ("13.03.2024", date(2024, 3, 13), None),
        ("Mar 1, 2024 at 6:04 PM", date(2024, 3, 1), time(18, 4)),
        ("1 Mar 2024, 6:04 a.m.", date(2024, 3, 1), time(6, 4)),
        ("1. März 2024, 18:04", date(2024, 3, 1), time(18, 4)),
        ("3 août 2023, 07:10", date(2023, 8, 3), time(7, 10)),
        ("9 de septiembre de 2023 18:04", date(2023, 9, 9), time(18, 4)),
        ("Friday, March 1st, 2024", date(2024, 3, 1), None),
    ],
)
def test_dates_of_many_countries(written: str, day: date, at: time | None):
    text = f'Date,Exercise,Reps\n"{written}",Squat,5\n'
    (workout,) = read(text, Choices(zone=timezone(timedelta(hours=9)))).workouts
    assert (workout.day, workout.at) == (day, at)


@pytest.mark.parametrize(
    ("written", "shown_as"),
    [
        ("60 kg", "60kgx5"),
        ("135lbs", "135lbx5"),
        ("62,5kg", "62.5kgx5"),
        ("BW", "x5"),
        ("BW+10", "10?x5"),
        ("체중 + 10kg", "10kgx5"),
    ],
)
def test_what_cells_say_themselves(written: str, shown_as: str):
    (workout,) = read(f'Date,Exercise,Weight,Reps\n2024-01-01,Dip,"{written}",5\n').workouts
    assert shown(workout.rows[0]) == f"Dip {shown_as}"


@pytest.mark.parametrize("written", ["heavy", "60 stones of gold", "kg", "12 kg 5", "1e999"])
def test_what_is_no_weight_is_a_problem(written: str):
    reading = read(f'Date,Exercise,Weight,Reps\n2024-01-01,Dip,"{written}",5\n')
    assert [problem.kind for problem in reading.problems] == ["bad_weight"]


@pytest.mark.parametrize(
    ("header", "row"),
    [
        ("Datum;Übung;Gewicht (kg);Wiederholungen;Notizen", "13.03.2024;Kniebeuge;82,5;5;gut"),
        ("Fecha,Ejercicio,Peso (kg),Repeticiones,Notas", '13/03/2024,Sentadilla,"82,5",5,bien'),
        ("Jour,Exercice,Poids (kg),Répétitions,Remarques", '13 mars 2024,Squat,"82,5",5,bien'),
        ("Дата;Упражнение;Вес (кг);Повторения;Заметки", "13 мар. 2024 г.;Присед;82,5;5;да"),  # noqa: RUF001
        ("Tarih,Egzersiz,Ağırlık (kg),Tekrar,Notlar", "13 Mart 2024,Squat,82.5,5,iyi"),  # noqa: RUF001
        ("날짜,운동,무게(kg),횟수,메모", "2024년 3월 13일,스쿼트,82.5,5,좋음"),
        ("日付,種目,重量 kg,回数,メモ", "2024/03/13,スクワット,82.5,5,良い"),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_tables_in_other_languages(header: str, row: str, encoding: str):
    (workout,) = read(f"{header}\r\n{row}\r\n".encode(encoding)).workouts
    assert (workout.day, workout.rows[0].weight, workout.rows[0].reps) == (date(2024, 3, 13), 82.5, 5)
    assert workout.rows[0].weight_unit == "kg"
    assert workout.rows[0].note


@pytest.mark.parametrize("name", ["Squat (Barbell)", "Bench Press"])
def test_a_negative_load_is_help_only_where_help_can_be(name: str):
    reading = read(f"Date,Exercise,Weight (kg),Reps\n2024-01-01,{name},-20,5\n")
    assert [problem.kind for problem in reading.problems] == ["bad_weight"]


def test_dates_with_points_need_no_question():
    text = "Date,Exercise,Reps\n03.04.2024,Squat,5\n03.25.2024,Squat,5\n"
    for order in (None, "MDY"):
        reading = read(text, Choices(date_order=order))
        assert not reading.asks
        assert [w.day for w in reading.workouts] == [date(2024, 4, 3), date(2024, 3, 25)]


def test_two_workouts_of_one_name_and_day_are_told_apart_by_the_clock():
    morning, evening = read(sample("stronglifts_lb")).workouts
    assert (morning.at, evening.at) == (time(10, 2), time(18, 2))
    assert morning.note == 'knee ok, "fine"'


@pytest.mark.parametrize(
    ("written", "weight"),
    [
        ("72.5", 72.5),
        ("72,5", 72.5),
        ("1.002,5", 1002.5),
        ("1,002.5", 1002.5),
        ("1 002,5", 1002.5),
        ("0", None),
    ],
)
def test_decimals_of_many_countries(written: str, weight: float | None):
    (workout,) = read(f'Date;Exercise;Weight (kg);Reps\n2024-01-01;Squat;"{written}";5\n').workouts
    assert workout.rows[0].weight == weight


def test_each_bad_line_is_told_and_the_rest_is_kept():
    text = (
        "Date,Exercise,Weight (kg),Reps,RPE\n"
        "2024-01-01,Squat,100,5,8\n"
        "soon,Squat,100,5,8\n"
        ",Squat,100,5,8\n"
        "2031-01-01,Squat,100,5,8\n"
        "2024-01-01,,100,5,8\n"
        "2024-01-01,Squat,heavy,5,8\n"
        "2024-01-01,Squat,-5,5,8\n"
        "2024-01-01,Squat,nan,5,8\n"
        "2024-01-01,Squat,100,4.5,8\n"
        "2024-01-01,Squat,100,0,\n"
        "2024-01-01,Squat,100,3,15\n"
        "2024-01-01,Squat,100,5,8,extra\n"
        "\n"
        "2024-01-02,Squat,105,5,8\n"
    )
    reading = read(text)
    assert sorted(problem.line for problem in reading.problems) == [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]
    assert [shown(row) for workout in reading.workouts for row in workout.rows] == [
        "Squat 100kgx5@8",
        "Squat 100kgx3",
        "Squat 105kgx5@8",
    ]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\x00\xff\xfe\x00" * 50,
        b'Date,Exercise,Reps\n"2024-01-01,Squat,5\n' + b"x" * 200_000,
        b"Date,Exercise,Reps\n" + b"," * 100_000,
        ("Date,Exercise,Reps\n" + "9" * 5000 + "," + "(" * 5000 + "," + "1:" * 3000).encode(),
        b"[" * 100_000,
        b'[{"id": 5}, null, {"deep": ' + b"[" * 5000,
    ],
    ids=["empty", "binary", "open quote", "commas", "long cells", "brackets", "deep"],
)
@pytest.mark.parametrize("name", ["x.csv", "x.md", "entries.json"])
def test_hostile_files_are_problems_at_most(content: bytes, name: str):
    reading = read(content, name=name)
    assert not reading.workouts


def test_a_formula_is_only_text():
    text = "Date,Exercise,Reps,Notes\n2024-01-01,\"=cmd|' /C calc'!A0\",5,=1+1\n"
    (workout,) = read(text).workouts
    assert workout.rows[0].exercise.startswith("=cmd")


@pytest.mark.parametrize("offset", ["+99:99", "+24:00", "+2460"])
def test_an_offset_that_is_none_fails_its_line_only(offset: str):
    """Also a moment that lies beyond the calendar in the person's own zone."""
    moments = (f"2025-03-01T10:00:00{offset}", "9999-12-31T23:59:59-12:00", "2025-03-02T10:00:00+01:00")
    rows = "\n".join(f"{moment},Squat,100,5" for moment in moments)
    reading = read(f"Date,Exercise,Weight (kg),Reps\n{rows}\n")
    assert [(problem.line, problem.kind) for problem in reading.problems] == [
        (2, "unread_date"), (3, "unread_date"),
    ]  # fmt: skip
    assert [(w.day, w.at) for w in reading.workouts] == [(date(2025, 3, 2), time(9))]
