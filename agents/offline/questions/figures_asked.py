"""From a part of a question to the figures that answer it: FigureRequests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Literal, cast

from agents.facts import RATED_DOMAINS, SUMMED_BY_DAY
from agents.offline.questions.days_asked import compared_days, eaten, recently
from agents.offline.questions.frames import Part
from agents.offline.questions.mentions import GOES_FAR, METRICS
from agents.offline.questions.question_rules import decided, is_general, question_rules
from agents.offline.questions.question_words import question_file
from agents.offline.questions.subjects import (
    CARDIO,
    ENDURANCE,
    HOME,
    LOGGING,
    METRIC_DOMAINS,
    PULSE,
    RESTING,
    STRENGTH,
    TRAINING,
    WEEKENDS,
    body_share,
)
from agents.planner import LoggedMeasure
from agents.types import FigureRequest, Quantity, Statistic
from domains.model import ActiveDomainContext
from domains.muscles import muscles_of
from storage.entities import DateRange

_ON_DAYS: dict[str, Statistic] = {
    **{one: one for one in ("average", "sum", "count", "record", "max", "min")},
    "frequency": "count",
}
"""What is told of the days on which something else was so."""
_ADDS = SUMMED_BY_DAY - {"sleep", "nap"}
_OWNERS = {"h": "sleep", "min": "sleep", "kcal": "kcal"}
"""Which of two subjects a mark is of, where its unit tells."""


class Figures:
    """What one part wants of a person's log."""

    def __init__(
        self, part: Part, context: ActiveDomainContext, logged: Sequence[LoggedMeasure], today: date
    ) -> None:
        self.part, self.context, self.logged, self.today = part, context, logged, today
        self.names = {measure.name for measure in logged}

    def wanted(self) -> tuple[FigureRequest, ...]:
        """The figures that answer the part; none for why, advice, or a plain list of a day."""
        part = self.part
        if part.statistic in ("load", "muscles", "neglected") and not part.impossible:
            return (self._of_training(part.statistic),)
        if part.aim in ("advice", "why") or part.computes_nothing:
            return ()
        ways = (self._days_apart, self._over_all, self._all_records, self._beside)
        return next((found for way in ways if (found := way()) is not None), None) or self._of_subjects()

    def _shape(self, name: str) -> Shape:
        return shape_of(name, self.context, self.logged)

    @property
    def _span(self) -> DateRange | None:
        return self.part.periods[0] if self.part.periods else None

    def _of_training(self, statistic: Statistic) -> FigureRequest:
        """Load looks at the last four weeks whatever is named, muscles at the last one where nothing is."""
        days = timedelta(days=6 if statistic == "muscles" else 27)
        span = DateRange(start=self.today - days, end=self.today)
        quantity: Quantity = "volume" if statistic == "load" else "hard_sets"
        return FigureRequest(
            statistic=statistic,
            measure=TRAINING,
            quantity=quantity,
            date_range=span if statistic == "load" else self._span or span,
        )

    def _days_apart(self) -> tuple[FigureRequest, ...] | None:
        """Days set against others: of rest, weekends, or those on which something else was so."""
        part = self.part
        shapes: dict[str, Shape] = {name: self._shape(name) for name in part.subjects}
        rated = tuple([name for name, shape in shapes.items() if shape == "metrics"])
        if (told := self._on_its_days(shapes)) is not None:
            return told
        if rated and part.has("BY_REST") and part.statistic != "count":
            return tuple(
                [
                    FigureRequest(
                        statistic="split",
                        measure=name,
                        quantity="value",
                        split_by=RESTING,
                        date_range=self._span,
                    )
                    for name in rated
                ]
            )
        if part.subjects and part.has("WEEKENDS"):
            return tuple(
                [
                    FigureRequest(
                        statistic="split",
                        measure=name,
                        quantity="value" if name in rated and name != "pain" else "days",
                        split_by=WEEKENDS,
                    )
                    for name in part.subjects
                ]
            )
        return self._split(shapes) if part.aim == "effect" else None

    def _on_its_days(self, shapes: dict[str, Shape]) -> tuple[FigureRequest, ...] | None:
        """A statistic of the days on which something else was done or met a mark."""
        part = self.part
        statistic = part.statistic if part.statistic not in (None, "list") else "average"
        if statistic not in _ON_DAYS and not is_general(statistic):
            return None
        by = self._its_days(statistic, shapes)
        if by is None or (part.statistic != statistic and part.where.mark is None):
            return None
        names = [name for name in part.subjects if name not in (by, TRAINING)] or [TRAINING]
        return tuple([self._on_days_of(by, name, _ON_DAYS.get(statistic, statistic)) for name in names])

    def _its_days(self, statistic: Statistic, shapes: dict[str, Shape]) -> str | None:
        """What was so on the days that are meant, if they are chosen by that and not by their dates."""
        part, mark, named = self.part, self.part.where.mark, self.part.subjects
        if part.has("BY_REST") and not (part.has("PER_WEEK") and set(named) <= {TRAINING, STRENGTH}):
            by = TRAINING if part.has("TRAINED_DAYS") else RESTING
            sides = "metrics" in shapes.values() and statistic in ("average", "sum", "count")
            return None if sides else by
        if part.aim != "figure" or len(named) != 2:
            return None
        if mark is not None and (owner := _OWNERS.get(mark.unit or "")) in named:
            return owner
        if not part.has("ITS_DAYS", "its_days"):
            return None
        by = named[0 if part.language == "ko" or part.has("start.ITS_DAYS") else 1]
        if mark is not None:
            return by if shapes[by] == "metrics" else None
        noted = shapes[by] == "metrics" and by not in {*_ADDS, "pain"}  # every night has some sleep
        unmet = part.has("figure") and part.where.distance_m is None
        return None if noted or unmet else by

    def _on_days_of(self, by: str, name: str, statistic: Statistic) -> FigureRequest:
        part, shape = self.part, self._shape(name)
        if statistic == "sum" and shape != "bouts" and name not in _ADDS:
            statistic = "average" if shape == "metrics" else "max"
        quantity = fitting(part.quantity, statistic, shape, name)
        return self._request(name, statistic, quantity).model_copy(update={"split_by": by})

    def _split(self, shapes: dict[str, Shape]) -> tuple[FigureRequest, ...]:
        """Bench on short nights against the rest: outcome trained and condition a metric, or the reverse."""
        part = self.part
        if len(part.subjects) < 2:
            return ()
        first, second = part.subjects[:2]
        outcome = next((name for name in (first, second) if shapes[name] in ("sets", "bouts")), None)
        days = part.has("ON_ITS_DAYS", "its_days") or (part.has("AFTER") and part.language != "ko")
        felt = second if days and part.language == "ko" else first
        if days and outcome and shapes[felt] == "metrics":
            outcome = felt  # "mood on days I run" is no pace
        elif (part.has("ACTS") or first in ("coffee", "alcohol")) and (
            outcome is None or shapes[second] == "metrics"
        ):
            outcome = second  # the first acts on the second
        hurts = "pain" in (first, second) and shapes[second if first == "pain" else first] == "metrics"
        if hurts:
            outcome = second if first == "pain" else first  # a night is set against days with pain
        outcome = outcome or next((name for name in (first, second) if shapes[name] == "metrics"), first)
        shape = shapes[outcome]
        of_shape: dict[Shape, Quantity] = {"sets": "e1rm", "metrics": "value"}
        quantity = of_shape.get(shape, "distance" if part.quantity == "distance" else "pace")
        condition = second if outcome == first else first
        mark = part.where.mark
        words = part.where.words if hurts or shape == "metrics" else ()
        return (
            FigureRequest(
                statistic="split",
                measure=outcome,
                quantity=quantity,
                date_range=self._span,
                split_by=condition,
                words=words,
                beside="day after" if part.has("DAY_AFTER_IT", "NEXT_DAY") else None,
                below=mark.value if mark and not mark.least else None,
                at_least=mark.value if mark and mark.least else None,
                unit=mark.unit if mark else None,
            ),
        )

    def _over_all(self) -> tuple[FigureRequest, ...] | None:
        """How the days went: what was trained, how the nights were; two stretches of time."""
        part, span = self.part, self._span
        vague = part.statistic in (None, "list", "trend", "sum") and part.quantity is None
        overview = part.has("OVERVIEW") and vague
        if overview and not part.subjects and span is not None and span.start == span.end:
            return ()  # all that was logged on it
        if overview and set(part.subjects) <= {TRAINING}:
            span = span or DateRange(start=self.today - timedelta(days=6), end=self.today)
            rated = [
                FigureRequest(statistic="average", measure=name, quantity="value", date_range=span)
                for name in ("sleep", "kcal")
                if name in self.names
            ]
            done = FigureRequest(statistic="list", measure=TRAINING, quantity="weight", date_range=span)
            return (done, *rated)
        if part.subjects or part.aim != "compare" or span is None:
            return None
        moving = [measure.name for measure in self.logged if measure.domain in ENDURANCE][:1]
        far = [self._request(name, "sum", "distance") for name in moving]
        slept = [self._request("sleep", "average", "value")] if "sleep" in self.names else []
        return (self._request(TRAINING, "count", "days"), *far, *slept)

    def _all_records(self) -> tuple[FigureRequest, ...] | None:
        part = self.part
        if part.statistic != "record" or not part.has("PRS") or not set(part.subjects) <= GOES_FAR:
            return None
        named = part.subjects if part.where.distance_m is None else ()
        if part.subjects and not named:
            return None
        names = named or (TRAINING,)
        return tuple([FigureRequest(statistic="record", measure=name, quantity="weight") for name in names])

    def _beside(self) -> tuple[FigureRequest, ...] | None:
        where = self.part.where
        if where.beside in (None, "since", "until", "week before", "week after"):
            return None
        return tuple(
            [
                FigureRequest(
                    statistic="list",
                    measure=name,
                    quantity=fitting(None, "list", self._shape(name), name),
                    around=where.around,
                    beside=where.beside,
                )
                for name in self.part.subjects or (LOGGING,)
            ]
        )

    def _of_subjects(self) -> tuple[FigureRequest, ...]:
        """For each subject, or for each kind of the only one."""
        self.part = part = eaten(recently(self.part, self.today), self.names)
        if part.where.kinds and len(part.subjects) == 1:
            return tuple([self._of_kind(kind) for kind in part.where.kinds])
        whole = (
            part.statistic in ("streak", "rest_days", "gap", "frequency", "count", "most")
            or part.quantity == "volume"
        )
        names = part.subjects or ((TRAINING,) if whole and not part.keywords else ())
        told = [self._suited(name, *pair) for name in names for pair in self._pairs(name)]
        ranks = part.where.ranks or (None,)
        return tuple([one.model_copy(update={"rank": rank}) for one in told for rank in ranks])

    def _suited(self, name: str, statistic: Statistic, quantity: Quantity | None) -> FigureRequest:
        part = self.part
        suited = fitting(quantity, statistic, self._shape(name), name)
        if suited == "volume" and part.quantity != "volume" and body_share(name, self.context):
            suited = "reps"  # "how many pull-ups this month" wants no tonnage
        if part.where.distance_m is not None and statistic in ("record", "min") and suited == "distance":
            suited = "pace"  # of runs of one length the best is the fastest
        if statistic == "sum" and suited in ("pace", "speed"):
            statistic = "average"  # paces don't add up
        if statistic == "weekdays" and self._shape(name) == "metrics" and part.has("MOST", "LEAST", "BETTER"):
            suited = "value"  # on which it is best, and not logged most
        return self._request(name, statistic, suited)

    def _pairs(self, name: str) -> list[tuple[Statistic, Quantity | None]]:
        """Statistic and quantity of each figure that the table wants of a subject."""
        part = self.part
        row = decided(question_rules().wants, self._signs(name))
        told, asked = {"=": part.statistic or "list"}, {"=": part.quantity, "-": None}
        pairs = [pair.split() for pair in row.is_.split(",")] if row else []
        return [(told.get(one, one), cast("Quantity | None", asked.get(of, of))) for one, of in pairs]

    def _signs(self, name: str) -> frozenset[str]:
        part, where = self.part, self.part.where
        shape, span = self._shape(name), self._span
        vague = part.statistic is None or (part.statistic == "list" and not part.has("LISTED"))
        told = {
            f"a.{part.aim}",
            f"of.{shape}",
            f"s.{part.statistic or 'none'}",
            f"q.{part.quantity or 'none'}",
            *[f"n.{one.replace(' ', '-')}" for one in part.subjects],
        }
        listless = part.statistic is None or (
            part.statistic == "list" and span is None and not part.has("LISTED") and where.newest is None
        )
        flags = {
            "vague": vague and where.newest is None,
            "open": listless,
            "periods": span is not None and not (len(part.subjects) > 1 and part.has("OR")),
            "one_day": span is not None and span.start == span.end,
            "several": any(one.end > one.start for one in part.periods),
            "a_week": span is not None and timedelta(0) < span.end - span.start < timedelta(days=7),
            "many": len(part.subjects) > 1,
            "own_weight": shape == "sets" and body_share(name, self.context) > 0,
            "muscles_only": all(muscles_of(one) for one in part.subjects),
            "newest": where.newest is not None,
            "race": where.distance_m is not None,
            "marked": where.mark is not None,
            "ranked": where.ranked,
            "around": bool(where.around),
            "per": part.per is not None,
            "by_period": part.per in ("week", "month"),
            "timed": bool(set(question_file(part.language).words.get("TIMED", ())) & set(where.words)),
            "adds": name in _ADDS,
            "cups": name in ("coffee", "alcohol", "water"),
            "worse_high": bool({"pain", "stress"} & set(part.subjects)),
        }
        held = {flag for flag, holds in flags.items() if holds}
        return part.signs - {"periods", "race", "marked", "newest"} | told | held

    def _of_kind(self, kind: tuple[str, ...]) -> FigureRequest:
        """By what kinds of sessions are compared, where nothing else is said."""
        part, name = self.part, self.part.subjects[0]
        shape = self._shape(name)
        pairs: dict[Shape, tuple[Statistic, Quantity]] = {
            "sets": ("record", "weight"),
            "bouts": ("average", "pace"),
            "metrics": ("average", "value"),
            "mixed": ("count", "days"),
        }
        statistic, quantity = pairs[shape]
        if part.statistic in ("count", "frequency") or part.has("MORE"):
            statistic, quantity = "count", "days"
        elif part.statistic in ("sum", "average", "record", "min", "last") and shape != "mixed":
            statistic = part.statistic
            quantity = part.quantity or ("distance" if statistic == "sum" else quantity)
        elif part.quantity is not None and shape != "mixed":
            quantity = part.quantity
        only = replace(part, aim="figure", where=replace(part.where, words=kind, newest=None))
        alone = Figures(only, self.context, self.logged, self.today)
        return alone._request(name, statistic, fitting(quantity, statistic, shape, name))

    def _request(self, name: str, statistic: Statistic, quantity: Quantity) -> FigureRequest:
        part, where, mark = self.part, self.part.where, self.part.where.mark
        mark = None if where.ranked and statistic == "average" else mark  # what it is held against
        current, versus = compared_days(part, self.today)
        if statistic == "trend" and current is not None and current.start == current.end:
            current = None  # one day has no trend
        weekly = "week" if part.statistic == "frequency" and statistic == "sum" else None
        beside_pain = name != "pain" and "pain" in part.subjects
        foreign = beside_pain or (name in METRICS - {"pain"} and not METRICS.issuperset(part.subjects))
        return FigureRequest(
            statistic=statistic,
            measure=name,
            quantity=quantity,
            date_range=current,
            versus=versus,
            per=(None if part.per == "day" and statistic == "average" else part.per) or weekly,
            reps=where.reps,
            load=where.load,
            distance_m=where.distance_m,
            newest=where.newest,
            around=where.around,
            beside=where.beside,
            weekdays=where.weekdays,
            without=where.without,
            without_days=where.without_days,
            at_least=mark.value if mark and mark.least else None,
            below=mark.value if mark and not mark.least else None,
            unit=where.unit if where.load else mark.unit if mark else None,
            inclusive=mark is not None and not mark.least and not mark.strict,
            strict=mark is not None and mark.least and mark.strict,
            words=() if foreign else where.words,
        )


