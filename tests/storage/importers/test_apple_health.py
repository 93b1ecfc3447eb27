"""Apple Health's export: what is kept of it, what is told to be left out, in memory that does not grow."""

from __future__ import annotations

import io
import resource
import zipfile
from datetime import date
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from storage.importers import reading as importing
from storage.importers.model import Body, Choices, File, Reading
from storage.importers.reading import read_file, read_path
from tests.driver.sizes import size
from tests.storage.importers.recorded import HEALTH_NAME, gpx, health, quantity, slept

BERLIN = Choices(distance_unit="km", zone=ZoneInfo("Europe/Berlin"))


def zipped(content: bytes, name: str = HEALTH_NAME) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, content)
        archive.writestr("apple_health_export/export_cda.xml", b"<ClinicalDocument>" + b" " * 9999)
        archive.writestr("apple_health_export/workout-routes/route_2026-03-02.gpx", gpx(60))
    return out.getvalue()


def read(*records: str) -> Reading:
    return read_file(File("export.zip", zipped(health(records))), BERLIN)


def of_day(reading: Reading) -> dict[str, tuple[float, str | None]]:
    (weighing,) = reading.weighings
    return {body.name: (body.value, body.unit) for body in weighing.values}


@pytest.mark.parametrize("name", ["export.xml", "Exportieren.xml", "내보내기.xml"])
def test_days_nights_weights_and_workouts(name: str):
    file = File("export.zip", zipped(health(), f"apple_health_export/{name}"))
    found = read_file(file, BERLIN)
    assert list(found.problems) == []
    run, lifting = found.workouts
    (row,) = run.rows
    assert (row.exercise, row.distance, row.seconds, row.pulse) == ("running", 5.0, 1500, 150)
    assert (str(run.at), lifting.rows[0].exercise) == ("07:30:00", "traditional strength training")
    weight, day = found.weighings
    assert weight.values == (Body("body weight", 76.4, "kg"), Body("body fat", 18.2, "%"))
    assert day.day == date(2026, 3, 2)
    assert day.values == (
        Body("sleep", 7.0, "h"),
        Body("nap", 40, "min", of_day=True),
        Body("steps", 9000, None, of_day=True),
        Body("resting pulse", 52, "bpm"),
        Body("hrv", 65, "ms"),
        Body("water", 750, "ml", of_day=True),
    )
    assert dict(found.unkept) == {"Heart Rate": 2, "Height": 1, "Sleep Analysis": 1}


def test_a_day_that_is_not_over_has_no_sum():
    steps = [quantity("StepCount", "700", f"2026-03-0{day} 09:00:00", "count") for day in (3, 4)]
    (weighing,) = read(*steps).weighings
    assert weighing.day == date(2026, 3, 3)


def test_a_short_night_is_no_nap_and_one_that_was_broken_is_one():
    assert of_day(read(slept("AsleepCore", "2026-03-02 01:00:00", "2026-03-02 03:30:00")))["sleep"][0] == 2.5
    both = read(
        slept("AsleepCore", "2026-03-01 22:00:00", "2026-03-02 01:00:00"),
        slept("AsleepCore", "2026-03-02 04:00:00", "2026-03-02 07:00:00"),
    )
    assert of_day(both) == {"sleep": (6.0, "h")}


@pytest.mark.parametrize(
    "wrong",
    [
        quantity("StepCount", "nan", "2026-03-02 09:00:00", "count"),
        quantity("StepCount", "5000", "1970-01-01 09:00:00", "count"),
        quantity("StepCount", "5000", "2999-01-01 09:00:00", "count"),
        quantity("StepCount", "5000", "yesterday", "count"),
        quantity("DietaryWater", "1", "2026-03-02 09:00:00", "barrel"),
        quantity("BodyMass", "7640", "2026-03-02 09:00:00", "kg"),
        slept("AsleepCore", "2026-03-02 09:00:00", "2026-03-02 08:00:00"),
        slept("AsleepCore", "2026-03-02 09:00:00", "2026-03-09 08:00:00"),
    ],
)
def test_records_that_cannot_be_right_are_counted_as_left_out(wrong: str):
    choices = Choices(today=date(2026, 3, 4))
    found = read_file(File("export.zip", zipped(health((wrong,)))), choices)
    assert found.is_empty
    assert found.unkept.total() == 1


