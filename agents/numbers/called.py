"""What a number is called must be what it is: heaviest, first, average, so much in total, from … to.

Where no figure was computed for it, it is computed from the entries: of all that the sentence names, of
the days that were asked about or are named, of sets of so many, and of what was logged with its own words.
A number that is none of these in any of them is called what it is not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from statistics import fmean

from agents.numbers.days import DateClaim
from agents.numbers.known import Known, Quantity, follows, measured
from agents.numbers.written import NumberClaim, blanked
from storage.entities import DateRange, Measure

MOST, LEAST, AVERAGE, TOTAL, FIRST, LAST = "most", "least", "average", "total", "first", "last"
_CALLED = {
    MOST: r"\b(?:best|heaviest|longest|farthest|furthest|highest|biggest|max(?:imum)?|record|pr|pb)\b"
    r"|\b(?:most you(?:'ve| have)?(?: ever)? \w+|top (?:\w+ )?set)\b"
    r"|최고|최대|최장|(?:가장|제일) ?(?:무거|길|긴|멀|높|많|큰)",
    LEAST: r"\b(?:worst|lightest|shortest|lowest|smallest|min(?:imum)?)\b"
    r"|최악|최저|최소|최단|(?:가장|제일) ?(?:가벼|짧|낮|적|작)",
    AVERAGE: r"\b(?:average[ds]?|averaging|mean|typical(?:ly)?)\b|평균",
    TOTAL: r"\b(?:total(?:s|led)?|altogether|combined|in all)\b|합계|합쳐|통틀어|총",
    FIRST: r"\b(?:very )?first\b(?! (?:time|sets?|reps?|weeks?|months?|years?|days?|half|at|place|thing|\d))"
    r"|(?<![가-힣])첫(?! ?(?:번째 세트|주|달|세트))|처음 (?:한|든|뛴|기록한)",
    LAST: r"\b(?:last|latest|most recent)\b(?! (?:time|sets?|reps?|weeks?|months?|years?|days?|nights?|few"
    r"|two|three|four|five|\d))|(?<![가-힣])마지막(?! ?(?:세트|주|달))|가장 최근",
}
_PATTERNS = {name: re.compile(words, re.IGNORECASE) for name, words in _CALLED.items()}
_NEAR = re.compile(r"[^.,;:!?()\n]{0,60}")
_OF_ELSE = re.compile(
    r"\b(?:previous|before|then|second|third|next|old|former|earlier|estimated|e?1rm|since|until|when|per|each"
    r"|every|another|other|one of|so far behind|rolling|acute|chronic|slope|interval|trend|gap|streak|between"
    r"|range[sd]?|if|would|could|should|volume|a (?:day|week|month|night)|week|month|of the)\b"
    r"|이전|추정|하루|주당|매주|한 ?주|볼륨|구간|추세|연속|이라면|하면|전에는",
    re.IGNORECASE,
)
"""The best of something else than what the entries have, or of some of them that code can't tell."""
_MOVED = re.compile(
    r"\b(?:went|gone|moved|improved|increased|rose|risen|dropped|fell|progressed|grew|up|down|climbed)\b"
    r"[^.;!?]{0,30}\bfrom\b|\bstarted (?:out )?(?:at|with|from)\b|에서",
    re.IGNORECASE,
)
_NIGHT = re.compile(r"\bnights?\b|\bslept\b|밤", re.IGNORECASE)
_THIS = re.compile(r"\bthis (?P<this>week|month)\b|(?P<week>이번 ?주)|(?P<month>이번 ?달)", re.IGNORECASE)
_WORSE_HIGH = frozenset({"pain", "stress"})
_TO = re.compile(r"[^.;!?\d]{0,30}(?:\bto\b|\bnow\b|에서)[^.;!?\d]{0,30}", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]{4,}|[가-힣]{2,}")
_TOLD = frozenset({"weight", "reps", "distance", "duration", "pace", "speed", "rating", "clock"})
_DATED = frozenset({FIRST, LAST})
_LIST = re.compile(r"(?<![\w./:,-])\d{1,3}(?:/\d{1,3}){2,9}(?![\w/:.-])")

Values = Sequence[float]


@dataclass(frozen=True, slots=True)
class _Row:
    """A value of one kind, of the day and the entry it stands in; `times`: sets that have it."""

    day: date
    entry: str
    value: float
    times: int


@dataclass(frozen=True, slots=True)
class Told:
    """The numbers and dates of the sentence at `bounds` of a text."""

    numbers: Sequence[NumberClaim]
    dates: Sequence[DateClaim]
    text: str
    bounds: tuple[int, int]


