"""What the tools tell of programmes, and that none begins without a yes."""

from __future__ import annotations

from datetime import UTC, date, datetime
from pathlib import Path

from pydantic import JsonValue

from agents.tools.catalogue.programmes import NextSession, next_session, propose_programme, start_programme
from agents.tools.context import ToolContext
from agents.tools.result import Outcome
from bot.gym.chat import GymChat, Who
from bot.texts import wording
from storage.entities import Effects, Outgoing
from telegram_local.world import ALEX_ID, YOU_ID
from tests.driver.harness import RunningBot, TestClock, running_bot


def on_monday() -> TestClock:
    clock = TestClock()
    clock.set(datetime(2026, 11, 23, 17, 0, tzinfo=UTC))
    return clock


async def context_of(bot: RunningBot, user_id: int = YOU_ID) -> ToolContext:
    state = bot.app.state
    return ToolContext.of(await state.profile(user_id), state.now(), language="en")


async def told(bot: RunningBot, user_id: int = YOU_ID) -> NextSession:
    result = await bot.app.state.tools.call(next_session, {}, await context_of(bot, user_id))
    assert result.value is not None, result.detail
    return result.value


async def test_a_proposed_programme_begins_by_a_tap(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=on_monday()) as (bot, you):
        assert await told(bot) == NextSession()
        await you.ask("bench 100 kg 5x5")
        [due] = (await told(bot)).lifts
        bot.clock.advance(days=1)
        assert (await told(bot)).lifts == [due]
        assert (due.lift, due.sets[0].load, due.change) == ("bench press", 102.5, "added")

        state = bot.app.state
        arguments: dict[str, JsonValue] = {
            "name": "stronglifts", "loads": {"squats": 70, "barbell row": 50}, "days": ["tue", "sat"],
        }  # fmt: skip
        result = await state.tools.call(propose_programme, arguments, await context_of(bot))
        assert result.value is not None, result.detail
        assert (await told(bot)).programme == ""
        who = Who(await state.profile(YOU_ID), date(2026, 11, 24), wording("en"), "tool")
        said = await GymChat(state, state.gym).offered(who, result.value)
        shown = Outgoing(key="shown", chat_id=YOU_ID, user_id=YOU_ID, html=said.html, buttons=said.buttons)
        await state.db.turns.apply(Effects(outgoing=[shown]))
        asks = await you.next_reply()
        assert "squat 70 kg 5×5" in asks.text  # noqa: RUF001 - the sign is meant
        assert "Tue, Sat" in asks.text
        await you.tap(asks, "Start")
        await you.edited(asks)
        found = await told(bot)
        assert (found.programme, found.workout, found.day) == ("StrongLifts 5x5", "A", date(2026, 11, 24))
        assert (found.lifts[0].lift, found.lifts[0].sets[0].load) == ("squat", 70)
        assert (await told(bot, ALEX_ID)).programme == ""


async def test_what_cannot_begin_is_said_and_nothing_is_written_without_a_yes(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, _):
        tools, context = bot.app.state.tools, await context_of(bot)
        unknown = await tools.call(propose_programme, {"name": "zumba"}, context)
        assert unknown.outcome is Outcome.NOT_FOUND
        missing = await tools.call(propose_programme, {"name": "5/3/1"}, context)
        assert (missing.outcome, "squat" in missing.detail) == (Outcome.INVALID, True)
        offer = await tools.call(propose_programme, {"name": "half marathon"}, context)
        assert offer.value is not None
        refused = await tools.call(start_programme, offer.value.arguments, context)
        assert refused.outcome is Outcome.UNCONFIRMED
        agreed = ToolContext.of(
            await bot.app.state.profile(YOU_ID), bot.clock(), language="en", confirmed=offer.value
        )
        for _again in range(2):
            done = await tools.call(start_programme, offer.value.arguments, agreed)
            assert done.value is not None, done.detail
        found = await told(bot)
        assert (found.programme, found.of_weeks, len(found.runs)) == ("Half marathon", 12, 3)
        assert len(await bot.app.core.db.programmes.every(YOU_ID)) == 1
