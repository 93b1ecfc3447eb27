"""TCX: activities by laps, as Garmin, Polar and Google write them."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from math import isfinite

from storage.importers.activities import read_activities
from storage.importers.bouts import SLACK_S, Bout, begun, number, refused, when
from storage.importers.model import Choices, File, Reading
from storage.importers.xml_stream import Attributes, BadXmlError, XmlStream

_NO_SPORT = "other"


@dataclass(slots=True)
class _Tcx:
    """Reads one file."""

    bouts: list[Bout] = field(default_factory=list[Bout])
    _in_track: bool = False
    _in_average: bool = False
    _lap_s: float = 0.0
    _lap_pulse: float = 0.0
    _last: float | None = None
    stream: XmlStream = field(init=False)

    def __post_init__(self) -> None:
        self.stream = XmlStream(
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

    def _begin(self, attributes: Attributes) -> None:
        sport = attributes.get("Sport", "")
        self.bouts.append(
            Bout(begun(self.bouts, self.stream), "" if sport.casefold() == _NO_SPORT else sport)
        )
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
        if self._last is not None and now < self._last - SLACK_S:
            raise BadXmlError("times_backwards", at.isoformat(), self.stream.line)
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
            self.bouts[-1].told += self._lap_s


def read_tcx(file: File, choices: Choices, most: int | None) -> Reading:
    """Its activities."""
    tcx = _Tcx()
    try:
        tcx.stream.read(file, most)
    except BadXmlError as error:
        return refused(file, error)
    return read_activities(file, [bout.activity("TCX", file) for bout in tcx.bouts], choices)


def _sound(value: float) -> float:
    return value if isfinite(value) and value > 0 else 0.0
