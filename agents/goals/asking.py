"""What a message says about goals: a new one, or how far one is. None of it is stored here."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import NamedTuple

from agents.goals.goal import BODY, TRAINING, Goal
from agents.goals.speech import Form, FormRow, Speech, speech
from agents.language.days.ahead import seen_ahead
from agents.language.days.calendars import shift
from agents.language.days.dates import find_periods
from agents.language.text import plain
from agents.notation import unit_assumed
from agents.parser import ParserInput, ParserOutput
from agents.profile import Profile
from agents.types import Quantity
from domains.model import ActiveDomainContext
from storage.entities import DateRange, Measure
from units import METRES

_NAMED_ONCE = 2
"""Groups of a match: the number and one name."""
_PLANNED = 10
"""Days within which what somebody wants to do is a plan."""
_MOST_AHEAD = 600
_WEEK = 7
_MANY = 100
"""Bouts by which a total is read that is more than one can be."""


@dataclass(frozen=True, slots=True)
class AskedGoal:
    """How far a goal is; `name` in the person's words, empty for any. All else is as in the word files."""

    name: str
    needs_goal: bool = False
    of_last: bool = False
    target: float | None = None
    """It is about the goal of this figure."""


def asked_goal(text: str, language: str) -> AskedGoal | None:
    """What a whole message asks of goals; None: it asks for something else."""
    found = next(_matches(speech(language).asks, plain(text).strip()), None)
    if found is None:
        return None
    figure = found[1].groupdict().get("n")
    target = float(figure.replace(",", ".")) if figure else None
    return AskedGoal(_named(found[1]), found[0].needs_goal, found[0].of_last, target)


def dropped_goal(text: str, language: str) -> str | None:
    """The name of the goal that a message gives up, "" for the only one; None: it gives up none."""
    found = next(_matches(speech(language).drops, plain(text).strip()), None)
    return None if found is None else _named(found[1])


def changed_goal(text: str, language: str) -> tuple[str, str] | None:
    """The name of a goal that there is, "" for the only one, and what it becomes; None: none is changed."""
    found = next(_matches(speech(language).changes, plain(text).strip()), None)
    return None if found is None else (_named(found[1]), found[1]["goal"])


def behind_a_log(text: str, language: str) -> tuple[str, str] | None:
    """A log with a figure, and the wish behind it; None where there are no such two."""
    found = re.search(speech(language).words.wishes, plain(text))
    if found is None or not re.search(r"\d", text[: found.start()]):
        return None
    return text[: found.start()].rstrip(), text[found.end() :].lstrip()


class _Until(NamedTuple):
    """A text without its day, and the day. `is_said`: it is named as one until which."""

    text: str
    day: date | None = None
    is_said: bool = False
    since: date | None = None
    """The first day of a period."""


