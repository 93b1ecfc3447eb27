"""The picture in the README, real page and real bot: `python -m tests.driver.screenshot`.

Its emoji need a font: fonts-noto-color-emoji on Debian.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from playwright.async_api import Page, async_playwright

from tests.driver.browser import chromium_path
from tests.driver.harness import RunningBot, running_bot
from tests.driver.person import Person

PICTURE = Path(__file__).parents[2] / "docs" / "chat.png"
_EARLIER = (
    (16, "bench 185x5x3, squat 225x5x3"),
    (17, "ran 5k in 27:30"),
    (18, "bench 190x5x3 @8, slept 7.5h"),
    (19, "slept 5.5h"),
)
_LOG = "bench 195x5x3 @8.5, slept 6h"
_QUESTION = "how did I sleep this week?"
_OPEN = "what is my record?"


async def _live(bot: RunningBot, you: Person, page: Page) -> None:
    """A few days of training, then a look at the page."""
    for day, text in _EARLIER:
        bot.clock.set(datetime(2026, 11, day, 18, 5, tzinfo=UTC))
        await you.ask(text)
    bot.clock.set(datetime(2026, 11, 20, 18, 40, tzinfo=UTC))
    await page.goto(bot.server.page_url)
    await _say(page, you, _LOG)
    await _say(page, you, _QUESTION)
    bot.clock.advance(hours=2)  # another conversation
    await _say(page, you, _OPEN)
    await page.mouse.move(1, 1)
    await page.wait_for_timeout(700)  # the last bubble has come to rest
    PICTURE.parent.mkdir(exist_ok=True)
    await page.screenshot(path=PICTURE)


async def _say(page: Page, you: Person, text: str) -> None:
    await page.get_by_label("Message", exact=True).fill(text)
    await page.keyboard.press("Enter")
    await you.next_reply()


async def main() -> int:
    """Write the picture; 1 when there is no Chromium."""
    path = chromium_path()
    if path is None:
        sys.stderr.write("Chromium is not installed (on Debian: apt-get install chromium).\n")
        return 1
    profile = {"weight_unit": "lb", "distance_unit": "km"}
    with tempfile.TemporaryDirectory() as folder:
        async with async_playwright() as playwright, running_bot(Path(folder), profile=profile) as (bot, you):
            browser = await playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
            page = await browser.new_page(viewport={"width": 1000, "height": 820})
            await _live(bot, you, page)
            await browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
