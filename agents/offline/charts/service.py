"""A chart for somebody: what their words ask for, read from their diary, as a spec and words below it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from agents.charts.chart import Chart, NoChart
from agents.offline.answers.scope import Scope
from agents.offline.answers.wording import Wording
from agents.offline.charts.asked import AskedChart, asked_in, asked_of
from agents.offline.charts.gently import gently
from agents.offline.charts.making import Made, made
from agents.offline.charts.scope import ChartScope
from agents.offline.lexicon import language_of
from agents.offline.questions.asked_units import in_units_asked
from agents.offline.questions.searches import topics_of
from agents.offline.questions.subjects import TRAINING, body_share
from agents.planner import LoggedMeasure, PlannerInput
from agents.profile import Profile
from agents.truth import sheet_of, tell
from agents.truth.rendering import with_particles
from agents.turn import Turn
from agents.types import Claim, Figure, FigureRequest, Finding
from agents.vocabulary import in_context, own_terms
from agents.work import Services
from domains.model import ActiveDomainContext
from storage.entities import DateRange, Entry, Frozen

READ_AT_MOST = 20_000
"""Entries of one chart: some twenty years of daily logs."""


@dataclass(frozen=True, slots=True)
class Charting:
    """Makes charts of people's diaries."""

    services: Services

    async def wished(self, text: str, user_id: int, now: datetime) -> Chart | NoChart:
        """What somebody's words ask for ("bench 3m", "show me a chart of my sleep this year")."""
        given = await self._given(text, user_id, now)
        if not given.logged:
            return NoChart()
        with gently():
            asked = await asyncio.to_thread(asked_in, text, given)
        if asked is None or asked.options:
            return NoChart(options=asked.options if asked is not None else ())
        return await self.drawn(asked, given)

    async def of(self, course: AskedChart, user_id: int, now: datetime) -> Chart | NoChart:
        """What was chosen by a button."""
        return await self.drawn(course, await self._given(course.text, user_id, now))

    async def of_turn(self, turn: Turn, now: datetime) -> Chart | NoChart:
        """What belongs to the answer of a turn."""
        given = await self._given(turn.query_text or turn.incoming.text, turn.incoming.user_id, now)
        asked = asked_of(turn.plan.sub_queries if turn.plan else (), given.domain_context)
        return NoChart() if asked is None else await self.drawn(asked, given)

    async def drawn(self, asked: AskedChart, given: PlannerInput) -> Chart | NoChart:
        """The chart of these figures. Computed in a thread: a diary of years takes a while."""
        with gently():
            entries = await self._entries(asked, given)
            found = await asyncio.to_thread(
                chart_of, asked, entries, given.profile, given.domain_context, given.now
            )
            del entries  # before the collector wakes
        return found

    async def logged(self, user_id: int) -> tuple[LoggedMeasure, ...]:
        """What the person has ever logged, most frequent first."""
        found = await self.services.db.measures.logged_measures(user_id)
        return tuple(LoggedMeasure(name=m.name, domain=m.domain, entries=m.entries) for m in found)

    async def _given(self, text: str, user_id: int, now: datetime) -> PlannerInput:
        profile, memory = await self.services.person(user_id)
        registry = self.services.registry
        context = in_context(registry.combine(info.name for info in registry.infos), own_terms(memory))
        return PlannerInput(
            query=text,
            now=profile.local(now),
            profile=profile,
            domain_context=context,
            logged=await self.logged(user_id),
            may_expand=False,
        )

    async def _entries(self, asked: AskedChart, given: PlannerInput) -> list[Entry]:
        user_id, context = given.profile.user_id, given.domain_context
        topics = _topics(asked.requests, context, given.logged) or topics_of(TRAINING, context, given.logged)
        span = _searched(asked)
        search = self.services.db.search
        found = await search.by_topics(user_id, topics, span, limit=READ_AT_MOST)
        if not found and span is not None:  # the nearest day outside is worth telling
            found = await search.by_topics(user_id, topics, None, limit=READ_AT_MOST)
        return found


