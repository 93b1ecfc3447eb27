"""Who hears of what about reminders. It loads nothing of them before there are any."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from bot.people.state import BotState
from bot.replies.news import News
from bot.replies.outbox import Outbox
from bot.updates.inbox import Inbox

if TYPE_CHECKING:  # loaded when the first reminder is there
    from bot.reminders.alarm import Alarm


def watch_over(state: BotState, outbox: Outbox, news: News, inbox: Inbox) -> Callable[[], Awaitable[None]]:
    """What is due is sent; of whom could not be reached is heard. What is returned ends it."""
    watch, late = state.watch, _Late(state)
    watch.make, watch.silence, watch.tell = late.alarm, late.silence, late.tell
    news.reminded = watch.hear
    outbox.unreached = watch.unreached

    async def heard(chat_id: int) -> None:
        await outbox.heard(chat_id)
        await watch.heard(chat_id)

    inbox.heard = heard
    return watch.stop


@dataclass(frozen=True, slots=True)
class _Late:
    """What is loaded when it is called."""

    state: BotState

    def alarm(self) -> Alarm:
        from bot.reminders.alarm import Alarm  # noqa: PLC0415 - where somebody has a reminder

        return Alarm(self.state)

    async def silence(self, user_id: int, since: datetime) -> None:
        from bot.reminders.keeping import Keeping  # noqa: PLC0415 - as above

        await Keeping(self.state).silence(user_id, since)

    async def tell(self, user_id: int) -> None:
        from bot.reminders.keeping import Keeping  # noqa: PLC0415 - as above

        await Keeping(self.state).tell(user_id)
