"""What people text while the bot is being killed. Seeded: two runs get the same."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

Kind = Literal["log", "question", "both", "correction", "edit", "unit", "import", "talk"]
FIRST_ID = 2001
_QUESTIONS = (
    "what's my best bench?",
    "when did I last run?",
    "how many times did I bench this week?",
    "how far have I run in total?",
    "what did I log today?",
    "have I ever gone swimming?",
)
_TALK = ("thanks!", "hi", "/help")
_HEVY = (
    '"title","start_time","end_time","description","exercise_title","superset_id","exercise_notes",'
    '"set_index","set_type","weight_kg","reps","distance_km","duration_seconds","rpe"\n'
)


@dataclass(frozen=True, slots=True)
class Act:
    """Something a person does. `mark` stands in what is understood of a log, and in no other log of them."""

    kind: Kind
    text: str
    mark: str = ""
    edited: str = ""
    """What the message is changed to at once."""
    tap: str = ""
    """The button, or the beginning of it, to tap under what the bot asks next."""


@dataclass(frozen=True, slots=True)
class Script:
    """All that one person does, in this order."""

    user_id: int
    acts: tuple[Act, ...]


def scripts(seed: int, people: int, acts: int) -> list[Script]:
    """Of each person so many acts."""
    return [
        Script(FIRST_ID + number, tuple(_acts(random.Random(f"{seed}/{number}"), acts)))  # noqa: S311
        for number in range(people)
    ]


def _acts(chance: random.Random, count: int) -> Iterator[Act]:
    marks = iter(range(1, count + 1))
    yield Act("unit", "squat 100 3x5", mark="100", tap="kg")
    for _ in range(count - 1):
        number = next(marks)
        load = f"{20 + number * 0.5:g}"
        kind = chance.choices(
            ("log", "question", "both", "correction", "edit", "import", "talk"), (8, 4, 2, 2, 2, 1, 1)
        )[0]
        match kind:
            case "question":
                yield Act("question", chance.choice(_QUESTIONS))
            case "both":
                yield Act("both", f"bench {load} kg 3x5. when did I last run?", mark=load)
            case "correction":
                yield Act("log", f"bench {load} kg 3x8", mark="")
                yield Act("correction", f"actually that was {float(load) + 0.25:g} kg")
            case "edit":
                changed = f"{float(load) + 0.25:g}"
                yield Act("edit", f"bench {load} kg 5x5", edited=f"bench {changed} kg 5x5")
            case "import":
                yield Act("import", _hevy(number, load), tap="Import")
            case "talk":
                yield Act("talk", chance.choice(_TALK))
            case _:
                yield from _log(chance, load)


def _log(chance: random.Random, load: str) -> Iterator[Act]:
    match chance.randrange(3):
        case 0:
            yield Act("log", f"ran {load} km in 2:05:00", mark=load)
        case 1:
            yield Act("log", f"deadlift {load} kg {chance.randint(2, 5)}x{chance.randint(3, 6)}", mark=load)
        case _:
            yield Act("log", f"bench {load} kg 3x5, felt heavy", mark=load)


def _hevy(number: int, load: str) -> str:
    day = f"{1 + number % 28} Mar {2000 + number // 28}"
    rows = (
        f'"Legs","{day}, 18:04","{day}, 19:10","","Leg Press","","","{place}","normal",{load},5,,,\n'
        for place in range(3)
    )
    return _HEVY + "".join(rows)
