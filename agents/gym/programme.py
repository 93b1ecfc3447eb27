"""What a programme is: workouts taken in turn with a rule for each lift's load, or weeks of runs."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from agents.gym.coming import Weekday
from storage.entities import WeightUnit

Name = Annotated[str, Field(min_length=1, max_length=60)]
_SCHEME = re.compile(r"(?P<sets>\d{1,2}) ?[x\u00d7] ?(?P<reps>\d{1,3})(?P<plus>\+)?")
_SHARE = re.compile(r"(?P<percent>\d{1,3}(?:\.\d)?)% ?[x\u00d7] ?(?P<reps>\d{1,3})(?P<plus>\+)?")
_MOST = 20


class Closed(BaseModel):
    """Unknown keys are mistakes."""

    model_config = ConfigDict(extra="forbid", frozen=True, coerce_numbers_to_str=True)


class Scheme(Closed):
    """Sets of repetitions; `plus`: of the last one as many as can be done."""

    sets: Annotated[int, Field(ge=1, le=30)]
    reps: Annotated[int, Field(ge=1, le=200)]
    plus: bool = False


class Share(Closed):
    """A set with a percentage of the training maximum."""

    percent: Annotated[float, Field(gt=0, le=120)]
    reps: Annotated[int, Field(ge=1, le=50)]
    plus: bool = False


def _scheme(said: object) -> object:
    return _read(_SCHEME, said)


def _share(said: object) -> object:
    return _read(_SHARE, said)


def _read(form: re.Pattern[str], said: object) -> object:
    if not isinstance(said, str):
        return said
    found = form.fullmatch(said.strip())
    if found is None:
        raise ValueError(said)
    return {**found.groupdict(), "plus": bool(found["plus"])}


SchemeText = Annotated[Scheme, BeforeValidator(_scheme)]
ShareText = Annotated[Share, BeforeValidator(_share)]


class Step(Closed):
    """How much is added, in each unit."""

    kg: Annotated[float, Field(gt=0, le=50)]
    lb: Annotated[float, Field(gt=0, le=100)]

    def of(self, unit: WeightUnit) -> float:
        """In that unit."""
        return self.kg if unit == "kg" else self.lb


class Linear(Closed):
    """Add when all was done. Fail `tries` times: the next of the `stages`, after the last one less load."""

    kind: Literal["linear"]
    stages: Annotated[tuple[SchemeText, ...], Field(min_length=1, max_length=_MOST)]
    add: Step
    tries: Annotated[int, Field(ge=1, le=10)] = 1
    drop: Annotated[float, Field(ge=0, lt=100)] = 10
    """Percent taken off after the last stage."""
    add_from: Annotated[int, Field(ge=1, le=200)] | None = None
    """Repetitions of the last set from which load is added; with fewer it stays, and that is no failure."""
    begin: Annotated[float, Field(gt=0, le=100)] = 60
    """Percent of the estimated one-repetition maximum to begin with."""


class Wave(Closed):
    """Weeks of percentages of a training maximum, which grows from cycle to cycle."""

    kind: Literal["wave"]
    weeks: Annotated[
        tuple[Annotated[tuple[ShareText, ...], Field(min_length=1, max_length=_MOST)], ...],
        Field(min_length=1, max_length=_MOST),
    ]
    add: Step
    drop: Annotated[float, Field(ge=0, lt=100)] = 10
    """Percent taken off the maximum after a cycle in which a last set was missed."""
    begin: Annotated[float, Field(gt=0, le=100)] = 90
    """Percent of the estimated one-repetition maximum that the training maximum is."""


class Fixed(Closed):
    """The same each time; the load is one's own."""

    kind: Literal["fixed"]
    do: SchemeText


Rule = Annotated[Linear | Wave | Fixed, Field(discriminator="kind")]


class Lift(Closed):
    """An exercise of a workout. `add` in place of its rule's."""

    lift: Name
    rule: Name
    add: Step | None = None
    plates: bool = True
    """False: dumbbells or a machine, rounded to what is added."""


class Run(Closed):
    """A run of a week."""

    day: Weekday
    run: Name
    km: Annotated[float, Field(gt=0, le=200)]


class Programme(Closed):
    """A file. Either `workouts`, `rules` and `days`, or `weeks`."""

    name: Name
    called: Annotated[tuple[Name, ...], Field(max_length=_MOST)] = ()
    about: Annotated[dict[str, Annotated[str, Field(max_length=600)]], Field(max_length=10)] = {}
    """By language: two letters."""
    days: Annotated[tuple[Weekday, ...], Field(max_length=7)] = ()
    rules: Annotated[dict[Name, Rule], Field(max_length=_MOST)] = {}
    workouts: Annotated[
        dict[Name, Annotated[tuple[Lift, ...], Field(min_length=1, max_length=_MOST)]], Field(max_length=14)
    ] = {}
    weeks: Annotated[
        tuple[Annotated[tuple[Run, ...], Field(min_length=1, max_length=7)], ...], Field(max_length=60)
    ] = ()

    @model_validator(mode="after")
    def _is_whole(self) -> Programme:
        if bool(self.workouts) == bool(self.weeks) or (self.workouts and not self.days):
            raise ValueError("workouts")
        return self

    @cached_property
    def lifts(self) -> frozenset[str]:
        """The exercises of it by their canonical names."""
        return frozenset(one.lift for lifts in self.workouts.values() for one in lifts)

    def is_called(self, said: str) -> bool:
        """Whether it is this one; letters and figures count."""
        wanted = _bare(said)
        return bool(wanted) and wanted in {_bare(one) for one in (self.name, *self.called)}

    def told(self, language: str) -> str:
        """What it is, in that language or English."""
        return self.about.get(language) or self.about.get("en", "")


def _bare(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter.isalnum())