@pytest.mark.parametrize("when", ["0001-01-01 00:00:00 +1400", "9999-12-31 23:30:00 -1200"])
def test_what_was_done_at_the_calendars_ends_is_told_and_the_rest_is_kept(when: str):
    workout = (
        f'<Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30" startDate="{when}"/>'
    )
    sleep = slept("AsleepCore", "9999-12-31 20:00:00", "9999-12-31 23:59:00").replace("+0100", "-1200")
    steps = quantity("StepCount", "5000", "2026-03-02 09:00:00", "count")
    found = read(workout, sleep, steps)
    assert of_day(found) == {"steps": (5000, None)}
    (problem,) = found.problems
    assert (problem.kind, problem.value) == ("impossible_date", when[:10])


def test_what_no_day_has_is_a_problem():
    found = read(quantity("StepCount", "5000000", "2026-03-02 09:00:00", "count"))
    assert found.is_empty
    (problem,) = found.problems
    assert (problem.kind, problem.detail) == ("bad_measurement", "steps 2026-03-02")


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (health()[:3000], "damaged"),
        (health().replace(b"<!ELEMENT", b'<!ENTITY a "ha"><!ELEMENT'), "unsafe"),
        (b"<html></html>", "unknown_file"),
    ],
)
def test_nothing_is_taken_of_an_export_that_is_no_whole_one(content: bytes, kind: str):
    found = read_file(File("export.zip", zipped(content)), BERLIN)
    assert found.is_empty
    assert [problem.kind for problem in found.problems] == [kind]


def test_a_damaged_zip_is_refused():
    whole = zipped(health())
    place = whole.index(HEALTH_NAME.encode()) + 300
    found = read_file(File("export.zip", whole[:place] + b"\0\0\0\0" + whole[place + 4 :]), BERLIN)
    assert found.is_empty
    assert [problem.kind for problem in found.problems] == ["damaged"]


def test_the_limit_is_the_chats_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(importing, "MOST_BYTES", 2000)
    path = tmp_path / "export.zip"
    path.write_bytes(zipped(health()))
    found = read_file(File("export.zip", path), BERLIN)
    assert found.is_empty
    assert [problem.kind for problem in found.problems] == ["health_too_big"]
    assert len(read_path(path, BERLIN).workouts) == 2
    with zipfile.ZipFile(path) as archive:
        archive.extractall(tmp_path / "unpacked")
    for unpacked in (tmp_path / "unpacked", tmp_path / "unpacked" / HEALTH_NAME):
        assert len(read_path(unpacked, BERLIN).workouts) == 2


@pytest.mark.soak
def test_memory_does_not_grow_with_an_export(tmp_path: Path):
    """The last size is 2 GB of XML."""
    chunk = "".join(
        [quantity("HeartRate", "61", "2026-03-02 12:00:00", "count/min")] * 900
        + [quantity("StepCount", "0.1", "2026-03-02 09:00:00", "count")] * 100
    )
    path = tmp_path / "export.zip"
    head, tail = health(()).split(b"</HealthData>")
    chunks = size(30, 500, 9000)
    with (
        zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive,
        archive.open(HEALTH_NAME, "w", force_zip64=True) as export,
    ):
        export.write(head)
        for _ in range(chunks):
            export.write(chunk.encode())
        export.write(b"</HealthData>" + tail)
    read()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    found = read_path(path, BERLIN)
    assert of_day(found) == {"steps": (chunks * 10, None)}
    assert found.unkept == {"Heart Rate": chunks * 900}
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 8 * 1024
