"""Whether the bot on a data directory runs well: its lock is held, and the holder has stirred lately."""

from __future__ import annotations

import time
from pathlib import Path

from bot.process.lock import DataDirLock

SILENT_SECONDS = 200
"""The schedule stirs once a minute (`bot.people.schedule.TICK_SECONDS`)."""


def healthy(data_dir: Path) -> str | None:
    """What is wrong, None when nothing is."""
    lock = DataDirLock(data_dir)
    if not lock.held:
        return f"no Swealog is running on {data_dir}"
    silent = abs(time.time() - lock.stirred)  # a sign from the future is one of a clock that was set back
    if silent > SILENT_SECONDS:
        return f"the Swealog on {data_dir} has not stirred for {silent:.0f} s"
    return None