def miscalled(told: Told, known: Known, asked: str) -> Iterator[NumberClaim]:
    """Of the numbers of a sentence, those that are not what they are called; `asked` is the question."""
    sentence = _Sentence.of(told, known, asked)
    if sentence is None:
        return
    bounds = told.bounds
    for name, pattern in _PATTERNS.items():
        found = pattern.search(sentence.text, *bounds)
        if found is None or (name in _DATED and re.search(r"\bfrom\b", sentence.text[bounds[0] : bounds[1]])):
            continue
        claim = sentence.beside(found, dated=name in _DATED)
        if claim is not None and not sentence.is_called(claim, name):
            yield claim
    yield from sentence.turned()
    yield from sentence.unlisted(bounds)


@dataclass(frozen=True)
class _Sentence:
    known: Known
    names: frozenset[str]
    text: str
    """All of the answer, dates blanked."""
    bounds: tuple[int, int]
    numbers: tuple[NumberClaim, ...]
    spans: tuple[DateRange, ...]

    @classmethod
    def of(cls, told: Told, known: Known, asked: str) -> _Sentence | None:
        """None where nothing tells what it is about."""
        whole = told.text[slice(*told.bounds)]
        names = known.mentioned(whole)
        if not names and "sleep" in known.names and _NIGHT.search(whole):
            names = frozenset({"sleep"})
        if not names and not known.speaks_of_others(whole):
            names = known.mentioned(asked)
        names = names or (known.exercises if len(known.exercises) == 1 else frozenset())
        if not names or not told.numbers:
            return None
        spans = tuple(DateRange(start=s.start, end=s.end) for d in told.dates for s in d.spans)
        plain = blanked(told.text, ((d.start, d.end) for d in told.dates))
        return cls(known, names, plain, told.bounds, tuple(told.numbers), spans)

    def beside(self, found: re.Match[str], *, dated: bool) -> NumberClaim | None:
        """The number that is called so: the next one, else the one before."""
        whole = _THIS.sub(" ", self.text[slice(*self.bounds)])
        if not dated and _OF_ELSE.search(whole):
            return None
        for claim in self.numbers:
            if claim.start >= found.end():
                between = self.text[found.end() : claim.start]
                near = _NEAR.fullmatch(between) is not None
                if not near or (dated and (_OF_ELSE.search(between) or _ASIDE.search(between))):
                    return None
                return claim if _is_told(claim) else None
        before = [claim for claim in self.numbers if claim.end <= found.start()]
        if dated or not before or not _NEAR.fullmatch(self.text[before[-1].end : found.start()]):
            return None
        return before[-1] if _is_told(before[-1]) else None

    def is_called(self, claim: NumberClaim, name: str) -> bool:
        """Whether it is that in any of the ways that can be meant; true also of what no entry has."""
        rows = {kind: self._rows(kind) for kind in _kinds(claim)}
        logged = {kind: some for kind, some in rows.items() if _has(claim, kind, [r.value for r in some])}
        if not logged or self._computed(claim, name):
            return True
        either = name in (MOST, LEAST) and bool(self.names & _WORSE_HIGH)
        called = (MOST, LEAST) if either else (name,)
        return any(
            _has(claim, kind, list(_worth(some, each, low=kind == "pace")))
            for kind, all_rows in logged.items()
            for some in self._scopes(kind, all_rows)
            for each in called
        )

    def _computed(self, claim: NumberClaim, name: str) -> bool:
        """Whether a figure is it, and is no other point of the same thing."""
        for figure, quantities in self.known.computed:
            if not follows(claim, quantities):
                continue
            what = figure.what.lower()
            if _PATTERNS[name].search(what) or not _POINT.search(what):
                return True
        return False

    def _rows(self, kind: str) -> list[_Row]:
        found: list[_Row] = []
        for entry in self.known.entries:
            for measure in entry.measures:
                if measure.name in self.names and not (measure.warmup and kind in ("weight", "reps")):
                    values = [q.value for q in measured(measure) if q.kind == kind]
                    found += [
                        _Row(measure.day, entry.id, value, measure.sets) for value in dict.fromkeys(values)
                    ]
        return sorted(found, key=lambda row: row.day)

    def _scopes(self, kind: str, rows: list[_Row]) -> Iterator[list[_Row]]:
        yield rows
        for span in (*self.known.ranges, *self.spans):
            yield [row for row in rows if span.start <= row.day <= span.end]
        if (found := _THIS.search(self.text, *self.bounds)) is not None:
            today = self.known.now.date()
            month = found["month"] or (found["this"] or "").lower() == "month"
            start = today.replace(day=1) if month else today - timedelta(days=today.weekday())
            yield [row for row in rows if start <= row.day <= today]
        for entries in self._told_apart(kind):
            yield [row for row in rows if row.entry in entries]
        for name in sorted(self.names):
            own = {e.id for e in self.known.entries for m in e.measures if m.name == name}
            if len(self.names) > 1:
                yield [row for row in rows if row.entry in own]

    def _told_apart(self, kind: str) -> Iterator[set[str]]:
        """Entries that share a word or another number with the sentence: easy runs, sets of five."""
        whole = self.text[slice(*self.bounds)].lower()
        for word in set(_WORD.findall(whole)):
            yield {e.id for e in self.known.entries if word in e.text.lower()}
        for claim in self.numbers:
            others = [r for r in claim.readings if r.kind in _TOLD and r.kind != kind]
            if others:
                yield {
                    e.id
                    for e in self.known.entries
                    for m in e.measures
                    if m.name in self.names and any(q.supports(r) for q in measured(m) for r in others)
                }

    def turned(self) -> Iterator[NumberClaim]:
        """What went "from 190 lb to 180 lb" though all of the 180 lb was before."""
        if not _MOVED.search(self.text, *self.bounds):
            return
        for one, other in zip(self.numbers, self.numbers[1:], strict=False):
            if not _TO.fullmatch(self.text[one.end : other.start]) or not _is_told(one):
                continue
            for kind in _kinds(one) & _kinds(other):
                rows = self._rows(kind)
                early = [row.day for row in rows if _has(one, kind, [row.value])]
                late = [row.day for row in rows if _has(other, kind, [row.value])]
                if early and late and min(early) >= max(late):
                    yield other
                    break

    def unlisted(self, bounds: tuple[int, int]) -> Iterator[NumberClaim]:
        """Such as "8/8/8" where nobody logged that on a day, set by set."""
        for found in _LIST.finditer(self.text, *bounds):
            told = [float(part) for part in found[0].split("/")]
            if not any(_within(told, logged) for logged in self._lists()):
                claim = next((one for one in self.numbers if one.start >= found.start()), None)
                if claim is not None:
                    yield claim

    def _lists(self) -> Iterator[Values]:
        """Repetitions, loads and seconds of each day, set by set."""
        ways: tuple[Callable[[Measure], float | None], ...] = (
            lambda m: m.reps,
            lambda m: m.weight,
            lambda m: m.duration_s,
        )
        done: dict[tuple[date, str], list[Measure]] = {}
        for measure in (m for e in self.known.entries for m in e.measures if m.name in self.names):
            done.setdefault((measure.day, measure.name), []).append(measure)
        for measures in done.values():
            for way in ways:
                yield [value for m in measures if (value := way(m)) is not None for _ in range(m.sets)]


