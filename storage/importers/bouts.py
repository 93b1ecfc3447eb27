"""Bouts in files of XML while they are read: sums are kept of them, never points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from storage.importers.activities import Activity
from storage.importers.model import File, Problem, Problems, Reading
from storage.importers.xml_stream import BadXmlError, XmlStream

SLACK_S = 2.0
"""Devices write points a moment out of order."""
MOST_BOUTS = 1_000


@dataclass(slots=True)
class Bout:
    """One of them; `line` is where it begins."""

    line: int
    sport: str = ""
    title: str = ""
    first: datetime | None = None
    metres: float = 0.0
    seconds: float = 0.0
    beats: float = 0.0
    """Pulses, each as often as it counts."""
    told: float = 0.0
    """How often all of them count."""

    def activity(self, source: str, file: File) -> Activity | Problem:
        """As it is known in the end."""
        if self.first is None:
            return Problem(file.name, self.line, "no_times")
        return Activity(
            source=source,
            file=file.name,
            line=self.line,
            sport=self.sport,
            started=self.first,
            seconds=self.seconds,
            metres=self.metres,
            pulse=self.beats / self.told if self.told else None,
            title=self.title,
        )


def begun(bouts: Sequence[Bout], stream: XmlStream) -> int:
    """The line of the next one. Raises BadXmlError where there are too many."""
    if len(bouts) >= MOST_BOUTS:
        raise BadXmlError("unsafe", line=stream.line)
    return stream.line


def refused(file: File, error: BadXmlError) -> Reading:
    """Nothing of a file is read that cannot be read to its end."""
    problem = Problem(file.name, error.line, error.kind, error.detail, error.detail)
    return Reading(problems=Problems([problem]))


def when(text: str) -> datetime | None:
    """A moment with its offset, as the formats write it; UTC where they leave it out."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def number(text: str) -> float:
    """Not a number where it is none."""
    try:
        return float(text)
    except ValueError:
        return float("nan")
