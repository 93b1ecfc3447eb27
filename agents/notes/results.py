"""What a person's jobs delivered, as a source beside their own notes."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

from agents.jobs.results import ZIP, result_of
from agents.notes.source import Content, Listed, NotesGone

WORKSPACE = "jobs"
_JOB = re.compile(r"[0-9A-Z]{26}")


class JobNotes:
    """A page a job; its id is the workspace with the job's. `folder`: of the person's jobs."""

    workspace = WORKSPACE

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def pages(self) -> AsyncIterator[Listed]:
        """Of all jobs that delivered something."""
        for page in await asyncio.to_thread(self._walked):
            yield page

    async def read(self, page: Listed) -> Content:
        """The report. Raises NotesGone."""
        found = await asyncio.to_thread(result_of, self._folder, self._job(page.page_id))
        if found is None:
            raise NotesGone(page.page_id[:64])
        return Content(found.text, found.title)

    async def find(self, page_id: str) -> Listed:
        """The page of this id. Raises NotesGone."""
        return await asyncio.to_thread(self._listed, self._job(page_id))

    async def close(self) -> None:
        """Nothing is held open."""

    def _walked(self) -> list[Listed]:
        found: list[Listed] = []
        for path in sorted(self._folder.glob(f"*/{ZIP}")):
            name = path.relative_to(self._folder).parts[0]
            if _JOB.fullmatch(name):
                found.append(self._listed(name))
        return found

    def _listed(self, job_id: str) -> Listed:
        try:
            status = (self._folder / job_id / ZIP).stat()
        except OSError:
            raise NotesGone(job_id) from None
        return Listed(
            page_id=f"{WORKSPACE}/{job_id}",
            title=WORKSPACE,
            path=(),
            last_edited_time=f"{status.st_mtime_ns}-{status.st_size}",
            day=datetime.fromtimestamp(status.st_mtime, UTC).date(),
            url="",
        )

    @staticmethod
    def _job(page_id: str) -> str:
        """Raises NotesGone for what is no job's."""
        job_id = page_id.removeprefix(f"{WORKSPACE}/")
        if not _JOB.fullmatch(job_id):
            raise NotesGone(page_id[:64])
        return job_id
