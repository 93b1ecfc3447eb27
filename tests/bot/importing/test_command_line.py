"""`swealog import`."""

from __future__ import annotations

import asyncio
import json
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.cli import swealog
from storage.entities import Effects, Entry, Revision
from storage.stores import Stores
from telegram_local.world import YOU_ID
from tests.storage.importers.recorded import HEALTH_NAME, fit, gpx, health
from tests.storage.importers.samples import ALL, BODY, FILES, FITNOTES_ANDROID, STRONG_IOS


def run(tmp_path: Path, *arguments: str | Path) -> Result:
    given = ["import", *map(str, arguments), "--data-dir", str(tmp_path / "data"), "--user", str(YOU_ID)]
    return CliRunner().invoke(swealog, given)


def summary(result: Result) -> dict[str, object]:
    found: dict[str, object] = json.loads(result.stdout)
    return found


@pytest.mark.parametrize("name", ALL)
def test_every_app_once_and_only_once(tmp_path: Path, name: str):
    first = summary(run(tmp_path, FILES / f"{name}.csv", "--unit", "lb", "--json"))
    assert first["imported"] == first["new"]
    assert first["new"] == int(str(first["workouts"])) + int(str(first["weighings"]))
    again = summary(run(tmp_path, FILES / f"{name}.csv", "--unit", "kg", "--json"))
    assert (again["new"], again["known"]) == (0, first["new"])


def test_body_weight_goes_where_it_is_asked_for(tmp_path: Path):
    for name in BODY:
        first = summary(run(tmp_path, FILES / "body" / f"{name}.csv", "--json"))
        again = summary(run(tmp_path, FILES / "body" / f"{name}.csv", "--json"))
        assert first["left_out"] == again["left_out"] == (1 if name == "fitnotes_body" else 0)
        counted = int(str(first["weighings"])) - int(str(first["left_out"]))
        assert first["imported"] == counted == again["known"]
        assert again["new"] == 0
    asked = CliRunner().invoke(
        swealog,
        [
            "ask",
            "what did I weigh on 2026-02-03?",
            "--data-dir",
            str(tmp_path / "data"),
            "--user",
            str(YOU_ID),
        ],
    )
    assert "76.2" in asked.output


def test_a_preview_writes_nothing(tmp_path: Path):
    result = run(tmp_path, FILES / "hevy_kg.csv", "--dry-run")
    assert result.exit_code == 0
    assert "New entries: 2" in result.output
    assert summary(run(tmp_path, FILES / "hevy_kg.csv", "--json"))["imported"] == 2


def test_an_open_unit_stops_it_with_what_to_say(tmp_path: Path):
    result = run(tmp_path, FILES / "strong_ios.csv")
    assert result.exit_code == 2
    assert "--unit kg or --unit lb" in result.output
    assert summary(run(tmp_path, FILES / "strong_ios.csv", "--unit", "lb", "--json"))["imported"] == 1


async def stored(tmp_path: Path) -> list[Entry]:
    db = await Stores.open(tmp_path / "data")
    entries = await db.entries.recent_entries(YOU_ID, 99)
    await db.close()
    return entries


async def taken_back(tmp_path: Path, name: str) -> None:
    db = await Stores.open(tmp_path / "data")
    for entry in await db.entries.recent_entries(YOU_ID, 99):
        if any(measure.name == name for measure in entry.measures):
            gone = entry.model_copy(update={"deleted": True, "revision": entry.revision + 1})
            revision = Revision(
                entry_id=entry.id,
                revision=gone.revision,
                at=entry.logged_at,
                cause="undo",
                note="",
                entry=gone,
            )
            await db.turns.apply(Effects(revisions=[revision]))
    await db.close()


def test_a_folder_of_notes_and_tables(tmp_path: Path):
    folder = tmp_path / "diary"
    folder.mkdir()
    (folder / "2025-03-01.md").write_text("bench 80kg 5x5\nslept 7h\n", "utf-8")
    (folder / "2025-03-02.txt").write_text("I read a book\n", "utf-8")
    (folder / "FitNotes.csv").write_bytes(FITNOTES_ANDROID)
    result = summary(run(tmp_path, folder, "--json"))
    assert (result["imported"], result["notes"], result["workouts"]) == (4, 2, 2)
    assert summary(run(tmp_path, folder, "--json"))["new"] == 0


