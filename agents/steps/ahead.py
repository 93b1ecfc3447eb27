"""What comes next in the programme of who logs, told by the receipt."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

from agents.turn import Turn
from agents.work import Work
from storage.entities import Entry

if TYPE_CHECKING:
    from agents.gym.coming import Coming, Week

logger = logging.getLogger(__name__)


async def comes_next(
    turn: Turn, work: Work, entries: Sequence[Entry], former: Sequence[Entry] = ()
) -> Coming | Week | None:
    """With the entries as they will be; `former` is what they were. None: they are of no programme."""
    gym = work.services.gym
    if gym is None or not any(
        measure.reps or measure.distance_m for entry in (*entries, *former) for measure in entry.measures
    ):
        return None
    try:
        return await gym.after(work.profile, work.now(turn).date(), entries, former)
    except Exception:  # whatever is wrong with a programme, the log is stored
        logger.warning("what comes next can't be told", exc_info=True)
        return None
