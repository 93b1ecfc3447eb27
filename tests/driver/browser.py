"""A headless Chromium for tests of pages: Debian's own, never a downloaded one."""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncGenerator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright, expect

_NAMES = ("chromium", "chromium-browser")
_QUIET = (
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
_MISSING = "This browser test was left out: Chromium is not installed (on Debian: apt-get install chromium)."


def chromium_path() -> str | None:
    """Where the system's Chromium is, if anywhere."""
    return next((found for name in _NAMES if (found := shutil.which(name))), None)


IN_A_BROWSER = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
"""The marks of a test in a browser: it runs on the browser's loop, and so do its fixtures."""


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncGenerator[Browser]:
    """Of all tests of a worker; without one they are left out, except in CI, where that is a failure."""
    path = chromium_path()
    if path is None:
        if os.environ.get("CI") == "true":
            pytest.fail(_MISSING)
        pytest.skip(_MISSING)
    expect.set_options(timeout=30_000)  # a loaded machine is no reason to fail
    async with async_playwright() as playwright:
        running = await playwright.chromium.launch(executable_path=path, args=list(_QUIET))
        try:
            yield running
        finally:
            await running.close()


@pytest_asyncio.fixture(loop_scope="session")
async def browser(chromium: Browser) -> AsyncGenerator[Browser]:
    """A running browser, in which nothing of an earlier test is open."""
    yield chromium
    for context in chromium.contexts:
        await context.close()