def _topics(
    requests: Iterable[FigureRequest], context: ActiveDomainContext, logged: Sequence[LoggedMeasure]
) -> tuple[str, ...]:
    names: list[str] = []
    for one in requests:
        names += topics_of(one.measure, context, logged)
        names += topics_of(one.split_by, context, logged) if one.split_by else ()
        names += ["body weight"] if body_share(one.measure, context) else []
    return tuple(dict.fromkeys(names))


def _searched(asked: AskedChart) -> DateRange | None:
    """The days that have to be read; None: all of them."""
    spans = [one.date_range for one in asked.requests] or [asked.span]
    narrow = all(one.statistic != "split" and one.versus is None for one in asked.requests)
    if not narrow or any(span is None for span in spans):
        return None
    known = [span for span in spans if span is not None]
    return DateRange(start=min(one.start for one in known), end=max(one.end for one in known))


def chart_of(
    asked: AskedChart,
    entries: Sequence[Entry],
    profile: Profile,
    context: ActiveDomainContext,
    now: datetime,
) -> Chart | NoChart:
    """The chart of entries that were read; `now` is on the person's clock."""
    language = language_of(asked.text, profile.language) if asked.text else language_of("", profile.language)
    profile = in_units_asked(asked.text, profile)
    scope = ChartScope(entries, profile, context, now.date(), Wording(language, context, now.date()))
    drawn = made(scope, asked)
    if not isinstance(drawn, Made):
        return NoChart(" ".join(_claims(drawn)))
    caption = captioned(scope, drawn, asked.text, now)
    compared = any(one.versus is not None for one in asked.requests)
    return Chart(
        drawn.spec, caption.text, caption.claims, drawn.evidence, asked.topics, caption.legend, compared
    )


def _claims(findings: Sequence[Finding]) -> list[str]:
    return list(dict.fromkeys(one.claim for one in findings if one.claim))


class Caption(Frozen):
    """Plain text, and where its values stand. `legend`: of its lines those that explain the picture."""

    text: str
    claims: tuple[Claim, ...] = ()
    legend: str = ""


def captioned(scope: Scope, made: Made, query: str, now: datetime) -> Caption:
    """Each sentence checked by itself; one with a figure that nothing carries is left out."""
    lines: list[str] = []
    legend: list[str] = []
    claims: list[Claim] = []
    length = 0
    for one in made.telling:
        told = _told(scope, one, query, now, made.spec.span)
        if not told.text or told.text in lines:
            continue
        lines.append(told.text)
        legend += [] if isinstance(one, Finding) else [told.text]
        claims += [
            claim.model_copy(update={"start": claim.start + length, "end": claim.end + length})
            for claim in told.claims
        ]
        length += len(told.text) + 1
    return Caption(text="\n".join(lines), claims=tuple(claims), legend="\n".join(legend))


def _told(
    scope: Scope, one: Finding | tuple[str, Sequence[Figure]], query: str, now: datetime, span: DateRange
) -> Caption:
    slotted = not isinstance(one, Finding)
    draft, figures = one if slotted else (one.detail or one.claim, one.figures)
    cited = [] if slotted else _cited(scope, figures)
    sheet = sheet_of(
        now=now,
        profile=scope.profile.model_copy(update={"language": scope.wording.language}),
        query=query,
        entries=cited,
        figures=figures,
        findings=() if slotted else (one,),
        context=scope.context,
    )
    told = tell(draft, sheet, code=True).kept
    return Caption(text=with_particles(told.text), claims=told.claims)


def _cited(scope: Scope, figures: Sequence[Figure]) -> list[Entry]:
    """First what has a day of its own: the ends and bests that a sentence names."""
    dated = sorted(figures, key=lambda figure: figure.day is None)
    ids = list(dict.fromkeys(entry for figure in dated for entry in figure.entries))[:_CITED]
    known = {entry.id: entry for entry in scope.entries}
    return [known[one] for one in ids if one in known]


_CITED = 40
"""Entries that a sentence is held against."""
