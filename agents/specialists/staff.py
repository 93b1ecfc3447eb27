"""All specialists: which are there for somebody, whom a message is for by rules, and where each works."""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from agents.handover import DayFrom, Handover, Part, SpecialistInfo
from agents.language.text import plain
from agents.limits import Limits
from agents.notes.settings import Intelligence
from agents.profile import Profile
from agents.specialists import catalogue
from agents.specialists.specialist import Heard, Query, Seat, Specialist
from agents.specialists.speech import PartWords, speech
from agents.tools.context import ToolContext
from agents.tools.registry import ToolRegistry

if TYPE_CHECKING:  # only where models are configured
    from agents.model.calls.ask import Models
    from agents.specialists.specialist import Injected

DIARY, CALENDAR, NOTES, MEMORY, SERVICES = "diary", "calendar", "notes", "memory", "services"
_WITHOUT_CONFIGURATION = frozenset({DIARY, MEMORY})
"""Everybody has these, so they alone are no reason to ask a model whom a message is for."""
_DAYS_FROM = (NOTES, DIARY, MEMORY)
"""Where a day is looked up that no specialist was named for, in this order."""
_MOST_JOINS = 12
_SEVERAL = 2
_WORDS = 3
"""Of a rest that may say something of its own."""
_LONGEST = 400
"""Characters: a longer message is no request in a line."""


@cache
def discovered() -> tuple[Specialist, ...]:
    """What each module of the catalogue names `specialist`, whom rules ask first before the others."""
    modules = (one.name for one in pkgutil.iter_modules(catalogue.__path__))
    found = [import_module(f"{catalogue.__name__}.{name}").specialist for name in modules]
    return tuple(sorted(found, key=lambda one: (one.priority, one.name)))


@dataclass(frozen=True, slots=True)
class Staff:
    """The specialists over one registry of tools. `off`: names that the configuration switches off."""

    registry: ToolRegistry
    limits: Limits
    models: Models | None = None
    off: frozenset[str] = frozenset()
    described: Mapping[str, Callable[[int], str]] = field(default_factory=dict[str, Callable[[int], str]])
    """By name, what a description says besides of what one person has."""
    intelligence: Intelligence | None = None
    injected: Injected | None = None

    def __iter__(self) -> Iterator[Specialist]:
        """Those that are not switched off."""
        return (one for one in discovered() if one.name not in self.off)

    def named(self, name: str) -> Specialist:
        """Raises KeyError."""
        found = next((one for one in self if one.name == name), None)
        if found is None:
            raise KeyError(name)
        return found

    def is_configured(self, name: str, user_id: int) -> bool:
        """Whether this person has what the specialist works on."""
        offered = self.registry.offered(user_id)
        return any(one.name == name and any(tool in offered for tool in one.tools) for one in self)

    def offered(self, user_id: int) -> tuple[SpecialistInfo, ...]:
        """Whom a model may hand parts to; nobody, where nothing beside the diary and the chat is there."""
        there = [one for one in self if one.name != DIARY and self.is_configured(one.name, user_id)]
        if all(one.name in _WITHOUT_CONFIGURATION for one in there):
            return ()
        return tuple(SpecialistInfo(name=one.name, description=self._told(one, user_id)) for one in there)

    def _told(self, one: Specialist, user_id: int) -> str:
        more = self.described.get(one.name)
        return one.description if more is None else f"{one.description} {more(user_id)}"

    def seat(self, one: Specialist, context: ToolContext, profile: Profile) -> Seat:
        """Where it works for the context's person."""
        return Seat(
            context=context,
            profile=profile,
            registry=self.registry,
            tools=one.tools,
            models=self.models,
            max_history=self.limits.calls.history,
            message_limit=self.limits.message_limit,
            prompt_tokens=self.limits.calls.prompt_tokens,
            intelligence=self.intelligence,
            injected=self.injected,
        )

    def heard(self, said: Heard) -> Handover | None:
        """Whom a message is for, as a whole or in parts that split clearly; None: the diary alone."""
        if len(said.text) > _LONGEST or not any(one.may_hear(said) for one in self):
            return None
        known = speech(said.language)
        said = said.part(_without_greeting(said.text, known))
        parts, rest = self._split(said, said.text, _MOST_JOINS)
        rest = rest.strip(" ,.;!")
        rest = "" if known.idle.fullmatch(plain(rest).rstrip("? ")) else rest
        whole = self._one(said)
        if whole is not None and _wins(whole, parts, rest, _stands(said, rest), known):
            return Handover(parts=(whole,))
        return Handover(parts=tuple(parts), rest=rest) if parts else None

    def goes_on(self, said: Heard, last: Part) -> Handover | None:
        """What few words ask right after a part of a message was answered: "and on Sunday?"."""
        found = speech(said.language).goes_on.fullmatch(plain(said.text).strip())
        if found is None or last.specialist not in {one.name for one in self}:
            return None
        one = self.named(last.specialist)
        asked = one.goes_on(said.part(found["rest"]), query_of(self, last))
        return None if asked is None else Handover(parts=(_part(one.name, said.text, asked),))

    def _one(self, said: Heard) -> Part | None:
        """The first that hears a whole text in a form of its own, else the first that hears it loosely."""
        heard = [(one.name, query) for one in self if (query := one.heard(said)) is not None]
        surest = min(heard, key=lambda one: (one[1].loose, one[1].vague), default=None)
        return _part(surest[0], said.text, surest[1]) if surest is not None else None

    def _split(self, said: Heard, text: str, joins: int) -> tuple[list[Part], str]:
        """The parts of a text in their order, and what of it is for none of them."""
        known = speech(said.language)
        for join in list(known.joins.finditer(plain(text)))[:joins]:
            left, right = _left(text, join), text[join.end() :].strip()
            asks = known.conjoined_as_asked(left)
            if _is_for_a_later_day(left, right, known):
                continue
            chained = self._chained(said, left, right)
            if chained is not None:
                return [chained], ""
            last = self._one(said.part(right))
            if last is not None:
                behind = self._several(said, last, right, joins)
                before = self._one(said.part(asks, last))
                if before is not None:
                    return [before, *behind], ""
                parts, rest = self._split(said, left, joins - 1) if joins > 1 else ([], left)
                return [*parts, *behind], rest if parts else left
            first = self._one(said.part(asks)) if right else None
            if first is not None:
                said = said.part(right, first)
                parts, rest = self._split(said, right, joins - 1)
                if not parts and (also := self._one(said)) is not None:
                    return [first, also], ""
                return [first, *parts], rest if parts else right
        return [], text

    def _several(self, said: Heard, part: Part, text: str, joins: int) -> list[Part]:
        """What was heard as one may be several parts."""
        parts, rest = self._split(said, text, joins - 1) if joins >= _SEVERAL else ([], text)
        several = len(parts) >= _SEVERAL and not rest
        known = speech(said.language)
        return parts if several and not _wins(part, parts, rest, Stands.NO, known) else [part]

    def _chained(self, said: Heard, question: str, request: str) -> Part | None:
        """A request for "that day", which the question before it is about."""
        known = speech(said.language)
        if not known.asks_day.search(plain(question)):
            return None
        read_as = known.read_as(question, request)
        last = self._one(said.part(read_as)) if read_as else None
        if last is None or last.specialist != CALENDAR:
            return None
        source = self._one(said.part(question))
        named = (source.specialist,) if source is not None else ()
        is_sure = source is not None and not source.request.get("loose")
        sources = named if is_sure else tuple(dict.fromkeys([*named, *_DAYS_FROM]))
        return last.model_copy(
            update={"words": request, "day_from": DayFrom(question=question, sources=sources)}
        )