@dataclass(frozen=True, slots=True)
class GoalReader:
    """Reads goals of one person; `now` is on their clock."""

    profile: Profile
    context: ActiveDomainContext
    now: datetime
    parse: Callable[[ParserInput], ParserOutput]
    """What reads logs: a goal is a log with a wish around it."""

    def in_words(self, text: str, language: str) -> list[Goal] | None:
        """The goals that a whole message sets, none where what it names can't be read; None: it sets none."""
        known, said = speech(language), plain(text).strip()
        asks = re.sub(rf"(?:{known.words.tails})[ .!?~]*$", "", said).endswith("?")
        if asks or re.search(known.words.not_goals, said):
            return None
        is_named = False
        for row, match in _matches(known.sets, said):
            goals = self._each(f"{_named(match)} {match['goal']}".strip(), language)
            dated = not row.dated or all(goal.by for goal in goals)
            if goals and dated and not (row.wish and any(map(self._is_plan, goals))):
                return goals
            until = self._until(match["goal"], known)
            is_figure = re.search(r"\d", match["goal"]) is not None and (until.day is None or until.is_said)
            is_named = is_named or (is_figure and not row.wish)
        return [] if is_named else None

    def _each(self, said: str, language: str) -> list[Goal]:
        """The goal, or each of several: "squat 180 by 1 may, bench 130 by 1 may"."""
        whole = self.read(said, language, only_by=True)
        parts = re.split(speech(language).words.several, said)
        found = [whole] if whole is not None else [self.read(one, language, only_by=True) for one in parts]
        return [one for one in found if one is not None] if None not in found else []

    def read(self, text: str, language: str, *, only_by: bool = False) -> Goal | None:
        """The goal that is named: "bench 100 kg by March". With `only_by`, a day must be one until which."""
        known = speech(language)
        said = plain(text).strip()
        if goal := self._counted(_trimmed(said, known), known):
            return goal
        said, by, is_until, since = self._until(said, known)
        past = by is not None and by <= self.now.date()
        near = by is not None and (by - self.now.date()).days < _PLANNED
        if past or (near and only_by and not (is_until or since)) or re.search(known.words.unfit, said):
            return None
        said = _trimmed(said, known)
        if since is not None and not re.search(known.words.single, said):
            goal = self._totalled(said, known, since)
        else:
            goal = self._counted(said, known) or self._figured(said, known)
        return None if goal is None else goal.model_copy(update={"by": by})

    def changed(self, goal: Goal, becomes: str, language: str) -> Goal | None:
        """A goal with another target or day; None: neither can be read."""
        said, by, *_ = self._until(plain(becomes).strip(), speech(language))
        if (said := _trimmed(said, speech(language))) == "":
            return goal.model_copy(update={"by": by}) if by and by > self.now.date() else None
        way = f" {goal.metres / METRES['km']:g} km" if goal.metres else ""
        new = self.read(f"{goal.name}{way} {said}", language)
        if new is None or new.quantity != goal.quantity:
            return None
        return goal.model_copy(
            update={"target": new.target, "unit": new.unit or goal.unit, "by": by or goal.by}
        )

    def among(self, goals: Sequence[Goal], words: str, language: str) -> list[Goal]:
        """Those that words name; all where there are none. A way names what it is run over."""
        if not words.strip():
            return list(goals)
        read = self.read(words, language) or self.read(f"{words} 2h", language)
        names = {self.name_of(words), read.name if read is not None else ""}
        return [one for one in goals if one.name in names]

    def name_of(self, words: str) -> str:
        """The canonical name that words stand for; themselves where none is known."""
        said = words.strip(" ,.")
        known = self.context.vocabulary
        plain_name = next((known[one] for one in (said, said.removesuffix("s")) if one in known), said)
        if plain_name != said or said in known:
            return plain_name
        read = self._parsed(f"{said} 5 kg 5x5") or self._parsed(f"{said} 80 kg")
        return read[0].name if len(read) == 1 else said

    def _is_plan(self, goal: Goal) -> bool:
        return goal.by is not None and (goal.by - goal.made).days < _PLANNED

    def _until(self, said: str, known: Speech) -> _Until:
        """The day until which something is to be reached, or the period in which."""
        words, today = known.words, self.now.date()
        for form, day in words.days_named.items():
            if found := re.search(form, said):
                month, of_month = map(int, day.split("-"))
                named = today.replace(month=month, day=of_month)
                named = named if named >= today else shift(named, "year", 1)
                return _Until(_cut(said, found.start(), found.end()), named, is_said=True)
        if found := known.ahead.search(said):
            count = known.number(found["n"])
            if 0 < count <= _MOST_AHEAD:
                day = shift(today, words.ahead_units[found["unit"]], count)
                return _Until(_cut(said, found.start(), found.end()), day, is_said=True)
        named = find_periods(said, self.now, self.profile.date_order)
        if not named:
            return _Until(said)
        one = named[-1]
        days = seen_ahead(one.range, said[one.start : one.end], today)
        start, end, edge = _with_edges(said, one.start, one.end, known)
        if found := re.search(rf"(?:{words.next_year}) ?$", said[:start]):
            start, days = found.start(), _of_next_year(days, today)
        before = re.search(rf"\b{words.by} ?$", said[:start]) if words.by else None
        after = re.match(rf" ?{words.by_after}", said[end:]) if words.by_after else None
        marks = [one[0].strip() for one in (before, after) if one]
        start, end = (before.start() if before else start), (end + after.end() if after else end)
        day = days.start if edge == "start" else days.end
        only_by = any(re.fullmatch(words.only_by, one) for one in marks)
        is_period = not edge and days.start < days.end and not only_by
        return _Until(_cut(said, start, end), day, bool(marks), days.start if is_period else None)

    def _counted(self, said: str, known: Speech) -> Goal | None:
        """Days a week, or in a row."""
        for kind, forms in (("frequency", known.frequency), ("streak", known.streak)):
            for _, match in _matches(forms, said):
                if len([one for one in match.groupdict().values() if one]) > _NAMED_ONCE:
                    continue  # "cycle 3 hours a week": nothing is named twice
                named = _named(match)
                is_training = not named or re.fullmatch(known.words.training, named)
                name = TRAINING if is_training else self.name_of(named)
                target = known.number(match["n"])
                if 0 < target <= (_WEEK if kind == "frequency" else 1000) and self._is_known(name):
                    return Goal(
                        kind=kind,  # pyright: ignore[reportArgumentType] - of the two
                        name=name, quantity="days", target=target, unit="days", made=self.now.date(),
                    )  # fmt: skip
        return None

    def _is_known(self, name: str) -> bool:
        return name == TRAINING or name in self.context.vocabulary.values()

    def _weighed(self, said: str, known: Speech) -> Goal | None:
        """A body weight, or so much more or less of it."""
        for does, form in known.weighed.items():
            if found := form.fullmatch(said):
                value = float(found["n"].replace(",", "."))
                unit = known.words.mass.get(found["unit"] or "", "")
                made = self.now.date()
                if does == "weigh":
                    return Goal(kind="level", name=BODY, target=value, unit=unit, made=made)
                change = -value if does == "lose" else value
                return Goal(
                    kind="level", name=BODY, target=value, unit=unit, change=change, down=change < 0,
                    made=made,
                )  # fmt: skip
        return None

    def _figured(self, said: str, known: Speech) -> Goal | None:
        """A body weight, or what its words would be as a log."""
        words = known.words
        said = re.sub(words.weighs, f"{BODY} ", said)
        strongest, less = re.search(words.strongest, said), re.search(words.under, said)
        weekly = re.search(words.weekly, said)
        for form in (words.strongest, words.average, words.weekly, words.under, words.over):
            said = re.sub(form, " ", said)
        said = _trimmed(" ".join(said.split()), known)
        goal = self._weighed(said, known)
        found = (
            []
            if goal is not None
            else self._parsed(said) or self._parsed(re.sub(words.turned[0], words.turned[1], said))
        )
        if len(found) == 1:
            goal = _goal_of(found[0], self.now.date(), strongest=strongest is not None)
        if weekly is not None and goal is not None:
            goal = goal.model_copy(update={"kind": "frequency"}) if goal.quantity in _SUMMED else None
        return goal if goal is None or not less else goal.model_copy(update={"down": True})

    def _totalled(self, said: str, known: Speech, since: date) -> Goal | None:
        """What a period is to come to, if that can be added up: maybe more than one bout can be."""
        times, goal = 1, self._counted(said, known) or self._figured(said, known)
        figures: list[str] = re.findall(r"\d[\d.,]*", said)
        if goal is None and len(figures) == 1:
            times, whole = _MANY, float(re.sub(r"[.,](?=\d{3}\b)", "", figures[0]).replace(",", "."))
            goal = self._figured(said.replace(figures[0], f"{whole / times:g}"), known)
        if goal is None or goal.kind != "best" or goal.quantity not in _SUMMED:
            return goal if times == 1 else None
        return goal.model_copy(update={"kind": "total", "since": since, "target": goal.target * times})

    def _parsed(self, said: str) -> list[Measure]:
        """What it would be as a log; nothing where a part of it is not read."""
        given = ParserInput(text=said, now=self.now, profile=self.profile, domain_context=self.context)
        read = self.parse(given).entries
        if any(one.problems or one.unread for one in read):
            return []
        return [measure for one in read for measure in one.measures]


