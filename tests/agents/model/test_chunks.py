"""A year of entries: read in parts that fit, nothing lost and nothing twice."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st

from agents.analyzer import AnalyzerInput, AnalyzerOutput
from agents.limits import CallLimits
from agents.memory import tokens
from agents.model import analyzer, chunks
from agents.model.analyzer import AnalyzerWire, FindingWire, GapWire
from agents.model.calls.ask import Ask
from agents.offline.engine import OfflineEngine
from agents.types import GapType, Sufficiency
from tests.agents.diary import entry, lift, sleep
from tests.agents.model.played import asked

Material = tuple[AnalyzerInput, AnalyzerOutput]
SMALL = CallLimits(prompt_tokens=24_000)


_LIVED: dict[tuple[int, str], Material] = {}


async def year(entries: int, words: str = "slept badly, the neighbours had a party again") -> Material:
    """A question why, over so many entries; nobody changes it."""
    if (entries, words) not in _LIVED:
        _LIVED[entries, words] = await lived(entries, words)
    return _LIVED[entries, words]


async def lived(entries: int, words: str) -> Material:
    _, engine = await asked("lifter", "why did bench feel heavy this week?")
    given, _ = engine.analyzed[-1]
    today = given.now.date()
    many = [
        entry(
            day := today - timedelta(days=number * 365 // entries),
            lift(day, 80 + number % 20, 5, unit="kg"),
            sleep(day, 6 + number % 3),
            text=f"bench, and {words} {number}",
            name=f"Y{number:05d}",
        )
        for number in range(entries)
    ]
    given = given.model_copy(update={"entries": tuple(many)})
    return given, await OfflineEngine().analyze(given)


class Readers:
    """One model per part; each finds something in its first entry."""

    def __init__(self, *, silent: int = 0) -> None:
        self.asks: list[Ask[AnalyzerWire]] = []
        self.silent = silent

    async def answer(self, ask: Ask[AnalyzerWire]) -> AnalyzerWire | None:
        self.asks.append(ask)
        if len(self.asks) <= self.silent:
            return None
        first = self.read(ask)[0]
        claim = f"Something stands out in {'abcdefghij'[len(self.asks) - 1]}."
        return AnalyzerWire(
            query_intent="why",
            findings=[FindingWire(claim=claim, refs=[first])],
            verdict_reasoning="",
            verdict=Sufficiency.SUFFICIENT,
        )

    def read(self, ask: Ask[AnalyzerWire]) -> list[str]:
        lines = ask.context.splitlines()
        return [line.split(" ", 1)[0] for line in lines if line.startswith("E") and " | bench" in line]


async def test_a_few_entries_need_no_chunks():
    given, floor = await year(40)
    assert not chunks.needed(given, floor, CallLimits())


async def test_a_year_is_read_whole_within_the_limits():
    given, floor = await year(1500)
    assert chunks.needed(given, floor, SMALL)
    readers = Readers()
    analysis = await chunks.analyze(given, floor, readers.answer, "", SMALL)
    assert analysis is not None
    read = Counter(ref for ask in readers.asks for ref in readers.read(ask))
    assert sorted(read) == sorted(f"E{n}" for n in range(1, 1501))
    assert set(read.values()) == {1}
    sizes = [tokens(ask.instructions) + tokens(ask.context) for ask in readers.asks]
    assert max(sizes) <= SMALL.prompt_tokens
    assert max(sizes) <= min(sizes) * 1.2
    told = [finding for finding in analysis.findings if finding.claim.startswith("Something stands out")]
    assert len(told) == len(readers.asks) > 1
    ids = {one.id for one in given.entries}
    assert all(set(finding.evidence) <= ids and finding.evidence for finding in told)


async def test_every_part_sees_the_figures_over_all_entries():
    given, floor = await year(1500)
    readers = Readers()
    await chunks.analyze(given, floor, readers.answer, "", SMALL)
    facts = analyzer.shown_to(given, floor).fact_lines()
    assert facts
    assert all(facts in ask.context for ask in readers.asks)
    assert len({ask.instructions for ask in readers.asks}) == 1


async def test_a_part_nobody_read_does_not_spoil_the_others():
    given, floor = await year(1500)
    readers = Readers(silent=1)
    analysis = await chunks.analyze(given, floor, readers.answer, "", SMALL)
    assert analysis is not None
    told = [finding for finding in analysis.findings if finding.claim.startswith("Something stands out")]
    assert len(told) == len(readers.asks) - 1


async def test_nobody_answers():
    given, floor = await year(1500)
    readers = Readers(silent=99)
    assert await chunks.analyze(given, floor, readers.answer, "", SMALL) is None


async def test_what_is_too_much_for_all_chunks_is_left_to_the_figures():
    given, floor = await year(1500)
    few = CallLimits(prompt_tokens=12_000, chunks=2)
    readers = Readers()
    analysis = await chunks.analyze(given, floor, readers.answer, "", few)
    assert analysis is not None
    assert len(readers.asks) == 2
    newest = {ref for ask in readers.asks for ref in readers.read(ask)}
    assert "E1500" in newest
    assert "E1" not in newest
    assert [gap.key for gap in analysis.gaps] == ["unread"]
    assert analysis.verdict is Sufficiency.SUFFICIENT


async def test_a_lookup_never_needs_chunks():
    _, engine = await asked("lifter", "what's my bench PR?")
    given, _ = engine.analyzed[-1]
    many, _ = await year(1500)
    given = given.model_copy(update={"entries": many.entries})
    floor = await OfflineEngine().analyze(given)
    assert not chunks.needed(given, floor, SMALL)


@settings(max_examples=15, deadline=None)
@drawn(entries=st.integers(1, 400), words=st.text("abc ", max_size=300), size=st.integers(4000, 12_000))
async def test_parts_are_in_time_and_complete(entries: int, words: str, size: int):
    given, floor = await year(entries, words)
    parts, unread = chunks.split(given, floor, CallLimits(prompt_tokens=size, chunks=50))
    together = [one.id for part in parts for one in part]
    assert [one.id for one in unread] + together == [
        one.id for one in analyzer.shown_to(given, floor).entries
    ]
    assert all(parts)


# --- Putting together -------------------------------------------------------------------------------------


def part(*findings: FindingWire, gaps: tuple[GapWire, ...] = ()) -> AnalyzerWire:
    return AnalyzerWire(
        query_intent="why",
        findings=list(findings),
        gaps=list(gaps),
        verdict_reasoning="so",
        verdict=Sufficiency.SUFFICIENT,
    )


def gap(key: str, severity: str, kind: GapType = GapType.TOPICAL) -> GapWire:
    return GapWire.model_validate({"key": key, "description": key, "gap_type": kind, "severity": severity})


def test_the_same_claim_of_two_parts_is_one_with_both_references():
    merged = chunks.merged(
        [
            part(FindingWire(claim="Late  coffee.", refs=["E1"])),
            part(FindingWire(claim="late coffee.", refs=["E9"])),
        ]
    )
    assert [(f.claim, f.refs) for f in merged.findings] == [("Late  coffee.", ["E1", "E9"])]


def test_nothing_in_one_part_is_no_finding_where_another_has_something():
    merged = chunks.merged(
        [
            part(FindingWire(claim="Nothing about coffee.")),
            part(FindingWire(claim="Late coffee.", refs=["E9"])),
        ]
    )
    assert [f.claim for f in merged.findings] == ["Late coffee."]


@pytest.mark.parametrize(
    ("gaps", "severity", "verdict"),
    [
        (((gap("a", "critical"),), (gap("A", "critical"),)), "critical", "insufficient"),
        (((gap("a", "critical"),), ()), "nice_to_have", "sufficient"),
        (((gap("a", "critical"),), (gap("a", "nice_to_have"),)), "nice_to_have", "sufficient"),
        (((gap("a", "critical", GapType.SUBJECTIVE),), ()), "critical", "insufficient"),
    ],
)
def test_what_one_part_misses_another_may_have(
    gaps: tuple[tuple[GapWire, ...], ...], severity: str, verdict: str
):
    merged = chunks.merged([part(gaps=own) for own in gaps])
    assert [one.severity for one in merged.gaps] == [severity]
    assert merged.verdict.value == verdict
