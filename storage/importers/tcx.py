"""TCX: activities by laps, as Garmin, Polar and Google write them."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from math import isfinite

from storage.importers.activities import Activity, read_activities, refused
from storage.importers.gpx import number, when
from storage.importers.model import Choices, File, Problem, Reading
from storage.importers.xml_stream import Attributes, BadXmlError, XmlStream

_MOST_ACTIVITIES = 1_000
_NO_SPORT = "other"
_SLACK_S = 2.0


@dataclass(slots=True)
class _Bout:
    """Sums over the laps of an activity."""

    line: int
    sport: str
    first: datetime | None = None
    metres: float = 0.0
    seconds: float = 0.0
    beats: float = 0.0
    """Average pulse times seconds, by lap."""
    told_s: float = 0.0
    """Seconds of laps with a pulse."""


@dataclass(slots=True)
class _Tcx:
    """Reads one file."""

    file: File
    bouts: list[_Bout] = field(default_factory=list["_Bout"])
    _in_track: bool = False
    _in_average: bool = False
    _lap_s: float = 0.0
    _lap_pulse: float = 0.0
    _last: float | None = None
    _stream: XmlStream = field(init=False)

    def __post_init__(self) -> None:
        self._stream = XmlStream(
            {
                "Activity": self._begin, "Lap": self._lap, "Track": self._track,
                "AverageHeartRateBpm": self._average,
            },
            {
                "Id": self._id, "TotalTimeSeconds": self._seconds, "DistanceMeters": self._metres,
                "Value": self._value, "Time": self._time, "Track": self._tracked, "Lap": self._lapped,
                "AverageHeartRateBpm": self._averaged,
            },
            root="TrainingCenterDatabase",
        )  # fmt: skip

    def read(self, most: int | None) -> None:
        self._stream.read(self.file, most)

    def _begin(self, attributes: Attributes) -> None:
        if len(self.bouts) >= _MOST_ACTIVITIES:
            raise BadXmlError("unsafe", line=self._stream.line)
        sport = attributes.get("Sport", "")
        self.bouts.append(_Bout(self._stream.line, "" if sport.casefold() == _NO_SPORT else sport))
        self._last = None

    def _lap(self, attributes: Attributes) -> None:
        self._lap_s = self._lap_pulse = 0.0
        started = when(attributes.get("StartTime", ""))
        if started is not None:
            self._passes(started)
            if self.bouts and self.bouts[-1].first is None:
                self.bouts[-1].first = started

    def _id(self, text: str) -> None:
        if self.bouts and self.bouts[-1].first is None:
            self.bouts[-1].first = when(text)

    def _track(self, _: Attributes) -> None:
        self._in_track = True

    def _tracked(self, _: str) -> None:
        self._in_track = False

    def _average(self, _: Attributes) -> None:
        self._in_average = True

    def _averaged(self, _: str) -> None:
        self._in_average = False

    def _time(self, text: str) -> None:
        at = when(text)
        if at is not None:
            self._passes(at)

    def _passes(self, at: datetime) -> None:
        now = at.timestamp()
        if self._last is not None and now < self._last - _SLACK_S:
            raise BadXmlError("times_backwards", at.isoformat(), self._stream.line)
        self._last = now

    def _seconds(self, text: str) -> None:
        self._lap_s = _sound(number(text))
        if self.bouts:
            self.bouts[-1].seconds += self._lap_s

    def _metres(self, text: str) -> None:
        if self.bouts and not self._in_track:
            self.bouts[-1].metres += _sound(number(text))

    def _value(self, text: str) -> None:
        if self._in_average:
            self._lap_pulse = _sound(number(text))

    def _lapped(self, _: str) -> None:
        if self.bouts and self._lap_pulse:
            self.bouts[-1].beats += self._lap_pulse * self._lap_s
            self.bouts[-1].told_s += self._lap_s


def read_tcx(file: File, choices: Choices, most: int | None) -> Reading:
    """Its activities."""
    tcx = _Tcx(file)
    try:
        tcx.read(most)
    except BadXmlError as error:
        return refused(file, error)
    return read_activities(file, [_found(bout, file) for bout in tcx.bouts], choices)


def _found(bout: _Bout, file: File) -> Activity | Problem:
    if bout.first is None:
        return Problem(file.name, bout.line, "no_times")
    return Activity(
        source="TCX",
        file=file.name,
        line=bout.line,
        sport=bout.sport,
        started=bout.first,
        seconds=bout.seconds,
        metres=bout.metres,
        pulse=bout.beats / bout.told_s if bout.told_s else None,
    )


def _sound(value: float) -> float:
    return value if isfinite(value) and value > 0 else 0.0
