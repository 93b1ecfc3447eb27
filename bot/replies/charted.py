"""Answers with a chart: it comes behind the answer, or is a button away where that would be too much.

By itself: in a private chat, for one thing, where the answer tells a course, two levels, or days against
other days, and there are enough days to see something. Else *Show chart*.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from agents.offline.questions.wishes import wish_in
from agents.ports import Basis
from agents.profile import Profile
from agents.turn import Turn
from bot.replies.callbacks import AnswerChartTap, DetailsTap
from bot.replies.console_ids import CONSOLE
from bot.texts.html import escape
from storage.entities import Button, Buttons, Outgoing

if TYPE_CHECKING:
    from agents.charts.chart import Chart

logger = logging.getLogger(__name__)

_ENOUGH = 8
"""Days from which a chart comes by itself: as many as make a trend more than a hint."""
_LEAST = 3


async def with_chart(
    turn: Turn, profile: Profile, answer: Outgoing, basis: Basis, label: str
) -> list[Outgoing]:
    """The answer, with its chart behind it, with a button (`label`) for that, or as it is. Never raises."""
    figures = [one for part in (turn.plan.sub_queries if turn.plan else ()) for one in part.figures]
    courses = [one for one in figures if one.is_course]
    if not courses or turn.incoming.chat_id >= CONSOLE:
        return [answer]
    try:
        chart = await asyncio.to_thread(_chart, turn, profile, basis)
    except Exception:  # an answer does not fail for want of a picture
        logger.warning("no chart for the answer of turn %s", turn.id, exc_info=True)
        return [answer]
    days = 0 if chart is None else max(len(line.dots) for line in chart.spec.lines)
    if chart is None or (days < _LEAST and not _is_wished(turn)):
        return [answer]
    private = turn.incoming.chat_id == turn.incoming.user_id and turn.again_of is None
    telling = len({one.measure for one in courses}) == 1 and days >= _ENOUGH and _is_seen(chart)
    if not (private and (telling or _is_wished(turn))):
        button = AnswerChartTap(turn.id).button(label)
        return [answer.model_copy(update={"buttons": _beside_details(answer.buttons, button, turn.id)})]
    behind = Outgoing(
        key=f"{turn.id}:chart",
        chat_id=answer.chat_id,
        user_id=answer.user_id,
        html=escape(chart.legend),
        chart=chart.spec.model_dump_json(exclude_defaults=True),
        turn_id=turn.id,
        entries=answer.entries,
    )
    return [answer, behind]


def _chart(turn: Turn, profile: Profile, basis: Basis) -> Chart | None:
    """Loaded and computed beside the loop."""
    from agents.charts.chart import NoChart  # noqa: PLC0415 - a bot that draws nothing never needs it
    from agents.offline.charts.asked import asked_of  # noqa: PLC0415 - as above
    from agents.offline.charts.service import chart_of  # noqa: PLC0415 - as above

    asked = asked_of(turn.plan.sub_queries if turn.plan else (), basis.context)
    if asked is None:
        return None
    found = chart_of(asked, basis.entries, profile, basis.context, basis.now)
    return None if isinstance(found, NoChart) else found


def _beside_details(rows: Buttons, chart: Button, turn_id: str) -> Buttons:
    """In the row of *Details*, else in one of its own."""
    details = [row for row in rows if any(button.data == DetailsTap(turn_id).data for button in row)]
    if not details:
        return (*rows, (chart,))
    return tuple((chart, *row) if row is details[0] else row for row in rows)


def _is_wished(turn: Turn) -> bool:
    """Whether somebody asks for a chart, behind a log."""
    wish = wish_in(turn.query_text or turn.incoming.text)
    return wish is not None and wish[0] == "chart"


def _is_seen(chart: Chart) -> bool:
    """Of two times whose counts are compared a line of days shows nothing."""
    return chart.compared is False or bool(chart.spec.levels)
