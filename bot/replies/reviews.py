"""How the week, the morning and a check-in are told: short enough for a phone's screen."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from agents.goals.progress import Progress
from agents.review.checks import CheckIn
from agents.review.week import Total, Week
from agents.shown import show
from bot.replies.achievements import counted, measure_named, progress_line, record_line
from bot.replies.measures import grouped
from bot.texts import Html, Wording
from storage.entities import Entry

_GOALS = 4
_YESTERDAY = 4
_LEAST_PERCENT = 1


def week_text(week: Week, say: Wording, today: date) -> Html:
    """A line for each thing that there is."""
    span = week.span
    lines = [say("review.title", first=say.short_day(span.start, today), last=say.short_day(span.end, today))]
    days, before = (counted("day", count, say) for count in (week.days, week.before))
    lines.append(say("review.days", days=days, before=before))
    if week.volume is not None:
        lines.append(say("review.volume", value=_shown(week.volume), change=_percent(week.volume, say)))
    lines += [
        say("review.distance", name=_heading(one.name, say), value=_shown(one), change=_percent(one, say))
        for one in week.distances
    ]
    for key, one in (("review.sleep", week.sleep), ("review.weight", week.weight)):
        if one is not None:
            lines.append(say(key, value=_shown(one), n=one.n, change=_moved(one, say)))
    lines += [record_line(one, say) for one in week.records]
    if week.streak:
        lines.append(say("review.streak", days=counted("day", week.streak, say)))
    lines += [progress_line(one, say) for one in week.goals[:_GOALS]]
    if week.missing:
        names = ", ".join(measure_named(name, say) for name in week.missing)
        lines.append(say("review.missing", names=names))
    return Html("\n".join(lines))


def morning_text(entries: Sequence[Entry], goals: Sequence[Progress], say: Wording) -> Html | None:
    """What yesterday was and what the goals need; None: there is nothing to say."""
    lines = grouped([one for entry in entries for one in entry.measures], say)[:_YESTERDAY]
    if lines:
        lines.insert(0, say("morning.yesterday"))
    lines += [progress_line(one, say) for one in goals[:_GOALS]]
    return Html("\n".join([say("morning.title"), *lines])) if lines else None


def check_in_text(found: CheckIn, say: Wording) -> Html:
    """One sentence."""
    return say(
        f"checkin.{found.rule}",
        name=_heading(found.name, say),
        now=found.now,
        best=found.best,
        days=counted("day", found.count, say),
        usual=counted("day", found.usual, say),
    )


def _heading(name: str, say: Wording) -> str:
    named = measure_named(name, say)
    return named[:1].upper() + named[1:]


def _shown(one: Total) -> str:
    return show(one.value, one.unit)


def _percent(one: Total, say: Wording) -> str:
    """Against the week before, where there is one and it differs."""
    if not one.before:
        return ""
    percent = round((one.value - one.before) / one.before * 100)
    if abs(percent) < _LEAST_PERCENT:
        return ""
    return say.label("review.change", percent=f"{percent:+d} %")


def _moved(one: Total, say: Wording) -> str:
    if one.before is None:
        return ""
    moved = round(one.value - one.before, 1)
    return say.label("review.moved", moved=_signed(moved, one.unit)) if moved else ""


def _signed(value: float, unit: str) -> str:
    return f"{'+' if value > 0 else '-'}{show(abs(value), unit)}"
