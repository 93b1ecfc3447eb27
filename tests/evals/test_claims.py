"""An answer that is not right is a wrong claim, unless it says that it can't tell."""

from __future__ import annotations

import pytest

from evals.cases import Slices
from evals.claims import Stance, quoted, stance
from evals.report import as_json, claims
from evals.running import Seen, SetResult

_CLOSEST = "These entries come closest:\n• Fri 13 Nov: “knee felt odd on the stairs”"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("You logged running on 3 days.", "wrong claim"),
        ("You have logged no running.", "wrong claim"),
        ("Yes: your last run was on Mon 2 Nov.", "wrong claim"),
        (_CLOSEST, "honest"),
        (f"I can't tell a number from words alone. {_CLOSEST}", "honest"),
        (f"{_CLOSEST}\nYour average sleep is 7 h.", "wrong claim"),
        ("I found nothing about trail shoes in your log.", "honest"),
        ("I can't judge that, but this is what you logged: sleep 7 h.", "honest"),
        ("In general (not from your log): short nights make sets harder.", "honest"),
        ("가장 가까운 기록이에요:\n• 11월 13일(금): “무릎이 이상”", "honest"),
        ("이번 주 달리기는 3일이에요.", "wrong claim"),
        ("", "honest"),
    ],
)
def test_what_a_wrong_answer_does(text: str, expected: Stance) -> None:
    assert stance(text, right=False, asks=False) == expected
    assert stance(text, right=True, asks=False) == "right"


def test_asking_back_claims_nothing_and_a_barred_value_always_does() -> None:
    assert stance("Which one?", right=False, asks=True) == "honest"
    assert stance("I can't tell, perhaps 5 h.", right=False, asks=False, barred=("5 h",)) == "wrong claim"
    assert stance(_CLOSEST, right=False, asks=False, barred=("knee",)) == "honest"


def test_only_quotations_are_quoted() -> None:
    assert quoted(f"Bench:\n• Mon 2 Nov: 80 kg\n{_CLOSEST}") == [
        "• Fri 13 Nov: “knee felt odd on the stairs”"
    ]


def test_claims_are_counted_in_the_table_and_for_programs() -> None:
    slices = Slices(language="en", phenomenon="why", length="short", part="open", file="ann")
    taken: list[tuple[Stance, bool | None]] = [
        ("right", None),
        ("honest", True),
        ("honest", False),
        ("wrong claim", None),
    ]
    seen = tuple(
        Seen(f"{at}", slices, right=one == "right", checks={}, got="", stance=one, entry_shown=entry)
        for at, (one, entry) in enumerate(taken)
    )
    (line,) = claims(seen)
    assert "wrong claims 1 (25.0%), honest 2 (50.0%)" in line
    assert "1 of 2 quotations" in line
    assert as_json(SetResult("questions", "all", seen), "offline")["claims"] == {
        "cases": 4,
        "right": 1,
        "wrong_claims": 1,
        "honest": 2,
        "honest_with_entry": 1,
        "honest_with_entry_of": 2,
    }
