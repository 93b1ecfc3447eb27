"""Types that several agents share (requirement 1, section 11.1)."""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from typing import Literal

from storage.entities import Confidence, DateRange, Frozen

Level = Literal["high", "medium", "low"]
FAMILY = "*"
"""Behind a subject that stands for all exercises whose names hold it: "row*"."""


class InputType(StrEnum):
    """What a message is."""

    LOG = "log"
    QUERY = "query"
    BOTH = "both"
    CORRECTION = "correction"
    CHAT = "chat"
    """Greeting, thanks, a question about the bot itself: answered without looking anything up."""


class QueryType(StrEnum):
    """What a question wants."""

    SIMPLE = "simple"
    INSIGHT = "insight"
    RECOMMENDATION = "recommendation"
    COMPARISON = "comparison"
    CORRECTION = "correction"
    CHAT = "chat"


class GapType(StrEnum):
    """What kind of information is missing."""

    TEMPORAL = "temporal"
    TOPICAL = "topical"
    CONTEXTUAL = "contextual"
    SUBJECTIVE = "subjective"
    """Only the user knows (how it feels now)."""
    CLARIFICATION = "clarification"
    """The question itself is ambiguous."""
    FIGURE = "figure"
    """A number that code must compute, of records that exist."""


LOOKUPS = (QueryType.SIMPLE, QueryType.COMPARISON)
"""Questions that figures answer."""


class Sufficiency(StrEnum):
    """The analyzer's verdict."""

    SUFFICIENT = "sufficient"
    INSUFFICIENT = "insufficient"


class Verdict(StrEnum):
    """The evaluator's verdict."""

    PASS = "pass"  # noqa: S105 - a verdict, not a password
    FAIL = "fail"


DAY_GAP = "day"
"""The key of the gap that only a day fills: when what a specialist does is to be."""
SUBJECT_GAP = "which subject"
"""The key of the gap that only a name fills: what the question is about."""


class Gap(Frozen):
    """Something missing for a good answer. `key` names it across re-plans ("sleep", "which exercise")."""

    key: str
    description: str
    gap_type: GapType
    severity: Literal["critical", "nice_to_have"]
    searched: bool = False
    found: bool = False
    outside_current_expertise: bool = False
    suspected_domain: str | None = None
    options: tuple[str, ...] = ()
    """Likely answers, where the one who saw the gap knows them ("bench press", "incline bench press")."""
    figure: FigureRequest | None = None
    """For a gap of that type: what is to be computed."""

    @property
    def retrievable(self) -> bool:
        """Whether searching could fill it; if not, only the user can."""
        return self.gap_type not in (GapType.SUBJECTIVE, GapType.CLARIFICATION)


class RetrievalInstruction(Frozen):
    """One search. `topics` are canonical measure or domain names, `pattern` a glob over vault paths."""

    strategy: Literal["date_range", "keyword", "topic", "pattern", "nearest"]
    sub_query: int = 1
    question: str = ""
    """For `nearest`: what the entries are to be near to."""
    date_range: DateRange | None = None
    keywords: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
    pattern: str | None = None
    widen: bool = True
    """Look at a wider range (weeks, a month, all) when nothing is found in this one."""
    by_meaning: bool = False
    """For `nearest`: also what shares no word with the question, where something finds it."""
    everything: bool = False
    """A figure over all entries is wanted: the limit on entries does not apply."""


class RetrievalAttempt(Frozen):
    """What one search found; `date_range` is the range that was really searched, after widening."""

    attempt: int
    instruction: RetrievalInstruction
    date_range: DateRange | None = None
    entries_found: int = 0
    summary: str = ""
    nearest: tuple[str, ...] = ()
    """For `nearest`: ids, the nearest first."""


class EvaluationFeedback(Frozen):
    """Why a draft failed and what would mend it."""

    issue: str
    suggestion: str
    affected_claim: str | None = None


