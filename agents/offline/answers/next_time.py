"""The next load, repetitions or distance: close to the last, and nothing where it loads what hurts."""

from __future__ import annotations

from datetime import timedelta

from agents.facts import Sample, best, is_helped, point_figure, series, working
from agents.offline.answers.explain import FELT
from agents.offline.answers.figures import count_figure, ids, of_day
from agents.offline.answers.painful import Painful
from agents.offline.answers.scope import Scope
from agents.types import Figure, Finding
from domains.muscles import muscles_of
from storage.entities import DateRange

_NEARLY_ALL = 9
"""RPE from which hardly a repetition is left."""
_NAMED = 3
"""Exercises of a muscle that are named one by one."""
_MONTH = timedelta(days=28)
_STEPS = {"lb": 5.0, "kg": 2.5}
"""What a small step up is."""


def next_of(scope: Scope, name: str, hurt: Painful) -> list[Finding]:
    """What to do of it next time."""
    if hurt.loaded_by(name, scope.context):
        claim = scope.say("advice.paused", name=scope.wording.name(name))
        return [scope.finding(claim, ids(hurt.recent), general=not hurt.recent, verdict="no")]
    if muscles_of(name) and hurt:
        return _of_muscle(scope, name, hurt)
    found = [sample for sample in scope.samples(name) if not sample.measure.warmup]
    if any(sample.measure.weight is not None for sample in found):
        return [_loaded(scope, name, found, hurt)]
    if any(sample.measure.reps is not None for sample in found):
        return [_again(scope, "next_reps", name, found)]
    return [_moved(scope, name, found)] if found else []


def _loaded(scope: Scope, name: str, found: list[Sample], hurt: Painful) -> Finding:
    """The last load again, or a small step more where it went well."""
    newest, unit = found[-1], scope.units(found).weight or ""
    step = _STEPS.get(unit, _STEPS["kg"])
    key = "next_same" if _was_heavy(scope, newest) else "next_weight"
    key = "next_help" if is_helped(newest.measure) else key
    small = count_figure(step, unit, f"a small step in {name}", ())
    return _again(scope, "next_hurt" if hurt and not hurt.places else key, name, found, small)


def _again(scope: Scope, key: str, name: str, found: list[Sample], *step: Figure) -> Finding:
    """What was done last, and a step beyond it."""
    day = found[-1].day
    values = {"name": scope.wording.name(name), "what": scope.described(found, name, day), "day": day}
    claim = scope.say(f"advice.{key}", **values, step=step[0] if step else "")
    return scope.finding(claim, of_day(found, day), step, "medium")


def _moved(scope: Scope, name: str, found: list[Sample]) -> Finding:
    """No farther than lately."""
    month = DateRange(start=scope.today - _MONTH, end=scope.today)
    whole = working(series(found, name, "distance", scope.units(found)))
    top = best(whole.within(month)) or best(whole)
    if top is None:
        newest = found[-1]
        what = scope.described(found, name, newest.day)
        return scope.finding(scope.say("advice.recent", what=what, day=newest.day), [newest.entry])
    value = point_figure(whole, top, f"longest {name}", role="max")
    weeks = count_figure(_MONTH.days // 7, "weeks", "the weeks looked at", ())
    claim = scope.say("advice.next_distance", name=scope.wording.name(name), value=value, day=top.day)
    return scope.finding(claim, top.entries, [value, weeks], "medium")


def _of_muscle(scope: Scope, name: str, hurt: Painful) -> list[Finding]:
    """What of a muscle's exercises loads a painful place, and what does not."""
    words = scope.wording
    done = list(dict.fromkeys(sample.measure.name for sample in reversed(scope.samples(name))))
    loaded = [one for one in done if hurt.loaded_by(one, scope.context)]
    free = [one for one in done if one not in loaded]
    listed = {
        "name": words.name(name),
        "places": ", ".join(hurt.places),
        "free": ", ".join(words.name(one) for one in free[:_NAMED]),
    }
    key = "muscle_free" if not loaded else "muscle_part" if free else "muscle_paused"
    return [scope.finding(scope.say(f"advice.{key}", **listed), ids(hurt.recent), general=not hurt.recent)]


def _was_heavy(scope: Scope, newest: Sample) -> bool:
    """Whether the last time was written to be a fight, so that more weight can wait."""
    entry = next(entry for entry in scope.entries if entry.id == newest.entry)
    return (newest.measure.rpe or 0) >= _NEARLY_ALL or FELT.search(entry.text.lower()) is not None
