"""Router: what a message is, which domains it touches, where its log ends and its question begins."""

from __future__ import annotations

from pydantic import Field, SkipValidation

from agents.handover import SpecialistInfo
from agents.profile import Profile
from agents.types import InputType
from domains.model import DomainInfo
from domains.registry import Registry
from storage.entities import Frozen


class RouterInput(Frozen):
    """A message with the domains to choose from."""

    text: str
    profile: Profile
    available_domains: tuple[DomainInfo, ...]
    vocabulary: SkipValidation[dict[str, dict[str, str]]] = Field(default_factory=dict[str, dict[str, str]])
    """Per domain: term as written to canonical name. Also holds the user's own names under "user"."""
    recent_messages: tuple[str, ...] = ()
    replied_to: str | None = None
    """The text of the message this one replies to."""
    replied_to_entry: bool = False
    """Whether that message (or the receipt for it) belongs to a stored log."""
    specialists: tuple[SpecialistInfo, ...] = ()
    """Whom parts of the message may be handed to."""
    after_question: bool = False
    """Whether the last thing said in this conversation was a question."""

    @classmethod
    def of(cls, text: str, profile: Profile, registry: Registry) -> RouterInput:
        """A message by itself, of which any known domain may be meant."""
        known, words = registry.infos, registry.vocabulary
        return cls(text=text, profile=profile, available_domains=known, vocabulary=words)


class Handed(Frozen):
    """A part of the message for a specialist, in the message's own words."""

    specialist: str
    words: str
    hint: str = ""
    on_that_day: bool = False
    """The day it needs is what the part before it, or the question, asks for."""


class RouterOutput(Frozen):
    """The classification. For BOTH the two portions together are the whole message, none of it twice."""

    reasoning: str
    domain_selection_reasoning: str
    selected_domains: tuple[str, ...]
    log_portion: str | None = None
    query_portion: str | None = None
    correction_target: str | None = None
    """What is being corrected, in the user's words."""
    corrects_if_logged: tuple[tuple[str, ...], ...] | None = None
    """For a log that reads as a correction of things logged the same day: names of each, none: any set."""
    corrects_if_repeated: bool = False
    """A log marked as a correction ("bench 85kg 3x5*"): it is one when it nearly repeats the last log."""
    handed: tuple[Handed, ...] = ()
    rest: str = ""
    """With parts that are handed over: what is left of the message; the type is that of this."""
    confidence: float = Field(ge=0, le=1)
    input_type: InputType
