"""A report as Markdown, whose values lead to their entries, and everything of it zipped."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence
from html import escape

from agents.reports.marking import PICTURE, Drawn, Marking, Report, linked, newest_first
from agents.reports.speech import ReportWords
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
        days = ", ".join(f"[{when(one)}](#e-{one.id})" for one in cited)
        lines.append(f'- <a id="s{at}"></a>{source.named(words)}: {days}')
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
