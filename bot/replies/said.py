"""What is said, whoever says it where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.texts import Html
from storage.entities import Buttons, Outgoing


@dataclass(frozen=True, slots=True)
class Said:
    """Words with what can be tapped below them."""

    html: Html
    buttons: Buttons = ()
    chart: str | None = None
    """JSON of the spec of a picture above it."""
    entries: tuple[str, ...] = ()
    """What the chart shows."""

    @classmethod
    def together(cls, each: Sequence[Said], between: str = "\n") -> Said:
        """Several answers to one message."""
        return cls(Html(between.join(one.html for one in each)), sum((one.buttons for one in each), ()))

    def to(
        self,
        user_id: int,
        key: str,
        chat_id: int | None = None,
        *,
        reply_to: int | None = None,
        edits: int | None = None,
        late_after: datetime | None = None,
    ) -> Outgoing:
        """As a message, in their own chat unless another is named, or in place of the one that it edits."""
        return Outgoing(
            key=key,
            chat_id=user_id if chat_id is None else chat_id,
            user_id=user_id,
            html=self.html,
            buttons=self.buttons,
            chart=self.chart,
            entries=self.entries,
            reply_to=reply_to,
            edits=edits,
            kind="notice" if edits is None else "edit",
            late_after=late_after,
        )