_SUMMED = ("distance", "duration")
"""What a week comes to."""


def _goal_of(measure: Measure, made: date, *, strongest: bool) -> Goal | None:
    """A log's figure as what is to be reached."""
    if "guessed" in measure.certainty.values():
        return None
    base = {"name": measure.name, "made": made, "distance_unit": measure.distance_unit}
    if measure.value is not None:
        kind = "level" if measure.unit in _LEVELS or measure.name == BODY else "average"
        return Goal.model_validate(
            {**base, "kind": kind, "target": measure.value, "unit": _written(measure.unit, measure)}
        )
    found = next((one for one in _FIGURES if all(getattr(measure, part) for part in one[1])), None)
    if found is None:
        return None
    kind, parts, quantity = found
    value = float(getattr(measure, parts[0]))
    if quantity == "weight":
        reps = measure.reps if measure.reps and measure.reps > 1 else None
        quantity = "e1rm" if strongest else quantity
        base |= {"reps": None if strongest else reps, "unit": _written(measure.weight_unit, measure)}
    elif quantity == "distance":
        unit = measure.distance_unit or "km"
        value, base = value / METRES[unit], base | {"unit": unit}
    elif quantity == "pace":
        base |= {"unit": "s", "down": True, "metres": measure.distance_m}
    else:
        base["unit"] = "s" if quantity == "duration" else "reps"
    return Goal.model_validate({**base, "kind": kind, "quantity": quantity, "target": value})


