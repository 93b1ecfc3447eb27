"""The unit that a question wants its answer in: "how many km was my long run" of somebody who logs miles."""

from __future__ import annotations

from agents.offline.lexicon import language_of, plain
from agents.offline.questions.question_rules import patterns
from agents.offline.questions.question_spans import spans_of
from agents.profile import Profile


def in_units_asked(question: str, profile: Profile) -> Profile:
    """The profile with the units in which the question asks; as it is where it names none."""
    atoms, *_ = spans_of(plain(question), language_of(question, profile.language), (), ())
    asked = {match.row.does for match in patterns("units_asked").matches(atoms)}
    changed: dict[str, str] = {}
    if len(weight := asked & {"kg", "lb"}) == 1:
        changed["weight_unit"] = weight.pop()
    if len(distance := asked & {"km", "mi"}) == 1:
        changed["distance_unit"] = distance.pop()
    return profile.model_copy(update=changed) if changed else profile
