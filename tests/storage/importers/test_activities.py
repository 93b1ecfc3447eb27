"""FIT, GPX and TCX: what is read of them, and what no damaged or made-up file can do."""

from __future__ import annotations

import gzip
import resource
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storage.importers import reading
from storage.importers.model import Choices, File, Reading, Row, Workout
from storage.importers.reading import read_file
from tests.driver.sizes import examples, size
from tests.storage.importers.recorded import MORNING, fit, gpx, gpx_parts, health, tcx

BERLIN = Choices(distance_unit="km", zone=ZoneInfo("Europe/Berlin"))
BOMB = b"""<!DOCTYPE gpx [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">
<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]><gpx><trk><name>&c;</name></trk></gpx>"""


def read(name: str, content: bytes, choices: Choices = BERLIN) -> Reading:
    return read_file(File(name, content), choices)


def only(reading: Reading) -> tuple[Workout, Row]:
    assert list(reading.problems) == []
    (workout,) = reading.workouts
    (row,) = workout.rows
    return workout, row


def refusal(name: str, content: bytes, choices: Choices = BERLIN) -> str:
    reading = read(name, content, choices)
    assert reading.is_empty
    (problem,) = reading.problems
    return problem.kind


@pytest.mark.parametrize(
    ("name", "content", "sport", "kilometres", "seconds", "pulse"),
    [
        ("run.gpx", gpx(), "running", 5.0, 1500, 150),
        ("run.fit", fit(), "running", 5.0, 1500, 150),
        ("run.fit.gz", gzip.compress(fit()), "running", 5.0, 1500, 150),
        ("ride.tcx", tcx(), "biking", 20.0, 2400, 140),
    ],
)
def test_sport_distance_time_and_pulse(  # noqa: PLR0917 - a row of the table above
    name: str, content: bytes, sport: str, kilometres: float, seconds: float, pulse: float
):
    workout, row = only(read(name, content))
    assert (row.exercise, row.seconds, row.pulse, row.bout) == (sport, seconds, pulse, True)
    assert row.distance == pytest.approx(kilometres, rel=0.001)
    assert row.distance_unit == "km"
    assert (workout.day.isoformat(), str(workout.at)) == ("2026-03-02", "07:30:00")


def test_distances_are_told_as_the_person_and_the_sport_tell_them():
    in_miles = Choices(weight_unit="lb")
    assert only(read("run.fit", fit(), in_miles))[1].distance_unit == "mi"
    assert only(read("swim.fit", fit("swimming", metres=1500), BERLIN))[1].distance_unit == "m"
    assert only(read("swim.fit", fit("swimming", metres=1500), in_miles))[1].distance_unit == "yd"
    assert only(read("row.fit", fit("rowing", metres=2000), in_miles))[1].distance_unit == "m"


def test_pauses_between_segments_do_not_count():
    there, back = gpx(600), gpx(600, MORNING + timedelta(hours=2))
    second = back[back.index(b"<trkseg>") : back.index(b"</trkseg>")]
    _, row = only(read("walk.gpx", there.replace(b"</trkseg>", b"</trkseg>" + second + b"</trkseg>")))
    assert row.seconds == 1200
    assert row.distance == pytest.approx(4.0, rel=0.01)


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (gpx(start=datetime(1970, 1, 1, tzinfo=UTC)), "impossible_date"),
        (gpx(start=datetime(2035, 1, 1, tzinfo=UTC)), "impossible_date"),
        (gpx().replace(b"<time>", b"<tim>").replace(b"</time>", b"</tim>"), "no_times"),
        (gpx().replace(b"2026-03-02T06:40:00Z", b"2026-03-02T05:00:00Z"), "times_backwards"),
        (gpx().replace(b'lat="52.000300"', b'lat="NaN"'), "bad_place"),
        (gpx().replace(b'lon="13.4"', b'lon="1e999"'), "bad_place"),
        (gpx()[:40_000], "damaged"),
        (b"", "damaged"),
        (gpx()[: gpx().index(b"<trkpt")] + b"</trkseg></trk></gpx>", "no_activity"),
        (b"<html><body>not found</body></html>", "unknown_file"),
        (BOMB, "unsafe"),
        (b"<gpx>" + b"<a>" * 10_000, "unsafe"),
        (b'<gpx a="' + b"x" * 3_000_000, "unsafe"),
        (b" " * 3_000_000, "unsafe"),
        (b"<gpx>" + b"".join(b"<a%d/>" % number for number in range(20_000)), "unsafe"),
        (b"<!DOCTYPE gpx [" + b"<!ATTLIST gpx a CDATA 'x'>" * 80_000, "unsafe"),
    ],
)
def test_what_cannot_be_right_is_refused_whole_with_a_reason(content: bytes, kind: str):
    assert refusal("x.gpx", content, Choices(today=MORNING.date())) == kind


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("x.gpx", b'<?xml version="1.0" encoding="UTF48"?>' + gpx(9)[38:]),
        ("x.gpx.gz", gzip.compress(gpx(60))[:-40]),
        ("x.fit.gz", gzip.compress(fit())[:-20]),
        ("x.tcx.gz", b"no gzip at all"),
    ],
)
def test_what_cannot_be_unpacked_or_decoded_is_damaged(name: str, content: bytes):
    assert refusal(name, content) == "damaged"


