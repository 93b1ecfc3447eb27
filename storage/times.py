"""When something is sent to a person by itself: on their clock, by what they chose."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

_HOUR = "(?:[01][0-9]|2[0-3])"
Weekly = Annotated[str, Field(pattern=rf"^(?:off|(?:mon|tue|wed|thu|fri|sat|sun)-{_HOUR})$")]
"""A day of the week and an hour, or off."""
Hour = Annotated[str, Field(pattern=rf"^(?:off|{_HOUR})$")]
"""An hour of each day, or off."""
Quiet = Annotated[str, Field(pattern=rf"^(?:off|{_HOUR}-{_HOUR})$")]
"""The hours from the first up to the second, in which nothing comes by itself."""
Job = Literal["observer", "digest", "morning", "checkins"]
"""What a row of the schedule is for; all but the first are settings of that name."""
RestTimer = Literal["off", "60", "90", "120", "180"]
"""Seconds of the timer that a logged set starts."""
