"""The chat page in a real browser, with a small real bot behind it."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import Browser, FilePayload, Page, expect
from telegram import (
    Bot,
    BotCommand,
    ForceReply,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    KeyboardButton,
    ReplyKeyboardMarkup,
    ReplyKeyboardRemove,
    Update,
)
from telegram.ext import ApplicationBuilder, CallbackQueryHandler, MessageHandler, filters

from telegram_local.server import LocalServer
from telegram_local.telegram import BotCommand as LocalCommand
from telegram_local.world import ALEX_ID, GROUP_ID, YOU_ID
from tests.driver.browser import IN_A_BROWSER
from tests.driver.client import LocalClient
from tests.telegram_local.browsed import bot as bot  # noqa: PLC0414  # a fixture is found by its name here
from tests.telegram_local.browsed import client as client  # noqa: PLC0414  # a fixture is found by its name here
from tests.telegram_local.browsed import server as server  # noqa: PLC0414  # a fixture is found by its name here
from tests.telegram_local.test_methods import DOT

pytestmark = IN_A_BROWSER
KEYBOARD = InlineKeyboardMarkup(
    [[InlineKeyboardButton("Undo", callback_data="undo"), InlineKeyboardButton("Fix", callback_data="fix")]]
)


async def log(update: Update, _: object) -> None:
    message = update.effective_message
    assert message is not None
    if update.edited_message:
        await message.reply_text(f"Changed to: {message.text}", do_quote=True)
    elif message.photo:
        await message.reply_photo(DOT, caption="Seen")
    else:
        words = (message.text_html or "").upper()
        await message.reply_text(f"<b>Logged</b> {words}", parse_mode="HTML", reply_markup=KEYBOARD)


async def tap(update: Update, _: object) -> None:
    query = update.callback_query
    assert query is not None
    if query.data == "fix":
        await query.answer("What should change?", show_alert=True)
        return
    await query.answer("Taken back")
    await query.edit_message_text("<s>Logged</s>", parse_mode="HTML")


@asynccontextmanager
async def behind(server: LocalServer) -> AsyncGenerator[None]:
    """A bot that logs what it is told, polling the server."""
    app = ApplicationBuilder().token(server.token).base_url(server.bot_url).build()
    app.add_handler(MessageHandler(filters.ALL, log))
    app.add_handler(CallbackQueryHandler(tap))
    updater = app.updater
    assert updater is not None
    async with app:
        await app.start()
        await updater.start_polling(poll_interval=0.0, timeout=5)
        try:
            yield
        finally:
            await updater.stop()
            await app.stop()


@asynccontextmanager
async def opened(browser: Browser, server: LocalServer, *, width: int = 1200) -> AsyncGenerator[Page]:
    """The page; any error in its console fails the test."""
    page = await browser.new_page(viewport={"width": width, "height": 844})
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda note: complaints.append(note.text) if "Security Policy" in note.text else None)
    await page.goto(server.page_url)
    yield page
    await page.close()
    assert complaints == []


async def say(page: Page, text: str) -> None:
    await page.get_by_label("Message", exact=True).fill(text)
    await page.keyboard.press("Enter")


async def test_a_conversation_by_clicking(server: LocalServer, browser: Browser, tmp_path: Path):
    async with behind(server), opened(browser, server) as page:
        await page.get_by_role("button", name="bench 185x5, 185x5").click()
        await page.keyboard.press("Enter")
        receipt = page.locator(".row.theirs").first
        await expect(receipt.locator(".text strong")).to_have_text("Logged")
        await expect(receipt).to_contain_text("BENCH 185X5")
        await expect(page.locator(".empty")).to_have_count(0)

        await receipt.get_by_role("button", name="Fix").click()
        await expect(page.locator("dialog#alert")).to_contain_text("What should change?")
        await page.get_by_role("button", name="OK").click()
        await receipt.get_by_role("button", name="Undo").click()
        await expect(page.locator(".toast")).to_have_text("Taken back")
        await expect(receipt.locator(".text s")).to_have_text("Logged")
        await expect(receipt.locator(".keyboard")).to_have_count(0)
        await expect(receipt).to_contain_text("edited")

        mine = page.locator(".row.own").first
        await mine.hover()
        await mine.get_by_role("button", name="Message actions").click()
        await page.get_by_role("menuitem", name="Edit").click()
        await say(page, "bench 190x5")
        await expect(mine.locator(".text")).to_have_text("bench 190x5")
        answer = page.locator(".row.theirs").last
        await expect(answer).to_contain_text("Changed to: bench 190x5")
        await answer.get_by_role("button", name="Go to the message answered").click()
        await expect(mine).to_have_class("row own first last found")

        await answer.locator(".bubble").dblclick(position={"x": 8, "y": 60})
        await expect(page.locator("#context-title")).to_have_text("Reply to Swealog")
        await say(page, "thanks 💪")
        await expect(page.locator(".row.own").last.locator(".quote")).to_contain_text(
            "Changed to: bench 190x5"
        )
        await expect(page.locator(".row.theirs")).to_have_count(3)

        await mine.hover()
        await mine.get_by_role("button", name="Message actions").click()
        await page.get_by_role("menuitemcheckbox", name="React with 🔥").click()
        await expect(mine.locator(".reaction")).to_have_text("🔥")
        await page.screenshot(path=tmp_path / "desktop.png")


async def test_two_people_and_a_group_at_a_phones_width(
    server: LocalServer, client: LocalClient, browser: Browser, tmp_path: Path
):
    async with behind(server), opened(browser, server, width=390) as page:
        await say(page, "squat 100kg 5x5")
        await expect(page.locator(".row.theirs")).to_contain_text("SQUAT 100KG")
        await page.get_by_role("button", name="Back to the chats").click()
        await page.get_by_role("radio", name="Alex").click()
        await page.get_by_role("button", name="Training group").click()
        await say(page, "hello everybody")
        await expect(page.locator(".row.theirs .sender")).to_have_text("Swealog")
        await client.in_group(YOU_ID).say("hello Alex")
        await expect(page.locator(".row.theirs .sender", has_text="You")).to_have_count(1)
        assert client.history(GROUP_ID)[0].message.sender == server.state.world.users[ALEX_ID]

        await page.get_by_role("button", name="Back to the chats").click()
        await client.in_group(YOU_ID).say("one more")
        group = page.get_by_role("button", name="Training group")
        await expect(group.locator(".badge")).to_be_visible()
        await page.get_by_role("radio", name="You").click()
        await expect(group).to_contain_text("Swealog: Logged ONE MORE")
        for width in (320, 390):
            await page.set_viewport_size({"width": width, "height": 844})
            assert await page.evaluate("document.documentElement.scrollWidth") == width
        await page.get_by_role("button", name="Swealog").first.click()
        await expect(page.locator(".row.own")).to_contain_text("squat 100kg 5x5")
        assert await page.evaluate("document.documentElement.scrollWidth") == 390
        await page.screenshot(path=tmp_path / "phone.png")


async def test_commands_files_and_the_keyboard(server: LocalServer, client: LocalClient, browser: Browser):
    server.state.set_commands("default", [])
    async with behind(server), opened(browser, server) as page:
        box = page.get_by_label("Message", exact=True)
        await expect(page.locator("#menu")).to_be_hidden()
        menu = [BotCommand("today", "What you did today"), BotCommand("undo", "Take the last one back")]
        server.state.set_commands("default", [_plain(command) for command in menu])
        await page.get_by_role("button", name="Menu", exact=True).click()
        await expect(page.get_by_role("option")).to_have_count(2)
        await page.keyboard.press("Escape")
        await box.press_sequentially("/un")
        await expect(page.get_by_role("option")).to_have_text(["/undoTake the last one back"])
        await page.keyboard.press("Enter")
        await expect(page.locator(".row.own .command")).to_have_text("/undo")
        await expect(box).to_have_value("")

        await box.press_sequentially("two")
        await page.keyboard.press("Shift+Enter")
        await box.press_sequentially("lines")
        await page.keyboard.press("Enter")
        await expect(page.locator(".row.own").last.locator(".text")).to_have_text("two\nlines")
        await page.keyboard.press("ArrowUp")
        await expect(page.locator("#context-title")).to_have_text("Edit message")
        await page.keyboard.press("Escape")
        await expect(page.locator("#context")).to_be_hidden()
        await expect(box).to_have_value("")

        picture = FilePayload(name="form.png", mimeType="image/png", buffer=DOT)
        notes = FilePayload(name="plan.txt", mimeType="text/plain", buffer=b"5x5")
        await page.locator("#file-input").set_input_files([picture, notes])
        await say(page, "form check")
        await expect(page.locator(".row.theirs .photo img")).to_have_js_property("naturalWidth", 1)
        await expect(page.locator(".row.own .card")).to_contain_text("plan.txt")
        await expect(page.locator(".row.own .photo")).to_have_count(1)
        photos = [
            stored.text for stored in client.history(YOU_ID) if stored.message.photo and not stored.from_bot
        ]
        assert photos == ["form check"]


def _plain(command: BotCommand) -> LocalCommand:
    return LocalCommand(command=command.command, description=command.description)


async def test_a_restart_misses_and_doubles_nothing(browser: Browser, tmp_path: Path):
    state = tmp_path / "state.db"
    first = LocalServer(state_path=state)
    await first.start()
    async with opened(browser, first) as page:
        async with behind(first):
            await say(page, "before")
            await expect(page.locator(".row.theirs")).to_contain_text("BEFORE")
        await first.stop()
        await expect(page.locator("#banner")).to_have_text("Connection lost. Reconnecting…")
        await say(page, "while it was away")
        await expect(page.locator(".waiting-row")).to_contain_text("while it was away")
        async with LocalServer(port=first.port, state_path=state) as second:
            await expect(page.locator(".waiting-row")).to_have_count(0)
            await expect(page.locator("#banner")).to_contain_text("The bot is restarting…")
            async with behind(second):
                await expect(page.locator(".row.theirs").last).to_contain_text("WHILE IT WAS AWAY")
                await expect(page.locator("#banner")).to_be_hidden()
                await expect(page.locator(".row.own .text")).to_have_text(["before", "while it was away"])
                await page.reload()
                await expect(page.locator(".row.own .text")).to_have_text(["before", "while it was away"])
                await expect(page.locator(".row.theirs")).to_have_count(2)


async def test_texts_never_become_markup(server: LocalServer, client: LocalClient, browser: Browser):
    evil = '<img src=x onerror="document.title=1"><b>x</b>'
    async with behind(server), opened(browser, server) as page:
        await client.you.say(evil)
        await client.you.document(b"x", evil)
        await client.you.poll(evil, evil, "b")
        await expect(page.locator(".row.own .text").first).to_have_text(evil)
        assert await page.locator(".timeline img, .timeline .text img, .chats img").count() == 0
        assert (await page.title()).endswith("Swealog")


async def test_a_wish_for_a_reply_and_buttons_in_place_of_the_keyboard(
    server: LocalServer, client: LocalClient, bot: Bot, browser: Browser
):
    async with opened(browser, server) as page:
        box = page.get_by_label("Message", exact=True)
        await bot.send_message(
            YOU_ID, "What was wrong?", reply_markup=ForceReply(input_field_placeholder="80 kg")
        )
        await expect(page.locator("#context-title")).to_have_text("Reply to Swealog")
        await expect(page.locator("#context-quote")).to_have_text("What was wrong?")
        await expect(box).to_have_attribute("placeholder", "80 kg")
        await expect(box).to_be_focused()
        await say(page, "it was 80")
        await expect(page.locator(".row.own .quote")).to_contain_text("What was wrong?")
        await expect(page.locator("#context")).to_be_hidden()
        await expect(box).to_have_attribute("placeholder", "Message")
        reply = client.history(YOU_ID)[-1].message.reply_to_message
        assert reply is not None
        assert reply.text == "What was wrong?"

        await bot.send_message(YOU_ID, "And what else?", reply_markup=ForceReply())
        await expect(page.locator("#context-quote")).to_have_text("And what else?")
        await page.keyboard.press("Escape")
        await expect(page.locator("#context")).to_be_hidden()
        buttons = [["Bench", "Squat"], [KeyboardButton("Where", request_location=True)]]
        await bot.send_message(
            YOU_ID, "What next?", reply_markup=ReplyKeyboardMarkup(buttons, one_time_keyboard=True)
        )
        board = page.get_by_role("group", name="Answers to choose from")
        await expect(board.get_by_role("button")).to_have_text(["Bench", "Squat", "Where"])
        await expect(board.get_by_role("button", name="Where")).to_be_disabled()
        await expect(page.locator("#context")).to_be_hidden()
        await page.reload()
        await board.get_by_role("button", name="Squat").click()
        await expect(page.locator(".row.own .text").last).to_have_text("Squat")
        await expect(board).to_be_hidden()

        await bot.send_message(YOU_ID, "Again?", reply_markup=ReplyKeyboardMarkup([["Yes"]]))
        await board.get_by_role("button", name="Yes").click()
        await expect(page.locator(".row.own .text").last).to_have_text("Yes")
        await expect(board).to_be_visible()
        sent = await bot.send_message(YOU_ID, "Done", reply_markup=ReplyKeyboardRemove())
        await expect(board).to_be_hidden()

        await bot.pin_chat_message(YOU_ID, sent.message_id)
        await expect(page.get_by_role("button", name="Go to the pinned message")).to_have_text("📌 Done")
        await expect(page.locator(".service-text")).to_have_text("Swealog pinned “Done”")
        await bot.forward_message(YOU_ID, YOU_ID, client.history(YOU_ID)[0].message_id)
        await expect(page.locator(".origin")).to_have_text("Forwarded from Swealog")
        await bot.unpin_chat_message(YOU_ID)
        await expect(page.locator("#pinned")).to_be_hidden()


async def test_typing_and_drafts_are_live(server: LocalServer, browser: Browser):
    app = ApplicationBuilder().token(server.token).base_url(server.bot_url).updater(None).build()
    async with app, opened(browser, server) as page:
        await expect(page.locator("#banner")).to_contain_text("Waiting for the bot to start")
        await app.bot.send_chat_action(YOU_ID, "typing")
        await expect(page.locator("#chat-status")).to_have_text("typing…")
        await expect(page.locator(".typing")).to_have_count(1)
        await app.bot.send_message_draft(YOU_ID, 3, "Your <b>best</b>", parse_mode="HTML")
        await expect(page.locator(".draft .text")).to_have_text("Your best")
        await app.bot.send_message_draft(YOU_ID, 3, "Your <b>best</b> bench", parse_mode="HTML")
        await expect(page.locator(".draft .text")).to_have_text("Your best bench")
        await app.bot.send_message(YOU_ID, "Your best bench is 190")
        await expect(page.locator(".draft")).to_have_count(0)
        await expect(page.locator(".row.theirs .text")).to_have_text("Your best bench is 190")