def test_a_small_file_that_unpacks_to_a_huge_one(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(reading, "MOST_BYTES", 2_000_000)
    endless = gpx(60).replace(b"</trkseg>", b" <x/>" * 600_000 + b"</trkseg>")
    assert refusal("x.gpx.gz", gzip.compress(endless, 1)) == "too_big"
    assert refusal("x.fit.gz", gzip.compress(fit() + bytes(9_000_000), 1)) == "fit_too_big"


@settings(max_examples=examples(60), deadline=None)
@given(st.data(), st.sampled_from(["x.gpx", "x.tcx", "x.xml"]))
def test_no_xml_does_more_than_be_refused(data: st.DataObject, name: str):
    changed = bytearray({"x.gpx": gpx(5), "x.tcx": tcx(), "x.xml": health()}[name])
    for _ in range(data.draw(st.integers(1, 5))):
        sign = data.draw(st.sampled_from(b'0129-+:.eNan<>&"/ TZ'))
        changed[data.draw(st.integers(0, len(changed) - 1))] = sign
    found = read(name, bytes(changed))
    assert found.workouts or found.weighings or found.problems or found.unkept


def test_one_wrong_track_refuses_the_file():
    good, wrong = gpx(60).decode(), gpx(60, datetime(1970, 1, 1, tzinfo=UTC)).decode()
    both = good.replace("</gpx>", wrong[wrong.index("<trk>") :])
    assert refusal("x.gpx", both.encode()) == "impossible_date"


def test_a_tcx_that_goes_back_in_time_is_refused():
    assert refusal(
        "x.tcx", tcx().replace(b'Lap StartTime="2026-03-02T06:50', b'Lap StartTime="2026-03-02T04:50')
    )
    assert refusal("x.tcx", tcx(start=datetime(1989, 12, 31, tzinfo=UTC))) == "impossible_date"


def test_a_fit_file_cut_in_half_or_changed_is_refused():
    whole = fit()
    for end in (len(whole) // 2, len(whole) - 1, 20):
        assert refusal("run.fit", whole[:end]) == "damaged"
    assert refusal("run.fit", whole[:60] + b"\xff" + whole[61:]) == "damaged"
    assert refusal("run.fit", b"x" * 9_000_000) == "fit_too_big"


@settings(max_examples=examples(60), deadline=None)
@given(st.data())
def test_no_fit_file_does_more_than_be_refused(data: st.DataObject):
    whole = bytearray(fit(seconds=120))
    for _ in range(data.draw(st.integers(1, 6))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    reading = read("x.fit", bytes(whole[: data.draw(st.integers(1, len(whole)))]))
    assert len(reading.workouts) <= 1
    assert reading.workouts or reading.problems


@pytest.mark.soak
def test_memory_does_not_grow_with_a_track(tmp_path: Path):
    path = tmp_path / "long.gpx"
    points = size(20_000, 200_000, 520_000)  # the last is 100 MB
    with path.open("w", encoding="utf-8") as file:
        file.writelines(gpx_parts(points))
    read("warm.gpx", gpx(60))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    _, row = only(read_file(File("long.gpx", path), BERLIN))
    assert row.seconds == points
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 4 * 1024
