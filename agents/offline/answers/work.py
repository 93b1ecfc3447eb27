"""Answers about the work itself: sets and volume by muscle, and the load of a week against the usual one."""

from __future__ import annotations

from agents.facts import (
    LoadRatio,
    Point,
    Sample,
    Series,
    TooFew,
    by_muscle,
    figure,
    hard_sets,
    load_ratio,
    series,
    show,
    total,
)
from agents.facts.load import ABOVE, BELOW, CHRONIC_WEEKS, WELL_ABOVE
from agents.offline.answers.absence import nothing
from agents.offline.answers.figures import asked_days, count_figure, ids
from agents.offline.answers.scope import Scope, trained
from agents.offline.questions.subjects import ENDURANCE
from agents.types import Figure, FigureRequest, Finding

_MOST_MUSCLES = 10
_FEWEST = 4
LARGE = (
    "chest", "lats", "upper back", "front delts", "side delts", "rear delts", "biceps", "triceps", "abs",
    "quads", "hamstrings", "glutes", "calves",
)  # fmt: skip
"""Muscles that a whole-body programme trains on purpose; the others are worked along with them."""
_MOST_EXERCISES = 5


def answer_muscles(scope: Scope, request: FigureRequest, found: list[Sample]) -> list[Finding]:
    """Hard sets of each muscle, with the volume of the exercises that mainly work it."""
    table = by_muscle(found, scope.worked, scope.units(found))[:_MOST_MUSCLES]
    if not table:
        return nothing(scope, request.model_copy(update={"measure": "strength", "quantity": "weight"}))
    words, items, figures = scope.wording, list[str](), list[Figure]()
    for work in table:
        sets = total(work.sets)
        figures.append(figure(work.sets, sets, f"hard sets for {work.muscle}", role="count"))
        item = f"{words.muscle(work.muscle)} {words.amount(sets, 'sets')}"
        if work.volume.points:
            volume = total(work.volume)
            figures.append(figure(work.volume, volume, f"volume for {work.muscle}"))
            item += f" ({show(volume, work.volume.unit)})"
        items.append(f"• {item}")
    claim = "\n".join([scope.about(request, "muscles"), *items])
    return [scope.finding(claim, ids(found), figures), _muscles_note(scope)]


def _muscles_note(scope: Scope) -> Finding:
    return scope.finding(scope.say("muscles_note"), general=True)


def answer_neglected(scope: Scope, request: FigureRequest, found: list[Sample]) -> list[Finding]:
    """The large muscles with the fewest hard sets, those with none first."""
    sets = {work.muscle: work.sets for work in by_muscle(found, scope.worked, scope.units(found))}
    if not sets:
        return nothing(scope, request.model_copy(update={"measure": "strength", "quantity": "weight"}))
    words, evidence, span = scope.wording, ids(found), request.date_range
    done = {muscle: total(sets[muscle]) if muscle in sets else 0.0 for muscle in LARGE}
    ranked = sorted(LARGE, key=lambda muscle: done[muscle])
    least, top = ranked[:_FEWEST], ranked[-1]
    listed = ", ".join(f"{words.muscle(one)} {words.amount(done[one], 'sets')}" for one in least)
    figures = [
        Figure(value=done[muscle], unit="sets", what=f"hard sets for {muscle}", entries=evidence)
        for muscle in dict.fromkeys((*least, top))
    ]
    values = {"list": listed, "most": words.muscle(top), "value": words.amount(done[top], "sets")}
    told = scope.tell("neglected", request, evidence, [*figures, *asked_days(span)], **values)
    return [told, _muscles_note(scope)]


def sets_from(scope: Scope, whole: Series) -> tuple[str, list[Figure]]:
    """Which exercises the hard sets of a muscle come from, where it is not one alone."""
    parts: dict[str, list[Point]] = {}
    for point in whole.points:
        if point.sample is not None:
            parts.setdefault(point.sample.measure.name, []).append(point)
    if len(parts) < 2:
        return "", []
    found = [Series(name, whole.quantity, whole.unit, tuple(points)) for name, points in parts.items()]
    found.sort(key=lambda part: -total(part))
    words = scope.wording
    listed = [f"{words.name(part.name)} {words.amount(total(part), '')}" for part in found[:_MOST_EXERCISES]]
    figures = [figure(part, total(part), f"hard sets of {part.name}", role="count") for part in found]
    return " " + scope.say("sets_from", list=", ".join(listed)), figures


def answer_load(scope: Scope, request: FigureRequest, _found: list[Sample]) -> list[Finding]:
    """The last seven days against the three weeks before, lifting in hard sets, the rest by distance."""
    found: list[Finding] = []
    weeks = [0]
    for name, whole in _loads(scope):
        ratio = load_ratio(whole, scope.today)
        if isinstance(ratio, TooFew):
            weeks.append(ratio.n)
        else:
            found.append(_loaded(scope, name, whole, ratio))
    if found:
        note = scope.finding(scope.say("load_note"), found[0].evidence, (), "medium", general=True)
        return [*found, note]
    every = trained(scope.entries)
    if not every:
        return nothing(scope, request.model_copy(update={"date_range": None}))
    evidence, n = ids(every), max(weeks)
    figures = [
        count_figure(n, "weeks", "weeks before the last with training", evidence),
        count_figure(CHRONIC_WEEKS, "weeks", "weeks needed", ()),
        count_figure(7, "days", "the last days", ()),
    ]
    return [scope.tell("load_few", request, evidence, figures, "low", n=n, of=CHRONIC_WEEKS)]


def _loads(scope: Scope) -> list[tuple[str, Series]]:
    """What is done, each in what it is counted in."""
    found: list[tuple[str, Series]] = []
    for name in ("strength", *ENDURANCE):
        own = [sample for sample in trained(scope.entries) if sample.measure.domain == name]
        if name == "strength":
            whole = hard_sets(own, name, scope.worked)
        else:
            whole = series(own, name, "distance", scope.units(own))
            if len(whole.points) < len(own):  # some have only a time
                whole = series(own, name, "duration", scope.units(own))
        if whole.points:
            found.append((name, whole))
    return found


def _loaded(scope: Scope, name: str, whole: Series, load: LoadRatio) -> Finding:
    now, before, key = whole.within(load.now), whole.within(load.before), "load_usual"
    if load.ratio > ABOVE:
        key = "load_well_above" if load.ratio > WELL_ABOVE else "load_above"
    elif load.ratio < BELOW:
        key = "load_below"
    evidence, what = (*now.entries, *before.entries), f"{name}: last 7 days to usual week"
    acute = figure(now, load.acute, f"{name} in the last 7 days")
    chronic = figure(before, load.chronic, f"{name} a week in the {CHRONIC_WEEKS} weeks before")
    figures = [
        Figure(value=round(load.ratio, 4), unit="", what=what, entries=evidence),
        acute,
        chronic,
        count_figure(7, "days", "the last days", ()),
        count_figure(CHRONIC_WEEKS, "weeks", "weeks before", ()),
    ]
    values = {"ratio": show(round(load.ratio, 2), ""), "acute": acute, "chronic": chronic, "n": CHRONIC_WEEKS}
    claim = scope.say("load", name=scope.wording.name(name), **values)
    return scope.finding(f"{claim} {scope.say(key)}", evidence, figures)
