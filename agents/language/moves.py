"""What is known of exercises by their names: done without a load, measured by time, done with help."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from agents.language.atoms import Atom
from agents.language.words import every, log_words
from domains.registry import load

_UNLOADED = ("bodyweight", "rings", "band")


@cache
def equipment() -> Mapping[str, str]:
    """What the listed exercises are done with."""
    return {spec.name: spec.equipment for spec in load().domains["strength"].measures}


def equipment_of(name: str) -> str:
    """What it is done with; "" for an exercise of the user's own."""
    return equipment().get(name, "")


@cache
def bodyweight_moves() -> frozenset[str]:
    """Canonical names of exercises done without a load unless one is named."""
    listed = frozenset(name for name, with_what in equipment().items() if with_what in _UNLOADED)
    return listed | every(words.bodyweight for words in log_words())


@cache
def is_of_the_body(words: str) -> bool:
    """Whether an exercise is said to be without a load: `bodyweight lunges`."""
    return not every(one.symbols.get("BODYWEIGHT", ()) for one in log_words()).isdisjoint(words.split())


@cache
def is_hold(name: str) -> bool:
    """Whether an exercise is measured by its time (plank) or distance (carry)."""
    return not every(words.holds for words in log_words()).isdisjoint(name.split())


@cache
def assisted_forms() -> Mapping[str, str]:
    """What exercises are with help."""
    return {name: other for words in log_words() for name, other in words.assisted.items()}


def name_as_sets(name: str) -> str | None:
    """What a bout's name means when it comes with load and repetitions (row: barbell row)."""
    return next((words.as_sets[name] for words in log_words() if name in words.as_sets), None)


def is_lifted(name: Atom) -> bool:
    """Whether a name is an exercise's, or a bout's that means one where it has loads and repetitions."""
    return name.has("EX") or (name.named is not None and name_as_sets(name.named.name) is not None)
