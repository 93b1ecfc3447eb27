"""The rows of `data/rules/*.yaml`: patterns over symbols and what they read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from typing import Literal

from pydantic import BaseModel, ConfigDict

from agents.language.files import DataError, read_data, tables
from agents.language.patterns import Automaton, Group, PatternError, Places, Symbols, filled, parsed

Family = Literal["quantities", "figures", "sets", "bouts", "metrics", "marks"]


class Rule(BaseModel):
    """A row. `does` names what a reader makes of the roles, `cost` what it costs beside other readings."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    pattern: str
    does: str = "set"
    cost: float = 0.0
    values: Mapping[str, float] = {}
    """What its words are worth, by their symbols."""
    unless: tuple[str, ...] = ()
    """Symbols that may not follow it."""
    after: Literal["anything", "load", "count"] = "anything"
    """What it stands behind: where the last figure was not that, the reading is unlikely."""
    added: bool = False
    """Whether its load comes on top of the body's own weight."""
    symbol: str = ""
    """Of a figure: what the spans are together."""
    unit: str = ""
    """Of a figure: its unit, where its spans have none."""
    example: str | tuple[str, ...] = ""
    """A message that it reads a part of, or one for each of its alternatives."""
    why: str = ""
    """Why it stays although it fires for fewer than three training messages (`python -m evals.rules`)."""

    @property
    def examples(self) -> tuple[str, ...]:
        """Each of its examples."""
        return (self.example,) if isinstance(self.example, str) else self.example


class RuleFile(BaseModel, extra="forbid"):
    """A file of rows: the roles that its patterns name, and the symbols that may fill each."""

    roles: dict[str, list[str]] = {}
    rules: list[Rule]


class RuleError(DataError):
    """A row that cannot be used; the message names file and row."""


_KEPT = 4096
"""Runs of symbols whose roles are kept."""


class Rules:
    """The rows of one family, ready to be matched."""

    def __init__(self, family: Family) -> None:
        file = read_data(RuleFile, "rules", f"{family}.yaml")
        roles = {role: frozenset(symbols) for role, symbols in file.roles.items()}
        self.family: Family = family
        self.rows = tuple(file.rules)
        self.trees = tuple([self._tree(number, roles) for number in range(len(self.rows))])
        self._roles: dict[tuple[int, tuple[frozenset[str], ...]], Places | None] = {}

    @cached_property
    def automaton(self) -> Automaton:
        """All rows, matched at once."""
        return Automaton(self.trees)

    def roles(self, number: int, spans: Sequence[Symbols], start: int, end: int) -> Places | None:
        """Which role each of spans[start:end] has by a row, in order; None when it does not cover them."""
        symbols = tuple([span.symbols for span in spans[start:end]])
        try:
            found = self._roles[number, symbols]
        except KeyError:
            if len(self._roles) >= _KEPT:
                self._roles.clear()
            told = filled(self.trees[number], spans, start, end)
            found = None if told is None else tuple([(role, at - start) for role, at in told])
            self._roles[number, symbols] = found
        return None if found is None else tuple([(role, start + at) for role, at in found])

    def _tree(self, number: int, roles: dict[str, frozenset[str]]) -> Group:
        pattern = self.rows[number].pattern
        try:
            return parsed(pattern, roles)
        except PatternError as error:
            raise RuleError(f"{self.family}.yaml, row {number + 1} ({pattern}): {error}") from error


@cache
@tables()
def rules(family: Family) -> Rules:
    """The rows of a family, read once. Raises DataError."""
    return Rules(family)
