"""Which of the things that a question names are meant, and the words in it that nobody knows."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.offline.asking.cues import Cues, cues
from agents.offline.asking.subjects import HOME, TRAINING, Mention
from agents.offline.lexicon import Language

_WORD = re.compile(r"[^\W\d_][\w'-]*")

_GENERIC = {
    "training": frozenset[str](),
    "nutrition": frozenset(
        {"kcal", "protein", "carbs", "fat", "fiber", "water", "coffee", "alcohol", "meal"}
    ),
    "meal": frozenset({"kcal", "protein", "carbs", "fat", "fiber", "water", "coffee", "alcohol"}),
    "alcohol": frozenset({"water", "coffee", "protein"}),
}
"""Words that only say what kind of thing the named ones are ("protein did I eat", "bench session")."""


_BOUTS = {"running": "run", "cycling": "ride", "swimming": "swim"}
METRICS = frozenset({"sleep", "mood", "energy", "stress", "pain", "kcal", "protein", "body weight", "steps"})


def specific(mentions: Sequence[Mention]) -> tuple[str, ...]:
    """The names that are meant, without those that only say what kind of thing they are."""
    names = list(dict.fromkeys(mention.name for mention in mentions))
    names = [name for name in names if _BOUTS.get(name) not in names]  # "run 10k": no two things
    if "strength" in names and any(is_lifted(mention) for mention in mentions):
        names.remove("strength")  # "am I getting stronger on bench" is about bench
    named = [name for name in names if name not in _GENERIC]
    if not named or ("training" in names and set(named) <= METRICS):
        return tuple(names)
    return tuple(
        name
        for name in names
        if name not in _GENERIC or (name != "training" and not _GENERIC[name] & set(named))
    )


def is_lifted(mention: Mention) -> bool:
    """Whether an exercise or a muscle is named."""
    return mention.muscle or mention.name not in {*HOME, *_GENERIC, TRAINING}


def meant(mentions: list[Mention], text: str, known: Cues) -> list[Mention]:
    """Without pain that only speaks of an effect, and with sleep where nights of so many hours are named."""
    if known.hurts_it.search(text):
        mentions = [mention for mention in mentions if mention.name != "pain"]
    night = known.nights.search(text)
    if night and all(mention.name != "sleep" for mention in mentions):
        mentions = [*mentions, Mention("sleep", *night.span(), night.group())]
    return mentions


def keywords_of(text: str, language: Language) -> tuple[str, ...]:
    """Words that nobody knows: perhaps somebody wrote them into a log."""
    stop = cues(language).stopwords | cues("en").stopwords
    words = [word.strip("'-") for word in _WORD.findall(text)]
    kept = [
        word
        for word in words
        if len(word) > 1 and word not in stop and not word.endswith(("'s", "'m", "'ve"))
    ]
    if language == "ko":
        kept = [
            stem
            for word in kept
            if (stem := _stem(word)) not in stop
            and len(stem) > 1
            and not _is_verb(word)
            and not cues("ko").any_cue.search(word)
        ]
    else:
        kept = [word for word in kept if not cues(language).any_cue.fullmatch(word)]
    return tuple(dict.fromkeys(kept))[:4]


_PARTICLES = re.compile(r"(?:에서|에는|까지|부터|으로|이랑|하고|은|는|이|가|을|를|도|만|에|의|로|랑|과|와)$")
_VERBS = re.compile(r"(?:어|아|했|했어|했지|니|까|나|요|지|다|야|해|줘|은지|는지|었어|았어|됐어)$")


def _stem(word: str) -> str:
    return _PARTICLES.sub("", word) if len(word) > 1 else word


def _is_verb(word: str) -> bool:
    return _VERBS.search(word) is not None
