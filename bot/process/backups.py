"""When the next backup is due, and what to say when one is needed."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from pydantic import Field

from storage.backup import back_up, backups, newest_good
from storage.entities import Frozen

logger = logging.getLogger(__name__)


class BackupsSection(Frozen):
    """Copies of the database in the data directory's folder backups."""

    enabled: bool = Field(default=True, description="make them at all")
    every_hours: int = Field(default=24, ge=1, le=24 * 31, description="hours between two")
    keep: int = Field(default=7, ge=1, le=1000, description="how many are kept; the oldest go first")


@dataclass(frozen=True, slots=True)
class Backups:
    """Made at the ticks of the schedule. What is there tells what is due, so a crash changes nothing."""

    data_dir: Path
    section: BackupsSection

    async def make_if_due(self, now: datetime) -> None:
        """Raises a DatabaseProblem."""
        if not self.section.enabled:
            return
        made = backups(self.data_dir)
        every = timedelta(hours=self.section.every_hours)
        if made and abs(now - made[0].at) < every:  # a clock that jumped back makes one too
            return
        backup = await back_up(self.data_dir, now, self.section.keep)
        logger.info("%s is backed up as %s", self.data_dir, backup.path.name)


def advice(data_dir: Path) -> str:
    """What to do about a damaged database."""
    found = newest_good(data_dir)
    if found is None:
        return (
            "There is no good backup: keep a copy of the file and start with an empty data directory"
            " (what was said is also in vault/)."
        )
    return (
        f"The newest good backup shows {found.at:%Y-%m-%d %H:%M} UTC: `swealog restore` puts it in place and"
        " keeps the damaged file."
    )
