"""Pictures of the bots in a worker of pytest: drawn by a child of the forkserver, which knows matplotlib.

To import it takes half a second of a processor, for each bot that draws. `tests/agents/charts/test_studio.py`
and the bots in processes of their own start the one that draws as the product does.
"""

from __future__ import annotations

import sys
from asyncio.subprocess import PIPE, Process
from typing import cast

from agents.charts import studio
from tests.driver import processes

_PYTHON = sys.executable


class _Studio(studio.Studio):
    """Differs in where its process comes from."""

    async def _started(self) -> Process:
        if sys.executable != _PYTHON:  # a test breaks what is started
            return await super()._started()
        if self._process is None or self._process.returncode is not None:
            worker = "agents.charts.worker"
            started = await processes.start(worker, stdin=PIPE, stdout=PIPE, env=self._environment)
            self._process = cast("Process", started)
        return self._process


def fork() -> None:
    """Whoever asks for a studio from now on has such a one."""
    studio.Studio = _Studio
