"""Diaries in Markdown and text, folders and zips."""

from __future__ import annotations

import io
import zipfile
from datetime import date, time
from pathlib import Path

import pytest

from storage.importers import archive
from storage.importers.model import Choices, File, Reading
from storage.importers.reading import read_file, read_files, read_path

TODAY = Choices(today=date(2026, 11, 22))


def notes(name: str, text: str, choices: Choices = TODAY) -> Reading:
    return read_files([File(name, text.encode())], choices)


def told(reading: Reading) -> list[tuple[date, time | None, str]]:
    return [(note.day, note.at, note.text) for note in reading.notes]


@pytest.mark.parametrize(
    "name",
    [
        "2025-03-01.md", "20250301.txt", "logs/2025/03/2025-03-01 push day.md", "2025_03_01.md",
        "Saturday, March 1 2025.md", "1 Mar 2025.txt",
    ],
)  # fmt: skip
def test_a_file_a_day(name: str):
    assert told(notes(name, "# Push\nbench 80kg 5x5\n")) == [
        (date(2025, 3, 1), None, "# Push\nbench 80kg 5x5")
    ]


def test_headings_that_are_days_and_times():
    text = """intro without a day
# 2025-03-01
squat 100x5
## 18:30
ran 5k
## 19:00 [correction]
it was 6k
Sunday 2 March 2025:
slept 7h
\\# not a heading
"""
    reading = notes("training.md", text)
    assert told(reading) == [
        (date(2025, 3, 1), None, "squat 100x5"),
        (date(2025, 3, 1), time(18, 30), "ran 5k"),
        (date(2025, 3, 2), None, "slept 7h\n# not a heading"),
    ]
    assert [problem.line for problem in reading.problems] == [1, 6]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("2025-03-01 bench 80kg 5x5\n2025-03-02: slept 7h\nfelt fine\n", "bench 80kg 5x5"),
        ("3/1/25 bench 80kg 5x5\n3/2/25 slept 7h\nfelt fine\n3/14/25 ran 5k\n", "bench 80kg 5x5"),
        ("Mar 1, 2025: bench 80\nMar 2, 2025 - slept 7h\nfelt fine\n", "bench 80"),
        ("- 2025.3.1 벤치 80kg 5x5\n- 2025.3.2 (일) slept 7h\nfelt fine\n", "벤치 80kg 5x5"),
        ("2025년 3월 1일 벤치 80kg 5x5\n2025년 3월 2일 slept 7h\nfelt fine", "벤치 80kg 5x5"),
    ],
)
def test_a_day_a_line(text: str, first: str):
    reading = notes("log.txt", text)
    assert told(reading)[:2] == [
        (date(2025, 3, 1), None, first), (date(2025, 3, 2), None, "slept 7h\nfelt fine"),
    ]  # fmt: skip
    assert not reading.problems
    assert not reading.asks


def test_front_matter_names_the_day():
    reading = notes("today.md", "---\ntags: [gym]\ndate: 2025-03-01\n---\nbench 80x5\n")
    assert told(reading) == [(date(2025, 3, 1), None, "bench 80x5")]
    assert reading.notes[0].line == 5


def test_numbers_are_not_days():
    text = "bench 5/3/1 week\n3x5 at 100\n12.5 12.5 15\n1/2 cup oats\n2025-03-02 was planned for rest\n"
    assert told(notes("2025-03-01.md", text)) == [(date(2025, 3, 1), None, text.strip())]


def test_the_order_of_dates_is_asked_for():
    assert notes("3-4-2025.md", "bench").asks == {"date_order"}
    assert told(notes("3-4-2025.md", "bench", Choices(date_order="MDY")))[0][0] == date(2025, 3, 4)


def test_days_that_cannot_be_and_files_without_one_are_problems():
    reading = read_files([File("2031-01-01.md", b"bench"), File("misc.md", b"bench")], TODAY)
    assert not reading.notes
    assert len(reading.problems) == 2


def packed(files: dict[str, bytes], **how: int) -> File:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in files.items():
            file.writestr(name, content, **how)
    return File("x.zip", out.getvalue())


def test_a_zip_is_read_and_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    reading = read_file(
        packed(
            {
                "../../2025-03-01.md": b"bench 80x5",
                "/etc/2025-03-02.txt": b"squat",
                "C:\\2025-03-03.md": b"row",
                ".obsidian/2025-03-04.md": b"hidden",
                "__MACOSX/2025-03-05.md": b"shadow",
                "picture.jpg": b"\xff\xd8",
            }
        ),
        TODAY,
    )
    assert [note.day.day for note in reading.notes] == [1, 2, 3]
    assert not reading.problems
    assert not list(tmp_path.iterdir())


def test_a_zip_bomb_stops_at_the_limit(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(archive, "MOST_BYTES", 1_000_000)
    bomb = packed({f"2025-03-{day:02}.md": b"a" * 400_000 for day in range(1, 9)})
    assert isinstance(bomb.content, bytes)
    assert len(bomb.content) < 20_000
    reading = read_file(bomb, TODAY)
    assert len(list(archive.unzipped(bomb, reading.problems))) == 2
    assert reading.problems[-1].kind == "too_much"
    monkeypatch.setattr(archive, "MOST_FILES", 3)
    many = packed({f"2025-03-{day:02}.md": b"bench" for day in range(1, 9)})
    assert len(read_file(many, TODAY).notes) == 3


def test_damaged_and_locked_zips_are_problems():
    good = packed({"2025-03-01.md": b"bench 80x5 " * 50}).content
    assert isinstance(good, bytes)
    damaged = bytearray(good)
    damaged[45:60] = b"\x00" * 15
    for content in (good[:-30], bytes(damaged), b"PK\x03\x04"):
        reading = read_file(File("x.zip", content), TODAY)
        assert reading.problems
        assert not reading.notes
    locked = bytearray(good)
    locked[6] |= 1
    central = good.index(b"PK\x01\x02")
    locked[central + 8] |= 1
    assert "encrypted" in read_file(File("x.zip", bytes(locked)), TODAY).problems[0].detail


def test_a_folder_and_no_way_out_of_it(tmp_path: Path):
    folder = tmp_path / "diary"
    (folder / "2025").mkdir(parents=True)
    (folder / "2025" / "2025-03-01.md").write_text("bench 80x5", "utf-8")
    (folder / "strong.csv").write_text("Date,Exercise,Weight (kg),Reps\n2025-03-02,Squat,100,5\n", "utf-8")
    (tmp_path / "2025-03-09.md").write_text("secret", "utf-8")
    (folder / "2025-03-09.md").symlink_to(tmp_path / "2025-03-09.md")
    reading = read_path(folder, TODAY)
    assert [note.day.day for note in reading.notes] == [1]
    assert [workout.day.day for workout in reading.workouts] == [2]
    assert reading.problems[0].kind == "outside"
