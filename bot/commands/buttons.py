"""Inline buttons: answers, Undo, Fix, evidence, settings. A forged, stale or foreign tap changes nothing."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from dataclasses import dataclass

from telegram import Bot, CallbackQuery, Update

from agents.giving_way import count_again
from agents.offline.spoken import spoken
from agents.turn import Turn
from agents.undo import undo
from bot.commands.asked_again import asked_again
from bot.commands.drawing import tapped_chart
from bot.commands.forgetting import Forgetting
from bot.commands.tap import Tap, answer, tap_of
from bot.commands.whole_log import whole_log
from bot.entrance.door import Door
from bot.entrance.owners import OwnerCommands, Tapped
from bot.people import preferences as settings
from bot.people.briefing_page import BRIEFINGS_PAGE, briefings_page
from bot.people.briefing_page import FIELDS as BRIEFING_FIELDS
from bot.people.first_day import FIRST, FirstDay
from bot.people.fixing import Fixing
from bot.people.questions import Answering
from bot.people.state import BotState
from bot.people.stopping import GO_ON, STOP, stopped_or_kept
from bot.replies.callbacks import (
    AccessTap,
    AnswerChartTap,
    AnswerTap,
    ChartTap,
    DetailsTap,
    EntryTap,
    FollowUpTap,
    ForgetTap,
    GoalTap,
    GymTap,
    ImportTap,
    MemoryTap,
    ModeTap,
    ProposalTap,
    SaidTap,
    SettingTap,
    read,
)
from bot.replies.evidence import shortened
from bot.replies.job_tap import JobTap, NewJobTap
from bot.replies.measures import grouped
from bot.replies.page_tap import CoachTap, PageTap
from bot.replies.reminder_tap import ReminderTap
from bot.replies.typing import typing
from bot.texts import Wording, wording
from bot.updates.asked import Place
from storage.entities import Effects, Entry, Outgoing
from storage.errors import Outdated

logger = logging.getLogger(__name__)

_SOON_SECONDS = 1.0
_QUOTE = 600
_OnPages = SettingTap | MemoryTap | GoalTap | SaidTap | PageTap | ReminderTap | CoachTap | JobTap | NewJobTap


@dataclass(frozen=True, slots=True)
class ButtonHandler:
    """Deals with one callback query; each way ends with the inbox row done and the tap answered."""

    state: BotState
    door: Door

    async def handle(self, update: Update, bot: Bot) -> None:
        """Answer the query whatever happens, so that the button stops blinking."""
        query = update.callback_query
        if query is None:
            return
        tap = tap_of(update, query)
        data, who = query.data or "", query.from_user.id
        say = await self.state.wording(who)
        if tap is None or not self.door.may_tap(tap.user_id, tap.chat_id, data):
            if self.state.access.knows(who) or self.door.turns_tap_away(who):
                await answer(query, say("tap.unknown"))
            await self.state.scrub(update.update_id)
            return
        with typing(bot, tap.chat_id, tap.topic):
            await self._answering_soon(query, self._act(tap, data, say, bot))
        await self.state.db.inbox.mark_done(update.update_id)

    async def _answering_soon(self, query: CallbackQuery, act: Coroutine[object, object, str]) -> None:
        """Answer the query with what came of it; when that takes long, first without a word."""
        work = asyncio.create_task(act)
        try:
            quick, _ = await asyncio.wait({work}, timeout=_SOON_SECONDS)
            if not quick:
                await answer(query, "")
            notice = await work
            if quick:
                await answer(query, notice)
        finally:
            work.cancel()

    async def _act(self, tap: Tap, data: str, say: Wording, bot: Bot) -> str:
        """Do it; what to tell the one who tapped."""
        match read(data):
            case AnswerTap(token, option):
                told = await self._answer_question(tap, token, option, say)
                await FirstDay(self.state).after(tap.user_id, tap.chat_id)
                return told
            case EntryTap() as about:
                return await self._entry_act(tap, about, say)
            case DetailsTap() | ModeTap() | FollowUpTap() | ChartTap() | AnswerChartTap() as about:
                return await self._answer_act(tap, about, say, bot)
            case ImportTap() | ForgetTap() | AccessTap() | ProposalTap() | GymTap() as about:
                return await self._whole(tap, about, say, bot)
            case None:
                return say("tap.unknown")
            case chosen:
                return await self._page(tap, chosen, say)

    async def _proposal(self, tap: Tap, about: ProposalTap | GymTap, say: Wording) -> str:
        if isinstance(about, GymTap):
            return await self._gym(tap, about, say)
        from bot.assistant.tapped import Tapped  # noqa: PLC0415 - only where something was proposed
        from bot.commands.proposed import decided  # noqa: PLC0415 - as above

        where = Tapped(tap.update_id, tap.user_id, tap.chat_id, tap.message_id)
        return await decided(self.state, where, about)

    async def _gym(self, tap: Tap, about: GymTap, say: Wording) -> str:
        if tap.asked_by not in (None, tap.user_id):
            return say("tap.not_yours")
        from bot.gym.chat import GymChat  # noqa: PLC0415 - only for who uses it

        place = Place(tap.update_id, tap.user_id, tap.chat_id, tap.message_id)
        return await GymChat(self.state, self.state.gym).tapped(place, about, say)

    async def _whole(
        self,
        tap: Tap,
        about: ImportTap | ForgetTap | AccessTap | ProposalTap | GymTap,
        say: Wording,
        bot: Bot,
    ) -> str:
        """What brings many entries, or takes all; who may use the bot; what was proposed; programmes."""
        if isinstance(about, ProposalTap | GymTap):
            return await self._proposal(tap, about, say)
        if isinstance(about, AccessTap):
            where = Tapped(tap.update_id, tap.user_id, tap.chat_id, tap.message_id)
            return await OwnerCommands(self.state, self.door.bot, bot).tapped(
                where, about.token, tap.title, say
            )
        if tap.asked_by not in (None, tap.user_id):
            return say("tap.not_yours")
        if isinstance(about, ForgetTap):
            if tap.chat_id != tap.user_id:
                return say("tap.unknown")
            return await Forgetting(self.state, bot).tapped(tap.user_id, tap.message_id, about, say)
        from bot.importing.chat import Imports  # noqa: PLC0415 - as in bot/handlers.py

        place = Place(tap.update_id, tap.user_id, tap.chat_id, tap.message_id)
        return await Imports(self.state).tapped(place, about, say)

    async def _entry_act(self, tap: Tap, about: EntryTap, say: Wording) -> str:
        match about.act:
            case "undo":
                return await self._undo(tap, about.entry_id, about.revision, say)
            case "fix":
                return await self._fix(tap, about.entry_id, say)
            case "keep":
                return await self._keep_both(tap, about.entry_id, say)
            case "evidence":
                return await self._evidence(tap, about.entry_id, say)

    async def _answer_act(
        self,
        tap: Tap,
        about: DetailsTap | ModeTap | FollowUpTap | ChartTap | AnswerChartTap,
        say: Wording,
        bot: Bot,
    ) -> str:
        if isinstance(about, ChartTap | AnswerChartTap):
            return await tapped_chart(self.state, bot, tap, about, say)
        if isinstance(about, DetailsTap):
            return await self._details(tap, about.turn_id, say)
        return await asked_again(self.state.machine, tap, about, say)

    async def _answer_question(self, tap: Tap, token: str, option: int | None, say: Wording) -> str:
        outcome, answer = await Answering(self.state).tapped(
            token, option, tap.user_id, tap.chat_id, tap.message_id
        )
        match outcome:
            case "accepted":
                return say("tap.skipped") if answer is None else say("tap.chosen", answer=answer)
            case "already_answered":
                return say("tap.already")
            case "expired":
                return say("tap.expired")
            case "not_yours":
                return say("tap.not_yours")
            case _:
                return say("tap.unknown")

    async def _undo(self, tap: Tap, entry_id: str, revision: int | None, say: Wording) -> str:
        history = await self.state.db.entries.revisions(tap.user_id, entry_id)
        if not history:
            return say("tap.unknown")
        if revision is not None and history[-1].revision != revision:
            return say("tap.changed")
        await Fixing(self.state).end(tap.user_id, tap.chat_id)
        await undo(
            self.state.services,
            tap.user_id,
            tap.chat_id,
            key=f"update:{tap.update_id}",
            entry_id=entry_id,
            update_id=tap.update_id,
            answers=None if tap.chat_id == tap.user_id else tap.message_id,
        )
        return say("tap.undone")

    async def _keep_both(self, tap: Tap, entry_id: str, say: Wording) -> str:
        """What gave way to an entry counts as well."""
        as_of = await self.state.db.entries.as_of_now(tap.user_id)
        entry = await self._entry(tap, entry_id)
        back = await count_again(self.state.services, entry) if entry and not entry.deleted else []
        if entry is None or not back:
            return say("tap.unknown")
        both = (entry, *(change.entry for change in back))
        shown = [line for one in both for line in grouped(one.measures, say)]
        reply = Outgoing(
            key=f"update:{tap.update_id}",
            chat_id=tap.chat_id,
            user_id=tap.user_id,
            html="\n".join([say("receipt.both"), *shown]),
            reply_to=None if tap.chat_id == tap.user_id else tap.message_id,
            entries=(entry.id, *(change.entry_id for change in back)),
        )
        try:
            await self.state.db.turns.apply(Effects(as_of, tap.update_id, revisions=back, outgoing=[reply]))
        except Outdated:
            return await self._keep_both(tap, entry_id, say)
        return ""

    async def _fix(self, tap: Tap, entry_id: str, say: Wording) -> str:
        entry = await self._entry(tap, entry_id)
        if entry is None or entry.deleted:
            return say("tap.unknown")
        say = wording(spoken(entry.text, say.language))
        prompt = Outgoing(
            key=f"update:{tap.update_id}",
            chat_id=tap.chat_id,
            user_id=tap.user_id,
            html=say("fix.prompt", text=shortened(entry.text, _QUOTE)),
            reply_to=tap.message_id,
            kind="prompt",
            entries=(entry.id,),
        )
        await Fixing(self.state).begin(entry, prompt, tap.update_id)
        return ""

    async def _details(self, tap: Tap, turn_id: str, say: Wording) -> str:
        """How an answer was worked out, below it."""
        db = self.state.db
        row = await db.turns.turn_of(tap.user_id, turn_id)
        if row is None or row.chat_id != tap.chat_id:
            return say("tap.not_yours" if await db.turns.is_begun(tap.chat_id, turn_id) else "tap.unknown")
        turn = Turn.model_validate_json(row.data)
        if turn.draft is None and turn.stored_ids:
            html, ids = await whole_log(self.state, turn)
            if html:
                await self._queue(tap, html, reply_to=tap.message_id, entries=ids)
            return "" if html else say("tap.unknown")
        if turn.draft is None or not turn.draft.details:
            return say("tap.unknown")
        say = wording(spoken(turn.incoming.text, say.language))
        await self._queue(tap, say("details", text=turn.draft.details), reply_to=tap.message_id)
        return ""

    async def _evidence(self, tap: Tap, entry_id: str, say: Wording) -> str:
        entry = await self._entry(tap, entry_id)
        if entry is None:
            return say("tap.unknown")
        say = wording(spoken(entry.text, say.language))
        lines = [say("evidence", day=say.day(entry.day), text=shortened(entry.text, _QUOTE))]
        lines += [say("evidence.corrected", note=shortened(note, _QUOTE)) for note in entry.notes]
        origin = entry.message_id if entry.chat_id == tap.chat_id else None
        await self._queue(tap, "\n".join(lines), reply_to=origin, entries=(entry.id,))
        return ""

    async def _page(self, tap: Tap, chosen: _OnPages, say: Wording) -> str:
        """Another page in place of the one that was tapped, or the message that it leads to."""
        if isinstance(chosen, SaidTap):
            from bot.assistant.links import quoted  # noqa: PLC0415 - where messages are quoted

            told = await quoted(self.state, tap.user_id, tap.chat_id, chosen.message_id)
            await self._queue(tap, told or say("tap.unknown"), reply_to=chosen.message_id if told else None)
            return ""
        if isinstance(chosen, PageTap):
            from bot.assistant.opened import opened  # noqa: PLC0415 - where notes are quoted

            own = tap.chat_id == tap.user_id
            told = await opened(self.state, tap.user_id, self.state.now(), chosen.key) if own else None
            await self._queue(tap, told or say("tap.unknown"), reply_to=tap.message_id)
            return ""
        if isinstance(chosen, ReminderTap):
            from bot.reminders.taps import ReminderTaps  # noqa: PLC0415 - only where there are any

            return await ReminderTaps(self.state).tapped(tap, chosen)
        if isinstance(chosen, GoalTap | CoachTap | JobTap | NewJobTap):
            return await self._own_page(tap, chosen, say)
        if isinstance(chosen, MemoryTap):
            return await self._memory(tap, chosen, say)
        return await self._setting(tap, chosen, say)

    async def _setting(self, tap: Tap, chosen: SettingTap, say: Wording) -> str:
        # Where the command was deleted, nothing tells whose page it is in a group.
        if tap.user_id not in (tap.chat_id, tap.asked_by):
            return say("tap.not_yours")
        effects = Effects(inbox_done=tap.update_id)
        profile = await self.state.profile(tap.user_id)
        if chosen.field.startswith(FIRST):
            html, keyboard = await FirstDay(self.state).tapped(tap.user_id, tap.user_name, chosen, effects)
            await self._show(tap, html, keyboard, effects)
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
            html, keyboard = briefings_page(profile)
        elif chosen == settings.ZONES_PAGE:
            html, keyboard = settings.zones_page(profile, self.state.now())
        else:
            html, keyboard = settings.page(profile, self.state.now(), self.state.offers)
        await self._show(tap, html, keyboard, effects)
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
        await self._show(tap, page.html, page.buttons, effects)
        return say("tap.saved") if effects.goals else ""

    async def _memory(self, tap: Tap, chosen: MemoryTap, say: Wording) -> str:
        """A page of the memory in place of the one that was tapped; it is its owner's alone."""
        if tap.user_id != chosen.owner or tap.asked_by not in (None, tap.user_id):
            return say("tap.not_yours")
        if tap.chat_id != tap.user_id:  # of a page that an earlier version showed in a group
            return say("people.private")
        profile = await self.state.profile(tap.user_id)
        page = await (await self.state.memory_pages(profile, say)).tapped(chosen)
        await self._show(tap, page.html, page.keyboard, Effects(inbox_done=tap.update_id))
        return page.notice

    async def _show(self, tap: Tap, html: str, keyboard: settings.Keyboard, effects: Effects) -> None:
        """In place of what was tapped, in one commit with what the tap changed."""
        shown = Outgoing(
            key=f"update:{tap.update_id}",
            chat_id=tap.chat_id,
            user_id=tap.user_id,
            html=html,
            buttons=keyboard,
            edits=tap.message_id,
            kind="edit",
        )
        effects.outgoing.append(shown)
        await self.state.db.turns.apply(effects)

    async def _entry(self, tap: Tap, entry_id: str) -> Entry | None:
        """The entry, if it belongs to the one who tapped."""
        return next(iter(await self.state.db.entries.entries(tap.user_id, [entry_id])), None)

    async def _queue(
        self,
        tap: Tap,
        html: str,
        *,
        reply_to: int | None,
        entries: tuple[str, ...] = (),
    ) -> None:
        reply = Outgoing(
            key=f"update:{tap.update_id}",
            chat_id=tap.chat_id,
            user_id=tap.user_id,
            html=html,
            reply_to=reply_to,
            entries=entries,
        )
        await self.state.db.turns.apply(Effects(inbox_done=tap.update_id, outgoing=[reply]))
