"""`python -m tests.crash.victim …`: `swealog …` in a process that kills itself at the instant it is told.

CRASH_AT holds the count and the label, "3 reply: sent, not recorded"; empty: it is killed from outside.
CRASH_PLANTED names a defect that it is to have.
"""

from __future__ import annotations

import os

from bot.cli import main
from bot.updates import attempts
from tests.crash.instants import MIGRATION_PLACES, Trigger, plant, plant_in_migrations
from tests.crash.planted import DEFECTS


def arm() -> None:
    """Plant the instants."""
    count, _, instant = os.environ.get("CRASH_AT", "").partition(" ")
    trigger = Trigger(instant, int(count or 0))
    attempts.MOST_DEATHS = 1_000  # killed from outside, however often: no update is to blame
    plant(trigger)
    if instant in MIGRATION_PLACES:
        plant_in_migrations(trigger)
    if planted := os.environ.get("CRASH_PLANTED"):
        DEFECTS[planted].plant(trigger)


if __name__ == "__main__":
    arm()
    main()
