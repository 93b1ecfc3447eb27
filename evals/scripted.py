"""Answers written from the labels: what a model would say that reads the examples as their writer did.

They are no model's answers, and scores made of them say nothing about any model. They show in CI that the
ModelEngine can be scored, without a network, and that its code keeps what is right.
"""

from __future__ import annotations

from pathlib import Path
from typing import cast

from pydantic import BaseModel

from agents.model.calls.ask import Ask, ModelsFailed, Outcome, W
from agents.session import current
from agents.types import InputType
from evals.cases import Analysing, Evaluating, Example, Planning, Routing
from evals.sets import SETS

Fields = dict[str, object]
DISTRACTED = 9
"""One example in so many is answered wrong on purpose: a score that can only be perfect shows nothing."""


class ScriptedModels:
    """Code's own answer in the form that is asked for, with what the label says put in."""

    def __init__(self, folder: Path) -> None:
        labelled = [
            (f"{name}: {one.example.key}", cast("Example", one.example))
            for name, its in SETS.items()
            for one in its.read(folder)
        ]
        self._examples = dict(labelled)
        self.wrong = frozenset(
            turn for number, (turn, _) in enumerate(sorted(self._examples.items())) if not number % DISTRACTED
        )
        """Those that are answered wrong."""

    async def ask(self, ask: Ask[W]) -> W:
        """The answer. Raises ModelsFailed where code has none to begin with."""
        session = current()
        if ask.floor is None or session is None:
            raise ModelsFailed(Outcome.REFUSED)
        example = self._examples[session.turn_id]
        said = ask.floor().model_dump(mode="json")
        _put(said, told(example, wrong=session.turn_id in self.wrong), ask.output)
        return ask.output.model_validate(said)


def told(example: Example, *, wrong: bool) -> Fields:
    """What the label says, in the words of the forms."""
    match example:
        case Routing():
            return _routed(example, wrong=wrong)
        case Planning(type=kind) if kind is not None:
            return {"part_type": kind.value, "next_action": example.next}
        case Analysing():
            enough = (example.verdict == "sufficient") is not wrong
            return {"verdict": "sufficient" if enough else "insufficient"}
        case Evaluating():
            return _judged(example) if bool(example.fails) is not wrong else {}
        case _:
            return {}


def _routed(example: Routing, *, wrong: bool) -> Fields:
    kind = example.is_
    if wrong:
        kind = InputType.CHAT if kind is not InputType.CHAT else InputType.QUERY
    found: Fields = {"input_type": kind.value}
    if example.domains:
        found["domains"] = list(example.domains)
    if example.log and example.query:
        found |= {"log_part": example.log, "question_part": example.query}
    return found


def _judged(example: Evaluating) -> Fields:
    return {
        "dimensions": [{"dimension": example.fails[0], "reasoning": "As labelled.", "verdict": "fail"}],
        "feedback": [{"issue": "As labelled.", "suggestion": "Mend it.", "affected_claim": None}],
        "recommendation": "retry_with_feedback",
        "verdict": "fail",
    }


def _put(said: Fields, label: Fields, form: type[BaseModel]) -> None:
    """Also into the parts of a form for several agents at once, and into a question that has one part."""
    parts = cast("list[Fields]", said.get("parts", []))
    if "part_type" in label and len(parts) == 1:
        parts[0]["type"] = label["part_type"]
    for name in form.model_fields:
        if name in label:
            said[name] = label[name]
        elif isinstance(part := said.get(name), dict):
            inside = cast("Fields", part)
            inside.update({key: value for key, value in label.items() if key in inside})
