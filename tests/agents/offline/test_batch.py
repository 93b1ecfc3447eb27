"""The line of `swealog parse --batch`."""

from __future__ import annotations

import json
from typing import cast

from agents.offline.batch import parse_line
from agents.offline.parser import parse
from agents.parser import ParserInput
from agents.profile import Profile
from agents.router import RouterOutput
from agents.types import InputType
from tests.agents.offline.test_parser import CONTEXT, NOW


def line(text: str, kind: InputType = InputType.LOG) -> dict[str, object]:
    given = ParserInput(
        text=text,
        now=NOW,
        profile=Profile(user_id=1),
        domain_context=CONTEXT,
        correction=kind is InputType.CORRECTION,
    )
    routed = RouterOutput(
        reasoning="",
        domain_selection_reasoning="",
        selected_domains=("strength",),
        confidence=1,
        input_type=kind,
    )
    parsed = None if kind is InputType.QUERY else parse(given)
    return cast("dict[str, object]", json.loads(parse_line("7", routed, given, parsed).json_line()))


def test_a_log_of_everything() -> None:
    found = line(
        "slept 7h, weight 180lb, bench 100 5x5, ran 5k in 25:30, 2500 kcal, mood 4/5, left knee hurts"
    )
    assert found["sets"] == [
        {
            "exercise": "bench press",
            "weight": 100.0,
            "reps": 5,
            "sets": 5,
            "date": "2026-11-21",
            "unit": None,
        },
        {"exercise": "run", "distance_m": 5000.0, "duration_s": 1530.0, "date": "2026-11-21"},
    ]
    assert (found["sleep_h"], found["body_weight_kg"], found["kcal"], found["mood"]) == (7, 81.65, 2500, 4)
    assert found["pain"] == ["left knee"]
    assert "energy" not in found
    assert (found["date"], found["dates"]) == ("2026-11-21", ["2026-11-21"])


def test_repeats_of_a_bout_and_what_was_eaten() -> None:
    sets = cast("list[dict[str, object]]", line("ran 6x400m")["sets"])
    assert (sets[0]["sets"], sets[0]["distance_m"]) == (6, 400.0)
    assert line("chicken and rice 650 kcal")["meals"] == ["chicken and rice"]
    assert line("ran 2k in 7:45.3")["sets"] == [
        {"exercise": "run", "distance_m": 2000.0, "duration_s": 465.3, "date": "2026-11-21"}
    ]


def test_a_correction_tells_the_new_value() -> None:
    correction = InputType.CORRECTION
    assert line("185 not 85", correction)["correction"] == {"to": 185.0, "from": 85.0}
    assert line("it was yesterday", correction)["correction"] == {"to": "2026-11-20", "what": "date"}
    assert line("kg not lb", correction)["correction"] == {"to": "kg", "what": "unit"}
    assert line("delete the last set", correction)["correction"] == {"to": "delete", "what": "set"}


def test_a_question_has_no_sets() -> None:
    assert line("what was my best bench?", InputType.QUERY) == {
        "id": "7",
        "input_type": "query",
        "domains": ["strength"],
    }
