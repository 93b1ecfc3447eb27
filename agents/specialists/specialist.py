"""What a specialist is: a description, a typed request, the tools it may call, and how it answers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from pydantic import BaseModel, Field, JsonValue

from agents.handover import Part
from agents.language.days.day_rules import DateOrder
from agents.notes.settings import Intelligence
from agents.profile import Profile
from agents.tools.context import ToolContext
from agents.tools.registry import AnyTool, ToolRegistry
from agents.tools.result import Proposal, ToolResult
from agents.tools.tool import Tool
from storage.entities import Frozen

if TYPE_CHECKING:  # only where models are configured
    from agents.model.calls.ask import Ask, Models
    from agents.model.context.prompts import Prompt
    from agents.model.settings import Player

    Injected = Callable[[Player], Awaitable[str]]

R = TypeVar("R", bound=BaseModel)
W = TypeVar("W", bound=BaseModel)


class Query(Frozen):
    """What every request to a specialist holds."""

    user_question: str = Field(max_length=20_000, description="the whole question, in the person's words")
    context_hint: str = Field(default="", max_length=4000, description="what else helps to understand it")
    loose: bool = Field(default=False, description="heard by a word or two: a clearer reading of parts wins")
    vague: bool = Field(default=False, description="heard by less: whoever else hears it wins")
    shares: bool = Field(default=False, description="its verb stands in the request beside it")


class Passage(Frozen):
    """What a source says, word for word, with where and of which day it is."""

    text: str
    day: date
    """The passage's own: from it `tomorrow` within it is counted."""
    title: str = ""
    where: str = ""
    url: str = ""
    page_id: str = ""
    """Of a page of notes."""
    message_id: int | None = None
    """Of this chat: where it was said."""
    is_the_day: bool = False
    """Its day is what it tells: an event."""


class Told(Frozen):
    """An answer. What it says is `text`, or the edge's sentence `says` with its values; then the passages."""

    text: str = ""
    says: str = ""
    values: Mapping[str, str] = {}
    passages: tuple[Passage, ...] = ()
    proposal: Proposal | None = None
    """What is done once the person says yes."""
    follow_ups: tuple[str, ...] = ()
    """Questions that it can answer next, as buttons."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A message, or a part of one, as rules read it. `now` is on the person's clock."""

    text: str
    now: datetime
    language: str
    order: DateOrder
    is_configured: Callable[[str], bool]
    """Whether a specialist of that name has anything of this person's."""
    wish: Callable[[str], tuple[str, int] | None]
    """What a text wants done, and where it says so."""
    beside: Part | None = None
    """What it is joined to, whose verb it may share."""

    def part(self, text: str, beside: Part | None = None) -> Heard:
        """The same about other words."""
        return replace(self, text=text, beside=beside or self.beside)


@dataclass(frozen=True, slots=True)
class Seat:
    """Where one specialist works for one person: it reaches its own tools, and a model if there is one."""

    context: ToolContext
    """`now` is on the person's clock."""
    profile: Profile
    registry: ToolRegistry
    tools: tuple[AnyTool, ...]
    models: Models | None = None
    max_history: int = 5
    message_limit: int = 20
    prompt_tokens: int = 24_000
    intelligence: Intelligence | None = None
    """How models help with notes."""
    injected: Injected | None = None
    """What injectors tell a step about the person; only where a model is asked."""

    @property
    def now(self) -> datetime:
        """On the person's clock."""
        return self.context.now

    async def call(self, tool: Tool[R], arguments: Mapping[str, JsonValue]) -> ToolResult[R]:
        """Call one of its own tools. Raises LookupError for any other."""
        if tool not in self.tools:
            raise LookupError(f"{tool.name} is no tool of this specialist")
        return await self.registry.call(tool, arguments, self.context)

    def shown(self, own: Prompt, query: Query, named: str) -> str:
        """What a model is shown of a request: what was said before, the hint, and its words, so `named`."""
        from agents.model.checks.words import asked_at  # noqa: PLC0415 - only where models are configured
        from agents.model.context.prompts import framed  # noqa: PLC0415 - as above

        blocks = [
            ("earlier_messages", "\n".join(self.context.conversation)),
            ("context", query.context_hint),
            (named, query.user_question),
        ]
        return framed(own, now=asked_at(), profile=self.profile, blocks=blocks, history=self.max_history)

    async def ask(self, ask: Ask[W]) -> W | None:
        """A model's answer; None: there is no model, or none that answers now."""
        if self.models is None:
            return None
        from agents.model.calls.ask import ModelsFailed  # noqa: PLC0415 - only where models are configured
        from agents.session import waiting  # noqa: PLC0415 - as above

        try:
            async with waiting():
                return await self.models.ask(ask)
        except ModelsFailed:
            return None


class Specialist(Protocol):
    """One file in `agents/specialists/catalogue` makes one and names it `specialist`."""

    @property
    def name(self) -> str:
        """As the router, the settings and the accounts know it."""
        ...

    @property
    def description(self) -> str:
        """All that whoever hands on is told of it: what is for it, in a line or two."""
        ...

    @property
    def priority(self) -> int:
        """Whom rules ask first: the lowest."""
        ...

    @property
    def private(self) -> bool:
        """Whether what it answers is never said in a group."""
        ...

    @property
    def request(self) -> type[Query]:
        """The form of what it is asked."""
        ...

    @property
    def tools(self) -> tuple[AnyTool, ...]:
        """What it may call, and so which data it sees. One that is offered makes it configured."""
        ...

    def may_hear(self, said: Heard) -> bool:
        """Whether anything in a message, whole or in part, may be for its rules: cheap, for every message."""
        ...

    def heard(self, said: Heard) -> Query | None:
        """What a whole text surely asks of it, by rules; None: nothing. Cheap for what is not for it."""
        ...

    def goes_on(self, said: Heard, last: Any) -> Query | None:
        """What few words ask of it right after `last`: "and on Sunday?"; None: they are for somebody else."""
        ...

    async def takes(self, asked: Any, seat: Seat) -> bool:
        """Whether it is for it after all, where only its data can tell."""
        ...

    async def answer(self, asked: Any, seat: Seat) -> Told:
        """Answer; `asked` is of the type `request`. Without a model, too. Trouble is an answer."""
        ...


class Standing:
    """What most specialists have in common: private, asked late, sure of what is theirs."""

    priority = 50
    private = True

    def may_hear(self, said: Heard) -> bool:
        """It has no rules."""
        return False

    def heard(self, said: Heard) -> Query | None:
        """Only a model hands anything to it."""
        return None

    def goes_on(self, said: Heard, last: Any) -> Query | None:
        """Every question stands alone."""
        return None

    async def takes(self, asked: Any, seat: Seat) -> bool:
        """Always."""
        return True
