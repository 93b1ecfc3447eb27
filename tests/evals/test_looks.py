"""Looks at the sealed third are few, and told."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from evals import looks


def test_a_look_is_logged_and_the_days_second_one_gets_the_first_ones_score(tmp_path: Path) -> None:
    log = tmp_path / "looks.csv"
    monday, tuesday = date(2026, 11, 23), date(2026, 11, 24)
    assert looks.looked(monday, log) is None
    looks.remember("F1 0.9, right 0.8", monday, log)
    assert looks.looked(monday, log) == "F1 0.9, right 0.8"
    assert looks.looked(tuesday, log) is None
    looks.remember("F1 0.91", tuesday, log)
    assert log.read_text("utf-8").splitlines() == ['2026-11-23,"F1 0.9, right 0.8"', "2026-11-24,F1 0.91"]
