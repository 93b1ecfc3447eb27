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
_DRAINED = frozenset({"sleep", "energy", "mood", "stress"})
"""What pain of the same day may explain."""
_METRICS = _DRAINED | {"pain", "body weight"}
_STRONG = 4
"""A pain of so much wears one out."""
_QUOTE = 90
SHORT_NIGHT = 6.0
_ENOUGH = 3
"""Days outside the stretch that make a usual."""
_TIME_OFF = 10
"""Days without it that tell."""


@dataclass(frozen=True, slots=True)
class _Rating:
    """A metric that may explain: how far from its usual it tells, and what is bad whatever is usual."""

    key: str
    apart: float
    """In its unit; below 1 as a share of the usual."""
    bad: float | None = None
    """In its unit; below 1 as a share of its scale."""
    bad_key: str = ""
    high: bool = False
    """Whether more of it is worse."""


_RATINGS = {
    "sleep": _Rating("sleep_night", 1.5, SHORT_NIGHT, "sleep_short"),
    "kcal": _Rating("food_low", 0.15),
    "stress": _Rating("stress_high", 1, 0.7, "stress_told", high=True),
    "energy": _Rating("mood_low", 1, 0.3, "stress_told"),
    "mood": _Rating("mood_low", 1, 0.3, "stress_told"),
}


def explain(scope: Scope, part: SubQuery) -> dict[str, Finding]:
    """What stood out around the days, by its kind, the strongest first."""
    asked = part.date_range or scope.last_days(7)
    subject = part.subjects[0] if part.subjects else TRAINING
    if subject == "pain":
        asked = _until_it_hurt(scope, part.question, asked)
    sessions = sorted({sample.day for sample in scope.samples(subject, asked)})
    around = DateRange(start=(sessions[0] if sessions else asked.start) - timedelta(days=1), end=asked.end)
    seen = _Look(scope, part.question, subject, asked, around, tuple(sessions))
    found = {
        "sleep": seen.rated("sleep"),
        "pain": seen.pain(),
        "load": seen.weight_up(),
        "time off": seen.time_off(),
        **{name: seen.rated(name) for name in _RATINGS if name not in ("sleep", subject)},
    }
    return {kind: finding for kind, finding in found.items() if finding is not None}


def _until_it_hurt(scope: Scope, question: str, asked: DateRange) -> DateRange:
    """The days up to a pain, for nothing after it is its cause."""
    hurt = [s for s in scope.samples("pain") if s.measure.value != 0 and s.day <= asked.end]
    words = set(re.findall(r"\w+", question.lower()))
    there = [s for s in hurt if words & set((s.measure.text or "").lower().split())] or hurt
    end = there[-1].day if there else asked.end
    return DateRange(start=min(asked.start, end), end=end, description=asked.description)


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

    def rated(self, name: str) -> Finding | None:
        """The worst of the days around, where it is bad or far from the mean of the others."""
        logged, row = self.scope.samples(name), _RATINGS[name]
        daily = by_day(series(logged, name, "value", self.scope.units(logged)))
        inside = daily.within(self.around).points
        near = [point for point in inside if point.day in self.sessions] if name == "sleep" else []
        if not inside:
            return None
        worst = (max if row.high else min)(near or inside, key=_value)
        scale = 5 if "5" in daily.unit else 10
        limit = row.bad if row.bad is None or row.bad >= 1 else row.bad * scale
        worse = 1 if row.high else -1
        bad = limit is not None and (worst.value - limit) * worse >= 0
        then = point_figure(daily, worst, f"{name} then", role="max" if row.high else "min")
        told = {"name": self.scope.wording.name(name), "value": then, "day": worst.day}
        outside = [point for point in daily.points if not self.around.start <= point.day <= self.around.end]
        if len(outside) < _ENOUGH:
            return self.found(row.bad_key, worst.entries, [then], **told) if bad else None
        mean = fmean(point.value for point in outside)
        apart = row.apart * mean if row.apart < 1 else row.apart
        if (worst.value - mean) * worse < (apart / 3 if bad else apart):
            return None
        entries = tuple(dict.fromkeys(entry for point in outside for entry in point.entries))
        whole = Series(name, "value", daily.unit, (Point(outside[-1].day, mean, entries),))
        usual = figure(whole, mean, f"usual {name}", role="usual")
        return self.found(row.key, worst.entries, [then, usual], **told, usual=usual)

    def pain(self) -> Finding | None:
        """What hurt in the week before: the place that is asked about, or one that the exercise loads."""
        until = self.sessions[-1] if self.sessions else self.around.end
        span = DateRange(start=self.around.start - timedelta(days=6), end=until)
        hurt = [sample for sample in self.scope.samples("pain", span) if sample.measure.value != 0]
        if places := set(told_pain(self.question, self.scope.context)):
            parts = self.scope.context.body_parts
            hurt = [s for s in hurt if parts.get((s.measure.text or "").lower()) in places]
        if avoid := self.scope.context.avoid(self.subject):
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
        inside = whole.within(self.asked).points
        before = [point for point in whole.points if point.day < self.asked.start]
        if not inside or not before:
            return None
        top, held = max(inside, key=_value), max(before, key=_value)
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
        last = next((s for s in reversed(self.scope.samples(self.subject)) if s.day < self.sessions[0]), None)
        if last is None or (off := (self.sessions[0] - last.day).days) < _TIME_OFF:
            return None
        what, name = f"days without {self.subject}", self.scope.wording.name(self.subject)
        days = count_figure(off, "days", what, [last.entry], last.day, role="count")
        return self.found("time_off", [last.entry], [days], n=off, name=name, day=last.day)


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
