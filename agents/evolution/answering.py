"""A conversation about a template with a model: it answers, notes, proposes directives and adopts nothing."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from pydantic import Field, TypeAdapter

from agents.changes.checking import has_markup
from agents.changes.proposing import decisions
from agents.coaches.paid import once
from agents.coaches.report import report_of
from agents.evolution.record import VersionRecord, coaches_of, records
from agents.evolution.session import LONGEST_NOTE, MOST_NOTES, Session
from agents.model.calls.ask import Models, ModelsFailed
from agents.model.checks.cleaned import plain
from agents.model.context.prompts import prompt
from agents.model.requesting import request
from agents.model.terse import Terse
from agents.session import Notice, enter
from agents.session import Session as ModelSession
from agents.tools.toolset import AnyModelTool, deferred
from agents.truth import sentence_bounds
from agents.work import Services
from storage.thought import ThoughtKey

LONGEST_DIRECTIVES = 1500
"""Characters that a model may propose; a person's own file may have more."""
_LONGEST = 1200
_MOST = 3
"""Notes and proposals of one answer that are kept; reports of each coach that are shown."""
_DECIDED = 8
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_NOTED, _PROPOSED = "Noted.", "Kept. The person sees the difference and decides."
_FULL = "No more of these in this answer."
_UNFIT = "Refused: plain text without links or tags, {most} characters at most, and not empty."


class EvolutionWire(Terse):
    """What the person reads."""

    answer: str = Field(description="one to four sentences of plain text")


@dataclass(slots=True)
class Answer:
    """What a model brought. `failed`: nobody answered, and why."""

    said: str = ""
    notes: list[str] = field(default_factory=list[str])
    directives: str | None = None
    failed: Notice | None = None

    def in_session(self, session: Session, words: str) -> Session:
        """What becomes of a conversation; the person's words are a note where the model made none of them."""
        for note in self.notes or [words]:
            session = session.noted(note)
        if self.directives is not None:
            session = session.directed(self.directives)
        return session.model_copy(update={"said": self.said})


_ANSWER = TypeAdapter(Answer)


@dataclass(frozen=True, slots=True)
class Adviser:
    """Asks a model, which looks at the person's budget before each call."""

    services: Services
    models: Models

    async def answered(self, of: ThoughtKey, session: Session, words: str) -> Answer:
        """To what the person says, paid once. Runs in a task of its own, which is part of that turn then."""
        now, whose = self.services.clock(), of.user_id
        turn = ModelSession(turn_id=of.key, user_id=whose, chat_id=whose, sent_at=now, kind="coach")
        enter(turn)
        answer = await once(self.services, of, _ANSWER, lambda: self._asked(whose, session, words))
        return answer or Answer(failed=next(iter(turn.notices), Notice.MODEL_FAILED))

    async def _asked(self, user_id: int, session: Session, words: str) -> Answer | None:
        profile, now = await self.services.profile(user_id), self.services.clock()
        own, answer = prompt("evolution"), Answer()
        blocks = await self._blocks(user_id, session, words)
        ask = request(
            own,
            now=now,
            profile=profile,
            blocks=blocks,
            history=MOST_NOTES,
            output=EvolutionWire,
            tools=_tools(answer),
        )
        try:
            told = await self.models.ask(ask)
        except ModelsFailed:
            return None
        shown = "\n".join(text for _, text in (*blocks, ("", answer.directives or "")))
        answer.said = _held(told.answer, shown)
        return answer

    async def _blocks(self, user_id: int, session: Session, words: str) -> list[tuple[str, str]]:
        draft, db = session.draft, self.services.db
        found = await records(self.services, user_id, draft.name)
        reports: list[str] = []
        decided: list[str] = []
        for coach in await coaches_of(self.services, user_id, draft.name):
            rows = await db.coaches.reports(user_id, coach.id, _MOST)
            reports += [f"{coach.name}: {report_of(row).text}" for row in rows]
            decided += [
                one.line for one in await decisions(self.services, user_id, f"coach:{coach.id}", _DECIDED)
            ]
        return [
            ("template", draft.model_dump_json(exclude={"directives"}, exclude_defaults=True)),
            ("settings", draft.settings.model_dump_json()),
            ("directives", draft.directives),
            ("record", "\n".join(map(_recorded, found))),
            ("reports", "\n\n".join(reports)),
            ("decided", "\n".join(decided)),
            ("notes", "\n".join(session.notes)),
            ("said", session.said),
            ("message", words),
        ]


def _recorded(one: VersionRecord) -> str:
    return (
        f"version {one.version}: {one.wakes} wakes, {one.reported} reports; proposals: "
        f"{one.confirmed} confirmed, {one.rejected} rejected of {sum(one.proposed.values())}; "
        f"reports rated good: {one.rated['good']}, bad: {one.rated['bad']}"
    )


def _tools(answer: Answer) -> list[AnyModelTool]:
    """What it calls is put into the answer; nothing else happens."""
    tried = 0

    async def note(arguments: dict[str, object]) -> str:
        text = _fit(arguments.get("note"), LONGEST_NOTE)
        if text is None:
            return _UNFIT.format(most=LONGEST_NOTE)
        if len(answer.notes) >= _MOST:
            return _FULL
        answer.notes.append(text)
        return _NOTED

    async def directives(arguments: dict[str, object]) -> str:
        nonlocal tried
        tried += 1
        if tried > _MOST:
            return _FULL
        text = _fit(arguments.get("directives"), LONGEST_DIRECTIVES)
        if text is None:
            return _UNFIT.format(most=LONGEST_DIRECTIVES)
        answer.directives = text
        return _PROPOSED

    return [
        deferred("record_evolution_note", "Keep what the person wants or tells.", _schema("note"), note),
        deferred(
            "propose_directives",
            "Propose directives in place of all that stand there. The person decides.",
            _schema("directives"),
            directives,
        ),
    ]


def _schema(name: str) -> dict[str, object]:
    return {"type": "object", "properties": {name: {"type": "string"}}, "required": [name]}


def _fit(said: object, most: int) -> str | None:
    """A text that may be kept and shown; None: it may not."""
    text = said.strip() if isinstance(said, str) else ""
    return text if text and len(text) <= most and not has_markup(text) else None


def _held(said: str, shown: str) -> str:
    """Without the sentences that have a number which nobody was shown."""
    text, known = plain(said)[:_LONGEST], set(_NUMBER.findall(shown))
    kept = [
        text[first:last]
        for first, last in sentence_bounds(text)
        if known.issuperset(_NUMBER.findall(text[first:last]))
    ]
    return "".join(kept).strip()
