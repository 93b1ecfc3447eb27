"""A goal that a tool proposes is set by a tap, once; and what the tools tell of goals."""

from __future__ import annotations

from pathlib import Path

from agents.tools.catalogue.goals import GoalsFound, list_goals, propose_goal, write_goal
from agents.tools.context import ToolContext
from agents.tools.result import Outcome
from bot.assistant.goal_proposals import GoalProposals
from bot.assistant.tool_caller import ToolCaller
from storage.entities import Effects, Outgoing
from telegram_local.messages import StoredMessage
from telegram_local.world import YOU_ID
from tests.driver.harness import RunningBot, running_bot


async def context_of(bot: RunningBot) -> ToolContext:
    state = bot.app.state
    return ToolContext.of(await state.profile(YOU_ID), state.now(), language="en")


async def offered(bot: RunningBot, goal: str, token: str) -> StoredMessage:
    state = bot.app.state
    desk = ToolCaller(state, state.assisting)
    result = await state.tools.call(propose_goal, {"goal": goal}, await context_of(bot))
    assert result.value is not None, result.detail
    person = await desk.person(YOU_ID, state.now(), language="en")
    said = await GoalProposals(desk).offered(person, result.value, token)
    shown = Outgoing(key=token, chat_id=YOU_ID, user_id=YOU_ID, html=said.html, buttons=said.buttons)
    await state.db.turns.apply(Effects(outgoing=[shown]))
    return await bot.client.you.next_reply()


async def listed(bot: RunningBot) -> GoalsFound:
    result = await bot.app.state.tools.call(list_goals, {}, await context_of(bot))
    assert result.value is not None
    return result.value


async def test_a_proposed_goal_is_set_by_a_tap_and_changed_by_the_next(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("bench 80kg 5x5")
        asks = await offered(bot, "bench 100 kg", "a" * 24)
        assert "Shall this be a goal of yours? Bench press 100 kg" in asks.text
        assert (await listed(bot)).goals == []
        await you.tap(asks, "Set it")
        assert "Goal: Bench press 100 kg" in (await you.edited(asks)).text
        [goal] = (await listed(bot)).goals
        assert (goal.name, goal.target, goal.now, goal.course, goal.n) == ("bench press", 100, 80, "few", 1)
        assert len(goal.entries) == 1
        asks = await offered(bot, "bench 110 kg", "b" * 24)
        assert "instead of Bench press 100 kg" in asks.text
        await bot.restart()
        await you.tap(asks, "Set it")
        await you.edited(asks)
        assert [one.target for one in (await listed(bot)).goals] == [110]
        asks = await offered(bot, "sleep 8h a night", "c" * 24)
        await you.tap(asks, "No")
        assert "No goal was set" in (await you.edited(asks)).text
        asks = await offered(bot, "sleep 9h a night", "d" * 24)
        bot.clock.advance(days=30)
        await you.forge(asks, f"p:{'d' * 24}:yes")
        await you.silence(0.3)
        assert len((await listed(bot)).goals) == 1


async def test_no_model_writes_a_goal_and_none_is_made_of_nonsense(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, _):
        tools, context = bot.app.state.tools, await context_of(bot)
        said = await tools.call(propose_goal, {"goal": "be happy"}, context)
        assert said.outcome is Outcome.INVALID
        forced = await tools.call(write_goal, {"token": "a" * 16, "name": "x", "body": "{}"}, context)
        assert forced.outcome is Outcome.UNCONFIRMED
        assert (await listed(bot)).goals == []
