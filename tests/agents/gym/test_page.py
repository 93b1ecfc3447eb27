"""The programmes of docs/programmes.md can be begun."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

from agents.gym.coming import Coming
from agents.gym.course import Start, coming, week
from agents.gym.gear import STANDARD
from agents.gym.reading import read_programme
from domains.registry import load

PAGE = Path(__file__).parents[3] / "docs" / "programmes.md"
MONDAY = date(2026, 11, 23)


def test_the_page_s_programmes_run() -> None:
    texts = re.findall(r"```yaml programme\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    lifting, running = [read_programme(text, "page", load().terms) for text in texts]
    loads = {"squat|heavy": 80.0, "bench press|heavy": 60.0, "deadlift|percent": 120.0}
    found = coming(Start(programme=lifting, first_day=MONDAY, loads=loads), {}, MONDAY, STANDARD["kg"])
    assert isinstance(found, Coming)
    assert (found.day, found.workout) == (date(2026, 11, 24), "Tuesday")
    assert [target.lift for target in found.targets] == ["squat", "bench press", "biceps curl"]
    plan = week(Start(programme=running, first_day=MONDAY), (), MONDAY)
    assert (plan.of, [run.km for run in plan.runs]) == (3, [3, 5])
