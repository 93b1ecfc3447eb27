"""What a file, a zip or a folder is, and what it holds."""

from __future__ import annotations

from pathlib import Path

from storage.importers import apps, body
from storage.importers.archive import MOST_BYTES, MOST_MB, gunzipped, is_zip, member_of, of_folder, unzipped
from storage.importers.garmin import is_garmin, read_garmin
from storage.importers.google_fit import is_google_fit, read_google_fit
from storage.importers.model import Choices, File, Problem, Problems, Reading, by_name, suffix_of
from storage.importers.notes import is_note, read_notes
from storage.importers.own import PROFILE, is_own, read_own
from storage.importers.stronglifts import is_stronglifts, read_stronglifts
from storage.importers.tables import MOST_ROWS, table

_HEALTH = "apple_health_export"
_FOR_HOSPITALS = "_cda.xml"
"""The same once more, in a format of theirs."""
_NOTES = {".md", ".markdown", ".txt"}
_LISTS = ((is_garmin, read_garmin), (is_google_fit, read_google_fit), (is_stronglifts, read_stronglifts))
_TABLES = {".csv", ".tsv", ".txt", ""}


def read_path(path: Path, choices: Choices) -> Reading:
    """A file or a folder on this machine; an export of Apple Health may have any size. Raises OSError."""
    health = _health_at(path)
    if health is not None:
        return _read_health(health, choices, None)
    if not path.is_dir():
        if path.stat().st_size > MOST_BYTES:
            return Reading(problems=Problems([Problem(path.name, 0, "too_big", MOST_MB)]))
        return read_file(File(path.name, path), choices)
    problems = Problems()
    reading = read_files(list(of_folder(path, problems)), choices)
    reading.problems += problems
    return reading


def read_file(file: File, choices: Choices) -> Reading:
    """One file, which may be a zip of many."""
    if not is_zip(file):
        return read_files([file], choices)
    health = member_of(file, is_health)
    if health is not None:
        return _read_health(health, choices, MOST_BYTES)
    problems = Problems()
    reading = read_files(list(unzipped(file, problems)), choices)
    reading.problems += problems
    return reading


def is_health(name: str) -> bool:
    """Whether a file of a zip or folder is Apple Health's export, whatever the phone's language calls it."""
    *folders, last = name.replace("\\", "/").casefold().split("/")
    return _HEALTH in folders and last.endswith(".xml") and not last.endswith(_FOR_HOSPITALS)


def _health_at(path: Path) -> File | None:
    if path.is_dir():
        found = [
            each
            for each in path.glob("**/*.xml")
            if is_health(f"{path.name}/{each.relative_to(path).as_posix()}")
        ]
        longest = max(found, key=lambda each: each.stat().st_size, default=None)
        return None if longest is None else File(longest.name, longest)
    if suffix_of(path.name) == ".xml":
        return File(path.name, path)
    file = File(path.name, path)
    return member_of(file, is_health) if is_zip(file) else None


def _read_health(file: File, choices: Choices, most: int | None) -> Reading:
    from storage.importers.apple_health import read_health  # noqa: PLC0415 - XML comes with such files only

    return read_health(file, choices, most)


def read_files(files: list[File], choices: Choices) -> Reading:
    """Our own export whole, else tables and notes each as what they are."""
    files = by_name(files)
    own = next((file for file in files if is_own(file.name)), None)
    if own is not None or _is_list(files):
        profile = next((file for file in files if file.name.rpartition("/")[2] == PROFILE), None)
        return read_own(own or files[0], profile)
    reading = Reading()
    notes: list[File] = []
    rows = 0
    for file in map(gunzipped, files):
        if rows >= MOST_ROWS:
            reading.problems.append(Problem(file.name, 0, "rows_before", f"{MOST_ROWS:,}"))
            continue
        found = _read_one(file, choices, MOST_ROWS - rows)
        if found is not None:
            reading.add(found)
            rows += sum(len(workout.rows) for workout in found.workouts) + len(found.weighings)
        elif suffix_of(file.name) in _NOTES:
            notes += [file] if is_note(file.name) else []
        else:
            reading.problems.append(Problem(file.name, 0, "unknown_file"))
    if notes:
        reading.add(read_notes(notes, choices))
    return reading


def _read_one(file: File, choices: Choices, most_rows: int) -> Reading | None:
    """A recorded activity or a table; None: neither."""
    match suffix_of(file.name):
        case ".gpx":
            from storage.importers.gpx import read_gpx  # noqa: PLC0415 - XML comes with files of watches

            return read_gpx(file, choices, MOST_BYTES)
        case ".tcx":
            from storage.importers.tcx import read_tcx  # noqa: PLC0415 - as above

            return read_tcx(file, choices, MOST_BYTES)
        case ".xml":
            return _read_health(file, choices, MOST_BYTES)
        case ".fit":
            from storage.importers.fit import read_fit  # noqa: PLC0415 - as above

            return read_fit(file, choices)
        case suffix:
            return _read_table(file, choices, most_rows) if suffix in _TABLES else None


def _read_table(file: File, choices: Choices, most_rows: int) -> Reading | None:
    found = table(file, (*apps.WANTED, *body.WANTED, "steps"), most_rows)
    if found is None:
        return None
    for is_its, read in _LISTS:
        if is_its(found):
            return read(found, choices)
    source = apps.source_of(found)
    if source is not None:
        return apps.read_sets(found, source, choices)
    source = body.source_of(found)
    return None if source is None else body.read_body(found, source, choices)


def _is_list(files: list[File]) -> bool:
    """A single list of entries under another name."""
    if len(files) != 1:
        return False
    with files[0].open() as stream:
        return stream.read(200).lstrip(b"\xef\xbb\xbf \r\n\t").startswith(b"[")