def _is_for_a_later_day(left: str, right: str, known: PartWords) -> bool:
    """Whether "that day", which the left asks for, stands behind another join: there the request begins."""
    day = known.that_day.search(plain(right)) if known.asks_day.search(plain(left)) else None
    return day is not None and any(one.end() <= day.start() for one in known.joins.finditer(plain(right)))


def _without_greeting(text: str, known: PartWords) -> str:
    """Without what stands before a message and is for nobody: "hi," joins no part."""
    found = known.idle.match(plain(text))
    end = found.end() if found is not None else 0
    return text[end:] if end and not text[end - 1].isalnum() and text[end:].strip() else text


def _wins(whole: Part, parts: Sequence[Part], rest: str, stands: Stands, known: PartWords) -> bool:
    """Whether a message is for one as a whole, rather than in parts.

    One that was heard loosely gives way to a part whose rest reports figures, or is joined by a word; any
    gives way to a part beside which a clause of its own is joined.
    """
    if any(one.day_from for one in parts) or (parts and stands is Stands.CLAUSE):
        return False
    is_of_none = whole.specialist not in {one.specialist for one in parts}
    if is_of_none and not whole.request.get("vague") and any(one.request.get("vague") for one in parts):
        return True
    if len(parts) > 1:
        clauses = all(
            one.request.get("shares") or known.clause.match(plain(one.words).rstrip("?")) for one in parts
        )
        alike = {one.specialist for one in parts} == {whole.specialist}
        return alike and not whole.request.get("vague") and not clauses
    unread = whole.request.keys() <= {"user_question", "loose"} and len(rest.split()) >= _WORDS
    surer = unread and not any(one.request.get("loose") for one in parts)
    return not (parts and whole.request.get("loose") and (surer or stands is Stands.WORDS))


class Stands(Enum):
    """How surely the rest of a message says something of its own."""

    NO = 0
    WORDS = 1
    """It has figures, or a word joins it on."""
    CLAUSE = 2
    """A word joins it on, and it asks or wants something itself."""


def _stands(said: Heard, rest: str) -> Stands:
    joined = len(rest.split()) >= _WORDS and _is_joined(said, rest)
    if joined and speech(said.language).clause.match(plain(rest).rstrip("?")):
        return Stands.CLAUSE
    return Stands.WORDS if joined or any(sign.isdigit() for sign in rest) else Stands.NO


def _left(text: str, join: re.Match[str]) -> str:
    """What stands before a join, with the mark that says it asks."""
    mark = "?" if "?" in join[0] else ""
    return f"{text[: join.start()].strip()}{mark}"


def _is_joined(said: Heard, rest: str) -> bool:
    """Whether a word such as "and" joins the rest of a message to what is beside it, not a mark alone."""
    rest = rest.rstrip("?")
    at = said.text.find(rest) if rest else -1
    joins = speech(said.language).joins.finditer(plain(said.text)) if at >= 0 else ()
    beside = (one for one in joins if one.end() == at or one.start() == at + len(rest))
    return any(sign.isalpha() for one in beside for sign in one[0])


def _part(name: str, words: str, query: Query) -> Part:
    request = query.model_dump(mode="json", exclude_defaults=True)
    return Part(specialist=name, words=words, request=request)


def query_of(staff: Staff, part: Part) -> Query:
    """A part's request in its form. Raises pydantic's ValidationError."""
    return staff.named(part.specialist).request.model_validate(part.request)


__all__ = ["CALENDAR", "DIARY", "MEMORY", "NOTES", "SERVICES", "Staff", "discovered", "query_of"]
