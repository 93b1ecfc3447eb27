"""Memory while files of any kind are imported: `python -m benchmarks.importing --json`.

Each file is sent to a bot in a process of its own, previewed and, where there is something to import,
imported by a tap; what counts is the process's highest resident memory (VmHWM), and the floor is a bot
at rest.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import json
import os
import re
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from pathlib import Path

from storage.entities import Frozen
from telegram_local.messages import StoredMessage
from tests.driver.person import Person

MOST_MB = 250
HEALTH = "apple_health_export/export.xml"
MB = 1024 * 1024
_HEADER = b"Date,Workout Name,Exercise Name,Set Order,Weight,Reps,Notes\n"


class Held(Frozen):
    """Megabytes at the highest, and the first lines that were said."""

    rss_mb: float
    said: str


class Importing(Frozen):
    """The last line of the output."""

    rest_mb: float
    most_mb: float
    files: dict[str, Held]


def _zipped(name: str, chunks: Iterator[bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive, archive.open(name, "w") as member:
        for chunk in chunks:
            member.write(chunk)
    return out.getvalue()


def _rows(count: int, day: Callable[[int], str], note: str = "") -> Iterator[bytes]:
    yield _HEADER
    for start in range(0, count, 1000):
        yield "".join(
            f"{day(n)},W,Bench Press (Barbell),{n % 30},{60 + n % 50},5,{note}\n"
            for n in range(start, start + 1000)
        ).encode()


def _day(n: int) -> str:
    """Thirty sets a day."""
    month, day = divmod(n // 30, 28)
    return f"{1990 + month // 12 % 35}-{month % 12 + 1:02}-{day + 1:02} 18:00:00"


def _moment(n: int) -> str:
    """A workout a set."""
    days, at = divmod(n, 900)
    return f"{1990 + days // 336}-{days // 28 % 12 + 1:02}-{days % 28 + 1:02} {at // 60:02}:{at % 60:02}:00"


def _list(count: int) -> Iterator[bytes]:
    entry = {
        "user_id": 1, "chat_id": 1, "text": "bench press 100x5", "kind": "log", "domains": ["strength"],
        "measures": [{"domain": "strength", "name": "bench press", "day": "2024-01-01", "weight": 100.0,
                      "weight_unit": "kg", "reps": 5, "sets": 1}],
    }  # fmt: skip
    yield b"["
    for n in range(count):
        day = _moment(n)[:10]
        one = {
            **entry,
            "id": f"e{n}",
            "message_id": n,
            "part": 0,
            "day": day,
            "logged_at": f"{day}T12:00:00Z",
        }
        yield (b"," if n else b"") + json.dumps(one).encode()
    yield b"]"


def made(size: float) -> dict[str, tuple[str, Callable[[], bytes]]]:
    """Names and what makes the contents. `size` 1: as big as a chat lets them be."""
    rows, length = int(1_200_000 * size) // 1000 * 1000, int(120 * MB * size)
    sets = int(47_500 * size) // 1000 * 1000
    return {
        "a zip of a CSV that is too long": ("a.zip", lambda: _zipped("a.csv", _rows(rows, _day, "x" * 50))),
        "ten years of sets": ("b.zip", lambda: _zipped("b.csv", _rows(sets, _day))),
        "a workout a set": ("c.zip", lambda: _zipped("c.csv", _rows(sets, _moment))),
        "long notes of four bytes a sign": (
            "d.zip",
            lambda: _zipped("d.csv", _rows(sets // 5, _day, "💪" * 250)),
        ),
        "one line": ("e.zip", lambda: _zipped("e.csv", iter([_HEADER[:-1], b",a" * (length // 2)]))),
        "a quote that never ends": (
            "f.zip",
            lambda: _zipped("f.csv", iter([_HEADER, b'"', b"a\n" * (length // 2)])),
        ),
        "lines that say nothing": (
            "g.zip",
            lambda: _zipped("g.csv", iter([_HEADER, b"x,y,z\n" * (length // 6)])),
        ),
        "a list of entries": ("h.zip", lambda: _zipped("entries.json", _list(sets))),
        "one giant entry": (
            "i.zip",
            lambda: _zipped("entries.json", iter([b'[{"id": "', b"a" * length, b'"}]'])),
        ),
        "a deep list": ("j.zip", lambda: _zipped("entries.json", iter([b"[" * length]))),
        "a diary in one file": (
            "k.zip",
            lambda: _zipped("k.md", (b"# 2024-01-01\nbench 80x5\n" for _ in range(sets))),
        ),
        "a note without an end": (
            "l.zip",
            lambda: _zipped("2024-01-01.md", iter([b"bench " * (length // 6)])),
        ),
        "a track of days": ("n.zip", lambda: _zipped("n.gpx", _track(int(520_000 * size)))),
        "what a phone knows of years": ("o.zip", lambda: _zipped(HEALTH, _phone(int(11_000 * size)))),
        "tags of ever new names": (
            "p.zip",
            lambda: _zipped(
                "p.gpx", iter([b"<gpx>", *(b"<a%d/>" % n for n in range(int(2_000_000 * size)))])
            ),
        ),
        "very many files": ("m.zip", lambda: _many(int(60_000 * size))),
    }


def _track(points: int) -> Iterator[bytes]:
    """A point a second, about 200 bytes each."""
    from tests.storage.importers.recorded import gpx_parts  # noqa: PLC0415 - where it is made

    return (part.encode() for part in gpx_parts(points))


def _phone(days: int) -> Iterator[bytes]:
    """Each day with steps by two devices, a night, a weight, a workout, and heart beats that nobody keeps."""
    from tests.storage.importers import recorded  # noqa: PLC0415 - as above

    head, tail = recorded.health(()).split(b"</HealthData>")
    yield head
    for number in range(days):
        day = (date(1995, 1, 1) + timedelta(days=number)).isoformat()
        told = (
            recorded.quantity("StepCount", "4000", f"{day} 09:00:00", "count"),
            recorded.quantity("StepCount", "4100", f"{day} 09:00:00", "count", "Phone"),
            recorded.quantity("BodyMass", "76.4", f"{day} 07:00:00", "kg"),
            recorded.slept("AsleepCore", f"{day} 00:00:00", f"{day} 06:30:00"),
            recorded.quantity("HeartRate", "61", f"{day} 12:00:00", "count/min") * 30,
            (
                f' <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="25" '
                f'totalDistance="5" totalDistanceUnit="km" startDate="{day} 18:00:00 +0100" '
                f'endDate="{day} 18:25:00 +0100"/>\n'
            ),
        )
        yield "".join(told).encode()
    yield b"</HealthData>" + tail


def _many(count: int) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for n in range(count):
            archive.writestr(f"{n}.pdf", b"")
    return out.getvalue()


async def _told(you: Person) -> StoredMessage:
    """What it says when it has read the file."""
    shown = await you.next_reply(within=900)
    while shown.text.startswith("⏳"):
        shown = await you.next_reply(within=900)
    return shown


async def _held(folder: Path, name: str, content: bytes, *, imported: bool) -> str:
    """Import one file into a bot of this process, or only look into it; what it says at the end."""
    from tests.driver.harness import running_bot  # noqa: PLC0415 - in the child only

    async with running_bot(folder) as (_, you):
        await you.ask("/help", within=120)
        if not name:
            return ""
        await you.document(content, name, mime="application/zip")
        shown = await _told(you)
        if not imported:
            return shown.text
        said = shown.text
        if "kg" in shown.labels:
            await you.tap(shown, "kg")
            shown = await you.edited(shown, within=600)
        button = next((label for label in shown.labels if label.startswith("Import")), None)
        if button is not None:
            await you.tap(shown, button)
            said = f"{said}\n{(await _told(you)).text}"
        return said


def child(path: str, *, imported: bool) -> None:
    """One file, or none, in this process."""
    with tempfile.TemporaryDirectory() as folder:
        content = Path(path).read_bytes() if path else b""
        said = asyncio.run(_held(Path(folder), Path(path).name, content, imported=imported))
    # not ru_maxrss: a child inherits that of the process it was forked from
    [peak_kb] = re.findall(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text("ascii"))
    peak = int(peak_kb) / 1024
    print(Held(rss_mb=round(peak, 1), said=said[:600]).model_dump_json())


def measured(path: Path | None, *, imported: bool = True) -> Held:
    """What a process of its own held at the most."""
    given = ["--child", str(path or ""), *([] if imported else ["--look"])]
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.importing", *given],
        capture_output=True, text=True, check=True, env={**os.environ, "PYTHONHASHSEED": "0"},
    )  # fmt: skip
    return Held.model_validate_json(done.stdout.splitlines()[-1])


def run(size: float, only: str = "", *, imported: bool = True) -> Importing:
    """Measure each file while it is imported, or only looked into."""
    rest = measured(None).rss_mb
    found: dict[str, Held] = {}
    with tempfile.TemporaryDirectory() as folder:
        for what, (name, make) in made(size).items():
            if only not in what:
                continue
            path = Path(folder) / name
            path.write_bytes(make())
            found[what] = measured(path, imported=imported)
            path.unlink()
    return Importing(rest_mb=rest, most_mb=max(held.rss_mb for held in found.values()), files=found)


def main() -> None:
    """Print a line a file, or JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=float, default=1.0, help="1: as big as a chat lets files be")
    parser.add_argument("--only", default="", help="files whose description has these words")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--look", action="store_true", help="as far as the preview")
    parser.add_argument("--child")
    given = parser.parse_args()
    if given.child is not None:
        child(given.child, imported=not given.look)
        return
    found = run(given.size, given.only, imported=not given.look)
    for what, held in found.files.items() if not given.json else ():
        print(f"{held.rss_mb:7.1f} MB  {what}")
    print(found.model_dump_json() if given.json else f"{found.rest_mb:7.1f} MB  at rest")


if __name__ == "__main__":
    main()
