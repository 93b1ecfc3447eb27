"""What a question names: subjects in order, and which of them are meant."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence

from agents.offline.lexicon import Language
from agents.offline.questions.frames import Subject
from agents.offline.questions.question_rules import question_rules
from agents.offline.questions.question_words import Lexicon, Token, symbol_trie
from agents.offline.questions.subjects import GOES_FAR, PRESSURES

METRICS = frozenset(
    {"sleep", "mood", "energy", "stress", "pain", "kcal", "protein", "body weight", "steps", *PRESSURES}
)
_FIELDS = frozenset({"distance", "duration", "weight", "reps", "sets", "rpe", "pace", "speed", "laps"})
"""Names that some vocabularies hold; in a question they say which quantity is wanted."""


def subjects_of(
    tokens: Sequence[Token], used: Sequence[tuple[int, int]], names: Lexicon, lowered: str, language: Language
) -> list[Subject]:
    """What is named, in order; the longest words win, the person's own names first."""
    busy = set(inside(tokens, used)) | _idioms(tokens, language)
    found: list[Subject] = []
    place = 0
    while place < len(tokens):
        hit = names.longest(tokens, place) if tokens[place].first and place not in busy else None
        single = (
            hit is not None
            and hit[0] == place + 1
            and len(tokens[place].text) == 1
            and tokens[place].kind != "hangul"
        )
        if hit is None or single or hit[1] in _FIELDS:
            place += 1
            continue
        start, end = tokens[place].start, tokens[hit[0] - 1].end
        found.append(Subject(hit[1], start, end, lowered[start:end], hit[2]))
        place = hit[0]
    return found


def _idioms(tokens: Sequence[Token], language: Language) -> set[int]:
    trie = symbol_trie(language)
    return {
        at
        for place in range(len(tokens))
        for end, values in trie.at(tokens, place)
        if any(symbol == "IDIOM" for symbol, *_ in values)
        for at in range(place, end)
    }


def inside(tokens: Sequence[Token], spans: Iterable[tuple[int, int]]) -> frozenset[int]:
    """The tokens that begin within one of the spans."""
    begins = [token.start for token in tokens]
    return frozenset(
        place for start, end in spans for place in range(bisect_left(begins, start), bisect_left(begins, end))
    )


def is_lifted(one: Subject) -> bool:
    """Whether an exercise or a muscle is named."""
    return one.muscle or one.name not in METRICS | set(question_rules().generic) | {
        "strength",
        "running",
        "swimming",
        "cycling",
    }


def specific(subjects: Sequence[Subject]) -> tuple[str, ...]:
    """The names that are meant, without those that only say what kind of thing they are."""
    generic, sports = question_rules().generic, question_rules().sports
    done = any(one.name in GOES_FAR for one in subjects if not one.text[:1].isdigit())
    names = list(dict.fromkeys([one.name for one in subjects if not (done and one.text[:1].isdigit())]))
    names = [name for name in names if sports.get(name) not in names]
    if "strength" in names and any(is_lifted(one) for one in subjects):
        names.remove("strength")  # "am I getting stronger on bench" is about bench
    named = {name for name in names if name not in generic}
    if not named or ("training" in names and named <= METRICS):
        return tuple(names)
    return tuple(
        [
            name
            for name in names
            if name not in generic or (name != "training" and not named.intersection(generic[name]))
        ]
    )
