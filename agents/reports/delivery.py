"""A report's files: the page, and a zip of Markdown, charts and other artifacts."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from agents.reports.marking import PICTURE, Drawn, Marking, Report, linked, newest_first
from agents.reports.page import page
from agents.reports.speech import ReportWords, report_words
from agents.truth.rendering import day
from agents.truth.words import shown_in
from storage.entities import Entry

_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The oldest day of a zip, so that the same files give the same bytes."""


def document(
    report: Report,
    marking: Marking,
    words: ReportWords,
    entries: Sequence[Entry],
    drawn: Mapping[str, Drawn],
) -> str:
    """The text. Pictures are links to files beside it; the charts of missing ones are told in words."""
    lines = [f"# {report.title}", "", report.subtitle, ""]
    for line in marking.lines:
        if (picture := PICTURE.fullmatch(line)) is None:
            lines.append(linked(line, lambda at, value: f"[{value}](#s{at})").rstrip())
            continue
        shot = drawn.get(picture[2], Drawn(None, picture[1]))
        lines.append(f"![{shot.alt}](charts/{picture[2]}.png)" if shot.png is not None else shot.alt)
    if not marking.sources:
        return "\n".join(lines) + "\n"
    known, look = {one.id: one for one in entries}, shown_in(report.language)

    def when(one: Entry) -> str:
        return day(one.day, report.today, look)

    lines += ["", f"## {words.page['sources']}", ""]
    for at, source in enumerate(marking.sources):
        cited = [known[one] for one in source.entries if one in known]
        days = (f"[{when(one)}](#e-{one.id})" for one in cited)
        read = (escape(one, quote=False) for one in source.read)
        lines.append(f'- <a id="s{at}"></a>{source.named(words)}: {", ".join((*days, *read))}')
    lines += ["", f"## {words.page['entries']}", ""]
    lines += [
        f'- <a id="e-{one.id}"></a>**{when(one)}** {escape(" ".join(one.text.split()), quote=False)}'
        for one in newest_first(known.values())
    ]
    return "\n".join(lines) + "\n"


def zipped(files: Mapping[str, bytes]) -> bytes:
    """A zip of files by their paths; the same ones give the same bytes."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name, _EPOCH), content, zipfile.ZIP_DEFLATED)
    return target.getvalue()


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