def _written(unit: str | None, measure: Measure) -> str:
    """The unit, unless it is only taken for that of a weight: `settled` looks up what it is in."""
    return "" if unit is None or unit == unit_assumed(measure) else unit


_LEVELS = ("kg", "lb", "%", "cm", "bpm")
"""What is as it was measured last, and nothing of a day."""
_FIGURES: tuple[tuple[str, tuple[str, ...], Quantity], ...] = (
    ("best", ("weight",), "weight"),
    ("pace", ("duration_s", "distance_m"), "pace"),
    ("best", ("distance_m",), "distance"),
    ("best", ("duration_s",), "duration"),
    ("best", ("reps",), "reps"),
)
"""Of a set or bout the first whose parts were all named: the kind of goal, the parts, the quantity."""


def _matches(forms: tuple[Form, ...], said: str) -> Iterator[tuple[FormRow, re.Match[str]]]:
    for row, form in forms:
        if found := form.fullmatch(said):
            yield row, found


def _named(match: re.Match[str]) -> str:
    """What its form calls the name, wherever in it that stands."""
    groups = match.groupdict()
    return next((said.strip() for key, said in groups.items() if key.startswith("name") and said), "")


def _with_edges(said: str, start: int, end: int, known: Speech) -> tuple[int, int, str]:
    """The end or the beginning of the days, and where that is said."""
    for edge, form in known.words.edges.items():
        if found := re.search(rf"{form} ?$", said[:start]) or re.match(rf" ?{form}", said[end:]):
            before = found.re.pattern.endswith("$")
            if found[0].strip():
                return (found.start() if before else start), (end if before else end + found.end()), edge
    return start, end, ""


def _of_next_year(days: DateRange, today: date) -> DateRange:
    years = max(today.year + 1 - days.start.year, 0)
    return DateRange(start=shift(days.start, "year", years), end=shift(days.end, "year", years))


def _cut(said: str, start: int, end: int) -> str:
    return " ".join(f"{said[:start]} {said[end:]}".split())


def _trimmed(said: str, known: Speech) -> str:
    while (shorter := re.sub(known.words.trims, "", said.strip()).strip()) != said:
        said = shorter
    return said
