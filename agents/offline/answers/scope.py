"""What answers are computed from: the entries found, the asker's units, the words to say it in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Literal

from agents.facts import (
    CLIMBS,
    Point,
    Sample,
    Series,
    Units,
    Worked,
    body_e1rm,
    body_volume,
    hard_sets,
    is_training,
    load_of,
    samples,
    series,
    unit_of,
    units_of,
    value_of,
)
from agents.offline.answers.figures import ids
from agents.offline.answers.fits import TEXTS, goes_so_far, holds, is_load, mentions
from agents.offline.answers.occasions import eaten_at
from agents.offline.answers.wording import Wording, in_full, plainly
from agents.offline.questions.question_words import question_file
from agents.offline.questions.subjects import (
    HEART_RATE,
    TRAINING,
    body_share,
    matcher,
    sport_of_pulse,
)
from agents.profile import Profile
from agents.types import Figure, FigureRequest, Finding, Level, Quantity
from domains.model import ActiveDomainContext
from domains.muscles import muscles_of
from storage.entities import DateRange, Entry, Measure
from units import HOUR_S, KG_PER_LB, METRES

_FALLBACKS: dict[Quantity, tuple[Quantity, ...]] = {
    "weight": ("reps", "duration", "distance"),
    "e1rm": ("weight", "reps", "duration"),
    "volume": ("reps", "duration", "distance"),
    "distance": ("duration",),
    "value": (),
}
"""What to answer with when nothing has the quantity: pull-ups have no weight, planks no repetitions."""
_MOST_METRICS = 3
_ENDING = 2
"""Letters of a plural."""
_JUST, _ABOUT = 0.015, 0.05
"""A race distance is met within this share: 5 km may be 5.02 on the watch."""
_SAME, _CONVERTED = 1e-9, 1e-3
"""Relative difference up to which a mark is met: none, or what rounding in another unit makes."""
_BY_UNIT: dict[str, Quantity] = {
    **dict.fromkeys(("kg", "lb"), "weight"),
    **dict.fromkeys(("km", "mi", "yd"), "distance"),
    **dict.fromkeys(("h", "min", "s"), "duration"),
}
"""What of work done a mark is of."""
_SECONDS = {"s": 1.0, "min": 60.0, "h": HOUR_S}
_PACES = {"s/km": 1 / METRES["km"], "s/mi": 1 / METRES["mi"]}
_SCALES = (METRES, _SECONDS, {"kg": 1.0, "lb": KG_PER_LB}, _PACES)
"""How much of the smallest each unit is, by what is measured."""
_BODY_MOVED = {"volume": body_volume, "e1rm": body_e1rm}
"""What counts the body's own weight."""


