"""Muscles by name, the groups people speak of, and the places of the body that hurt when they are loaded."""

from __future__ import annotations

from collections.abc import Iterable

PLACES: dict[str, tuple[str, ...]] = {
    "chest": ("chest", "shoulder", "elbow", "wrist"),
    "front delts": ("shoulder", "elbow", "wrist", "neck"),
    "side delts": ("shoulder", "neck"),
    "rear delts": ("shoulder", "neck"),
    "triceps": ("triceps", "elbow", "wrist"),
    "biceps": ("biceps", "elbow", "forearm", "wrist"),
    "forearms": ("forearm", "wrist", "elbow"),
    "lats": ("shoulder", "elbow", "biceps", "upper back"),
    "upper back": ("upper back", "shoulder"),
    "traps": ("upper back", "neck", "shoulder"),
    "lower back": ("lower back",),
    "abs": ("lower back",),
    "obliques": ("lower back",),
    "quads": ("quad", "knee", "ankle", "hip"),
    "hamstrings": ("hamstring", "lower back"),
    "glutes": ("glute", "hip", "lower back"),
    "adductors": ("groin", "hip"),
    "abductors": ("hip", "glute"),
    "hip flexors": ("hip", "groin"),
    "calves": ("calf", "achilles", "ankle", "foot"),
    "shins": ("shin", "ankle"),
    "neck": ("neck",),
}
"""Each muscle with the painful places that rule out what mainly works it."""

GROUPS: dict[str, tuple[str, ...]] = {
    "shoulders": ("front delts", "side delts", "rear delts"),
    "back": ("lats", "upper back", "traps"),
    "arms": ("biceps", "triceps", "forearms"),
    "legs": ("quads", "hamstrings", "glutes", "adductors", "abductors", "calves"),
    "core": ("abs", "obliques"),
    "push": ("chest", "front delts", "side delts", "triceps"),
    "pull": ("lats", "upper back", "traps", "rear delts", "biceps"),
}
"""What several muscles together are called."""


def muscles_of(name: str) -> tuple[str, ...]:
    """The muscles a word stands for: a group's, or the muscle itself; none when it is neither."""
    return GROUPS.get(name) or ((name,) if name in PLACES else ())


def places_of(muscles: Iterable[str]) -> tuple[str, ...]:
    """Painful places that rule out an exercise with these primary muscles."""
    return tuple(dict.fromkeys(place for muscle in muscles for place in PLACES.get(muscle, ())))
