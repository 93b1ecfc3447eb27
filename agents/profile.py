"""What agents may know about the person: zone, language, units, with the defaults filled in."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo
from functools import cache, cached_property
from typing import Any, Literal
from zoneinfo import ZoneInfo

from pydantic import Field

from agents.session import Mode
from storage.entities import Frozen, Preferences, SetOrder, WeightUnit
from storage.times import Hour, Quiet, RestTimer, Weekly


@cache
def _zone(name: str) -> tzinfo:
    """The IANA zone, or a fixed offset such as +09:00."""
    if name.startswith(("+", "-")):
        return datetime.strptime(name, "%z").tzinfo or UTC
    return ZoneInfo(name)


Style = Literal["short", "detailed"]
"""How much a model writes in answer to a question."""


Receipts = Literal["full", "reaction"]


class Profile(Frozen):
    """A user's preferences over the configured defaults; a None unit is truly unknown and may be asked."""

    user_id: int
    time_zone: str = "UTC"
    language: str = "en"
    weight_unit: WeightUnit | None = None
    distance_unit: Literal["km", "mi"] | None = None
    date_order: Literal["DMY", "MDY"] = "DMY"
    answers: Mode = "deep"
    style: Style = "short"
    theme: Literal["light", "dark"] = "light"
    """Of charts."""
    set_order: SetOrder | None = None
    """How `8x3` is meant; None until it was asked."""
    rest_timer: RestTimer = "off"
    """Seconds of the timer that a logged set starts."""
    unit_told: WeightUnit | None = None
    digest: Weekly = "off"
    """When the weekly review comes ("sun-18"); so with the others what comes by itself."""
    morning: Hour = "off"
    checkins: Hour = "off"
    quiet: Quiet = "22-08"
    """As which unit the person was last told that loads without one are taken."""
    bar: str | None = None
    plates: str | None = None
    receipts: Receipts = "full"
    """`reaction`: a thumb up for a log of which there is nothing to say but that it is stored."""

    @property
    def zone(self) -> tzinfo:
        """Where the user's days begin."""
        return _zone(self.time_zone)

    def local(self, moment: datetime) -> datetime:
        """The moment on the user's clock."""
        return moment.astimezone(self.zone)

    def midnight(self, moment: datetime) -> datetime:
        """When the day of that moment began on the user's clock."""
        return self.local(moment).replace(hour=0, minute=0, second=0, microsecond=0)

    def on_the_clock_of(self, moment: datetime) -> Profile:
        """The same person where clocks show what `moment` was written with ("+09:00").

        UTC is no place: programs write any moment in it, so it changes nothing.
        """
        offset = moment.strftime("%z")
        if not moment.utcoffset():
            return self
        return self.model_copy(update={"time_zone": f"{offset[:3]}:{offset[3:5]}"})

    def with_preferences(self, chosen: Preferences) -> Profile:
        """The same defaults with what the user chose on top."""
        return self.model_copy(update=chosen.model_dump(exclude_none=True))


class ProfileDefaults(Frozen):
    """Defaults for people who have chosen nothing; part of the configuration."""

    time_zone: str = Field(
        default="UTC",
        description="IANA time zone in which days begin and the Observer runs; local: this machine's",
    )
    language: str = Field(
        default="en", description="language of replies: en or ko; with a model any (de, fr …)"
    )
    weight_unit: WeightUnit | None = Field(
        default=None, description="kg or lb; empty: ask once, then remember"
    )
    distance_unit: Literal["km", "mi"] | None = Field(default=None, description="km or mi; empty: as written")
    date_order: Literal["DMY", "MDY"] = Field(
        default="DMY", description="how 3/4 is read: DMY = 3 April, MDY = 4 March"
    )
    answers: Mode = Field(
        default="deep", description="how a model answers questions: deep (plan, check) or quick"
    )
    style: Style = Field(default="short", description="how much a model writes: short or detailed")
    theme: Literal["light", "dark"] = Field(default="light", description="charts: light or dark")
    ask_first: tuple[Literal["time_zone", "date_order"], ...] = Field(
        default=("time_zone", "date_order"),
        description="what people are asked after their first log, once each; []: nothing",
    )

    def profile(self, user_id: int, chosen: Preferences | None = None) -> Profile:
        """The profile of one user."""
        base = Profile(user_id=user_id, **self.of_everybody)
        return base.with_preferences(chosen) if chosen else base

    @cached_property
    def of_everybody(self) -> dict[str, Any]:
        """What every profile begins with."""
        return self.model_dump(exclude={"ask_first"})
