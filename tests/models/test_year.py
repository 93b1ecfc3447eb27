"""A question about a year: more entries than one call takes."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path

from bot.core import utc_now
from storage.entities import Entry, Measure
from tests.driver.storing import save_entry
from tests.models.answers import Answer, structured
from tests.models.asked import Asked
from tests.models.product import QUICKLY, product
from tests.models.server import ModelServer

ENTRIES = 1200


def session(number: int) -> Entry:
    at = utc_now() - timedelta(days=number * 300 // ENTRIES, minutes=number)
    bench = Measure(
        domain="strength", name="bench press", day=at.date(), weight=180, weight_unit="lb", reps=5, sets=3
    )
    return Entry(
        id=f"01KYEAR{number:019}",
        user_id=7,
        chat_id=7,
        message_id=10_000 + number,
        day=at.date(),
        logged_at=at,
        text=f"bench 180x5x3, the gym was crowded again and somebody took my rack, visit {number}",
        domains=("strength",),
        measures=(bench,),
    )


def day_of(asked: Asked) -> str:
    line = next(line for line in asked.user.splitlines() if line.startswith(f"{reads(asked)[0]} "))
    return line.split(" ")[1]


def reads(asked: Asked) -> list[str]:
    lines = (line for line in asked.user.splitlines() if "somebody took my rack" in line)
    return [line.split(" ", 1)[0] for line in lines if line.startswith("E")]


async def test_all_of_it_is_read_in_parts_side_by_side(tmp_path: Path, server: ModelServer) -> None:
    patient = {**QUICKLY, "high_seconds": 20, "medium_seconds": 20, "turn_seconds": 60}
    async with product(tmp_path, server.llm_section(), patient) as running:
        await asyncio.gather(*(save_entry(running.db.entries, session(number)) for number in range(ENTRIES)))
        server.prefer["input_type"] = "query"
        server.delay = 0.5

        def found(asked: Asked) -> Answer:
            """Something in each part, with the first entry that it shows."""
            claim = f"The gym was crowded on {day_of(asked)}."
            return structured({"findings": [{"claim": claim, "refs": reads(asked)[:1]}]})

        server.always("analyzer", found)
        server.always(
            "synthesizer", {"response": "The gym was crowded all year.", "used": ["N1", "N2", "N3"]}
        )
        said = await running.say("why does my bench feel heavy since January?")

        parts = [reads(asked) for asked in server.calls("analyzer")]
        together = sorted(ref for part in parts for ref in part)
        assert len(parts) > 1
        assert together == sorted(f"E{number}" for number in range(1, ENTRIES + 1))
        assert server.at_once_max == len(parts)
        assert "The gym was crowded all year." in said.replies[-1]
        (words,) = {asked.user for asked in server.calls("synthesizer")}
        assert words.count("The gym was crowded on") == len(parts)
        assert said.turn.notices == ()
