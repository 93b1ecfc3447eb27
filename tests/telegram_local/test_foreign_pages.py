"""Another web page in the same real browser, which even knows the bot's token, changes nothing here."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from urllib.parse import urlencode

import httpx
from playwright.async_api import Browser, Page, expect
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route

from telegram_local.server import LocalServer
from telegram_local.world import YOU_ID
from tests.driver.browser import IN_A_BROWSER
from tests.driver.listening import Listener
from tests.telegram_local.browsed import server as server  # noqa: PLC0414  # a fixture is found by its name here

pytestmark = IN_A_BROWSER
PLANTED = urlencode({"chat_id": YOU_ID, "text": "planted"})
SAY = {"act": "say", "user_id": YOU_ID, "chat_id": YOU_ID, "text": "said by another page"}

FORM = """([address, fields, type]) => new Promise((done) => {
  const frame = Object.assign(document.createElement("iframe"), { name: "sink" });
  const form = Object.assign(document.createElement("form"),
    { action: address, method: "POST", enctype: type, target: "sink" });
  for (const [name, value] of Object.entries(fields)) {
    form.append(Object.assign(document.createElement("input"), { name, value }));
  }
  document.body.append(frame, form);
  frame.onload = () => { frame.remove(); form.remove(); done(); };
  form.submit();
})"""
IMAGE = """(address) => new Promise((done) => {
  const image = new Image();
  image.onload = () => done("loaded");
  image.onerror = () => done("refused");
  image.src = address;
})"""
FETCH = """async ([address, options]) => {
  try {
    const answer = await fetch(address, options);
    return answer.type;
  } catch {
    return "refused";
  }
}"""
SOCKET = """(address) => new Promise((done) => {
  const socket = new WebSocket(address);
  socket.onopen = () => done("open");
  socket.onerror = () => done("refused");
})"""
FRAME = """(address) => new Promise((done) => {
  const frame = document.createElement("iframe");
  frame.onload = () => done();
  frame.src = address;
  document.body.append(frame);
})"""


def everything(server: LocalServer) -> tuple[object, ...]:
    """What a stranger must not change."""
    state = server.state
    return (
        state.webhook.model_copy(),
        state.calls.find(),
        [stored.model_copy() for stored in state.messages.of(YOU_ID)],
        [update.body for update in state.updates.pending()],
        dict(state.commands),
        state.world.model_copy(deep=True),
        state.events.last,
    )


@asynccontextmanager
async def strangers(browser: Browser, server: LocalServer) -> AsyncGenerator[list[Page]]:
    """Two other sites in a browser that has the chat page open: another port, and another name."""

    async def empty(_: Request) -> HTMLResponse:
        return HTMLResponse("<!doctype html><title>stranger</title>")

    context = await browser.new_context()
    async with Listener(Starlette(routes=[Route("/", empty)])) as listener:
        own = await context.new_page()
        await own.goto(server.page_url)
        await expect(own.locator("#chat-title")).to_have_text("Swealog")
        pages: list[Page] = []
        for origin in (listener.base_url, listener.base_url.replace("127.0.0.1", "localhost")):
            page = await context.new_page()
            await page.goto(origin)
            pages.append(page)
        yield pages
        await context.close()


async def navigates(page: Page, address: str) -> None:
    here = page.url
    await page.evaluate("(address) => { location.href = address; }", address)
    await page.wait_for_url(address)
    await page.goto(here)


async def submits(page: Page, base: str, api: str) -> None:
    fields = {"chat_id": str(YOU_ID), "text": "planted"}
    for kind in ("application/x-www-form-urlencoded", "multipart/form-data", "text/plain"):
        await page.evaluate(FORM, [f"{api}/sendMessage", fields, kind])
        await page.evaluate(FORM, [f"{base}/control/act", SAY, kind])


async def fetches(page: Page, base: str, api: str) -> None:
    for options in (
        {"mode": "no-cors"},
        {"mode": "no-cors", "method": "POST", "body": "x=1", "credentials": "include"},
        {"mode": "cors"},
        {"mode": "cors", "method": "POST", "headers": {"X-Control-Token": "x"}, "body": "{}"},
    ):
        for address in (f"{api}/sendMessage?{PLANTED}", f"{base}/control/act", f"{base}/"):
            assert await page.evaluate(FETCH, [address, options]) == "refused"


async def test_no_other_page_changes_anything(server: LocalServer, browser: Browser):
    base, api = server.base_url, f"{server.bot_url}{server.token}"
    hook = f"{api}/setWebhook?{urlencode({'url': 'http://127.0.0.1:9/stolen'})}"
    async with strangers(browser, server) as pages:
        before = everything(server)
        for page in pages:
            for address in (hook, f"{api}/sendMessage?{PLANTED}", f"{base}/control/events?after=x"):
                await navigates(page, address)
                assert await page.evaluate(IMAGE, address) == "refused"
                assert await page.evaluate(SOCKET, address.replace("http", "ws", 1)) == "refused"
            await submits(page, base, api)
            await fetches(page, base, api)
            for address in (f"{base}/", server.page_url):
                await page.evaluate(FRAME, address)
            framed = [frame.url for frame in page.frames if frame != page.main_frame]
            assert [url for url in framed if url.startswith("http")] == []
            assert any(url.startswith("chrome-error:") for url in framed)
            assert everything(server) == before
    async with httpx.AsyncClient() as program:  # what was tried does act for whoever is no browser
        assert (await program.get(f"{api}/sendMessage?{PLANTED}")).is_success
        assert (await program.get(hook)).is_success
    assert everything(server) != before


async def test_without_its_key_the_page_tells_where_it_is(server: LocalServer, browser: Browser):
    context = await browser.new_context()
    page = await context.new_page()
    for address in (f"{server.base_url}/", f"{server.base_url}/#{'x' * 32}", f"{server.base_url}/#%E9"):
        await page.goto(address)
        await expect(page.locator("#locked")).to_contain_text("make run printed in the terminal")
        await expect(page.get_by_label("Message", exact=True)).to_be_hidden()
    await page.goto(server.page_url)  # a jump within the page, to the browser
    await page.wait_for_url(f"{server.base_url}/")
    await expect(page.locator("#chat-title")).to_have_text("Swealog")
    for address in (
        f"{server.base_url}/",
        f"{server.base_url}/#{'x' * 32}",
    ):  # the right one is remembered
        later = await context.new_page()
        await later.goto(address)
        await expect(later.locator("#chat-title")).to_have_text("Swealog")
    await context.close()
