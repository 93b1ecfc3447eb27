"""The journey once more, by clicking in a real headless browser, with a restart of the bot in the middle."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from tests.browser import browser as browser  # noqa: PLC0414 - a fixture is found by its name here
from tests.harness import running_bot

pytestmark = pytest.mark.browser


async def say(page: Page, text: str) -> None:
    await page.get_by_label("Message", exact=True).fill(text)
    await page.keyboard.press("Enter")


def newest(page: Page) -> Locator:
    return page.locator(".row.theirs").last


async def edit(page: Page, mine: Locator, text: str) -> None:
    await mine.hover()
    await mine.get_by_role("button", name="Message actions").click()
    await page.get_by_role("menuitem", name="Edit").click()
    await say(page, text)


async def test_log_ask_tap_after_a_restart_edit_undo_context(tmp_path: Path, browser: Browser) -> None:
    async with running_bot(tmp_path) as (bot, _):
        page = await browser.new_page(viewport={"width": 1100, "height": 800})
        complaints: list[str] = []
        page.on("pageerror", lambda error: complaints.append(str(error)))
        await page.goto(bot.server.base_url)

        await say(page, "bench 185 lb 3x5, felt heavy; slept 8h")
        await expect(newest(page)).to_contain_text("Bench press: 185 lb")
        await say(page, "what's my best bench?")
        await expect(newest(page)).to_contain_text("185 lb")
        await newest(page).get_by_role("button").filter(has_text="📎").first.click()
        await expect(newest(page)).to_contain_text("felt heavy")

        await say(page, "squat 120 3x5")
        question = newest(page)
        await expect(question).to_contain_text("Kilograms or pounds?")
        await bot.restart()
        await bot.client.bot_listening()
        asked = page.locator(".row.theirs", has_text="Kilograms or pounds?")
        await asked.get_by_role("button", name="kg", exact=True).click()
        await expect(newest(page)).to_contain_text("120 kg")
        await expect(asked.get_by_role("button", name="lb", exact=True)).to_have_count(0)

        await edit(page, page.locator(".row.own").first, "bench 195 lb 3x5, felt heavy; slept 8h")
        await expect(newest(page)).to_contain_text("195 lb")
        await say(page, "/undo")
        await expect(newest(page)).to_contain_text("185 lb")
        await bot.app.core.lanes.idle()
        await say(page, "/context")
        await expect(newest(page)).to_contain_text("bench press")
        await page.screenshot(path=tmp_path / "journey.png")
        assert complaints == []
