"""A trend with a break in its middle: where it moved, and how it goes since."""

from __future__ import annotations

from agents.facts import Break, Series, TooFew, Trend, count_days, figure, point_figure, trend
from agents.offline.answers.figures import count_figure
from agents.offline.answers.scope import Scope
from agents.types import FigureRequest, Finding


def answer_broken(scope: Scope, request: FigureRequest, name: str, whole: Series, broken: Break) -> Finding:
    """The drop or the jump with its days, then the trend since, as far as it can be said."""
    since, measure = broken.since, request.measure
    key = "broke_down" if broken.after.value < broken.before.value else "broke_up"
    before = point_figure(whole, broken.before, f"last {measure} before the break", role="last")
    after = point_figure(whole, broken.after, f"first {measure} after the break", role="first")
    newest = point_figure(whole, since.points[-1], f"last {measure}", role="last")
    days = {"before_day": before.day, "after_day": after.day}
    claim = scope.about(request, key, name=name, before=before, after=after, **days)
    n = count_figure(count_days(since), "days", "days since the break", since.entries)
    figures, change, slope = [before, after, newest, n], trend(since), ""
    if not isinstance(change, TooFew):
        slope = scope.wording.signed(change.slope, whole.unit)
        figures.append(figure(since, change.slope, f"change of {measure} a week since", role="change"))
    claim += " " + scope.say(_since(whole, change), value=newest, day=newest.day, slope=slope)
    return scope.finding(claim, whole.entries, figures, "medium")


def _since(whole: Series, change: Trend | TooFew) -> str:
    if isinstance(change, TooFew):
        return "since_few"
    if not change.clear:
        return "since_flat"
    ways = ("since_faster", "since_slower") if whole.quantity == "pace" else ("since_down", "since_up")
    return ways[change.slope > 0]
