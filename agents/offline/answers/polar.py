"""Yes or no first, where a question wants one and the log tells; words are data (`data/polar.*.yaml`)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import pairwise
from statistics import fmean

from agents.facts import Series, TooFew, Trend, by_day, trend, unbroken
from agents.offline.answers.scope import Scope
from agents.offline.answers.sides import SIDES
from agents.offline.lexicon import Named, load, plain
from agents.offline.safety import says
from agents.types import FigureRequest, Finding, QueryType, SubQuery

_DAYS = ("list", "last", "sum", "count", "frequency", "average")
_QUOTED = re.compile(r"“[^”]*”")
_LIFTED = ("e1rm", "weight", "reps")
_FEWER_IS_BETTER = ("pain", "stress", "resting pulse")


class _Words(Named[str]):
    """One language's patterns and templates."""

    ways: dict[str, tuple[str, str]]
    """What a figure is called that fell or rose, by its quantity; `rest` of all others."""

    def has(self, name: str, said: str) -> bool:
        """Whether the words are in what was said."""
        return _compiled(self.named[name]).search(said) is not None


_compiled = cache(re.compile)


@dataclass(frozen=True)
class _Asked:
    """What is asked for yes or no: a figure, what was found first, and the question beside its language."""

    scope: Scope
    request: FigureRequest
    first: Finding
    words: _Words
    said: str

    def has(self, name: str) -> bool:
        """Whether the question has these words."""
        return self.words.has(name, self.said)

    @cached_property
    def whole(self) -> Series:
        """What is asked about, a value a day."""
        return by_day(self.scope.fitting(self.request, self.request.date_range))

    @cached_property
    def lifts(self) -> frozenset[str]:
        """The exercises that are asked about, where there are several: their loads make no one series."""
        found = self.scope.narrowed(self.request, self.request.date_range)
        names = frozenset([one.measure.name for one in found])
        return names if len(names) > 1 and self.whole.quantity in _LIFTED else frozenset()

    @cached_property
    def part(self) -> Series:
        """All of it, or what came since a break."""
        return unbroken(self.whole)

    @cached_property
    def change(self) -> Trend | TooFew:
        """How that went."""
        return trend(self.part)


def answered(scope: Scope, part: SubQuery, found: Sequence[Finding]) -> list[Finding]:
    """The findings, the first with yes or no before it where that is asked and known."""
    words, said = load("polar", scope.wording.language, _Words), plain(part.question).strip()
    if not found or not words.has("asks", said) or words.has("asks_not", said):
        return [*found]
    first = found[0]
    stuck = words.has("flat", said)
    if (words.has("answered", plain(first.claim)) and not stuck) or "\n" in first.claim[:1]:
        return [*found]
    asked = _Asked(scope, part.figures[0], first, words, said) if part.figures else None
    key = first.verdict or _verdict(part, asked)
    way = _went(asked) if key in _WAYS and asked else ""
    template = words.named[_WAYS[key] if way else key] if key else ""
    return [_told(first, template.replace("{way}", way)), *found[1:]] if key else [*found]


_WAYS = {"yes": "yes_way", "no": "no_way"}


def _went(asked: _Asked) -> str:
    """Which way the figure went, in a word."""
    request, first, words = asked.request, asked.first, asked.words
    if request.versus is not None:
        moved, since = _apart(first), False
    elif request.statistic == "trend" and not asked.lifts:
        change, since = asked.change, asked.part is not asked.whole
        moved = 0.0 if isinstance(change, TooFew) or not change.clear else change.slope
    else:
        return ""
    unit = first.figures[0].unit if first.figures else ""
    both = words.ways.get("reps" if unit == "reps" else request.quantity, words.ways["rest"])
    way = both[moved > 0] if moved else ""
    return words.named["since"].format(way=way) if since and way else way


def _apart(first: Finding) -> float:
    """How far the first two figures of a comparison are apart; 0 where they are not measured alike."""
    pair = first.figures[:2]
    return pair[0].value - pair[1].value if len({one.unit for one in pair}) == 1 and len(pair) > 1 else 0.0


