"""The review of docs/jobs.md, made by the real bot of a made-up diary: `python -m tests.driver.reviewed`.

`--page FILE` writes a picture of the chat page alone, to be looked at; it needs Chromium.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import sys
import tempfile
import zipfile
from pathlib import Path

from playwright.async_api import async_playwright

from storage.entities import Effects, Entry, Message
from telegram_local.world import YOU_ID
from tests.agents.charts.diaries import NOW, half_a_year
from tests.driver.browser import chromium_path
from tests.driver.harness import running_bot

FOLDER = Path(__file__).parents[2] / "docs" / "jobs"
PROFILE = {"weight_unit": "kg", "distance_unit": "km", "time_zone": "Europe/Berlin"}
WISH = "/job review since September, without streaks"
CHARTS = ("charts/months-a.png", "charts/courses-a.png", "charts/weight-a.png")
"""Those that are kept for the page; the others are told by their words."""


def worded(one: Entry) -> Entry:
    """As its person would have texted it."""
    said: list[str] = []
    for m in one.measures:
        if m.weight:
            said.append(f"{m.name} {m.weight:g}x{m.reps} {m.sets} sets")
        elif m.distance_m and m.duration_s:
            minutes, seconds = divmod(round(m.duration_s), 60)
            said.append(f"{m.name} {m.distance_m / 1000:g} km {minutes}:{seconds:02d}")
        else:
            said.append(f"{m.name} {m.value:g} {m.unit}")
    return one.model_copy(update={"user_id": YOU_ID, "text": ", ".join(said)})


async def asked(page: Path | None = None, width: int = 420) -> bytes:
    """The zip that the bot sends; with `page` a picture of the chat on the way there."""
    with tempfile.TemporaryDirectory() as folder:
        async with running_bot(Path(folder), profile=PROFILE) as (bot, you):
            bot.clock.set(NOW)
            entries = [worded(one) for one in half_a_year()]
            said = [
                Message(
                    chat_id=one.chat_id, message_id=one.message_id, user_id=YOU_ID, role="user",
                    text=one.text, at=one.logged_at,
                )
                for one in entries
            ]  # fmt: skip
            await bot.app.core.db.turns.apply(Effects(messages=said, entries=entries))
            if page is not None:
                await _looked_at(bot.server.page_url, page, width)
                return b""
            await you.ask(WISH)
            while (came := await you.next_reply()).message.document is None:
                pass
            document = (await you.next_reply()).message.document
            assert came is not None
            assert document is not None
            return await bot.client.download(document.file_id)


async def _looked_at(url: str, file: Path, width: int) -> None:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium_path(), args=["--no-sandbox"])
        shown = await browser.new_page(viewport={"width": width, "height": 1100})
        await shown.goto(url)
        for at, text in enumerate(("/job", "/job review", "/jobs")):
            await shown.get_by_label("Message", exact=True).fill(text)
            await shown.keyboard.press("Enter")
            await shown.wait_for_timeout(3500)
            await shown.screenshot(path=file.with_stem(f"{file.stem}-{at}"))
        await shown.get_by_role("button", name="this year").first.click()
        await shown.wait_for_timeout(1200)
        await shown.screenshot(path=file.with_stem(f"{file.stem}-3"))
        await shown.wait_for_timeout(9000)
        await shown.screenshot(path=file.with_stem(f"{file.stem}-4"))
        await browser.close()


def text_of(zipped: bytes) -> str:
    """The text, with the words of those charts that are not kept."""
    text = zipfile.ZipFile(io.BytesIO(zipped)).read("report.md").decode()
    lines = [
        line if not line.startswith("![") or any(chart in line for chart in CHARTS)
        else f"*({line[2:].partition('](')[0]})*"
        for line in text.splitlines()
    ]  # fmt: skip
    return "\n".join(lines) + "\n"


def write(zipped: bytes) -> None:
    """The text and some of its charts."""
    archive = zipfile.ZipFile(io.BytesIO(zipped))
    (FOLDER / "charts").mkdir(parents=True, exist_ok=True)
    (FOLDER / "review.md").write_text(text_of(zipped), encoding="utf-8")
    for chart in CHARTS:
        (FOLDER / chart).write_bytes(archive.read(chart))


def main() -> int:
    """Write them."""
    parser = argparse.ArgumentParser(prog="python -m tests.driver.reviewed", description=__doc__)
    parser.add_argument("--page", type=Path, help="only the chat page, into files of this name")
    parser.add_argument("--width", type=int, default=420)
    given = parser.parse_args()
    zipped = asyncio.run(asked(given.page, given.width))
    if given.page is None:
        write(zipped)
    return 0


if __name__ == "__main__":
    sys.exit(main())
