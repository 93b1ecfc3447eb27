"""Who hears of what is committed: the sender of replies, the vault, the counters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from bot.process.counters import Counters
from storage.connection import Counted
from storage.entities import ContextVersion, Effects, ModelCall, PendingQuestion, TurnRow
from storage.reminder import ReminderRow


def _nobody() -> None:
    """Nobody is listening yet."""


def _nobody_asked(_question: PendingQuestion) -> None:
    """Nobody is listening yet."""


def _nobody_reminded(_rows: Sequence[ReminderRow]) -> None:
    """Nobody is listening yet."""


@dataclass(slots=True)
class News:
    """`posted` is called for queued replies, `changed` for entries and memory, `asked` for questions.

    `reminded` hears of new and changed reminders.
    """

    counters: Counters = field(default_factory=Counters)
    posted: Callable[[], None] = _nobody
    changed: Callable[[], None] = _nobody
    asked: Callable[[PendingQuestion], None] = _nobody_asked
    reminded: Callable[[Sequence[ReminderRow]], None] = _nobody_reminded

    def hear(self, news: object) -> None:
        """What a transaction told."""
        match news:
            case Effects():
                self._committed(news)
            case TurnRow():
                self.counters.turned(news.status)
            case ModelCall():
                self.counters.called(news)
            case PendingQuestion():  # asked again, where its group goes on
                self.asked(news)
                self.posted()
            case ContextVersion():
                self.changed()
            case Counted("updates", became, many):
                self.counters.updates[became] += many
            case Counted(_, became, many):
                self.counters.replies[became] += many
            case _:
                pass

    def _committed(self, effects: Effects) -> None:
        """These were."""
        self.counters.replies["queued"] += len(effects.outgoing)
        for turn in effects.turns:
            self.counters.turned(turn.status)
        self.counters.entries += len(effects.entries) + len(effects.imported)
        for question in effects.questions:
            self.asked(question)
        if effects.reminders:
            self.reminded(effects.reminders)
        if effects.outgoing:
            self.posted()
        if effects.entries or effects.imported or effects.revisions or effects.contexts or effects.users:
            self.changed()
