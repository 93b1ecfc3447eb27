"""Who asks, and the tools that are called for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import TypeVar
from zoneinfo import ZoneInfo

from pydantic import BaseModel, JsonValue

from agents.assistant import Assistant
from agents.profile import Profile
from agents.tools.catalogue.event_proposals import EventProposal
from agents.tools.context import ToolContext
from agents.tools.result import Proposal, ToolResult
from agents.tools.tool import Tool
from bot.assistant.pages import Buttons, Page
from bot.assistant.tapped import Tapped, message
from bot.people.state import BotState
from bot.replies.callbacks import ProposalTap, Verdict
from bot.texts import Wording, wording
from storage.entities import Effects, Outgoing
from storage.proposal import ProposalRow, Settled, Status

R = TypeVar("R", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Person:
    """Who asks, when, and how they are answered."""

    user_id: int
    profile: Profile
    language: str
    now: datetime
    """On their clock."""
    page: Page

    @property
    def zone(self) -> ZoneInfo:
        """Theirs."""
        return ZoneInfo(self.profile.time_zone)


class Kept(EventProposal):
    """What is kept until the tap."""

    language: str = "en"
    """The one in which it was asked."""


def kept(proposed: EventProposal, language: str) -> str:
    """As a row's body."""
    return Kept(**dict(proposed), language=language).model_dump_json(exclude_defaults=True)


def proposal_of(row: ProposalRow) -> Kept:
    """From a row's body."""
    return Kept.model_validate_json(row.body)


def token_of(chat_id: int, message_id: int, at: int = 0) -> str:
    """Of what a message's part proposes: dealt with again, it is the same."""
    place = f"proposal:{chat_id}:{message_id}" + (f":{at}" if at else "")
    return sha256(place.encode()).hexdigest()[:24]


async def waiting(
    state: BotState, about: tuple[int, int], token: str, tool: str, body: str, *, asking: bool = False
) -> ProposalRow:
    """The row of a proposal; `about` whom, in which chat. The first of a token stays: that one is shown."""
    user_id, chat_id = about
    now = state.now()
    row = ProposalRow(
        token=token, user_id=user_id, chat_id=chat_id, tool=tool, status="asking" if asking else "open",
        at=now, expires_at=now + timedelta(hours=state.services.limits.clarification_hours), body=body,
    )  # fmt: skip
    await state.db.proposals.add(row)
    return await state.db.proposals.proposal(user_id, token) or row


def yes_or_no(token: str, say: Wording, about: str) -> Buttons:
    """The two buttons of a proposal; `about` is where its labels stand."""
    verdicts: tuple[Verdict, ...] = ("yes", "no")
    return (tuple(ProposalTap(token, one).button(say.label(f"{about}.button.{one}")) for one in verdicts),)


@dataclass(frozen=True, slots=True)
class ToolCaller:
    """The bot's state and the tools."""

    state: BotState
    assistant: Assistant

    async def call(
        self, tool: Tool[R], arguments: dict[str, JsonValue], person: Person, said: Proposal | None = None
    ) -> ToolResult[R]:
        """Call a tool for this person, who has `said` yes to what it writes."""
        context = ToolContext.of(person.profile, person.now, language=person.language, confirmed=said)
        return await self.assistant.tools.call(tool, arguments, context)

    async def called(
        self, name: str, arguments: dict[str, JsonValue], person: Person, said: Proposal | None = None
    ) -> ToolResult[BaseModel]:
        """The same by its name."""
        context = ToolContext.of(person.profile, person.now, language=person.language, confirmed=said)
        return await self.assistant.tools.call(name, arguments, context)

    async def settle(
        self,
        tap: Tapped,
        row: ProposalRow,
        status: Status,
        html: str,
        result: str | None = None,
        *,
        then: Sequence[Outgoing] = (),
    ) -> None:
        """What became of a proposal, and how that looks where it stood, in one commit.

        `result`: what was written in a calendar, so that it can be taken back. `then`: what is said below it.
        """
        settled = Settled(
            row.token, row.user_id, status, self.state.now(), result, in_calendar=result is not None
        )
        shown = message(tap, f"proposal:{row.token}:{status}", html, edits=tap.message_id)
        await self.state.db.turns.apply(Effects(settled=[settled], outgoing=[shown, *then]))

    async def person(self, user_id: int, now: datetime, text: str = "", *, language: str = "") -> Person:
        """Their language is that of what they say."""
        profile = await self.state.profile(user_id)
        language = language or self.state.services.spoken(text, profile.language)
        page = Page(wording(language), profile, now)
        return Person(user_id, profile, language, profile.local(now), page)
