"""A page in a sentence or two by a model, in place of its first paragraphs: one call for each that changed.

What was summed up stays: a run that was killed, or that the budget ended, goes on where it was.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from agents.model.calls.ask import Models, ModelsFailed
from agents.model.checks.cleaned import line
from agents.notes.intelligence import asks
from agents.notes.intelligence.held import Ground
from agents.notes.source import NotesUnavailable
from agents.profile import Profile
from agents.session import Session, enter
from storage.note_summaries import NoteSummaries, Unsummed
from storage.notes import Notes

_READ = 6000
"""Characters of a page that are shown."""
_LONGEST = 300
_BATCH = 20

Progress = Callable[[int, int], None]


class Summaries:
    """Of one person's pages, at their cost."""

    def __init__(
        self,
        rows: NoteSummaries,
        notes: Notes,
        models: Models,
        profile: Profile,
        clock: Callable[[], datetime],
    ) -> None:
        self._rows = rows
        self._notes = notes
        self._models = models
        self._profile = profile
        self._clock = clock

    async def catch_up(self, progress: Progress) -> int:
        """Sum up what is not yet; how many pages. Raises NotesUnavailable where no model answers any more."""
        user = self._profile.user_id
        left, done, after = await self._rows.left(user), 0, 0
        while found := await self._rows.missing(user, after=after, limit=_BATCH):
            for page in found:
                await self._rows.save(user, page, await self._summed_up(page))
                done += 1
                progress(done, max(left, done))
            after = found[-1].number
        return done

    async def _summed_up(self, page: Unsummed) -> str:
        """Empty where there is nothing to sum up, or figures were made up: the first paragraphs stay."""
        text = (await self._notes.text(self._profile.user_id, page.page_id))[:_READ]
        if not text.strip():
            return ""
        now = self._clock()
        # A session each: all of them may take longer than one message.
        user = self._profile.user_id
        enter(Session(turn_id="", user_id=user, chat_id=user, sent_at=now, kind="notes"))
        try:
            told = await self._models.ask(asks.summary(page.title, page.path, text, now, self._profile))
        except ModelsFailed as failed:
            raise NotesUnavailable(f"no summaries any more: {failed.reason.value}") from failed
        ground = Ground([(f"{page.title}\n{page.path}\n{text}", now.date())], "", now)
        return ground.kept(line(told.summary, _LONGEST))[0]
