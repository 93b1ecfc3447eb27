"""The plan in words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from bot.importing.plan import Plan
from bot.texts import Html, Wording
from storage.importers.model import Problem

_MOST_NAMES = 8
_ASK = {
    "weight_unit": "import.ask_weight",
    "distance_unit": "import.ask_distance",
    "date_order": "import.ask_dates",
}


def preview(name: str, plan: Plan, say: Wording, *, most_problems: int = 10) -> Html:
    """Counts, what was assumed, and what is wrong line by line."""
    if plan.is_empty:
        refused = any(problem.kind != "unknown_file" for problem in plan.problems)
        lines = [say("import.nothing_of" if refused else "import.nothing", file=name)]
    else:
        lines = [say("import.title", file=name, source=", ".join(plan.sources)), *_counts(plan, say)]
    lines += problems(plan, say, most_problems)
    if not plan.is_empty and not plan.new:
        lines.append(say("import.nothing_new"))
    elif plan.new:
        lines += [say(_ASK[asked]) for asked in sorted(plan.asks)]
    return Html("\n".join(lines))


def _counts(plan: Plan, say: Wording) -> Iterator[Html]:
    if plan.workouts:
        yield say("import.workouts", workouts=plan.workouts, sets=plan.sets)
    if plan.activities:
        yield say("import.activities", count=plan.activities)
    for key, count in (
        ("weighings", plan.weighings), ("days", plan.days), ("notes", plan.notes),
        ("unread", plan.unread), ("entries", plan.own),
        ("known", plan.known), ("changed", plan.changed), ("grown", plan.grown), ("left_out", plan.left_out),
    ):  # fmt: skip
        if count:
            yield say(f"import.{key}", count=count)
    if plan.twins:
        told = ", ".join(f"{say.measure(name)} {dated(day, say)}" for name, day in plan.told_twice)
        more = ", …" if plan.twins > len(plan.told_twice) else ""
        yield say("import.twins", count=plan.twins, names=told + more)
    if plan.new and plan.first and plan.last:
        yield say("import.new", count=len(plan.new), first=dated(plan.first, say), last=dated(plan.last, say))
    if plan.mapped:
        yield say("import.mapped", count=len(plan.mapped))
    if plan.unmapped:
        names = sorted(plan.unmapped)
        more = ", …" if len(names) > _MOST_NAMES else ""
        yield say("import.unmapped", count=len(names), names=", ".join(names[:_MOST_NAMES]) + more)
    if plan.unkept:
        yield say("import.unkept", count=plan.unkept.total(), names=_kinds(plan))
    if plan.timers:
        yield say("import.timers", count=plan.timers)
    if plan.assumes_weight and plan.choices.weight_unit is not None:
        yield say("import.assumed", unit=plan.choices.weight_unit)


def _kinds(plan: Plan) -> str:
    """The most frequent ones, with how often."""
    named = ", ".join(f"{name} {count:,}" for name, count in plan.unkept.most_common(_MOST_NAMES))
    return named + (", …" if len(plan.unkept) > _MOST_NAMES else "")


def problems(plan: Plan, say: Wording, most: int) -> Iterator[Html]:
    """One line each, the first so many."""
    if not plan.problems:
        return
    yield say("import.problems", count=plan.problems.all)
    for problem in plan.problems[:most]:
        yield say("import.problem", where=where(problem), what=what(problem, say))
    if plan.problems.all > most:
        yield say("import.more", count=plan.problems.all - most)


def where(problem: Problem) -> str:
    """The file, with the line where it is one line's."""
    return f"{problem.file}:{problem.line}" if problem.line else problem.file


def what(problem: Problem, say: Wording) -> Html:
    """What is wrong, in the language of the one who imports."""
    value, detail = problem.value[:200], problem.detail[:200]
    if problem.kind in _OF_DAYS:
        value, detail = _with_days(value, say), _with_days(detail, say)
    return say(f"import.problem.{problem.kind}", value=value, detail=detail)


_OF_DAYS = ("impossible_date", "times_backwards", "too_many_of_day", "bad_measurement")
_DAY = re.compile(r"(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)\S*)?")


def _with_days(text: str, say: Wording) -> str:
    """Its days as they are read."""

    def shown(found: re.Match[str]) -> str:
        try:
            day = date.fromisoformat(found[1])
        except ValueError:
            return found[0]
        return " ".join([dated(day, say), *([found[2]] if found[2] else [])])

    return _DAY.sub(shown, text)


def dated(day: date, say: Wording) -> str:
    """A day with its year: what is imported may be old."""
    return say.day(day, date.min)
