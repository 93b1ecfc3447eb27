"""A language is added with data alone: German files beside the others, and German logs are read."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import agents

GERMAN = Path(__file__).parent / "german"
REPOSITORY = Path(agents.__file__).parents[1]
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
    "morgen Kreuzheben 150 kg": [],
    "mein Bruder hat 120 kg Bankdrücken geschafft": [],
    "bench 80kg 5x5, felt heavy": ["bench press 80.0 5 x5 0"],
    "벤치 80키로 5개 3세트": ["bench press 80.0 5 x3 0"],
}
READ = """
import json, sys
from datetime import UTC, datetime
from agents.language.reading import read_log
from agents.profile import Profile
from domains.registry import load

now = datetime(2026, 11, 21, 10, tzinfo=UTC)
registry = load()
context = registry.combine(registry.domains)
def shown(one):
    day = (one.day - now.date()).days
    if one.reps is not None:
        return f"{one.name} {one.weight or '-'} {one.reps} x{one.sets} {day}"
    if one.distance_m is not None:
        return f"{one.name} {one.distance_m:.0f} {one.duration_s or 0:.0f} {day}"
    return f"{one.name} {one.value if one.value is not None else one.text} {day}"
for text in json.load(sys.stdin):
    print(json.dumps([shown(one) for one in read_log(text, now, Profile(user_id=1), context).measures]))
"""


@pytest.fixture(scope="module")
def german(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a copy of the package that has the German files; nothing else differs."""
    root = tmp_path_factory.mktemp("with_german")
    shutil.copytree(Path(agents.__file__).parent, root / "agents")  # and what was compiled of it
    shutil.copytree(GERMAN, root / "agents" / "language" / "data" / "de")
    return root


def run(root: Path, *arguments: str, said: str = "") -> str:
    """What Python prints that finds the copy first."""
    told = subprocess.run(  # noqa: S603 - this interpreter, on a copy of this code
        [sys.executable, *arguments],
        input=said,
        env={"PYTHONPATH": f"{root}:{REPOSITORY}", "PYTHONUTF8": "1"},
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    assert not told.returncode, told.stderr
    return told.stdout


@pytest.fixture(scope="module")
def read(german: Path) -> dict[str, list[str]]:
    """What it reads in the logs."""
    lines = run(german, "-c", READ, said=json.dumps(list(LOGS))).splitlines()
    return dict(zip(LOGS, map(json.loads, lines), strict=True))


def test_blind_messages_are_read_about_as_well_as_at_first_look(german: Path) -> None:
    examples = str(REPOSITORY / "evals" / "data" / "german")
    scores = json.loads(run(german, "-m", "evals", "--set", "parsing", "--json", "--examples", examples))
    assert scores["slices"]["all"]["f1"] > 0.62


@pytest.mark.parametrize("text", LOGS)
def test_a_log_is_read_in_a_language_of_which_there_are_only_words(
    text: str, read: dict[str, list[str]]
) -> None:
    assert read[text] == LOGS[text]
