"""Writes tests/evals/recorded.jsonl anew: `python -m tests.evals.record`, when what models are shown changed.

The answers are scripted from the labels (`tests/evals/scripted.py`); no model is asked. What real models say
is recorded with `swealog eval --engine model --record FILE`.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

from agents.limits import Limits
from agents.model.calls.recorded import RecordingModels
from agents.model.settings import LlmSettings
from bot.evals import models
from bot.evals.cases import Part
from bot.evals.running import run
from bot.evals.sets import SETS
from tests.evals.scripted import ScriptedModels

FOLDER = Path(__file__).parent
FILE = FOLDER / "recorded.jsonl"
RECORDED = tuple(name for name in SETS if name not in ("parsing", "questions"))
"""Labels that are measures, or what an answer says, are no answer in an agent's form: nothing to script."""
PART: Part = "held out"
ABOUT = (
    "Scripted answers made from the labels by python -m tests.evals.record: no model said this, and scores"
    " made of it say nothing about any model."
)


async def record(path: Path = FILE) -> RecordingModels:
    """Play the examples with scripted answers and keep these."""
    recording = RecordingModels(ScriptedModels(FOLDER), scripted=True)
    await run(RECORDED, models.engine(LlmSettings(), Limits(), recording), FOLDER, (PART,))
    recording.save(path, ABOUT)
    return recording


if __name__ == "__main__":
    print(f"{FILE}: {sum(asyncio.run(record()).asked.values())} requests")
