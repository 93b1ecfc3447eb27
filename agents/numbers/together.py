"""Numbers and days that stand together in a sentence must be those of one thing.

Each of "100 kg", "8 reps" and "9 November" may be true of something, and "100 kg for 8 reps on 9 November" of
nothing.
What is computed (a figure, and no measure) may stand beside anything.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from agents.numbers.days import DateClaim
from agents.numbers.known import Known, Quantity, follows, measured
from agents.numbers.written import ANY, NumberClaim
from storage.entities import Measure

_LINK = re.compile(
    r"[\s,x@(:*]*(?:(?:for|of|at|in|with|each|a|set|sets|rep|reps|took|was|을|를|로|으로|씩|에)\b[\s,x@(:*]*){0,4}",
    re.IGNORECASE,
)
"""What may stand between two numbers of one thing."""
_CHAIN = re.compile(r"\s*[x*]\s*", re.IGNORECASE)
_ASIDE = re.compile(
    r"(?:\b(?:since|from|until|till|between|to|before|after|through|by|than|of)(?:\s+(?:in|on|the))?|[-~])\s*$",
    re.IGNORECASE,
)
"""Before a date that bounds or compares rather than dates the number beside it."""
_BOUND = re.compile(r"\s*(?:부터|까지|이후|이전|보다|에서|대비|[-~]|to\b|until\b|and\b)")
_COMPARES = re.compile(
    r"\b(?:than|from|compared|against|over|after|before|since|to|vs|versus|while|unlike)\b"
    r"|보다|대비|에서|전|후",
    re.IGNORECASE,
)
"""Between a date and a number that is of another day."""
_ON = re.compile(r"\s*(?:,|\(|on)?\s*(?:on)?\s*", re.IGNORECASE)
_CALLED = {
    "most": re.compile(
        r"\b(?:best|heaviest|longest|farthest|fastest|highest|biggest|most|max(?:imum)?|record|pr|pb)\b"
        r"|최고|최대|가장 (?:무거|길|많|높|빠)",
        re.IGNORECASE,
    ),
    "average": re.compile(r"\b(?:average[ds]?|averaging|mean|typical(?:ly)?)\b|평균", re.IGNORECASE),
    "least": re.compile(
        r"\b(?:lightest|shortest|slowest|lowest|smallest|least|min(?:imum)?)\b"
        r"|최저|최소|가장 (?:가벼|짧|적|낮|느)",
        re.IGNORECASE,
    ),
}
"""What a number is called, in answers and in what figures say of themselves."""
_EARLIER = re.compile(
    r"\b(?:previous|before|then|second|next|old|former|earlier|first|week|weeks|month|months|year|estimated|e?1rm|"
    r"since|until|after|when|per|day|in (?:19|20)\d\d|in [A-Z][a-z]+)\b|지난|이번|이전|추정|달|주에",
)
"""The best of some of the days, or of something else than what the figure is about: code can't tell."""
_SETS = frozenset({"weight", "reps", "sets"})
_BOUT = frozenset({"distance", "duration", "pace", "speed"})
_UNTIED = frozenset({"count", "days", "occasions", "entries", "weeks", "months", "years", "%", "clock"})


def clashing(
    numbers: Sequence[NumberClaim],
    dates: Sequence[DateClaim],
    text: str,
    bounds: tuple[int, int],
    known: Known,
) -> Iterator[NumberClaim | DateClaim]:
    """Of the claims of the sentence at `bounds`, those that do not go with what they stand beside."""
    sentence = Sentence(known, known.mentioned(text[slice(*bounds)]), text)
    groups = list(sentence.groups(numbers))
    for group in groups:
        wrong = sentence.torn(group)
        if wrong is not None:
            yield wrong
    yield from sentence.misdated(groups, dates)
    yield from sentence.empty_days(groups, dates)
    yield from sentence.misnamed(numbers, bounds)


