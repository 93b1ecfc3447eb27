"""What the four agents before an answer are given in their tests, and what code makes of it."""

from __future__ import annotations

from datetime import UTC, date, datetime

from agents.clarifier import ClarifierInput
from agents.limits import CallLimits
from agents.offline.parser import parse
from agents.offline.planner import plan
from agents.offline.router import route
from agents.parser import ParserInput, ParserOutput
from agents.planner import LoggedMeasure, PlannerInput, PlannerOutput
from agents.profile import Profile
from agents.router import RouterInput, RouterOutput
from agents.types import Gap, GapType, RetrievalAttempt, RetrievalInstruction
from domains.registry import load
from storage.entities import Entry, Measure

REGISTRY = load()
LIMITS = CallLimits()
NOW = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)
TODAY = NOW.date()
YESTERDAY = date(2026, 11, 21)
PROFILE = Profile(user_id=1)
EVERYTHING = REGISTRY.combine(tuple(REGISTRY.domains))
LOGGED = (
    LoggedMeasure(name="bench press", domain="strength", entries=30),
    LoggedMeasure(name="squat", domain="strength", entries=22),
    LoggedMeasure(name="run", domain="running", entries=12),
    LoggedMeasure(name="sleep", domain="sleep", entries=40),
)
SLEEP_GAP = Gap(key="sleep", description="how you slept", gap_type=GapType.SUBJECTIVE, severity="critical")
SEARCH = RetrievalInstruction(strategy="topic", topics=("bench press",))
SEARCHED = RetrievalAttempt(attempt=1, instruction=SEARCH, entries_found=3, summary="bench press: 3 entries")
TWO_LIFTS = Entry(
    id="01KAJ0000000000000000000AA",
    user_id=1,
    chat_id=1,
    message_id=1,
    day=YESTERDAY,
    logged_at=NOW,
    text="bench 85x5x3 squat 100x5",
    domains=("strength",),
    measures=(
        Measure(
            domain="strength", name="bench press", day=YESTERDAY, weight=85, weight_unit="lb", reps=5, sets=3
        ),
        Measure(domain="strength", name="squat", day=YESTERDAY, weight=100, weight_unit="lb", reps=5),
    ),
)


def to_route(text: str, profile: Profile = PROFILE) -> tuple[RouterInput, RouterOutput]:
    """A message to sort."""
    given = RouterInput(
        text=text,
        profile=profile,
        available_domains=REGISTRY.infos,
        vocabulary=REGISTRY.vocabulary,
    )
    return given, route(given)


def to_parse(text: str, profile: Profile = PROFILE) -> tuple[ParserInput, ParserOutput]:
    """A log to read."""
    given = ParserInput(text=text, now=NOW, profile=profile, domain_context=EVERYTHING)
    return given, parse(given)


def to_correct(text: str, *entries: Entry) -> tuple[ParserInput, ParserOutput]:
    """A correction of one of the entries."""
    given = ParserInput(
        text=text,
        now=NOW,
        profile=PROFILE,
        domain_context=EVERYTHING,
        correction=True,
        recent_entries=entries or (TWO_LIFTS,),
    )
    return given, parse(given)


def to_plan(query: str, **other: object) -> tuple[PlannerInput, PlannerOutput]:
    """A question to plan for."""
    given = PlannerInput.model_validate(
        {
            "query": query,
            "now": NOW,
            "profile": PROFILE,
            "domain_context": EVERYTHING,
            "logged": LOGGED,
            **other,
        }
    )
    return given, plan(given)


def to_clarify(*gaps: Gap, query: str = "why was I so weak?") -> ClarifierInput:
    """Gaps to ask about."""
    return ClarifierInput(query=query, profile=PROFILE, gaps=gaps)
