"""What a report says without a model: one function a section, sentences with slots for their figures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta

from agents.coaches.material import Material
from agents.coaches.speech import CoachWords
from agents.coaches.template import Section
from agents.facts import TIME_OF_DAY, average, best, count_days, figure, last, point_figure, trend
from agents.facts.effects import TooFew
from agents.goals.goal import Goal
from agents.types import Figure
from domains.names import name_in
from storage.entities import DateRange
from units import METRES

Write = Callable[[Material, CoachWords], Iterator[str]]
LATELY = timedelta(days=27)
_WEEK = timedelta(days=6)
_COURSES = ("few", "flat", "away", "far")
_GOALS = {"average": "goal_mean", "frequency": "goal_week"}


def written(material: Material, words: CoachWords) -> str:
    """The whole report as a draft with slots; a line a section."""
    sections = (SECTIONS[one] for one in material.template.sections)
    lines = [" ".join(said) for write in sections if (said := [*write(material, words)])]
    if not lines:
        lines = [words.say("nothing", name=named(material))]
    return "\n".join(lines)


def named(material: Material) -> str:
    """What it is about, in the person's language."""
    name = material.links.name or material.template.title(material.links.language)
    shown = name_in(name, material.links.language)
    return shown[:1].upper() + shown[1:]


def _slot(material: Material, one: Figure, part: str = "") -> str:
    return f"{{{material.slot(one)}{part}}}"


def _goal(material: Material, words: CoachWords) -> Iterator[str]:
    progress = material.progress
    if progress is None:
        return
    goal = progress.goal
    target = Figure(
        value=goal.target, unit=goal.unit, what=f"goal of {goal.name}", role="target", measure=goal.name
    )
    given = {"name": named(material), "target": _slot(material, target)}
    if progress.now is None:
        yield from _not_yet(material, goal, words, given)
    else:
        now = Figure(
            value=round(progress.now, 4), unit=goal.unit, what=f"{goal.name} now", day=progress.day,
            entries=progress.entries, measure=goal.name,
        )  # fmt: skip
        yield words.say(_GOALS.get(goal.kind, "goal"), **given, now=_slot(material, now))
    if goal.by is not None and not progress.is_reached:
        by = Figure(value=1, unit="days", what="the day it is to be reached by", role="target", day=goal.by)
        yield words.say("by", by=_slot(material, by, ".day"))
    yield from _course(material, words)


def _not_yet(material: Material, goal: Goal, words: CoachWords, given: dict[str, str]) -> Iterator[str]:
    """That nothing stands against the goal, and why."""
    if goal.metres is not None:
        unit = goal.distance_unit or "km"
        value, what = round(goal.metres / METRES[unit], 2), f"distance of {goal.name}"
        far = Figure(value=value, unit=unit, what=what, role="target", measure=goal.name)
        yield words.say("goal_race", **given, distance=_slot(material, far))
    elif not material.whole.points:
        yield words.say("goal_none", **given)
    else:
        yield words.say("goal_open" if goal.lacks_unit or not material.whole.unit else "goal_quiet", **given)


def _course(material: Material, words: CoachWords) -> Iterator[str]:
    progress = material.progress
    if progress is None:
        return
    if progress.is_reached:
        yield words.say("reached")
    elif progress.course in _COURSES:
        yield words.say(progress.course)
    elif progress.arrives is not None:
        there = Figure(
            value=1, unit="days", what="the day it is there", role="projection", day=progress.arrives
        )
        yield words.say("arrives", arrives=_slot(material, there, ".day"))
        if progress.in_time is not None:
            yield words.say("in_time" if progress.in_time else "late")


def _latest(material: Material, words: CoachWords) -> Iterator[str]:
    point = last(material.whole)
    if point is not None and material.whole.unit != TIME_OF_DAY:
        told = point_figure(material.whole, point, f"last {material.whole.name}", role="last")
        yield words.say("latest", last=_slot(material, told), day=_slot(material, told, ".day"))


def _trend(material: Material, words: CoachWords) -> Iterator[str]:
    whole = material.whole
    found = trend(whole)
    if isinstance(found, TooFew) or not found.clear:
        return
    told = figure(whole, round(abs(found.slope), 2), f"change of {whole.name} a week", role="change")
    yield words.say("trend_up" if found.slope > 0 else "trend_down", change=_slot(material, told))


