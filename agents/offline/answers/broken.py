"""A trend with a break in its middle: where it moved, and how it goes since."""

from __future__ import annotations

from agents.facts import Break, Series, TooFew, count_days, figure, point_figure, trend
from agents.offline.answers.scope import Scope, count_figure
from agents.types import FigureRequest, Finding


def answer_broken(scope: Scope, request: FigureRequest, name: str, whole: Series, broken: Break) -> Finding:
    """The drop or the jump with its days, then the trend since, as far as it can be said."""
    words, since = scope.wording, broken.since
    newest = since.points[-1]
    key = "broke_down" if broken.after.value < broken.before.value else "broke_up"
    claim = scope.say(
        key,
        name=name,
        before=words.amount(broken.before.value, whole.unit),
        before_day=words.day(broken.before.day),
        after=words.amount(broken.after.value, whole.unit),
        after_day=words.day(broken.after.day),
    )
    figures = [
        point_figure(whole, broken.before, f"last {request.measure} before the break", role="last"),
        point_figure(whole, broken.after, f"first {request.measure} after the break", role="first"),
        point_figure(whole, newest, f"last {request.measure}", role="last"),
        count_figure(count_days(since), "days", "days since the break", since.entries),
    ]
    change = trend(since)
    told = {"value": words.amount(newest.value, whole.unit), "day": words.day(newest.day)}
    if isinstance(change, TooFew):
        claim += " " + scope.say("since_few", **told)
    else:
        sign = "-" if change.slope < 0 else "+"
        told["slope"] = f"{sign}{words.amount(abs(change.slope), whole.unit)}"
        claim += " " + scope.say(_since(whole, change.slope, clear=change.clear), **told)
        figures.append(
            figure(since, change.slope, f"change of {request.measure} a week since", role="change")
        )
    return scope.finding(claim, whole.entries, figures, "medium")


def _since(whole: Series, slope: float, *, clear: bool) -> str:
    if not clear:
        return "since_flat"
    if whole.quantity == "pace":
        return "since_slower" if slope > 0 else "since_faster"
    return "since_up" if slope > 0 else "since_down"