def _told(first: Finding, template: str) -> Finding:

    def put(claim: str) -> str:
        begins = claim[:1] if claim.startswith(("I ", "I'")) else claim[:1].lower()
        return template.format(claim=begins + claim[1:])

    detail = put(first.detail) if first.detail else ""
    return first.model_copy(update={"claim": put(first.claim), "detail": detail})


def _verdict(part: SubQuery, asked: _Asked | None) -> str:
    """yes, no, unchanged, unclear, judge, or nothing."""
    several = part.query_type is QueryType.COMPARISON and len({one.measure for one in part.figures}) > 1
    if part.query_type is QueryType.RECOMMENDATION or asked is None or several:
        return ""  # several are held against each other, and none of them against before
    if asked.has("judging"):
        return "judge" if asked.first.figures else ""
    if asked.has("every") and asked.request.statistic in _OF_EACH:
        return _each(asked)
    if asked.request.versus is not None:
        return _compared(asked)
    if asked.request.newest == _BOTH and asked.request.statistic == "list":
        return _than_before(asked)
    usual = asked.request.statistic == "average" and asked.has("usual")
    kind = _than_usual if usual else _KINDS.get(asked.request.statistic)
    key = kind(asked) if kind is not None else ""
    return key or ("judge" if _is_beside_it(asked) else "")


_OF_EACH = ("rest_days", "count")


def _each(asked: _Asked) -> str:
    """Whether it was so on all days: none without it, or as many as there are that met the mark."""
    counted = [one.value for one in asked.first.figures[:2]]
    if asked.request.statistic == "rest_days":
        return "no" if counted and counted[0] else "yes"
    marked = asked.request.at_least is not None or asked.request.below is not None
    return ("yes" if counted[0] == counted[1] else "no") if marked and len(counted) > 1 else ""


def _is_beside_it(asked: _Asked) -> bool:
    """Whether a last or a best one is told where it is asked how something goes."""
    directed = any(map(asked.has, ("better", "worse", "up", "down", "flat", "changed", "affects")))
    told = asked.request.statistic in _DAYS or asked.request.statistic == "record"
    return told and bool(asked.first.figures) and (directed or not asked.has("done"))


def _done(asked: _Asked) -> str:
    """Whether there is any."""
    request = asked.request
    if asked.has("all_reps"):
        return _fell_short(asked)
    directed = any(map(asked.has, ("better", "worse", "up")))
    marked = request.at_least is not None or request.below is not None
    if marked and request.statistic == "count" and asked.has("done") and asked.first.figures:
        return "yes" if asked.first.figures[0].value else "no"
    if not asked.has("done") or directed or marked or request.versus is not None:
        return ""
    denies = says("denying", _QUOTED.sub("", asked.first.claim))
    if asked.scope.narrowed(request, request.date_range):
        return "" if denies else "yes"
    return "no" if denies else ""


def _rested(asked: _Asked) -> str:
    """Whether there was a day without work."""
    counted = asked.first.figures
    return "" if not counted else "yes" if counted[0].value else "no"


def _fell_short(asked: _Asked) -> str:
    """No where a set of the only day has fewer repetitions than the one before at its load; else nothing."""
    found = asked.scope.narrowed(asked.request, asked.request.date_range)
    if asked.request.statistic == "last":
        found = [one for one in found if one.day == found[-1].day]
    sets = [(one.measure.weight, one.measure.reps or 0) for one in found]
    less = any(load == before and reps < most for (before, most), (load, reps) in pairwise(sets))
    return "no" if less and len({one.day for one in found}) == 1 else ""


def _is_best(asked: _Asked) -> str:
    """Whether the newest one is the best one; a tie is none."""
    found = asked.scope.narrowed(asked.request, asked.request.date_range)
    if not asked.has("this") or not asked.has("best") or not asked.first.figures or not found:
        return ""
    return "yes" if found[-1].entry in asked.first.figures[0].entries else "no"


