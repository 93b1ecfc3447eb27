"""Questions read into frames: what is wanted of which subjects, on which days; the rows' own examples."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from agents.offline.questions.annotated import Known
from agents.offline.questions.frames import QuestionFrame
from agents.offline.questions.question_rules import PatternRow, SignRow, question_rules
from agents.offline.questions.reader import read_question
from domains.registry import load

NOW = datetime(2026, 3, 11, 12, tzinfo=UTC)
TERMS = {term: name for table in load().vocabulary.values() for term, name in table.items()}
KNOWN = Known(NOW, TERMS, ("bench press", "squat", "running", "sleep", "pain", "kcal", "mood"))
Days = tuple[date, date] | None
RULES = question_rules()

NOT_BY_THE_ROW = frozenset(
    {
        "bench on nights under 6 h vs other days",
        "잠을 적게 자면 더 느려지나",
        "bench under 6 h of sleep",
        "days over 2000 calories",
        "지금 몸무게 얼마지",
        "how much volume did I do last week?",
        "avg speed long rides",
        "the month before?",
    }
)
"""Examples that their own row does not decide where nothing is known but these names."""


def _read(text: str) -> QuestionFrame:
    return read_question(text, KNOWN)


@pytest.mark.parametrize(
    ("text", "statistic", "subjects", "days"),
    [
        ("best squat ever", "record", ("squat",), None),
        ("when did I last squat", "last", ("squat",), None),
        ("is my bench going up", "trend", ("bench press",), None),
        ("how much did I bench last week", "sum", ("bench press",), (date(2026, 3, 2), date(2026, 3, 8))),
        ("how many runs this month", "count", ("run",), (date(2026, 3, 1), date(2026, 3, 31))),
        ("average sleep last month", "average", ("sleep",), (date(2026, 2, 1), date(2026, 2, 28))),
        ("how far did I run yesterday", "sum", ("run",), (date(2026, 3, 10), date(2026, 3, 10))),
        ("how many rest days in February", "rest_days", (), (date(2026, 2, 1), date(2026, 2, 28))),
        ("지난주에 몇 번 뛰었어?", "count", ("run",), (date(2026, 3, 2), date(2026, 3, 8))),
        ("스쿼트 최고 기록", "record", ("squat",), None),
    ],
)
def test_a_plain_question_is_one_frame(
    text: str, statistic: str, subjects: tuple[str, ...], days: Days
) -> None:
    (part,) = _read(text).parts
    span = (part.periods[0].start, part.periods[0].end) if part.periods else None
    assert (part.statistic, part.subjects, span) == (statistic, subjects, days)


def test_a_comparison_has_both_its_stretches_of_days():
    (part,) = _read("compare running this month to last month").parts
    assert part.aim == "compare"
    assert [one.start for one in part.periods] == [date(2026, 3, 1), date(2026, 2, 1)]


def test_a_reminder_is_a_wish_and_no_question():
    assert [one.wish for one in _read("remind me to squat tomorrow").requests] == ["reminder"]


@pytest.mark.parametrize("row", RULES.patterns, ids=lambda row: row.example)
def test_a_pattern_reads_its_example(row: PatternRow) -> None:
    reads = any(row.does in part.signs for part in _read(row.example).parts)
    assert reads is (row.example not in NOT_BY_THE_ROW)


@pytest.mark.parametrize("row", RULES.splits, ids=lambda row: row.example)
def test_a_split_parts_its_example(row: PatternRow) -> None:
    assert len(_read(row.example).parts) > 1


@pytest.mark.parametrize(
    ("table", "told"),
    [("aims", "aim"), ("statistics", "statistic"), ("quantities", "quantity"), ("pers", "per")],
)
def test_a_table_decides_its_examples(table: str, told: str) -> None:
    rows: tuple[SignRow, ...] = getattr(RULES, table)
    wrong = [
        row.example for row in rows if row.is_ not in [getattr(p, told) for p in _read(row.example).parts]
    ]
    assert set(wrong) <= NOT_BY_THE_ROW


def test_a_note_follows_from_its_example():
    wrong = [
        row.example for row in RULES.notes if not any(row.is_ in p.signs for p in _read(row.example).parts)
    ]
    assert set(wrong) <= NOT_BY_THE_ROW
