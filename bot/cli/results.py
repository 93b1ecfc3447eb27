"""What the batches write and `--json` prints: one line each."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from pydantic import BaseModel, ConfigDict

from agents.session import Notice
from agents.turn import Turn
from agents.types import Figure
from bot.cli.console import Console, Exchange
from bot.cli.jsonl import Id, OutputLine
from bot.replies.problems import problem_told
from bot.texts import Wording, wording
from bot.texts.html import plain
from storage.entities import Entry, Measure, PendingQuestion


class Line(BaseModel):
    """A part of a line."""

    model_config = ConfigDict(frozen=True)


class AskedBack(Line):
    """A question of the bot with its likely answers."""

    question: str
    options: tuple[str, ...]

    @classmethod
    def of(cls, questions: tuple[PendingQuestion, ...]) -> tuple[AskedBack, ...]:
        """As put to the user."""
        return tuple(cls(question=asked.question, options=asked.options) for asked in questions)


class FigureLine(Line):
    """A number of an answer and the entries it was computed from."""

    value: float
    unit: str
    what: str
    entries: tuple[str, ...]

    @classmethod
    def of(cls, figure: Figure) -> FigureLine:
        """Of the one in the answer."""
        return cls(value=figure.value, unit=figure.unit, what=figure.what, entries=figure.entries)


class EvidenceLine(Line):
    """An entry an answer rests on, in the user's words."""

    entry: str
    date: date
    text: str


class Answer(OutputLine):
    """What came of a question. `receipt` is there when the words were (also) a log."""

    answer: str
    clarification: tuple[AskedBack, ...] = ()
    figures: tuple[FigureLine, ...] = ()
    evidence: tuple[EvidenceLine, ...] = ()
    path: tuple[str, ...] = ()
    receipt: str | None = None
    notices: tuple[Notice, ...] | None = None
    """Why code did what a model was to do."""


class Logged(Line):
    """An entry as stored."""

    entry: str
    date: date
    text: str
    measures: tuple[Measure, ...]
    problems: tuple[str, ...] = ()

    @classmethod
    def of(cls, entry: Entry, say: Wording) -> Logged:
        """The entry's line."""
        problems = tuple(problem_told(problem, say) for problem in entry.problems)
        return cls(
            entry=entry.id, date=entry.day, text=entry.text, measures=entry.measures, problems=problems
        )


class Receipt(OutputLine):
    """What came of a log. `known`: this very line was stored before, and nothing was done."""

    entries: tuple[Logged, ...] = ()
    receipt: str = ""
    clarification: tuple[AskedBack, ...] = ()
    known: bool | None = None
    notices: tuple[Notice, ...] | None = None
    """As of an answer."""


class Memory(Line):
    """The global context."""

    user: int
    version: int
    content: str


async def answer_line(console: Console, exchange: Exchange, line_id: Id) -> Answer:
    """The result of asking."""
    turn = exchange.turn
    receipts = [plain(reply.html) for reply in exchange.replies if reply.kind == "receipt"]
    draft, waiting = (turn.draft, bool(turn.questions)) if turn is not None else (None, False)
    told = exchange.told if draft is None else "" if waiting else draft.response
    return Answer(
        id=line_id,
        answer=told,
        clarification=AskedBack.of(exchange.questions),
        figures=() if draft is None or waiting else tuple(map(FigureLine.of, draft.figures)),
        evidence=await _evidence(console, exchange),
        path=tuple(turn.path) if turn else (),
        receipt="\n\n".join(receipts) or None,
        notices=_notices(turn),
    )


def _notices(turn: Turn | None) -> tuple[Notice, ...] | None:
    return (turn.notices or None) if turn else None


async def _evidence(console: Console, exchange: Exchange) -> tuple[EvidenceLine, ...]:
    found = await console.rests_on(exchange)
    return tuple(EvidenceLine(entry=entry.id, date=entry.day, text=entry.text) for entry in found)


async def receipt_line(
    console: Console, exchange: Exchange, line_id: Id, entries: Sequence[Entry] = ()
) -> Receipt:
    """The result of logging; `entries` are those that carry the message's own words, else what was stored."""
    if not entries and exchange.turn is not None:
        entries = await console.entries(exchange.turn.stored_ids)
    known = exchange.turn is None and not exchange.replies
    say = wording((await console.profile()).language)
    return Receipt(
        id=line_id,
        entries=tuple(Logged.of(entry, say) for entry in entries),
        receipt=exchange.told,
        clarification=AskedBack.of(exchange.questions),
        known=True if known else None,
        notices=_notices(exchange.turn),
    )