@dataclass(frozen=True)
class Sentence:
    """What is known of the things a sentence speaks of."""

    known: Known
    names: frozenset[str]
    text: str

    @property
    def _measures(self) -> list[Measure]:
        all_ = [measure for entry in self.known.entries for measure in entry.measures]
        return [measure for measure in all_ if not self.names or measure.name in self.names]

    def groups(self, numbers: Sequence[NumberClaim]) -> Iterator[list[NumberClaim]]:
        """Numbers with nothing but a link between them."""
        group: list[NumberClaim] = []
        for claim in numbers:
            if group and (
                not _LINK.fullmatch(self.text, group[-1].end, claim.start) or self._next(group, claim)
            ):
                yield group
                group = []
            group.append(claim)
        if group:
            yield group

    def _next(self, group: Sequence[NumberClaim], claim: NumberClaim) -> bool:
        """Whether another set begins: "345 lb for 3 reps, 315 lb for 5"."""
        kinds = {reading.kind for reading in claim.readings} - {ANY, "count", "clock"}
        if not kinds or "," not in self.text[group[-1].end : claim.start]:
            return False
        return any(reading.kind in kinds for one in group for reading in one.readings)

    def torn(self, group: Sequence[NumberClaim]) -> NumberClaim | None:
        """The number of a group that no measure has together with one before it."""
        for at, later in enumerate(group[1:], 1):
            earlier = group[at - 1]
            chained = bool(_CHAIN.fullmatch(self.text, earlier.end, later.start))
            if not chained and not _pairs(earlier, later):
                continue
            if not self._have_both(earlier, later, chained=chained, alone=len(group) == 2):
                return later
        return None

    def _have_both(self, one: NumberClaim, other: NumberClaim, *, chained: bool, alone: bool) -> bool:
        """True also of what only figures know, or nobody."""
        measures = [m for m in self._measures if m.value is None or not chained]  # no 5 h x 5
        own = [self._having(claim, measures, chained=chained) for claim in (one, other)]
        if not own[0] or not own[1]:
            return not chained or not own[0] or self._counted(other, own[0])
        if any(
            measure in own[1] and _apart(one, other, measure, chained=chained, alone=alone)
            for measure in own[0]
        ):
            return True
        if chained and alone:
            return False
        return any(
            _is_sets(claim) and self._sets_hold(claim, beside)
            for claim, beside in ((one, own[1]), (other, own[0]))
        )

    def _counted(self, claim: NumberClaim, having: Sequence[Measure]) -> bool:
        """Whether what no set has behind a load ("100 kg x 6") is a figure, or so many sets."""
        if not any(measure.reps for measure in having):
            return True
        computed = any(follows(claim, quantities) for _, quantities in self.known.computed)
        return computed or self._sets_hold(claim, having)

    def _having(self, claim: NumberClaim, measures: Iterable[Measure], *, chained: bool) -> list[Measure]:
        """The measures that have the number as one of the things that are told together."""
        return [
            m
            for m in measures
            if any(_says(claim, q, chained=chained) and _in_its_unit(claim, q, m) for q in _parts(m))
        ]

    def _sets_hold(self, claim: NumberClaim, beside: Sequence[Measure]) -> bool:
        """Sets of one load may be written as several measures of a day."""
        for day in {measure.day for measure in beside}:
            here = [m for m in self._measures if m.day == day and m.reps]
            like = [m for m in beside if m.day == day]
            for some in (here, like):
                total = Quantity("sets", sum(measure.sets for measure in some))
                if any(
                    total.supports(reading) for reading in claim.readings if reading.kind in ("sets", ANY)
                ):
                    return True
        return False

    def misdated(
        self, groups: Sequence[Sequence[NumberClaim]], dates: Sequence[DateClaim]
    ) -> Iterator[DateClaim]:
        """Dates that are not those of the numbers beside them."""
        dated = [claim for claim in dates if self._dates(claim)]
        told = [group for group in groups if any(_is_measured(claim) for claim in group)]
        if not dated or not told:
            return
        leads = dated[0].start < told[0][0].start
        trails = dated[-1].start > told[-1][0].start
        sides = (
            ("after",)
            if leads and not trails
            else ("before",)
            if trails and not leads
            else ("before", "after")
        )
        for claim in dated:
            near = [one for side in sides if (one := self._beside(claim, told, dated, side)) is not None]
            days = [self.days_of(group, touching=self._touch(group, claim)) for group in near]
            if near and all(some is not None and not any(_on(day, claim) for day in some) for some in days):
                yield claim

    def _beside(
        self,
        claim: DateClaim,
        told: Sequence[Sequence[NumberClaim]],
        dated: Sequence[DateClaim],
        side: str,
    ) -> Sequence[NumberClaim] | None:
        """The group next to a date on a side, with no other date between and nothing that compares."""
        if side == "before":
            group = next((one for one in reversed(told) if one[-1].end <= claim.start), None)
            start, end = (group[-1].end, claim.start) if group else (0, 0)
        else:
            group = next((one for one in told if one[0].start >= claim.end), None)
            start, end = (claim.end, group[0].start) if group else (0, 0)
        if group is None or any(start <= other.start < end for other in dated if other is not claim):
            return None
        return None if _COMPARES.search(self.text, start, end) else group

    def _touch(self, group: Sequence[NumberClaim], claim: DateClaim) -> bool:
        """Whether nothing but "on" is between a number and its date."""
        start, end = (
            (group[-1].end, claim.start) if group[-1].end <= claim.start else (claim.end, group[0].start)
        )
        return bool(_ON.fullmatch(self.text, start, end))

    def empty_days(
        self, groups: Sequence[Sequence[NumberClaim]], dates: Sequence[DateClaim]
    ) -> Iterator[DateClaim]:
        """A day that is named with things of which none was logged then, though others were."""
        told = [group for group in groups if any(_is_measured(claim) for claim in group)]
        if told or len(dates) != 1 or not self.names or not self._dates(dates[0]):
            return
        entries = [entry for entry in self.known.entries if _on(entry.day, dates[0])]
        named = [m for entry in self.known.entries for m in entry.measures if m.name in self.names]
        computed = [
            figure.day
            for figure in self.known.figures
            if figure.day is not None
            and (self.names & (about := self.known.mentioned(figure.what)) or not about)
        ]
        if not all(entry.measures for entry in entries) or any(_on(day, dates[0]) for day in computed):
            return
        if entries and not any(_on(measure.day, dates[0]) for measure in named):
            yield dates[0]

    def misnamed(self, numbers: Sequence[NumberClaim], bounds: tuple[int, int]) -> Iterator[NumberClaim]:
        """A number that is called the best, average or least, where another was computed to be that."""
        called = [
            (found, name) for name, words in _CALLED.items() for found in words.finditer(self.text, *bounds)
        ]
        if len({name for _, name in called}) != 1 or _EARLIER.search(self.text, *bounds):
            return
        if any(reading.kind in ("reps", "sets") for claim in numbers for reading in claim.readings):
            return
        found, name = called[0]
        claim = next((one for one in numbers if one.start >= found.end() and _is_measured(one)), None)
        if claim is None or {reading.kind for reading in claim.readings} == {ANY}:
            return
        kinds = {reading.kind for reading in claim.readings}
        named = [
            quantities
            for figure, quantities in self.known.computed
            if _CALLED[name].search(figure.what)
            and any(q.kind in kinds for q in quantities)
            and self.names & self.known.mentioned(figure.what)
        ]
        if named and not any(follows(claim, quantities) for quantities in named):
            yield claim

    def _dates(self, claim: DateClaim) -> bool:
        """One day, not the bound of a period."""
        if claim.weekday is not None or not claim.spans:
            return False
        if any((span.end - span.start).days > 7 for span in claim.spans):
            return False
        return not (
            _ASIDE.search(self.text[max(0, claim.start - 24) : claim.start])
            or _BOUND.match(self.text, claim.end)
        )

    def days_of(self, group: Sequence[NumberClaim], *, touching: bool) -> set[date] | None:
        """The days on which measures have all of the numbers, else any; None where they may be of any day.

        What is computed of several days is of none of them, and may not touch one.
        """
        tied = [claim for claim in group if self._ties(claim)]
        if not tied:
            return None
        chained = len(group) > 1 and bool(_CHAIN.fullmatch(self.text, group[0].end, group[1].start))
        having = [self._having(claim, self._measures, chained=chained) for claim in tied]
        common = [m for m in having[0] if all(m in others for others in having[1:])]
        known_at_all = any(having) or any(
            follows(claim, quantities) for _, quantities in self.known.computed for claim in tied
        )
        if not known_at_all:
            return None
        days = {m.day for m in common or [m for some in having for m in some]}
        days |= {e.day for e in self.known.entries for m in e.measures if m in common}
        for figure, quantities in self.known.computed:
            if not any(follows(claim, quantities) for claim in tied):
                continue
            if figure.day is not None:
                days.add(figure.day)
            elif not touching or len(self.known.days_of(figure)) < 2:
                return None
        return days

    def _ties(self, claim: NumberClaim) -> bool:
        if {reading.kind for reading in claim.readings} == {ANY}:
            return bool(self.names) and any(reading.value >= 20 for reading in claim.readings)
        return _is_measured(claim) and not {reading.kind for reading in claim.readings} <= {
            "reps",
            "sets",
            "count",
        }


