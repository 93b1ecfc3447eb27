"""Sets told in many ways: each line is a message and the sets that it tells, `name load repetitions sets`."""

from __future__ import annotations

import re
from collections import Counter
from itertools import cycle, product
from pathlib import Path

import pytest

from tests.agents.offline.test_parser import measures, read

Told = Counter[tuple[str, float | None, str | None, int | None]]

MESSAGES = (Path(__file__).parent / "told_ways.txt").read_text(encoding="utf-8")
WAYS = """
{n} {l} {s}x{r}
{n}: {s}x{r} {l}
{n} {s}x{r}@{l}
{n} {s}x{r} w/ {l}
{n} {l} for {s} sets of {r}
{n} {s} sets {r} reps {l}
{s}x{r} {n} at {l}
{l} {n} {s}x{r}
did {s} sets of {r} on {n} with {l}
{n} - {l} - {s}x{r}
{n} {s} * {r} * {l}
{n} {l}x{r}x{s}
{n} ({l}) {s}x{r}
{n} {l}, {s} sets, {r} reps
{n} {l} for {r}, {s} times
{n} {s} by {r} at {l}
"""
LOADS = {"60kg": (60.0, "kg"), "102.5 kg": (102.5, "kg"), "225lbs": (225.0, "lb"), "140": (140.0, None)}
NAMES = {"bench": "bench press", "rdls": "romanian deadlift", "Leg Press": "leg press"}
REMARKS = ("", ", felt heavy", " (last one was a grind)", " RPE 8", ", PR!", " in 25 min")


def _told(text: str) -> Told:
    found: Told = Counter()
    for one in measures(read(text)):
        found[one.name, one.weight, one.weight_unit, one.reps] += one.sets
    return found


def _wanted(line: str) -> Told:
    sets: Told = Counter()
    for one in line.split(";"):
        *name, load, reps, times = one.split()
        figure = re.fullmatch(r"([\d.]+)(kg|lb)?", load)
        weight, unit = (float(figure[1]), figure[2]) if figure else (None, None)
        sets[" ".join(name), weight, unit, None if reps == "-" else int(reps)] += int(times)
    return sets


@pytest.mark.parametrize("line", MESSAGES.strip().splitlines())
def test_the_sets_of_a_message(line: str) -> None:
    text, _, sets = line.partition(" ||| ")
    assert _told(text.replace("\\n", "\n")) == _wanted(sets)


@pytest.mark.parametrize("way", WAYS.strip().splitlines())
def test_the_same_sets_in_every_order_and_with_any_remark(way: str) -> None:
    cases = product(NAMES.items(), LOADS.items(), REMARKS)
    times = cycle(((5, 3), (8, 4), (3, 6), (5, 3), (3, 6)))  # in turns, so that each meets each of the others
    for ((name, canonical), (load, (weight, unit)), remark), (reps, sets) in zip(cases, times, strict=False):
        text = way.format(n=name, l=load, r=reps, s=sets) + remark
        assert _told(text) == Counter({(canonical, weight, unit, reps): sets}), text


def test_an_absurd_number_of_sets_is_said_and_not_stored() -> None:
    output = read("squat 80kg x5 x40")
    assert measures(output) == []
    assert any("40 sets" in str(problem) for entry in output.entries for problem in entry.problems)
    assert _told("bench 40 sets of 1 at 80kg") == Counter({("bench press", 80.0, "kg", 1): 40})
