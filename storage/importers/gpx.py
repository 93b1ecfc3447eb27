"""GPX: tracks of points with times; what was covered, how long it took, and the pulse."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from math import asin, cos, isfinite, radians, sin, sqrt

from storage.importers.activities import Activity, read_activities
from storage.importers.bouts import SLACK_S, Bout, begun, number, refused, when
from storage.importers.model import Choices, File, Problem, Reading
from storage.importers.xml_stream import Attributes, BadXmlError, XmlStream

_EARTH_M = 6_371_008.8
"""Mean radius (IUGG)."""


@dataclass(slots=True)
class _Track(Bout):
    """A bout that is told by its points."""

    points: int = 0
    untimed: int = 0
    last_at: float | None = None
    place: tuple[float, float] | None = None

    def activity(self, source: str, file: File) -> Activity | Problem:
        """Most of its points must be timed."""
        if self.untimed * 2 > self.points:
            return Problem(file.name, self.line, "no_times")
        return Bout.activity(self, source, file)

    def pause(self) -> None:
        """A segment ends: what lies before the next was not covered on the way."""
        self.place = self.last_at = None


@dataclass(slots=True)
class _Gpx:
    """Reads one file."""

    tracks: list[_Track] = field(default_factory=list["_Track"])
    _place: tuple[float, float] = (0.0, 0.0)
    _at: datetime | None = None
    _ends_at: float = 0.0
    _in_point: bool = False
    stream: XmlStream = field(init=False)

    def __post_init__(self) -> None:
        self.stream = XmlStream(
            {"trk": self._begin, "trkseg": self._segment, "trkpt": self._point},
            {
                "type": self._type, "name": self._name, "time": self._time,
                "hr": self._pulse, "heartrate": self._pulse, "trkpt": self._pointed,
            },
            root="gpx",
        )  # fmt: skip

    def _begin(self, _: Attributes) -> None:
        self.tracks.append(_Track(begun(self.tracks, self.stream)))

    def _segment(self, _: Attributes) -> None:
        if self.tracks:
            self.tracks[-1].pause()

    def _point(self, attributes: Attributes) -> None:
        self._at = None
        self._in_point = True
        latitude, longitude = (number(attributes.get(name, "")) for name in ("lat", "lon"))
        if not (-90 <= latitude <= 90 and -180 <= longitude <= 180):
            said = f"{attributes.get('lat', '')} {attributes.get('lon', '')}"
            raise BadXmlError("bad_place", said[:40], self.stream.line)
        self._place = (latitude, longitude)

    def _type(self, text: str) -> None:
        if self.tracks and not self._in_point:
            self.tracks[-1].sport = "" if text.isdigit() else text

    def _name(self, text: str) -> None:
        if self.tracks and not self._in_point:
            self.tracks[-1].title = text

    def _time(self, text: str) -> None:
        self._at = when(text) if self._in_point else None

    def _pulse(self, text: str) -> None:
        pulse = number(text)
        if self.tracks and isfinite(pulse) and pulse > 0:
            self.tracks[-1].beats += pulse
            self.tracks[-1].told += 1

    def _pointed(self, _: str) -> None:
        self._in_point = False
        if not self.tracks:
            return
        track = self.tracks[-1]
        track.points += 1
        if track.place is not None:
            track.metres += _apart(track.place, self._place)
        track.place = self._place
        if self._at is None:
            track.untimed += 1
            return
        now = self._at.timestamp()
        if track.first is None:
            track.first = self._at
        elif now < max(track.last_at or 0.0, self._ends_at) - SLACK_S:
            raise BadXmlError("times_backwards", self._at.isoformat(), self.stream.line)
        if track.last_at is not None:
            track.seconds += max(0.0, now - track.last_at)
        track.last_at = self._ends_at = max(now, track.last_at or 0.0)


def read_gpx(file: File, choices: Choices, most: int | None) -> Reading:
    """Its tracks."""
    gpx = _Gpx()
    try:
        gpx.stream.read(file, most)
    except BadXmlError as error:
        return refused(file, error)
    found = [track.activity("GPX", file) for track in gpx.tracks if track.points]
    return read_activities(file, found, choices)


def _apart(one: tuple[float, float], other: tuple[float, float]) -> float:
    """Metres over ground between two places (haversine)."""
    north, south = radians(one[0]), radians(other[0])
    half = sin((south - north) / 2) ** 2 + cos(north) * cos(south) * sin(radians(other[1] - one[1]) / 2) ** 2
    return 2 * _EARTH_M * asin(min(1.0, sqrt(half)))
