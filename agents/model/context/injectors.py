"""What an agent is told about the person before anybody asks: small blocks, the most important first."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from agents.model.context.remembered import remembered
from agents.model.context.shelf import Shelf
from agents.model.settings import Player
from agents.session import Session

logger = logging.getLogger(__name__)

_MONTHS = 24
"""Months that a summary goes back; older ones are named by their first."""
_NAMES = 60
_ANSWER = 400
"""Characters of an earlier answer: enough to follow up on."""


class Injector(Protocol):
    """Contributes context to some agents' prompts; a lower priority comes first."""

    @property
    def name(self) -> str:
        """Its own, in the registry and in the log."""
        ...

    @property
    def priority(self) -> int:
        """Where it comes."""
        ...

    @property
    def agents(self) -> frozenset[Player]:
        """Whom it tells."""
        ...

    async def get_context(self, session: Session, shelf: Shelf) -> str | None:
        """A block of text about this session's user, or nothing."""
        ...


class Injectors:
    """The registry."""

    def __init__(self, injectors: Iterable[Injector] = ()) -> None:
        self._injectors: list[Injector] = []
        for injector in injectors:
            self.register(injector)

    def register(self, injector: Injector) -> None:
        """Add one, or put it in the place of another of its name."""
        others = [known for known in self._injectors if known.name != injector.name]
        self._injectors = sorted([*others, injector], key=lambda known: known.priority)

    async def collect(self, agents: Iterable[Player], session: Session, shelf: Shelf) -> str:
        """What all have to say to any of these agents. One that fails is logged and left out."""
        wanted = frozenset(agents)
        blocks: list[str] = []
        for injector in self._injectors:
            if not wanted & injector.agents:
                continue
            try:
                block = await injector.get_context(session, shelf)
            except Exception:  # whatever it is: context helps, it is never needed
                logger.warning("injector %s failed and is left out", injector.name, exc_info=True)
                continue
            if block and block.strip():
                blocks.append(block.strip())
        return "\n\n".join(blocks)


@dataclass(frozen=True, slots=True)
class LoggedNames:
    """The names under which something is logged, so that what is searched for exists."""

    name: str = "logged names"
    priority: int = 10
    agents: frozenset[Player] = frozenset({"planner", "parser"})

    async def get_context(self, session: Session, shelf: Shelf) -> str | None:
        """By domain, the most frequent first."""
        by_domain: dict[str, list[str]] = {}
        for measure in (await shelf.logged())[:_NAMES]:
            by_domain.setdefault(measure.domain, []).append(f"{measure.name} ({measure.entries})")
        if not by_domain:
            return "Nothing has been logged yet."
        lines = [f"- {domain}: {', '.join(names)}" for domain, names in by_domain.items()]
        return "\n".join(["Logged so far, name (entries):", *lines])


@dataclass(frozen=True, slots=True)
class Calendar:
    """Where something is: entries per domain and month."""

    name: str = "calendar"
    priority: int = 20
    agents: frozenset[Player] = frozenset({"planner"})

    async def get_context(self, session: Session, shelf: Shelf) -> str | None:
        """A line a domain, the newest month first."""
        by_domain: dict[str, list[str]] = {}
        for count in await shelf.calendar():
            by_domain.setdefault(count.domain, []).append(f"{count.month}: {count.entries}")
        lines = [f"- {domain}: {_shortened(months)}" for domain, months in by_domain.items()]
        return "\n".join(["Entries per domain and month:", *lines]) if lines else None


def _shortened(months: list[str]) -> str:
    shown = ", ".join(months[:_MONTHS])
    return f"{shown}, … back to {months[-1]}" if len(months) > _MONTHS else shown


@dataclass(frozen=True, slots=True)
class Memory:
    """What is remembered about the person."""

    name: str = "memory"
    priority: int = 30
    agents: frozenset[Player] = frozenset({"planner", "analyzer", "parser"})

    async def get_context(self, session: Session, shelf: Shelf) -> str | None:
        """The lines of the global context."""
        return remembered(await shelf.memory())


@dataclass(frozen=True, slots=True)
class Conversation:
    """The questions just answered, for follow-ups."""

    history: int
    """Exchanges, at most."""
    name: str = "conversation"
    priority: int = 40
    agents: frozenset[Player] = frozenset({"router", "planner"})

    async def get_context(self, session: Session, shelf: Shelf) -> str | None:
        """Question and answer by turns, oldest first."""
        exchanges = (await shelf.conversation()).exchanges if self.history else ()
        lines = [
            f"They asked: {exchange.question}\nAnswered: {_cut(exchange.answer)}"
            for exchange in exchanges[-self.history :]
        ]
        return "\n".join(["Earlier in this conversation:", *lines]) if lines else None


def _cut(text: str) -> str:
    return text if len(text) <= _ANSWER else f"{text[:_ANSWER]}…"


def built_in(history: int) -> Injectors:
    """Those of the product."""
    return Injectors([LoggedNames(), Calendar(), Memory(), Conversation(history)])
