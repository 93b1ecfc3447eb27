"""The unit that a question wants its answer in: "how many km was my long run" of somebody who logs miles."""

from __future__ import annotations

from agents.offline.asking.cues import cues
from agents.offline.lexicon import language_of, plain
from agents.profile import Profile


def in_units_asked(question: str, profile: Profile) -> Profile:
    """The profile with the units in which the question asks; as it is where it names none."""
    asked = [
        unit
        for unit, pattern in cues(language_of(question, profile.language)).units_asked.items()
        if pattern.search(plain(question))
    ]
    weight = [unit for unit in asked if unit in ("kg", "lb")]
    distance = [unit for unit in asked if unit in ("km", "mi")]
    changed: dict[str, str] = {}
    if len(weight) == 1:
        changed["weight_unit"] = weight[0]
    if len(distance) == 1:
        changed["distance_unit"] = distance[0]
    return profile.model_copy(update=changed) if changed else profile
