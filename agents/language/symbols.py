"""Words that are symbols by themselves: `data/symbols.yaml`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import yaml
from pydantic import BaseModel, ConfigDict


class _SymbolFile(BaseModel):
    """Words by symbol: those that have it besides others, and those that have it alone."""

    model_config = ConfigDict(extra="forbid")

    add: dict[str, list[str]] = {}
    instead: dict[str, list[str]] = {}


@cache
def _tables() -> tuple[Mapping[str, frozenset[str]], Mapping[str, frozenset[str]]]:
    path = files("agents.language").joinpath("data", "symbols.yaml")
    file = _SymbolFile.model_validate(yaml.safe_load(path.read_text("utf-8")))
    return _by_word(file.add), _by_word(file.instead)


def _by_word(listed: Mapping[str, list[str]]) -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for symbol, words in listed.items():
        for word in words:
            found.setdefault(word, set()).add(symbol)
    return {word: frozenset(symbols) for word, symbols in found.items()}


def worded(text: str, symbols: frozenset[str], *, filler: bool) -> frozenset[str]:
    """The symbols of a span with those that its word has by itself."""
    add, instead = _tables()
    if text in instead:
        return instead[text]
    light = frozenset(("LIGHT",)) if filler and symbols.isdisjoint(_WEIGHTY) else frozenset[str]()
    return symbols | add.get(text, frozenset()) | light


_WEIGHTY = frozenset(("SEP", "UNTIL", "METRIC", "FOR", "EX", "BOUT", "FEELING"))
"""With these a filler is not only that."""