Statistic = str
"""The name of one of `agents.facts.STATISTICS`."""
Quantity = Literal[
    "weight",
    "reps",
    "sets",
    "hard_sets",
    "volume",
    "e1rm",
    "distance",
    "duration",
    "pace",
    "speed",
    "rpe",
    "value",
    "days",
]
"""`hard_sets`: working sets; of a muscle, those of exercises that it only helps in count half."""


class FigureRequest(Frozen):
    """A number to be computed by code: `statistic` of `quantity` of a measure in a range."""

    statistic: Statistic
    measure: str
    quantity: Quantity
    date_range: DateRange | None = None
    versus: DateRange | None = None
    """Compute it here too and compare."""
    per: Literal["day", "week", "month"] | None = None
    """One figure for each of these."""
    reps: int | None = None
    """Only sets of this many repetitions ("my best set of five")."""
    load: float | None = None
    """Only sets with this load, in `unit` ("how many reps did I get at 165?")."""
    distance_m: float | None = None
    """Only bouts of about this distance ("my fastest 5 km")."""
    at_least: float | None = None
    """Only what reaches this much of the quantity, in `unit` ("have I ever benched 225 lb?")."""
    below: float | None = None
    """Only what stays under this much of the quantity, in `unit` ("nights under 6 h")."""
    inclusive: bool = False
    """Whether `below` may be the mark itself ("5 h or less")."""
    strict: bool = False
    """Whether `at_least` must be passed, not only met ("over 10,000 steps")."""
    unit: str | None = None
    """Unit of `at_least` and `below` as written in the question."""
    rank: int | None = None
    """For `record` and `min`: the place in the ranking of days, 2 for the second best."""
    newest: int | None = None
    """Only so many of the last days on which there was any ("my last three runs")."""
    split_by: str | None = None
    """For `split`: the measure whose low days are compared with the rest; `below` is the mark.

    For others: only days on which it was logged count, or met the mark."""
    words: tuple[str, ...] = ()
    """Only what was logged with one of these words ("tempo runs", the place of a pain, a dish)."""
    around: tuple[str, ...] = ()
    """What an event is called: the days before its entry are compared with those from it on."""
    beside: (
        Literal["before", "day before", "after", "day after", "week before", "week after", "since", "until"]
        | None
    ) = None
    """Only the days just before or after the event of `around`, or all from it on or before it."""

    weekdays: tuple[int, ...] = ()
    """Only these days of the week ("how do I sleep on Mondays"), 0 is Monday."""
    without: tuple[str, ...] = ()
    """What does not count ("distance excluding rides"); `without_days`: nor the days on which it was done."""
    without_days: bool = False

    @property
    def is_course(self) -> bool:
        """Whether it is told over time, against another time, or of days against other days."""
        split = self.statistic == "split" and self.split_by is not None
        told = self.statistic == "trend" or split or self.versus is not None
        return told and not (self.around or self.beside or self.per)


Gap.model_rebuild()
_COUNTS = ("", "days")

Role = Literal[
    "",
    "max",
    "min",
    "average",
    "usual",
    "sum",
    "count",
    "first",
    "last",
    "change",
    "frequency",
    "streak",
    "difference",
    "target",
    "projection",
    "mark",
]
"""What a figure is of its series; "" where the words beside it need not fit. `usual`: a person's own average;
`change`: per week; `mark`: a number of the question; `target` and `projection` are of days to come."""


class Figure(Frozen):
    """A number computed from entries. `entries` are the ids it rests on, `day` is set where it has one.

    `value` is in `unit` ("lb", "kg", "km", "mi", "h", "s/km", "reps", "days", "" for a bare count).
    """

    value: float
    unit: str
    what: str
    """In words: "heaviest bench press", "average sleep, 9-15 Nov"."""
    entries: tuple[str, ...] = ()
    day: date | None = None
    role: Role = ""
    measure: str = ""
    """Canonical name of what it is a figure of."""
    span: DateRange | None = None
    """The days that it was asked of; None: all time."""

    @property
    def bears_a_day(self) -> bool:
        """Whether all that it says is that a day was meant or had something: a date rests on it."""
        return self.day is not None and (not self.entries or (self.value == 1 and self.unit in _COUNTS))


RecordKind = Literal["weight", "e1rm", "help", "reps", "distance", "pace"]


