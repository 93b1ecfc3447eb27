"""What the machine needs from the edge: words and looks for its replies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

from agents.clarifier import ClarificationQuestion
from agents.handover import AskedBack, Shown, SpecialistInfo
from agents.model.settings import Budget, Player, Tier
from agents.parser import ParserOutput
from agents.profile import Profile
from agents.session import Session
from agents.turn import Incoming, Offer, Turn
from agents.types import Record
from domains.model import ActiveDomainContext
from storage.entities import Entry, Measure, Outgoing, PendingQuestion, TurnRow, WeightUnit
from storage.problems import Problem
from storage.proposal import ProposalRow

if TYPE_CHECKING:
    from agents.changes.proposing import KeptItem
    from agents.goals.standing import GoalTold
    from agents.gym.coming import Coming, Week


class Basis(NamedTuple):
    """What an answer was made of; `now` is on the person's clock."""

    entries: Sequence[Entry]
    context: ActiveDomainContext
    now: datetime


class Lanes(Protocol):
    """Where ready turns run: a lane's one after the other, lanes side by side. The rows are the queue."""

    def wake(self, turns: Sequence[TurnRow]) -> None:
        """Say after the commit that there is work."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What a log's receipt tells. `entries` are as stored; `before` is set when a log was changed."""

    entries: tuple[Entry, ...]
    parsed: ParserOutput
    records: tuple[Record, ...] = ()
    note: str | None = None
    """For a change: the difference in words."""
    before: Entry | None = None
    former: tuple[Entry, ...] = ()
    """For an edit: all that it changed, as it was before; `before` is the first of them."""
    unit_taken: WeightUnit | None = None
    """What loads without a unit were taken as, where the person has not been told so."""
    instead_of: tuple[Measure, ...] = ()
    """What was told of the day before and gave way."""
    counts_again: tuple[Measure, ...] = ()
    """What had given way to what a change has taken out or moved to another day."""
    goals: tuple[GoalTold, ...] = ()
    """Goals that it touches: how far they are, reached now, or not any more."""
    lost: tuple[Record, ...] = ()
    """Records that were told of a log and that a change of it has taken back."""
    comes: Coming | Week | None = None
    """What comes next in the programme that it belongs to."""
    overridden: bool = False
    """A correction made earlier gave way to the edit."""


class Meaning(Protocol):
    """Finds entries by what they mean. Where nothing can, there is no such thing."""

    async def nearest(self, user_id: int, question: str, most: int) -> list[Entry]:
        """Those that are surely near to a question, the nearest first."""
        ...


class Money(Protocol):
    """What models cost. Where none is configured there is no such thing."""

    @property
    def budget(self) -> Budget:
        """What one person's messages may cost."""
        ...

    async def offer(self, session: Session, entries: Sequence[Entry]) -> Offer:
        """The ways to answer the question of this session, whose answer rests on these entries."""
        ...

    async def call(self, agent: Player, tier: Tier | None, data: int, model: str | None = None) -> float:
        """USD that one call with so many characters of data is likely to cost."""
        ...


class Specialists(Protocol):
    """Who answers what is handed over. Implemented by `bot.assistant.concierge`."""

    async def heard(self, incoming: Incoming) -> Incoming:
        """With what of a new message is for them, as far as rules are sure."""
        ...

    def lacks(self, incoming: Incoming) -> str | None:
        """The key of the sentence that says what is not connected, where a message asks for it."""
        ...

    def offered(self, user_id: int) -> tuple[SpecialistInfo, ...]:
        """Whom a model may hand parts of this person's messages to; nobody, where nothing is configured."""
        ...

    async def carried_out(self, turn: Turn, profile: Profile) -> tuple[Shown, ...] | AskedBack:
        """The answers to the parts of `turn.handed`, or what has to be asked first.

        Once the turn has answers, or was declined, nothing is asked back any more.
        """
        ...

    async def delivered(self, turn: Turn, profile: Profile, answer: Outgoing | None) -> list[Outgoing]:
        """`turn.shown` behind the diary's answer, if there is one: what is private not in a group."""
        ...

    async def asking_where(self, turn: Turn, profile: Profile, answer: Outgoing) -> Outgoing:
        """The diary's answer that there is nothing, with buttons for who else of `turn.shown` may know."""
        ...


class Beside:
    """Where the specialists are: made with the first message, for a start would wait a tenth longer."""

    made: Callable[[], Specialists] | None = None
    """None: there are none."""

    @cached_property
    def to(self) -> Specialists | None:
        """Them."""
        return self.made() if self.made is not None else None


Keeper = Literal["pushed", "reported"]
"""What keeps telling of a change that was taken back."""
Sentence = Literal["nothing_to_correct", "log_removed", "correction_edited", "nothing_certain", "failure"]
"""A correction that fits no entry, or a log that was taken back; an edit of a correction; an answer of which
nothing could be supported; an internal failure: the words are kept, what to do next."""


class Replies(Protocol):
    """The wording and look of replies: Telegram HTML and buttons. Implemented by `bot.replies.rendering`."""

    def receipt(self, turn: Turn, profile: Profile, receipt: Receipt) -> Outgoing:
        """For a stored or changed log."""
        ...

    def can_change(self, turn: Turn) -> bool:
        """Whether a receipt can still be changed once it is there: not one that was printed or fetched."""
        ...

    def problem(self, turn: Turn, profile: Profile, problem: Problem) -> Outgoing:
        """A clear sentence about what could not be done."""
        ...

    def jump(self, profile: Profile, new: str, before: str) -> str:
        """The question which unit is meant by a body weight that fits the one before in the other unit."""
        ...

    def twin(self, profile: Profile, name: str, day: date) -> tuple[str, str, str]:
        """The question whether a run is the one that an import brought; the same, another."""
        ...

    def sentence(self, profile: Profile, key: Sentence) -> str:
        """One that needs nothing filled in."""
        ...

    def answer(self, turn: Turn, profile: Profile, entries: Sequence[Entry]) -> Outgoing:
        """For `turn.draft`, with a button for each entry of its evidence, which `entries` are.

        With `turn.offer`, also a button for each way to answer.
        """
        ...

    async def charted(
        self,
        turn: Turn,
        profile: Profile,
        answer: Outgoing,
        basis: Basis,
    ) -> list[Outgoing]:
        """The answer with its chart behind it, or with a button for that, where it has one."""
        ...

    def undone(
        self,
        profile: Profile,
        chat_id: int,
        *,
        key: str,
        before: Entry | None,
        after: Entry | None,
        others: int = 0,
        goals: Sequence[GoalTold] = (),
        keepers: Sequence[Keeper] = (),
    ) -> Outgoing:
        """What was taken back and what stands now; both None: there was nothing to undo.

        `keepers` keep it: the history of a repository elsewhere, reports written since.
        `goals` are those that are no longer reached. `others` came with the entry and went with it: the
        other days of a paste, the rest of an import.
        """
        ...

    def proposed(
        self,
        profile: Profile,
        shown: Sequence[tuple[ProposalRow, KeptItem]],
        entries: Sequence[Entry],
        now: datetime,
    ) -> Outgoing:
        """A set of changes as it stands; `entries` are those that its items are about."""
        ...

    def questions(
        self,
        turn: Turn,
        profile: Profile,
        asked: Sequence[tuple[ClarificationQuestion, PendingQuestion]],
        explanation: str,
    ) -> list[Outgoing]:
        """One message with a keyboard (options and Skip) for each question."""
        ...


Previews = Callable[[Turn], Callable[[str], None]]
"""For a turn that is answered: what takes the answer so far as it is written, and returns at once."""
