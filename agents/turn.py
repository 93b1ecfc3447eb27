"""A Turn: one message being worked on. Its JSON is the `data` of one row."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import BaseModel, Field

from agents.cases import Replay
from agents.clarifier import ClarifierOutput
from agents.dialogue import Exchange
from agents.handover import Handover, Shown
from agents.parser import ParserOutput
from agents.planner import PlannerOutput
from agents.session import Mode, Notice
from agents.types import Analysis, Draft, EvaluationFeedback, Gap, InputType, RetrievalAttempt, UserAnswer
from storage.entities import Frozen, Message

Trouble = Literal["no_model", "failed", "budget", "too_big", "not_fetched", "empty"]


class Media(Frozen):
    """The voice note or picture that came with a message; what was read from it is part of the text."""

    kind: Literal["voice", "picture"]
    text: str = ""
    """What was read."""
    trouble: Trouble | None = None
    """Why nothing was."""


class Incoming(Frozen):
    """A text message as the edge hands it over. `sent_at` is aware; ids are Telegram's."""

    user_id: int
    chat_id: int
    message_id: int
    text: str
    """What is read."""
    beyond: str = ""
    """What follows `text` in a message that is too long to be read as a whole: kept, and not read."""
    sent_at: datetime
    own_offset: bool = False
    """The offset of `sent_at` says which day it is, not the person's zone (a script wrote it)."""
    update_id: int | None = None
    reply_to: int | None = None
    replies_to: Literal["log", "question", "proposal"] | None = None
    """What that tells of, asks or proposes: its words may mean this."""
    replied_text: str | None = None
    replied_taps: tuple[str, ...] = ()
    """What stands behind the buttons of the bot's message that it replies to."""
    fixes: tuple[str, ...] = ()
    """The entries that *Fix* was tapped for: it is their correction unless it asks or chats."""
    edited: bool = False
    in_file: str | None = None
    """The entry whose words somebody changed in the vault's file; empty: they wrote a new one there."""
    silent: bool = False
    """Said in a group and not to the bot: what it reports is stored, and nobody is told or asked anything."""
    hurried: bool = False
    """One of more messages of this person than models are asked about; code alone plays it."""
    raw_json: str | None = None
    user_name: str = ""
    media: Media | None = None
    began: float | None = Field(default=None, exclude=True)
    """When work on it began (time.monotonic), if that was before the turn; not kept."""
    handed: Handover | None = None
    """What of it rules are certain is for specialists."""
    mode: Mode | None = None
    """How to answer, where the user said so for this message; None: as the user's settings say."""

    @property
    def words(self) -> str:
        """All that the message says, verbatim."""
        return self.text + self.beyond

    def read_up_to(self, letters: int) -> Incoming:
        """With only the beginning to be read, up to an end of a line or a word where there is one."""
        words, replied = self.words, self.replied_text
        end = len(words)
        if end <= letters and not self.beyond and len(replied or "") <= letters:
            return self
        if end > letters:
            found = (words.rfind(space, letters // 2, letters) for space in ("\n", " "))
            end = next((place for place in found if place > 0), letters)
        update = {
            "text": words[:end],
            "beyond": words[end:],
            "replied_text": replied[:letters] if replied else replied,
        }
        return self.model_copy(update=update)

    def as_message(self) -> Message:
        """As it is kept among the chat's messages."""
        return Message(
            chat_id=self.chat_id,
            message_id=self.message_id,
            user_id=self.user_id,
            role="user",
            text=self.words,
            at=self.sent_at,
            reply_to=self.reply_to,
            raw_json=self.raw_json,
        )


class Evaluation(Frozen):
    """How the last draft was judged, as far as later steps need it."""

    passed: bool
    feedback: tuple[EvaluationFeedback, ...] = ()
    expand: tuple[str, ...] = ()
    """Domains that the analysis missed: loaded before anything is retrieved again."""


class Observation(Frozen):
    """Why the memory should look at this turn once its reply is on the way; a log is only counted."""

    trigger: Literal["post_query", "user_correction", "significant_log"]
    correction: str | None = None


class Offer(Frozen):
    """The two ways to answer a question and what each costs, in USD; for `used` it is what this one cost."""

    used: Mode | None
    """None: neither, the models that were to answer did not."""
    quick: float
    deep: float


class Improves(Frozen):
    """What a model's late reading of a log takes the place of, if it is still so by then."""

    entries: tuple[tuple[str, int], ...]
    """All of the message, each with its revision."""
    receipt: str
    """The key of the reply that told it."""
    asked: tuple[str, ...] = ()
    """Tokens of what was asked about it."""


class Turn(BaseModel, extra="forbid", validate_assignment=False, defer_build=True):
    """Everything a turn must remember between two transactions, and nothing that can be read again."""

    id: str
    incoming: Incoming
    lane: str
    seq: int = 0
    state: str = "ROUTE"
    path: list[str] = Field(default_factory=list)
    """The states gone through, the first always ROUTE."""
    parent_id: str | None = None

    input_type: InputType | None = None
    log_text: str | None = None
    query_text: str | None = None
    correction_target: str | None = None
    """Of turns of earlier releases: nothing writes or reads it."""
    target_entry_id: str | None = None
    among: tuple[str, ...] = ()
    """The entries that the message replied to is about, where those are several."""
    astray: Literal["removed", "no log", "edited"] | None = None
    """Why a correction is not carried out as one: the log it replies to was taken back, or the message it
    replies to is no log, or it is an edit of a correction."""
    target_revision: int | None = None
    """The state of the target that a question was about; a newer one makes the question void."""
    domains: tuple[str, ...] = ()
    """The selected domains, those added by expansion included; the base domain is always loaded."""
    pending_expansion: tuple[str, ...] = ()

    handed: Handover | None = None
    """What of the message specialists answer."""
    asks_diary: bool = True
    """False: all that asks something is handed to specialists."""
    half: InputType = InputType.LOG
    """What the reporting half of BOTH is."""
    asked_back: ClarifierOutput | None = None
    """What a specialist wants to know before it goes on."""
    shown: tuple[Shown, ...] = ()
    """What specialists have answered."""
    conversation: tuple[Exchange, ...] = ()
    just_logged: str = ""
    plan: PlannerOutput | None = None
    attempts: tuple[RetrievalAttempt, ...] = ()
    entry_ids: tuple[str, ...] = ()
    truncated: bool = False
    analysis: Analysis | None = None
    gaps: tuple[Gap, ...] = ()
    answers: tuple[UserAnswer, ...] = ()
    declined: bool = False
    draft: Draft | None = None
    evaluation: Evaluation | None = None
    feedback: tuple[EvaluationFeedback, ...] = ()
    questions: tuple[str, ...] = ()
    """Tokens of the questions this turn waits for."""

    replans: int = 0
    retries: int = 0
    expansions: int = 0
    by_code: bool = False
    """The models' drafts were refused too often: code alone has planned and answered since."""
    waits_for: str | None = None
    """The sibling turn whose STORE this one's RETRIEVE waits for."""

    resolved: dict[str, str] = Field(default_factory=dict)
    """What the user chose when asked about this log (`Uncertainty.key` to option)."""
    parsed: ParserOutput | None = None
    improves: Improves | None = None
    """Set on a turn that stores what a model read late."""
    stored_ids: tuple[str, ...] = ()
    """Entries this turn stored or changed."""
    observation: Observation | None = None
    tried: Replay | None = None
    """What was learnt from an answer, tried on what was corrected before."""
    notices: tuple[Notice, ...] = ()
    """What the reply must say about models that did not answer."""
    offer: Offer | None = None
    """Set when it was answered and a model is configured."""
    again_of: str | None = None
    """The turn whose question this one answers in the other way."""
