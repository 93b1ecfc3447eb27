"""`estimate my calories today`: what was stated and what was not, apart; nothing of it is stored."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from itertools import groupby

from agents.meals.asked import days_ago
from agents.meals.estimating import ENERGY, MEAL, Estimate, of_meals
from agents.turn import Incoming
from bot.people.state import BotState
from bot.people.teaching import Said
from bot.replies.estimates import told
from bot.replies.measures import number
from bot.texts import Html
from storage.entities import DAY_TOTAL, DateRange, Measure


@dataclass(frozen=True, slots=True)
class Estimating:
    """Answers by USDA's table, only where somebody asks for an estimate in so many words."""

    state: BotState

    async def heard(self, incoming: Incoming) -> Said | None:
        """The answer; None: the message is about something else."""
        ago = days_ago(incoming.text)
        if ago is None:
            return None
        profile = await self.state.profile(incoming.user_id)
        say = await self.state.wording(incoming.user_id)
        today = profile.local(self.state.now()).date()
        day = today - timedelta(days=ago)
        span = DateRange(start=day, end=day)
        rows = await self.state.db.measures.measures(incoming.user_id, [MEAL, ENERGY], span)
        rows.sort(key=lambda row: row.entry_id)
        logs = [[row.measure for row in of] for _, of in groupby(rows, key=lambda row: row.entry_id)]
        meals = [found for log in logs if (found := of_meals(log)) is not None]
        lines = [say("estimate.day", day=say.day(day, today))]
        stated = _stated([measure for log in logs for measure in log])
        if stated is not None:
            lines.append(say("estimate.stated", kcal=number(stated)))
        lines += [Html(f"• {told(meal, say)}") for meal in meals]
        if meals:
            lines.append(say("estimate.sum", kcal=_sum(meals), count=len(meals)))
        elif stated is None:
            lines.append(say("estimate.nothing"))
        return Said(Html("\n".join([*lines, say("estimate.rough")] if meals else lines)))


def _stated(measures: list[Measure]) -> float | None:
    """What was said of the day as a whole, else the sum of its parts."""
    told_of_day = [
        measure.value for measure in measures if measure.name == ENERGY and measure.text == DAY_TOTAL
    ]
    parts = [measure.value for measure in measures if measure.name == ENERGY]
    known = [value for value in (told_of_day[-1:] or parts) if value is not None]
    return sum(known) if known else None


def _sum(meals: list[Estimate]) -> int:
    return sum(meal.kcal for meal in meals)
