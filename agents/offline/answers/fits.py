"""Whether one sample is what a request narrows to: about so far, with a word, of that load."""

from __future__ import annotations

from collections.abc import Sequence

from agents.facts import CLIMBS, Sample
from agents.offline.lexicon import plain
from agents.offline.questions.subjects import worded

TEXTS = frozenset({"pain", "meal", "symptom", "medication", "supplement", "period", *CLIMBS})
"""What is told by its words: one that is asked about and was never written is not there."""
_SAME_LOAD = 0.005
"""Relative difference up to which a load is the one asked about."""


def goes_so_far(sample: Sample, metres: float, share: float) -> bool:
    """Whether a distance is met within this share of it."""
    return abs((sample.measure.distance_m or 0.0) - metres) <= metres * share


def holds(sample: Sample, text: str, words: Sequence[str]) -> bool:
    """A word of its own, as the beginning at least; what a pain or a meal is stands in the measure."""
    told = sample.measure.text if sample.measure.name in TEXTS and sample.measure.text else text
    return mentions(told, words)


def mentions(text: str, words: Sequence[str]) -> bool:
    """Whether a word begins one of a text."""
    return any(worded(word).search(plain(text)) for word in words)


def is_load(load: float | None, wanted: float) -> bool:
    """Whether a load is the one that is wanted."""
    return load is not None and abs(load - wanted) <= _SAME_LOAD * wanted
