"""A job done by rules: the same plan as a script."""

from __future__ import annotations

from agents.jobs.worker import Call, Returned, RuleWorker, Scene, Script
from tests.agents.jobs.acting import diligent


async def task(scene: Scene) -> Script:
    """Makes the calls of the diligent actor, and stops where one fails."""
    for name, arguments in diligent(scene):
        told: Returned = yield Call(tool=name, arguments=arguments)
        assert told.is_done, told.text


def worker() -> RuleWorker:
    """Of a new process."""
    return RuleWorker({"task": task})
