"""Writes evals/data/recorded.jsonl anew: `python -m evals.record`, when what models are shown changed.

The answers are scripted from the labels (`evals/scripted.py`); no model is asked. What real models say
is recorded with `python -m evals --engine model --record FILE`.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

from agents.limits import Limits
from agents.model.settings import LlmSettings
from evals import models
from evals.cases import Part
from evals.loading import EXAMPLES
from evals.recorded import RecordingModels
from evals.running import run
from evals.scripted import ScriptedModels
from evals.sets import SETS

FOLDER = EXAMPLES
FILE = FOLDER / "recorded.jsonl"
RECORDED = tuple(name for name in SETS if name not in ("parsing", "questions"))
"""Labels that are measures, or what an answer says, are no answer in an agent's form: nothing to script."""
PART: Part = "held out"
ABOUT = (
    "Scripted answers made from the labels by python -m evals.record: no model said this, and scores"
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
