"""A report's files: the page, and a zip of Markdown, charts and other artifacts."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass

from agents.charts.studio import NotDrawnError
from agents.reports.document import document, zipped
from agents.reports.marking import Marking, Report
from agents.reports.page import page
from agents.reports.speech import report_words
from storage.entities import Entry

Draw = Callable[[str], Awaitable[bytes]]
"""A PNG of a chart's JSON. Raises NotDrawnError."""
EntriesOf = Callable[[Sequence[str]], Awaitable[list[Entry]]]


@dataclass(frozen=True, slots=True)
class Delivered:
    """What is sent."""

    html: bytes
    zip: bytes
    evidence: tuple[str, ...]
    """Entries that values rest on."""


async def delivered(
    report: Report, entries_of: EntriesOf, draw: Draw, artifacts: Mapping[str, bytes] | None = None
) -> Delivered:
    """Made of a report. `artifacts` go into the zip, too. A chart that can't be drawn is told in words."""
    marking, words = Marking.of(report), report_words(report.language)
    entries = await entries_of(marking.cited)
    pictures = {
        name: picture
        for part in report.parts
        for name, spec in part.charts.items()
        if (picture := await _drawn(spec.model_dump_json(exclude_defaults=True), draw)) is not None
    }
    html = page(report, marking, words, entries, pictures).encode()
    text = document(report, marking, words, entries, pictures).encode()
    files = {**(artifacts or {}), "report.md": text}
    files |= {f"charts/{name}.png": picture for name, picture in pictures.items()}
    return Delivered(html, zipped(files), tuple(marking.cited))


async def _drawn(spec: str, draw: Draw) -> bytes | None:
    try:
        return await draw(spec)
    except NotDrawnError:
        return None
