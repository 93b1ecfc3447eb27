"""A phrase of a message: what a row makes of some of its spans, and what it stands in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from agents.language.atoms import Atom
from agents.language.rules import Family, Rule

Roles = tuple[tuple[str, Atom], ...]
Edge = tuple[int, Family, Rule, Roles]
"""Where a phrase ends, its family, row and roles."""


@dataclass(frozen=True, slots=True)
class Piece:
    """What `rule` makes of atoms[start:end]. `owner` is the place of the name that it belongs to, or -1."""

    family: Family
    rule: Rule
    roles: Roles
    start: int
    end: int
    cost: float
    owner: int
    first: Atom


class Context(NamedTuple):
    """What a phrase stands in: the name that it would belong to, and what was told of that already."""

    loaded: bool = False
    counted: bool = False
    next_is_name: bool = False
    """Whether the name that it belongs to follows at once."""
    named: bool = False
    """Whether there is a name."""
    unloaded: bool = False
    """Whether that is a move of the body's own weight."""
    hold: bool = False
    """Whether that is measured by time or distance."""
