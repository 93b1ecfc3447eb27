"""The rows of `data/rules/questions.yaml`: patterns that read figures, tables that a part's signs decide."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Self

from pydantic import BaseModel, ConfigDict, field_validator, model_validator

from agents.facts import STATISTICS
from agents.language.atoms import Atom
from agents.language.files import read_data
from agents.language.patterns import Automaton, Group, Leaf, Node, PatternError, filled, parsed
from agents.language.rules import RuleError
from domains.terms import Words

_LONGEST = 12


class _Row(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    example: str


class PatternRow(_Row):
    """A pattern and what a reader makes of it; its words mean nothing else where it `eats` them."""

    pattern: str
    does: str
    eats: bool = False


class SignRow(_Row):
    """What a part is whose signs are these."""

    signs: str = ""
    is_: str
    quantity: str | None = None
    words: dict[str, Words] = {}
    """By language: words that are a sign of this row alone; the first is what its statistic is called."""

    model_config = ConfigDict(extra="forbid", frozen=True, alias_generator=lambda name: name.rstrip("_"))

    @property
    def symbol(self) -> str:
        """What the row's own words are."""
        return f"word.{self.is_}"

    @cached_property
    def _tests(self) -> tuple[tuple[frozenset[str], ...], frozenset[str]]:
        words = [*self.signs.split(), *([self.symbol] if self.words else [])]
        needed = tuple([frozenset(word.split("|")) for word in words if word[0] != "!"])
        return needed, frozenset(word[1:] for word in words if word[0] == "!")

    def holds(self, signs: Collection[str]) -> bool:
        """Whether all that it needs is there, and nothing that it bars."""
        needed, barred = self._tests
        for one in needed:  # eight hundred times a question: a generator takes twice as long
            if one.isdisjoint(signs):
                return False
        return barred.isdisjoint(signs)


class QuestionRules(BaseModel):
    """The model of the file."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    units: dict[str, Words]
    roles: dict[str, tuple[str, ...]]
    patterns: tuple[PatternRow, ...]
    splits: tuple[PatternRow, ...]
    requests: tuple[PatternRow, ...]
    units_asked: tuple[PatternRow, ...]
    links: tuple[SignRow, ...]
    notes: tuple[SignRow, ...]
    aims: tuple[SignRow, ...]
    statistics: tuple[SignRow, ...]
    quantities: tuple[SignRow, ...]
    pers: tuple[SignRow, ...]
    doubts: tuple[SignRow, ...]
    wants: tuple[SignRow, ...] = ()
    generic: dict[str, Words]
    sports: dict[str, str]
    counted: dict[str, int]
    """Words for how often."""
    ranks: dict[str, int]
    """Words for a place in a ranking."""

    @field_validator("statistics")
    @classmethod
    def _own_words_first(cls, rows: tuple[SignRow, ...]) -> tuple[SignRow, ...]:
        return tuple(sorted(rows, key=lambda row: not row.words))

    @model_validator(mode="after")
    def _known(self) -> Self:
        for row in self.statistics:
            if row.is_ not in STATISTICS:
                raise ValueError(f"{row.is_!r} ({row.example}) is no statistic of agents/facts")
        return self

    @cached_property
    def unshaped(self) -> frozenset[str]:
        """Symbols that are looked for in a whole part and in no place of it."""
        tables = (
            self.notes,
            self.links,
            self.aims,
            self.statistics,
            self.quantities,
            self.pers,
            self.wants,
        )
        told = {
            sign.lstrip("!") for table in tables for row in table for sign in re.split(r"[ |]", row.signs)
        } | {row.symbol for table in tables for row in table if row.words}
        placed = {sign.partition(".")[2] for sign in told if sign.startswith(("start.", "end."))}
        for row in (*self.patterns, *self.splits, *self.requests, *self.units_asked):
            placed.update(re.findall(r"\w+", row.pattern))
        placed.update(symbol for symbols in self.roles.values() for symbol in symbols)
        return frozenset({"SAME_TOPIC", "FAMILY", *told} - placed)


@dataclass(frozen=True, slots=True)
class Match:
    """atoms[start:end] as a row reads them."""

    row: PatternRow
    start: int
    end: int
    roles: tuple[tuple[str, Atom], ...]


class Patterns:
    """Rows that are matched at once."""

    def __init__(self, rows: Sequence[PatternRow], roles: dict[str, frozenset[str]]) -> None:
        """Raises RuleError, which names the row that is wrong."""
        self._rows = rows
        trees: list[Group] = []
        for number, row in enumerate(rows, start=1):
            try:
                trees.append(parsed(row.pattern, roles))
            except PatternError as error:
                raise RuleError(f"questions.yaml, row {number} ({row.pattern}): {error}") from error
        self.needs = tuple([_needed(choice) for tree in trees for choice in tree.choices])
        """The symbols without which no row reads anything, a set for each way to be read."""
        self._trees = tuple(trees)
        self._automaton = Automaton(self._trees)

    def matches(self, atoms: Sequence[Atom]) -> list[Match]:
        """What the rows read, in order; of those that overlap the longest, then the first in the file."""
        ends = [
            (at - end, number, at, end)
            for at in range(len(atoms))
            for number, end in self._automaton.ends(atoms, at, _LONGEST)
        ]
        taken: set[int] = set()
        found: list[Match] = []
        for _, number, at, end in sorted(ends):
            roles = filled(self._trees[number], atoms, at, end) if taken.isdisjoint(range(at, end)) else None
            if roles is not None:
                taken.update(range(at, end))
                found.append(
                    Match(self._rows[number], at, end, tuple([(role, atoms[place]) for role, place in roles]))
                )
        return sorted(found, key=lambda one: one.start)


def _needed(choice: Sequence[Node]) -> frozenset[str]:
    leaves = [node.symbols for node in choice if isinstance(node, Leaf)]
    return frozenset[str]().union(*[symbols for symbols in leaves if len(symbols) == 1])


@cache
def question_rules() -> QuestionRules:
    """The file, read once. Raises DataError."""
    return read_data(QuestionRules, "rules", "questions.yaml")


@cache
def patterns(kind: str) -> Patterns:
    """The rows of `patterns`, `splits`, `requests` or `units_asked`."""
    rules = question_rules()
    roles = {role: frozenset(symbols) for role, symbols in rules.roles.items()}
    return Patterns(getattr(rules, kind), roles)


def decided(rows: Sequence[SignRow], signs: Collection[str]) -> SignRow | None:
    """The first row that holds."""
    return next((row for row in rows if row.holds(signs)), None)


@cache
def own_words(language: str) -> tuple[tuple[str, str], ...]:
    """The words of a language that rows have for themselves, each with its symbol."""
    rows = question_rules().statistics
    return tuple([(word, row.symbol) for row in rows for word in row.words.get(language, ())])


def label_of(statistic: str, language: str) -> str | None:
    """What a statistic is called, where its row says so."""
    rows = (row for row in question_rules().statistics if row.is_ == statistic)
    return next((row.words[language][0] for row in rows if row.words.get(language)), None)


def is_general(statistic: str) -> bool:
    """Whether its row says what it is called, so that the general sentence tells it."""
    return any(row.is_ == statistic and row.words for row in question_rules().statistics)
