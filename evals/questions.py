"""Questions that people with diaries ask, and what an answer must and must not say (`questions/*.yaml`)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Literal, cast

from pydantic import BaseModel, Field, model_validator

from domains.registry import load
from evals.cases import Example, Slices
from evals.claims import STANCES, Stance, quoted, stance
from evals.diary import MemorySearch
from evals.judging import Judgement
from evals.loading import Labelled, checked, files, length
from evals.playing import World
from evals.shelf import lay_out
from evals.talk import Asker, Reply
from storage.entities import Frozen

Type = Literal[
    "last", "first", "max", "min", "record", "count", "sum", "average", "trend", "frequency", "a day",
    "yes or no", "why", "effect", "comparison", "recommendation", "health", "muscles", "load", "several",
    "follow-up", "no data", "ambiguous", "about the bot", "small talk", "other",
]  # fmt: skip
"""What kind of question it is."""
Route = Literal["query", "both", "chat"]


class Asked(Frozen):
    """One question and what must hold for its reply; patterns are regular expressions."""

    ask: str
    now: datetime | None = None
    """When; else at the person's moment."""
    say: tuple[str, ...] = ()
    not_: tuple[str, ...] = Field(default=(), alias="not")
    ask_back: tuple[str, ...] = ()
    """It must ask back, for these."""
    no_data: str | None = None
    """It must say that there is none of this."""
    entry: str | None = None
    """What the quotation of the entry that explains it has: its day or words; else anything of `say`."""
    type: Type | None = None
    route: Route = "query"
    """What it is taken for: both where it logs something too, chat where it is small talk."""
    held_out: bool = False

    def kind(self, *, follows: bool = False) -> Type:
        """As labelled, else by what it must do."""
        if self.type is not None:
            return self.type
        if follows:
            return "follow-up"
        return "no data" if self.no_data else "ambiguous" if self.ask_back else "other"


class Answering(Example):
    """One conversation; a question that stands alone is one of one question."""

    who: str
    thread: tuple[Asked, ...]
    type: Type | None = None
    """Of the whole thread."""

    @property
    def key(self) -> str:  # noqa: D102
        return f"{self.who}: {' / '.join(one.ask for one in self.thread)}"

    @property
    def kind(self) -> Type:
        """Of the whole: a thread is judged as what follows its first question."""
        if self.type is not None:
            return self.type
        return self.thread[-1].kind(follows=len(self.thread) > 1)

    @property
    def language(self) -> Literal["en", "ko"]:
        """Told by the letters of what is asked."""
        return "ko" if _HANGUL.search(self.thread[0].ask) else "en"


class _Item(Frozen):
    """A question of its own, or several in a row."""

    thread: tuple[Asked, ...]
    type: Type | None = None
    held_out: bool = False

    @model_validator(mode="before")
    @classmethod
    def _alone(cls, value: object) -> object:
        told = cast("dict[str, object]", value)
        return value if "thread" in told else {"thread": [told], "held_out": told.get("held_out", False)}


class _File(BaseModel):
    """What is read here of a person's file."""

    seen: bool = False
    questions: tuple[_Item, ...] = ()


_HANGUL = re.compile("[가-힣]")


def conversations(folder: Path) -> list[Labelled[Answering]]:
    """Everybody's questions. Raises ExamplesError."""
    return [one for path in files(folder, "questions") for one in _asked_by(path)]


def _asked_by(path: Path) -> Iterator[Labelled[Answering]]:
    file = checked(path, _File)
    for item in file.questions:
        example = Answering(who=path.stem, thread=item.thread, type=item.type, held_out=item.held_out)
        slices = Slices(
            language=example.language,
            phenomenon=example.kind,
            length=length(example.key),
            part="held out" if item.held_out else "seen" if file.seen else "open",
            file=path.stem,
        )
        yield Labelled(example=example, slices=slices)


async def answer(world: World, example: Answering) -> tuple[Reply, ...]:
    """The whole way of each question, from the router to the evaluator."""
    person = world.people[example.who]
    search = MemorySearch(person.entries())
    lay_out(search)
    asker = Asker(world.engine, search, person.profile)
    return tuple([await asker.ask(one.ask, one.now or person.now) for one in example.thread])


