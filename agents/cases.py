"""What a person corrected, as their private test set: before words are read otherwise, it is tried on them.

A case is right when its words are read as the person wants them. Only code reads here: it is free.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from agents.parser import ParserInput
from agents.profile import Profile
from agents.vocabulary import Terms, in_context
from domains.registry import Registry
from storage.cases import Case
from storage.entities import Frozen, Measure

if TYPE_CHECKING:  # they know turns, and a turn says what was tried
    from agents.engine import Engine
    from agents.work import Services

MOST_CASES = 200
"""The newest are tried: someone's words change with the years."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What decides how words are read, besides code."""

    profile: Profile
    own: Terms
    renamed: Terms = field(default_factory=dict[str, str])
    """Names that are right under another one then."""


class Replay(Frozen):
    """What another reading would change. Cases that stay right, or stay wrong, are only counted."""

    tried: int = 0
    mended: int = 0
    """Read wrong before, and right then."""
    broken: tuple[str, ...] = ()
    """The words that were read right before, and would be read wrong."""


async def tried_on(services: Services, user_id: int, before: Reading, after: Reading) -> Replay | None:
    """The person's newest cases read in both ways; None: there are none."""
    cases = services.db.cases
    if not await cases.count(user_id):
        return None
    found = await cases.newest(user_id, MOST_CASES)
    return await replay(found, services.floor or services.engine, services.registry, before, after)


async def replay(
    cases: Sequence[Case], engine: Engine, registry: Registry, before: Reading, after: Reading
) -> Replay:
    """Read all cases in both ways."""
    tried = [case for case in cases if not case.now.deleted]
    mended: list[str] = []
    broken: list[str] = []
    for case in tried:
        was, becomes = [await _is_right(case, engine, registry, reading) for reading in (before, after)]
        if was != becomes:
            (mended if becomes else broken).append(case.words)
        await asyncio.sleep(0)  # others are answered meanwhile
    return Replay(tried=len(tried), mended=len(mended), broken=tuple(broken))


async def _is_right(case: Case, engine: Engine, registry: Registry, reading: Reading) -> bool:
    context = registry.combine({*case.then.domains, *case.now.domains})
    read = await engine.parse(
        ParserInput(
            text=case.words,
            now=reading.profile.local(case.now.logged_at),
            profile=reading.profile,
            domain_context=in_context(context, reading.own),
        )
    )
    found = [measure for entry in read.entries for measure in entry.measures]
    names = reading.renamed
    wanted = [one.model_copy(update={"name": names.get(one.name, one.name)}) for one in case.now.measures]
    return _told(found) == _told(wanted)


def _told(measures: Sequence[Measure]) -> list[str]:
    """Of any day, and however sure."""
    return sorted(one.model_dump_json(exclude={"day", "certainty"}) for one in measures)
