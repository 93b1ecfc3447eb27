"""`estimate my calories today`: what was stated and what was not, apart; nothing of it is stored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from agents.meals.asked import estimate_asked, is_of
from agents.meals.estimating import ENERGY, MEAL, Estimate, of_meals
from agents.turn import Incoming
from bot.people.state import BotState
from bot.replies.estimates import told
from bot.replies.evidence import evidence_buttons, rows
from bot.replies.measures import number
from bot.replies.said import Said
from bot.texts import Html, wording
from storage.entities import DAY_TOTAL, DateRange, Entry, Measure


@dataclass(frozen=True, slots=True)
class Estimating:
    """Answers by USDA's table, where somebody asks for an estimate, or for a figure that nobody stated."""

    state: BotState

    async def heard(self, incoming: Incoming) -> Said | None:
        """The answer; None: the message is about something else."""
        profile = await self.state.profile(incoming.user_id)
        asked = estimate_asked(incoming.text, profile.local(incoming.sent_at))
        if asked is None:
            return None
        say = wording(self.state.services.spoken(incoming.text, profile.language))
        today = profile.local(self.state.now()).date()
        entries = await self._eaten(incoming.user_id, asked.day, asked.meal)
        meals = [(entry, found) for entry, log in entries if (found := of_meals(log)) is not None]
        stated = _stated([measure for _, log in entries for measure in log])
        if not asked.is_rough and (stated is not None or not meals):
            return None
        lines = [say("estimate.day", day=say.day(asked.day, today))]
        if stated is not None:
            lines.append(say("estimate.stated", kcal=number(stated)))
        lines += [Html(f"• {told(meal, say)}") for _, meal in meals]
        if len(meals) > 1 or stated is not None:
            lines += [say("estimate.sum", kcal=_sum(meals), count=len(meals))] if meals else []
        elif not meals:
            lines.append(say("estimate.nothing"))
        cited = evidence_buttons([entry for entry, _ in meals], [MEAL], say, today, _EVIDENCE)
        html = Html("\n".join([*lines, say("estimate.rough")] if meals else lines))
        return Said(html, rows(cited, _EVIDENCE))

    async def _eaten(self, user_id: int, day: date, meal: str) -> list[tuple[Entry, list[Measure]]]:
        """What was eaten on a day, by entry; of a meal only what was told of that one."""
        span = DateRange(start=day, end=day)
        found = await self.state.db.measures.measures(user_id, [MEAL, ENERGY], span)
        ids = sorted({row.entry_id for row in found})
        entries = {one.id: one for one in await self.state.db.entries.entries(user_id, ids)}
        logs: list[tuple[Entry, list[Measure]]] = []
        for entry in (entries[one] for one in ids if one in entries):
            log = [row.measure for row in found if row.entry_id == entry.id]
            if meal:
                dishes = [one for one in log if one.name == MEAL and is_of(meal, one.text or "", entry.text)]
                log = [*dishes, *[one for one in log if one.name == ENERGY]] if dishes else []
            logs += [(entry, log)] if log else []
        return logs


_EVIDENCE = 3


def _stated(measures: list[Measure]) -> float | None:
    """What was said of the day as a whole, else the sum of its parts."""
    told_of_day = [
        measure.value for measure in measures if measure.name == ENERGY and measure.text == DAY_TOTAL
    ]
    parts = [measure.value for measure in measures if measure.name == ENERGY]
    known = [value for value in (told_of_day[-1:] or parts) if value is not None]
    return sum(known) if known else None


def _sum(meals: Sequence[tuple[Entry, Estimate]]) -> int:
    return sum(meal.kcal for _, meal in meals)
