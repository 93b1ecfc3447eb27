"""What a tool knows of the message it is called for. Of data it sees only what is bound to the person."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from typing import Self, TypeVar, cast

from agents.profile import Profile
from agents.tools.result import Proposal

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ToolContext:
    """Who asks where and when. `now` is aware; `language` is a code of ISO 639-1."""

    user_id: int
    chat_id: int
    now: datetime
    zone: tzinfo
    language: str = "en"
    conversation: tuple[str, ...] = ()
    """What this person and the bot said just before, oldest first, a line each."""
    turn_id: str = ""
    confirmed: Proposal | None = None
    """What the person has just said yes to: the only thing that a tool of the class `writes` may do."""
    sources: Mapping[type, object] = field(default_factory=dict[type, object])
    """Filled in by the registry: what the tool needs, bound to the person."""

    @classmethod
    def of(
        cls,
        profile: Profile,
        now: datetime,
        *,
        chat_id: int | None = None,
        language: str = "",
        conversation: tuple[str, ...] = (),
        confirmed: Proposal | None = None,
    ) -> Self:
        """For a call of the profile's person, in their private chat and language unless others are given."""
        return cls(
            user_id=profile.user_id,
            chat_id=profile.user_id if chat_id is None else chat_id,
            now=now,
            zone=profile.zone,
            language=language or profile.language,
            conversation=conversation,
            confirmed=confirmed,
        )

    def source(self, kind: type[T]) -> T:
        """The person's own source of a kind that the tool said it needs. Raises KeyError for any other."""
        return cast("T", self.sources[kind])
