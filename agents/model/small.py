"""Calls for small models on one's own machine (`llm.profile: small`): more of them, each with a flat form.

A router, a parser or a planner, and a synthesizer are asked one thing each; nothing in a form is deeper
than a list of rows, and slots are the only references. What remains (search, analysis, judgement,
questions, memory, corrections) is code's. What comes back passes the same checks as any model's answer.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from pydantic import Field

from agents.limits import CallLimits
from agents.model import parser, planner, router
from agents.model.calls.ask import Ask, W
from agents.model.context.prompts import FOLDER, Prompts, prompts
from agents.model.parser_wire import DayWire, MeasureWire, ParserWire
from agents.model.planner_wire import DaysWire, FigureWire, Known, PartWire, PlannerWire, SearchWire, Wanted
from agents.model.router import RouterWire
from agents.model.synthesizer import SynthesizerWire
from agents.model.terse import Terse
from agents.parser import ParserInput, ParserOutput
from agents.planner import PlannerInput, PlannerOutput
from agents.router import RouterInput, RouterOutput
from agents.types import Quantity, QueryType
from storage.entities import DistanceUnit, WeightUnit

_EXAMPLES = "<!-- examples -->"
"""What stands behind it in a file is added with `llm.examples`; what it is worth was not measured."""


class RowWire(Terse):
    """One thing measured."""

    name: str
    day: str = Field(default="", description="YYYY-MM-DD, only if it was another day than today")
    weight: float | None = None
    weight_unit: WeightUnit | None = None
    reps: int | None = None
    sets: int = 1
    distance: float | None = None
    distance_unit: DistanceUnit | None = None
    seconds: float | None = None
    value: float | None = Field(default=None, description="a single value that is no set and no distance")
    unit: str | None = None
    text: str | None = Field(default=None, description="what was eaten, or where it hurts")


class LogWire(Terse):
    """A log as rows."""

    rows: tuple[RowWire, ...]

    def of(self, given: ParserInput) -> ParserWire:
        """In the parser's own form, by days."""
        today = given.now.date().isoformat()
        days: dict[str, list[MeasureWire]] = {}
        for row in self.rows:
            measure = MeasureWire.model_validate(row.model_dump(exclude={"day"}))
            days.setdefault(row.day or today, []).append(measure)
        told = (DayWire(day=day, measures=tuple(measures)) for day, measures in days.items())
        return ParserWire(days=tuple(told), confidence=0.5)


class PlanWire(Terse):
    """A plan for one question."""

    type: Wanted
    about: tuple[str, ...] = ()
    start: str = Field(default="", description="YYYY-MM-DD")
    end: str = Field(default="", description="YYYY-MM-DD")
    statistic: Known | None = None
    quantity: Quantity | None = None

    @property
    def whole(self) -> PlannerWire:
        """In the planner's own form."""
        days = DaysWire(start=self.start, end=self.end) if self.start and self.end else None
        figures = self._figures(days)
        chat = self.type is QueryType.CHAT
        return PlannerWire(
            reasoning="",
            parts=(PartWire(type=self.type, about=self.about, days=days, figures=figures),),
            searches=() if chat else (SearchWire(topics=self.about, days=days),),
            next_action="synthesize" if chat else "retrieve",
        )

    def _figures(self, days: DaysWire | None) -> tuple[FigureWire, ...]:
        if self.statistic is None or self.quantity is None:
            return ()
        asked = FigureWire(statistic=self.statistic, quantity=self.quantity, measure="", days=days)
        return tuple(asked.model_copy(update={"measure": name}) for name in self.about)


class ReplyWire(Terse):
    """A message."""

    response: str

    @property
    def whole(self) -> SynthesizerWire:
        """In the synthesizer's own form: what it rests on are its slots."""
        return SynthesizerWire(response=self.response)


def route(
    given: RouterInput, floor: RouterOutput, context: str, *, limits: CallLimits, examples: bool
) -> Ask[RouterWire]:
    """The request to classify a message; its form is flat as it is."""
    usual = router.ask(given, floor, context, limits=limits)
    return _flat(usual, RouterWire, examples=examples)


def parse(
    given: ParserInput, floor: ParserOutput, context: str, *, limits: CallLimits, examples: bool
) -> Ask[LogWire]:
    """The request to read a log."""
    return _flat(parser.ask(given, floor, context, limits=limits), LogWire, examples=examples)


def plan(
    given: PlannerInput, floor: PlannerOutput, context: str, *, limits: CallLimits, examples: bool
) -> Ask[PlanWire]:
    """The request to say what a question is about."""
    return _flat(planner.ask(given, floor, context, limits=limits), PlanWire, examples=examples)


def reply(usual: Ask[SynthesizerWire], *, examples: bool) -> Ask[ReplyWire]:
    """The request to word an answer."""
    return _flat(usual, ReplyWire, examples=examples)


def _flat(usual: Ask[Any], output: type[W], *, examples: bool) -> Ask[W]:
    """The same request with the short prompt and this form; code's answer stands where nothing fits it."""
    own = _small(prompts()).merged(usual.agent)
    told, _, shown = own.instructions.partition(_EXAMPLES)
    parts = [told.strip(), shown.strip()] if examples else [told.strip()]
    return Ask(
        agent=usual.agent,
        instructions="\n\n".join(parts),
        context=usual.context,
        output=output,
        prompts=f"small: {own.version}",
    )


@cache
def _small(usual: Prompts) -> Prompts:
    """The shared part of those in use, and the short prompts."""
    return Prompts({**usual.texts, **Prompts.of(FOLDER / "small").texts})
