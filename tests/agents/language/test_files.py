"""Parsed data files are kept. How the work of reading grows: tests/agents/offline/test_growth.py."""

import sys
from pathlib import Path

import pytest

from agents.language import files
from agents.language.triggers import TriggerFile


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
