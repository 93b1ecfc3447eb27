"""Models that misbehave, through the chat: the person is never worse off than without one, and is told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from bot.texts import wording
from tests.driver.harness import running_bot
from tests.models.asked import Asked
from tests.models.filling import Json
from tests.models.server import ModelServer
from tests.models.test_engine import ANSWER, PLAN, question

DIARY = ("bench 80 kg 5x5", "slept 7h", "squat 100 kg 5x5")
REFUSED = str(wording("en")("notice.refused"))
LIMITS = {"calls": {"tries": 1, "turn_seconds": 30}}


async def heard(folder: Path, texts: Sequence[str], llm: dict[str, object] | None = None) -> list[str]:
    """What the chat answers to each text, the diary before them told without a model."""
    async with running_bot(folder, profile={"weight_unit": "kg"}) as (_, you):
        for text in DIARY:
            await you.ask(text)
    async with running_bot(folder, profile={"weight_unit": "kg"}, llm=llm or {}, limits=LIMITS) as (_, you):
        return [(await you.ask(text)).text for text in texts]


def answering(response: str) -> Callable[[Asked], Json]:
    """A model that plans as it should and then writes this."""
    return lambda _: {**ANSWER, "findings": [], "response": response}


async def test_at_the_limit_the_answer_is_the_one_without_a_model(
    tmp_path: Path, server: ModelServer
) -> None:
    asked = ("what did i bench last?",)
    server.always("router", question)
    server.always("planner", PLAN)
    server.always("analyzer", answering("You benched 999 kg."))
    server.always("synthesizer", {"response": "You benched 999 kg."})
    alone = await heard(tmp_path / "alone", asked)
    (reply,) = await heard(tmp_path / "model", asked, server.llm_section())

    assert "80 kg" in reply
    assert reply == f"{alone[0]}\n\n{REFUSED}"
