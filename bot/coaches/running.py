"""The runner of coaches with all that it needs of the bot."""

from __future__ import annotations

from dataclasses import replace

from agents.coaches.report import Report
from agents.coaches.working import CoachWork, Think
from agents.profile import Profile
from agents.wakes.runner import Runner
from bot.coaches.pages import Shown, report_page
from bot.people.due import quiet_until
from bot.people.state import BotState
from bot.texts import wording
from storage.coach import CoachRow, QueuedWake, WakeRow
from storage.entities import Outgoing

_BY_ITSELF = ("subscription", "content", "scheduled")
"""What comes without having been asked for keeps to the quiet hours."""


def runner_of(state: BotState, *, enabled: bool) -> Runner:
    """For everybody's coaches."""

    async def page(profile: Profile, coach: CoachRow, report: Report, wake: WakeRow) -> Outgoing:
        entries = await state.db.entries.entries(coach.user_id, report.evidence)
        say, today = wording(profile.language), profile.local(state.now()).date()
        page = report_page(coach, Shown(report, wake.id), entries, say, today)
        return replace(page, entries=report.evidence).to(coach.user_id, "")

    async def holds(queued: QueuedWake) -> bool:
        if queued.reason not in _BY_ITSELF:
            return False
        return quiet_until(await state.profile(queued.user_id), state.now()) is not None

    work = CoachWork(state.services, page, _think(state))
    return Runner(state.db, state.now, work.run, enabled, holds)


def _think(state: BotState) -> Think | None:
    """With the models that are configured, where there are any."""
    if state.asked is None:
        return None
    from agents.coaches.thinking import Thinking  # noqa: PLC0415 - only with models

    return Thinking(state.asked, lambda: state.tools).think
