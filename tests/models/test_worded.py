"""A model's own words about a log reach nobody: neither the receipt nor a question and its buttons."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.core import utc_now
from telegram_local.world import YOU_ID
from tests.driver.harness import running_bot
from tests.models.asked import Asked
from tests.models.filling import Json
from tests.models.server import ModelServer

SAID = "did some benching and rows on an odd machine, 8x3 or so, went okay-ish"
BAD = (
    "https://evil.example/?q=8",
    "You lifted 999 kg",
    "<b>Verified</b> [tap](tg://user?id=8)",
    "x.evil.com",
)
MARKS = ("evil", "999", "lifted", "Verified", "tg://", "<b>", "](")
ASKED = {
    "exercise": (("bench press", "row", "Odd machine"), ["bench press", "row", "odd machine"]),
    "notation": (("8 sets of 3", "3 sets of 8", "9 sets of 99"), ["8 sets of 3", "3 sets of 8"]),
    "date": (("2026-11-20", "2026-11-19"), ["Fri 20 Nov", "Thu 19 Nov"]),
    "target": (("rows", "benching"), ["row", "bench press"]),
}


def telling(server: ModelServer, about: str, options: tuple[str, ...]) -> None:
    """Every agent puts the bad words wherever a form has room for them."""
    measure: Json = {"name": BAD[1], "domain": "strength", "text": BAD[0], "reps": 8, "sets": 3}
    day: Json = {
        "day": utc_now().date().isoformat(),
        "words": BAD[1],
        "measures": [measure],
        "unclear": [*BAD, f"I could not read “{BAD[0]}”.", "I could not read “odd machine”."],
    }
    doubt: Json = {"about": about, "question": " ".join(BAD), "options": [*BAD, *options]}
    log: Json = {"days": [day], "doubts": [doubt], "confidence": 0.9}
    fields: Json = {**log, "input_type": "log", "log": log, "reasoning": BAD[1]}

    def told(asked: Asked) -> Json:
        properties: Json = (asked.schema or {}).get("properties") or {}
        return {name: value for name, value in fields.items() if name in properties}

    server.always("*", told)


@pytest.mark.parametrize("fewer_calls", [True, False], ids=["fewer_calls", "nine_calls"])
async def test_receipts_and_questions_are_in_words_of_code_and_of_the_person(
    tmp_path: Path, server: ModelServer, fewer_calls: bool
) -> None:
    llm = {**server.llm_section(), "fewer_calls": fewer_calls}
    async with running_bot(tmp_path, llm=llm) as (bot, you):
        for about, (options, shown) in ASKED.items():
            telling(server, about, options)
            await you.say(SAID)
            receipt, question = await you.next_reply(), await you.next_reply()
            await bot.app.core.lanes.idle()

            assert server.asked
            for message in (receipt, question):
                told = " ".join((message.text, str(message.message.entities), *message.labels))
                assert [mark for mark in MARKS if mark in told] == []
            assert "“odd machine”" in receipt.text
            assert all(
                BAD[1].lower() not in str(entry)
                for entry in await bot.app.core.db.entries.recent_entries(YOU_ID, 9)
            )
            assert question.labels[:-1] == shown
            await you.tap(question, question.labels[-1])
            server.asked.clear()
