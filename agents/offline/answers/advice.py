"""What to do next, from what was done lately: what has rested longest, never what loads a painful place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from agents.analyzer import AnalyzerInput
from agents.facts import (
    Sample,
    average,
    best,
    by_day,
    is_helped,
    last,
    point_figure,
    samples,
    series,
    working,
)
from agents.offline.answers.explain import FELT, HURTS, SHORT_NIGHT, explain, quoted
from agents.offline.answers.figures import count_figure, days_figure, ids, of_day
from agents.offline.answers.guided import guided
from agents.offline.answers.painful import PAIN_LASTS, Painful, logged_pain, told_pain
from agents.offline.answers.scope import Scope, any_measure, trained
from agents.offline.questions.question_spans import signs_in
from agents.offline.questions.subjects import TRAINING
from agents.offline.safety import says
from agents.types import Figure, Finding, SubQuery
from domains.muscles import muscles_of
from storage.entities import DateRange

_BUSY = 5
"""Training days in a week from which rest is as good an idea."""
_RESTED = timedelta(days=2)
"""What was done today or yesterday is not due again."""
_KNOWN_NIGHTS = 4
"""Nights from which something is usual."""
_EATEN = ("kcal", "protein", "carbs", "fat", "fiber")
"""What advice on food rests on: nobody is advised to drink what is usual."""
METRICS = (
    "sleep", "nutrition", "kcal", "protein", "mood", "energy", "stress", "body weight", "steps",
    "resting pulse", "systolic pressure", "diastolic pressure", "blood glucose", "hrv",
)  # fmt: skip


def advise(scope: Scope, part: SubQuery, given: AnalyzerInput, *, explained: bool) -> list[Finding]:
    """The findings a recommendation rests on; what the part before has `explained` is not told again."""
    hurt = replace(logged_pain(scope.entries, scope.today), told=told_pain(given.query, scope.context))
    asked = tuple(name for name in part.subjects if name != "pain")
    if part.subjects and not asked:
        return _of_pain(scope, hurt)
    wants_rest = "RESTING" in signs_in(part.question)
    if explained:
        found = list[Finding]()
    elif wants_rest:
        found = _deload(scope, part)
    else:
        found = _about(scope, part, hurt, asked[0] if asked else TRAINING)
    if not explained and not (asked and asked[0] in METRICS):
        found += _short_night(scope)
    found += _about_pain(scope, hurt, given, part)
    general = not asked or asked[0] == TRAINING
    skipped = _skipped(scope, hurt) if hurt and general and not wants_rest else []
    if skipped:
        names = ", ".join(scope.wording.name(name) for name in skipped)
        claim = scope.say("advice.pain_skip", list=names)
        found.append(scope.finding(claim, ids(hurt.recent), general=not hurt.recent))
    return found


def _about(scope: Scope, part: SubQuery, hurt: Painful, name: str) -> list[Finding]:
    """What to do of a thing, or of training as such."""
    if told := guided(scope, name):
        return [*told, *(_metrics(scope, name) if scope.samples(name) else [])]
    if name in METRICS:
        return _metrics(scope, name)
    if name != TRAINING and (scope.samples(name) or hurt.loaded_by(name, scope.context)):
        return next_of(scope, name, hurt)
    if name != TRAINING and trained(scope.entries):
        return [_never(scope, name)]
    return _due(scope, hurt, _day_ahead(scope, part))


def _never(scope: Scope, name: str) -> Finding:
    return scope.finding(scope.say("never", name=scope.wording.name(name)))


def _skipped(scope: Scope, hurt: Painful) -> list[str]:
    """What was done lately and loads a painful place."""
    names = dict.fromkeys(sample.measure.name for sample in trained(scope.entries))
    return [name for name in names if hurt.loaded_by(name, scope.context)]


def _day_ahead(scope: Scope, part: SubQuery) -> DateRange:
    """The day that advice is asked for: today, unless a later one is named."""
    span = part.date_range
    return span if span and span.start > scope.today else DateRange(start=scope.today, end=scope.today)


def _due(scope: Scope, hurt: Painful, ahead: DateRange) -> list[Finding]:
    """What has rested longest among what is usually done."""
    work = trained(scope.entries)
    if not work:
        return [scope.finding(scope.say("advice.nothing"))]
    latest: dict[str, Sample] = {sample.measure.name: sample for sample in work}
    days = {name: {s.day for s in work if s.measure.name == name} for name in latest}
    usual = [name for name in latest if len(days[name]) > 1] or list(latest)
    fit = [name for name in usual if not hurt.loaded_by(name, scope.context)]
    rested = [name for name in fit if ahead.start - latest[name].day >= _RESTED]
    newest = work[-1]
    recent = [sample for sample in work if sample.day == newest.day]
    what = scope.told(recent, scope.units(recent), named=True)
    last_done = scope.finding(scope.say("advice.recent", what=what, day=newest.day), ids(recent))
    resting = _instead(scope, work, fit=bool(fit), rested=bool(rested))
    if not rested:
        return [*resting, last_done]
    name = min(rested, key=lambda one: (latest[one].day, -len(days[one])))
    return [*resting, _rested(scope, latest[name], None if resting else ahead), last_done]


def _instead(scope: Scope, work: list[Sample], *, fit: bool, rested: bool) -> list[Finding]:
    """That rest is better: many days of the week, nothing that is rested, or nothing that does not hurt."""
    week, evidence, figures = scope.last_days(7), ids(work)[:1], list[Figure]()
    inside = [sample for sample in work if week.start <= sample.day <= week.end]
    busy = len({sample.day for sample in inside})
    key = "rest" if busy >= _BUSY else "" if rested else "fresh" if fit else "all_hurt"
    if not key:
        return []
    if key == "rest":
        evidence, figures = ids(inside), _training_days(busy, ids(inside))
    return [scope.finding(scope.say(f"advice.{key}", n=busy), evidence, figures, "medium", verdict="no")]


def _training_days(n: int, evidence: Sequence[str]) -> list[Figure]:
    return [
        count_figure(n, "days", "training days of the last 7", evidence),
        count_figure(7, "days", "a week", ()),
    ]


def _rested(scope: Scope, latest: Sample, ahead: DateRange | None) -> Finding:
    """What has rested longest, and that it would fit on the day asked about, unless rest fits better."""
    name, words = latest.measure.name, scope.wording
    ago = (scope.today - latest.day).days
    what = scope.described(scope.samples(name), name, latest.day)
    claim = scope.say("advice.due", name=words.name(name), day=latest.day, n=ago, what=what)
    figures = [count_figure(ago, "days", f"days since the last {name}", [latest.entry], latest.day)]
    if ahead is not None:
        later = ahead.start > scope.today
        told = {"name": words.name(name), "period": words.period(ahead)}
        claim += " " + scope.say("advice.go_then" if later else "advice.go", **told)
        figures += [count_figure(1, "", "the day asked about", (), ahead.start)] if later else []
    return scope.finding(claim, [latest.entry], figures, "medium", verdict="yes" if ahead else "")


def _short_night(scope: Scope) -> list[Finding]:
    found = scope.samples("sleep")
    nights = by_day(series(found, "sleep", "value", scope.units(found)))
    newest = last(nights)
    if newest is None or newest.day != scope.today:
        return []
    night = point_figure(nights, newest, "last night's sleep", role="last")
    others = [point.value for point in nights.points if point.day != scope.today]
    usual = sum(others) / len(others) if len(nights.points) >= _KNOWN_NIGHTS else 0.0
    if newest.value <= usual - 1.5:
        mean = count_figure(round(usual, 2), nights.unit, "usual sleep", nights.entries, role="usual")
        claim = scope.say("advice.sleep", value=night, usual=mean)
        return [scope.finding(claim, newest.entries, [night, mean], "medium")]
    if newest.value >= SHORT_NIGHT:
        return []
    # Short whatever is usual.
    return [scope.finding(scope.say("advice.sleep_short", value=night), newest.entries, [night], "medium")]


def _deload(scope: Scope, part: SubQuery) -> list[Finding]:
    """Whether the last week asks for a lighter one: many days, more sets, or several signs of wear."""
    work = trained(scope.entries)
    if not work:
        return [scope.finding(scope.say("advice.nothing"))]
    week = scope.last_days(7)
    inside = [sample for sample in work if week.start <= sample.day <= week.end]
    before = [sample for sample in work if sample.day < week.start and not sample.measure.warmup]
    days = len({sample.day for sample in inside})
    sets = sum(sample.measure.sets for sample in inside if not sample.measure.warmup)
    weeks = max(1.0, (week.start - before[0].day).days / 7) if before else 1.0
    usual = round(sum(sample.measure.sets for sample in before) / weeks, 1)
    busy = days >= _BUSY or (usual > 0 and sets > usual * 1.3)
    cause = explain(scope, part.model_copy(update={"subjects": (), "date_range": week}))
    signs = {kind: finding for kind, finding in cause.items() if kind in _WEAR}
    worn = len(signs) >= _SIGNS
    key = "deload_busy" if busy and before else "deload_worn" if worn else "deload_no"
    claim = scope.say(f"advice.{key}", n=days, now=sets, before=f"{usual:g}")
    evidence = ids(inside) or ids(work)[:1]
    figures = [
        *_training_days(days, evidence),
        count_figure(sets, "sets", "hard sets of the last 7 days", evidence, role="count"),
        count_figure(usual, "sets", "hard sets a week before", ids(before), role="count"),
    ]
    # Pain is told by the advice about it.
    told = [finding for kind, finding in signs.items() if kind != "pain"]
    wears = scope.finding(claim, evidence, figures, "medium", verdict="no" if key == "deload_no" else "yes")
    return [wears, *(told[:2] if busy or worn else [])]


_WEAR = frozenset({"sleep", "pain", "kcal", "stress", "energy", "mood"})
_SIGNS = 2
"""Signs of wear in a week that together call for a lighter one."""


def _metrics(scope: Scope, subject: str) -> list[Finding]:
    """What is usual, each metric of the subject by itself."""
    if not scope.samples(subject):
        return [_never(scope, subject)]
    found: list[Finding] = []
    names = scope.metrics_of(subject)
    eaten = tuple(name for name in names if name in _EATEN)
    for name in (eaten or names) if subject in ("nutrition", "meal") else names:
        logged = scope.samples(name)
        whole = by_day(series(logged, name, "value", scope.units(logged)))
        mean = average(whole)
        if mean is None:
            continue
        value = count_figure(round(mean, 4), whole.unit, f"average {name}", whole.entries, role="average")
        n = days_figure(len(whole.points), name, whole.entries)
        claim = scope.say("average", name=scope.wording.name(name), period="", value=value, n=n)
        found.append(scope.finding(claim, whole.entries, [value, n]))
    return found


def _about_pain(scope: Scope, hurt: Painful, given: AnalyzerInput, part: SubQuery) -> list[Finding]:
    """What hurts, what hurt longer ago, and that nothing does: only over the days that were searched."""
    named = [name for name in part.subjects if name not in ("pain", TRAINING)]
    done = dict.fromkeys(sample.measure.name for sample in trained(scope.entries))
    if (newest := hurt.nearest(named or list(done), scope.context)) is not None:
        return [_noted(scope, newest, "pain")]
    if hurt.told:
        return [scope.finding(scope.say("advice.care"), general=True)]
    reach = [a.date_range for a in given.retrieval_history if "pain" in a.instruction.topics]
    about_training = not part.subjects or part.subjects[0] not in METRICS
    if not reach or not about_training or not samples(scope.entries, any_measure):
        return []
    if hurt.gone:
        return [_noted(scope, hurt.gone[-1], "pain_noted")]
    care = [scope.finding(scope.say("advice.care"), general=True)] if says("pain", given.query) else []
    days = PAIN_LASTS.days
    figures = [count_figure(days, "days", "how long a pain counts", ())]
    found = [scope.finding(scope.say("advice.no_pain", n=days), (), figures, "high")]
    starts = [span.start for span in reach if span is not None]
    older = [s for s in hurt.older if len(starts) < len(reach) or s.day >= min(starts)]
    return [*found, *(_noted(scope, sample, "pain_older") for sample in older), *care]


def _of_pain(scope: Scope, hurt: Painful) -> list[Finding]:
    """A pain itself is asked about: what was noted of it, and who can help."""
    noted = [*hurt.recent, *hurt.older]
    same = [s for s in noted if any(place in (s.measure.text or "").lower() for place in hurt.told)]
    found = [_noted(scope, sample, "pain_noted") for sample in (same or noted)[-3:]]
    if not found:
        found = [_never(scope, "pain")]
    return [*found, scope.finding(scope.say("advice.pain_care"), general=True)]


def _noted(scope: Scope, sample: Sample, key: str) -> Finding:
    """A sentence about a pain that was logged, in the words it was logged with."""
    entry = next(entry for entry in scope.entries if entry.id == sample.entry)
    claim = scope.say(f"advice.{key}", text=quoted(entry.text, HURTS), day=sample.day)
    return scope.finding(claim, [sample.entry])


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