class Record(Frozen):
    """A personal record a log has broken: `now` and `before` are shown as the user writes weights."""

    kind: RecordKind
    name: str
    """Of the exercise."""
    of: str = ""
    """The load that was repeated, the distance of a pace."""
    now: str
    before: str | None = None


class Claim(Frozen):
    """A value that stands in text[start:end] of a draft, and the slot that it was rendered from.

    `days` are those it is of, `unit` as in `Figure`; `figure` or `entries` are its source.
    """

    start: int
    end: int
    slot: str
    value: float | None = None
    unit: str = ""
    days: tuple[date, ...] = ()
    figure: Figure | None = None
    entries: tuple[str, ...] = ()


class Finding(Frozen):
    """One claim with the entries and figures that carry it.

    `general` marks general knowledge that rests on no entry and is told apart in the answer.
    """

    claim: str
    evidence: tuple[str, ...] = ()
    """Entry ids."""
    figures: tuple[Figure, ...] = ()
    confidence: Level = "medium"
    general: bool = False
    sub_query: int = 1
    absent: bool = False
    """It says that something is not there: the nearest entries follow."""
    verdict: Literal["", "yes", "no"] = ""
    """Advice that answers a question for yes or no."""
    detail: str = ""
    """The claim with how it was worked out, where the claim leaves that away."""


class UserAnswer(Frozen):
    """What the user said when asked about a gap."""

    gap: str
    question: str
    answer: str


class ContextUpdate(Frozen):
    """One line for the global context."""

    category: Literal["preference", "pattern", "fact", "insight"]
    key: str
    value: str
    confidence: Confidence
    source: str
    withdrawn: bool = False
    """The line goes: what it rested on was taken back."""


class SubQuery(Frozen):
    """One question of those in a message. `subjects` are canonical measure names."""

    id: int
    question: str
    query_type: QueryType
    subjects: tuple[str, ...] = ()
    figures: tuple[FigureRequest, ...] = ()
    date_range: DateRange | None = None
    """The days the question is about, where it names any."""
    keywords: tuple[str, ...] = ()
    """Words of the question that no vocabulary knows and that may stand in entries."""
    unread: tuple[str, ...] = ()
    """The same beside subjects that are known."""
    sure: float = 1.0
    """How surely it was read as it was meant."""
    wanted: tuple[FigureRequest, ...] = ()
    """Figures that an analysis found missing: computed besides what answers the part."""

    @property
    def computed(self) -> tuple[FigureRequest, ...]:
        """All figures of the part."""
        return (*self.figures, *self.wanted)


class Analysis(Frozen):
    """What the analyzer makes of the entries; `verdict` is the last field on purpose."""

    query_intent: str
    findings: tuple[Finding, ...]
    details: tuple[Finding, ...] = ()
    """What the findings leave away: how often, how sure, by which formula."""
    by_code: tuple[Finding, ...] = ()
    """What code has for the question, where a model made the rest: no answer may pass over it."""
    patterns: tuple[str, ...] = ()
    gaps: tuple[Gap, ...] = ()
    verdict_reasoning: str
    verdict: Sufficiency


class Draft(Frozen):
    """A reply in plain text (no markup), with the figures and entries it uses."""

    response: str
    key_points: tuple[str, ...] = ()
    """Of turns before the slots: nothing writes or reads it."""
    figures: tuple[Figure, ...] = ()
    evidence: tuple[str, ...] = ()
    """Entry ids, the most telling first."""
    gaps_disclosed: tuple[str, ...] = ()
    confidence: Level = "medium"
    details: str = ""
    """How the figures were worked out, for who wants to know."""
    claims: tuple[Claim, ...] | None = None
    """Where its values stand and what they were rendered from; None: nobody has looked yet."""
    by_code: bool = False
    """Our own wording, which computes what it says."""
    refused: tuple[EvaluationFeedback, ...] = ()
    """What of a model's words does not hold, with the reason, so that it is written again."""
    left_out: tuple[str, ...] = ()
    """Sentences that did not hold after they were asked for again."""
