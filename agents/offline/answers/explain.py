"""Why a session felt as it did: what stood out around it in the person's own log, against their own usual."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from statistics import fmean

from agents.facts import Point, Series, by_day, figure, is_training, point_figure, series, working
from agents.offline.answers.figures import count_figure, ids
from agents.offline.answers.painful import told_pain
from agents.offline.answers.scope import Scope
from agents.offline.questions.subjects import TRAINING
from agents.types import Figure, Finding, SubQuery
from storage.entities import DateRange, Entry

FELT = re.compile(
    r"heavy|hard|tough|tired|slow|weak|grind|ground|fail|miss|awful|terrible|bad|exhaust|sluggish|drained|sore"
    r"|무거|힘들|피곤|지쳤|지친|느렸|안 ?됐|실패|아팠|아파"
)
"""How people say that a session went badly."""
HURTS = re.compile(
    r"pain|hurt|ache|aching|achy|tender|cranky|sore|injur|tweak|strain|pulled|twinge|niggl|아프|아파|아픈|통증|뻐근|쑤시|결림|다쳤"
)
"""How people say that something hurts."""
_METRICS = frozenset({"sleep", "energy", "mood", "stress", "pain", "body weight"})
_DRAINED = frozenset({"sleep", "energy", "mood", "stress"})
"""What pain of the same day may explain."""
_STRONG = 4
"""A pain of so much wears one out."""
_QUOTE = 90
_SHORT_BY = 0.75
"""Hours below the usual that make a stretch of nights short."""
SHORT_NIGHT = 6.0
_ENOUGH = 3
"""Days outside the stretch that make a usual."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """What was found. `kinds` names the evidence that stood out ("sleep", "load"), strongest first."""

    findings: tuple[Finding, ...]
    kinds: tuple[str, ...]
    silent: tuple[str, ...]
    """Kinds of evidence the log says nothing about around these days."""


def explain(scope: Scope, part: SubQuery) -> Explanation:
    """Look at sleep, load, time off, food, pain, mood around the days in question."""
    asked = part.date_range or scope.last_days(7)
    subject = part.subjects[0] if part.subjects else TRAINING
    asked = _happened(scope, part, subject, asked)
    sessions = sorted({sample.day for sample in scope.samples(subject, asked)})
    around = DateRange(start=(sessions[0] if sessions else asked.start) - timedelta(days=1), end=asked.end)
    seen = _Look(scope, part.question, subject, asked, around, tuple(sessions))
    checks = (
        ("sleep", seen.sleep),
        ("pain", lambda: None if "pain" in kinds else seen.pain()),
        ("load", seen.weight_up),
        ("time off", seen.time_off),
        ("food", seen.food),
        ("stress", seen.stress),
        ("mood", seen.mood),
    )
    found: list[Finding] = []
    kinds: list[str] = []
    for kind, check in checks:
        finding = check()
        if finding is not None:
            found.append(finding)
            kinds.append(kind)
    silent = [kind for kind in ("sleep", "nutrition", "mood") if not scope.samples(kind, around)]
    return Explanation(tuple(found), tuple(dict.fromkeys(kinds)), tuple(silent))


def _happened(scope: Scope, part: SubQuery, subject: str, asked: DateRange) -> DateRange:
    """The days that are meant: of a pain those up to it, for nothing after it is its cause."""
    if subject == "pain":
        hurt = [s for s in scope.samples("pain") if s.measure.value != 0 and s.day <= asked.end]
        words = set(re.findall(r"\w+", part.question.lower()))
        there = [s for s in hurt if words & set((s.measure.text or "").lower().split())] or hurt
        if not there:
            return asked
        end = there[-1].day
        return DateRange(start=min(asked.start, end), end=end, description=asked.description)
    return asked


@dataclass(frozen=True, slots=True)
class _Look:
    """The days asked about, and those around the sessions in them."""

    scope: Scope
    question: str
    subject: str
    asked: DateRange
    around: DateRange
    sessions: tuple[date, ...]

    @property
    def is_metric(self) -> bool:
        """Whether it is about a night, a mood or a weight, and not about training."""
        found = self.scope.samples(self.subject)
        return self.subject in _METRICS or bool(found and not any(is_training(s.measure) for s in found))

    def found(
        self, key: str, evidence: Sequence[str], figures: Sequence[Figure], **values: object
    ) -> Finding:
        """A sentence about what stood out."""
        return self.scope.finding(self.scope.say(f"why.{key}", **values), evidence, figures, "medium")

    def daily(self, name: str) -> Series:
        """A metric's value a day, over all that was found."""
        found = self.scope.samples(name)
        return by_day(series(found, name, "value", self.scope.units(found)))

    def usual(self, name: str) -> Point | None:
        """The mean of the days outside the stretch, when there are enough."""
        outside = [p for p in self.daily(name).points if not self.around.start <= p.day <= self.around.end]
        if len(outside) < _ENOUGH:
            return None
        entries = tuple(dict.fromkeys(entry for point in outside for entry in point.entries))
        return Point(outside[-1].day, fmean(point.value for point in outside), entries)

    def usual_figure(self, name: str, usual: Point) -> Figure:
        """What is usual, as a figure."""
        whole = Series(name, "value", self.daily(name).unit, (usual,))
        return figure(whole, usual.value, f"usual {name}", role="usual")

    def days_of(self, inside: Series) -> DateRange:
        """From the first to the last day that has a value."""
        return DateRange(start=inside.points[0].day, end=inside.points[-1].day)

    def sleep(self) -> Finding | None:
        daily = self.daily("sleep")
        inside = daily.within(self.around)
        if not inside.points:
            return None
        near = [p for p in inside.points if not self.sessions or p.day in self.sessions]
        worst = min(near or inside.points, key=_value)
        mean, usual = fmean(inside.values), self.usual("sleep")
        around = figure(inside, mean, "average sleep around then", role="average")
        night = point_figure(daily, worst, "shortest night", role="min")
        figures, told = [around, night], {"value": night, "day": worst.day}
        if usual is None:
            short = worst.value < SHORT_NIGHT
            return self.found("sleep_short", worst.entries, figures, **told) if short else None
        shown = self.usual_figure("sleep", usual)
        figures.append(shown)
        if worst.value <= usual.value - _SHORT_BY * 2 or worst.value < min(SHORT_NIGHT, usual.value - 0.5):
            return self.found("sleep_night", worst.entries, figures, **told, usual=shown)
        if mean > usual.value - _SHORT_BY:
            return None
        period = self.days_of(inside)
        return self.found("sleep_low", inside.entries, figures, value=around, period=period, usual=shown)

    def pain(self) -> Finding | None:
        until = self.sessions[-1] if self.sessions else self.around.end
        span = DateRange(start=self.around.start - timedelta(days=6), end=until)
        hurt = [sample for sample in self.scope.samples("pain", span) if sample.measure.value != 0]
        if places := set(told_pain(self.question, self.scope.context)):
            parts = self.scope.context.body_parts
            hurt = [s for s in hurt if parts.get((s.measure.text or "").lower()) in places]
        avoid = self.scope.context.avoid(self.subject)
        if avoid:
            hurt = [s for s in hurt if any(place in (s.measure.text or "").lower() for place in avoid)]
        if self.is_metric and self.subject != "pain":  # what hurt that very day makes tired, no twinge
            of_a_day = self.subject in _DRAINED and self.asked.start == self.asked.end
            strong = (s for s in hurt if s.measure.value is None or s.measure.value >= _STRONG)
            hurt = [sample for sample in strong if of_a_day and sample.day == self.asked.start]
        if not hurt:
            return None
        entry = next(e for e in self.scope.entries if e.id == hurt[-1].entry)
        return self.found("pain", ids(hurt), (), text=quoted(entry.text, HURTS), day=hurt[-1].day)

    def weight_up(self) -> Finding | None:
        """More on the bar than ever in the weeks before."""
        found = self.scope.samples(self.subject)
        if self.subject == TRAINING or self.is_metric or len({sample.measure.name for sample in found}) != 1:
            return None
        whole = by_day(working(series(found, self.subject, "weight", self.scope.units(found))))
        inside = whole.within(self.asked)
        before = [point for point in whole.points if point.day < self.asked.start]
        if not inside.points or not before:
            return None
        top, held = max(inside.points, key=_value), max(before, key=_value)
        if top.value <= held.value * 1.001:
            return None
        now = point_figure(whole, top, f"heaviest {self.subject}", role="max")
        before_it = point_figure(whole, held, f"heaviest {self.subject} before", role="max")
        evidence = (*top.entries, *held.entries)
        return self.found("weight_up", evidence, [now, before_it], now=now, day=top.day, before=before_it)

    def time_off(self) -> Finding | None:
        """Ten days or more without it before the first session."""
        if not self.sessions or self.is_metric:
            return None
        before = [s for s in self.scope.samples(self.subject) if s.day < self.sessions[0]]
        if not before:
            return None
        off = (self.sessions[0] - before[-1].day).days
        if off < 10:
            return None
        last, name = before[-1], self.scope.wording.name(self.subject)
        what = f"days without {self.subject}"
        days = count_figure(off, "days", what, [last.entry], last.day, role="count")
        return self.found("time_off", [last.entry], [days], n=off, name=name, day=last.day)

    def food(self) -> Finding | None:
        daily = self.daily("kcal")
        inside, usual = daily.within(self.around), self.usual("kcal")
        if not inside.points or usual is None:
            return None
        mean = fmean(inside.values)
        if mean > usual.value * 0.85:
            return None
        unit, amount = daily.unit or "kcal", self.scope.wording.amount
        figures = [
            figure(inside, mean, "average kcal around then", role="average"),
            self.usual_figure("kcal", usual),
        ]
        told = {"value": amount(round(mean), unit), "usual": amount(round(usual.value), unit)}
        return self.found("food_low", inside.entries, figures, **told, period=self.days_of(inside))

    def stress(self) -> Finding | None:
        return self._rated("stress", higher_is_worse=True)

    def mood(self) -> Finding | None:
        return self._rated("energy", higher_is_worse=False) or self._rated("mood", higher_is_worse=False)

    def _rated(self, name: str, *, higher_is_worse: bool) -> Finding | None:
        daily = self.daily(name)
        inside, usual = daily.within(self.around), self.usual(name)
        if not inside.points or name == self.subject:
            return None
        worst = max(inside.points, key=_value) if higher_is_worse else min(inside.points, key=_value)
        then = point_figure(daily, worst, f"{name} then")
        told = {"name": self.scope.wording.name(name), "value": then, "day": worst.day}
        if usual is None:  # a rating that is bad on its own scale
            top = 5 if "5" in daily.unit else 10
            bad = worst.value >= top * _HIGH if higher_is_worse else worst.value <= top * _LOW
            return self.found("stress_told", worst.entries, [then], **told) if bad else None
        if abs(worst.value - usual.value) < 1 or (worst.value > usual.value) != higher_is_worse:
            return None
        key, shown = "stress_high" if higher_is_worse else "mood_low", self.usual_figure(name, usual)
        return self.found(key, worst.entries, [then, shown], **told, usual=shown)


_HIGH, _LOW = 0.7, 0.3
"""Shares of a scale from which a rating is high, or low."""


def _value(point: Point) -> float:
    return point.value


def quoted(text: str, about: re.Pattern[str] | None = None) -> str:
    """The person's words: the sentence that holds `about`, else the first line, cut at a word when long."""
    lines = [line.strip() for line in re.split(r"\n|(?<=[.!?])\s", text) if line.strip()]
    fitting = [line for line in lines if about is not None and about.search(line.lower())]
    told = (fitting or [text.strip().splitlines()[0].strip() if text.strip() else ""])[0].rstrip(".")
    return told if len(told) <= _QUOTE else told[:_QUOTE].rsplit(" ", 1)[0]


def foreign_domains(entries: Iterable[Entry], loaded: Sequence[str], span: DateRange) -> tuple[str, ...]:
    """Domains of what was logged in the span that nobody with us understands."""
    names = (m.domain for e in entries for m in e.measures if span.start <= m.day <= span.end)
    return tuple(dict.fromkeys(name for name in names if name not in loaded))
