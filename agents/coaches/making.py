"""A coach from a goal or topic in words: "bench 100 kg by March", "sleep", "my knee"."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import blake2b
from typing import Literal

from agents.coaches.coach import MOST_LINKED, Links, tokens_watched
from agents.coaches.material import place_in
from agents.coaches.speech import coach_words, goal_meant, topic_of
from agents.coaches.template import Template, built_in
from agents.goals.asking import GoalReader
from agents.goals.book import GoalBook, Unfit
from agents.goals.goal import Goal
from agents.profile import Profile
from agents.wakes.runner import requested
from agents.work import Services
from storage.coach import CoachRow, TemplateRow
from storage.coaches import MOST_OF_ONE, scheduled
from storage.goal import GoalRow

_NAME = 60
_RUNS = ("run", "jog", "trail run")
_RACE = "race"
_OF_GOAL = {"body weight": "body-weight", "sleep": "sleep", **dict.fromkeys(_RUNS, "race")}
_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
BUILT_IN = "built in"
"""The cause of a first version that came with the product."""


@dataclass(frozen=True, slots=True)
class Made:
    """A new coach, or the one that there is for the same thing."""

    coach: CoachRow
    template: Template
    is_new: bool


NotMade = Literal["unread", "full", "no_weight"]


@dataclass(frozen=True, slots=True)
class Maker:
    """Makes coaches of one person."""

    services: Services
    user_id: int
    book: GoalBook

    async def made(self, text: str, key: str, at: datetime, language: str) -> Made | NotMade:
        """From words; `key` is the message's, so that hearing it again makes no second one."""
        mine = await self.services.db.coaches.of_user(self.user_id)
        coach_id = _id(self.user_id, key)
        if all(one.id != coach_id for one in mine) and len(mine) >= MOST_OF_ONE:
            return "full"
        read = await self._read(text, coach_id, at, language)
        if isinstance(read, str):
            return read
        links, template, goal = read
        same = next((one for one in mine if _same(one, links, template)), None)
        if same is not None:
            return Made(same, template, is_new=False)
        if goal is not None:
            await self.book.keep(goal)
        links = links.model_copy(update={"coaches": tuple(one.id for one in mine[-MOST_LINKED:])})
        meant = goal_meant(text, language)
        name = text if meant is None else meant or links.name
        name = name.strip()[:_NAME] or template.title(language)
        row = CoachRow(
            coach_id, self.user_id, name, template.name, "active", False, links.model_dump_json(), at
        )
        await version_of(self.services, self.user_id, template, at)
        wakes = [requested(row, "creation", at, creation=True)]
        if (due := next_time(template, await self.book.profile(), at)) is not None:
            wakes.append(scheduled(row, at, due))
        await self.services.db.coaches.save(row, tokens_watched(links, template), wakes)
        return Made(row, template, is_new=True)

    async def _read(
        self, text: str, coach_id: str, at: datetime, language: str
    ) -> tuple[Links, Template, GoalRow | None] | NotMade:
        templates = await known_templates(self.services, self.user_id)
        called = next((one for one in templates.values() if _is_called(one, text)), None)
        reader = await self.book.reader(at)
        goal = None if called is not None else reader.read(text, language)
        if goal is None and called is None:
            goal = next(iter(reader.in_words(text, language) or ()), None)
        topic = topic_of(text, language)
        if goal is None and called is None and topic == _RACE:
            run = coach_words(language).say("race_goal", distance=text)
            goal = reader.read(run, language)
        goal = goal or await self._there(text, language, reader)
        if goal is not None:
            return await self._of_goal(goal, text, coach_id, language, templates)
        template = called or templates.get(topic)
        name = template.measure if template is not None else reader.name_of(text)
        known = self.services.registry.combine(self.services.registry.domains)
        if template is None and name not in known.vocabulary.values():
            return "unread"
        template = template or templates["strength"]
        if not name and template.watches in ("goal", "measure"):
            return "unread"
        place = place_in(text, known.body_parts) if template.watches == "pain" and called is None else ""
        links = Links(name=name, place=place, language=language, asked=text)
        return links, template, None

    async def _there(self, text: str, language: str, reader: GoalReader) -> Goal | None:
        """The one goal that words name which only say that there is one."""
        named = goal_meant(text, language)
        goals = [one.goal for one in await self.book.all()] if named is not None else []
        meant = reader.among(goals, named or "", language)
        return meant[0] if len(meant) == 1 else None

    async def _of_goal(
        self, goal: Goal, text: str, coach_id: str, language: str, templates: dict[str, Template]
    ) -> tuple[Links, Template, GoalRow | None] | Unfit:
        found = await self.book.fitted(goal, coach_id)
        if isinstance(found, str):
            return found
        row, progress = found
        template = templates[_OF_GOAL.get(progress.goal.name, "strength")]
        links = Links(goal=row.token, name=progress.goal.name, language=language, asked=text)
        return links, template, row


async def known_templates(services: Services, user_id: int) -> dict[str, Template]:
    """Built-in ones and the person's own, each as the version that holds now."""
    rows = await services.db.coaches.templates(user_id)
    own = {row.name: Template.model_validate_json(row.body) for row in rows if row.active}
    return {**built_in(), **own}


async def template_run(services: Services, coach: CoachRow, version: int) -> Template:
    """The version that a wake began with; the one that holds, where there is no such row."""
    rows = await services.db.coaches.template_versions(coach.user_id, coach.template)
    row = next((one for one in rows if one.version == version), None)
    if row is not None:
        return Template.model_validate_json(row.body)
    return (await known_templates(services, coach.user_id))[coach.template]


async def version_of(services: Services, user_id: int, template: Template, at: datetime) -> TemplateRow:
    """The row of the version that holds now; a first one of what is built in."""
    row = await services.db.coaches.template(user_id, template.name)
    if row is not None:
        return row
    first = TemplateRow(user_id, template.name, 1, template.model_dump_json(), at, BUILT_IN)
    return await services.db.coaches.add_template(first)


def next_time(template: Template, profile: Profile, after: datetime) -> datetime | None:
    """When a template's own time comes next, on the person's clock."""
    if template.every is None or template.every == "off":
        return None
    day, _, hour = template.every.partition("-")
    local = profile.local(after)
    due = local.replace(hour=int(hour), minute=0, second=0, microsecond=0)
    due += timedelta(days=(_DAYS.index(day) - due.weekday()) % 7)
    return due if due > local else due + timedelta(days=7)


def _id(user_id: int, key: str) -> str:
    return blake2b(f"coach/{user_id}/{key}".encode(), digest_size=8).hexdigest()


def _same(row: CoachRow, links: Links, template: Template) -> bool:
    other = Links.model_validate_json(row.body)
    same = (other.goal, other.name, other.place) == (links.goal, links.name, links.place)
    return row.template == template.name and same


def _is_called(template: Template, text: str) -> bool:
    said = text.strip().casefold()
    return said in {template.name, *(one.casefold() for one in template.called.values())}
