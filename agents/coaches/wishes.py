"""What a coach proposes without a model: one function a kind, each with the entries that say so."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import time, timedelta
from difflib import get_close_matches
from statistics import median

from agents.changes.items import GoalItem, Item, MergeItem, ReminderItem, SessionItem, TypoItem, UnitItem
from agents.changes.proposing import Decision
from agents.coaches.material import Material
from agents.coaches.sections import is_silent, is_stalled, named
from agents.coaches.speech import CoachWords
from agents.coaches.template import Proposes
from agents.facts import best, is_training
from agents.reminders.plan import Plan
from storage.entities import WeightUnit
from storage.proposal import Status

Wish = Callable[[Material, CoachWords], Iterator[Item]]
_EVENING, _MORNING = time(20), time(9)
_TENFOLD = (7.0, 14.0)
"""A load is a slip where it is about ten times the usual one."""
_LEAST = 3
_ALIKE = 0.9
_MOST_DAYS_LATE = 3650


async def wished(material: Material, words: CoachWords) -> list[Item]:
    """In the order of the template."""
    kinds = material.template.proposes
    found = [one for kind in kinds if kind != "merge" for one in WISHES[kind](material, words)]
    return [*found, *(await _merges(material, words) if "merge" in kinds else ())]


def _deload(material: Material, words: CoachWords) -> Iterator[Item]:
    if is_stalled(material) and not is_silent(material):
        monday = material.today + timedelta(days=7 - material.today.weekday())
        title, reason = words.say("deload_title", name=named(material)), words.say("deload_reason")
        top = best(material.whole)
        proof = top.entries[:1] if top is not None else ()
        yield SessionItem(title=title, day=monday, days=7, reason=reason, evidence=proof)


def _later(material: Material, words: CoachWords) -> Iterator[Item]:
    progress, row = material.progress, material.row
    if progress is None or row is None or progress.in_time is not False or progress.high is None:
        return
    if (progress.high - material.today).days < _MOST_DAYS_LATE:
        goal = progress.goal.model_copy(update={"by": progress.high})
        reason = words.say("later_reason")
        yield GoalItem(goal=goal, replaces=row.token, reason=reason, evidence=progress.entries[:1])


def _next(material: Material, words: CoachWords) -> Iterator[Item]:
    progress = material.progress
    if progress is None or not progress.is_reached or progress.goal.kind in ("frequency", "streak"):
        return
    goal, step = progress.goal, material.template.settings.step_percent / 100
    target = _round(goal.target * (1 - step if goal.down else 1 + step), goal.unit)
    after = goal.model_copy(update={"target": target, "by": None, "made": material.today})
    yield GoalItem(goal=after, reason=words.say("next_reason"), evidence=progress.entries[:1])


def _round(target: float, unit: str) -> float:
    step = {"kg": 2.5, "lb": 5.0, "km": 0.5, "h": 0.25, "s": 5.0, "reps": 1.0, "days": 1.0}.get(unit, 0.5)
    return round(target / step) * step


def _log(material: Material, words: CoachWords) -> Iterator[Item]:
    if is_silent(material):
        text = words.say("log_text", name=named(material).lower())
        plan = Plan(
            text=text, language=material.links.language, start=material.today + timedelta(days=1),
            times=(_EVENING,), rule="FREQ=DAILY", until=material.today + timedelta(days=14),
        )  # fmt: skip
        yield ReminderItem(plan=plan, reason=words.say("log_reason"), evidence=_last(material))


def _session(material: Material, words: CoachWords) -> Iterator[Item]:
    if is_silent(material):
        title, reason = words.say("session_title", name=named(material)), words.say("session_reason")
        day = material.today + timedelta(days=1)
        yield SessionItem(title=title, day=day, at=_MORNING, reason=reason, evidence=_last(material))


def _typo(material: Material, words: CoachWords) -> Iterator[Item]:
    """Of a week only loads: what is eaten may well be ten times as much in a day as in a bite."""
    loads = [(entry, one, one.weight) for entry, one in material.measures if one.weight]
    values = [
        (entry, one, one.value) for entry, one in material.measures if one.value and material.links.name
    ]
    for field, found in (("weight", loads), ("value", values)):
        by_name: dict[str, list[float]] = {}
        for _, one, value in found:
            by_name.setdefault(one.name, []).append(value)
        for entry, one, value in found:
            if _is_slip(value, by_name[one.name]):
                yield TypoItem.model_validate(
                    {
                        "entry_id": entry, "name": one.name, "field": field, "was": value,
                        "becomes": round(value / 10, 2), "reason": words.say("typo_reason"),
                        "evidence": (entry,),
                    }
                )  # fmt: skip


def _is_slip(value: float, all_of_it: list[float]) -> bool:
    low, high = (median(all_of_it) * times for times in _TENFOLD)
    return len(all_of_it) > _LEAST and low <= value <= high


def _unit(material: Material, words: CoachWords) -> Iterator[Item]:
    if material.profile.weight_unit is not None:
        return
    loads = [one for _, one in material.measures if one.weight and is_training(one)]
    units: set[WeightUnit] = {one.weight_unit for one in loads if one.weight_unit is not None}
    if len(units) == 1 and any(one.weight_unit is None for one in loads):
        yield UnitItem(field="weight_unit", unit=units.pop(), reason=words.say("unit_reason"))


async def _merges(material: Material, words: CoachWords) -> list[Item]:
    """A name of one's own that is nearly that of a known exercise."""
    services = material.services
    logged = await services.db.measures.logged_measures(material.profile.user_id)
    known = {name for table in services.registry.vocabulary.values() for name in table.values()}
    own = [one for one in logged if one.name not in known]
    found: list[Item] = []
    for one in own[:50]:
        names = known if not material.links.name else {material.links.name}
        found += [
            MergeItem(name=one.name, into=into, reason=words.say("merge_reason"))
            for into in get_close_matches(one.name, sorted(names), 1, _ALIKE)
        ]
    return found


def _last(material: Material) -> tuple[str, ...]:
    return tuple(entry.id for entry in material.entries[-1:])


_ANSWERED = frozenset[Status]({"declined", "confirmed", "done", "undone"})


def is_answered(item: Item, decided: Iterable[Decision]) -> bool:
    """Whether the person has decided it on the same facts, for whatever day it was proposed then."""
    return any(
        one.status in _ANSWERED
        and (one.item.kind, one.item.evidence) == (item.kind, item.evidence)
        and bool(item.evidence)
        for one in decided
    )


WISHES: dict[Proposes, Wish] = {
    "deload": _deload,
    "later": _later,
    "next": _next,
    "log": _log,
    "session": _session,
    "typo": _typo,
    "unit": _unit,
}
"""All but `merge`, which has to look at other names."""
