"""Every limit of the machine, in one place; part of the configuration."""

from __future__ import annotations

from pydantic import Field

from storage.entities import Frozen


class CallLimits(Frozen):
    """How long and how often models are asked. Seconds, counts and tokens."""

    tries: int = Field(default=3, ge=1, description="tries at one provider, when it fails or is busy")
    reminders: int = Field(default=2, ge=0, description="times a malformed answer is asked for again")
    low_seconds: float = Field(default=20, gt=0, description="time-out of one call to the low tier")
    medium_seconds: float = Field(default=40, gt=0, description="time-out of one call to the medium tier")
    high_seconds: float = Field(default=60, gt=0, description="time-out of one call to the high tier")
    turn_seconds: float = Field(
        default=150, gt=0, description="after so many seconds the offline engine finishes a message"
    )
    log_seconds: float = Field(
        default=15,
        ge=0,
        description="after so many seconds a log is stored as code reads it; a model may improve it later",
    )
    backoff_seconds: float = Field(default=0.5, ge=0, description="wait before the second try, doubled after")
    backoff_max_seconds: float = Field(
        default=8, ge=0, description="longest wait; a provider that wants more is passed over"
    )
    breaker_failures: int = Field(
        default=5, ge=1, description="failures in a row after which a provider is left alone"
    )
    breaker_seconds: float = Field(default=30, gt=0, description="for so long")
    prompt_tokens: int = Field(
        default=24_000, ge=2000, description="size of a prompt above which entries are read in chunks"
    )
    chunks: int = Field(
        default=8, ge=1, description="chunks of one question; entries older than that are only computed with"
    )
    output_tokens: int = Field(default=4000, ge=200, description="longest answer of a model")
    tool_rounds: int = Field(default=4, ge=0, description="times an agent may use tools in one request")
    history: int = Field(
        default=5, ge=0, le=50, description="earlier exchanges of a conversation that are shown"
    )
    inject_datetime: bool = Field(
        default=True, description="whether models are told the day and time where the person is"
    )


class Limits(Frozen):
    """How often the machine may go round, how much it reads and how long it waits."""

    replans: int = Field(default=2, ge=0, description="re-plans after an insufficient analysis")
    retries: int = Field(default=2, ge=0, description="re-plans after a failed evaluation")
    expansions: int = Field(default=3, ge=0, description="domain expansions in one turn")
    max_entries: int = Field(default=2000, ge=1, description="entries read for one question")
    clarification_hours: float = Field(
        default=48, gt=0, description="hours until an unanswered question expires"
    )
    max_questions: int = Field(default=2, ge=1, description="questions put to the user at once")
    session_gap_minutes: int = Field(default=60, ge=1, description="a pause this long ends a conversation")
    lookback_limit: int = Field(
        default=25, ge=1, le=100, description="newest messages in which the conversation's beginning is found"
    )
    message_limit: int = Field(
        default=20, ge=1, le=100, description="messages that an answer about what was said rests on"
    )
    reply_context: bool = Field(default=True, description="a specialist is told which message is replied to")
    recent_entries: int = Field(default=40, ge=1, description="newest entries a correction looks through")
    read_characters: int = Field(
        default=8000, ge=500, description="of a longer message only the beginning is read; all of it is kept"
    )
    messages_a_minute: int = Field(
        default=30, ge=0, description="messages of one person that models are asked about; 0: any number"
    )
    global_context_tokens: int = Field(default=2000, ge=200, description="size budget of the memory")
    calls: CallLimits = CallLimits()
