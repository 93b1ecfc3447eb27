"""What a word or phrase means in a log."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from agents.language.atoms import FIGURES
from agents.language.named import Named
from domains.model import Shape

Phrase = tuple[str, ...]
SHAPES: Mapping[Shape, str] = {"sets": "EX", "bouts": "BOUT", "metrics": "METRIC"}


@dataclass(frozen=True, slots=True)
class Entry:
    """What a phrase may be; `unit` is that of a number before it, `means` which part or feeling it is."""

    symbols: frozenset[str] = frozenset()
    named: Named | None = None
    amount: float | None = None
    unit: str = ""
    means: tuple[tuple[str, str], ...] = ()

    def has(self, *symbols: str) -> bool:
        """Whether it may be any of these."""
        return not self.symbols.isdisjoint(symbols)

    @property
    def counts(self) -> bool:
        """Whether a number in words can stand before it."""
        return bool(self.unit) or not self.symbols.isdisjoint(_COUNTERS)

    @property
    def tells(self) -> bool:
        """Whether it has a part in the notation."""
        own = entry_of(self.named).symbols if self.named is not None else _NO_SYMBOLS
        return bool(self.symbols - _NO_COUNTER - own)

    def with_(self, other: Entry) -> Entry:
        """Both meanings; of two names the first holds."""
        symbols = other.symbols
        if other.named is not None and self.named is not None:
            symbols -= entry_of(other.named).symbols
        amount = other.amount if self.amount is None else self.amount
        named, unit = self.named or other.named, self.unit or other.unit
        return Entry(_once(self.symbols | symbols), named, amount, unit, self.means + other.means)


class Branch:
    """The phrases with one first word."""

    __slots__ = ("entries", "longest")

    def __init__(self) -> None:
        self.entries: dict[Phrase, Entry] = {}
        self.longest = 0

    def add(self, phrase: Phrase, entry: Entry) -> None:
        """One more meaning of a phrase."""
        known = self.entries.get(phrase)
        self.entries[phrase] = entry if known is None else known.with_(entry)
        self.longest = max(self.longest, len(phrase))


@lru_cache(maxsize=4096)
def entry_of(named: Named) -> Entry:
    """What a name means."""
    symbols = {SHAPES[named.shape]}
    if named.shape == "metrics":
        symbols |= {f"M_{named.kind.upper()}", named.name.upper().replace(" ", "_")} - FIGURES
    return Entry(_once(frozenset(symbols)), named)


@cache
def _once(symbols: frozenset[str]) -> frozenset[str]:
    """All that may be the same hold one set."""
    return symbols


_NO_SYMBOLS = frozenset[str]()
_NO_COUNTER = frozenset((
    "JOINS", "THEN", "ME", "CLOSES", "HELPED", "ONLY", "FILLER", "PROGRAMME", "MEAL", "ATE", "PAIN",
    "NO_PAIN", "FEELING_WORD", "SLEEP_QUALITY", "BAD_NIGHT", "NO_DISH", "BURNED", "NOT_FOOD", "FOOD",
    "ARTICLE", "NOISE_BEFORE", "NOISE_AFTER", "FEELING", "SIDE", "PART", "AMOUNT", "RACE", "SEP", "ONE",
    "LIGHT", "IS", "AND", "IT", "OUT", "LEFT", "MORNING", "MACRO",
))  # fmt: skip
"""Symbols of words that a number in words may be instead."""
_COUNTERS = frozenset((
    "REPS", "SETS", "X", "ROUNDS", "REPS_EACH", "LAPS", "OCLOCK", "PLATES", "SHEETS", "EACH", "A_SIDE",
    "PERCENT", "GLASSES", "CUPS", "PORTION", "DOSE", "NTH", "STEPS", "POINT", "HALF", "RPE", "RIR",
    "WITH_LOAD", "PER_SET", "LIMB", "KILO", "MULTIPLIED", "WHOLE",
))  # fmt: skip
"""Symbols that a number in words stands before."""
