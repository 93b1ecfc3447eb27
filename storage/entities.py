"""What is stored, as typed objects. Times are aware UTC datetimes, days are the user's local dates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from storage.as_of import AsOf
from storage.coach import TemplateRow, WakeEnd
from storage.fix import Fix
from storage.goal import GoalRow
from storage.problems import Problem
from storage.programme_rows import ProgrammeRow
from storage.proposal import ProposalRow, Settled
from storage.reminder import ReminderRow
from storage.rights import Placed
from storage.thought import ThoughtKey
from storage.times import Hour, Job, Quiet, RestTimer, Weekly
from storage.told import Told
from units import KG_PER_LB

Certainty = Literal["stated", "inherited", "inferred", "guessed"]
WeightUnit = Literal["kg", "lb"]
SetOrder = Literal["sets first", "reps first"]
"""How `8x3` without a load is meant."""
DistanceUnit = Literal["m", "km", "mi", "yd"]
Confidence = Literal["certain", "likely", "tentative"]


class Frozen(BaseModel):
    """Base of value objects: immutable and closed. Built when first used: a start uses a few of them."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class DateRange(Frozen):
    """Days from `start` to `end`, both included."""

    start: date
    end: date
    description: str = ""


class Measure(Frozen):
    """One thing measured: sets that are alike, a bout of endurance work, or a single metric.

    A set fills `weight`/`reps`/`sets`, a bout `distance_m`/`duration_s`, a metric `value` and `unit`
    (sleep 6.5 h, kcal 2100, mood 4 of 5, pain with the place in `text`, a meal with its items in `text`).
    `weight` is in `weight_unit` as written; `weight_unit` None means that nothing was written.
    """

    domain: str
    name: str
    """Canonical name in English: "bench press", "run", "sleep", "body weight", "kcal", "protein", "meal",
    "mood", "energy", "pain", "steps", "resting pulse", or the field name of a user's own domain."""
    day: date
    weight: float | None = None
    weight_unit: WeightUnit | None = None
    reps: int | None = None
    sets: int = 1
    rpe: float | None = None
    distance_m: float | None = None
    distance_unit: DistanceUnit | None = None
    """As written, so that it can be shown the way it was said."""
    duration_s: float | None = None
    value: float | None = None
    unit: str | None = None
    text: str | None = None
    warmup: bool = False
    certainty: dict[str, Certainty] = Field(default_factory=dict)
    """Field name to how it is known; a field that is missing here was stated."""

    @property
    def weight_kg(self) -> float | None:
        """The load in kg; an unwritten unit counts as kg only because something must be comparable."""
        if self.weight is None:
            return None
        return self.weight * KG_PER_LB if self.weight_unit == "lb" else self.weight


DAY_TOTAL = "day's total"
"""The `text` of a metric that was told of its day as a whole: the day's parts are in it already."""

A_SET_FAILED = "then failed"
"""The `text` of sets after which one was tried and not done: it is no set, but load is not added."""


class Entry(Frozen):
    """One message's words about one day, with what was understood. `id` is a ULID."""

    id: str
    user_id: int
    chat_id: int
    message_id: int
    part: int = 0
    """A paste about several days becomes one entry a day: part 0, 1, 2 … of the same message."""
    day: date
    logged_at: datetime
    text: str
    """Verbatim; corrections never change it, they add to `notes`."""
    notes: tuple[str, ...] = ()
    domains: tuple[str, ...] = ()
    measures: tuple[Measure, ...] = ()
    problems: tuple[Problem, ...] = ()
    confidence: float = 1.0
    kind: Literal["log", "answer"] = "log"
    """`answer`: what the user told us when asked back."""
    revision: int = 1
    deleted: bool = False


class Revision(Frozen):
    """One state of an entry. `replaced`, `returned`: by the entry that the note is; `file`: in the vault."""

    entry_id: str
    revision: int
    at: datetime
    cause: Literal["log", "edit", "correction", "undo", "answer", "replaced", "returned", "reading", "file"]
    note: str
    entry: Entry
    undoes: int | None = None
    """For cause `undo`: the revision that was taken back; it cannot be taken back again."""


class Message(Frozen):
    """Something said in a chat, by a user or by the bot; (chat_id, message_id) is unique."""

    chat_id: int
    message_id: int
    user_id: int
    role: Literal["user", "assistant"]
    text: str
    at: datetime
    reply_to: int | None = None
    raw_json: str | None = None


