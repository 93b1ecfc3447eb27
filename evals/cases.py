"""What an example may say, one class a set; the schema that the YAML files are checked with."""

from __future__ import annotations

import zlib
from datetime import UTC, date, datetime
from typing import Annotated, Literal, cast

from pydantic import BeforeValidator, Field, model_validator

from agents.parser import Doubted
from agents.profile import Profile
from agents.types import InputType, QueryType, Sufficiency, Verdict
from evals.rows import NOW
from storage.entities import DateRange, Frozen

Part = Literal["seen", "open", "held out", "apart"]
"""`seen`: rules were made with it. `held out`: nobody tunes to it. `apart`: labelled after seeing answers."""


FRESH: tuple[Part, ...] = ("open", "held out")
"""Those that say something about quality."""


class Slices(Frozen):
    """The groups an example is counted in."""

    language: str
    phenomenon: str
    length: Literal["short", "middle", "long"]
    part: Part
    label: str = ""
    """What is right, in a word: the type or verdict."""
    file: str = ""
    """Where it stands, by its stem."""


class Example(Frozen):
    """What all examples have."""

    held_out: bool = False

    @property
    def key(self) -> str:
        """The words that stand for it in reports."""
        raise NotImplementedError

    @property
    def label(self) -> str:
        """What is right, in a word."""
        return ""


class Routing(Example):
    """A message and what it is. `log` and `query` are the portions of one that is both."""

    text: str
    is_: InputType = Field(alias="is")
    domains: tuple[str, ...] = ()
    """Names that must be among those selected."""
    log: str | None = None
    query: str | None = None
    reply: bool = False
    """It replies to a stored log."""

    @property
    def key(self) -> str:  # noqa: D102
        return self.text

    @property
    def label(self) -> str:  # noqa: D102
        return self.is_.value


class Parsing(Example):
    """A message and the measures in it, in the notation of `domains/data`. Written as a list.

    With `after`, logs of the same day with the newest first, it corrects the one at `target`, and `holds` is
    what that holds then; with `stays`, none is changed.
    """

    text: str
    holds: tuple[str, ...] = ()
    units: Literal["kg", "lb"] | None = None
    at: datetime | None = None
    """When it is sent, on the writer's clock; `day=` counts from here."""
    order: Literal["DMY", "MDY"] = "DMY"
    after: tuple[str, ...] = ()
    target: int = 0
    stays: bool = False
    reply: bool = False
    """It replies to the log that it corrects."""

    @model_validator(mode="before")
    @classmethod
    def _from_list(cls, value: object) -> object:
        """A third is held out by its checksum."""
        if isinstance(value, list):
            text, *holds = cast("list[str]", value)
            return {"text": text, "holds": holds, "held_out": _is_held_out(text)}
        if isinstance(value, dict) and "text" in value:
            told = cast("dict[str, object]", value)
            return {"held_out": _is_held_out(str(told["text"])), **told}
        return cast("object", value)

    @property
    def key(self) -> str:  # noqa: D102
        return self.text

    @property
    def now(self) -> datetime:
        """When it is sent, on the writer's clock."""
        return (self.at or NOW).replace(tzinfo=UTC)

    @property
    def profile(self) -> Profile:
        """Its writer, of whom nothing is known but units and how dates are written."""
        return Profile(user_id=1, weight_unit=self.units, date_order=self.order)


def _is_held_out(text: str) -> bool:
    return zlib.crc32(text.encode()) % 3 == 0


def _days(value: object) -> object:
    """`[2026-11-09, 2026-11-15]`, or one day."""
    if isinstance(value, date):
        return DateRange(start=value, end=value)
    if isinstance(value, list):
        start, end = cast("list[object]", value)
        return {"start": start, "end": end}
    return value


Days = Annotated[DateRange, BeforeValidator(_days)]
DiaryLine = tuple[date, str, tuple[str, ...]]
"""Day, words, measures in notation."""


