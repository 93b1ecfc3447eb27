"""FIT: the sessions that a watch or a bike computer summed up itself, read by fitdecode."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol, cast

from storage.importers.activities import Activity, read_activities
from storage.importers.model import Choices, File, Problem, Problems, Reading
from storage.importers.xml_stream import DAMAGED

MOST_FIT_BYTES = 8 * 1024 * 1024
"""A day at a point a second is two to four."""
_MOST_SESSIONS = 1_000
_KIND = "activity"
_NO_SPORT = ("generic", "all", "fitness_equipment", "training")
"""What only the kind below it says something of."""
_BETWEEN = "transition"
"""In a triathlon; nothing that anybody trained."""


class Message(Protocol):
    """What of fitdecode's data messages is used; the library has no types."""

    name: str

    def get_value(self, name: str, *, fallback: object) -> Any:
        """The value of a field."""
        ...


@dataclass(slots=True)
class _Beats:
    """Pulses of the records since the last session, for files whose sessions tell none."""

    total: float = 0.0
    count: int = 0

    def add(self, value: object) -> None:
        if isinstance(value, int | float) and value > 0:
            self.total += value
            self.count += 1

    def taken(self) -> float | None:
        mean = self.total / self.count if self.count else None
        self.total, self.count = 0.0, 0
        return mean


class _DamagedError(Exception):
    """The file ends, or says something that no file of its kind says."""


def read_fit(file: File, choices: Choices) -> Reading:
    """Its sessions; a file that is cut off or whose checksum is wrong is refused as a whole."""
    try:
        with file.open() as stream:
            content = stream.read(MOST_FIT_BYTES + 1)
    except DAMAGED as error:
        return _only(Problem(file.name, 0, "damaged", detail=str(error)))
    if len(content) > MOST_FIT_BYTES:
        return _only(Problem(file.name, 0, "fit_too_big", str(MOST_FIT_BYTES // 1024 // 1024)))
    try:
        found = list(_sessions(file, _messages(content)))
    except _DamagedError as error:
        return _only(Problem(file.name, 0, "damaged", detail=str(error)))
    return read_activities(file, found, choices)


def _messages(content: bytes) -> Iterator[Message]:
    """What it says, one after the other. Raises _DamagedError, also where the library only trips."""
    import fitdecode  # noqa: PLC0415  # pyright: ignore[reportMissingTypeStubs] - only FIT files need it

    reader = fitdecode.FitReader(
        content, check_crc=fitdecode.CrcCheck.RAISE, error_handling=fitdecode.ErrorHandling.IGNORE
    )
    frames = cast("Iterator[Any]", iter(reader))
    while True:
        try:
            frame = next(frames, None)
        except (
            fitdecode.FitError,
            ArithmeticError,
            AssertionError,
            AttributeError,
            LookupError,
            TypeError,
            ValueError,
            struct.error,
        ) as error:  # fmt: skip - it believes what it reads
            raise _DamagedError(str(error)) from None
        if frame is None:
            return
        if frame.frame_type == fitdecode.FIT_FRAME_DATA:
            yield cast("Message", frame)


def _only(problem: Problem) -> Reading:
    return Reading(problems=Problems([problem]))


def _sessions(file: File, frames: Iterator[Message]) -> Iterator[Activity | Problem]:
    beats = _Beats()
    count = 0
    kind = ""
    for frame in frames:
        name = frame.name
        if name == "record":
            beats.add(_value(frame, "heart_rate"))
        elif name == "file_id":
            kind = str(_value(frame, "type") or "")
        elif name == "session" and kind == _KIND and count < _MOST_SESSIONS:
            count += 1
            pulse = _amount(frame, "avg_heart_rate") or beats.taken()
            beats.taken()
            if str(_value(frame, "sport")) != _BETWEEN:
                yield _session(file, frame, pulse)


def _session(file: File, frame: Message, pulse: float | None) -> Activity | Problem:
    started = _value(frame, "start_time")
    if not isinstance(started, datetime):
        return Problem(file.name, 0, "no_times")
    return Activity(
        source="FIT",
        file=file.name,
        line=0,
        sport=_sport(str(_value(frame, "sport") or ""), str(_value(frame, "sub_sport") or "")),
        started=started,
        seconds=_amount(frame, "total_timer_time") or _amount(frame, "total_elapsed_time"),
        metres=_amount(frame, "total_distance"),
        pulse=pulse,
        title=str(_value(frame, "sport_profile_name") or ""),
    )


def _sport(sport: str, kind: str) -> str:
    """The kind says more where the sport says nothing: indoor rowing on fitness equipment."""
    if sport not in ("", *_NO_SPORT):
        return sport
    return kind if kind not in ("", *_NO_SPORT) else ""


def _value(frame: Message, name: str) -> object:
    return cast("object", frame.get_value(name, fallback=None))


def _amount(frame: Message, name: str) -> float | None:
    value = _value(frame, name)
    return float(value) if isinstance(value, int | float) and value > 0 else None
