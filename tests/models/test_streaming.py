"""A long answer is on the screen while the model writes it, and never more than the entries bear out."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

from telegram_local.events import DraftEvent, MessageEvent
from telegram_local.world import YOU_ID
from tests.driver.harness import RunningBot, running_bot
from tests.driver.person import Person
from tests.models.answers import Fault
from tests.models.server import ModelServer

QUESTION = "how is my bench press going?"
FIRST = "Your bench press has stood at 100 kg."
INVENTED = "You once lifted 250 kg."
ANSWER = (
    f"{FIRST} {INVENTED} You have lifted it for 5 reps each time. More sleep may help. So may a lighter week."
)


def writes(server: ModelServer) -> None:
    """The model takes its time over the answer."""
    server.stream_pause = 0.1
    server.prefer["input_type"] = "query"
    finding = {"claim": FIRST, "refs": ["E1"], "confidence": "high"}
    server.always("analyzer", {"findings": [finding], "used": ["E1"], "response": ANSWER})


async def asked(bot: RunningBot, who: Person, question: str = QUESTION) -> str:
    bot.client.patience = 60  # whoever comes first waits for litellm to be loaded
    await who.ask(f"{bot.app.bot.mention} bench 100 kg 5x5")
    await who.say(f"{bot.app.bot.mention} {question}")
    return (await who.next_reply()).text


async def test_the_answer_grows_as_the_model_writes(tmp_path: Path, server: ModelServer) -> None:
    writes(server)
    async with running_bot(tmp_path, llm=server.llm_section()) as (bot, you):
        answer = await asked(bot, you)
        drafts = you.drafts()
        assert drafts[0].startswith(FIRST)
        assert len(drafts) > 1
        assert all(later.startswith(earlier) for earlier, later in pairwise(drafts))
        assert answer.startswith(drafts[-1])
        assert not any(INVENTED in text for text in (*drafts, answer))
        seen = [event for event in bot.client.log if isinstance(event, DraftEvent | MessageEvent)]
        last = next(event for event in reversed(seen) if isinstance(event, DraftEvent) or event.new)
        assert isinstance(last, MessageEvent)


async def test_a_stream_that_dies_is_no_answer(tmp_path: Path, server: ModelServer) -> None:
    writes(server)
    server.script("analyzer", *[Fault.RESET_BODY] * 3)
    async with running_bot(tmp_path, llm=server.llm_section()) as (bot, you):
        answer = await asked(bot, you)
        assert "100 kg" in answer or "bench press" in answer.lower()
        assert INVENTED not in answer


async def test_said_in_a_group_and_not_to_the_bot_nothing_is_shown(
    tmp_path: Path, server: ModelServer
) -> None:
    writes(server)
    async with running_bot(tmp_path, llm=server.llm_section()) as (bot, _):
        group = bot.client.in_group(YOU_ID)
        await group.say(QUESTION)
        await group.silence()
        await bot.app.core.lanes.idle()
        assert server.calls("analyzer") == []
        assert await bot.client.calls("sendMessage") == []
