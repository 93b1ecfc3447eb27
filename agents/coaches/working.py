"""A wake: what is watched becomes a report and proposals, committed with the wake's end."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from agents.changes.items import Item
from agents.changes.proposing import Decision, decisions, propose
from agents.coaches.coach import links_of, tokens_watched
from agents.coaches.making import next_time, template_run
from agents.coaches.material import Material, gathered
from agents.coaches.report import Report, rendered, report_of
from agents.coaches.sections import written
from agents.coaches.speech import coach_words
from agents.coaches.template import Template
from agents.coaches.wishes import is_answered, wished
from agents.profile import Profile
from agents.work import Services
from storage.coach import CoachNote, CoachRow, NoteKind, WakeEnd, WakeRow
from storage.entities import Effects, Outgoing
from storage.thought import ThoughtKey
from storage.wakes import digest

RULES = "rules"
"""Who wrote a report without a model."""
RECENT = 8
"""Observations that it reads."""
ASKED = ("manual", "creation", "scheduled")
"""Reasons for which the person gets the report even where it says the same as before."""


@dataclass(frozen=True, slots=True)
class Context:
    """What a coach works with: the data that it watches, what it wrote and noted, what others report now."""

    coach: CoachRow
    wake: WakeRow
    material: Material
    draft: str
    """What the rules would write, with slots."""
    items: tuple[Item, ...]
    """What the rules would propose."""
    last: Report | None
    observations: tuple[str, ...]
    """The newest first."""
    others: tuple[str, ...]
    """Reports of linked coaches, as they stand now."""
    decisions: tuple[Decision, ...]
    """What became of what it proposed, the newest first."""


@dataclass(frozen=True, slots=True)
class Thought:
    """What a model brought. Proposals are still to be checked, the draft still to be held."""

    draft: str
    observations: tuple[str, ...]
    items: tuple[dict[str, object], ...]
    by: str


Think = Callable[[Context], Awaitable[Thought | None]]
"""Asks a model, after looking at switches and budget again; None: the rules go on."""
Page = Callable[[Profile, CoachRow, Report, WakeRow], Awaitable[Outgoing]]
"""The report of a wake as the person sees it."""


@dataclass(frozen=True, slots=True)
class CoachWork:
    """Runs wakes (`agents.wakes.runner`)."""

    services: Services
    page: Page
    think: Think | None = None

    async def run(self, coach: CoachRow, wake: WakeRow) -> Effects:
        """What the wake writes; it has ended once that is committed."""
        services, now = self.services, self.services.clock()
        profile = await services.profile(coach.user_id)
        template = await template_run(services, coach, wake.template_version)
        context = await self._context(coach, wake, profile, template)
        thought = await self.think(context) if self.think is not None else None
        report = reported(context, thought)
        last = context.last
        changed = last is None or last.text != report.text
        tell = changed or wake.reason in ASKED
        effects = Effects(author=coach.id, spent=[thought_of(wake)])
        if tell:
            shown = await self.page(profile, coach, report, wake)
            effects.outgoing.append(shown.model_copy(update={"key": f"coach:{wake.id}"}))
        items = [*context.items, *(thought.items if thought is not None else ())]
        await propose(
            services, coach.user_id, coach.user_id, f"coach:{coach.id}", items,
            name=coach.name, whole=True, effects=effects,
        )  # fmt: skip
        effects.ended = [
            WakeEnd(
                wake=wake, at=now, outcome="reported" if changed else "unchanged",
                cost_usd=await self._cost(wake),
                report=report.model_dump_json() if changed else None,
                notes=tuple(self._notes(context, thought, report)),
                next_due=next_time(template, profile, now),
                watched=tokens_watched(context.material.links, template),
            )
        ]  # fmt: skip
        return effects

    async def _context(self, coach: CoachRow, wake: WakeRow, profile: Profile, template: Template) -> Context:
        services, db, links = self.services, self.services.db, links_of(coach)
        words = coach_words(links.language)
        material = await gathered(services, profile, links, template)
        reports = await db.coaches.reports(coach.user_id, coach.id, 1)
        notes = await db.coaches.notes(coach.user_id, coach.id, 4 * RECENT)
        decided = tuple(await decisions(services, coach.user_id, f"coach:{coach.id}", 3 * RECENT))
        linked = [await db.coaches.coach(coach.user_id, one) for one in links.coaches]
        others = [
            await db.coaches.reports(coach.user_id, one.id, 1)
            for one in linked
            if one is not None and one.status == "active"
        ]
        return Context(
            coach=coach, wake=wake, material=material,
            draft=written(material, words),
            items=tuple(one for one in await wished(material, words) if not is_answered(one, decided)),
            last=report_of(reports[0]) if reports else None,
            observations=tuple(one.text for one in notes if one.kind == "observation")[:RECENT],
            others=tuple(report_of(found[0]).text for found in others if found),
            decisions=decided,
        )  # fmt: skip

    @staticmethod
    def _notes(context: Context, thought: Thought | None, report: Report) -> list[CoachNote]:
        """What woke it, and what is new to it."""
        wake, at = context.wake, context.material.services.clock()
        before = set(context.last.text.split("\n")) if context.last is not None else set[str]()
        new = [line for line in report.text.split("\n") if line not in before]
        seen = thought.observations if thought is not None else tuple(new)
        told: list[tuple[NoteKind, str]] = [("message", f"{wake.reason} {wake.tokens}")]
        told.extend(("observation", one) for one in seen)
        return [
            CoachNote(
                id=digest(wake.id, str(number)), coach_id=wake.coach_id, user_id=wake.user_id,
                wake_id=wake.id, kind=kind, at=at, text=text[:_LONGEST],
            )
            for number, (kind, text) in enumerate(told)
        ]  # fmt: skip

    async def _cost(self, wake: WakeRow) -> float:
        calls = await self.services.db.calls.calls_of_turn(wake.user_id, turn_of(wake))
        return sum(one.price_usd for one in calls)


def reported(context: Context, thought: Thought | None) -> Report:
    """The model's as far as it holds; where little of it does, the rules'."""
    version, material = context.wake.template_version, context.material
    rules = rendered(context.draft, material, version, by=RULES)
    if thought is None:
        return rules
    theirs = rendered(thought.draft, material, version, by=thought.by, code=False)
    return theirs if len(theirs.text) >= len(thought.draft) / _HALF else rules


_HALF = 3
"""A third of the draft has to be left, or the rules write."""
_LONGEST = 500


def turn_of(wake: WakeRow) -> str:
    """What a wake's model calls are recorded under."""
    return f"coach:{wake.id}"


def thought_of(wake: WakeRow) -> ThoughtKey:
    """What a model's answer to it is kept under until something is made of it."""
    return ThoughtKey(wake.user_id, turn_of(wake))
