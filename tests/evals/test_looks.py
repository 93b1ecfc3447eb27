"""Looks at the sealed third are few, and told."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

from evals import command, looks


def test_a_look_is_logged_and_the_days_second_one_gets_the_first_ones_score(tmp_path: Path) -> None:
    log = tmp_path / "looks.csv"
    monday, tuesday = date(2026, 11, 23), date(2026, 11, 24)
    assert looks.looked(monday, log) is None
    looks.remember("F1 0.9, right 0.8", monday, log)
    assert looks.looked(monday, log) == "F1 0.9, right 0.8"
    assert looks.looked(tuesday, log) is None
    looks.remember("F1 0.91", tuesday, log)
    assert log.read_text("utf-8").splitlines() == ['2026-11-23,"F1 0.9, right 0.8"', "2026-11-24,F1 0.91"]


async def test_what_is_sealed_is_scored_by_itself_once_a_day_and_none_of_it_is_shown(tmp_path: Path) -> None:
    log = tmp_path / "looks.csv"
    usual = command.Chosen(sets=("parsing",), only="shorthand", misses=True, looks=log)
    assert not any("held out" in line for line in (await command.lines(usual, None, json_=False)).lines)
    assert not log.exists()

    look = replace(usual, parts=("held out",))
    first = (await command.lines(look, None, json_=False)).lines
    assert any("part: held out" in line for line in first)
    assert not any(line.lstrip().startswith("- ") for line in first)
    (score,) = log.read_text("utf-8").splitlines()
    (again,) = (await command.lines(look, None, json_=False)).lines
    assert again.removeprefix("looked at today already: ") in score
