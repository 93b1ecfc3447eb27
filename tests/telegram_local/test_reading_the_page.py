"""The chat page for whoever sees little, hears it, or has no mouse."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Literal

import pytest_asyncio
from playwright.async_api import Browser, Page, expect
from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup, ReplyParameters

from telegram_local.server import LocalServer
from telegram_local.world import ALEX_ID, GROUP_ID, YOU_ID
from tests.driver.browser import IN_A_BROWSER
from tests.driver.client import LocalClient
from tests.telegram_local.browsed import bot as bot  # noqa: PLC0414  # a fixture is found by its name here
from tests.telegram_local.browsed import client as client  # noqa: PLC0414  # a fixture is found by its name here
from tests.telegram_local.browsed import server as server  # noqa: PLC0414  # a fixture is found by its name here

pytestmark = IN_A_BROWSER
RECEIPT = InlineKeyboardMarkup(
    [[InlineKeyboardButton("↩️ Undo", callback_data="u"), InlineKeyboardButton("✏️ Fix", callback_data="f")]]
)
EVIDENCE = InlineKeyboardMarkup([[InlineKeyboardButton("📎 205x1 · 22 Nov", callback_data="e")]])

FAINT = """() => {
  const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  const rgba = (color) => {
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = color;
    pen.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = pen.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = (top, below) => [0, 1, 2].map((i) => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
  const light = (color) => {
    const [r, g, b] = color.map((c) => (c <= 10 ? c / 3294.6 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a, b) => {
    const [low, high] = [light(a), light(b)].sort((x, y) => x - y);
    return (high + 0.05) / (low + 0.05);
  };
  // Every color that may be behind a node: gradients count with each of their colors.
  const behind = (node) => {
    if (!node) return [[255, 255, 255, 1]];
    const style = getComputedStyle(node);
    const stops = style.backgroundImage.match(/(?:rgba?|color)\\([^)]*\\)/g);
    const own = (stops ?? [style.backgroundColor]).map(rgba);
    if (own.every((color) => color[3] === 1)) return own;
    return own.flatMap((color) => behind(node.parentElement).map((below) => over(color, below)));
  };
  const faint = [];
  let count = 0;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode.parentElement;
    const words = walker.currentNode.textContent.trim();
    if (!/[\\p{L}\\p{N}]/u.test(words) || !node.checkVisibility()) continue;
    count += 1;
    const style = getComputedStyle(node);
    const large = parseFloat(style.fontSize) >= 24;
    const worst = Math.min(...behind(node).map((color) => contrast(over(rgba(style.color), color), color)));
    if (worst < (large ? 3 : 4.5)) faint.push(`${words} (${node.className}): ${worst.toFixed(2)}`);
  }
  const box = document.getElementById("text");
  const hint = rgba(getComputedStyle(box, "::placeholder").color);
  const worst = Math.min(...behind(box).map((color) => contrast(over(hint, color), color)));
  if (worst < 4.5) faint.push(`placeholder: ${worst.toFixed(2)}`);
  return { count, faint };
}"""
FOCUSED = """() => {
  const node = document.activeElement;
  return node === document.body ? "" : node.getAttribute("aria-label") || node.textContent;
}"""


@pytest_asyncio.fixture(loop_scope="session")
async def page(server: LocalServer, client: LocalClient, bot: Bot, browser: Browser) -> AsyncGenerator[Page]:
    """A chat with logs, a receipt, an answer with evidence; a group with two people."""
    said = await client.you.say("bench 205x1")
    await bot.send_message(
        YOU_ID, "Logged <code>205</code> /undo", "HTML",
        reply_markup=RECEIPT, reply_parameters=ReplyParameters(said.message_id),
    )  # fmt: skip
    question = await client.you.say("what is my best bench?")
    await client.you.edit(question, "what's my best bench?")
    await bot.send_message(YOU_ID, "205 lb", reply_markup=EVIDENCE)
    await client.you.say("💪")
    group = await client.in_group(YOU_ID).say("hello everybody")
    await client.in_group(ALEX_ID).say("hi there", reply_to=group)
    await bot.send_message(GROUP_ID, "Hello!", reply_parameters=ReplyParameters(group.message_id))
    opened = await browser.new_page(viewport={"width": 1100, "height": 900})
    await opened.goto(server.page_url)
    await expect(opened.locator(".row")).to_have_count(5)
    yield opened
    await opened.close()


async def faint(page: Page) -> list[str]:
    seen = await page.evaluate(FAINT)
    assert seen["count"] > 25
    return seen["faint"]


async def test_every_word_stands_out_from_what_is_behind_it(page: Page):
    schemes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
    for scheme in schemes:
        await page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        for chat in ("Swealog", "Training group"):
            await page.locator(".chat-entry", has_text=chat).first.click()
            await expect(page.locator("#chat-title")).to_have_text(chat)
            assert await faint(page) == [], (scheme, chat)
        await page.get_by_role("button", name="More", exact=True).click()
        assert await faint(page) == [], scheme
        await page.keyboard.press("Escape")


async def test_the_keyboard_stops_where_something_can_be_done(page: Page):
    await page.locator(".person").first.focus()
    stops: list[str] = []
    for _ in range(30):
        await page.keyboard.press("Tab")
        stops.append(str(await page.evaluate(FOCUSED)))
        if stops[-1] == "Message":
            break
    start = stops.index("More") + 1
    answered, receipt, *rest = stops[start:]
    assert answered == "Go to the message answered: bench 205x1"
    assert receipt == "/undo"
    assert rest[:3] == ["Undo", "Fix", "Show the message of 205x1 · 22 Nov"]
    assert rest[3].startswith("You, ")  # the newest message, for all of them
    assert rest[4:] == ["Attach a photo or file", "Message"]


async def test_messages_are_reached_with_arrows_and_open_their_menu(page: Page):
    rows = page.locator(".row[data-id]")
    await page.get_by_label("Message", exact=True).focus()
    for _ in range(2):
        await page.keyboard.press("Shift+Tab")
    await expect(rows.nth(4)).to_be_focused()
    await page.keyboard.press("ArrowUp")
    await page.keyboard.press("ArrowUp")
    await expect(rows.nth(2)).to_be_focused()
    await page.keyboard.press("Enter")
    await page.get_by_role("menuitem", name="Copy text").wait_for()
    await page.keyboard.press("Escape")
    await expect(rows.nth(2)).to_be_focused()
    await page.keyboard.press("Shift+F10")
    await page.get_by_role("menuitem", name="Edit").wait_for()
    await page.keyboard.press("Escape")
    await expect(rows.nth(2)).to_be_focused()


async def test_what_has_the_focus_keeps_it_when_the_chat_changes(page: Page, bot: Bot, server: LocalServer):
    fix = page.get_by_role("button", name="Fix")
    await fix.focus()
    await page.keyboard.press("Enter")
    await expect(fix).to_be_focused()
    await bot.send_message(YOU_ID, "What should it say?")
    await expect(page.locator(".row")).to_have_count(6)
    await expect(fix).to_be_focused()
    server.state.world_changed()  # the whole chat is built anew
    server.people.say(YOU_ID, YOU_ID, "205x2")
    await expect(page.locator(".row")).to_have_count(7)
    await expect(fix).to_be_focused()
    await bot.edit_message_reply_markup(YOU_ID, 2)
    await expect(fix).to_have_count(0)
    await expect(page.locator(".row[data-id]").nth(1)).to_be_focused()


async def test_a_chat_can_be_deleted(page: Page, client: LocalClient):
    await client.in_group(YOU_ID).say("still here")
    await page.get_by_role("button", name="More", exact=True).click()
    await page.get_by_role("menuitem", name="Delete chat").dblclick()
    await expect(page.get_by_role("menuitem")).to_have_count(0)
    await expect(page.locator(".row")).to_have_count(5)
    await page.get_by_role("button", name="More", exact=True).click()
    await page.get_by_role("menuitem", name="Delete chat").click()
    await page.get_by_role("menuitem", name="Delete all messages here").click()
    await expect(page.get_by_role("button", name="Start")).to_be_visible()
    await expect(page.locator(".row")).to_have_count(0)
    assert client.history(YOU_ID) == []
    assert "still here" in client.history(GROUP_ID)[-1].text
    await page.reload()
    await expect(page.locator(".row")).to_have_count(0)
