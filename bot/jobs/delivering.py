"""What a job made, as files for the chat: a page, and a zip of Markdown, charts and artifacts."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import cast

from pydantic import TypeAdapter, ValidationError

from agents.changes.items import ITEM, Item
from agents.charts.chart import NoChart
from agents.jobs.figures import FigureBook
from agents.jobs.results import ZIP
from agents.jobs.rules.scripts import CHANGES, CHARTS, REVIEW
from agents.jobs.workspace import ARTIFACTS, Workspace
from agents.offline.charts.asked import AskedChart
from agents.offline.charts.service import Charting
from agents.profile import Profile
from agents.reports.delivery import Delivered, delivered
from agents.reports.marking import Drawn, Marking, Report
from agents.reports.part import Part, Picture
from agents.reports.speech import report_words
from agents.truth.rendering import day
from agents.truth.words import shown_in
from agents.work import Services
from bot.replies.pictures import Draw, NoPictureError

PAGE = f"{ARTIFACTS}/report.html"
_OURS = frozenset({PAGE, ZIP})
_PICTURES = TypeAdapter(dict[str, Picture])


@dataclass(frozen=True, slots=True)
class Deliverer:
    """Makes the files of finished jobs. The same job gives the same files again."""

    services: Services
    data_dir: Path
    draw: Draw

    async def files(
        self, profile: Profile, workspace: Workspace, title: str, request: str, now: datetime
    ) -> tuple[str, ...]:
        """Paths below the data directory, the page first; none: the job left no artifacts."""
        today = profile.local(now).date()
        book = FigureBook(workspace, profile, today, request)
        parts = parts_of(workspace, book)
        if not parts:
            return ()
        made_on = report_words(profile.language).page["made"]
        what = " ".join(request.split())[:200] or title
        subtitle = made_on.format(what=what, day=day(today, today, shown_in(profile.language)))
        report = Report(
            title=title, subtitle=subtitle, parts=tuple(parts), language=profile.language, today=today,
            read=book.read,
        )  # fmt: skip
        made = await self._made(profile, workspace, report, now)
        for path, content in ((PAGE, made.html), (ZIP, made.zip)):
            await asyncio.to_thread(workspace.put, path, content)
        return tuple(self._below(workspace, path) for path in (PAGE, ZIP))

    async def _made(self, profile: Profile, workspace: Workspace, report: Report, now: datetime) -> Delivered:
        marking = await asyncio.to_thread(Marking.of, report)
        entries = await self.services.db.entries.entries(profile.user_id, marking.cited)
        drawn = {
            name: await self._drawn(profile.user_id, one, now)
            for part in report.parts
            for name, one in part.charts.items()
        }
        artifacts = {
            one.path.removeprefix(f"{ARTIFACTS}/"): (workspace.root / one.path).read_bytes()
            for one in workspace.files(ARTIFACTS)
            if one.path not in _OURS and not one.path.endswith((".json", ".md"))
        }
        return await asyncio.to_thread(delivered, report, marking, entries, drawn, artifacts)

    async def _drawn(self, user_id: int, picture: Picture, now: datetime) -> Drawn:
        """A chart of what is logged now; what can't be drawn is told by its title."""
        asked = AskedChart(picture.course, picture.requests, picture.span)
        chart = await Charting(self.services).of(asked, user_id, now)
        if isinstance(chart, NoChart):
            return Drawn(None, picture.title)
        try:
            return Drawn(await self.draw(chart.spec.model_dump_json(exclude_defaults=True)), chart.spec.alt)
        except NoPictureError:
            return Drawn(None, chart.spec.alt)

    def _below(self, workspace: Workspace, path: str) -> str:
        return (workspace.root / path).relative_to(self.data_dir).as_posix()


def parts_of(workspace: Workspace, book: FigureBook) -> list[Part]:
    """The Markdown that a job left, the parts of a review in their order, with what its slots stand for."""
    found = {one.name: one for one in _parts(workspace, book)}
    order = [*REVIEW, *(name for name in found if name not in REVIEW)]
    return [found[name] for name in order if name in found]


def _parts(workspace: Workspace, book: FigureBook) -> Iterator[Part]:
    for one in workspace.files(ARTIFACTS):
        text = workspace.text(one.path) or "" if one.path.endswith(".md") else ""
        if not text.strip():  # it was left out again
            continue
        name = one.path.removeprefix(f"{ARTIFACTS}/").removesuffix(".md")
        charts = _pictures(workspace.text(f"{ARTIFACTS}/{name}{CHARTS}"))
        yield Part(name=name, text=text, figures=book.figures, charts=charts)


def _pictures(text: str | None) -> dict[str, Picture]:
    try:
        return _PICTURES.validate_json(text or "{}")
    except ValidationError:
        return {}


def changes_of(workspace: Workspace) -> list[Item]:
    """The changes that a job proposes; what can't be read is left out."""
    files = [one.path for one in workspace.files(ARTIFACTS) if one.path.endswith(CHANGES)]
    return [item for path in files for item in _items(workspace.text(path) or "[]")]


def _items(text: str) -> Iterator[Item]:
    try:
        rows: object = json.loads(text)
    except ValueError:
        return
    for row in cast("list[object]", rows) if isinstance(rows, list) else []:
        try:
            yield ITEM.validate_python(row)
        except ValidationError:
            continue
