"""Every edge of the machine's table is crossed by a Telegram message, with the engine people get."""

from __future__ import annotations

from pathlib import Path

from agents.machine import EDGES, State
from agents.turn import Turn
from telegram_local.world import YOU_ID
from tests.driver.harness import RunningBot, running_bot
from tests.driver.person import Person
from tests.driver.storing import turn_ids

CLIMBING = """\
name: climbing
description: Rock climbing and bouldering, indoors and outside.
shape: metrics
cues: {en: "climbing, climbed, bouldering, gym wall"}
fields:
  problems: {type: integer, units: [problems], min: 1, max: 100, en: "problems, boulders"}
"""

Edge = tuple[State, State]


async def crossed(bot: RunningBot) -> set[Edge]:
    """The edges of all turns so far, as their spans tell."""
    await bot.app.core.lanes.idle()
    db = bot.app.core.db
    edges: set[Edge] = set()
    for turn_id in await turn_ids(db.turns, YOU_ID):
        for span in await db.spans.spans(YOU_ID, turn_id):
            edges.add((State(span.state), State(span.next_state)))
    return edges


async def last_path(bot: RunningBot) -> list[str]:
    """The states of the newest turn."""
    await bot.app.core.lanes.idle()
    db = bot.app.core.db
    row = await db.turns.turn((await turn_ids(db.turns, YOU_ID))[-1])
    assert row is not None
    return Turn.model_validate_json(row.data).path


async def log_a_week(you: Person) -> None:
    for text in (
        "bench 185 lb 3x5, felt heavy",
        "squat 225 lb 5x5 yesterday",
        "ran 5k in 25:30 two days ago",
    ):
        assert "Logged" in (await you.ask(text)).text


async def test_every_edge_of_the_table_is_crossed(tmp_path: Path) -> None:
    own = tmp_path / "domains"
    own.mkdir()
    (own / "climbing.yaml").write_text(CLIMBING)
    async with running_bot(tmp_path, domains={"folder": str(own)}) as (bot, you):
        await log_a_week(you)

        # chat is answered without looking anything up
        await you.ask("hello")
        assert await last_path(bot) == [
            "ROUTE", "BUILD_CONTEXT", "PLAN", "SYNTHESIZE", "EVALUATE", "OBSERVE", "COMPLETE",
        ]  # fmt: skip

        # a log and a question in one message
        await you.ask("bench 190 lb 3x5. what's my best squat?")
        assert "225" in (await you.next_reply()).text

        # why: more domains ahead, searched wider, asked back; the answer goes on to the analysis
        question = await you.ask("why was my squat so hard?")
        path = await last_path(bot)
        assert path[-2:] == ["CLARIFY", "WAIT_USER"]
        assert "EXPAND_DOMAIN" in path
        assert path.count("RETRIEVE") > 1
        second = await you.next_reply()
        await you.tap(question, (0, 0))
        await you.tap(second, "Skip")
        assert (await you.next_reply()).text
        assert "ANALYZE" in (await last_path(bot))[path.index("WAIT_USER") :]

        # asked back and skipped: general knowledge, said to be just that
        question = await you.ask("why was my run so slow?")
        await you.tap(await you.next_reply(), "Skip")
        await you.tap(question, "Skip")
        assert "general" in (await you.next_reply()).text.lower()
        path = await last_path(bot)
        assert path[path.index("WAIT_USER") + 1] == "SYNTHESIZE"

        # advice is judged: without a look at pain it fails and is planned again
        await you.ask("what should I train today?")
        path = await last_path(bot)
        assert path[path.index("EVALUATE") + 1] == "PLAN"

        # data of a domain that nobody with us understands brings its expertise in
        assert "12" in (await you.ask("climbing, 12 problems")).text
        await you.say("why did my bench feel heavy today?")
        await you.next_reply()
        path = await last_path(bot)
        assert path[path.index("ANALYZE") + 1] == "EXPAND_DOMAIN"

        assert await crossed(bot) == EDGES
