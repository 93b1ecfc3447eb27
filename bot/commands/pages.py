"""Taps that lead to another page in place of the one that was tapped, or to the message that it names."""

from __future__ import annotations

from dataclasses import dataclass

from bot.commands.tap import Tap, reply_to_tap
from bot.people import preferences as settings
from bot.people.briefing_page import BRIEFINGS_PAGE, briefings_page
from bot.people.briefing_page import FIELDS as BRIEFING_FIELDS
from bot.people.first_day import FIRST, FirstDay
from bot.people.state import BotState
from bot.people.stopping import GO_ON, STOP, stopped_or_kept
from bot.replies.callbacks import (
    CoachTap,
    GoalTap,
    JobTap,
    MemoryTap,
    NewJobTap,
    PageTap,
    ReminderTap,
    SaidTap,
    SettingTap,
)
from bot.replies.said import Said
from bot.texts import Wording
from storage.entities import Effects

OnPages = SettingTap | MemoryTap | GoalTap | SaidTap | PageTap | ReminderTap | CoachTap | JobTap | NewJobTap


@dataclass(frozen=True, slots=True)
class Pages:
    """The pages of one bot. Each way says what the tap is answered with."""

    state: BotState

    async def tapped(self, tap: Tap, chosen: OnPages, say: Wording) -> str:
        """Show it; what to tell the one who tapped."""
        match chosen:
            case SaidTap(message_id):
                told = await self._said(tap, message_id, say)
            case PageTap(key):
                told = await self._note(tap, key, say)
            case ReminderTap():
                from bot.reminders.buttons import ReminderTaps  # noqa: PLC0415 - only where there are any

                told = await ReminderTaps(self.state).tapped(tap.place, chosen)
            case GoalTap() | CoachTap() | JobTap() | NewJobTap():
                told = await self._own_page(tap, chosen, say)
            case MemoryTap():
                told = await self._memory(tap, chosen, say)
            case SettingTap():
                told = await self._setting(tap, chosen, say)
        return told

    async def _said(self, tap: Tap, message_id: int, say: Wording) -> str:
        """A message of the conversation, quoted, as a reply to itself."""
        from bot.assistant.opened import quoted  # noqa: PLC0415 - where messages are quoted

        told = await quoted(self.state, tap.user_id, tap.chat_id, message_id)
        reply_to = message_id if told else None
        await reply_to_tap(self.state, tap, told or say("tap.unknown"), reply_to=reply_to)
        return ""

    async def _note(self, tap: Tap, key: str, say: Wording) -> str:
        """A page of the person's notes; in their private chat alone."""
        from bot.assistant.opened import opened  # noqa: PLC0415 - where notes are quoted

        own = tap.chat_id == tap.user_id
        told = await opened(self.state, tap.user_id, self.state.now(), key) if own else None
        await reply_to_tap(self.state, tap, told or say("tap.unknown"), reply_to=tap.message_id)
        return ""

    async def _setting(self, tap: Tap, chosen: SettingTap, say: Wording) -> str:
        # Where the command was deleted, nothing tells whose page it is in a group.
        if tap.user_id not in (tap.chat_id, tap.asked_by):
            return say("tap.not_yours")
        effects = Effects(inbox_done=tap.update_id)
        profile = await self.state.profile(tap.user_id)
        if chosen.field.startswith(FIRST):
            page = await FirstDay(self.state).tapped(tap.user_id, tap.user_name, chosen, effects)
            await self._show(tap, page, effects)
            return ""
        if chosen.field in (STOP, GO_ON):
            await stopped_or_kept(self.state, tap.user_id, chosen, effects)
            return ""
        notice = ""
        if chosen not in (settings.ZONES_PAGE, settings.MAIN_PAGE, BRIEFINGS_PAGE):
            preference = settings.chosen_by(chosen.field, chosen.value, self.state.offers)
            if preference is None:
                return say("tap.unknown")
            profile = await self.state.choose(tap.user_id, tap.user_name, preference, effects)
            notice = say("tap.saved")
        if chosen == BRIEFINGS_PAGE or chosen.field in BRIEFING_FIELDS:
            page = briefings_page(profile)
        elif chosen == settings.ZONES_PAGE:
            page = settings.zones_page(profile, self.state.now())
        else:
            page = settings.page(profile, self.state.now(), self.state.offers)
        await self._show(tap, page, effects)
        return notice

    async def _own_page(self, tap: Tap, chosen: GoalTap | CoachTap | JobTap | NewJobTap, say: Wording) -> str:
        if tap.user_id != tap.chat_id:
            return say("people.private")
        if isinstance(chosen, JobTap | NewJobTap):
            return await (await self.state.jobs.open()).tapped(tap.user_id, tap.update_id, chosen)
        effects = Effects(inbox_done=tap.update_id)
        if isinstance(chosen, GoalTap):
            from bot.people.goals import GoalDesk  # noqa: PLC0415 - most people have none

            page = await GoalDesk(self.state).tapped(tap.user_id, chosen, effects)
        else:
            from bot.coaches.chat import CoachDesk  # noqa: PLC0415 - as above

            page = await CoachDesk(self.state).tapped(tap.user_id, chosen, f"tap:{tap.update_id}")
        if page is None:
            return say("tap.unknown")
        await self._show(tap, page, effects)
        return say("tap.saved") if effects.goals else ""

    async def _memory(self, tap: Tap, chosen: MemoryTap, say: Wording) -> str:
        """A page of the memory in place of the one that was tapped; it is its owner's alone."""
        if tap.user_id != chosen.owner or not tap.is_asker:
            return say("tap.not_yours")
        if tap.chat_id != tap.user_id:  # of a page that an earlier version showed in a group
            return say("people.private")
        profile = await self.state.profile(tap.user_id)
        page = await (await self.state.memory_pages(profile, say)).tapped(chosen)
        await self._show(tap, page, Effects(inbox_done=tap.update_id))
        return page.notice

    async def _show(self, tap: Tap, page: Said, effects: Effects) -> None:
        """In place of what was tapped, in one commit with what the tap changed."""
        effects.outgoing.append(tap.place.edited(page))
        await self.state.db.turns.apply(effects)