def _moved(asked: _Asked) -> str:
    """Whether it went the way that is asked about; of several exercises each for itself."""
    if asked.lifts:
        alone = [asked.request.model_copy(update={"measure": name}) for name in asked.lifts]
        told = [_went_as_asked(replace(asked, request=one)) for one in alone]
        known = {one for one in told if one not in ("", "unchanged")}
        return known.pop() if len(known) == 1 else ""
    return _went_as_asked(asked)


def _went_as_asked(asked: _Asked) -> str:
    change = asked.change
    if isinstance(change, TooFew):
        return ""
    if asked.has("flat"):
        return "no" if change.clear else "yes"
    if asked.has("changed") and change.clear:
        return "yes"
    way = _way(asked, pace=asked.whole.quantity == "pace")
    return _as_asked(change, way) if way else ""


def _as_asked(change: Trend, way: int) -> str:
    if not change.clear:
        return "unchanged"
    return "yes" if (change.slope > 0) == (way > 0) else "no"


def _compared(asked: _Asked) -> str:
    if not _against(asked):
        return ""
    way = _way(asked, pace=asked.request.quantity == "pace")
    apart = _apart(asked.first) or _beside_none(asked)
    return "" if way == 0 or not apart else "yes" if apart * way > 0 else "no"


def _beside_none(asked: _Asked) -> int:
    """1 or -1 where one of the two times has none: of what adds up that is less, and it is never more."""
    request = asked.request
    before = asked.scope.fitting(request, request.versus).points
    if bool(before) == bool(asked.whole.points) or request.quantity == "pace":
        return 0
    adds = request.statistic in ("sum", "count")
    lifted = bool(before) and request.quantity != "value" and not asked.has("down")
    if not any(map(asked.has, ("up", "down"))) or not (adds or lifted):
        return 0
    return -1 if before else 1


_BOTH = 2


def _than_before(asked: _Asked) -> str:
    """Whether the last time was more, or better, than the one before."""
    points = asked.whole.points
    way = _way(asked, pace=asked.whole.quantity == "pace")
    if not way or len(points) != _BOTH:
        return ""
    return "yes" if (points[1].value - points[0].value) * way > 0 else "no"


def _than_usual(asked: _Asked) -> str:
    """Whether the newest was more, or less, than all are on average."""
    points, way = asked.whole.points, _way(asked, pace=asked.whole.quantity == "pace")
    if not way or len(points) < _BOTH:
        return ""
    return "yes" if (points[-1].value - fmean(asked.whole.values)) * way > 0 else "no"


def _against(asked: _Asked) -> bool:
    """Whether the earlier time is the one that is held against, as far as the words tell."""
    named = asked.request.versus.description.lower() if asked.request.versus else ""
    against = _compiled(asked.words.named["than"]).search(asked.said)
    return bool(named and against) and (named in against["other"] or against["other"].strip() in named)


def _depends(asked: _Asked) -> str:
    """Whether the one goes with the other; which way is left to the claim."""
    if asked.request.split_by in SIDES:
        return ""
    if asked.first.confidence != "medium":
        return "unclear"
    return "yes" if asked.has("affects") else ""


def _way(asked: _Asked, *, pace: bool) -> int:
    """1 where a rise is asked about, -1 where a fall is, 0 where neither is plain."""
    fewer = pace or asked.request.measure in _FEWER_IS_BETTER
    ways = {"up": 1, "down": -1}
    if asked.request.measure != "body weight":  # which way is better, the log does not tell
        ways |= {"better": -1 if fewer else 1, "worse": 1 if fewer else -1}
    found = {way for name, way in ways.items() if asked.has(name)}
    return found.pop() if len(found) == 1 else 0


_KINDS: dict[str, Callable[[_Asked], str]] = {
    **dict.fromkeys(_DAYS, _done),
    "rest_days": _rested,
    "record": _is_best,
    "trend": _moved,
    "max": _moved,
    "split": _depends,
}
