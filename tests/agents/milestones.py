"""The records of exercises from all entries: the plain way, beside the one that the memory takes."""

from __future__ import annotations

from collections.abc import Iterable

from agents.facts import samples
from agents.facts.milestones import Milestones, counted
from agents.profile import Profile
from storage.entities import Entry


def milestones(entries: Iterable[Entry], profile: Profile) -> list[Milestones]:
    """By exercise."""
    return counted(((sample.measure, 1) for sample in samples(entries, lambda _: True)), profile)
