"""What a question is about: exercises, metrics, whole domains, muscles, or training as such."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from agents.facts import is_training
from agents.offline.asking.cues import cues
from agents.offline.lexicon import Language
from agents.planner import LoggedMeasure
from domains.model import ActiveDomainContext
from domains.muscles import muscles_of
from storage.entities import Measure

TRAINING = "training"
"""The subject that stands for every set and bout."""
LOGGING = "logging"
"""The subject that stands for whatever was logged."""
CARDIO = "cardio"
"""The subject that stands for everything with a distance or a duration."""
ENDURANCE = ("running", "cycling", "swimming")
GOES_FAR = frozenset({*ENDURANCE, "run", "ride", "swim", "walk", "hike", "row"})
"""What has distances."""
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
_NOT_SUBJECTS = frozenset({"distance", "duration", "weight", "reps", "sets", "rpe", "pace", "speed", "laps"})
"""Field names that some vocabularies hold; in a question they say which quantity is wanted."""
_IDIOMS = re.compile(
    r"\b(?:days |times |weeks )?in a row\b|\bback to back\b|\bon top of\b|\bgo back\b|\bback in\b"
)
_HANGUL = re.compile(r"[가-힣]")


@dataclass(frozen=True, slots=True)
class Mention:
    """A subject as the question names it."""

    name: str
    start: int
    end: int
    text: str
    muscle: bool = False


def find_subjects(
    text: str,
    vocabulary: Mapping[str, str],
    logged: Iterable[LoggedMeasure],
    language: Language,
    *,
    muscles_first: bool = False,
) -> list[Mention]:
    """Subjects in `text` (lower case), in order; the longest words win, the user's own names first.

    `muscles_first`: sets are asked about, so "calves" are the muscle rather than the exercise.
    """
    masked = _IDIOMS.sub(lambda found: " " * len(found.group()), text)
    own = {measure.name.lower(): measure.name for measure in logged}
    known = cues(language)
    masked = known.compounds.sub(lambda found: " " * len(found.group()), masked)
    tables: list[tuple[Mapping[str, str], bool]] = [
        (own, False),
        (vocabulary, False),
        (known.subjects, False),
    ]
    if language != "en":
        tables.append((cues("en").subjects, False))
    if muscles_first:
        tables.insert(1, (known.muscles_of_sets, True))
    tables.append((known.muscles, True))
    found: list[Mention] = []
    for terms, muscle in tables:
        for term in sorted(_candidates(masked, terms), key=len, reverse=True):
            name = terms[term]
            if name in _NOT_SUBJECTS:
                continue
            for start, end in _places(masked, term):
                if all(end <= other.start or start >= other.end for other in found):
                    found.append(Mention(name, start, end, text[start:end], muscle))
    return sorted(found, key=lambda mention: mention.start)


def _candidates(text: str, terms: Mapping[str, str]) -> list[str]:
    return [term for term in terms if term in text and (len(term) > 1 or _HANGUL.match(term))]


def _places(text: str, term: str) -> list[tuple[int, int]]:
    """Where the term stands as a word; Korean words carry endings, so only their beginning must be one."""
    ending = "" if _HANGUL.search(term) else r"(?![^\W_])"
    return [found.span() for found in re.finditer(rf"(?<![^\W_]){re.escape(term)}{ending}", text)]


def worded(word: str) -> re.Pattern[str]:
    """The word as the beginning of one in an entry."""
    return re.compile(rf"(?<![^\W_]){re.escape(word)}")


def matcher(name: str, context: ActiveDomainContext) -> Callable[[Measure], bool]:
    """Whether a measure belongs to a subject: its own name, its domain, a muscle it works, or training."""
    if name == TRAINING:
        return is_training
    if name == LOGGING:
        return lambda _: True
    members = frozenset(members_of(name, context))
    home = context.domain_of(name)
    is_measure = name == "sleep" or (home is not None and home.name == name)

    def belongs(measure: Measure) -> bool:
        return measure.name in members or (measure.domain == name and not is_measure)

    return belongs


def members_of(name: str, context: ActiveDomainContext) -> tuple[str, ...]:
    """The measure names of a subject: itself, and for a muscle the exercises that mainly work it."""
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
    terms = (term for term, canonical in vocabulary.items() if canonical == name and term in text)
    return tuple(dict.fromkeys(term for term in terms if _places(text, term)))


def variants(name: str, logged: Iterable[LoggedMeasure]) -> tuple[str, ...]:
    """Logged exercises whose name holds the asked one ("front squat" for "squat"), most frequent first."""
    words = set(name.split())
    found = [measure for measure in logged if measure.name != name and words <= set(measure.name.split())]
    return tuple(measure.name for measure in sorted(found, key=lambda measure: -measure.entries))


def is_logged(name: str, logged: Iterable[LoggedMeasure], context: ActiveDomainContext) -> bool:
    """Whether anything was ever logged that belongs to the subject."""
    members = set(members_of(name, context))
    return any(
        measure.name in members
        or measure.domain == name
        or (name == TRAINING and measure.domain not in HOME.values())
        for measure in logged
    )