_NONE = re.compile(r"logged no|never|found nothing|없어요|찾지 못", re.IGNORECASE)


def complaints(asked: Asked, reply: Reply) -> dict[str, list[str]]:
    """What is wrong with a reply, by what was looked at."""
    routed = next((step.removeprefix("ROUTE:") for step in reply.path if step.startswith("ROUTE:")), "")
    missed = [] if routed == asked.route else [f"must be taken for {asked.route}, not {routed or 'nothing'}"]
    return {"is routed": missed, **_said_amiss(asked, reply)}


def _said_amiss(asked: Asked, reply: Reply) -> dict[str, list[str]]:
    if asked.ask_back:
        said = " ".join(f"{q.question} {' '.join(q.options)}" for q in reply.asked)
        missing = [f"must ask {pattern!r}" for pattern in asked.ask_back if not re.search(pattern, said)]
        return {"asks back": missing if said else ["must ask"]}
    text = reply.text
    spelt = f"{text}\n{_LASTING.sub(_as_clock, text)}"
    silent = [f"must say {pattern!r}" for pattern in asked.say if not re.search(pattern, spelt)]
    found = {"asks nothing": [f"must not ask back: {one.question}" for one in reply.asked]}
    if asked.say:
        found["says"] = silent
    if asked.not_:
        found["does not say"] = [f"must not say {p!r}" for p in asked.not_ if re.search(p, text)]
    if asked.no_data:
        told = _NONE.search(text) and any(name in text for name in _names(asked.no_data))
        found["no data"] = [] if told else [f"must say that there is no {asked.no_data}"]
    if not reply.asked:
        issue = reply.feedback[-1].issue if reply.feedback else ""
        found["passes"] = [] if reply.passed else [f"the evaluator refused it: {issue}"]
    return found


_LASTING = re.compile(r"(?:(\d+) ?(?:h|시간) )?(\d+) ?(?:min|분)")


def _as_clock(found: re.Match[str]) -> str:
    """Labels write how long something took as a clock: 1:43:00 for 1 h 43 min."""
    hours, minutes = int(found[1] or 0), int(found[2])
    return f"{hours}:{minutes:02d}:00" if hours else f"{minutes}:00"


@cache
def _names(canonical: str) -> frozenset[str]:
    """A subject by all its names: the label of a Korean question may say "run"."""
    tables = [domain.vocabulary for domain in load().domains.values()]
    meant = {table.get(canonical, canonical) for table in tables}
    return frozenset({canonical, *(word for table in tables for word, of in table.items() if of in meant)})


def answering(example: Answering, got: tuple[Reply, ...]) -> Judgement:
    """Each reply of the conversation says what it must and nothing that it must not."""
    checks: dict[str, bool] = {}
    shown: list[str] = []
    taken: list[Stance] = [_stance(*pair) for pair in zip(example.thread, got, strict=True)]
    entries = [
        found for pair in zip(example.thread, got, strict=True) if (found := _entry(*pair)) is not None
    ]
    for asked, reply in zip(example.thread, got, strict=True):
        found = complaints(asked, reply)
        for check, wrong in found.items():
            checks[check] = checks.get(check, True) and not wrong
        if wrong := [one for several in found.values() for one in several]:
            shown.append(f"{'; '.join(wrong)}: {reply.text!r}")
    worst: Stance = next(one for one in STANCES if one in taken)
    return Judgement(checks, " ".join(shown), stance=worst, entry_shown=all(entries) if entries else None)


def _stance(asked: Asked, reply: Reply) -> Stance:
    right = not any(complaints(asked, reply).values())
    return stance(reply.text, right=right, asks=bool(reply.asked), barred=asked.not_)


def _entry(asked: Asked, reply: Reply) -> bool | None:
    """Whether the entry that explains it is among those quoted; None where no quotation is judged.

    Without a label of its own an honest answer is: its entry has a day or words that the answer must say.
    """
    lines = quoted(reply.text)
    if asked.entry:
        return any(re.search(asked.entry, line) for line in lines) if lines else None
    if not asked.say or reply.asked or _stance(asked, reply) != "honest":
        return None
    return any(re.search(pattern, line) for pattern in asked.say for line in lines)
