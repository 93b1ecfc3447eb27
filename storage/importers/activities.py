"""An activity that a watch or a phone recorded, whatever file it comes in, as a workout of one row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime

from storage.entities import DistanceUnit
from storage.importers.model import Choices, File, Problem, Reading, Row, Workout
from units import DAY_S, METRES

EARLIEST_YEAR = 1990
"""Clocks that nobody set say 1970, 1980 or 1989."""
_FARTHEST_M = 5_000_000.0
_LONGEST_S = 7 * DAY_S
_PULSE = (25, 250)
_LONGEST_TITLE = 120
_IN_METRES = ("swim", "row")
"""Sports whose distances nobody tells in kilometres."""
_SHOWN = 1e12
"""Of a number that cannot be right no more than this is quoted."""
ANY_SPORT = "activity"
"""What a file that names no sport holds."""


@dataclass(frozen=True, slots=True)
class Activity:
    """One recorded bout; `sport` in the file's own words, `line` 0 where a file has no lines."""

    source: str
    file: str
    line: int
    sport: str
    started: datetime
    seconds: float | None = None
    metres: float | None = None
    pulse: float | None = None
    title: str = ""


def read_activities(file: File, found: Sequence[Activity | Problem], choices: Choices) -> Reading:
    """All of a file; one that cannot be right refuses the whole of it."""
    reading = Reading()
    made = [workout_of(each, choices) if isinstance(each, Activity) else each for each in found]
    wrong = [each for each in made if isinstance(each, Problem)]
    reading.problems += wrong if made else [Problem(file.name, 0, "no_activity")]
    if not wrong:
        reading.workouts.extend(each for each in made if isinstance(each, Workout))
    return reading


def workout_of(activity: Activity, choices: Choices) -> Workout | Problem:
    """As it is stored, or why it cannot be."""
    problem = _problem(activity, choices)
    if problem is not None:
        return problem
    local = activity.started.astimezone(choices.zone)
    sport = " ".join(activity.sport.replace("_", " ").split())[:_LONGEST_TITLE].casefold() or ANY_SPORT
    title = " ".join(activity.title.split())[:_LONGEST_TITLE]
    unit = _unit(sport, choices)
    row = Row(
        exercise=sport,
        line=activity.line,
        distance=round(activity.metres / METRES[unit], 4) if activity.metres else None,
        distance_unit=unit if activity.metres else None,
        seconds=float(round(activity.seconds)) if activity.seconds else None,
        pulse=_sound_pulse(activity.pulse),
        bout=True,
    )
    return Workout(
        source=activity.source,
        file=activity.file,
        line=activity.line,
        day=local.date(),
        at=local.time().replace(microsecond=0),
        title="" if title.casefold() == sport else title,
        note="",
        rows=(row,),
    )


def _problem(activity: Activity, choices: Choices) -> Problem | None:
    day = activity.started.date()
    if is_year(day.year):
        day = activity.started.astimezone(UTC).date()
    if not is_year(day.year) or day > choices.latest:
        return Problem(activity.file, activity.line, "impossible_date", day.isoformat())
    if not (activity.metres or activity.seconds):
        return Problem(activity.file, activity.line, "not_done")
    if activity.metres and not 0 < activity.metres <= _FARTHEST_M:
        return Problem(activity.file, activity.line, "bad_distance", f"{min(activity.metres, _SHOWN):.0f} m")
    if activity.seconds and not 0 < activity.seconds <= _LONGEST_S:
        return Problem(activity.file, activity.line, "bad_time", f"{min(activity.seconds, _SHOWN):.0f} s")
    return None


def is_year(year: int) -> bool:
    """Whether it is one of a set clock; at the calendar's end there is no other zone."""
    return EARLIEST_YEAR <= year < date.max.year


def _sound_pulse(pulse: float | None) -> float | None:
    return float(round(pulse)) if pulse is not None and _PULSE[0] <= pulse <= _PULSE[1] else None


def _unit(sport: str, choices: Choices) -> DistanceUnit:
    """As the person tells distances; miles go with pounds where nobody has said."""
    in_miles = (choices.distance_unit or {"lb": "mi"}.get(choices.weight_unit or "")) == "mi"
    if any(word in sport for word in _IN_METRES):
        return "yd" if in_miles and "swim" in sport else "m"
    return "mi" if in_miles else "km"