def _is_measured(claim: NumberClaim) -> bool:
    """Whether it is no mere count of days or times."""
    return not {reading.kind for reading in claim.readings} <= _UNTIED


def _parts(measure: Measure) -> list[Quantity]:
    """The numbers of a measure that are told together."""
    return [q for q in measured(measure) if q.kind in _SETS or q.kind in _BOUT or measure.value is not None]


def _says(claim: NumberClaim, quantity: Quantity, *, chained: bool) -> bool:
    """In a chain a bare number is a load or a count, elsewhere a load or a value."""
    if quantity.kind in ("reps", "sets") and not chained:
        readings = [reading for reading in claim.readings if reading.kind != ANY]
    else:
        readings = list(claim.readings)
    return any(quantity.supports(reading) for reading in readings)


def _in_its_unit(claim: NumberClaim, quantity: Quantity, measure: Measure) -> bool:
    """A bare load is in the unit it was written in: "160x3" is no 72.5 kg."""
    if quantity.kind != "weight" or measure.weight is None or any(r.kind != ANY for r in claim.readings):
        return True
    return any(abs(reading.value - measure.weight) <= reading.slack + _ROUNDED for reading in claim.readings)


_ROUNDED = 1e-6


def _apart(one: NumberClaim, other: NumberClaim, measure: Measure, *, chained: bool, alone: bool) -> bool:
    """Whether they are two numbers of the measure: 5x5 needs five sets of five.

    A chain of two is no load x sets.
    """
    parts = [part for part in _parts(measure) if not (chained and part.kind in ("pace", "speed"))]
    return any(
        _says(one, first, chained=chained)
        and _says(other, second, chained=chained)
        and _in_its_unit(one, first, measure)
        and _in_its_unit(other, second, measure)
        for first in parts
        for second in parts
        if first is not second and not (chained and alone and {first.kind, second.kind} == {"weight", "sets"})
    )


_Kinds = Callable[[NumberClaim], set[str]]


def _pairs(one: NumberClaim, other: NumberClaim) -> bool:
    """Two numbers that are told of one thing: of different kinds, both of sets or both of a bout."""
    kinds = [{reading.kind for reading in claim.readings} - {"count", "clock"} for claim in (one, other)]
    return any(
        kinds[0] <= family and kinds[1] <= family and not kinds[0] & kinds[1]
        for family in (_SETS, _BOUT)
        if kinds[0] and kinds[1]
    )


def _is_sets(claim: NumberClaim) -> bool:
    return any(reading.kind in ("sets", ANY) for reading in claim.readings)


def _on(day: date, claim: DateClaim) -> bool:
    return any(span.start <= day <= span.end for span in claim.spans)
