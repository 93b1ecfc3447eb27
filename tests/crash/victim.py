"""`python -m tests.crash.victim …`: `swealog …` in a process that kills itself at the instant it is told.

CRASH_AT holds the count and the label, "3 reply: sent, not recorded"; empty: it is killed from outside.
"""

from __future__ import annotations

import os

from bot.cli import main
from tests.crash.instants import Trigger, plant


def arm() -> None:
    """Plant the instants."""
    count, _, instant = os.environ.get("CRASH_AT", "").partition(" ")
    plant(Trigger(instant, int(count or 0)))


if __name__ == "__main__":
    arm()
    main()
