"""What a question is about: exercises, metrics, whole domains, muscles, or training as such."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from agents.facts import RATED_DOMAINS, is_training
from agents.planner import LoggedMeasure
from agents.types import FAMILY
from agents.vocabulary import spellings
from domains.model import ActiveDomainContext
from domains.muscles import muscles_of
from storage.entities import Measure

TRAINING = "training"
"""The subject that stands for every set and bout."""
STRENGTH = "strength"
LOGGING = "logging"
"""The subject that stands for whatever was logged."""
CARDIO = "cardio"
"""The subject that stands for everything with a distance or a duration."""
ENDURANCE = ("running", "cycling", "swimming", "rowing")
GOES_FAR = frozenset({*ENDURANCE, "run", "ride", "swim", "walk", "hike", "row"})
"""What has distances."""
METRIC_DOMAINS = RATED_DOMAINS | {"general"}
"""Those that record no training, but for some bouts of the first."""
PULSE = "average pulse"
"""Of a bout, in its domain; `running average pulse` is that of runs alone."""
RESTING_PULSE = "resting pulse"
HEART_RATE = "heart rate"
"""As it is told beside a bout."""
PRESSURES = ("systolic pressure", "diastolic pressure")
"""Both figures of a blood pressure."""
WEEKENDS, RESTING = "weekends", "rest days"
"""What a request is split by where it is no measure but the kind of day."""
BIG_THREE = ("squat", "bench press", "deadlift")
"""Whose best loads are a powerlifter's total."""
HOME = {
    "sleep": "sleep",
    "kcal": "nutrition",
    "protein": "nutrition",
    "nutrition": "nutrition",
    "mood": "mood",
    "energy": "mood",
    "stress": "mood",
    "pain": "general",
    "body weight": "general",
    "steps": "general",
    "strength": "strength",
    "running": "running",
    "swimming": "swimming",
    "cycling": "cycling",
}
"""Where the subjects that everyday words name are at home, so that the domain can be loaded."""
_HANGUL = re.compile(r"[가-힣]")


def _places(text: str, term: str) -> list[tuple[int, int]]:
    """Where the term stands as a word; Korean words carry endings, so only their beginning must be one."""
    ending = "" if _HANGUL.search(term) else r"(?![^\W_])"
    return [found.span() for found in re.finditer(rf"(?<![^\W_]){re.escape(term)}{ending}", text)]


def worded(word: str) -> re.Pattern[str]:
    """The word as the beginning of one in an entry."""
    return re.compile(rf"(?<![^\W_]){re.escape(word)}")


def family_of(name: str, logged: Iterable[LoggedMeasure]) -> str | None:
    """The name for all kinds of an exercise that was lifted; of "biceps curl" those of the curl."""
    lifted = [measure for measure in logged if measure.domain in ("strength", "general")]
    for head in (name, name.rsplit(maxsplit=1)[-1]):
        if variants(head, lifted):
            return f"{head}{FAMILY}"
    return None


def matcher(name: str, context: ActiveDomainContext) -> Callable[[Measure], bool]:
    """Whether a measure belongs to a subject: its own name, its domain, a muscle it works, or training."""
    if name == TRAINING:
        return is_training
    if name == LOGGING:
        return lambda _: True
    if name.endswith(FAMILY):
        held = set(name.removesuffix(FAMILY).split())
        return lambda measure: measure.reps is not None and held <= set(measure.name.split())
    if of_sport := sport_of_pulse(name):
        return lambda measure: measure.name == PULSE and measure.domain == of_sport
    members = frozenset(members_of(name, context))
    home = context.domain_of(name)
    is_measure = name == "sleep" or (
        home is not None and home.name == name and home.shape_of(name) == "metrics"
    )

    def belongs(measure: Measure) -> bool:
        return measure.name in members or (measure.domain == name and not is_measure)

    return belongs


def sport_of_pulse(name: str) -> str:
    """`running` of `running average pulse`; "" for any other name."""
    return name.removesuffix(f" {PULSE}") if name.endswith(f" {PULSE}") else ""


def members_of(name: str, context: ActiveDomainContext) -> tuple[str, ...]:
    """The measure names of a subject: itself, and for a muscle the exercises that mainly work it."""
    if sport_of_pulse(name):
        return (PULSE, HEART_RATE)
    muscles = muscles_of(name)
    worked = [
        spec.name
        for domain in context.domains
        if muscles
        for spec in domain.measures
        if any(muscle in muscles for muscle in spec.muscles)
    ]
    return tuple(dict.fromkeys([name, *worked]))


def body_share(name: str, context: ActiveDomainContext) -> float:
    """How much of the body's weight an exercise moves; 0 where it moves none."""
    home = context.domain_of(name)
    spec = home.measure(name) if home is not None else None
    return spec.bodyweight if spec is not None else 0.0


def is_bout(name: str, context: ActiveDomainContext) -> bool:
    """Whether it is something done, no rating or figure of a day."""
    home = context.domain_of(name)
    return home is not None and home.measure(name) is not None


def named_in(text: str, name: str, vocabulary: Mapping[str, str]) -> tuple[str, ...]:
    """How a text (lower case) names a subject: the words for it that stand there."""
    return tuple(term for term in spellings(vocabulary, name) if term in text and _places(text, term))


def variants(name: str, logged: Iterable[LoggedMeasure]) -> tuple[str, ...]:
    """Logged exercises whose name holds the asked one ("front squat" for "squat"), most frequent first."""
    words = set(name.split())
    found = [measure for measure in logged if measure.name != name and words <= set(measure.name.split())]
    return tuple(measure.name for measure in sorted(found, key=lambda measure: -measure.entries))


def is_logged(name: str, logged: Iterable[LoggedMeasure], context: ActiveDomainContext) -> bool:
    """Whether anything was ever logged that belongs to the subject."""
    members = set(members_of(name, context))
    if name.endswith(FAMILY):
        return True
    return any(
        measure.name in members
        or measure.domain == name
        or (name == TRAINING and measure.domain not in METRIC_DOMAINS | set(HOME.values()))
        for measure in logged
    )
