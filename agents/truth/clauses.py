"""A part of a sentence, and the values that stand in it."""

from __future__ import annotations

from dataclasses import dataclass

from agents.truth.moments import Moment
from agents.truth.things import Mark
from agents.truth.values import Value
from agents.types import Claim


@dataclass(frozen=True, slots=True)
class Placed:
    """A value at text[start:end] of a sentence, by slot or bare."""

    start: int
    end: int
    slot: str
    value: Value
    guessed: bool = False
    """Whether code took a bare number for it."""

    def bounds(self) -> tuple[int, int]:
        """Where it begins and ends."""
        return self.start, self.end

    @property
    def claim(self) -> Claim:
        """As it is kept with the draft; its place is set by whoever joins the text."""
        value = self.value
        return Claim(
            start=0,
            end=0,
            slot=self.slot,
            value=value.number,
            unit=value.unit,
            days=value.days,
            figure=value.figure,
            entries=value.entries,
        )

    @property
    def is_set(self) -> bool:
        """Whether it is a set with its load: repetitions and weight at once."""
        return self.slot.endswith(".set")

    @property
    def is_compared(self) -> bool:
        """Whether it stands for a difference, ratio or share of two numbers."""
        sides = self.value.sides
        is_apart = not self.is_set and ".." not in self.slot
        return is_apart and sides is not None and sides[0].number is not None


@dataclass(frozen=True, slots=True)
class Clause:
    """What stands in a part of a sentence: its slots, and what its words are understood to say."""

    start: int
    end: int
    slots: tuple[Placed, ...]
    days: tuple[Moment, ...]
    things: tuple[Mark, ...]
    roles: tuple[Mark, ...]

    @property
    def bounds(self) -> tuple[int, int]:
        """Where it begins and ends."""
        return self.start, self.end

    @property
    def values(self) -> list[Placed]:
        """Its numbers."""
        return [one for one in self.slots if one.value.kind == "number"]


def gap(one: Moment | Mark | Placed, other: Moment | Mark | Placed) -> int:
    """How far two parts of a sentence stand from each other; below zero where they overlap."""
    return max(one.start - other.end, other.start - one.end)