_POINT = re.compile(r"^(?:last|first|days|lowest|highest|a day|period|total|average|best|heaviest|longest)\b")
"""Figures that are one number among others of a thing."""
_ASIDE = re.compile(
    r"(?<!was )(?<!is )\bat\b|\b(?:with|over|under|above|below|than|from|to|after|before|not)\b",
    re.IGNORECASE,
)


def _worth(rows: Sequence[_Row], name: str, *, low: bool) -> Iterator[float]:
    """What can be called so: of single values, of what an entry or a day adds up to, or averages."""
    if not rows:
        return
    if name in _DATED:
        day = rows[0].day if name == FIRST else rows[-1].day
        yield from (row.value for row in rows if row.day == day)
        by_day = _grouped(rows, lambda row: row.day)[0 if name == FIRST else -1]
        yield from (sum(by_day), fmean(by_day))
        return
    values = [row.value for row in rows]
    sets = [row.value for row in rows for _ in range(min(row.times, 50))]
    days = _grouped(rows, lambda row: row.day)
    entries = _grouped(rows, lambda row: row.entry)
    ways: tuple[Values, ...] = (
        values,
        sets,
        [sum(day) for day in days],
        [sum(one) for one in entries],
        [fmean(day) for day in days],
        [max(day) for day in days],
        [min(day) for day in days],
    )
    for way in ways:
        if name == AVERAGE:
            yield fmean(way)
        elif name == TOTAL:
            yield sum(way)
            if len(rows) == 1 or len(days) == 1:
                yield from way
        else:
            yield (min if (name == LEAST) != low else max)(way)
    if low and name in (MOST, LEAST):
        yield from (min(values), max(values))


def _grouped(rows: Sequence[_Row], key: Callable[[_Row], object]) -> list[Values]:
    found: dict[object, list[float]] = {}
    for row in rows:
        found.setdefault(key(row), []).append(row.value)
    return list(found.values())


def _within(told: Values, logged: Values) -> bool:
    return any(list(told) == list(logged[at : at + len(told)]) for at in range(len(logged) - len(told) + 1))


def _kinds(claim: NumberClaim) -> set[str]:
    return {reading.kind for reading in claim.readings} & _TOLD


def _is_told(claim: NumberClaim) -> bool:
    return bool(_kinds(claim)) and not any(reading.kind == "count" for reading in claim.readings)


def _has(claim: NumberClaim, kind: str, values: Sequence[float]) -> bool:
    return any(
        Quantity(kind, value).supports(reading)
        for value in values
        for reading in claim.readings
        if reading.kind == kind
    )
