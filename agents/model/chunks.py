"""More entries than fit one call: read in parts of about equal size, side by side, and put together by code.

Figures are code's, over all entries, and every part is shown them; the parts differ in the words they read.
References are the same in all parts, so what they find fits together.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable, Iterable, Sequence

from agents.analyzer import AnalyzerInput, AnalyzerOutput
from agents.limits import CallLimits
from agents.memory import tokens
from agents.model import analyzer
from agents.model.analyzer import AnalyzerWire, FindingWire, GapWire, Refs
from agents.model.calls.ask import Ask
from agents.model.context.shown import shown_to
from agents.types import Gap, GapType, Sufficiency
from storage.entities import Entry

Answer = Callable[[Ask[AnalyzerWire]], Awaitable[AnalyzerWire | None]]
_RESERVE = 0.85
"""How full a prompt is made: the count of tokens is an estimate."""
_LEAST = 8
"""Tokens of the shortest entry."""
_FEW = 0.25
"""How full a prompt may get by entries before it is counted in full."""


def needed(given: AnalyzerInput, floor: AnalyzerOutput, limits: CallLimits) -> bool:
    """Whether the entries to be read outgrow one call."""
    among = analyzer.needed(given, floor)
    if among is not None:
        return False
    room = limits.prompt_tokens * _RESERVE
    if len(given.entries) * _LEAST > room:
        return True
    size = tokens(shown_to(given, floor).entry_lines())
    return size > room * _FEW and _around(given, floor) + size > room


async def analyze(
    given: AnalyzerInput,
    floor: AnalyzerOutput,
    answer: Answer,
    tool_context: str,
    limits: CallLimits,
) -> AnalyzerOutput | None:
    """The analysis of all parts; None when nobody answered for any of them."""
    asks, unread = await asyncio.to_thread(_asks, given, floor, tool_context, limits)
    told = [one for one in await asyncio.gather(*map(answer, asks)) if one is not None]
    if not told:
        return None
    most = analyzer.MOST_FINDINGS * len(told)
    analysis = await asyncio.to_thread(analyzer.output, merged(told), given, floor, most_findings=most)
    if not unread:
        return analysis
    words = Gap(
        key="unread",
        description=f"what was written up to {unread[-1].day}",
        gap_type=GapType.TEMPORAL,
        severity="nice_to_have",
        searched=True,
    )
    return analysis.model_copy(update={"gaps": (*analysis.gaps, words)})


def _asks(
    given: AnalyzerInput, floor: AnalyzerOutput, tool_context: str, limits: CallLimits
) -> tuple[list[Ask[AnalyzerWire]], list[Entry]]:
    """A request for each part, and the entries that no part has."""
    parts, unread = split(given, floor, limits)
    return [
        analyzer.ask(
            given,
            floor,
            tool_context,
            among=[entry.id for entry in part],
            note=f"You read part {place} of {len(parts)} of the entries, {part[0].day} to {part[-1].day}; the"
            " facts are about all of them. Others read the rest: what is not in your part may be there.",
        )
        for place, part in enumerate(parts, 1)
    ], unread


def split(
    given: AnalyzerInput, floor: AnalyzerOutput, limits: CallLimits
) -> tuple[list[list[Entry]], list[Entry]]:
    """The entries in parts of about as many tokens, in time, and the oldest that are too many."""
    shown = shown_to(given, floor)
    room = max(1, math.floor(limits.prompt_tokens * _RESERVE) - _around(given, floor))
    sizes = [tokens(shown.entry_line(entry)) + 1 for entry in shown.entries]
    fits = _newest_within(sizes, room * limits.chunks)
    entries, sizes = shown.entries[-fits:], sizes[-fits:]
    count = max(1, min(math.ceil(sum(sizes) / room), limits.chunks, len(entries)))
    return _balanced(entries, sizes, count), list(shown.entries[: len(shown.entries) - fits])


def _newest_within(sizes: Sequence[int], room: int) -> int:
    """How many of the newest fit, at least one."""
    used = 0
    for count, size in enumerate(reversed(sizes)):
        used += size
        if used > room:
            return max(count, 1)
    return len(sizes)


def _balanced(entries: Sequence[Entry], sizes: Sequence[int], count: int) -> list[list[Entry]]:
    """Each entry goes to the part in which its middle lies."""
    total = sum(sizes)
    parts: list[list[Entry]] = [[] for _ in range(count)]
    before = 0
    for entry, size in zip(entries, sizes, strict=True):
        place = min(count - 1, int((before + size / 2) * count / total))
        parts[place].append(entry)
        before += size
    return [part for part in parts if part]


def _around(given: AnalyzerInput, floor: AnalyzerOutput) -> int:
    """Tokens of everything in a request but the entries."""
    bare = analyzer.ask(given, floor, given.global_context, among=())
    return tokens(bare.instructions) + tokens(bare.context)


def merged(told: Sequence[AnalyzerWire]) -> AnalyzerWire:
    """Findings of all parts, the same claim once with the references of each; gaps united.

    A part misses what another has: a gap that a search could fill is critical only if every part says so.
    """
    gaps = tuple(_united(told))
    critical = any(gap.severity == "critical" for gap in gaps)
    return AnalyzerWire(
        query_intent=told[0].query_intent,
        findings=_findings([finding for one in told for finding in one.findings]),
        patterns=list(dict.fromkeys(pattern for one in told for pattern in one.patterns)),
        gaps=list(gaps),
        verdict_reasoning=" ".join(dict.fromkeys(one.verdict_reasoning for one in told)),
        verdict=Sufficiency.INSUFFICIENT if critical else Sufficiency.SUFFICIENT,
    )


def _findings(findings: Sequence[FindingWire]) -> list[FindingWire]:
    """Without "there is nothing" of one part where another part has something."""
    there = {finding.sub_query for finding in findings if finding.refs}
    found: dict[tuple[int, str], FindingWire] = {}
    for finding in findings:
        if not (finding.refs or finding.general) and finding.sub_query in there:
            continue
        key = finding.sub_query, " ".join(finding.claim.casefold().split())
        known = found.get(key)
        refs: Refs = list(dict.fromkeys([*(known.refs if known else []), *finding.refs]))
        found[key] = (known or finding).model_copy(update={"refs": refs})
    return sorted(found.values(), key=lambda finding: (finding.sub_query, finding.general))


def _united(told: Sequence[AnalyzerWire]) -> Iterable[GapWire]:
    by_key: dict[str, list[GapWire]] = {}
    for one in told:
        for key, gap in {gap.key.casefold().strip(): gap for gap in one.gaps}.items():
            by_key.setdefault(key, []).append(gap)
    for gaps in by_key.values():
        worst = next((gap for gap in gaps if gap.severity == "critical"), gaps[0])
        by_search = worst.gap_type not in (GapType.SUBJECTIVE, GapType.CLARIFICATION)
        everywhere = len(gaps) == len(told) and all(gap.severity == "critical" for gap in gaps)
        if worst.severity == "critical" and by_search and not everywhere:
            worst = worst.model_copy(update={"severity": "nice_to_have"})
        yield worst
