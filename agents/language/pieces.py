"""A phrase of a message: what a row makes of some of its spans, and what it stands in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True)
class Context:
    """What a phrase stands in: the name that it would belong to, and what was told of that already."""

    owner: Atom | None
    loaded: bool
    counted: bool = False
    next_is_name: bool = False
    """Whether the name that it belongs to follows at once."""

    @property
    def name(self) -> str:
        """The canonical name of the owner; "" where there is none."""
        return self.owner.named.name if self.owner is not None and self.owner.named is not None else ""


Weigh = Callable[[Family, Rule, Roles, Context], float | None]
"""How unlikely a phrase's figures are in their roles; None where they cannot be that."""
