"""A conversation about a template: what it is to become, and notes. A row, so that a restart keeps it."""

from __future__ import annotations

from datetime import datetime, timedelta
from hashlib import sha256
from typing import Annotated

from pydantic import Field, ValidationError

from agents.coaches.template import Settings, Template
from storage.entities import Frozen
from storage.proposal import ProposalRow
from storage.proposals import EVOLVES

LASTS = timedelta(hours=24)
"""After so long without an end the session is over."""
MOST_NOTES = 20
LONGEST_NOTE = 500
NAMES = tuple(Settings.model_fields)
"""Of settings, in the order of their buttons."""


class Session(Frozen):
    """`base` is the version that it began with, `now` what that is, `draft` what is to follow it."""

    base: int
    now: Template
    draft: Template
    notes: Annotated[tuple[str, ...], Field(max_length=MOST_NOTES)] = ()
    said: str = ""
    """What was answered last, where a model answers."""
    language: str = "en"
    paid: str = ""
    """Which directives were last replayed by a model, and by which tap."""

    @property
    def changes(self) -> list[tuple[str, str, str]]:
        """What the draft makes different: a setting or `directives`, before and after."""
        found = [
            (name, str(getattr(self.now.settings, name)), str(getattr(self.draft.settings, name)))
            for name in NAMES
            if getattr(self.now.settings, name) != getattr(self.draft.settings, name)
        ]
        if self.has_other_directives:
            found.append(("directives", self.now.directives.strip(), self.draft.directives.strip()))
        return found

    @property
    def has_other_directives(self) -> bool:
        """Whether the draft's are not those that hold."""
        return self.now.directives != self.draft.directives

    def paid_by(self, tap: str) -> Session | None:
        """Marked as replayed by a model for that tap or message; None: another one has paid for it."""
        about = sha256(self.draft.model_dump_json().encode()).hexdigest()[:16]
        before, _, by = self.paid.partition(":")
        if before == about and by != tap:
            return None
        return self.model_copy(update={"paid": f"{about}:{tap}"})

    def noted(self, text: str) -> Session:
        """With another note; the oldest make room."""
        note = " ".join(text.split())[:LONGEST_NOTE]
        return self.model_copy(update={"notes": (*self.notes, note)[-MOST_NOTES:]}) if note else self

    def turned(self, name: str, by: int) -> Session:
        """With a setting one step up or down; as it was where that is out of its range."""
        value = getattr(self.draft.settings, name) + by
        try:
            settings = Settings.model_validate({**self.draft.settings.model_dump(), name: value})
        except ValidationError:
            return self
        return self.model_copy(update={"draft": self.draft.model_copy(update={"settings": settings})})

    def directed(self, directives: str) -> Session:
        """With other directives; as it was where they are too long."""
        try:
            draft = Template.model_validate({**self.draft.model_dump(), "directives": directives})
        except ValidationError:
            return self
        return self.model_copy(update={"draft": draft})


def begun(user_id: int, session: Session, now: datetime) -> ProposalRow:
    """Its row. `body` is the session as it began, `result` as it stands."""
    said = f"{EVOLVES}:{user_id}:{session.now.name}:{now.isoformat()}"
    return ProposalRow(
        token=sha256(said.encode()).hexdigest()[:24],
        user_id=user_id,
        chat_id=user_id,
        tool=EVOLVES,
        at=now,
        expires_at=now + LASTS,
        body=session.model_dump_json(),
    )


def session_of(row: ProposalRow) -> Session:
    """As it stands."""
    return Session.model_validate_json(row.result or row.body)
