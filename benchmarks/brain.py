"""A model with hand-labelled sense: what each agent would say to the messages of `calls.yaml`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import yaml
from pydantic import Field, TypeAdapter

from agents.types import InputType, Quantity, QueryType, Statistic
from evals.diary import measure
from storage.entities import Frozen, Measure
from units import METRES

MESSAGES = Path(__file__).with_name("calls.yaml")
Json = dict[str, Any]
_FACT = re.compile(r"^- (?P<claim>.+?)(?: \(general knowledge\))?(?: \[(?P<refs>E[^\]]*)\])?$")
_FIGURE = re.compile(r"^(?P<ref>[FP]\d+) .+? = (?P<what>[^\[]+?)(?:, (?:day )?\d{4}-[^\[]*)?(?: \[.*)?$")
_FIGURES = 2
"""That a sensible model tells of."""
_TOLD = re.compile(r"^N\d+ \([^)]*\) (?P<claim>.+)$")
_ENTRY = re.compile(r"^(?P<ref>E\d+) (?P<day>\d{4}-\d\d-\d\d)")


class Labelled(Frozen):
    """A message with what is right about it. `days` counts back from the day it is sent."""

    say: str
    is_: InputType = Field(alias="is")
    plain: bool = False
    holds: tuple[str, ...] = ()
    log: str | None = None
    question: str | None = None
    about: tuple[str, ...] = ()
    wants: QueryType = QueryType.SIMPLE
    statistic: Statistic | None = None
    quantity: Quantity = "value"
    days: tuple[int, int] | None = None
    corrects: Json | None = None
    """The row of the newest entry that changes, and to what."""


def messages() -> tuple[Labelled, ...]:
    """In the order in which they are sent."""
    found: tuple[Labelled, ...] = TypeAdapter(tuple[Labelled, ...]).validate_python(
        yaml.safe_load(MESSAGES.read_text("utf-8"))
    )
    return found


class Brain:
    """Answers for the message that is being worked on."""

    def __init__(self, today: date) -> None:
        self.today = today
        self.now: Labelled | None = None
        """None: whatever is least is said."""

    def fields(self, agent: str, prompt: str, schema: Mapping[str, Any]) -> Json:
        """An agent's answer, as far as the form has a place for it; what is missing is filled in."""
        if self.now is None:
            return {}
        known: Json = schema.get("properties") or {}
        match agent:
            case "router":
                corrects = self.now.is_ is InputType.CORRECTION
                wanted = {"log": None if corrects else self._read(self.now), "plan": self._planned(self.now)}
                said = {**self._routed(self.now), **{name: wanted[name] for name in wanted if name in known}}
            case "planner":
                said = self._planned(self.now)
            case "parser":
                said = self._read(self.now)
            case "analyzer" | "synthesizer":
                said = self._analyzed(prompt)
            case _:
                said = {}
        return {name: value for name, value in said.items() if name in known}

    def _routed(self, message: Labelled) -> Json:
        return {
            "reasoning": "As it is written.",
            "domains": sorted({self._measure(notation).domain for notation in message.holds}),
            "log_part": message.log,
            "question_part": message.question,
            "corrects": message.say if message.is_ is InputType.CORRECTION else None,
            "confidence": 0.95,
            "input_type": message.is_,
        }

    def _read(self, message: Labelled) -> Json:
        if message.is_ is InputType.CORRECTION:
            return {"fix": message.corrects, "confidence": 0.9}
        measures = [_told(self._measure(notation)) for notation in message.holds]
        return {"days": [{"day": str(self.today), "measures": measures}], "confidence": 0.9}

    def _measure(self, notation: str) -> Measure:
        return measure(notation, self.today)

    def _planned(self, message: Labelled) -> Json:
        if message.is_ is InputType.CHAT:
            return {"reasoning": "Small talk.", "parts": [{"type": "chat"}], "next_action": "synthesize"}
        days = self._days(message)
        figure = {"statistic": message.statistic, "quantity": message.quantity, "days": days}
        figures = [{**figure, "measure": message.about[0]}] if message.statistic else []
        part = {"type": message.wants, "about": list(message.about), "days": days, "figures": figures}
        return {
            "reasoning": "The records of what it is about.",
            "parts": [part],
            "searches": [{"topics": list(message.about), "days": days}],
            "next_action": "retrieve",
        }

    def _days(self, message: Labelled) -> Json | None:
        if message.days is None:
            return None
        start, end = (self.today - timedelta(days=back) for back in message.days)
        return {"start": str(start), "end": str(end)}

    def _analyzed(self, prompt: str) -> Json:
        """What code found is told as it is; where code found nothing, that there are records at all."""
        claims, refs = _facts(_block("facts", prompt))
        shown = _block("entries", prompt)
        entries = [found["ref"] for line in shown if (found := _ENTRY.match(line))]
        if not shown:
            claims = [found["claim"] for line in _block("findings", prompt) if (found := _TOLD.match(line))]
        if not claims:
            claims = ["There are records of it."] if entries else ["Nothing is recorded about it."]
            refs = entries[-1:]
        findings = [{"claim": claim, "refs": refs, "confidence": "high"} for claim in claims]
        return {
            "query_intent": "what was asked",
            "findings": findings,
            "response": " ".join(claims),
            "used": refs,
            "verdict_reasoning": "Every claim has its record.",
            "verdict": "sufficient",
        }


def _block(name: str, prompt: str) -> list[str]:
    """The lines between the fences of that name."""
    found = re.search(rf"^<{name}-(\w+)>\n(.*?)\n</{name}-\1>$", prompt, re.DOTALL | re.MULTILINE)
    return found[2].splitlines() if found else []


def _facts(lines: list[str]) -> tuple[list[str], list[str]]:
    """The first figures and the claims by code among what an analyzer is shown, and their references."""
    figures = [found for line in lines if (found := _FIGURE.match(line))][:_FIGURES]
    told = [f"Your {found['what']}: {{{found['ref']}}}." for found in figures]
    claims = [found["claim"] for line in lines if (found := _FACT.match(line))]
    own = [ref for line in lines if (found := _FACT.match(line)) for ref in (found["refs"] or "").split(", ")]
    refs = [found["ref"] for found in figures]
    return [*told, *claims], [ref for ref in (*refs, *own) if ref]


def _told(read: Measure) -> Json:
    fields = read.model_dump(mode="json", exclude_defaults=True)
    metres = fields.pop("distance_m", None)
    if metres is not None:
        fields["distance"] = metres / METRES[read.distance_unit or "m"]
    seconds = fields.pop("duration_s", None)
    for gone in ("day", "certainty"):
        fields.pop(gone, None)
    return {**fields, **({"seconds": seconds} if seconds is not None else {})}