def test_notes_go_through_the_parser_and_keep_their_words(tmp_path: Path):
    note = tmp_path / "2025-03-01.md"
    note.write_text("bench 80kg 5x5, slept 7h", "utf-8")
    assert run(tmp_path, note).exit_code == 0
    (entry,) = asyncio.run(stored(tmp_path))
    assert (entry.day.isoformat(), entry.text) == ("2025-03-01", "bench 80kg 5x5, slept 7h")
    assert {measure.name for measure in entry.measures} == {"bench press", "sleep"}


def test_activities_and_a_phone_by_the_command_line_once(tmp_path: Path):
    folder = tmp_path / "watch"
    (folder / "apple").mkdir(parents=True)
    (folder / "run.fit").write_bytes(fit())
    (folder / "the same.gpx").write_bytes(gpx())
    (folder / "apple" / "notes.txt").write_text("no day here", "utf-8")
    first = summary(run(tmp_path, folder, "--json"))
    assert (first["activities"], first["imported"], first["twins"]) == (2, 1, 1)
    export = tmp_path / "export.zip"
    with zipfile.ZipFile(export, "w") as archive:
        archive.writestr(HEALTH_NAME, health())
    phone = summary(run(tmp_path, export, "--json"))
    assert (phone["activities"], phone["twins"], phone["days"], phone["imported"]) == (2, 1, 1, 3)
    assert phone["unkept"] == {"Heart Rate": 2, "Height": 1, "Sleep Analysis": 1}
    again = summary(run(tmp_path, export, "--json"))
    assert (again["new"], again["known"], again["twins"]) == (0, 3, 1)


def test_changed_in_the_app_since_is_left_and_told(tmp_path: Path):
    file = tmp_path / "strong.csv"
    file.write_bytes(STRONG_IOS)
    run(tmp_path, file, "--unit", "lb", "--json")
    file.write_bytes(STRONG_IOS.replace(b",225,5,0,0,9", b",225,4,0,0,9"))
    result = run(tmp_path, file, "--unit", "lb")
    assert "changed in the app since: 1" in result.output


def test_a_day_that_went_on_gets_what_is_new(tmp_path: Path):
    file = tmp_path / "FitNotes.csv"
    head, *rows = FITNOTES_ANDROID.decode().splitlines()
    sizes = (2, 3, 3, 4)
    new: list[object] = []
    for size in sizes:
        file.write_text("\n".join([head, *rows[:size]]), "utf-8")
        new.append(summary(run(tmp_path, file, "--json"))["new"])
    assert new == [1, 1, 0, 1]
    names = [measure.name for entry in asyncio.run(stored(tmp_path)) for measure in entry.measures]
    assert sorted(names) == ["bench press", "run", "squat"]
    file.write_text("\n".join([head, rows[2], *rows[:2]]), "utf-8")
    assert summary(run(tmp_path, file, "--json"))["new"] == 0


def test_what_was_taken_back_comes_without_what_was_added_later(tmp_path: Path):
    file = tmp_path / "FitNotes.csv"
    head, *rows = FITNOTES_ANDROID.decode().splitlines()
    for size in (2, 3):
        file.write_text("\n".join([head, *rows[:size]]), "utf-8")
        run(tmp_path, file, "--json")
    asyncio.run(taken_back(tmp_path, "bench press"))
    assert summary(run(tmp_path, file, "--json"))["new"] == 1
    names = [measure.name for entry in asyncio.run(stored(tmp_path)) for measure in entry.measures]
    assert sorted(names) == ["bench press", "run"]
    assert summary(run(tmp_path, file, "--json"))["new"] == 0


def test_nothing_to_import_is_an_error(tmp_path: Path):
    file = tmp_path / "x.csv"
    file.write_text("a,b\n1,2\n", "utf-8")
    result = run(tmp_path, file)
    assert result.exit_code == 1
    assert "nothing to import" in result.output
    assert "Traceback" not in result.output
