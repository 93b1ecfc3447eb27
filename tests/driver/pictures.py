"""The charts of docs/chat.md, drawn of a made-up diary: `python -m tests.driver.pictures`.

`--page FILE` writes a picture of the page alone, to be looked at; it needs Chromium.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from playwright.async_api import async_playwright

from agents.charts.drawing import draw
from agents.charts.letters import Letters, font_file
from storage.entities import Effects, Message
from telegram_local.world import YOU_ID
from tests.agents.charts.diaries import NOW, drawn, half_a_year, me
from tests.driver.browser import chromium_path
from tests.driver.harness import running_bot

FOLDER = Path(__file__).parents[2] / "docs" / "charts"
PICTURES = {
    "bench.png": ("bench", "light"),
    "sleep-and-bench.png": ("sleep against bench", "light"),
    "weight.png": ("body weight", "dark"),
    "calendar.png": ("calendar", "dark"),
    "muscles.png": ("muscles", "light"),
}
"""What is asked for, and how it looks."""
_SAID = ("/chart", "show me a chart of my bench this year", "/chart calendar")


def pictures() -> dict[str, bytes]:
    """The charts by file name."""
    letters = Letters(font_file())
    return {
        name: draw(drawn(text, profile=me(theme=theme)).spec, letters)
        for name, (text, theme) in PICTURES.items()
    }


async def page(file: Path, width: int = 1000) -> None:
    """The chat page while charts are asked for."""
    profile = {"weight_unit": "kg", "distance_unit": "km", "time_zone": "Europe/Berlin"}
    with tempfile.TemporaryDirectory() as folder:
        async with async_playwright() as playwright, running_bot(Path(folder), profile=profile) as (bot, you):
            bot.clock.set(NOW)
            entries = [one.model_copy(update={"user_id": YOU_ID}) for one in half_a_year()]
            messages = [
                Message(
                    chat_id=one.chat_id,
                    message_id=one.message_id,
                    user_id=YOU_ID,
                    role="user",
                    text="made up",
                    at=one.logged_at,
                )
                for one in entries
            ]
            await bot.app.core.db.turns.apply(Effects(messages=messages, entries=entries))
            browser = await playwright.chromium.launch(executable_path=chromium_path(), args=["--no-sandbox"])
            shown = await browser.new_page(viewport={"width": width, "height": 1500})
            await shown.goto(bot.server.page_url)
            for text in _SAID:
                await shown.get_by_label("Message", exact=True).fill(text)
                await shown.keyboard.press("Enter")
                await you.next_reply()
            await shown.wait_for_timeout(1500)
            await shown.screenshot(path=file)
            await browser.close()


def main() -> int:
    """Write them."""
    parser = argparse.ArgumentParser(prog="python -m tests.driver.pictures", description=__doc__)
    parser.add_argument("--page", type=Path, help="only the chat page, into this file")
    parser.add_argument("--width", type=int, default=1000)
    given = parser.parse_args()
    if given.page is not None:
        asyncio.run(page(given.page, given.width))
        return 0
    FOLDER.mkdir(exist_ok=True)
    for name, content in pictures().items():
        (FOLDER / name).write_bytes(content)
    return 0


if __name__ == "__main__":
    sys.exit(main())
