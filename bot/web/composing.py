"""Replies in the outbox, put together as the answer to a request."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from agents.turn import Turn
from bot.people.state import BotState
from bot.replies.evidence import entries_behind
from bot.replies.problems import problem_told
from bot.texts import Wording
from bot.texts.html import plain
from bot.web.messages import CHART, Answer, Evidence, Figure, Picture, Question, Stored
from storage.entities import Entry, Outgoing, PendingQuestion
from storage.requests import Request


def entry_href(entry_id: str) -> str:
    """Where an entry is shown."""
    return f"/entries/{entry_id}"


def stored(entry: Entry, say: Wording) -> Stored:
    """An entry as it is shown."""
    return Stored(
        id=entry.id,
        day=entry.day,
        text=entry.text,
        domains=entry.domains,
        measures=entry.measures,
        problems=tuple(problem_told(problem, say) for problem in entry.problems),
        notes=entry.notes,
        revision=entry.revision,
        deleted=entry.deleted,
        href=entry_href(entry.id),
    )


def _question(asked: PendingQuestion) -> Question:
    return Question(
        token=asked.token,
        question=asked.question,
        options=asked.options,
        expires_at=asked.expires_at,
        href=f"/questions/{asked.token}",
    )


def _picture(request: Request, chart: str) -> Picture:
    from agents.charts.spec import ChartSpec  # noqa: PLC0415 - where there is a chart

    return Picture(href=f"/input/{request.id}/{CHART}", alt=ChartSpec.model_validate_json(chart).alt)


@dataclass(frozen=True, slots=True)
class Composer:
    """Reads what the replies are about."""

    state: BotState

    async def compose(self, request: Request, replies: Sequence[Outgoing], now: datetime) -> Answer:
        """The answer to `request`."""
        shown = [reply for reply in replies if reply.kind != "edit"]
        turns = await self._turns(request.user_id, shown)
        asked = await self._open(request, now)
        offer = await self._offered(request) if self.state.assistant is not None else None
        say = await self.state.wording(request.user_id)
        changed = [entry_id for turn in turns for entry_id in turn.stored_ids]
        changed += [entry_id for reply in shown if reply.kind != "answer" for entry_id in reply.entries]
        drafts = [turn.draft for turn in turns if turn.draft is not None and not turn.questions]
        rests_on = [entry_id for draft in drafts for entry_id in draft.evidence]
        rests_on += [entry_id for reply in shown for entry_id in entries_behind(reply.buttons)]
        return Answer(
            id=request.id,
            status="asked" if asked or offer is not None else "answered",
            text="\n\n".join(plain(reply.html) for reply in shown),
            html="\n\n".join(reply.html for reply in shown),
            entries=tuple(stored(entry, say) for entry in await self._entries(request.user_id, changed)),
            figures=tuple(
                Figure(value=f.value, unit=f.unit, what=f.what, entries=f.entries)
                for draft in drafts
                for f in draft.figures
            ),
            evidence=tuple(
                Evidence(entry=entry.id, day=entry.day, text=entry.text, href=entry_href(entry.id))
                for entry in await self._entries(request.user_id, rests_on)
            ),
            questions=(*(_question(question) for question in asked), *([offer] if offer is not None else [])),
            chart=next((_picture(request, reply.chart) for reply in shown if reply.chart is not None), None),
        )

    async def _turns(self, user_id: int, replies: Iterable[Outgoing]) -> list[Turn]:
        ids = dict.fromkeys(reply.turn_id for reply in replies if reply.turn_id is not None)
        rows = [await self.state.db.turns.turn_of(user_id, turn_id) for turn_id in ids]
        return [Turn.model_validate_json(row.data) for row in rows if row is not None]

    async def _open(self, request: Request, now: datetime) -> list[PendingQuestion]:
        found = await self.state.db.questions.open_questions(request.user_id, request.chat_id)
        return [question for question in found if question.expires_at > now]

    async def _offered(self, request: Request) -> Question | None:
        """What was proposed and waits for a yes."""
        from bot.assistant.typed import offered  # noqa: PLC0415 - only where configured

        found = await offered(self.state, request.user_id, request.chat_id)
        if found is None:
            return None
        say = await self.state.wording(request.user_id)
        return Question(
            token=found.token,
            question=say.label("handed.decide", options=" / ".join(found.options)),
            options=found.options,
            expires_at=found.expires_at,
            href=f"/questions/{found.token}",
        )

    async def _entries(self, user_id: int, ids: Iterable[str]) -> list[Entry]:
        wanted = list(dict.fromkeys(ids))
        found = {entry.id: entry for entry in await self.state.db.entries.entries(user_id, wanted)}
        return [found[entry_id] for entry_id in wanted if entry_id in found]