class Planning(Example):
    """A question of a person with a diary, and what a good first plan says; what is not said is open."""

    ask: str
    who: str = "lifter"
    type: QueryType | None = None
    next: Literal["retrieve", "clarify", "synthesize"] = "retrieve"
    about: tuple[str, ...] = ()
    """Measure or domain names that the plan must be about or look for."""
    days: Days | None = None
    parts: int | None = None
    """How many questions it is."""
    log: str = ""
    """The log half of the same message."""
    after: tuple[str, ...] = ()
    """Questions asked just before in the same conversation."""
    chat: bool = False

    @property
    def key(self) -> str:  # noqa: D102
        return self.ask

    @property
    def label(self) -> str:  # noqa: D102
        return self.type.value if self.type else self.next


class Asked(Frozen):
    """One part of a question as it was planned. `figures` are like "max weight" (statistic, quantity)."""

    ask: str
    type: QueryType = QueryType.SIMPLE
    about: tuple[str, ...] = ()
    figures: tuple[str, ...] = ()
    days: Days | None = None
    versus: Days | None = None


class Analysing(Example, Asked):
    """A planned question with the entries found for it, and whether they are enough for an answer.

    Without `found`, everything of the person's diary was found.
    """

    who: str = "lifter"
    and_: tuple[Asked, ...] = Field(default=(), alias="and")
    found: tuple[DiaryLine, ...] | None = None
    looked: tuple[str, ...] = ()
    """What was searched for besides what it is about."""
    answers: tuple[tuple[str, str], ...] = ()
    """What the person said when asked: gap and answer."""
    open: tuple[str, ...] = ()
    """Gaps that are known when it begins: they make the question unclear."""
    verdict: Sufficiency

    @property
    def key(self) -> str:  # noqa: D102
        return self.ask

    @property
    def label(self) -> str:  # noqa: D102
        return self.verdict.value


class Evaluating(Example, Asked):
    """A draft with what it must be true to, and the dimensions it fails in (none: it passes)."""

    who: str = "lifter"
    and_: tuple[Asked, ...] = Field(default=(), alias="and")
    found: tuple[DiaryLine, ...] | None = None
    looked: tuple[str, ...] = ()
    draft: str
    fails: tuple[Literal["accuracy", "relevance", "safety", "completeness"], ...] = ()
    """Failing any one of these is right: which of them, people may see differently."""

    @property
    def key(self) -> str:  # noqa: D102
        return f"{self.ask} | {self.draft}"

    @property
    def verdict(self) -> Verdict:
        """As labelled."""
        return Verdict.FAIL if self.fails else Verdict.PASS

    @property
    def label(self) -> str:  # noqa: D102
        return self.verdict.value


Question = Literal["none", "which", "feeling"] | Doubted
"""What the user is asked for: `which` thing or days are meant, how it felt or was, or a doubt about a log."""


class Clarifying(Example):
    """A message of a person with a diary, and what they must be asked before it can be answered or stored."""

    say: str
    is_: Literal[InputType.QUERY, InputType.LOG, InputType.CORRECTION] = Field(
        default=InputType.QUERY, alias="is"
    )
    who: str = "lifter"
    diary: tuple[DiaryLine, ...] | None = None
    """Instead of the person's."""
    units: Literal["kg", "lb", "unknown"] | None = None
    """Instead of the person's."""
    after: tuple[str, ...] = ()
    asks: tuple[Question, ...] = ("none",)
    """Any one of these is right."""

    @property
    def key(self) -> str:  # noqa: D102
        return self.say

    @property
    def label(self) -> str:  # noqa: D102
        return "asks" if self.asks != ("none",) else "does not ask"

    def profile(self, usual: Profile) -> Profile:
        """The person, with the units of this example."""
        if self.units is None:
            return usual
        return usual.model_copy(update={"weight_unit": None if self.units == "unknown" else self.units})
