"""No message keeps a reader of requests busy, whatever it repeats."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from itertools import product
from time import process_time

import pytest

from agents.agenda import asking as calendars
from agents.coaches import speech as coaches
from agents.goals import asking as goals
from agents.gym import asked as gym
from agents.notes import asking as notes
from agents.offline.routing import requests
from agents.reminders import asking as reminders
from agents.reminders import parting
from agents.talk import asked as talk
from tests.driver.sizes import size

NOW = datetime(2026, 11, 23, 15, tzinfo=UTC)
LENGTH, SECONDS = 4_000, 0.5
READERS: dict[str, Callable[[str, str], object]] = {
    "calendars": lambda text, language: calendars.asked(text, NOW, language),
    "reminders": lambda text, language: reminders.asked(text, NOW, language),
    "reminders beside logs": parting.beside,
    "what stands behind a reminder": parting.without_rest,
    "what was said": lambda text, language: talk.asked(text, NOW, language),
    "notes": notes.asked,
    "goals": goals.asked_goal,
    "the gym": gym.asked,
    "coaches": coaches.asked_for,
    "commands": lambda text, _: (requests.command_in(text), requests.page_in(text)),
    "charts": lambda text, _: requests.chart_named(text, lambda _: True),
}
BEGUN = ("", "bench 100 kg 5x5", "remind me to ", "put it in my calendar ", "what did I say of ", "캘린더에 ")
REPEATED = (
    " ", "a ", ", ", "put ", "on friday ", "그리고 ", "5",
    "\n", ".", "and ", "at 5 ", "in 5 minutes ", "내일 ",
)  # fmt: skip
CASES = list(product(BEGUN, REPEATED, ("en", "ko")))[:: size(9, 3, 1)]


@pytest.mark.soak
@pytest.mark.parametrize("reader", READERS)
def test_no_repetition_keeps_a_reader_busy(reader: str) -> None:
    read = READERS[reader]
    for text, language in (("remind me to run at 5", "en"), ("5시에 달리라고 알려줘", "ko")):
        read(text, language)
    spent: dict[tuple[str, ...], float] = {}
    for begun, piece, language in CASES:
        start = process_time()
        read(f"{begun}{piece * (LENGTH // len(piece))}x", language)
        spent[begun, piece, language] = process_time() - start
    assert {case: seconds for case, seconds in spent.items() if seconds > SECONDS} == {}
