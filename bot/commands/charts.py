"""/chart, wishes for charts in words, and their buttons. A chart is its person's own: always in private."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from hashlib import sha256
from typing import TYPE_CHECKING

from agents.charts.chart import Chart, NoChart
from agents.facts import is_training
from agents.offline.charts.asked import AskedChart, course_of
from agents.offline.charts.service import Charting
from agents.turn import Turn
from bot.people.state import BotState
from bot.replies.callbacks import AnswerChartTap, ChartTap, Stretch
from bot.replies.evidence import evidence_buttons, rows, shortened
from bot.replies.said import Said
from bot.texts import Html, Wording, wording
from bot.texts.html import escape
from storage.entities import Buttons, DateRange

if TYPE_CHECKING:
    from agents.planner import LoggedMeasure

CALENDAR, MUSCLES = "@calendar", "@muscles"
"""What is drawn without being a measure."""
_OFFERED = 8
_LEAST = 2
"""Entries from which a measure is offered."""
_EVIDENCE = 3
_WIDE = 18
_STRETCHES: dict[Stretch, int] = {"1m": 30, "3m": 91, "1y": 365}


@dataclass(frozen=True, slots=True)
class ChartChat:
    """Charts for one person after the other."""

    state: BotState

    async def wished(self, text: str, user_id: int, now: datetime) -> Said:
        """For what stands behind /chart, or a wish in words; nothing at all: what can be drawn."""
        text = text[:_READ]
        say = wording(self._spoken(text, (await self.state.profile(user_id)).language))
        charting = Charting(self.state.services)
        if not text.strip():
            return await self._offer(charting, say, user_id, say("chart.list"))
        found = await charting.wished(text, user_id, now)
        if isinstance(found, NoChart) and not found.said:
            if found.options:
                return Said(say("chart.which"), _named(found.options, say))
            what = shortened(text, _LABEL)
            return await self._offer(charting, say, user_id, say("chart.unknown", what=what))
        return await self._shown(found, user_id, now, say)

    async def tapped(self, user_id: int, about: ChartTap | AnswerChartTap, now: datetime) -> Said | None:
        """For a button; None: what it was of is not there any more."""
        if isinstance(about, ChartTap):
            return await self._chosen(user_id, about, now)
        row = await self.state.db.turns.turn_of(user_id, about.turn_id)
        return None if row is None else await self._of_turn(Turn.model_validate_json(row.data), now)

    async def _chosen(self, user_id: int, tap: ChartTap, now: datetime) -> Said | None:
        profile = await self.state.profile(user_id)
        say, charting = wording(profile.language), Charting(self.state.services)
        logged = await charting.logged(user_id)
        names = (CALENDAR, MUSCLES, *(one.name for one in logged))
        name = next((name for name in names if key_of(name) == tap.what), None)
        if name is None:
            return None
        course = _course(name, tap.stretch, profile.local(now).date(), logged)
        return await self._shown(await charting.of(course, user_id, now), user_id, now, say)

    async def _of_turn(self, turn: Turn, now: datetime) -> Said:
        """For *Show chart* below an answer."""
        user_id = turn.incoming.user_id
        profile = await self.state.profile(user_id)
        say = wording(self._spoken(turn.incoming.text, profile.language))
        return await self._shown(await Charting(self.state.services).of_turn(turn, now), user_id, now, say)

    def _spoken(self, text: str, language: str) -> str:
        return self.state.services.spoken(text, language) if text.strip() else language

    async def _shown(self, found: Chart | NoChart, user_id: int, now: datetime, say: Wording) -> Said:
        if isinstance(found, NoChart):
            return Said(Html(escape(found.said)) if found.said else say("chart.nothing"))
        entries = await self.state.db.entries.entries(user_id, list(found.evidence))
        known = {entry.id: entry for entry in entries}
        cited = [known[one] for one in found.evidence if one in known][:_EVIDENCE]
        today = (await self.state.profile(user_id)).local(now).date()
        names = found.names or [m.name for one in cited for m in one.measures if is_training(m)]
        buttons = evidence_buttons(cited, names, say, today, _EVIDENCE)
        a_row = 2 if any(len(one.label) > _WIDE for one in buttons) else _EVIDENCE
        return Said(
            Html(escape(found.caption)),
            (*rows(buttons, a_row), *_stretches(found, say)),
            found.spec.model_dump_json(exclude_defaults=True),
            tuple(entry.id for entry in cited),
        )

    async def _offer(self, charting: Charting, say: Wording, user_id: int, html: Html) -> Said:
        """What can be drawn for this person."""
        logged = await charting.logged(user_id)
        names = [one.name for one in logged if one.entries >= _LEAST][:_OFFERED]
        if not logged:
            return Said(say("chart.nothing"))
        return Said(html, _named(names, say, (CALENDAR, MUSCLES)))


_LABEL = 40
_READ = 200
"""Letters of what somebody wants to see."""


def key_of(name: str) -> str:
    """A measure's name as a button carries it."""
    return sha256(name.encode()).hexdigest()[:12]


def _named(names: Sequence[str], say: Wording, more: Sequence[str] = ()) -> Buttons:
    """A button for each, two a row."""
    labels = {CALENDAR: say.label("chart.calendar"), MUSCLES: say.label("chart.muscles")}
    buttons = [
        ChartTap(key_of(name), "all").button(shortened(labels.get(name) or say.measure(name), _LABEL))
        for name in (*names, *more)
    ]
    return rows(buttons, 2)


def _stretches(found: Chart, say: Wording) -> Buttons:
    """Other stretches of the same thing, where that is one."""
    if len(found.names) != 1 or found.spec.kind != "line" or found.spec.levels:
        return ()
    key = key_of(found.names[0])
    stretches: tuple[Stretch, ...] = (*_STRETCHES, "all")
    return (tuple(ChartTap(key, one).button(say.label(f"chart.stretch.{one}")) for one in stretches),)


def _course(name: str, stretch: Stretch, today: date, logged: Sequence[LoggedMeasure]) -> AskedChart:
    days = _STRETCHES.get(stretch)
    span = None if days is None else DateRange(start=date.fromordinal(today.toordinal() - days), end=today)
    if name in (CALENDAR, MUSCLES):
        return AskedChart("calendar" if name == CALENDAR else "muscles", span=span)
    return course_of(name, next((one.domain for one in logged if one.name == name), ""), span)