@dataclass(frozen=True, slots=True)
class Scope:
    """One part of a question, ready to be answered."""

    entries: Sequence[Entry]
    profile: Profile
    context: ActiveDomainContext
    today: date
    wording: Wording
    part: int = 1
    near: tuple[Entry, ...] = ()
    """The entries nearest to the question."""
    began: date | None = None
    """The first day of the log, as far as that is known: before it no day was one without training."""
    days: frozenset[date] | None = None
    """The only days that count, where what was logged on them is asked about; `on` says which they are."""
    on: str = ""
    without: tuple[str, ...] = ()
    """Subjects that do not count."""

    def samples(self, name: str, span: DateRange | None = None) -> list[Sample]:
        """The subject's measures in the span, oldest first; a pulse beside a bout is that of its sport."""
        found = samples(self.entries, self._matching(name), span)
        if found or not (sport := sport_of_pulse(name)):
            return found
        beside = [one for one in self.entries if any(measure.domain == sport for measure in one.measures)]
        return samples(beside, matcher(HEART_RATE, self.context), span)

    def _matching(self, name: str) -> Callable[[Measure], bool]:
        """Whether a measure is of a subject, and of none that is left out."""
        belongs, out = matcher(name, self.context), [matcher(one, self.context) for one in self.without]
        return lambda measure: belongs(measure) and not any(one(measure) for one in out)

    def metrics_of(self, name: str) -> tuple[str, ...]:
        """The metrics of a subject by name, most frequent first: calories and grams are never one series."""
        counted = Counter(s.measure.name for s in self.samples(name) if s.measure.value is not None)
        if name in counted or not counted or sport_of_pulse(name):
            return (name,)
        return tuple(metric for metric, _ in counted.most_common(_MOST_METRICS))

    def narrowed(self, request: FigureRequest, span: DateRange | None) -> list[Sample]:
        """The subject's measures that the request is about: sets of so many, bouts of about so far."""
        found = self._candidates(request, span)
        if self.days is not None:
            found = [sample for sample in found if sample.day in self.days]
        if request.reps is not None:
            found = [sample for sample in found if (sample.measure.reps or 0) >= request.reps]
        if request.load is not None:
            wanted = self.mark(request, self.units(found).weight or "", request.load)
            found = [s for s in found if is_load(load_of(s.measure, self.units(found)), wanted)]
        if request.distance_m is not None and any(sample.measure.distance_m for sample in found):
            near = [
                goes_so_far(sample, request.distance_m, share)
                for share in (_JUST, _ABOUT)
                for sample in found
            ]
            just, about = near[: len(found)], near[len(found) :]
            found = [s for s, fits in zip(found, just if any(just) else about, strict=True) if fits]
        if request.words:
            found = self._worded(request, found)
        marked = request.at_least is not None or request.below is not None
        if marked and request.statistic in ("last", "first", "list", "sum", "average", "record", "min"):
            found = self._meeting(request, found)
        if request.newest is not None:
            days = sorted({sample.day for sample in found})[-request.newest :]
            found = [sample for sample in found if sample.day in days]
        return found

    def _worded(self, request: FigureRequest, found: list[Sample]) -> list[Sample]:
        """What was logged with the words; all of a sport or an exercise where nothing was."""
        held, texts = self._with(request.words, found), self._texts
        if not held and request.measure == "meal":  # a dish may stand beside its calories alone
            held = eaten_at(self.samples("nutrition", request.date_range), texts, request.words)
        elif not held and request.measure in TEXTS:  # "migraine" is stored as a pain of the head
            held = [one for one in found if mentions(texts.get(one.entry, ""), request.words)]
        ever = held or request.measure in TEXTS or self._with(request.words, self.samples(request.measure))
        return held if ever else found

    def _with(self, words: Sequence[str], found: Sequence[Sample]) -> list[Sample]:
        """Those that were logged with one of the words."""
        texts = self._texts
        return [sample for sample in found if holds(sample, texts.get(sample.entry, ""), words)]

    @property
    def _texts(self) -> dict[str, str]:
        return {entry.id: entry.text for entry in self.entries}

    def called(self, request: FigureRequest) -> Scope:
        """The scope in which the subject has the words in its name, where they tell it apart."""
        name, word = self.wording.name(request.measure), request.words[0]
        found = self.samples(request.measure)
        held = self._with(request.words, found)
        if request.measure not in TEXTS and (not held or len(held) == len(found)):
            return self
        whole = (
            request.measure in ("meal", *CLIMBS)
            or question_file(self.wording.language).subject_of.get(word) == request.measure
        )
        alias = word if whole else self.wording.part("worded", word=word, name=name)
        one = self.wording.part("worded", word=word, name=self.wording.one(request.measure))
        forms = [each for each in request.words if word.startswith(each) and len(word) - len(each) <= _ENDING]
        shortest = min((word, *forms), key=len)
        single = shortest if whole else alias if request.measure in TEXTS else one
        return replace(self, wording=self.wording.calling(request.measure, alias, single))

    def uncalled(self, request: FigureRequest) -> Finding | None:
        """That nothing of the subject was logged with the words, so that the answer is about all of it."""
        found = self.samples(request.measure)
        if request.measure in TEXTS or not found or self._with(request.words, found):
            return None
        if request.words[0] not in question_file(self.wording.language).group_of:
            return None
        name = self.wording.name(request.measure)
        return self.finding(self.say("no_such_kind", word=request.words[0], name=name), ids(found)[:1])

    def resolved(self, request: FigureRequest) -> FigureRequest:
        """Of a kind that is named without its sport ("quickest commute"), the sport it was logged as."""
        if request.measure != TRAINING or not request.words or request.statistic not in _OF_ONE:
            return request
        names = {sample.measure.name for sample in self.narrowed(request, None)}
        far = {s.measure.name for s in self.narrowed(request, None) if s.measure.distance_m is not None}
        if len(far) != 1:
            return request.model_copy(update={"measure": names.pop()}) if len(names) == 1 else request
        name = far.pop()
        quantity = request.quantity if request.quantity in _MOVED else "distance"
        if quantity == "pace" and name == "ride":
            quantity = "speed"
        return request.model_copy(update={"measure": name, "quantity": quantity})

    def only_told(self, request: FigureRequest) -> bool:
        """Whether the first word stands in entries, but in none that has a measure of the subject."""
        if request.measure in TEXTS:
            return False
        texts = self._texts
        measured = {sample.entry for sample in self.samples(request.measure)}
        held = {one for one, text in texts.items() if mentions(text, request.words[:1])}
        return bool(held) and not any(mentions(texts[one], request.words) for one in measured & set(texts))

    def _candidates(self, request: FigureRequest, span: DateRange | None) -> list[Sample]:
        """Hard sets are lifted; of a muscle, those of exercises in which it only helps count, too."""
        if request.quantity != "hard_sets":
            return self.samples(request.measure, span)
        muscles = muscles_of(request.measure)
        found = trained(self.entries, span) if muscles else self.samples(request.measure, span)
        return list(hard_sets(found, request.measure, self.worked, muscles).samples)

    @property
    def worked(self) -> dict[str, Worked]:
        """What the exercises of the loaded domains work."""
        return {
            spec.name: Worked(spec.muscles, spec.secondary)
            for domain in self.context.domains
            for spec in domain.measures
            if domain.shape_of(spec.name) == "sets"
        }

    def _meeting(self, request: FigureRequest, found: list[Sample]) -> list[Sample]:
        """The measures that reach the mark, or stay under it ("when did I last run over 10 miles")."""
        units = self.units(found)
        quantity = request.quantity if request.quantity != "days" else "distance"
        if quantity in ("weight", "distance", "duration", "pace", "speed"):
            quantity = _BY_UNIT.get(request.unit or "", quantity)
        mark = self.mark(request, unit_of(quantity, units))
        kept: list[Sample] = []
        for sample in found:
            value = value_of(sample.measure, quantity, units)
            if value is not None and self.meets(request, value, mark):
                kept.append(sample)
        return kept

    @staticmethod
    def meets(request: FigureRequest, value: float, mark: float) -> bool:
        """Whether a value stays under the mark, or reaches it; 16.09 km are 10 miles."""
        asked = request.at_least if request.below is None else request.below
        slack = (_CONVERTED if asked is not None and abs(asked - mark) > _SAME else _SAME) * abs(mark)
        if request.at_least is not None and request.below is not None:
            return abs(value - mark) <= max(slack, _CONVERTED * abs(mark))
        if request.below is None:
            return value > mark + slack if request.strict else value >= mark - slack
        return value <= mark + slack if request.inclusive else value < mark - slack

    def units(self, found: Sequence[Sample]) -> Units:
        """The units to show these in."""
        return units_of((sample.measure for sample in found), self.profile)

    def fitting(self, request: FigureRequest, span: DateRange | None) -> Series:
        """The series of the requested quantity, or of the nearest one that was measured."""
        found = self.narrowed(request, span)
        units = self.units(found)
        name = request.measure
        if request.quantity == "hard_sets":
            return hard_sets(found, name, self.worked, muscles_of(name))
        move = _BODY_MOVED.get(request.quantity)
        loaded = request.quantity == "volume" or any(sample.measure.weight for sample in found)
        if move is not None and loaded and (share := self.body_share(name)):
            moved = move(found, name, share, self.body_weights(units), units)
            if moved.points:
                return moved
        tempo = request.quantity == "pace" and request.statistic == "trend"
        instead = ("duration",) if tempo else _FALLBACKS.get(request.quantity, ())
        for quantity in (request.quantity, *instead):
            whole = series(found, name, quantity, units)
            if whole.points:
                return whole
        return series(found, name, request.quantity, units)

    def body_share(self, name: str) -> float:
        """How much of the body's weight an exercise moves; 0 where it moves none."""
        return body_share(name, self.context)

    def body_weights(self, units: Units) -> tuple[Point, ...]:
        """The body weights that were logged, oldest first."""
        weights = series(self.samples("body weight"), "body weight", "value", units)
        return weights.points if weights.unit == (units.weight or weights.unit) else ()

    def described(self, found: Sequence[Sample], name: str, day: date) -> str:
        """What was done of a subject on a day."""
        that_day = [sample for sample in found if sample.day == day]
        alias = "meal" if name == "nutrition" else name
        named = {sample.measure.name for sample in that_day} != {alias} and bool(that_day)
        return self.told(that_day, self.units(found), named=named)

    def sample(self, point: Point, units: Units) -> str:
        """The measure behind a point."""
        if point.sample is None:
            return ""
        return self.wording.measure(point.sample.measure, self.as_written(point.sample.measure, units))

    def told(self, found: Sequence[Sample], units: Units, *, named: bool) -> str:
        """Several measures of a day, each in the units it was written in."""
        each = [(sample.measure, self.as_written(sample.measure, units)) for sample in found]
        return self.wording.measures(each, named=named)

    def as_written(self, measure: Measure, units: Units) -> Units:
        """The units of a measure told on its own: the user's chosen ones, else its own, pools' always."""
        weight = self.profile.weight_unit or measure.weight_unit or units.weight
        if measure.value is not None and measure.unit in ("kg", "lb"):
            weight = self.profile.weight_unit or measure.unit
        distance = measure.distance_unit or units.distance
        if distance not in ("m", "yd") and self.profile.distance_unit is not None:
            distance = self.profile.distance_unit
        return replace(units, weight=weight, distance=distance)

    def named_with(self, request: FigureRequest, whole: Series) -> str:
        """The subject with its quantity, where the name alone does not tell."""
        name = self.wording.name(request.measure)
        if whole.quantity in ("value", "days"):
            return name
        return self.wording.part("trend_what", name=name, what=self.wording.words.what[whole.quantity])

    def say(self, key: str, **values: object) -> str:
        """A sentence in the question's language."""
        return self.wording.say(key, **values)

    def about(self, request: FigureRequest, key: str, **values: object) -> str:
        """A sentence about the subject of a request and the days that are asked about."""
        words = self.wording
        told = {
            "name": words.name(request.measure),
            "one": words.one(request.measure),
            "period": f"{words.period(request.date_range)}{self.on}",
            "rank": words.words.ranks.get(request.rank or 1, ""),
        }
        return words.say(key, **{**told, **values})

    def tell(
        self,
        key: str,
        request: FigureRequest,
        evidence: Sequence[str] | None = None,
        figures: Sequence[Figure] = (),
        confidence: Level = "high",
        /,
        **values: object,
    ) -> Finding:
        """A sentence about a request: figures among its values are cited first, and are its evidence."""
        cited = [value for value in values.values() if isinstance(value, Figure)]
        if evidence is None:
            evidence = [entry for one in cited for entry in one.entries]
        return self.finding(self.about(request, key, **values), evidence, [*cited, *figures], confidence)

    def lacking(
        self,
        key: str,
        request: FigureRequest,
        evidence: Sequence[str] = (),
        figures: Sequence[Figure] = (),
        /,
        **values: object,
    ) -> Finding:
        """A sentence about what is not there."""
        return self.finding(self.about(request, key, **values), evidence, figures, absent=True)

    def last_days(self, n: int) -> DateRange:
        """So many days up to today."""
        return DateRange(start=self.today - timedelta(days=n - 1), end=self.today)

    def finding(
        self,
        claim: str,
        evidence: Sequence[str] = (),
        figures: Sequence[Figure] = (),
        confidence: Level = "high",
        *,
        general: bool = False,
        absent: bool = False,
        verdict: Literal["", "yes", "no"] = "",
    ) -> Finding:
        """A claim of this part, which says plainly what its details say in full."""
        told, full = plainly(claim), in_full(claim)
        return Finding(
            claim=told,
            detail="" if full == told else full,
            evidence=tuple(dict.fromkeys(evidence)),
            figures=tuple(figures),
            confidence=confidence,
            general=general,
            absent=absent,
            verdict=verdict,
            sub_query=self.part,
        )

    def mark(self, request: FigureRequest, unit: str, load: float | None = None) -> float:
        """The mark of the request, or a load of it, in the unit of the series."""
        mark = request.at_least if request.at_least is not None else request.below
        value = load if load is not None else mark or 0.0
        written = "min" if request.unit == "m" and unit in _SECONDS else request.unit or ""
        scale = next((one for one in _SCALES if unit in one and written in one), None)
        return value if scale is None or written == unit else value * scale[written] / scale[unit]


_OF_ONE = ("last", "first", "record", "max", "min", "average", "sum", "trend")
_MOVED = ("distance", "duration", "pace", "speed")
"""What a kind without a sport cannot be asked of all training."""


def trained(entries: Sequence[Entry], span: DateRange | None = None) -> list[Sample]:
    """Every set and bout."""
    return samples(entries, is_training, span)


def any_measure(_measure: Measure) -> bool:
    """Wants everything."""
    return True
