"""Who a coach is: what it watches of its person."""

from __future__ import annotations

from agents.coaches.template import Template
from storage.coach import CoachRow
from storage.entities import Frozen
from storage.wakes import MEMORY, USER

MOST_LINKED = 5
"""Coaches whose reports one reads; a new one those that were there last."""


class Links(Frozen):
    """What it is linked to. `name`: the canonical measure that it is about, empty for everything."""

    goal: str = ""
    """A goal's token."""
    name: str = ""
    place: str = ""
    """Of a pain."""
    coaches: tuple[str, ...] = ()
    """Others whose reports it reads as they are when it wakes."""
    language: str = "en"
    asked: str = ""
    """The words it was made with."""

    def reading(self, coach_id: str, *, reads: bool) -> Links:
        """With another coach linked, for which the oldest makes room, or without it."""
        others = tuple(one for one in self.coaches if one != coach_id)
        return self.model_copy(update={"coaches": (*others, coach_id)[-MOST_LINKED:] if reads else others})


def links_of(row: CoachRow) -> Links:
    """From a row's body."""
    return Links.model_validate_json(row.body)


def tokens_watched(links: Links, template: Template) -> tuple[str, ...]:
    """What wakes it."""
    if template.watches == "week":
        return (USER,)
    named = (f"exercise:{links.name}", f"metric:{links.name}") if links.name else ()
    goal = (f"goal:{links.goal}",) if links.goal else ()
    remembered = (MEMORY,) if template.watches == "pain" else ()
    return tuple(dict.fromkeys((*goal, *named, *remembered)))
