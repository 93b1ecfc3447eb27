"""What a recorded activity is here: a measure of a domain, else an activity under its own name."""

from __future__ import annotations

import re
from functools import cache, cached_property
from pathlib import Path

import yaml
from pydantic import TypeAdapter

from bot.importing.named import Named
from domains.registry import Registry
from storage.importers.activities import ANY_SPORT

_FILE = Path(__file__).parent / "sports.yaml"
_WORDS = re.compile(r"[^\W_]+")
_OWN_DOMAIN = "general"


@cache
def _exceptions() -> dict[str, str]:
    """The recorder's name to ours."""
    text = _FILE.read_text("utf-8")
    read = TypeAdapter(dict[str, list[str]]).validate_python(yaml.safe_load(text))
    return {name: ours for ours, names in read.items() for name in (ours, *names)}


class Sports:
    """Names of activities in one registry."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry

    @cached_property
    def _bouts(self) -> dict[str, Named]:
        """Every way to write a measure that is recorded as a bout."""
        found: dict[str, Named] = {}
        for domain in self._registry.domains.values():
            for term, name in domain.vocabulary.items():
                if domain.measure(name) is not None and domain.shape_of(name) == "bouts":
                    found.setdefault(term, Named(name, domain.name, True))
        return found

    def of(self, sport: str, title: str) -> Named:
        """By its name; where a file names no sport, by the words of its title."""
        if sport == ANY_SPORT:
            return self._by_words(title) or Named(ANY_SPORT, _OWN_DOMAIN, False)
        plain = " ".join(_WORDS.findall(sport.casefold()))
        ours = _exceptions().get(plain)
        if ours is not None:
            return self._bouts.get(ours) or Named(ours, _OWN_DOMAIN, False)
        return (
            self._bouts.get(plain) or self._by_words(plain) or Named(plain or ANY_SPORT, _OWN_DOMAIN, False)
        )

    def _by_words(self, text: str) -> Named | None:
        """What its words agree on."""
        words = _WORDS.findall(text.casefold())
        named = {known for word in words if (known := self._bouts.get(word)) is not None}
        return named.pop() if len(named) == 1 else None
