"""/today and /week: what was logged, by kind, each kind with what it comes to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

from agents.facts import average, by_day, is_training, samples, series, show, total, units_of
from agents.profile import Profile
from bot.replies.measures import grouped, line
from bot.texts import Html, Wording
from bot.texts.html import escape
from storage.entities import Entry, Measure

_QUOTE = 200
_KINDS: tuple[tuple[str, Callable[[Measure], bool]], ...] = (
    ("training", is_training),
    ("food", lambda measure: measure.domain in ("nutrition", "drinks")),
    ("sleep", lambda measure: measure.domain == "sleep"),
    ("body", lambda _measure: True),
)
"""The first that fits."""
_EATEN = ("kcal", "protein")
"""Added up over a day."""


def of_a_day(entries: Sequence[Entry], profile: Profile, say: Wording) -> list[Html]:
    """Each kind with its total, its exercises and metrics below."""
    lines: list[Html] = []
    for kind, found in _by_kind(entries):
        heading = _heading(kind, _totals(kind, entries, profile, say), say)
        lines += [Html(), heading, *grouped(_together(found), say)]
    return lines + _notes(entries, say)


def of_a_week(entries: Sequence[Entry], profile: Profile, say: Wording) -> list[Html]:
    """Each kind with its total, a line for each day below."""
    lines: list[Html] = []
    for kind, found in _by_kind(entries):
        lines += [Html(), _heading(kind, _totals(kind, entries, profile, say, week=True), say)]
        for day, of_day in groupby(found, key=lambda measure: measure.day):
            what = "; ".join(_brief(_together(list(of_day)), say))
            lines.append(Html(f"<b>{escape(say.day(day))}</b> {what}"))
    return lines + _notes(entries, say, dated=True)


def _by_kind(entries: Sequence[Entry]) -> list[tuple[str, list[Measure]]]:
    """Kinds in their order, those that there are; measures by day, then as they were told."""
    found: dict[str, list[Measure]] = {kind: [] for kind, _ in _KINDS}
    for measure in sorted((one for entry in entries for one in entry.measures), key=lambda one: one.day):
        found[next(kind for kind, fits in _KINDS if fits(measure))].append(measure)
    return [(kind, measures) for kind, measures in found.items() if measures]


def _together(measures: Sequence[Measure]) -> list[Measure]:
    """What has the same name side by side, in the order of the first of each."""
    names = list(dict.fromkeys(measure.name for measure in measures))
    return sorted(measures, key=lambda measure: names.index(measure.name))


def _brief(measures: Sequence[Measure], say: Wording) -> list[str]:
    """One piece a name."""
    return [
        f"{escape(say.measure(name))} {', '.join(filter(None, (line(one, say) for one in same)))}".strip()
        for name, same in groupby(measures, key=lambda measure: measure.name)
    ]


def _heading(kind: str, totals: Sequence[str], say: Wording) -> Html:
    title = say(f"kind.{kind}")
    return (
        say("kind.total", title=title, total=Html(" · ".join(totals))) if totals else say("kind", title=title)
    )


def _totals(
    kind: str, entries: Sequence[Entry], profile: Profile, say: Wording, *, week: bool = False
) -> list[str]:
    if kind == "training":
        return _trained(entries, profile, say, week=week)
    if kind == "food":
        return [told for name in _EATEN if (told := _value(name, entries, profile, say, week=week))]
    if kind == "sleep" and week:
        return [told for told in (_value("sleep", entries, profile, say, week=True),) if told]
    return []


def _trained(entries: Sequence[Entry], profile: Profile, say: Wording, *, week: bool) -> list[str]:
    """Days in a week, working sets, and how far by each way to move."""
    found = samples(entries, is_training)
    told: list[str] = []
    if week:
        days = len({sample.day for sample in found})
        told.append(say("kind.day") if days == 1 else say("kind.days", count=days))
    sets = sum(s.measure.sets for s in found if s.measure.reps is not None and not s.measure.warmup)
    if sets > 1:
        told.append(say("sets", count=sets))
    for name in dict.fromkeys(s.measure.name for s in found if s.measure.distance_m is not None):
        own = [sample for sample in found if sample.measure.name == name]
        whole = series(own, name, "distance", units_of((sample.measure for sample in own), profile))
        told.append(say("kind.far", name=say.measure(name).lower(), far=show(total(whole), whole.unit)))
    return told


def _value(name: str, entries: Sequence[Entry], profile: Profile, say: Wording, *, week: bool) -> str:
    """The day's sum; of a week what it is on average on the days that have it."""
    found = samples(entries, lambda measure: measure.name == name and measure.value is not None)
    if not found:
        return ""
    whole = by_day(series(found, name, "value", units_of((), profile)))
    value = (average(whole) or 0.0) if week else total(whole)
    shown = show(round(value, 1), whole.unit)
    named = say("kind.of", value=shown, name=say.measure(name).lower()) if name == "protein" else shown
    return say("kind.a_night" if name == "sleep" else "kind.a_day", value=named) if week else named


def _notes(entries: Sequence[Entry], say: Wording, *, dated: bool = False) -> list[Html]:
    """What was written without anything to count in it."""
    words = [entry for entry in entries if not entry.measures]
    if not words:
        return []
    lines = [Html(), say("kind", title=say("kind.notes"))]
    for entry in words:
        text = entry.text if len(entry.text) <= _QUOTE else entry.text[: _QUOTE - 1] + "…"
        day = f"<b>{escape(say.day(entry.day))}</b> " if dated else ""
        lines.append(Html(f"{day}<i>{escape(text)}</i>"))
    return lines
