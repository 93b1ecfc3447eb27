"""What is said and answered by HTTP, as JSON."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Annotated, Literal

from pydantic import AwareDatetime, BaseModel, BeforeValidator, ConfigDict, Field, field_validator

from storage.entities import Measure

MOST_CHARACTERS = 16_000
"""Of a message; four of Telegram's longest."""
MOST_WAIT = 60.0
USUAL_WAIT = 20.0
CHART = "chart.png"
"""What the picture of an answer is called, below the answer's address."""
PNG = "image/png"
_FIRST_DAY = datetime(1970, 1, 1, tzinfo=UTC)
_AHEAD = timedelta(days=1)


def _trimmed(value: object) -> object:
    return value.strip() if isinstance(value, str) else value


Words = Annotated[str, BeforeValidator(_trimmed), Field(max_length=MOST_CHARACTERS)]
Wait = Annotated[float, Field(ge=0, le=MOST_WAIT, strict=True)]


class Given(BaseModel):
    """Closed, and no value is taken for one of another type."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Said(Given):
    """A message: a log, a question, a correction, an answer to what was asked, or a command (/today)."""

    text: Words = Field(description="what you would text to the bot")
    thread: str = Field(
        default="main", pattern=r"^[A-Za-z0-9_.:-]{1,64}$", description="the conversation it belongs to"
    )
    sent_at: AwareDatetime | None = Field(
        default=None, description="when it was said, with the offset of your clock; default: now"
    )
    wait: Wait = Field(default=USUAL_WAIT, description="seconds to wait for the answer before 202")

    @field_validator("sent_at")
    @classmethod
    def _in_living_memory(cls, value: datetime | None) -> datetime | None:
        # A day before or after the first and the last of the calendar can't be told in every time zone.
        if value is not None and not _FIRST_DAY <= value <= datetime.now(UTC) + _AHEAD:
            raise ValueError("must be between 1970 and tomorrow")
        return value


class Answered(Given):
    """An answer to one question: one of its options, or words of your own; null skips it."""

    answer: Annotated[Words, Field(min_length=1)] | None = Field(
        description="an option, or your own words; null: skip"
    )
    wait: Wait = Field(default=USUAL_WAIT, description="seconds to wait for what comes of it before 202")


class Told(BaseModel):
    """What is answered."""

    model_config = ConfigDict(frozen=True)


class Stored(Told):
    """An entry that was stored, changed or taken back, as it is now."""

    id: str
    day: date
    text: str
    domains: tuple[str, ...]
    measures: tuple[Measure, ...]
    problems: tuple[str, ...]
    notes: tuple[str, ...]
    revision: int
    deleted: bool
    href: str


class Figure(Told):
    """A number of the answer, and the entries it was computed from."""

    value: float
    unit: str
    what: str
    entries: tuple[str, ...]


class Evidence(Told):
    """An entry the answer rests on, in your own words."""

    entry: str
    day: date
    text: str
    href: str


class Question(Told):
    """Something the bot asks back. Answer it at `href`, or by a message in the same thread."""

    token: str
    question: str
    options: tuple[str, ...]
    expires_at: datetime
    href: str


class Picture(Told):
    """A chart as a PNG; `alt` says what is to be seen, the answer's text what it comes to."""

    href: str
    alt: str


class Answer(Told):
    """What came of a message. `asked`: the bot wants to know something before it goes on."""

    id: str
    status: Literal["answered", "asked"]
    text: str
    html: str
    entries: tuple[Stored, ...] = ()
    figures: tuple[Figure, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    questions: tuple[Question, ...] = ()
    chart: Picture | None = None


class Working(Told):
    """The message is safe, and being worked on: ask again at `href`."""

    id: str
    status: Literal["working"] = "working"
    href: str


class Memory(Told):
    """What the bot remembers about you, as Markdown."""

    version: int = 0
    content: str = ""


class Health(Told):
    """The bot takes messages."""

    status: Literal["ok"] = "ok"