Shape = Literal["sets", "bouts", "metrics", "mixed"]
_BOUTS = (*ENDURANCE, "climbing", "mobility")
_MOVED = ("distance", "duration", "pace", "speed")
_DAYS = frozenset({"count", "frequency", "streak", "rest_days", "gap", "most", "weekdays"})


def shape_of(name: str, context: ActiveDomainContext, logged: Sequence[LoggedMeasure]) -> Shape:
    """How a subject is recorded; `mixed` for training as such."""
    home = context.domain_of(name)
    if name in (TRAINING, LOGGING):
        return "mixed"
    if name.endswith(PULSE):
        return "metrics"
    if name == "strength" or name in ENDURANCE or name == CARDIO:
        return "sets" if name == "strength" else "bouts"
    if home is not None and home.measure(name) is not None:
        return home.shape_of(name)
    if home is not None or name in RATED_DOMAINS or HOME.get(name) in METRIC_DOMAINS:
        return "metrics"
    domain = next((measure.domain for measure in logged if measure.name == name), "strength")
    return "bouts" if domain in _BOUTS else "metrics" if domain in RATED_DOMAINS else "sets"


def fitting(quantity: Quantity | None, statistic: Statistic, shape: Shape, name: str) -> Quantity:
    """The quantity that makes sense for how the subject is recorded."""
    if quantity == "days" or statistic in _DAYS:
        return "days"
    if shape == "metrics" or quantity == "rpe":
        return "value" if shape == "metrics" else "rpe"
    if quantity == "hard_sets" or (quantity == "sets" and muscles_of(name)):
        return "hard_sets"
    if shape == "bouts" or (shape == "mixed" and quantity in _MOVED):
        moved = quantity if quantity in _MOVED else "distance"
        return "speed" if moved == "pace" and name in ("ride", "cycling") else cast("Quantity", moved)
    if quantity in ("distance", "pace", "speed", "value", None):
        return "volume" if statistic == "sum" else "e1rm" if statistic == "trend" else "weight"
    return quantity
