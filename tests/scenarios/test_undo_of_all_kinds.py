"""/undo takes back what was done last, of whatever kind, and then what was done before that."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.driver.harness import running_bot

KINDS = {
    "bench 185lb x5": "Taken back",
    "use kg please": "As it was before",
    "blorp means bench press": "what that word means is as it was before",
    "/goal bench 100kg by March": "Bench press 100 kg",
    "remind me to stretch tomorrow at 8am": "Stretch",
}
"""What is texted, and what the reply says of it when it is taken back."""


@pytest.mark.parametrize("texts", [tuple(KINDS), tuple(reversed(KINDS))], ids=["log first", "log last"])
async def test_the_newest_of_all_kinds_goes_first(tmp_path: Path, texts: tuple[str, ...]):
    async with running_bot(tmp_path) as (bot, you):
        for text in texts:
            await you.ask(text)
            bot.clock.advance(minutes=1)
        for text in reversed(texts):
            assert KINDS[text] in (await you.ask("/undo")).text
            bot.clock.advance(minutes=1)
        assert "nothing to undo" in (await you.ask("/undo")).text
