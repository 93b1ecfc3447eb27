"""Who runs coaches: loaded when the first one is due."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.people.state import BotState

if TYPE_CHECKING:
    from agents.wakes.runner import Runner


def run_coaches(state: BotState, *, enabled: bool) -> None:
    """Have the state's coaches run here."""

    def made() -> Runner:
        from bot.coaches.running import runner_of  # noqa: PLC0415 - where somebody has a coach

        return runner_of(state, enabled=enabled)

    state.coaching.enabled, state.coaching.make = enabled, made
