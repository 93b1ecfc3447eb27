"""Yes or no first, where a question wants one and the log tells; words are data (`data/polar.*.yaml`)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache, cached_property

from pydantic import BaseModel, ConfigDict

from agents.facts import TooFew, Trend, by_day, trend, unbroken
from agents.offline.answers.resting import RESTING
from agents.offline.answers.scope import Scope
from agents.offline.answers.weekends import WEEKENDS
from agents.offline.lexicon import Language, load, plain
from agents.offline.safety import says
from agents.types import FigureRequest, Finding, QueryType, SubQuery

_DAYS = ("list", "last", "sum", "count", "frequency", "average")
_QUOTED = re.compile(r"“[^”]*”")
_FEWER_IS_BETTER = ("pain", "stress", "resting pulse")


class _File(BaseModel):
    """One language's words and templates."""

    model_config = ConfigDict(extra="forbid")

    asks: str
    """A question for yes or no, from its beginning."""
    asks_not: str
    """What makes it one for something else."""
    done: str
    """It asks whether something was done."""
    judging: str
    """It asks whether that is much, good or enough."""
    better: str
    worse: str
    up: str
    down: str
    changed: str
    flat: str
    affects: str
    answered: str
    """Claims that begin with yes or no."""
    yes: str
    no: str
    since: str
    yes_way: str
    no_way: str
    ways: dict[str, tuple[str, str]]
    """What a figure is called that fell or rose, by its quantity; `rest` of all others."""
    unclear: str
    unchanged: str
    judge: str

    @cached_property
    def patterns(self) -> dict[str, re.Pattern[str]]:
        """Each of the expressions."""
        return {name: re.compile(getattr(self, name)) for name in type(self).model_fields if name != "ways"}

    def has(self, name: str, said: str) -> bool:
        """Whether the words are in what was said."""
        return self.patterns[name].search(said) is not None


@cache
def _words(language: Language) -> _File:
    return load("polar", language, _File)


def answered(scope: Scope, part: SubQuery, found: Sequence[Finding]) -> list[Finding]:
    """The findings, the first with yes or no before it where that is asked and known."""
    words, said = _words(scope.wording.language), plain(part.question).strip()
    if not found or not words.has("asks", said) or words.has("asks_not", said):
        return [*found]
    first = found[0]
    stuck = words.has("flat", said)
    if (words.has("answered", plain(first.claim)) and not stuck) or "\n" in first.claim[:1]:
        return [*found]
    key = _verdict(scope, part, first, words, said)
    way = _went(scope, part.figures[0], first, words) if key in _WAYS and part.figures else ""
    template: str = getattr(words, _WAYS[key] if way else key) if key else ""
    return [_told(first, template.replace("{way}", way)), *found[1:]] if key else [*found]


_WAYS = {"yes": "yes_way", "no": "no_way"}


def _went(scope: Scope, request: FigureRequest, first: Finding, words: _File) -> str:
    """Which way the figure went, in a word."""
    if request.versus is not None:
        moved, since = _apart(first), False
    elif request.statistic == "trend":
        whole = by_day(scope.fitting(request, request.date_range))
        change, since = trend(unbroken(whole)), unbroken(whole) is not whole
        moved = 0.0 if isinstance(change, TooFew) or not change.clear else change.slope
    else:
        return ""
    unit = first.figures[0].unit if first.figures else ""
    both = words.ways.get("reps" if unit == "reps" else request.quantity, words.ways["rest"])
    way = both[moved > 0] if moved else ""
    return words.since.format(way=way) if since and way else way


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


def _verdict(scope: Scope, part: SubQuery, first: Finding, words: _File, said: str) -> str:
    """yes, no, unchanged, unclear, judge, or nothing."""
    if first.verdict:
        return first.verdict
    if part.query_type is QueryType.RECOMMENDATION:
        return ""
    request = part.figures[0] if part.figures else None
    judges = words.has("judging", said)
    if request is not None and request.versus is not None and not judges:
        return _compared(request, first, words, said)
    if request is not None and request.statistic in _KINDS and not judges:
        return _KINDS[request.statistic](scope, request, first, words, said)
    return "judge" if judges and request is not None and first.figures else ""


def _done(scope: Scope, request: FigureRequest, first: Finding, words: _File, said: str) -> str:
    """Whether there is any."""
    directed = words.has("better", said) or words.has("worse", said) or words.has("up", said)
    marked = request.at_least is not None or request.below is not None
    if not words.has("done", said) or directed or marked or request.versus is not None:
        return ""
    denies = says("denying", _QUOTED.sub("", first.claim))
    if scope.narrowed(request, request.date_range):
        return "" if denies else "yes"
    return "no" if denies else ""


def _moved(scope: Scope, request: FigureRequest, first: Finding, words: _File, said: str) -> str:
    """Whether it went the way that is asked about."""
    whole = by_day(scope.fitting(request, request.date_range))
    change = trend(unbroken(whole)) if whole.points else TooFew(0)
    if isinstance(change, TooFew):
        return ""
    way = _way(request, whole.quantity == "pace", words, said)
    if words.has("flat", said):
        return "no" if change.clear else "yes"
    if words.has("changed", said) and change.clear:
        return "yes"
    if way == 0:
        return ""
    return _as_asked(change, way)


def _as_asked(change: Trend, way: int) -> str:
    if not change.clear:
        return "unchanged"
    return "yes" if (change.slope > 0) == (way > 0) else "no"


def _compared(request: FigureRequest, first: Finding, words: _File, said: str) -> str:
    if not _against(request, said):
        return ""
    way, apart = _way(request, request.quantity == "pace", words, said), _apart(first)
    if way == 0 or not apart:
        return ""
    return "yes" if apart * way > 0 else "no"


def _against(request: FigureRequest, said: str) -> bool:
    """Whether the earlier time is the one that is held against, as far as the words tell."""
    named = request.versus.description.lower() if request.versus else ""
    _, than, against = said.partition(" than ")
    return bool(than and named) and named in against


def _depends(_scope: Scope, request: FigureRequest, first: Finding, words: _File, said: str) -> str:
    """Whether the one goes with the other; which way is left to the claim."""
    if request.split_by in (WEEKENDS, RESTING):
        return ""
    if first.confidence != "medium":
        return "unclear"
    return "yes" if words.has("affects", said) else ""


def _way(request: FigureRequest, pace: bool, words: _File, said: str) -> int:
    """1 where a rise is asked about, -1 where a fall is, 0 where neither is plain."""
    fewer = pace or request.measure in _FEWER_IS_BETTER
    ways = {
        1: words.has("up", said),
        -1: words.has("down", said),
        (-1 if fewer else 1) * 2: words.has("better", said),
        (1 if fewer else -1) * 2: words.has("worse", said),
    }
    if request.measure == "body weight":  # which way is better, the log does not tell
        ways.pop(2, None)
        ways.pop(-2, None)
    found = {1 if way > 0 else -1 for way, has in ways.items() if has}
    return found.pop() if len(found) == 1 else 0


_KINDS: dict[str, Callable[[Scope, FigureRequest, Finding, _File, str], str]] = {
    **dict.fromkeys(_DAYS, _done),
    "trend": _moved,
    "max": _moved,
    "split": _depends,
}
