"""Inline buttons: answers, Undo, Fix, evidence, settings. A forged, stale or foreign tap changes nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass

from telegram import Bot, CallbackQuery, Update

from agents.again import answer_again
from agents.follow_up import follow_up
from agents.giving_way import count_again
from agents.machine import Machine
from agents.offline.spoken import spoken
from agents.turn import Turn
from agents.undo import undo
from bot.commands.drawing import tapped_chart
from bot.commands.forgetting import Forgetting
from bot.commands.pages import Pages
from bot.commands.tap import Tap, answer, reply_to_tap, tap_of
from bot.entrance.door import Door
from bot.entrance.owners import OwnerCommands
from bot.people.first_day import FirstDay
from bot.people.fixing import Fixing
from bot.people.questions import Answering
from bot.people.state import BotState
from bot.replies.callbacks import (
    AccessTap,
    AnswerChartTap,
    AnswerTap,
    ChartTap,
    DetailsTap,
    EntryTap,
    FollowUpTap,
    ForgetTap,
    GymTap,
    ImportTap,
    ModeTap,
    ProposalTap,
    read,
)
from bot.replies.evidence import shortened
from bot.replies.measures import grouped
from bot.replies.receipts import understood
from bot.replies.typing import typing
from bot.texts import Html, Wording, wording
from storage.entities import Effects, Entry
from storage.errors import Outdated
from storage.proposals import EVOLVES

_TOLD = {"used": "tap.mode_used", "not_yours": "tap.not_yours", "unknown": "tap.unknown"}


async def asked_again(machine: Machine, tap: Tap, about: ModeTap | FollowUpTap, say: Wording) -> str:
    """Answer it; what to tell the one who tapped."""
    if isinstance(about, ModeTap):
        outcome = await answer_again(
            machine, about.turn_id, about.mode, tap.user_id, tap.chat_id, tap.update_id
        )
        told = {**_TOLD, "already": "tap.mode_done"}
    else:
        outcome = await follow_up(machine, about.turn_id, about.at, tap.user_id, tap.chat_id, tap.update_id)
        told = {**_TOLD, "already": "tap.already"}
    return say(told[outcome]) if outcome in told else ""


async def whole_log(state: BotState, turn: Turn) -> tuple[str, tuple[str, ...]]:
    """All that a log tells as it is now, and its entries; empty where it was taken back."""
    user_id = turn.incoming.user_id
    profile = await state.profile(user_id)
    entries = await state.db.entries.entries(user_id, list(turn.stored_ids))
    live = sorted((one for one in entries if not one.deleted), key=lambda one: one.part)
    say, today = wording(profile.language), profile.local(state.now()).date()
    lines: list[Html] = []
    for entry in live:
        lines += [Html(), say("receipt.logged", day=say.day(entry.day, today)), *understood(entry, say)]
    return "\n".join(lines[1:]), tuple(one.id for one in live)


_SOON_SECONDS = 1.0
_QUOTE = 600


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
            case EntryTap() as about:
                told = await self._entry_act(tap, about, say)
            case DetailsTap(turn_id):
                told = await self._details(tap, turn_id, say)
            case ModeTap() | FollowUpTap() as about:
                told = await asked_again(self.state.machine, tap, about, say)
            case ChartTap() | AnswerChartTap() as about:
                told = await tapped_chart(self.state, bot, tap, about, say)
            case ProposalTap() as about:
                told = await self._proposal(tap, about)
            case GymTap() | ImportTap() | ForgetTap() as about:
                told = await self._own(tap, about, say, bot) if tap.is_asker else say("tap.not_yours")
            case AccessTap(token):
                owners = OwnerCommands(self.state, self.door.bot, bot)
                told = await owners.tapped(tap.place, token, tap.title, say)
            case None:
                told = say("tap.unknown")
            case chosen:
                told = await Pages(self.state).tapped(tap, chosen, say)
        return told

    async def _proposal(self, tap: Tap, about: ProposalTap) -> str:
        """Whose it is, its row tells."""
        from bot.assistant.tapped import Tapped  # noqa: PLC0415 - only where something was proposed

        state, where = self.state, Tapped(tap.update_id, tap.user_id, tap.chat_id, tap.message_id)
        if await state.db.proposals.is_set(tap.user_id, about.token):
            from bot.changes.deciding import Deciding  # noqa: PLC0415 - as above

            return await Deciding(state).tapped(where, about)
        row = await state.db.proposals.proposal(tap.user_id, about.token)
        if row is not None and row.tool == EVOLVES:
            from bot.evolution.chat import EvolutionChat  # noqa: PLC0415 - only where templates are spoken of

            return await EvolutionChat(state).tapped(where, about, row)
        from bot.assistant.decisions import Decisions  # noqa: PLC0415 - as above
        from bot.assistant.tool_caller import ToolCaller  # noqa: PLC0415 - as above

        return await Decisions(ToolCaller(state, state.assisting)).tapped(where, about)

    async def _own(self, tap: Tap, about: GymTap | ImportTap | ForgetTap, say: Wording, bot: Bot) -> str:
        """What brings many entries, or takes all; programmes."""
        if isinstance(about, ForgetTap):
            if tap.chat_id != tap.user_id:
                return say("tap.unknown")
            return await Forgetting(self.state, bot).tapped(tap.user_id, tap.message_id, about, say)
        if isinstance(about, GymTap):
            from bot.gym.chat import GymChat, shown_in  # noqa: PLC0415 - only for who uses it

            shown = shown_in(about, tap.label, tap.head, say)
            return await GymChat(self.state, self.state.gym).tapped(tap.place, about, shown)
        from bot.importing.chat import Imports  # noqa: PLC0415 - as in bot/handlers.py

        return await Imports(self.state).tapped(tap.place, about, say)

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
        reply = tap.place.reply(
            "\n".join([say("receipt.both"), *shown]),
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
        prompt = tap.place.reply(
            say("fix.prompt", text=shortened(entry.text, _QUOTE)),
            reply_to=tap.message_id,
            entries=(entry.id,),
            kind="prompt",
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
                await reply_to_tap(self.state, tap, html, reply_to=tap.message_id, entries=ids)
            return "" if html else say("tap.unknown")
        if turn.draft is None or not turn.draft.details:
            return say("tap.unknown")
        say = wording(spoken(turn.incoming.text, say.language))
        await reply_to_tap(self.state, tap, say("details", text=turn.draft.details), reply_to=tap.message_id)
        return ""

    async def _evidence(self, tap: Tap, entry_id: str, say: Wording) -> str:
        entry = await self._entry(tap, entry_id)
        if entry is None:
            return say("tap.unknown")
        say = wording(spoken(entry.text, say.language))
        lines = [say("evidence", day=say.day(entry.day), text=shortened(entry.text, _QUOTE))]
        lines += [say("evidence.corrected", note=shortened(note, _QUOTE)) for note in entry.notes]
        origin = entry.message_id if entry.chat_id == tap.chat_id else None
        await reply_to_tap(self.state, tap, "\n".join(lines), reply_to=origin, entries=(entry.id,))
        return ""

    async def _entry(self, tap: Tap, entry_id: str) -> Entry | None:
        """The entry, if it belongs to the one who tapped."""
        return next(iter(await self.state.db.entries.entries(tap.user_id, [entry_id])), None)
