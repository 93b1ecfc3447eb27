"""Questions read into frames: what is wanted of which subjects, on which days; the rows' own examples."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from agents.offline.lexicon import language_of
from agents.offline.questions.annotated import Known
from agents.offline.questions.asked_units import in_units_asked
from agents.offline.questions.frames import Part
from agents.offline.questions.linked import Link
from agents.offline.questions.linked import link as linked
from agents.offline.questions.periods import read_periods
from agents.offline.questions.question_rules import PatternRow, SignRow, question_rules
from agents.offline.questions.reader import read_question
from agents.profile import Profile
from domains.registry import load

NOW = datetime(2026, 3, 11, 12, tzinfo=UTC)
TERMS = {term: name for table in load().vocabulary.values() for term, name in table.items()}
KNOWN = Known(NOW, (TERMS,), ("bench press", "squat", "running", "sleep", "pain", "kcal", "mood"))
Days = tuple[date, date] | None
RULES = question_rules()

NOT_BY_THE_ROW = frozenset(
    {
        "잠을 적게 자면 더 느려지나",
        "days over 2000 calories",
        "지금 몸무게 얼마지",
        "how much volume did I do last week?",
        "avg speed long rides",
        "the month before?",
    }
)
"""Examples that their own row does not decide where nothing is known but these names."""


def _read(text: str) -> tuple[Part, ...]:
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
    (part,) = _read(text)
    span = (part.periods[0].start, part.periods[0].end) if part.periods else None
    assert (part.statistic, part.subjects, span) == (statistic, subjects, days)


def test_a_comparison_has_both_its_stretches_of_days():
    (part,) = _read("compare running this month to last month")
    assert part.aim == "compare"
    assert [one.start for one in part.periods] == [date(2026, 3, 1), date(2026, 2, 1)]


@pytest.mark.parametrize("row", RULES.patterns, ids=lambda row: row.example)
def test_a_pattern_reads_its_example(row: PatternRow) -> None:
    reads = any(row.does in part.signs for part in _read(row.example))
    assert reads is (row.example not in NOT_BY_THE_ROW)


@pytest.mark.parametrize("row", RULES.splits, ids=lambda row: row.example)
def test_a_split_parts_its_example(row: PatternRow) -> None:
    parts = [part.text for part in _read(row.example)]
    assert len(parts) > 1 or (row.does == "tail" and len(parts[0]) < len(row.example))


@pytest.mark.parametrize(
    ("table", "told"),
    [("aims", "aim"), ("statistics", "statistic"), ("quantities", "quantity"), ("pers", "per")],
)
def test_a_table_decides_its_examples(table: str, told: str) -> None:
    rows: tuple[SignRow, ...] = getattr(RULES, table)
    wrong = [row.example for row in rows if row.is_ not in [getattr(p, told) for p in _read(row.example)]]
    assert set(wrong) <= NOT_BY_THE_ROW


@pytest.mark.parametrize("row", RULES.units_asked, ids=lambda row: row.example)
def test_a_unit_is_asked_for(row: PatternRow) -> None:
    metric = row.does in ("kg", "km")
    profile = Profile(user_id=1, weight_unit="lb" if metric else "kg", distance_unit="mi" if metric else "km")
    asked = in_units_asked(row.example, profile)
    assert row.does in (asked.weight_unit, asked.distance_unit)


@pytest.mark.parametrize(
    ("text", "link"),
    [
        ("how did I sleep that night", Link(nights=1)),
        ("how did I sleep the night before", Link(days=-1)),
        ("what did I do the day after", Link(days=1, nights=1)),
        ("그 전날 몇 시간 잤어", Link(days=-1)),
        ("다음 날 뭐 했어", Link(days=1, nights=1)),
        ("what did I eat that day", Link()),
        ("what did I eat", None),
    ],
)
def test_a_part_may_speak_of_a_day_that_another_finds(text: str, link: Link | None) -> None:
    assert linked(text, language_of(text)) == link


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("best squat, best bench and best deadlift", ["best squat", "best bench", "best deadlift"]),
        ("How did I sleep the night before my best squat?", ["my best squat", "How did I sleep before that"]),
        ("on the day of my best squat, how did I sleep?", ["my best squat", "how did I sleep that day"]),
        (
            "my goal is 180 g of protein, did I hit it today?",
            ["did I hit it today my goal is 180 g of protein"],
        ),
        ("술 마신 다음 날 기분 어때", ["술 마신 다음 날 기분 어때"]),
    ],
)
def test_a_message_is_parted_in_the_order_of_its_days(text: str, parts: list[str]) -> None:
    assert [part.text for part in _read(text)] == parts


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("the day before 5 march", date(2026, 3, 4)),
        ("how did I sleep the day after christmas", date(2025, 12, 26)),
    ],
)
def test_a_day_beside_a_day_is_that_one(text: str, days: date) -> None:
    assert [one.range.start for one in read_periods(text, NOW)] == [days]


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("steps on the 8th vs the 10th", [date(2026, 3, 8), date(2026, 3, 10)]),
        ("the 8th vs 10th steps", [date(2026, 3, 8), date(2026, 3, 10)]),
        ("how many more steps on the 20th than the 10th", [date(2026, 2, 20), date(2026, 3, 10)]),
        ("8일이랑 10일 걸음수 차이", [date(2026, 3, 8), date(2026, 3, 10)]),
        ("2월 8일과 10일 걸음수", [date(2026, 2, 8), date(2026, 2, 10)]),
        ("my 5th vs 6th rep", []),
        ("the 5th and 6th set", []),
    ],
)
def test_two_days_are_named_by_their_numbers(text: str, days: list[date]) -> None:
    assert [one.range.start for one in read_periods(text, NOW)] == days


def test_so_far_is_no_day_of_a_question():
    assert [one.phrase for one in read_periods("runs so far in march", NOW)] == ["in march"]


def test_the_week_of_a_day_is_its_whole_week():
    (week,) = read_periods("runs in the week of oct 12", NOW)
    assert (week.range.start, week.range.end) == (date(2025, 10, 6), date(2025, 10, 12))


def test_a_note_follows_from_its_example():
    wrong = [row.example for row in RULES.notes if not any(row.is_ in p.signs for p in _read(row.example))]
    assert set(wrong) <= NOT_BY_THE_ROW