class ModelCall(Frozen):
    """One call to a language model, however it ended. Tokens as the provider counted them, price in USD."""

    id: str
    at: datetime
    turn_id: str
    """The turn, or what else made it; empty for one outside of any."""
    user_id: int
    kind: str
    """The kind of message: log, query, both, correction, chat, observer, voice, picture, check."""
    mode: Literal["deep", "quick"] = "deep"
    """How it was to be answered."""
    agent: str
    also: tuple[str, ...] = ()
    """The agents the same call played besides."""
    provider: str
    model: str
    attempt: int = 1
    """1 for the first try at this provider; a reminder is a call of its own."""
    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0
    """Those of the input that the provider had cached."""
    price_usd: float = 0.0
    price_known: bool = True
    """False: the price list does not know the model and the configured rate was taken."""
    latency_ms: float = 0.0
    outcome: str
    """See `agents.model.calls.ask.Outcome`."""
    detail: str = ""
    """For a failure, what was said about it, shortened; never a key."""
    prompts: str = ""
    """Versions of those that it was asked with, such as "_common 3, router 5"; empty for none of ours."""


class InboxUpdate(Frozen):
    """A raw Telegram update, kept before Telegram is told that it arrived."""

    update_id: int
    lane: str
    raw_json: str
    received_at: datetime
    done: bool = False


class Preferences(Frozen):
    """What a user has chosen; None means nothing chosen yet, the configured default holds."""

    time_zone: str | None = None
    language: str | None = None
    weight_unit: WeightUnit | None = None
    distance_unit: Literal["km", "mi"] | None = None
    date_order: Literal["DMY", "MDY"] | None = None
    answers: Literal["deep", "quick"] | None = None
    style: Literal["short", "detailed"] | None = None
    set_order: SetOrder | None = None
    unit_told: WeightUnit | None = None
    digest: Weekly | None = None
    """When the weekly review comes: "sun-18"."""
    morning: Hour | None = None
    checkins: Hour | None = None
    quiet: Quiet | None = None
    rest_timer: RestTimer | None = None
    bar: str | None = None
    plates: str | None = None
    """Both with their unit: "20 kg", "20x4 10 5 2.5 kg" (four of 20)."""
    theme: Literal["light", "dark"] | None = None
    receipts: Literal["full", "reaction"] | None = None


class User(Frozen):
    """A person the bot talks to."""

    id: int
    name: str = ""
    preferences: Preferences = Preferences()
    told: Told | None = None
    """The newest that was told and not changed otherwise since."""
    introduced: bool = False
    """Whether they were asked what is asked on the first day."""


class TurnStatus(StrEnum):
    """`ready` is unfinished work, `waiting` waits for the user, `parked` for another turn."""

    READY = "ready"
    WAITING = "waiting"
    PARKED = "parked"
    DONE = "done"


class TurnRow(Frozen):
    """A turn as stored; `data` is the machine's own JSON. `seq` is the fence: it grows with every commit."""

    id: str
    user_id: int
    chat_id: int
    lane: str
    seq: int
    status: TurnStatus
    state: str
    data: str
    parked_on: str | None = None
    """The turn whose STORE this one waits for."""
    created_at: datetime
    updated_at: datetime


class PendingQuestion(Frozen):
    """A question put to the user. `token` is opaque and goes into the keyboard's callback data."""

    token: str
    turn_id: str
    user_id: int
    chat_id: int
    question: str
    options: tuple[str, ...] = ()
    gap: str = ""
    asked_at: datetime
    expires_at: datetime
    status: Literal["open", "answered", "skipped", "expired"] = "open"
    answer: str | None = None
    message_id: int | None = None
    """The bot's message that shows the question, known once it was sent."""


class Button(Frozen):
    """An inline button; `data` is at most 64 bytes."""

    label: str
    data: str


Buttons = tuple[tuple[Button, ...], ...]
"""Rows of them."""


class Outgoing(Frozen):
    """A reply to be sent, written in the transaction of the work it tells about.

    `html` is Telegram HTML of any length (the sender splits it). `edits` names the bot's message to edit
    instead of sending a new one; `key` makes it unique, so that a repeated step cannot queue it twice.
    `document` is a path below the data directory to be sent as a file, with `html` as its caption; `chart`
    what a picture above `html` shows (the JSON of `agents.charts.spec.ChartSpec`), drawn when it is sent.
    """

    key: str
    chat_id: int
    user_id: int
    html: str
    buttons: Buttons = ()
    reply_to: int | None = None
    edits: int | None = None
    document: str | None = None
    chart: str | None = None
    kind: Literal["receipt", "answer", "question", "notice", "document", "edit", "prompt"] = "notice"
    """`edit` only changes a message that is there; `prompt` asks for a reply to it (ForceReply)."""
    turn_id: str | None = None
    pending_token: str | None = None  # of a question: its message id is noted on the pending row when sent
    entries: tuple[str, ...] = ()
    """The entries this reply is about, so that a reply to it finds them."""
    reacts_to: int | None = None
    late_after: datetime | None = None  # what is sent later than this says that it comes late


