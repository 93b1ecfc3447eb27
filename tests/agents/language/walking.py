"""What is read and answered by the package that is found: `python -m tests.agents.language.walking`.

Standard input says which function of this module, and what it is given; standard output is what it returns.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Sequence
from datetime import timedelta

from agents.language.reading import read_log
from agents.model.planner_wire import PlannerWire
from agents.offline.engine import OfflineEngine
from agents.profile import Profile
from evals.diary import MemorySearch, entry
from evals.playing import everything
from evals.rows import NOW, judge
from evals.talk import Asker


def misread(text: str, holds: Sequence[str]) -> list[str]:
    """The rows that are read of a log and should not be, and those that are not."""
    _, wrong, missed = judge(holds, read_log(text, NOW, Profile(user_id=1), everything()).measures)
    return [*wrong, *missed]


def asked(logs: Sequence[str], questions: Sequence[str]) -> list[str]:
    """The answers to questions over logs, and the form in which models plan."""
    days = [NOW.date() - timedelta(days=len(logs) - at) for at in range(len(logs))]
    told = [entry(at, day, one, [one]) for at, (day, one) in enumerate(zip(days, logs, strict=True), 1)]
    asker = Asker(OfflineEngine(), MemorySearch(told), Profile(user_id=1))
    schema = json.dumps(PlannerWire.model_json_schema(), ensure_ascii=False)
    return [*[asyncio.run(asker.ask(one, NOW)).text for one in questions], schema]


def main() -> None:
    """Of a copy of the package where its folder is this process's."""
    name, first, second = json.load(sys.stdin)
    print(json.dumps(misread(first, second) if name == "misread" else asked(first, second)))


if __name__ == "__main__":
    main()
