"""How the work of reading grows with a message's length, counted in calls, and what is kept of data files."""

import sys
from pathlib import Path

import pytest

from agents.language import files
from agents.language.reading import read_log
from agents.language.triggers import TriggerFile
from agents.profile import Profile
from benchmarks.parsing import DIARY
from evals.playing import everything
from evals.rows import NOW

_SHORT, _TIMES = 300, 4
_MOST = 1.3 * _TIMES
"""16 would be quadratic."""


def calls(text: str) -> int:
    """How many functions are called to read it."""
    count = 0

    def called(*_: object) -> None:
        nonlocal count
        count += 1

    profile, context = Profile(user_id=1), everything()
    sys.setprofile(called)
    try:
        read_log(text, NOW, profile, context)
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize(
    "piece",
    [
        "5x", "1/2/", "111 ", "1 x 25 ", "100/", "1,000,", "5:", "12-", "1h ", "bench 185x5x3, ",
        "bench\n5x5\n", "60kg x10, x8 ", "bench 100kg, ", "squat x ", "1시간 ", "벤치 80kg 5회 3세트, ",
        "벤치", "not 5 ", "for ", "on monday ", "ran 5k in 25:30, ", "chicken 600 kcal ", "1.", DIARY,
    ],
)  # fmt: skip
def test_four_times_the_length_is_four_times_the_work(piece: str) -> None:
    short, long = (piece * max(1, length // len(piece)) for length in (_SHORT, _TIMES * _SHORT))
    calls(short)
    grown = len(long) / len(short) * _MOST / _TIMES
    assert calls(long) <= grown * calls(short)


def test_a_parsed_file_is_kept_until_it_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    first = files.read_data(TriggerFile, "en", "assertion.yaml")
    (kept,) = tmp_path.rglob("*.json")
    assert files.read_data(TriggerFile, "en", "assertion.yaml") == first
    held = kept.read_bytes()
    kept.write_bytes(b"0" * 64 + b"{}")
    assert files.read_data(TriggerFile, "en", "assertion.yaml") == first
    assert kept.read_bytes() == held


@pytest.mark.parametrize("broken", [b"", b"\0", b'{"language": ', b"\xff"])
def test_what_was_kept_badly_is_made_again(
    broken: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    first = files.read_data(TriggerFile, "en", "assertion.yaml")
    (kept,) = tmp_path.rglob("*.json")
    whole = kept.read_bytes()
    kept.write_bytes(whole[:64] + broken)
    assert files.read_data(TriggerFile, "en", "assertion.yaml") == first
    assert kept.read_bytes() == whole


def test_a_folder_that_cannot_be_written_to_is_no_matter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path / "file"))
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    assert files.read_data(TriggerFile, "en", "assertion.yaml").language