class OutboxRow(Frozen):
    """An `Outgoing` on its way. `status` `failed` is final and says why in `error`."""

    id: int
    outgoing: Outgoing
    status: Literal["queued", "sent", "failed"]
    attempts: int = 0
    not_before: datetime | None = None
    message_ids: tuple[int, ...] = ()
    error: str | None = None
    created_at: datetime


class ContextVersion(Frozen):
    """One version of a user's global context Markdown; version 0 is the empty start.

    `archive` is everything that ever left it, as of this version; storage keeps the newest version's only.
    """

    user_id: int
    version: int
    content: str
    archive: str = ""
    at: datetime
    cause: str = ""


@dataclass(frozen=True, slots=True)
class Span:
    """One step of a turn as it ran, for diagnosis."""

    turn_id: str
    user_id: int
    state: str
    next_state: str
    started_at: datetime
    duration_ms: float
    note: str = ""


class ScheduledRun(Frozen):
    """When a user's periodic job is due next; what is due is this row, whatever the timer did."""

    user_id: int
    job: Job
    due_at: datetime
    last_run_at: datetime | None = None
    seen_entry_id: str | None = None
    """The newest revision the last run saw (entry id and revision): nothing new, nothing to do."""


@dataclass(frozen=True, slots=True)
class Imported:
    """An entry made of what another app or our own export held.

    `key` is what it was there, `content` a digest of it. `spare_id` is used where the entry's id is taken.
    """

    entry: Entry
    key: str
    content: str
    spare_id: str


@dataclass(slots=True)
class Effects:
    """What a step wants written, all in one transaction with the turn's new state."""

    as_of: AsOf | None = None  # the log that this rests on: changed since, Outdated is raised
    inbox_done: int | None = None  # the update that is dealt with once this is committed
    scrubbed: bool = False  # nothing that this update said is kept
    rights: Placed | None = None  # who may use the bot from then on
    users: list[User] = field(default_factory=list["User"])
    messages: list[Message] = field(default_factory=list[Message])
    entries: list[Entry] = field(default_factory=list[Entry])  # new; a known message's are left alone
    imported: Sequence[Imported] = ()  # new; one whose key has an entry that is not deleted is left alone
    revisions: list[Revision] = field(default_factory=list[Revision])  # of entries; also deletions
    outgoing: list[Outgoing] = field(default_factory=list[Outgoing])
    questions: list[PendingQuestion] = field(default_factory=list[PendingQuestion])
    closed_questions: list[PendingQuestion] = field(default_factory=list[PendingQuestion])
    proposals: Sequence[ProposalRow] = ()  # new; one that is there stays
    settled: Sequence[Settled] = ()  # proposals that have got another status
    templates: Sequence[TemplateRow] = ()  # new, or older ones; each holds from now on
    programmes: Sequence[ProgrammeRow] = ()  # new or changed; one that runs stops the one before
    goals: Sequence[GoalRow] = ()  # new or changed; `Goals.changed` is to be told after the commit
    reminders: Sequence[ReminderRow] = ()  # new or changed; Outdated where one was changed since
    fixes: list[Fix] = field(default_factory=list[Fix])  # begun; they end the one that was begun before
    fixed: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])  # people in chats: it is over
    turns: list[TurnRow] = field(default_factory=list[TurnRow])  # children to begin (seq 0)
    contexts: list[ContextVersion] = field(default_factory=list[ContextVersion])
    spans: list[Span] = field(default_factory=list[Span])
    runs: list[ScheduledRun] = field(default_factory=list[ScheduledRun])
    ended: Sequence[WakeEnd] = ()  # wakes of coaches, with what they wrote; Outdated where one had ended
    spent: Sequence[ThoughtKey] = ()  # answers of models that something was made of
    heard: bool = False  # the entries are of a voice note or picture
    author: str = ""  # the coach whose own write this is: it is not woken by it
    wakes_parked: bool = False  # turns parked on this one become ready: its STORE is in this transaction

    def __bool__(self) -> bool:
        """Whether losing this would lose anything (spans and the user's own message alone would not)."""
        return any((
            self.entries, self.imported, self.revisions, self.outgoing, self.questions, self.closed_questions,
            self.turns, self.contexts, self.runs, self.wakes_parked, self.settled, self.programmes,
            self.goals, self.reminders, self.proposals, self.ended,
        ))  # fmt: skip
