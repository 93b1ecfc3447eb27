"""`python -m tests.faults.deadly STATE run …`: a bot that dies of every message with the word "poison" in it.

SIGKILL, at the step STATE, while whatever else arrived is at work: messages with the word "slow" take longer
than that.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys

from agents.machine import State, Step
from agents.steps import STEPS
from agents.turn import Turn
from agents.work import Work
from bot.cli import main

BEFORE_DEATH, SLOW = 0.5, 1.0


def fragile(step: Step) -> Step:
    """The step, deadly for some messages and slow for others."""

    async def run(turn: Turn, work: Work) -> State:
        if "poison" in turn.incoming.text:
            await asyncio.sleep(BEFORE_DEATH)
            os.kill(os.getpid(), signal.SIGKILL)
        if "slow" in turn.incoming.text:
            await asyncio.sleep(SLOW)
        return await step(turn, work)

    return run


if __name__ == "__main__":
    state = State(sys.argv.pop(1))
    STEPS[state] = fragile(STEPS[state])
    main()
