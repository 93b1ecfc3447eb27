"""Phrases of the family "metrics" to measures: names with figures, nights, what was eaten, how one feels."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from agents.language.atoms import Atom
from agents.language.climbs import climbed
from agents.language.feelings import felt, in_pain, said
from agents.language.meals import course, dish, drunk, eaten, foods, meal_with, paired, without_sums
from agents.language.metric_figures import beaten, daily, figured, weighed
from agents.language.nights import bed, joined_nights, quality, slept, wake
from agents.language.pieces import Piece
from agents.language.said import Said
from storage.entities import Measure

_READERS: dict[str, Callable[[Said], list[Measure]]] = {
    "set": figured,
    "weighed": weighed,
    "beaten": beaten,
    "slept": slept,
    "bed": bed,
    "wake": wake,
    "quality": quality,
    "felt": felt,
    "said": said,
    "climbed": climbed,
    "pain": in_pain,
    "meal": dish,
    "course": course,
    "foods": foods,
    "drunk": drunk,
    "served": dish,
    "paired": paired,
    "meal_with": meal_with,
    "daily": daily,
    "eaten": eaten,
}


def metrics_of(text: str, atoms: Sequence[Atom], pieces: Sequence[Piece]) -> list[Measure]:
    """The metrics that the pieces of `atoms` tell, in order."""
    told: list[tuple[Said, list[Measure]]] = []
    for place, piece in enumerate(pieces):
        reader = _READERS.get(piece.rule.does) if piece.family == "metrics" else None
        if reader is not None:
            one = Said(text, atoms, pieces, place)
            told.append((one, reader(one)))
    told = without_sums(told)
    return joined_nights(told)
