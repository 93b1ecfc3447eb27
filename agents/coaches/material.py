"""What a coach looks at: the log of its person, as figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta

from agents.coaches.coach import Links
from agents.coaches.template import Template
from agents.facts import by_day, samples, series, single, units_of, working
from agents.facts.samples import Series
from agents.goals.book import thing
from agents.goals.goal import Goal
from agents.goals.progress import Progress
from agents.goals.standing import goal_of, standing
from agents.profile import Profile
from agents.review.week import Week, week_of
from agents.truth import Sheet, sheet_of
from agents.types import Figure, Quantity
from agents.vocabulary import places_in
from agents.work import Services
from storage.entities import DateRange, Entry, Measure
from storage.goal import GoalRow
from storage.stores import Stores

_QUANTITIES: tuple[tuple[str, Quantity], ...] = (
    ("value", "value"), ("weight", "weight"), ("distance_m", "distance"), ("duration_s", "duration"),
    ("reps", "reps"),
)  # fmt: skip


@dataclass(slots=True)
class Material:
    """As of now. `entries` are those with what it is about, oldest first; `figures` grow while it is told."""

    services: Services
    profile: Profile
    today: date
    links: Links
    template: Template
    entries: list[Entry]
    whole: Series
    """A value a day of what it is about, in the goal's terms where there is one."""
    row: GoalRow | None = None
    progress: Progress | None = None
    week: Week | None = None
    figures: list[Figure] = field(default_factory=list[Figure])

    @property
    def measures(self) -> list[tuple[str, Measure]]:
        """Those that it is about, with their entry's id."""
        return [
            (entry.id, one)
            for entry in self.entries
            for one in entry.measures
            if self.links.name in ("", one.name) and _is_at(one, self.links.place)
        ]

    def slot(self, figure: Figure) -> str:
        """The slot of a figure, which is noted."""
        if figure not in self.figures:
            self.figures.append(figure)
        plans = figure.role in ("target", "projection")
        alike = [one for one in self.figures if (one.role in ("target", "projection")) == plans]
        return f"{'P' if plans else 'F'}{alike.index(figure) + 1}"

    def sheet(self) -> Sheet:
        """What sentences about it can be made of."""
        now = self.profile.local(self.services.clock())
        return sheet_of(now=now, profile=self.profile, entries=self.entries[-_SHOWN:], figures=self.figures)


_SHOWN = 60
_MOST = 1000
_VALUE: Quantity = "value"


async def gathered(services: Services, profile: Profile, links: Links, template: Template) -> Material:
    """Of the person's log, as far back as the template looks."""
    db, now = services.db, profile.local(services.clock())
    today = now.date()
    if links.place:
        parts = services.registry.combine(services.registry.domains).body_parts
        links = links.model_copy(update={"place": place_in(links.place, parts)})
    row = await _followed(services, profile.user_id, links.goal) if links.goal else None
    if row is not None:
        links = links.model_copy(update={"goal": row.token})
    progress = None if row is None else await standing(db.measures, profile, goal_of(row), today)
    span = DateRange(start=today - timedelta(weeks=template.settings.weeks), end=today)
    entries = await _watched(db, profile.user_id, links, template, span)
    week = None
    if template.watches == "week":
        week = await week_of(db, profile, today, today)
    return Material(
        services=services, profile=profile, today=today, links=links, template=template, entries=entries,
        whole=_series(entries, links, profile, progress.goal if progress is not None else None), row=row,
        progress=progress, week=week,
    )  # fmt: skip


async def _followed(services: Services, user_id: int, token: str) -> GoalRow | None:
    """The goal; once it is reached, the next one for the same thing, where there is one by now."""
    goals, now = services.db.goals, services.clock()
    row = await goals.goal(user_id, token)
    if row is None or row.dropped_at is not None:
        return None
    if row.reached_at is None:
        return row
    after = (one for one in await goals.of_user(user_id) if row.made_at < one.made_at <= now)
    return [row, *(one for one in after if thing(goal_of(one)) == thing(goal_of(row)))][-1]


async def _watched(
    db: Stores, user_id: int, links: Links, template: Template, span: DateRange
) -> list[Entry]:
    """With what it is about, the oldest first; of a week everything."""
    if links.name:
        found = await db.measures.measures(user_id, [links.name], span)
        entries = await db.entries.entries(user_id, dict.fromkeys(one.entry_id for one in found))
    elif template.watches == "week":
        entries = await db.entries.get_entries_by_date_range(user_id, span.start, span.end, limit=_MOST)
    else:
        entries = []
    return sorted(entries, key=lambda one: (one.day, one.logged_at))


def _series(entries: list[Entry], links: Links, profile: Profile, goal: Goal | None) -> Series:
    found = samples(entries, lambda one: one.name == links.name and _is_at(one, links.place))
    units = units_of((one.measure for one in found), profile)
    known: list[Quantity] = [
        q for part, q in _QUANTITIES if any(getattr(one.measure, part) is not None for one in found)
    ]
    quantity = known[0] if known else _VALUE
    if goal is not None and goal.quantity != "days":
        quantity = goal.quantity
    return by_day(single(working(series(found, links.name, quantity, units))))


def place_in(said: str, parts: Mapping[str, str]) -> str:
    """The part of the body that words name, as pains are logged with it; empty for none."""
    found = places_in(said.casefold(), parts)
    return found[max(found)] if found else ""


def _is_at(measure: Measure, place: str) -> bool:
    return not place or place in (measure.text or "").casefold()
