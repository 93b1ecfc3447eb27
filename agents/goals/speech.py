"""How people speak of goals: `words/LANGUAGE.yaml`, its expressions made ready once."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Literal

from pydantic import BaseModel

from agents.language.spoken import spoken
from storage.entities import WeightUnit

Unit = Literal["day", "week", "month", "year"]
_NAME = r"(?P<name{at}>[^\d,.?!:]{{1,40}}?)"


class FormRow(BaseModel, extra="forbid"):
    """One way to say it, and a message that is read by it."""

    form: str
    example: str
    needs_goal: bool = False
    """It is about a goal only where there is one of what it names."""
    of_last: bool = False
    """It is about the goal that was spoken of last, where one was."""
    wish: bool = False
    """Plans of the next days are begun with it, too."""
    dated: bool = False
    """It is a goal only with a day that is further away than plans."""


class GoalWords(BaseModel, extra="forbid"):
    """A file of `words/`; the head of en.yaml says what the keys are."""

    leads: str
    tails: str
    sets: list[FormRow]
    asks: list[FormRow]
    drops: list[FormRow]
    changes: list[FormRow]
    """Another target or day for a goal that there is; `<goal>` is what it becomes."""
    not_goals: str
    unfit: str
    by: str
    by_after: str
    only_by: str
    """Which of these say until when, and not in which period."""
    single: str
    """What says that one set or bout is meant, whatever period is named."""
    edges: dict[Literal["start", "end"], str]
    days_named: dict[str, str]
    """Days of the year by what they are called."""
    next_year: str
    ahead: str
    ahead_units: dict[str, Unit]
    numbers: dict[str, int]
    training: str
    frequency: list[FormRow]
    streak: list[FormRow]
    strongest: str
    average: str
    weekly: str
    under: str
    over: str
    lose: str
    gain: str
    weigh: str
    weighs: str
    """Before a bare figure that is a body weight."""
    mass: dict[str, WeightUnit]
    trims: str
    turned: tuple[str, str]
    """A figure before what it is of, and how that is logged."""
    wishes: str
    """Between a log and the goal behind it."""
    several: str
    """Between goals that are named in one message."""


Form = tuple[FormRow, re.Pattern[str]]


@dataclass(frozen=True, slots=True)
class Speech:
    """A language's words with what they make."""

    words: GoalWords
    sets: tuple[Form, ...]
    asks: tuple[Form, ...]
    drops: tuple[Form, ...]
    changes: tuple[Form, ...]
    frequency: tuple[Form, ...]
    streak: tuple[Form, ...]
    ahead: re.Pattern[str]
    weighed: dict[Literal["lose", "gain", "weigh"], re.Pattern[str]]

    def number(self, said: str) -> int:
        """A whole number in digits or words."""
        return int(said) if said.isdigit() else self.words.numbers[said]


@cache
def speech(language: str) -> Speech:
    """English for a language that has none."""
    words = spoken("agents.goals", language, GoalWords)
    return Speech(
        words=words,
        sets=_framed(words.sets, words),
        asks=_framed(words.asks, words),
        drops=_framed(words.drops, words),
        changes=_framed(words.changes, words),
        frequency=_framed(words.frequency, words),
        streak=_framed(words.streak, words),
        ahead=re.compile(_filled(words.ahead, words)),
        weighed={
            "lose": re.compile(_filled(words.lose, words)),
            "gain": re.compile(_filled(words.gain, words)),
            "weigh": re.compile(_filled(words.weigh, words)),
        },
    )


def _framed(rows: list[FormRow], words: GoalWords) -> tuple[Form, ...]:
    frame = rf"(?:{words.leads}[,:]? )*(?:%s)(?:[ ,.!]*{words.tails})*[ .!?~]*"
    return tuple((row, re.compile(frame % _filled(row.form, words))) for row in rows)


def _filled(form: str, words: GoalWords) -> str:
    """`<goal>`, `<name>` (the groups are name0, name1 …), `<number>` and `<mass>` filled in."""
    form = form.replace("<goal>", r"(?P<goal>.{2,120}?)")
    form = form.replace("<number>", _any(words.numbers)).replace("<mass>", _any(words.mass))
    first, *others = form.split("<name>")
    return first + "".join(_NAME.format(at=at) + rest for at, rest in enumerate(others))


def _any(options: dict[str, int] | dict[str, WeightUnit]) -> str:
    return "|".join(map(re.escape, sorted(options, key=len, reverse=True)))
