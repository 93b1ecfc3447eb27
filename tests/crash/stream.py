"""What people text while the bot is being killed. Seeded: two runs get the same."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from telegram_local.world import BOT_USERNAME

Kind = Literal[
    "log", "silent", "question", "both", "correction", "edit", "unit", "left", "undo", "why", "import",
    "talk", "reminder", "timer", "memory", "tool", "file", "coach", "slip", "evolve",
]  # fmt: skip
Beside = Literal["reminder", "timer", "tool", "coach", "slip", "evolve"]
"""Of these, what is asked for beside the diary."""
Way = Literal["tap", "reply", "skip"]
"""How a question is answered that was left open."""
WAYS: tuple[Way, ...] = ("tap", "reply", "skip")
FIRST_ID = 2001
CROWD_ID = -2000
LEFT, LEFT_ASKS, LEFT_ANSWER = "curl 10kg 8x3", "biceps curl: which is it?", "8 sets of 3"
"""A log that is asked about, the question, and an answer to it."""
_KINDS: dict[Kind, int] = {
    "log": 8, "question": 4, "both": 2, "correction": 2, "edit": 2, "undo": 2, "import": 1, "talk": 1,
    "reminder": 2, "timer": 1, "memory": 1, "tool": 1, "file": 2, "coach": 1,
    "slip": 2, "evolve": 2,
}  # fmt: skip
_ALONE = frozenset(
    {"import", "talk", "reminder", "timer", "memory", "tool", "file", "coach", "slip", "evolve"}
)
"""What is done in a private chat only."""
_BY = "\N{MULTIPLICATION SIGN}"
_QUESTIONS = (
    "what's my best bench?",
    "when did I last run?",
    "how many times did I bench this week?",
    "how far have I run in total?",
    "what did I log today?",
    "have I ever gone swimming?",
)
_TALK = ("thanks!", "hi", "/help", "/chart calendar")
_HEVY = (
    '"title","start_time","end_time","description","exercise_title","superset_id","exercise_notes",'
    '"set_index","set_type","weight_kg","reps","distance_km","duration_seconds","rpe"\n'
)


@dataclass(frozen=True, slots=True)
class Tap:
    """The button, or the beginning of it, under what the bot says next about something."""

    button: str
    about: str = ""
    twice: bool = False


@dataclass(frozen=True, slots=True)
class Act:
    """Something a person does. `mark` stands in what is understood of a log, and in no other log of them."""

    kind: Kind
    text: str
    mark: str = ""
    edited: str = ""
    """What the message is changed to."""
    after: str = ""
    """It is changed once the bot has said this about it; at once, before it is handled, without."""
    file: str = ""
    """The name under which the text is sent as a file."""
    taps: tuple[Tap, ...] = ()


@dataclass(frozen=True, slots=True)
class Script:
    """All that one person does in one chat, in this order; what is asked about `LEFT` is answered last."""

    user_id: int
    chat_id: int
    acts: tuple[Act, ...]
    answers: Way


def scripts(seed: int, people: int, acts: int, crowd: int = 0) -> list[Script]:
    """So many acts of so many people, each alone with the bot, and of as many more who share a group."""
    return [
        Script(
            user_id=FIRST_ID + number,
            chat_id=FIRST_ID + number if number < people else CROWD_ID,
            acts=tuple(_Person(seed, number, crowded=number >= people).acts(acts)),
            answers=WAYS[number % len(WAYS)],
        )
        for number in range(people + crowd)
    ]


def in_file(load: str, changed: str) -> Act:
    """A log whose words are changed in the file of the vault."""
    words = f"bench {load} kg 6x6", f"bench {changed} kg 6x6"
    return Act("file", words[0], edited=words[1], mark=f"{changed} kg {_BY} 6")


def remembered(kind: Literal["reminder", "timer"], number: int) -> Act:
    """Something that comes by itself a second later."""
    said = f"remind me to count lap {number} in 1 second" if kind == "reminder" else f"timer 1s lap {number}"
    return Act(kind, said, mark=f"ap {number}")


def watered(user_id: int, number: int) -> Act:
    """A tool of another service, which changes something there once it was agreed to."""
    plant = f"fern{number}."
    said = f"/tools garden{user_id}_water plant={plant}"
    return Act("tool", said, mark=plant, taps=(Tap("Do it", plant, twice=True),))


TOPICS = ("sleep", "my knee", "week", "my weight")


def coached(topic: str) -> Act:
    """A coach for a topic; asked for again, it is there."""
    return Act("coach", f"/coaches {topic}", mark=topic)


SLIPS = ("overhead press", "front squat", "hip thrust", "lat pulldown")
"""Exercises that nothing else in a stream is about."""
EVOLVED = Act(
    "evolve",
    "/evolve strength",
    taps=(
        Tap("＋", "version 1", twice=True),  # noqa: RUF001 - as shown
        Tap("✓ Adopt", "→", twice=True),
        Tap("↩️ Back", "holds from the next wake on"),
    ),
)
"""A template is talked about, another version holds, and the first one again."""


def slipped(exercise: str) -> tuple[Act, Act, Act]:
    """A slip that a new coach proposes to correct, which is confirmed and taken back."""
    aim = f"{exercise} 40 kg"
    return (
        Act("log", f"{exercise} 30 kg 3x5, 30.5 kg 3x5, 31 kg 3x5, 310 kg 1x5"),
        Act("coach", f"/coaches {aim}", mark=aim, taps=(Tap("✓ 1", f"{aim} suggests:", twice=True),)),
        Act("talk", "/undo"),
    )


class _Person:
    """In a group, what the bot is to answer is said to it, and no load is somebody else's too."""

    def __init__(self, seed: int, number: int, *, crowded: bool) -> None:
        self._chance = random.Random(f"{seed}/{number}")  # noqa: S311
        self._crowded = crowded
        self._number = number
        self._call = f"@{BOT_USERNAME} " if crowded else ""
        self._slips = list(SLIPS)
        self._lightest = 20

    def acts(self, count: int) -> Iterator[Act]:
        """Without a file in a group, and without what is said to nobody elsewhere."""
        if self._crowded:
            self._lightest += max(40, count // 2 + 5) * self._number
        squat = self._lightest if self._crowded else self._lightest + 80
        yield Act("unit", f"{self._call}squat {squat} 3x5", taps=(Tap("kg", twice=True),))
        yield Act("left", self._call + LEFT)
        why = self._chance.randrange(2, max(3, count))
        for number in range(2, count):
            if number == why:
                taps = (Tap("6-7 h", "how long did you sleep"), Tap("Skip", "How stressful"))
                yield Act("why", f"{self._call}why was my squat so hard?", taps=taps)
            else:
                yield from self._some(number)

    def _some(self, number: int) -> Iterator[Act]:
        chance, call = self._chance, self._call
        weight = self._lightest + number * 0.5
        load, changed = f"{weight:g}", f"{weight + 0.25:g}"
        kind = chance.choices(list(_KINDS), list(_KINDS.values()))[0]
        if self._crowded and kind in _ALONE:
            kind = "silent"
        match kind:
            case "question":
                yield Act(kind, call + chance.choice(_QUESTIONS))
            case "both":
                yield Act(kind, f"{call}bench {load} kg 3x5. when did I last run?", mark=load)
            case "correction":
                yield Act("log", f"{call}bench {load} kg 3x8")
                yield Act(kind, f"{call}actually that was {changed} kg")
            case "edit":
                after = chance.choice(("", f"{load} kg {_BY} 5"))
                yield Act(
                    kind, f"{call}bench {load} kg 5x5", edited=f"{call}bench {changed} kg 5x5", after=after
                )
            case "undo":
                yield Act(
                    kind,
                    f"{call}bench {load} kg 4x4",
                    taps=(Tap("↩️ Undo", f"{load} kg {_BY} 4", twice=True),),
                )
            case "import":
                name = f"workouts{number}.csv"
                yield Act(kind, _hevy(number, load), file=name, taps=(Tap("Import", name),))
            case "file":
                yield in_file(load, changed)
            case "reminder" | "timer" | "tool" | "coach" | "slip" | "evolve":
                yield from self._beside(kind, number)
            case "memory" | "talk":
                said = f"what did I say about kayak{number}?" if kind == "memory" else chance.choice(_TALK)
                yield Act(kind, said)
            case "silent":
                yield Act(kind, f"bench {load} kg 3x5")
            case _:
                yield self._log(load)

    def _beside(self, kind: Beside, number: int) -> tuple[Act, ...]:
        """What is asked for beside the diary; a slip of each exercise once."""
        match kind:
            case "coach":
                return (coached(self._chance.choice(TOPICS)),)
            case "evolve":
                return (EVOLVED,)
            case "slip":
                return slipped(self._slips.pop()) if self._slips else ()
            case "tool":
                return (watered(FIRST_ID + self._number, number),)
            case "reminder" | "timer":
                return (remembered(kind, number),)

    def _log(self, load: str) -> Act:
        chance, call = self._chance, self._call
        match chance.randrange(3):
            case 0:
                return Act("log", f"{call}ran {load} km in 2:05:00", mark=load)
            case 1:
                sets = f"{chance.randint(2, 5)}x{chance.randint(3, 6)}"
                return Act("log", f"{call}deadlift {load} kg {sets}", mark=load)
            case _:
                return Act("log", f"{call}bench {load} kg 3x5, felt heavy", mark=load)


def _hevy(number: int, load: str) -> str:
    day = f"{1 + number % 28} Mar {2000 + number // 28}"
    rows = (
        f'"Legs","{day}, 18:04","{day}, 19:10","","Leg Press","","","{place}","normal",{load},5,,,\n'
        for place in range(3)
    )
    return _HEVY + "".join(rows)
