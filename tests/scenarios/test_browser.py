"""The journey once more, by clicking in a real headless browser, with a restart of the bot in the middle."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from agents.charts.studio import Studio
from tests.driver.browser import IN_A_BROWSER
from tests.driver.harness import running_bot

pytestmark = IN_A_BROWSER


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
        await page.goto(bot.server.page_url)

        await say(page, "bench 185 lb 3x5, felt heavy; slept 8h")
        await expect(newest(page)).to_contain_text("Bench press: 185 lb")
        await say(page, "what's my best bench?")
        await expect(newest(page)).to_contain_text("185 lb")
        await newest(page).get_by_role("button").filter(has_text=" · ").first.click()
        await expect(newest(page)).to_contain_text("felt heavy")

        await say(page, "curls 15 kg x10")
        await expect(newest(page)).to_contain_text("15 kg")
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


async def test_fix_by_keyboard_then_forget_and_delete_the_chat(tmp_path: Path, browser: Browser) -> None:
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("bench 100 kg 5x5")
        page = await browser.new_page(viewport={"width": 1100, "height": 800})
        await page.goto(bot.server.page_url)
        await newest(page).get_by_role("button", name="Fix").focus()
        before = await page.locator(".row.theirs").count()
        await page.keyboard.press("Enter")
        await expect(page.locator(".row.theirs")).to_have_count(before + 1)
        focused = page.locator(":focus")
        await expect(focused).to_have_count(1)
        assert await focused.evaluate("(node) => node.matches('.key') || node.id === 'text'")

        await say(page, "/forget")
        await expect(newest(page)).to_contain_text("To delete it all, type")
        await say(page, await newest(page).locator("code").inner_text())
        await expect(newest(page)).to_contain_text("delete the chat to remove them")
        await page.get_by_role("button", name="More", exact=True).click()
        await page.get_by_role("menuitem", name="Delete chat").click()
        await page.get_by_role("menuitem", name="Delete all messages here").click()
        await expect(page.locator(".row")).to_have_count(0)
        await page.close()


async def test_a_job_asks_shows_its_progress_and_hands_over_its_files(
    tmp_path: Path, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def drawn(_self: Studio, _spec: str) -> bytes:
        return b"\x89PNG"

    monkeypatch.setattr(Studio, "draw", drawn)
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("bench 100 kg 5x5")
        page = await browser.new_page(viewport={"width": 480, "height": 800})
        complaints: list[str] = []
        page.on("pageerror", lambda error: complaints.append(str(error)))
        await page.goto(bot.server.page_url)
        await say(page, "/job review")
        asked = page.locator(".row.theirs", has_text="Which days should it be about?")
        await asked.get_by_role("button", name="everything", exact=True).click()
        progress = page.locator(".row.theirs", has_text="done, phase 3")
        await expect(progress).to_have_count(1)
        await expect(progress.get_by_role("button", name="Pause")).to_have_count(0)
        await expect(asked).to_contain_text("→ everything")
        await expect(asked.get_by_role("button", name="everything")).to_have_count(0)
        await expect(page.locator(".row.theirs", has_text="report.html")).to_have_count(1)
        handed = newest(page)
        await expect(handed).to_contain_text("report.zip")
        await handed.get_by_role("button", name="Change…").click()
        await expect(newest(page)).to_contain_text("What shall be changed?")
        await say(page, "without streaks")
        await expect(page.locator(".row.theirs", has_text="done, phase 6")).to_have_count(1)
        await page.screenshot(path=tmp_path / "job.png")
        assert complaints == []
