"""Is an agent's output what the label says? Each check by its name; a message is right when all are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import date

from agents.analyzer import AnalyzerOutput
from agents.evaluator import EvaluatorOutput
from agents.parser import ParserOutput
from agents.planner import PlannerOutput
from agents.router import RouterOutput
from agents.types import InputType, Verdict
from domains.registry import load
from evals import rows
from evals.cases import Analysing, Clarifying, Evaluating, Parsing, Planning, Routing
from evals.claims import Stance
from evals.playing import Wanted
from storage.entities import DateRange, Measure


@dataclass(frozen=True)
class Judgement:
    """What was right, and what came instead. The counts are rows of a log, for F1."""

    checks: dict[str, bool]
    got: str
    rows_right: int = 0
    rows_wrong: int = 0
    rows_missed: int = 0
    counts: bool = field(default=False)
    stance: Stance | None = None
    """Of answers: right, honest or a wrong claim."""
    entry_shown: bool | None = None
    """Whether the entry that explains it is quoted, where entries are and the label says which."""

    @property
    def right(self) -> bool:
        """All of it."""
        return all(self.checks.values())


def routing(example: Routing, got: RouterOutput) -> Judgement:
    """Type, domains, and for what is both where the log ends."""
    checks = {
        "type": got.input_type is example.is_,
        "domains": set(example.domains) <= set(got.selected_domains),
    }
    if example.is_ is InputType.BOTH and example.log is not None and example.query is not None:
        portions = (got.log_portion or "", got.query_portion or "")
        wanted = (example.log, example.query)
        checks["portions"] = [_letters(one) for one in portions] == [_letters(one) for one in wanted]
    shown = f"{got.input_type} [{' '.join(got.selected_domains)}]"
    if got.input_type is InputType.BOTH:
        shown += f" {got.log_portion!r} + {got.query_portion!r}"
    return Judgement(checks, shown)


def _letters(text: str) -> str:
    """Where exactly a comma or an "and" between the halves goes is nobody's mistake."""
    bare = re.sub(r"\b(?:and|also|but|so|then|그리고|근데)\b", "", text.lower())
    return "".join(letter for letter in bare if letter.isalnum())


def parsing(example: Parsing, got: ParserOutput) -> Judgement:
    """Set by set; of a correction also whether it found its entry."""
    if example.after:
        return _correcting(example, got)
    found = [measure for entry in got.entries for measure in entry.measures]
    judged = _rows(example, found)
    silent = {} if example.holds else {"nothing invented": not judged.rows_wrong}
    return replace(judged, checks={**judged.checks, **silent})


def _rows(example: Parsing, found: list[Measure]) -> Judgement:
    right, wrong, missed = rows.judge(example.holds, found, example.now.date())
    shown = f"extra {wrong} missed {missed}"
    return Judgement(
        {"all rows": not wrong and not missed}, shown, right, len(wrong), len(missed), counts=True
    )


def _correcting(example: Parsing, got: ParserOutput) -> Judgement:
    changed = got.correction
    if changed is None or example.stays:
        return Judgement(
            {"entry": changed is None and example.stays}, str(got.correction_problem or "changed")
        )
    judged = _rows(example, list(changed.measures))
    entry = {"entry": changed.target_entry_id == str(example.target), "said": bool(changed.note)}
    return replace(judged, checks={**judged.checks, **entry}, got=f"{judged.got} {changed.note!r}")


def planning(example: Planning, got: PlannerOutput) -> Judgement:
    """What the question wants, what it is about, which days, how many parts, and what comes next."""
    checks = {"next": got.next_action == example.next}
    if example.type is not None:
        checks["type"] = got.query_type is example.type
    if example.about:
        checks["about"] = all(_covered(name, set(_topics(got))) for name in example.about)
    if example.days is not None:
        checks["days"] = any(_same(days, example.days) for days in _ranges(got))
    if example.parts is not None:
        checks["parts"] = len(got.sub_queries) == example.parts
    ranges = sorted({f"{days.start}..{days.end}" for days in _ranges(got)})
    topics = " ".join(sorted(set(_topics(got))))
    return Judgement(
        checks, f"{got.query_type} {got.next_action} [{topics}] {ranges} {len(got.sub_queries)} part(s)"
    )


def _covered(name: str, topics: set[str]) -> bool:
    """Whether a measure is looked for by its name or with its whole domain."""
    homes = {home.name for home in load().domains.values() if name in home.vocabulary.values()}
    return name in topics or bool(homes & topics)


def _topics(got: PlannerOutput) -> Iterator[str]:
    for part in got.sub_queries:
        yield from part.subjects
        yield from part.keywords
        yield from (figure.measure for figure in part.figures)
    for search in got.instructions:
        yield from search.topics
        yield from search.keywords


def _ranges(got: PlannerOutput) -> Iterator[DateRange]:
    for part in got.sub_queries:
        given = (part.date_range, *(f.date_range for f in part.figures), *(f.versus for f in part.figures))
        yield from (days for days in given if days is not None)
    yield from (search.date_range for search in got.instructions if search.date_range is not None)


def _same(one: DateRange, other: DateRange) -> bool:
    """The same days; where a range ends in days to come does not matter."""
    return one.start == other.start and (one.end == other.end or min(one.end, other.end) >= _TODAY)


_TODAY = date(2026, 11, 21)
"""Of all the people with diaries."""


def analysing(example: Analysing, got: AnalyzerOutput) -> Judgement:
    """The verdict."""
    return Judgement(
        {"verdict": got.verdict is example.verdict},
        f"{got.verdict}: {got.verdict_reasoning} {' '.join(f.claim for f in got.findings)}",
    )


def evaluating(example: Evaluating, got: EvaluatorOutput) -> Judgement:
    """The verdict, and for a bad draft a dimension that it really fails in."""
    failed = [one for one in got.dimensions if one.verdict is Verdict.FAIL]
    checks = {"verdict": got.verdict is example.verdict}
    if example.fails:
        checks["dimension"] = any(one.dimension in example.fails for one in failed)
    reasons = "; ".join(f"{one.dimension}: {', '.join(one.issues)}" for one in failed)
    return Judgement(checks, f"{got.verdict} {reasons}")


_HANGUL = re.compile("[가-힣]")


def clarifying(example: Clarifying, got: Wanted) -> Judgement:
    """Whether the user is asked, for what, and in their language."""
    checks = {"asks": (got.kind == "none") is ("none" in example.asks) or got.kind in example.asks}
    if example.asks != ("none",):
        checks["kind"] = got.kind in example.asks
    if got.words:
        checks["language"] = bool(_HANGUL.search(got.words)) is bool(_HANGUL.search(example.say))
    return Judgement(checks, f"{got.kind} {got.words}")
