"""A report's files: the page, and a zip of Markdown, charts and other artifacts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agents.reports.document import document, zipped
from agents.reports.marking import Drawn, Marking, Report
from agents.reports.page import page
from agents.reports.speech import report_words
from storage.entities import Entry


@dataclass(frozen=True, slots=True)
class Delivered:
    """What is sent."""

    html: bytes
    zip: bytes


def delivered(
    report: Report,
    marking: Marking,
    entries: Sequence[Entry],
    drawn: Mapping[str, Drawn],
    artifacts: Mapping[str, bytes],
) -> Delivered:
    """Made of a report, marked, with the entries that it cites and its charts by name."""
    words = report_words(report.language)
    html = page(report, marking, words, entries, drawn).encode()
    text = document(report, marking, words, entries, drawn).encode()
    charts = {f"charts/{name}.png": one.png for name, one in drawn.items() if one.png is not None}
    return Delivered(html, zipped({**artifacts, **charts, "report.md": text}))