def _average(material: Material, words: CoachWords) -> Iterator[str]:
    whole = material.whole
    lately = whole.within(DateRange(start=material.today - _WEEK, end=material.today))
    mean = average(lately)
    if mean is None:
        return
    told = figure(lately, round(mean, 2), f"average {whole.name}", role="average")
    yield words.say("average", average=_slot(material, told))
    earlier = whole.within(
        DateRange(start=material.today - LATELY, end=material.today - _WEEK - timedelta(days=1))
    )
    before = average(earlier)
    if before is not None:
        told = figure(earlier, round(before, 2), f"average {whole.name} before", role="average")
        yield words.say("average_before", before=_slot(material, told))


def _sessions(material: Material, words: CoachWords) -> Iterator[str]:
    lately = material.whole.within(DateRange(start=material.today - LATELY, end=material.today))
    if not lately.points:
        return
    yield words.say("sessions", days=_slot(material, _days(material, count_days(lately), lately.entries)))
    top = best(material.whole)
    if is_stalled(material) and top is not None:
        told = point_figure(material.whole, top, f"best {material.whole.name}", role="max")
        yield words.say("stalled", day=_slot(material, told, ".day"))


def is_stalled(material: Material) -> bool:
    """Whether the best is long ago, though it was tried since."""
    top, weeks = best(material.whole), material.template.settings.stall_weeks
    if top is None or (material.today - top.day).days < weeks * 7:
        return False
    return sum(point.day > top.day for point in material.whole.points) >= _TRIED


_TRIED = 3


def _days(material: Material, count: int, entries: tuple[str, ...]) -> Figure:
    span = DateRange(start=material.today - LATELY, end=material.today)
    what = f"days with {material.links.name}"
    return Figure(value=count, unit="days", what=what, role="count", entries=entries[:20], span=span)


def _gap(material: Material, words: CoachWords) -> Iterator[str]:
    if is_silent(material):
        entry = material.entries[-1]
        told = Figure(
            value=1, unit="days", what="the last day with a log", day=entry.day, entries=(entry.id,)
        )
        yield words.say("gap", day=_slot(material, told, ".day"))


def is_silent(material: Material) -> bool:
    """Whether nothing was logged for long."""
    if not material.entries:
        return False
    return (material.today - material.entries[-1].day).days >= material.template.settings.silent_days


def _pain(material: Material, words: CoachWords) -> Iterator[str]:
    told = [(entry, one) for entry, one in material.measures if one.name == "pain"]
    if not told:
        yield words.say("pain_none")
        return
    entry, measure = told[-1]
    day = Figure(value=1, unit="days", what="the last day with pain", day=measure.day, entries=(entry,))
    yield words.say("pain", day=_slot(material, day, ".day"))
    days = {one.day: entry for entry, one in told if one.day >= material.today - LATELY}
    if len(days) > 1:
        yield words.say("pain_count", days=_slot(material, _days(material, len(days), tuple(days.values()))))
        yield words.say("see_somebody")


def _week(material: Material, words: CoachWords) -> Iterator[str]:
    week = material.week
    if week is None or not week.entries:
        yield words.say("week_none")
        return
    before = DateRange(start=week.span.start - timedelta(days=7), end=week.span.start - timedelta(days=1))
    days = Figure(
        value=week.days,
        unit="days",
        what="training days",
        role="count",
        entries=week.trained[:20],
        span=week.span,
    )
    earlier = Figure(value=week.before, unit="days", what="training days before", role="count", span=before)
    yield words.say("week_days", days=_slot(material, days), before=_slot(material, earlier))
    for key, one in (("week_lifted", week.volume), ("week_sleep", week.sleep)):
        if one is not None:
            role = "sum" if key == "week_lifted" else "average"
            told = Figure(
                value=round(one.value, 2), unit=one.unit, what=one.name, role=role, measure=one.name,
                entries=one.entries[:20], span=week.span,
            )  # fmt: skip
            yield words.say(key, **{key.removeprefix("week_"): _slot(material, told)})


SECTIONS: dict[Section, Write] = {
    "goal": _goal,
    "latest": _latest,
    "trend": _trend,
    "average": _average,
    "sessions": _sessions,
    "gap": _gap,
    "pain": _pain,
    "week": _week,
}
